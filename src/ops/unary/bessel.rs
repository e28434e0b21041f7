//! Bessel functions of order 0 and 1.

use super::{Derivative, OpDef, POSITIVE, Result, Sample, Tensor, Unary, call, def};
use crate::kernels::math::{Float, special};
use crate::ops;

pub(super) const OPS: &[OpDef] = &[
    def::<BesselI0>(),
    def::<BesselI1>(),
    def::<BesselI0e>(),
    def::<BesselI1e>(),
    def::<BesselK0>(),
    def::<BesselK1>(),
    def::<BesselK0e>(),
    def::<BesselK1e>(),
    def::<BesselJ0>(),
    def::<BesselJ1>(),
    def::<BesselY0>(),
    def::<BesselY1>(),
];

/// See [`bessel_i0`].
pub struct BesselI0;

impl Unary for BesselI0 {
    const NAME: &'static str = "bessel_i0";
    const OP_TYPE: &'static str = "BesselI0";
    const DOC: &'static str = "The modified Bessel function of the first kind of order 0, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_i0(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &bessel_i1(x)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_i0)
    }
}

/// The modified Bessel function of the first kind of order 0.
pub fn bessel_i0(x: &Tensor) -> Result<Tensor> {
    call::<BesselI0>(x)
}

/// See [`bessel_i1`].
pub struct BesselI1;

impl Unary for BesselI1 {
    const NAME: &'static str = "bessel_i1";
    const OP_TYPE: &'static str = "BesselI1";
    const DOC: &'static str = "The modified Bessel function of the first kind of order 1, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_i1(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::multiply(g, &ops::subtract(&bessel_i0(x)?, &ops::realdiv(&bessel_i1(x)?, x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_i1)
    }
}

/// The modified Bessel function of the first kind of order 1.
pub fn bessel_i1(x: &Tensor) -> Result<Tensor> {
    call::<BesselI1>(x)
}

/// See [`bessel_i0e`].
pub struct BesselI0e;

impl Unary for BesselI0e {
    const NAME: &'static str = "bessel_i0e";
    const OP_TYPE: &'static str = "BesselI0e";
    const DOC: &'static str = "`e ** -|x| bessel_i0(x)`, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_i0e(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| {
        ops::multiply(g, &ops::subtract(&bessel_i1e(x)?, &ops::multiply(&ops::sign(x)?, &bessel_i0e(x)?)?)?)
    });
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_i0e)
    }
}

/// `e ** -|x| bessel_i0(x)`.
pub fn bessel_i0e(x: &Tensor) -> Result<Tensor> {
    call::<BesselI0e>(x)
}

/// See [`bessel_i1e`].
pub struct BesselI1e;

impl Unary for BesselI1e {
    const NAME: &'static str = "bessel_i1e";
    const OP_TYPE: &'static str = "BesselI1e";
    const DOC: &'static str = "`e ** -|x| bessel_i1(x)`, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_i1e(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| {
        ops::multiply(
            g,
            &ops::subtract(
                &bessel_i0e(x)?,
                &ops::multiply(&bessel_i1e(x)?, &ops::add(&ops::sign(x)?, &ops::reciprocal(x)?)?)?,
            )?,
        )
    });
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_i1e)
    }
}

/// `e ** -|x| bessel_i1(x)`.
pub fn bessel_i1e(x: &Tensor) -> Result<Tensor> {
    call::<BesselI1e>(x)
}

/// See [`bessel_k0`].
pub struct BesselK0;

impl Unary for BesselK0 {
    const NAME: &'static str = "bessel_k0";
    const OP_TYPE: &'static str = "BesselK0";
    const DOC: &'static str = "The modified Bessel function of the second kind of order 0, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_k0(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::negative(&ops::multiply(g, &bessel_k1(x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_k0)
    }
}

/// The modified Bessel function of the second kind of order 0.
pub fn bessel_k0(x: &Tensor) -> Result<Tensor> {
    call::<BesselK0>(x)
}

/// See [`bessel_k1`].
pub struct BesselK1;

impl Unary for BesselK1 {
    const NAME: &'static str = "bessel_k1";
    const OP_TYPE: &'static str = "BesselK1";
    const DOC: &'static str = "The modified Bessel function of the second kind of order 1, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_k1(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| {
        ops::negative(&ops::multiply(g, &ops::add(&bessel_k0(x)?, &ops::realdiv(&bessel_k1(x)?, x)?)?)?)
    });
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_k1)
    }
}

/// The modified Bessel function of the second kind of order 1.
pub fn bessel_k1(x: &Tensor) -> Result<Tensor> {
    call::<BesselK1>(x)
}

/// See [`bessel_k0e`].
pub struct BesselK0e;

impl Unary for BesselK0e {
    const NAME: &'static str = "bessel_k0e";
    const OP_TYPE: &'static str = "BesselK0e";
    const DOC: &'static str = "`e ** x bessel_k0(x)`, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_k0e(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &ops::subtract(&bessel_k0e(x)?, &bessel_k1e(x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_k0e)
    }
}

/// `e ** x bessel_k0(x)`.
pub fn bessel_k0e(x: &Tensor) -> Result<Tensor> {
    call::<BesselK0e>(x)
}

/// See [`bessel_k1e`].
pub struct BesselK1e;

impl Unary for BesselK1e {
    const NAME: &'static str = "bessel_k1e";
    const OP_TYPE: &'static str = "BesselK1e";
    const DOC: &'static str = "`e ** x bessel_k1(x)`, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_k1e(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| {
        ops::multiply(
            g,
            &ops::subtract(&ops::subtract(&bessel_k1e(x)?, &ops::realdiv(&bessel_k1e(x)?, x)?)?, &bessel_k0e(x)?)?,
        )
    });
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_k1e)
    }
}

/// `e ** x bessel_k1(x)`.
pub fn bessel_k1e(x: &Tensor) -> Result<Tensor> {
    call::<BesselK1e>(x)
}

/// See [`bessel_j0`].
pub struct BesselJ0;

impl Unary for BesselJ0 {
    const NAME: &'static str = "bessel_j0";
    const OP_TYPE: &'static str = "BesselJ0";
    const DOC: &'static str = "The Bessel function of the first kind of order 0, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_j0(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::negative(&ops::multiply(g, &bessel_j1(x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_j0)
    }
}

/// The Bessel function of the first kind of order 0.
pub fn bessel_j0(x: &Tensor) -> Result<Tensor> {
    call::<BesselJ0>(x)
}

/// See [`bessel_j1`].
pub struct BesselJ1;

impl Unary for BesselJ1 {
    const NAME: &'static str = "bessel_j1";
    const OP_TYPE: &'static str = "BesselJ1";
    const DOC: &'static str = "The Bessel function of the first kind of order 1, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_j1(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::multiply(g, &ops::subtract(&bessel_j0(x)?, &ops::realdiv(&bessel_j1(x)?, x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_j1)
    }
}

/// The Bessel function of the first kind of order 1.
pub fn bessel_j1(x: &Tensor) -> Result<Tensor> {
    call::<BesselJ1>(x)
}

/// See [`bessel_y0`].
pub struct BesselY0;

impl Unary for BesselY0 {
    const NAME: &'static str = "bessel_y0";
    const OP_TYPE: &'static str = "BesselY0";
    const DOC: &'static str = "The Bessel function of the second kind of order 0, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_y0(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative = Derivative::X(|g, x| ops::negative(&ops::multiply(g, &bessel_y1(x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_y0)
    }
}

/// The Bessel function of the second kind of order 0.
pub fn bessel_y0(x: &Tensor) -> Result<Tensor> {
    call::<BesselY0>(x)
}

/// See [`bessel_y1`].
pub struct BesselY1;

impl Unary for BesselY1 {
    const NAME: &'static str = "bessel_y1";
    const OP_TYPE: &'static str = "BesselY1";
    const DOC: &'static str = "The Bessel function of the second kind of order 1, element by element.\n\n>>> bool(tf.math.is_finite(tf.math.special.bessel_y1(tf.constant(0.5))))\nTrue";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::multiply(g, &ops::subtract(&bessel_y0(x)?, &ops::realdiv(&bessel_y1(x)?, x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.scalar(special::bessel_y1)
    }
}

/// The Bessel function of the second kind of order 1.
pub fn bessel_y1(x: &Tensor) -> Result<Tensor> {
    call::<BesselY1>(x)
}
