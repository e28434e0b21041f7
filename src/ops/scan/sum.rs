//! Running sums.

use num_complex::Complex64;
use smallvec::smallvec;

use super::{OpDef, PARAMS, SAMPLES, Scan};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::scan::scan;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::{apply, refuse};
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[CUMSUM];

const CUMSUM: OpDef = OpDef {
    name: "cumsum",
    op_type: "Cumsum",
    doc: "The sum of all elements up to each one along `axis`; without itself if `exclusive`, from the end if `reverse`.\n\n\
          Floats are accumulated in `float64`. Errors: `InvalidArgumentError` for an axis out of range, and for `bool` \
          and `string`.\n\n\
          >>> tf.cumsum([1., 2., 3.]).numpy().tolist()\n[1.0, 3.0, 6.0]",
    params: PARAMS,
    call: |a| Ok(cumsum(a.tensor(0), a.int(1), a.bool(2), a.bool(3))?.into()),
    samples: SAMPLES,
};

/// The sum of all elements up to each one along `axis`.
pub fn cumsum(x: &Tensor, axis: i64, exclusive: bool, reverse: bool) -> Result<Tensor> {
    apply(Cumsum(Scan::new("Cumsum", x, axis, exclusive, reverse)?), &[x])
}

#[derive(Debug)]
struct Cumsum(Scan);

impl Op for Cumsum {
    fn op_type(&self) -> &'static str {
        "Cumsum"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, chain, exclusive) = (x[0], &self.0.chain, self.0.exclusive);
        match x.dtype() {
            DType::Float32 => scan(x, chain, exclusive, 0f64, |s, v: f32| s + f64::from(v), |s| s as f32),
            DType::Float64 => scan(x, chain, exclusive, 0f64, |s, v: f64| s + v, |s| s),
            DType::Int64 => scan(x, chain, exclusive, 0i64, |s, v: i64| s.wrapping_add(v), |s| s),
            DType::Complex128 => scan(x, chain, exclusive, Complex64::default(), |s, v: Complex64| s + v, |s| s),
            DType::Bool | DType::String => Err(refuse(self.op_type(), x.dtype())),
            dtype => self.forward(&[&x.cast(wide(dtype))?])?.cast(dtype),
        }
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }

    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(apply(Cumsum(self.0.reversed()), &[&g[0]])?)])
    }

    fn batched(&self) -> bool {
        true
    }
}

/// The type that scans of `dtype` run in.
pub(super) fn wide(dtype: DType) -> DType {
    match dtype {
        DType::Complex64 => DType::Complex128,
        d if d.is_floating() => DType::Float64,
        _ => DType::Int64,
    }
}
