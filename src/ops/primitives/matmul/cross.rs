//! The cross product of vectors with three components.

use crate::ops::prelude::*;

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
    samples: &[on(&[reals(&[3]), reals(&[3])]), on(&[reals(&[2, 3]), reals(&[2, 3])])],
};

/// The cross product along the last axis, which has length 3.
pub fn cross(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply_static(&Cross, &[a, b])
}

#[derive(Debug)]
struct Cross;

impl Primitive for Cross {
    const OP_TYPE: &'static str = "Cross";
    const TAKES: Takes =
        Takes::FLOATING.and(DTypes::of(&[DType::Int64])).through(DTypes::INTEGER, DType::Int64).alike(2);
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|g, b| b.broadcast_to(g.shape()).map(|b| cross(b, g))),
        Rule::A(|g, a| a.broadcast_to(g.shape()).map(|a| cross(g, a))),
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (a, b) = (x[0], x[1]);
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
}

fn cross_rows(a: &Array, b: &Array) -> Result<Array> {
    match a.dtype() {
        DType::Float32 => typed::<f32>(a, b, |p, q, r, s| p * q - r * s),
        DType::Float64 => typed::<f64>(a, b, |p, q, r, s| p * q - r * s),
        _ => typed::<i64>(a, b, |p, q, r, s| p.wrapping_mul(q).wrapping_sub(r.wrapping_mul(s))),
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
