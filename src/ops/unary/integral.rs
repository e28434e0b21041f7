//! Functions that are defined by integrals.

use super::{Derivative, OpDef, POSITIVE, Result, Sample, Tensor, UNIT, Unary, call, def};
use crate::kernels::math::{Float, special};
use crate::ops;

pub(super) const OPS: &[OpDef] =
    &[def::<Dawsn>(), def::<Expint>(), def::<Spence>(), def::<FresnelCos>(), def::<FresnelSin>()];

/// See [`dawsn`].
pub struct Dawsn;

impl Unary for Dawsn {
    const NAME: &'static str = "dawsn";
    const OP_TYPE: &'static str = "Dawsn";
    const DOC: &'static str = "Dawson's integral, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.dawsn(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| {
        ops::multiply(
            g,
            &ops::subtract(&ops::like(x, 1.0)?, &ops::multiply(&ops::like(x, 2.0)?, &ops::multiply(x, &dawsn(x)?)?)?)?,
        )
    });
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::dawsn)
    }
}

/// Dawson's integral.
pub fn dawsn(x: &Tensor) -> Result<Tensor> {
    call::<Dawsn>(x)
}

/// See [`expint`].
pub struct Expint;

impl Unary for Expint {
    const NAME: &'static str = "expint";
    const OP_TYPE: &'static str = "Expint";
    const DOC: &'static str = "The exponential integral Ei, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.expint(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &ops::realdiv(&ops::exp(x)?, x)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::expint)
    }
}

/// The exponential integral Ei.
pub fn expint(x: &Tensor) -> Result<Tensor> {
    call::<Expint>(x)
}

/// See [`spence`].
pub struct Spence;

impl Unary for Spence {
    const NAME: &'static str = "spence";
    const OP_TYPE: &'static str = "Spence";
    const DOC: &'static str = "The dilogarithm of `1 - x`, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.spence(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::multiply(g, &ops::realdiv(&ops::log(x)?, &ops::subtract(&ops::like(x, 1.0)?, x)?)?));
    const SAMPLES: &'static [Sample] = UNIT;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::spence)
    }
}

/// The dilogarithm of `1 - x`.
pub fn spence(x: &Tensor) -> Result<Tensor> {
    call::<Spence>(x)
}

/// See [`fresnel_cos`].
pub struct FresnelCos;

impl Unary for FresnelCos {
    const NAME: &'static str = "fresnel_cos";
    const OP_TYPE: &'static str = "FresnelCos";
    const DOC: &'static str = "The integral of `cos(pi t ** 2 / 2)` from 0 to `x`, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.fresnel_cos(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &ops::cos(&quarter_turns(x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::fresnel_cos)
    }
}

/// The integral of `cos(pi t ** 2 / 2)` from 0 to `x`.
pub fn fresnel_cos(x: &Tensor) -> Result<Tensor> {
    call::<FresnelCos>(x)
}

/// See [`fresnel_sin`].
pub struct FresnelSin;

impl Unary for FresnelSin {
    const NAME: &'static str = "fresnel_sin";
    const OP_TYPE: &'static str = "FresnelSin";
    const DOC: &'static str = "The integral of `sin(pi t ** 2 / 2)` from 0 to `x`, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.fresnel_sin(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &ops::sin(&quarter_turns(x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::fresnel_sin)
    }
}

/// The integral of `sin(pi t ** 2 / 2)` from 0 to `x`.
pub fn fresnel_sin(x: &Tensor) -> Result<Tensor> {
    call::<FresnelSin>(x)
}

/// `pi x ** 2 / 2`.
fn quarter_turns(x: &Tensor) -> Result<Tensor> {
    ops::multiply(&ops::like(x, std::f64::consts::FRAC_PI_2)?, &ops::square(x)?)
}
