//! Shapes as tensors of integers. No gradient passes through any of them.

use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[SHAPE, SIZE, RANK, BROADCAST_DYNAMIC_SHAPE];

const SHAPE: OpDef = OpDef {
    name: "shape",
    op_type: "Shape",
    doc: "The shape of `input` as a vector of dtype `out_type`, `int32` when `None`.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for a dtype other than `int32` and `int64`.\n\n\
          >>> tf.shape([[1., 2.]]).numpy().tolist()\n[1, 2]",
    params: &[free("input"), dtype("out_type")],
    call: |a| Ok(shape(a.tensor(0), a.opt_dtype(1).unwrap_or(DType::Int32))?.into()),
    samples: &[],
};

const SIZE: OpDef = OpDef {
    name: "size",
    op_type: "Size",
    doc: "The number of elements of `input` as a scalar of dtype `out_type`, `int32` when `None`.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for a dtype that is none of numbers.\n\n\
          >>> tf.size([[1., 2.]]).numpy().item()\n2",
    params: &[free("input"), dtype("out_type")],
    call: |a| Ok(size(a.tensor(0), a.opt_dtype(1).unwrap_or(DType::Int32))?.into()),
    samples: &[],
};

const RANK: OpDef = OpDef {
    name: "rank",
    op_type: "Rank",
    doc: "The number of axes of `input` as an `int32` scalar.\n\n\
          No gradient passes.\n\n\
          >>> tf.rank([[1., 2.]]).numpy().item()\n2",
    params: &[free("input")],
    call: |a| Ok(rank(a.tensor(0))?.into()),
    samples: &[],
};

const BROADCAST_DYNAMIC_SHAPE: OpDef = OpDef {
    name: "broadcast_dynamic_shape",
    op_type: "BroadcastArgs",
    doc: "The shape, as a vector, to which tensors of the shapes `shape_x` and `shape_y` broadcast.\n\n\
          Errors: `InvalidArgumentError` for shapes that do not broadcast or that are not vectors of integers.\n\n\
          >>> tf.broadcast_dynamic_shape([2, 1], [3]).numpy().tolist()\n[2, 3]",
    params: &[Param::new("shape_x", Kind::Index), Param::new("shape_y", Kind::Index)],
    call: |a| Ok(broadcast_dynamic_shape(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

/// The axis lengths of `x` as a vector of integers.
pub fn shape(x: &Tensor, dtype: DType) -> Result<Tensor> {
    DTypes::INDEX.check("Shape", "out_type", dtype)?;
    non_differentiable("Shape", &[x], move |x| lengths(x[0].shape())?.cast(dtype))
}

/// The number of elements of `x`.
pub fn size(x: &Tensor, dtype: DType) -> Result<Tensor> {
    DTypes::NUMBER.check("Size", "out_type", dtype)?;
    non_differentiable("Size", &[x], move |x| Array::scalar(x[0].elements() as i64).cast(dtype))
}

/// The number of axes of `x`.
pub fn rank(x: &Tensor) -> Result<Tensor> {
    non_differentiable("Rank", &[x], |x| Ok(Array::scalar(x[0].shape().rank() as i32)))
}

/// The shape to which two shapes broadcast, all of them vectors of integers.
pub fn broadcast_dynamic_shape(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    for t in [x, y] {
        if t.rank() != 1 || !t.dtype().is_integer() {
            let text = format!("shapes are vectors of integers, not {} tensors of shape {}", t.dtype(), t.shape());
            return Err(Error::invalid("BroadcastArgs", text));
        }
    }
    let dtype = x.dtype();
    let of = |t: &Tensor| ops::shape_of("BroadcastArgs", &t.to_vec::<i64>()?);
    let (a, b) = (of(x)?, of(y)?);
    let all = a.broadcast(&b).ok_or_else(|| Error::shapes("BroadcastArgs", &a, &b))?;
    non_differentiable("BroadcastArgs", &[x, y], move |_| lengths(&all)?.cast(dtype))
}

fn lengths(shape: &[usize]) -> Result<Array> {
    Array::vector(&shape.iter().map(|&d| d as i64).few::<Vec<_>>())
}
