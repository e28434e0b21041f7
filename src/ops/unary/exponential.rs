//! Exponentials and logarithms.

use num_complex::Complex64;

use super::{Derivative, OpDef, POSITIVE, Result, Sample, Tensor, Unary, call, def, fused};
use crate::kernels::math::{Float, complex};
use crate::ops;

pub(super) const OPS: &[OpDef] = &[def::<Exp>(), def::<Expm1>(), def::<Log>(), def::<Log1p>(), def::<LogPositive>()];

/// See [`exp`].
pub struct Exp;

impl Unary for Exp {
    const NAME: &'static str = "exp";
    const OP_TYPE: &'static str = "Exp";
    const DOC: &'static str = "`e ** x`, element by element.\n\n>>> tf.exp(tf.constant(0.)).numpy().item()\n1.0";
    const GRAD: Derivative = Derivative::Fused(fused::<ops::Multiply, 0>());
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::exp);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.exp()
    }
}

/// `e ** x`.
pub fn exp(x: &Tensor) -> Result<Tensor> {
    call::<Exp>(x)
}

/// See [`expm1`].
pub struct Expm1;

impl Unary for Expm1 {
    const NAME: &'static str = "expm1";
    const OP_TYPE: &'static str = "Expm1";
    const DOC: &'static str =
        "`e ** x - 1`, element by element, exact near 0.\n\n>>> tf.math.expm1(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &exp(&ops::conj(x)?)?));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::expm1);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.expm1()
    }
}

/// `e ** x - 1`.
pub fn expm1(x: &Tensor) -> Result<Tensor> {
    call::<Expm1>(x)
}

/// See [`log`].
pub struct Log;

impl Unary for Log {
    const NAME: &'static str = "log";
    const OP_TYPE: &'static str = "Log";
    const DOC: &'static str = "The natural logarithm, element by element.\n\nNegatively infinite at 0, NaN below; the derivative is `1 / x` everywhere.\n\n>>> tf.math.log(tf.constant(1.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::realdiv(g, &ops::conj(x)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::log);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.log()
    }
}

/// The natural logarithm.
pub fn log(x: &Tensor) -> Result<Tensor> {
    call::<Log>(x)
}

/// See [`log1p`].
pub struct Log1p;

impl Unary for Log1p {
    const NAME: &'static str = "log1p";
    const OP_TYPE: &'static str = "Log1p";
    const DOC: &'static str =
        "`log(1 + x)`, element by element, exact near 0.\n\n>>> tf.math.log1p(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::realdiv(g, &ops::add(&ops::like(x, 1.0)?, &ops::conj(x)?)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::log1p);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.log1p()
    }
}

/// `log(1 + x)`.
pub fn log1p(x: &Tensor) -> Result<Tensor> {
    call::<Log1p>(x)
}

/// See [`log_positive`].
pub struct LogPositive;

impl Unary for LogPositive {
    const NAME: &'static str = "_log_positive";
    const OP_TYPE: &'static str = "LogPositive";
    const DOC: &'static str = "`log(x)` for positive `x`, 0 elsewhere: what the gradient of a power is made of.";
    const GRAD: Derivative = Derivative::X(|g, x| ops::divide_no_nan(g, &ops::relu(x)?));
    const SAMPLES: &'static [Sample] = POSITIVE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(|x| if x.norm_sqr() == 0.0 { x } else { complex::log(x) });
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::select(x > R::of(0.0), x.log(), R::of(0.0))
    }
}

/// `log(x)` for positive `x`, 0 elsewhere: what the gradient of a power is made of.
pub fn log_positive(x: &Tensor) -> Result<Tensor> {
    call::<LogPositive>(x)
}
