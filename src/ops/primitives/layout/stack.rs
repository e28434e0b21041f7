//! Tensors stacked along a new axis, and taken apart again. Each is the other's gradient.

use smallvec::smallvec;

use crate::array::AxisSlice;
use crate::interrupt::Pace;
use crate::interrupt::grain;
use crate::kernels::place::join;
use crate::memory::{try_collect, try_collect_ok, try_collect_short, try_with_capacity};
use crate::op::{Along, Grads, Keep, Mask, Op, Saved};
use crate::ops::check_same_dtype;
use crate::ops::prelude::*;
use crate::shape::normalize_axis;

pub(in crate::ops) const OPS: &[OpDef] = &[STACK, UNSTACK];

const STACK: OpDef = OpDef {
    name: "stack",
    op_type: "Pack",
    doc: "The tensors of `values`, of one shape and dtype, side by side along a new axis at `axis`.\n\n\
          Errors: `InvalidArgumentError` for shapes or dtypes that differ, `ValueError` for an axis out of \
          range.\n\n\
          >>> tf.stack([[1., 2.], [3., 4.]], axis=1).numpy().tolist()\n[[1.0, 3.0], [2.0, 4.0]]",
    params: &[Param::new("values", Kind::Rows), int("axis", 0)],
    call: |a| Ok(stack(a.tensors(0), a.int(1))?.into()),
    samples: &[
        on(&[Input::List(&[Input::Real(&[], -2.0, 2.0), Input::Real(&[], -2.0, 2.0)])]),
        with(&[Input::List(&[Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[2, 3], -2.0, 2.0)])], &[("axis", Int(-1))]),
    ],
};

const UNSTACK: OpDef = OpDef {
    name: "unstack",
    op_type: "Unpack",
    doc: "The slices of `value` along `axis`, as a list of tensors without that axis; no data is copied.\n\n\
          `num`, when given, is how many there must be. Errors: `ValueError` for an axis out of range, \
          `InvalidArgumentError` when `num` is not its length.\n\n\
          >>> [t.numpy().tolist() for t in tf.unstack([[1., 2.], [3., 4.]])]\n[[1.0, 2.0], [3.0, 4.0]]",
    params: &[free("value"), Param::new("num", Kind::Int).or(Literal::None), int("axis", 0)],
    call: |a| {
        let (value, num) = (a.tensor(0), a.opt_int(1));
        let slices = unstack(value, a.int(2))?;
        if let Some(num) = num.filter(|&num| num != slices.len() as i64) {
            let text = format!("Input shape axis {} must equal {num}, got shape {}", a.int(2), value.shape());
            return Err(Error::invalid("Unpack", text));
        }
        Ok(Value::List(slices))
    },
    samples: &[on(&[Input::Real(&[2, 3], -2.0, 2.0)]), with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("axis", Int(1))])],
};

/// The tensors side by side along a new axis.
pub fn stack(values: &[Tensor], axis: i64) -> Result<Tensor> {
    let Some(first) = values.first() else {
        return Ok(Tensor::new(Array::zeros(DType::Float32, Shape::new(&[0]))?));
    };
    for (i, v) in values.iter().enumerate() {
        if v.shape() != first.shape() {
            let (a, b) = (first.shape(), v.shape());
            let text = format!("Shapes of all inputs must match: values[0].shape = {a} != values[{i}].shape = {b}");
            return Err(Error::invalid("Pack", text));
        }
        check_same_dtype("Pack", first.dtype(), v.dtype())?;
    }
    let axis = check_axis(axis, first.rank() + 1)?;
    apply(Pack { axis }, &try_collect(values)?)
}

/// The slices along `axis`, without that axis: views.
pub fn unstack(x: &Tensor, axis: i64) -> Result<Vec<Tensor>> {
    let axis = check_axis(axis, x.rank())?;
    apply_all(Unpack { axis, count: x.shape()[axis] }, &[x])
}

fn check_axis(axis: i64, rank: usize) -> Result<usize> {
    normalize_axis(axis, rank).ok_or_else(|| {
        let low = -(rank as i64);
        Error::value(format!("Argument `axis` = {axis} not in range [{low}, {rank})"))
    })
}

#[derive(Debug)]
struct Pack {
    axis: usize,
}

impl Op for Pack {
    fn op_type(&self) -> &'static str {
        "Pack"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let mut shape = x[0].shape().clone();
        shape.insert(self.axis, 1);
        let slices = try_collect_ok(x.iter().map(|x| x.reshape_view(shape.clone())))?;
        join(&try_collect(&slices)?, self.axis)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let unpack = Unpack { axis: self.axis + s.batch, count: s.len() };
        try_collect_short(apply_all(unpack, &[&g[0]])?.into_iter().map(Some))
    }
    fn along(&self) -> Along {
        Along::Linear
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Unpack {
    axis: usize,
    count: usize,
}

impl Op for Unpack {
    fn op_type(&self) -> &'static str {
        "Unpack"
    }
    fn outputs(&self) -> usize {
        self.count
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let mut axes = AxisSlice::whole(x[0].shape());
        let mut shape = x[0].shape().clone();
        shape.remove(self.axis);
        let mut slices = try_with_capacity(self.count)?;
        let mut pace = Pace::new(grain::OBJECTS);
        for start in 0..self.count {
            pace.after(1)?;
            axes[self.axis] = AxisSlice { start, step: 1, length: 1 };
            slices.push(x[0].slice_axes(&axes).reshape_view(shape.clone())?);
        }
        Ok(slices)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let pack = Pack { axis: self.axis + s.batch };
        Ok(smallvec![Some(apply(pack, &try_collect(g)?)?)])
    }
    fn along(&self) -> Along {
        Along::Linear
    }
    fn batched(&self) -> bool {
        true
    }
}
