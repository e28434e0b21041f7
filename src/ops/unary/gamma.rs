//! The gamma function's logarithm and derivatives, and inverses of the error function.

use super::{Derivative, INSIDE_ONE, OpDef, POSITIVE, Result, Sample, Tensor, UNIT, Unary, call, def};
use crate::kernels::math::{Float, special};
use crate::ops;

pub(super) const OPS: &[OpDef] =
    &[def::<Lgamma>(), def::<Digamma>(), def::<Erfinv>(), def::<Erfcinv>(), def::<Ndtri>()];

/// See [`lgamma`].
pub struct Lgamma;

impl Unary for Lgamma {
    const NAME: &'static str = "lgamma";
    const OP_TYPE: &'static str = "Lgamma";
    const DOC: &'static str = "The logarithm of the magnitude of the gamma function, element by element; infinite at 0 and at negative integers.\n\n>>> bool(tf.math.is_finite(tf.math.lgamma(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &digamma(x)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::lgamma)
    }
}

/// The logarithm of the magnitude of the gamma function.
pub fn lgamma(x: &Tensor) -> Result<Tensor> {
    call::<Lgamma>(x)
}

/// See [`digamma`].
pub struct Digamma;

impl Unary for Digamma {
    const NAME: &'static str = "digamma";
    const OP_TYPE: &'static str = "Digamma";
    const DOC: &'static str = "The derivative of `lgamma`, element by element; NaN at 0 and at negative integers.\n\n>>> bool(tf.math.is_finite(tf.math.digamma(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &ops::polygamma(&ops::like(x, 1.0)?, x)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::digamma)
    }
}

/// The derivative of `lgamma`.
pub fn digamma(x: &Tensor) -> Result<Tensor> {
    call::<Digamma>(x)
}

/// See [`erfinv`].
pub struct Erfinv;

impl Unary for Erfinv {
    const NAME: &'static str = "erfinv";
    const OP_TYPE: &'static str = "Erfinv";
    const DOC: &'static str = "The inverse of `erf`, element by element; infinite at -1 and 1, NaN beyond.\n\n>>> bool(tf.math.is_finite(tf.math.erfinv(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative =
        Derivative::Y(|g, y| ops::multiply(g, &scaled_growth(y, std::f64::consts::FRAC_2_SQRT_PI.recip(), 1.0)?));
    const SAMPLES: &'static [Sample] = INSIDE_ONE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::erfinv)
    }
}

/// The inverse of `erf`.
pub fn erfinv(x: &Tensor) -> Result<Tensor> {
    call::<Erfinv>(x)
}

/// See [`erfcinv`].
pub struct Erfcinv;

impl Unary for Erfcinv {
    const NAME: &'static str = "erfcinv";
    const OP_TYPE: &'static str = "Erfcinv";
    const DOC: &'static str = "The inverse of `erfc`, element by element, on 0 to 2.\n\n>>> bool(tf.math.is_finite(tf.math.erfcinv(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::Y(|g, y| {
        ops::negative(&ops::multiply(g, &scaled_growth(y, std::f64::consts::FRAC_2_SQRT_PI.recip(), 1.0)?)?)
    });
    const SAMPLES: &'static [Sample] = UNIT;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::erfcinv)
    }
}

/// The inverse of `erfc`.
pub fn erfcinv(x: &Tensor) -> Result<Tensor> {
    call::<Erfcinv>(x)
}

/// See [`ndtri`].
pub struct Ndtri;

impl Unary for Ndtri {
    const NAME: &'static str = "ndtri";
    const OP_TYPE: &'static str = "Ndtri";
    const DOC: &'static str = "The quantile function of the standard normal distribution, element by element, on 0 to 1.\n\n>>> bool(tf.math.is_finite(tf.math.ndtri(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative =
        Derivative::Y(|g, y| ops::multiply(g, &scaled_growth(y, (2.0 * std::f64::consts::PI).sqrt(), 0.5)?));
    const SAMPLES: &'static [Sample] = UNIT;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::ndtri)
    }
}

/// The quantile function of the standard normal distribution.
pub fn ndtri(x: &Tensor) -> Result<Tensor> {
    call::<Ndtri>(x)
}

/// `scale e ** (factor y ** 2)`.
fn scaled_growth(y: &Tensor, scale: f64, factor: f64) -> Result<Tensor> {
    let exponent = ops::multiply(&ops::like(y, factor)?, &ops::square(y)?)?;
    ops::multiply(&ops::like(y, scale)?, &ops::exp(&exponent)?)
}
