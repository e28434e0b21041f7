//! Running products.

use num_complex::Complex64;
use smallvec::smallvec;

use super::{OpDef, PARAMS, SAMPLES, Scan, recurrence, shift, wide};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::scan::scan;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::{apply, refuse};
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[CUMPROD];

const CUMPROD: OpDef = OpDef {
    name: "cumprod",
    op_type: "Cumprod",
    doc: "The product of all elements up to each one along `axis`; without itself if `exclusive`, from the end if \
          `reverse`.\n\n\
          Gradients of every order are exact where elements are zero (TensorFlow's are not). Floats are accumulated in \
          `float64`. Errors: `InvalidArgumentError` for an axis out of range, and for `bool` and `string`.\n\n\
          >>> tf.math.cumprod([2., 3., 4.]).numpy().tolist()\n[2.0, 6.0, 24.0]",
    params: PARAMS,
    call: |a| Ok(cumprod(a.tensor(0), a.int(1), a.bool(2), a.bool(3))?.into()),
    samples: SAMPLES,
};

/// The product of all elements up to each one along `axis`.
pub fn cumprod(x: &Tensor, axis: i64, exclusive: bool, reverse: bool) -> Result<Tensor> {
    apply(Cumprod(Scan::new("Cumprod", x, axis, exclusive, reverse)?), &[x])
}

#[derive(Debug)]
struct Cumprod(Scan);

impl Op for Cumprod {
    fn op_type(&self) -> &'static str {
        "Cumprod"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, chain, exclusive) = (x[0], &self.0.chain, self.0.exclusive);
        match x.dtype() {
            DType::Float32 => scan(x, chain, exclusive, 1f64, |p, v: f32| p * f64::from(v), |p| p as f32),
            DType::Float64 => scan(x, chain, exclusive, 1f64, |p, v: f64| p * v, |p| p),
            DType::Int64 => scan(x, chain, exclusive, 1i64, |p, v: i64| p.wrapping_mul(v), |p| p),
            DType::Complex128 => scan(x, chain, exclusive, Complex64::new(1.0, 0.0), |p, v: Complex64| p * v, |p| p),
            DType::Bool | DType::String => Err(refuse(self.op_type(), x.dtype())),
            dtype => self.forward(&[&x.cast(wide(dtype))?])?.cast(dtype),
        }
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::INPUTS
    }

    /// `dx[k]` is the product `p` of the elements before `k` times `r[k]`, the sum over all later `i` of `g[i]` times the
    /// product of the elements between `k` and `i`. With `y` inclusive, `r[k] = g[k] + x[k + 1] r[k + 1]`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let x = ops::conj(s.x(0))?;
        let back = self.0.chain.reversed();
        let r = if self.0.exclusive {
            shift(&recurrence(&x, &g[0], &back, false)?, &back, 0.0)?
        } else {
            recurrence(&x, &g[0], &back, true)?
        };
        let p = apply(Cumprod(Scan { exclusive: true, ..self.0.clone() }), &[&x])?;
        Ok(smallvec![Some(ops::multiply(&r, &p)?)])
    }

    fn batched(&self) -> bool {
        true
    }
}
