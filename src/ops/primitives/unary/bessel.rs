//! Bessel functions of order 0 and 1.

use super::{POSITIVE, unary};
use crate::kernels::math::special::{self, lanes};
use crate::ops::prelude::*;
use crate::ops::primitives::binary::first;

unary! {
    /// The modified Bessel function of the first kind of order 0, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_i0(tf.constant(0.5))))
    /// True
    bessel_i0: BesselI0 |x| lanes::bessel_i0(x),
        grad: Rule::X(|g, x| g * x.bessel_i1());

    /// The modified Bessel function of the first kind of order 1, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_i1(tf.constant(0.5))))
    /// True
    bessel_i1: BesselI1 |x| lanes::bessel_i1(x),
        grad: Rule::X(|g, x| g * first(ops::bessel_i1_slope, x));

    /// `e ** -|x| bessel_i0(x)`, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_i0e(tf.constant(0.5))))
    /// True
    bessel_i0e: BesselI0e |x| lanes::bessel_i0e(x),
        grad: Rule::X(|g, x| g * (x.bessel_i1e() - x.sign() * x.bessel_i0e())),
        samples: POSITIVE;

    /// `e ** -|x| bessel_i1(x)`, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_i1e(tf.constant(0.5))))
    /// True
    bessel_i1e: BesselI1e |x| lanes::bessel_i1e(x),
        grad: Rule::X(|g, x| g * first(ops::bessel_i1e_slope, x)),
        samples: POSITIVE;

    /// The modified Bessel function of the second kind of order 0, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_k0(tf.constant(0.5))))
    /// True
    bessel_k0: BesselK0 |x| x.scalar(special::bessel_k0),
        grad: Rule::X(|g, x| -g * x.bessel_k1()),
        samples: POSITIVE;

    /// The modified Bessel function of the second kind of order 1, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_k1(tf.constant(0.5))))
    /// True
    bessel_k1: BesselK1 |x| x.scalar(special::bessel_k1),
        grad: Rule::X(|g, x| g * first(ops::bessel_k1_slope, x)),
        samples: POSITIVE;

    /// `e ** x bessel_k0(x)`, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_k0e(tf.constant(0.5))))
    /// True
    bessel_k0e: BesselK0e |x| x.scalar(special::bessel_k0e),
        grad: Rule::X(|g, x| g * first(ops::bessel_k0e_slope, x)),
        samples: POSITIVE;

    /// `e ** x bessel_k1(x)`, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_k1e(tf.constant(0.5))))
    /// True
    bessel_k1e: BesselK1e |x| x.scalar(special::bessel_k1e),
        grad: Rule::X(|g, x| g * first(ops::bessel_k1e_slope, x)),
        samples: POSITIVE;

    /// The Bessel function of the first kind of order 0, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_j0(tf.constant(0.5))))
    /// True
    bessel_j0: BesselJ0 |x| x.scalar(special::bessel_j0),
        grad: Rule::X(|g, x| -g * x.bessel_j1());

    /// The Bessel function of the first kind of order 1, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_j1(tf.constant(0.5))))
    /// True
    bessel_j1: BesselJ1 |x| x.scalar(special::bessel_j1),
        grad: Rule::X(|g, x| g * first(ops::bessel_j1_slope, x));

    /// The Bessel function of the second kind of order 0, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_y0(tf.constant(0.5))))
    /// True
    bessel_y0: BesselY0 |x| x.scalar(special::bessel_y0),
        grad: Rule::X(|g, x| -g * x.bessel_y1()),
        samples: POSITIVE;

    /// The Bessel function of the second kind of order 1, element by element.
    ///
    /// >>> bool(tf.math.is_finite(tf.math.special.bessel_y1(tf.constant(0.5))))
    /// True
    bessel_y1: BesselY1 |x| x.scalar(special::bessel_y1),
        grad: Rule::X(|g, x| g * first(ops::bessel_y1_slope, x)),
        samples: POSITIVE;
}
