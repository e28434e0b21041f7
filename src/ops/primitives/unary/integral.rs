//! Functions that are defined by integrals.

use std::f64::consts::FRAC_PI_2;

use super::{POSITIVE, unary};
use crate::kernels::math::special;
use crate::ops::prelude::*;
use crate::ops::primitives::binary::first;

unary! {
    /// Dawson's integral, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.dawsn(tf.constant(0.5))))
    /// True
    dawsn: Dawsn |x| x.scalar(special::dawsn),
        grad: Rule::X(|g, x| g * first(ops::dawsn_slope, x));

    /// The exponential integral Ei, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.expint(tf.constant(0.5))))
    /// True
    expint: Expint |x| x.scalar(special::expint),
        grad: Rule::X(|g, x| g * first(ops::expint_slope, x)),
        samples: POSITIVE;

    /// The dilogarithm of `1 - x`, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.spence(tf.constant(0.5))))
    /// True
    spence: Spence |x| x.scalar(special::spence),
        grad: Rule::X(|g, x| g * first(ops::spence_slope, x)),
        samples: POSITIVE;

    /// The integral of `cos(pi t ** 2 / 2)` from 0 to `x`, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.fresnel_cos(tf.constant(0.5))))
    /// True
    fresnel_cos: FresnelCos |x| x.scalar(special::fresnel_cos),
        grad: Rule::X(|g, x| g * quarter_turns(x).cos()),
        samples: POSITIVE;

    /// The integral of `sin(pi t ** 2 / 2)` from 0 to `x`, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.fresnel_sin(tf.constant(0.5))))
    /// True
    fresnel_sin: FresnelSin |x| x.scalar(special::fresnel_sin),
        grad: Rule::X(|g, x| g * quarter_turns(x).sin()),
        samples: POSITIVE;
}

/// `pi x ** 2 / 2`.
fn quarter_turns(x: &Tensor) -> Formula {
    FRAC_PI_2 * x.square()
}
