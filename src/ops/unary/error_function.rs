//! The error function and its relatives, and the logarithm of the gamma function.

use super::{Derivative, OpDef, Result, Tensor, Unary, call, def};
use crate::kernels::math::Float;
use crate::ops;

pub(super) const OPS: &[OpDef] = &[def::<Erf>(), def::<Erfc>()];

/// See [`erf`].
pub struct Erf;

impl Unary for Erf {
    const NAME: &'static str = "erf";
    const OP_TYPE: &'static str = "Erf";
    const DOC: &'static str =
        "The error function, element by element.\n\n>>> tf.math.erf(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &bell(x)?));
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.erf()
    }
}

/// The error function.
pub fn erf(x: &Tensor) -> Result<Tensor> {
    call::<Erf>(x)
}

/// See [`erfc`].
pub struct Erfc;

impl Unary for Erfc {
    const NAME: &'static str = "erfc";
    const OP_TYPE: &'static str = "Erfc";
    const DOC: &'static str =
        "`1 - erf(x)`, element by element, exact in the tail.\n\n>>> tf.math.erfc(tf.constant(0.)).numpy().item()\n1.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::negative(&ops::multiply(g, &bell(x)?)?));
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.erfc()
    }
}

/// `1 - erf(x)`.
pub fn erfc(x: &Tensor) -> Result<Tensor> {
    call::<Erfc>(x)
}

/// The derivative of the error function: `2 / sqrt(pi) * e ** -(x * x)`.
fn bell(x: &Tensor) -> Result<Tensor> {
    ops::multiply(&ops::like(x, std::f64::consts::FRAC_2_SQRT_PI)?, &ops::exp(&ops::negative(&ops::square(x)?)?)?)
}
