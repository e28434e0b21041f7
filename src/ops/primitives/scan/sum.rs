//! Running sums.

use half::{bf16, f16};
use num_complex::Complex64;

use super::{PARAMS, SAMPLES, Scan, TAKES};
use crate::kernels::scan::scan;
use crate::ops::prelude::*;
use crate::ops::to_the_letter::is_to_the_letter;

pub(super) const OPS: &[OpDef] = &[CUMSUM];

const CUMSUM: OpDef = OpDef {
    name: "cumsum",
    op_type: "Cumsum",
    doc: "The sum of all elements up to each one along `axis`; without itself if `exclusive`, from the end if `reverse`.\n\n\
          Errors: `InvalidArgumentError` for an axis out of range, and for `bool` \
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

impl Primitive for Cumsum {
    const OP_TYPE: &'static str = "Cumsum";
    const TAKES: Takes = TAKES;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.through(Cumsum(g.op.0.reversed()), &[]))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, chain, exclusive) = (x[0], &self.0.chain, self.0.exclusive);
        match x.dtype() {
            DType::Float16 if is_to_the_letter() => scan(x, chain, exclusive, f16::ZERO, |s, v: f16| s + v, |s| s),
            DType::BFloat16 if is_to_the_letter() => scan(x, chain, exclusive, bf16::ZERO, |s, v: bf16| s + v, |s| s),
            half @ (DType::Float16 | DType::BFloat16) => self.forward(&[&x.cast(DType::Float64)?])?.cast(half),
            DType::Float32 => scan(x, chain, exclusive, 0f32, |s, v: f32| s + v, |s| s),
            DType::Float64 => scan(x, chain, exclusive, 0f64, |s, v: f64| s + v, |s| s),
            DType::Complex128 => scan(x, chain, exclusive, Complex64::default(), |s, v: Complex64| s + v, |s| s),
            _ => scan(x, chain, exclusive, 0i64, |s, v: i64| s.wrapping_add(v), |s| s),
        }
    }
}
