//! Hyperbolic functions and their inverses.

use num_complex::Complex64;

use super::{ABOVE_ONE, Derivative, INSIDE_ONE, OpDef, Result, Sample, Tensor, Unary, call, def, fused};
use crate::kernels::math::{Float, complex};
use crate::ops;

pub(super) const OPS: &[OpDef] =
    &[def::<Sinh>(), def::<Cosh>(), def::<Tanh>(), def::<Asinh>(), def::<Acosh>(), def::<Atanh>()];

/// See [`sinh`].
pub struct Sinh;

impl Unary for Sinh {
    const NAME: &'static str = "sinh";
    const OP_TYPE: &'static str = "Sinh";
    const DOC: &'static str =
        "The hyperbolic sine, element by element.\n\n>>> tf.sinh(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &cosh(&ops::conj(x)?)?));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::sinh);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.sinh()
    }
}

/// The hyperbolic sine.
pub fn sinh(x: &Tensor) -> Result<Tensor> {
    call::<Sinh>(x)
}

/// See [`cosh`].
pub struct Cosh;

impl Unary for Cosh {
    const NAME: &'static str = "cosh";
    const OP_TYPE: &'static str = "Cosh";
    const DOC: &'static str =
        "The hyperbolic cosine, element by element.\n\n>>> tf.cosh(tf.constant(0.)).numpy().item()\n1.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &sinh(&ops::conj(x)?)?));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::cosh);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.cosh()
    }
}

/// The hyperbolic cosine.
pub fn cosh(x: &Tensor) -> Result<Tensor> {
    call::<Cosh>(x)
}

/// See [`tanh`].
pub struct Tanh;

impl Unary for Tanh {
    const NAME: &'static str = "tanh";
    const OP_TYPE: &'static str = "Tanh";
    const DOC: &'static str =
        "The hyperbolic tangent, element by element.\n\n>>> tf.tanh(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::Fused(fused::<ops::TanhGrad, 1>());
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::tanh);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.tanh()
    }
}

/// The hyperbolic tangent.
pub fn tanh(x: &Tensor) -> Result<Tensor> {
    call::<Tanh>(x)
}

/// See [`asinh`].
pub struct Asinh;

impl Unary for Asinh {
    const NAME: &'static str = "asinh";
    const OP_TYPE: &'static str = "Asinh";
    const DOC: &'static str =
        "The inverse hyperbolic sine, element by element.\n\n>>> tf.asinh(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| {
        ops::realdiv(g, &ops::sqrt(&ops::add(&ops::like(x, 1.0)?, &ops::square(&ops::conj(x)?)?)?)?)
    });
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::asinh);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.asinh()
    }
}

/// The inverse hyperbolic sine.
pub fn asinh(x: &Tensor) -> Result<Tensor> {
    call::<Asinh>(x)
}

/// See [`acosh`].
pub struct Acosh;

impl Unary for Acosh {
    const NAME: &'static str = "acosh";
    const OP_TYPE: &'static str = "Acosh";
    const DOC: &'static str = "The inverse hyperbolic cosine, element by element; NaN below 1, infinite derivative at 1.\n\n>>> tf.acosh(tf.constant(1.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::Y(|g, y| ops::realdiv(g, &sinh(&ops::conj(y)?)?));
    const SAMPLES: &'static [Sample] = ABOVE_ONE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::acosh);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.acosh()
    }
}

/// The inverse hyperbolic cosine.
pub fn acosh(x: &Tensor) -> Result<Tensor> {
    call::<Acosh>(x)
}

/// See [`atanh`].
pub struct Atanh;

impl Unary for Atanh {
    const NAME: &'static str = "atanh";
    const OP_TYPE: &'static str = "Atanh";
    const DOC: &'static str = "The inverse hyperbolic tangent, element by element; infinite at -1 and 1, NaN beyond.\n\n>>> tf.atanh(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::realdiv(g, &ops::subtract(&ops::like(x, 1.0)?, &ops::square(&ops::conj(x)?)?)?));
    const SAMPLES: &'static [Sample] = INSIDE_ONE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::atanh);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.atanh()
    }
}

/// The inverse hyperbolic tangent.
pub fn atanh(x: &Tensor) -> Result<Tensor> {
    call::<Atanh>(x)
}
