//! Elements in reversed order: whole axes as views, and beginnings of sequences of their own length each.

use crate::array::AxisSlice;
use crate::error::ErrorKind;
use crate::kernels::place::{filled, place};
use crate::ops::prelude::*;
use crate::ops::view_of;
use crate::shape::{AxisSet, Few, normalize_axis};

pub(in crate::ops) const OPS: &[OpDef] = &[REVERSE, REVERSE_SEQUENCE];

const REVERSE: OpDef = OpDef {
    name: "reverse",
    op_type: "ReverseV2",
    doc: "`tensor` with the elements along each axis of `axis` in reversed order; no data is copied.\n\n\
          Errors: `InvalidArgumentError` for an axis out of range or named twice.\n\n\
          >>> tf.reverse([1., 2., 3.], [0]).numpy().tolist()\n[3.0, 2.0, 1.0]",
    params: &[free("tensor"), Param::new("axis", Kind::Ints)],
    call: |a| Ok(reverse(a.tensor(0), a.ints(1))?.into()),
    samples: &[
        with(&[reals(&[2, 3])], &[("axis", Ints(&[-1]))]),
        with(&[reals(&[2, 3, 2])], &[("axis", Ints(&[0, 2]))]),
    ],
};

const REVERSE_SEQUENCE: OpDef = OpDef {
    name: "reverse_sequence",
    op_type: "ReverseSequence",
    doc: "`input` with the first `seq_lengths[b]` elements along `seq_axis` in reversed order, for each place `b` \
          of `batch_axis` (0 when `None`).\n\n\
          Errors: `InvalidArgumentError` for axes out of range (negative ones too) or equal, a length outside its \
          axis, or a list that does not have one for each place; `TypeError` without `seq_axis`.\n\n\
          >>> tf.reverse_sequence([[1., 2., 3.], [4., 5., 6.]], [2, 3], seq_axis=1).numpy().tolist()\n\
          [[2.0, 1.0, 3.0], [6.0, 5.0, 4.0]]",
    params: &[
        free("input"),
        Param::new("seq_lengths", Kind::Index),
        Param::new("seq_axis", Kind::Int).or(Literal::None),
        Param::new("batch_axis", Kind::Int).or(Literal::None),
    ],
    call: |a| {
        let Some(seq_axis) = a.opt_int(2) else {
            return Err(Error::new(ErrorKind::Type, "Expected int for argument 'seq_dim' not None."));
        };
        Ok(reverse_sequence(a.tensor(0), a.tensor(1), seq_axis, a.opt_int(3).unwrap_or(0))?.into())
    },
    samples: &[
        with(&[reals(&[2, 4]), Input::Ints(&[2], &[3, 1])], &[("seq_axis", Int(1))]),
        with(&[reals(&[3, 2, 2]), Input::Ints(&[2], &[0, 3])], &[("seq_axis", Int(0)), ("batch_axis", Int(2))]),
    ],
};

/// `x` with the elements along each of `axes` in reversed order: a view.
pub fn reverse(x: &Tensor, axes: &[i64]) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("ReverseV2", text));
    let rank = x.rank();
    let mut reversed = AxisSet::default();
    for (i, &axis) in axes.iter().enumerate() {
        let Some(at) = normalize_axis(axis, rank) else {
            return fail(format!("'axis'[{i}] = {axis} is out of valid range [0, {}", rank as i64 - 1));
        };
        if !reversed.insert(at) {
            return fail(format!("axis {at} specified more than once."));
        }
    }
    let slice = |(i, &length): (usize, &usize)| match reversed.contains(i) && length > 0 {
        true => AxisSlice { start: length - 1, step: -1, length },
        false => AxisSlice::all(length),
    };
    view_of(x, x.shape().iter().enumerate().map(slice).few(), "ReverseV2")
}

/// `x` with the first `lengths[b]` elements along `seq_axis` in reversed order, for each place `b` of `batch_axis`.
pub fn reverse_sequence(x: &Tensor, lengths: &Tensor, seq_axis: i64, batch_axis: i64) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("ReverseSequence", text));
    let rank = x.rank();
    for (name, axis) in [("batch_dim", batch_axis), ("seq_dim", seq_axis)] {
        if axis < 0 {
            return fail(format!("Invalid {name} {axis}"));
        }
        if axis >= rank as i64 {
            return fail(format!("{name} must be < input rank ( {axis} vs. {rank})"));
        }
    }
    if seq_axis == batch_axis {
        return fail(format!("batch_dim == seq_dim == {seq_axis}"));
    }
    let (seq, batch) = (seq_axis as usize, batch_axis as usize);
    if !lengths.dtype().is_integer() {
        return Err(DTypes::INDEX.refuse("ReverseSequence", "Tlen", lengths.dtype()));
    }
    if lengths.rank() != 1 || lengths.shape()[0] != x.shape()[batch] {
        let (got, want) = (lengths.shape().elements(), x.shape()[batch]);
        return fail(format!("Length of seq_lengths != input.dims({batch_axis}), ({got} vs. {want})"));
    }
    for (b, length) in lengths.to_vec::<i64>()?.into_iter().enumerate() {
        if length < 0 {
            return fail(format!("seq_lens({b}) < 0"));
        }
        if length > x.shape()[seq] as i64 {
            return fail(format!("seq_lens({b}) > input.dims({seq_axis})"));
        }
    }
    apply(ReverseSequence { seq, batch }, &[x, lengths])
}

#[derive(Debug)]
struct ReverseSequence {
    seq: usize,
    batch: usize,
}

impl Primitive for ReverseSequence {
    const OP_TYPE: &'static str = "ReverseSequence";
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|g, lengths| {
            let back = ReverseSequence { seq: g.op.seq + g.batch(), batch: g.op.batch + g.batch() };
            g.through(back, &[lengths])
        }),
        Rule::None,
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, lengths) = (x[0], x[1].to_vec::<i64>()?);
        let mut out = filled("ReverseSequence", x, x.shape())?;
        let mut axes = AxisSlice::whole(x.shape());
        for (b, length) in lengths.into_iter().map(|n| n as usize).enumerate().filter(|(_, n)| *n > 1) {
            axes[self.batch] = AxisSlice { start: b, step: 1, length: 1 };
            axes[self.seq] = AxisSlice { start: length - 1, step: -1, length };
            let reversed = x.slice_axes(&axes);
            axes[self.seq] = AxisSlice::all(length);
            place(&mut out, &axes, &reversed)?;
        }
        Ok(out)
    }
}
