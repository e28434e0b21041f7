//! Concatenation, and its gradient: the pieces of a tensor along an axis.

use smallvec::smallvec;

use crate::array::AxisSlice;
use crate::kernels::place::join;
use crate::memory::{try_collect, try_collect_short, try_copy};
use crate::op::{Along, Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::shape::normalize_axis;

pub(in crate::ops) const OPS: &[OpDef] = &[CONCAT];

const CONCAT: OpDef = OpDef {
    name: "concat",
    op_type: "ConcatV2",
    doc: "The tensors of `values` one after another along `axis`; their other lengths agree.\n\n\
          Errors: `InvalidArgumentError` for shapes that do not fit or an axis out of range.\n\n\
          >>> tf.concat([[1., 2.], [3.]], axis=0).numpy().tolist()\n[1.0, 2.0, 3.0]",
    params: &[Param::new("values", Kind::OneOrMore), Param::new("axis", Kind::Int)],
    call: |a| Ok(concat(a.tensors(0), a.int(1))?.into()),
    samples: &[
        with(&[Input::List(&[Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[2, 1], -2.0, 2.0)])], &[("axis", Int(1))]),
        with(&[Input::List(&[Input::Real(&[3], -2.0, 2.0), Input::Real(&[2], -2.0, 2.0)])], &[("axis", Int(0))]),
    ],
};

/// The tensors one after another along `axis`.
pub fn concat(values: &[Tensor], axis: i64) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("ConcatV2", text));
    let Some(first) = values.first() else {
        return fail("ConcatOp : Expected at least one input".into());
    };
    let rank = first.rank();
    let Some(at) = normalize_axis(axis, rank) else {
        let (low, high) = (-(rank as i64), rank);
        return fail(format!(
            "ConcatOp : Expected concatenating dimensions in the range [{low}, {high}), but got {axis}"
        ));
    };
    for (i, v) in values.iter().enumerate() {
        crate::ops::check_same_dtype("ConcatV2", first.dtype(), v.dtype())?;
        if v.rank() != rank {
            return fail(format!(
                "ConcatOp : Ranks of all input tensors should match: shape[0] = {} vs. shape[{i}] = {}",
                first.shape(),
                v.shape()
            ));
        }
        if let Some(d) = (0..rank).find(|&d| d != at && v.shape()[d] != first.shape()[d]) {
            return fail(format!(
                "ConcatOp : Dimension {d} in both shapes must be equal: shape[0] = {} vs. shape[{i}] = {}",
                first.shape(),
                v.shape()
            ));
        }
    }
    let lengths = try_collect(values.iter().map(|v| v.shape()[at]))?;
    apply(Concat { axis: at, lengths }, &try_collect(values)?)
}

/// The pieces of `x` of these lengths along `axis`; the lengths add up to the axis.
pub fn split_lengths(x: &Tensor, axis: usize, lengths: Vec<usize>, op_type: &'static str) -> Result<Vec<Tensor>> {
    apply_all(Split { axis, lengths, op_type }, &[x])
}

#[derive(Debug)]
struct Concat {
    axis: usize,
    lengths: Vec<usize>,
}

impl Op for Concat {
    fn op_type(&self) -> &'static str {
        "ConcatV2"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        join(x, self.axis)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let pieces = split_lengths(&g[0], self.axis + s.batch, try_copy(&self.lengths)?, "Slice")?;
        try_collect_short(pieces.into_iter().map(Some))
    }
    fn along(&self) -> Along {
        Along::Linear
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Split {
    axis: usize,
    lengths: Vec<usize>,
    op_type: &'static str,
}

impl Op for Split {
    fn op_type(&self) -> &'static str {
        self.op_type
    }
    fn outputs(&self) -> usize {
        self.lengths.len()
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let mut start = 0;
        let mut piece = |&length: &usize| {
            let mut axes = AxisSlice::whole(x[0].shape());
            axes[self.axis] = AxisSlice { start, step: 1, length };
            start += length;
            x[0].slice_axes(&axes)
        };
        try_collect(self.lengths.iter().map(&mut piece))
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        // A cotangent that stands for zeros may have a batch of length 1.
        Ok(smallvec![Some(concat(g, (self.axis + s.batch) as i64)?)])
    }
    fn along(&self) -> Along {
        Along::Linear
    }
    fn batched(&self) -> bool {
        true
    }
}
