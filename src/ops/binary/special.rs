//! Special functions of two numbers, with gradients with respect to the second.

use super::{Binary, OpDef, Partial, Result, Sample, call, def, tensor};
use crate::kernels::math::{Float, special};
use crate::ops;
use crate::ops::def::Param;
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[def::<Zeta>(), POLYGAMMA];

/// Gradients are checked with respect to the second number only: the first has none.
const POLYGAMMA: OpDef = OpDef { samples: &[], ..def::<Polygamma>() };

/// See [`polygamma`].
pub struct Polygamma;

impl Binary for Polygamma {
    const NAME: &'static str = "polygamma";
    const OP_TYPE: &'static str = "Polygamma";
    const DOC: &'static str = "The derivative of order `a` (a whole number) of `digamma` at `x`, element by element.\n\n\
        The gradient flows to `x` alone.\n\n>>> bool(tf.math.polygamma(1., 1.) > 1.64)\nTrue";
    const PARAMS: &'static [Param] = &[tensor("a"), tensor("x")];
    const DA: Partial = Partial::Zero;
    const DB: Partial = Partial::AB(|g, a, x| ops::multiply(g, &polygamma(&ops::add(a, &ops::like(a, 1.0)?)?, x)?));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        let order = b.widen();
        a.scalar(|a| special::polygamma(a, wide(order)))
    }
}

/// The derivative of order `a` of `digamma` at `x`.
pub fn polygamma(a: &Tensor, x: &Tensor) -> Result<Tensor> {
    call::<Polygamma>(a, x)
}

/// See [`zeta`].
pub struct Zeta;

impl Binary for Zeta {
    const NAME: &'static str = "zeta";
    const OP_TYPE: &'static str = "Zeta";
    const DOC: &'static str = "Hurwitz' zeta function: the sum of `(q + n) ** -x` over `n = 0, 1, ...`, element by element.\n\n\
        The gradient flows to `q` alone.\n\n>>> bool(tf.math.zeta(2., 1.) > 1.64)\nTrue";
    const PARAMS: &'static [Param] = &[tensor("x"), tensor("q")];
    const DA: Partial = Partial::Zero;
    const DB: Partial = Partial::AB(|g, x, q| {
        let next = zeta(&ops::add(x, &ops::like(x, 1.0)?)?, q)?;
        ops::negative(&ops::multiply(g, &ops::multiply(x, &next)?)?)
    });
    const SAMPLES: &'static [Sample] = &[];
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        let q = b.widen();
        a.scalar(|x| special::zeta(x, wide(q)))
    }
}

/// Hurwitz' zeta function.
pub fn zeta(x: &Tensor, q: &Tensor) -> Result<Tensor> {
    call::<Zeta>(x, q)
}

/// The plain number in a wide lane.
#[inline(always)]
fn wide<W: Float<Native = f64>>(x: W) -> f64 {
    x.get()
}
