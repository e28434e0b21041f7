//! Negation, powers with fixed exponents, roots, conjugation.

use num_complex::Complex64;

use super::{Derivative, OpDef, POSITIVE, Result, Sample, Tensor, Unary, call, def, fused};
use crate::kernels::math::{Float, complex};
use crate::ops;

pub(super) const OPS: &[OpDef] = &[
    def::<Negative>(),
    def::<Square>(),
    def::<Sqrt>(),
    def::<Rsqrt>(),
    def::<Reciprocal>(),
    def::<ReciprocalNoNan>(),
    def::<Conj>(),
];

/// See [`negative`].
pub struct Negative;

impl Unary for Negative {
    const NAME: &'static str = "negative";
    const OP_TYPE: &'static str = "Neg";
    const DOC: &'static str =
        "`-x`, element by element.\n\n>>> tf.negative(tf.constant([1., -2.])).numpy().tolist()\n[-1.0, 2.0]";
    const GRAD: Derivative = Derivative::G(negative);
    const INTEGER: Option<fn(i128) -> i128> = Some(|x| -x);
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(|x| -x);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        -x
    }
}

/// `-x`.
pub fn negative(x: &Tensor) -> Result<Tensor> {
    call::<Negative>(x)
}

/// See [`square`].
pub struct Square;

impl Unary for Square {
    const NAME: &'static str = "square";
    const OP_TYPE: &'static str = "Square";
    const DOC: &'static str = "`x * x`, element by element.\n\n>>> tf.square(tf.constant(3.)).numpy().item()\n9.0";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::multiply(g, &ops::multiply(&ops::like(x, 2.0)?, &ops::conj(x)?)?));
    const INTEGER: Option<fn(i128) -> i128> = Some(|x| x.wrapping_mul(x));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(|x| x * x);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x * x
    }
}

/// `x * x`.
pub fn square(x: &Tensor) -> Result<Tensor> {
    call::<Square>(x)
}

/// See [`sqrt`].
pub struct Sqrt;

impl Unary for Sqrt {
    const NAME: &'static str = "sqrt";
    const OP_TYPE: &'static str = "Sqrt";
    const DOC: &'static str = "The square root, element by element.\n\nNaN for negative numbers. The derivative at 0 is infinite; where the incoming gradient is 0 it stays 0.\n\n>>> tf.sqrt(tf.constant([4., 9.])).numpy().tolist()\n[2.0, 3.0]";
    const GRAD: Derivative = Derivative::Fused(fused::<ops::SqrtGrad, 1>());
    const SAMPLES: &'static [Sample] = POSITIVE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::sqrt);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.sqrt()
    }
}

/// The square root.
pub fn sqrt(x: &Tensor) -> Result<Tensor> {
    call::<Sqrt>(x)
}

/// See [`rsqrt`].
pub struct Rsqrt;

impl Unary for Rsqrt {
    const NAME: &'static str = "rsqrt";
    const OP_TYPE: &'static str = "Rsqrt";
    const DOC: &'static str = "`1 / sqrt(x)`, element by element.\n\nInfinite at 0 and NaN for negative numbers.\n\n>>> tf.math.rsqrt(tf.constant(4.)).numpy().item()\n0.5";
    const GRAD: Derivative = Derivative::Fused(fused::<ops::RsqrtGrad, 1>());
    const SAMPLES: &'static [Sample] = POSITIVE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::rsqrt);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.rsqrt()
    }
}

/// `1 / sqrt(x)`.
pub fn rsqrt(x: &Tensor) -> Result<Tensor> {
    call::<Rsqrt>(x)
}

/// See [`reciprocal`].
pub struct Reciprocal;

impl Unary for Reciprocal {
    const NAME: &'static str = "reciprocal";
    const OP_TYPE: &'static str = "Reciprocal";
    const DOC: &'static str =
        "`1 / x`, element by element; infinite at 0.\n\n>>> tf.math.reciprocal(tf.constant(4.)).numpy().item()\n0.25";
    const GRAD: Derivative = Derivative::Fused(fused::<ops::ReciprocalGrad, 1>());
    const SAMPLES: &'static [Sample] = POSITIVE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::reciprocal);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::of(1.0) / x
    }
}

/// `1 / x`.
pub fn reciprocal(x: &Tensor) -> Result<Tensor> {
    call::<Reciprocal>(x)
}

/// See [`reciprocal_no_nan`].
pub struct ReciprocalNoNan;

impl Unary for ReciprocalNoNan {
    const NAME: &'static str = "reciprocal_no_nan";
    const OP_TYPE: &'static str = "ReciprocalNoNan";
    const DOC: &'static str = "`1 / x`, element by element; 0 at 0.\n\n>>> tf.math.reciprocal_no_nan(tf.constant([0., 4.])).numpy().tolist()\n[0.0, 0.25]";
    const GRAD: Derivative = Derivative::Fused(fused::<ops::ReciprocalGrad, 1>());
    const SAMPLES: &'static [Sample] = POSITIVE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> =
        Some(|x| if x.norm_sqr() == 0.0 { x } else { complex::reciprocal(x) });
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::select(x == R::of(0.0), x, R::of(1.0) / x)
    }
}

/// `1 / x`.
pub fn reciprocal_no_nan(x: &Tensor) -> Result<Tensor> {
    call::<ReciprocalNoNan>(x)
}

/// See [`conjugate`].
pub struct Conj;

impl Unary for Conj {
    const NAME: &'static str = "conj";
    const OP_TYPE: &'static str = "Conj";
    const DOC: &'static str = "The complex conjugate; a real tensor is returned as it is.\n\n>>> tf.math.conj(tf.constant(1 + 2j)).numpy().item()\n(1-2j)";
    const GRAD: Derivative = Derivative::G(conjugate);
    const INTEGER: Option<fn(i128) -> i128> = Some(|x| x);
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(|x| x.conj());
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x
    }
}

/// The complex conjugate; a real tensor is returned as it is.
pub fn conjugate(x: &Tensor) -> Result<Tensor> {
    call::<Conj>(x)
}
