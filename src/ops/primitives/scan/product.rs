//! Running products.

use half::{bf16, f16};
use num_complex::Complex64;

use super::{PARAMS, SAMPLES, Scan, TAKES};
use crate::kernels::scan::scan;
use crate::ops::prelude::*;
use crate::ops::to_the_letter::is_to_the_letter;

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
    samples: &[SAMPLES[0], SAMPLES[1], SAMPLES[2], SAMPLES[3], on(&[Input::At(&[5], &[2.0, 0.0, -1.0, 0.0, 3.0])])],
};

/// The product of all elements up to each one along `axis`.
pub fn cumprod(x: &Tensor, axis: i64, exclusive: bool, reverse: bool) -> Result<Tensor> {
    apply(Cumprod(Scan::new("Cumprod", x, axis, exclusive, reverse)?), &[x])
}

#[derive(Debug)]
struct Cumprod(Scan);

impl Primitive for Cumprod {
    const OP_TYPE: &'static str = "Cumprod";
    const TAKES: Takes = TAKES;
    const GRAD: &'static [Rule<Self>] = &[Rule::X(gradient)];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, chain, exclusive) = (x[0], &self.0.chain, self.0.exclusive);
        match x.dtype() {
            DType::Float16 if is_to_the_letter() => scan(x, chain, exclusive, f16::ONE, |s, v: f16| s * v, |s| s),
            DType::BFloat16 if is_to_the_letter() => scan(x, chain, exclusive, bf16::ONE, |s, v: bf16| s * v, |s| s),
            half @ (DType::Float16 | DType::BFloat16) => self.forward(&[&x.cast(DType::Float64)?])?.cast(half),
            DType::Float32 => scan(x, chain, exclusive, 1f64, |p, v: f32| p * f64::from(v), |p| p as f32),
            DType::Float64 => scan(x, chain, exclusive, 1f64, |p, v: f64| p * v, |p| p),
            DType::Complex128 => scan(x, chain, exclusive, Complex64::new(1.0, 0.0), |p, v: Complex64| p * v, |p| p),
            _ => scan(x, chain, exclusive, 1i64, |p, v: i64| p.wrapping_mul(v), |p| p),
        }
    }
}

/// `dx[k]` is the product `p` of the elements before `k` times `r[k]`, the sum over all later `i` of `g[i]` times the
/// product of the elements between `k` and `i`. With `y` inclusive, `r[k] = g[k] + x[k + 1] r[k + 1]`.
fn gradient(g: &Cotangent<Cumprod>, x: &Tensor) -> Formula {
    let (scan, x) = (&g.op.0, x.conj());
    let back = scan.chain.reversed();
    let r = if scan.exclusive { x.recurrence(g, &back, false).shift(&back, 0.0) } else { x.recurrence(g, &back, true) };
    let before = Cumprod(Scan { exclusive: true, ..scan.clone() });
    r * x.map(|x| apply(before, &[x]))
}
