//! The cross product of vectors with three components.

use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::{Error, Result};
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::apply_static;
use crate::ops::def::{Input, OpDef, on, tensor};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[CROSS];

const CROSS: OpDef = OpDef {
    name: "cross",
    op_type: "Cross",
    doc: "The cross product of `a` and `b` along their last axis, which has length 3.\n\n\
          Both have the same shape; real dtypes only. Errors: `InvalidArgumentError` for shapes that differ or scalars, \
          or another length of the last axis.\n\n\
          >>> tf.linalg.cross([1., 0., 0.], [0., 1., 0.]).numpy().tolist()\n[0.0, 0.0, 1.0]",
    params: &[tensor("a"), tensor("b")],
    call: |a| Ok(cross(a.tensor(0), a.tensor(1))?.into()),
    samples: &[
        on(&[Input::Real(&[3], -2.0, 2.0), Input::Real(&[3], -2.0, 2.0)]),
        on(&[Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[2, 3], -2.0, 2.0)]),
    ],
};

/// The cross product along the last axis, which has length 3.
pub fn cross(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply_static(&Cross, &[a, b])
}

#[derive(Debug)]
struct Cross;

impl Op for Cross {
    fn op_type(&self) -> &'static str {
        "Cross"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (a, b) = (x[0], x[1]);
        ops::check_same_dtype("Cross", a.dtype(), b.dtype())?;
        if a.shape() != b.shape() {
            let text = format!("Both inputs must be of same shape: {} vs. {}", a.shape(), b.shape());
            return Err(Error::invalid("Cross", text));
        }
        match a.shape().last() {
            None => Err(Error::invalid("Cross", "Input must be at least 1D[]")),
            Some(3) => cross_rows(a, b),
            Some(_) => Err(Error::invalid("Cross", "Cross-products are only defined for 3-element vectors.")),
        }
    }

    fn keep(&self, tracked: Mask) -> Keep {
        let other = Mask::one(1).when(tracked.has(0)).or(Mask::one(0).when(tracked.has(1)));
        Keep { inputs: other, outputs: Mask::NONE }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let g = &g[0];
        s.each(|i| {
            let other = ops::broadcast_to_shape(s.x(1 - i), g.shape())?;
            if i == 0 { cross(&other, g) } else { cross(g, &other) }
        })
    }

    fn batched(&self) -> bool {
        true
    }
}

fn cross_rows(a: &Array, b: &Array) -> Result<Array> {
    match a.dtype() {
        DType::Float32 => typed::<f32>(a, b, |p, q, r, s| p * q - r * s),
        DType::Float64 => typed::<f64>(a, b, |p, q, r, s| p * q - r * s),
        DType::Float16 | DType::BFloat16 => {
            cross_rows(&a.cast(DType::Float32)?, &b.cast(DType::Float32)?)?.cast(a.dtype())
        }
        DType::Int64 => typed::<i64>(a, b, |p, q, r, s| p.wrapping_mul(q).wrapping_sub(r.wrapping_mul(s))),
        d if d.is_integer() => cross_rows(&a.cast(DType::Int64)?, &b.cast(DType::Int64)?)?.cast(d),
        d => Err(ops::refuse("Cross", d)),
    }
}

/// `minor(p, q, r, s)` is `p q - r s`.
fn typed<T: Element>(a: &Array, b: &Array, minor: impl Fn(T, T, T, T) -> T) -> Result<Array> {
    let (a, b) = (a.contiguous()?, b.contiguous()?);
    let mut out = Array::scratch_of::<T>(a.shape().clone())?;
    let rows = a.slice::<T>().chunks_exact(3).zip(b.slice::<T>().chunks_exact(3));
    for (o, (a, b)) in out.slice_mut::<T>().chunks_exact_mut(3).zip(rows) {
        o[0] = minor(a[1], b[2], a[2], b[1]);
        o[1] = minor(a[2], b[0], a[0], b[2]);
        o[2] = minor(a[0], b[1], a[1], b[0]);
    }
    Ok(out)
}
