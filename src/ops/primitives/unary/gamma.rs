//! The gamma function's logarithm and derivatives, and inverses of the error function.

use std::f64::consts::{FRAC_2_SQRT_PI, PI};

use super::{INSIDE_ONE, POSITIVE, UNIT, unary};
use crate::kernels::math::special::{self, lanes};
use crate::ops::prelude::*;

unary! {
    /// The logarithm of the magnitude of the gamma function, element by element; infinite at 0 and at negative
    /// integers.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.lgamma(tf.constant(0.5))))
    /// True
    lgamma: Lgamma |x| lanes::lgamma(x),
        grad: Rule::X(|g, x| g * x.digamma()),
        samples: POSITIVE;

    /// The derivative of `lgamma`, element by element; NaN at 0 and at negative integers.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.digamma(tf.constant(0.5))))
    /// True
    digamma: Digamma |x| lanes::digamma(x),
        grad: Rule::X(|g, x| g * x.map(trigamma)),
        samples: POSITIVE;

    /// The derivative of `digamma`, element by element.
    trigamma: Trigamma |x| lanes::trigamma(x),
        grad: Rule::X(|g, x| g * x.map(|x| ops::polygamma(&ops::like(x, 2.0)?, x))),
        name: "_trigamma",
        samples: POSITIVE;

    /// The inverse of `erf`, element by element; infinite at -1 and 1, NaN beyond.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.erfinv(tf.constant(0.5))))
    /// True
    erfinv: Erfinv |x| lanes::erfinv(x),
        grad: Rule::Y(|g, y| g * scaled_growth(y, FRAC_2_SQRT_PI.recip(), 1.0)),
        samples: INSIDE_ONE;

    /// The inverse of `erfc`, element by element, on 0 to 2.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.erfcinv(tf.constant(0.5))))
    /// True
    erfcinv: Erfcinv |x| x.scalar(special::erfcinv),
        grad: Rule::Y(|g, y| -(g * scaled_growth(y, FRAC_2_SQRT_PI.recip(), 1.0))),
        samples: UNIT;

    /// The quantile function of the standard normal distribution, element by element, on 0 to 1.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.ndtri(tf.constant(0.5))))
    /// True
    ndtri: Ndtri |x| x.scalar(special::ndtri),
        grad: Rule::Y(|g, y| g * scaled_growth(y, (2.0 * PI).sqrt(), 0.5)),
        samples: UNIT;
}

/// `scale e ** (factor y ** 2)`.
fn scaled_growth(y: &Tensor, scale: f64, factor: f64) -> Formula {
    scale * (factor * y.square()).exp()
}
