//! Trigonometric functions and their inverses; angles in radians.

use num_complex::Complex64;

use super::{Derivative, INSIDE_ONE, OpDef, Result, Sample, Tensor, Unary, call, def};
use crate::kernels::math::{Float, complex};
use crate::ops;

pub(super) const OPS: &[OpDef] =
    &[def::<Sin>(), def::<Cos>(), def::<Tan>(), def::<Asin>(), def::<Acos>(), def::<Atan>()];

/// See [`sin`].
pub struct Sin;

impl Unary for Sin {
    const NAME: &'static str = "sin";
    const OP_TYPE: &'static str = "Sin";
    const DOC: &'static str = "The sine of an angle in radians, element by element; NaN at infinity.\n\n>>> tf.sin(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &cos(&ops::conj(x)?)?));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::sin);
    const PARTIAL: bool = true;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.sin()
    }
    #[inline(always)]
    fn covers<R: Float>(x: R) -> bool {
        x.is_moderate()
    }
}

/// The sine of an angle in radians.
pub fn sin(x: &Tensor) -> Result<Tensor> {
    call::<Sin>(x)
}

/// See [`cos`].
pub struct Cos;

impl Unary for Cos {
    const NAME: &'static str = "cos";
    const OP_TYPE: &'static str = "Cos";
    const DOC: &'static str = "The cosine of an angle in radians, element by element; NaN at infinity.\n\n>>> tf.cos(tf.constant(0.)).numpy().item()\n1.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::negative(&ops::multiply(g, &sin(&ops::conj(x)?)?)?));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::cos);
    const PARTIAL: bool = true;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.cos()
    }
    #[inline(always)]
    fn covers<R: Float>(x: R) -> bool {
        x.is_moderate()
    }
}

/// The cosine of an angle in radians.
pub fn cos(x: &Tensor) -> Result<Tensor> {
    call::<Cos>(x)
}

/// See [`tan`].
pub struct Tan;

impl Unary for Tan {
    const NAME: &'static str = "tan";
    const OP_TYPE: &'static str = "Tan";
    const DOC: &'static str =
        "The tangent of an angle in radians, element by element.\n\n>>> tf.tan(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative =
        Derivative::Y(|g, y| ops::multiply(g, &ops::add(&ops::like(y, 1.0)?, &ops::square(&ops::conj(y)?)?)?));
    const SAMPLES: &'static [Sample] = INSIDE_ONE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::tan);
    const PARTIAL: bool = true;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.tan()
    }
    #[inline(always)]
    fn covers<R: Float>(x: R) -> bool {
        x.is_moderate()
    }
}

/// The tangent of an angle in radians.
pub fn tan(x: &Tensor) -> Result<Tensor> {
    call::<Tan>(x)
}

/// See [`asin`].
pub struct Asin;

impl Unary for Asin {
    const NAME: &'static str = "asin";
    const OP_TYPE: &'static str = "Asin";
    const DOC: &'static str = "The angle in radians whose sine is `x`; NaN outside -1 to 1, infinite derivative at the ends.\n\n>>> tf.asin(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::realdiv(g, &root_of_one_minus_square(&ops::conj(x)?)?));
    const SAMPLES: &'static [Sample] = INSIDE_ONE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::asin);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.asin()
    }
}

/// The angle in radians whose sine is `x`; NaN outside -1 to 1, infinite derivative at the ends.
pub fn asin(x: &Tensor) -> Result<Tensor> {
    call::<Asin>(x)
}

/// See [`acos`].
pub struct Acos;

impl Unary for Acos {
    const NAME: &'static str = "acos";
    const OP_TYPE: &'static str = "Acos";
    const DOC: &'static str = "The angle in radians whose cosine is `x`; NaN outside -1 to 1, infinite derivative at the ends.\n\n>>> tf.acos(tf.constant(1.)).numpy().item()\n0.0";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::negative(&ops::realdiv(g, &root_of_one_minus_square(&ops::conj(x)?)?)?));
    const SAMPLES: &'static [Sample] = INSIDE_ONE;
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::acos);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.acos()
    }
}

/// The angle in radians whose cosine is `x`; NaN outside -1 to 1, infinite derivative at the ends.
pub fn acos(x: &Tensor) -> Result<Tensor> {
    call::<Acos>(x)
}

/// See [`atan`].
pub struct Atan;

impl Unary for Atan {
    const NAME: &'static str = "atan";
    const OP_TYPE: &'static str = "Atan";
    const DOC: &'static str = "The angle in radians, between -pi/2 and pi/2, whose tangent is `x`.\n\n>>> tf.atan(tf.constant(0.)).numpy().item()\n0.0";
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::realdiv(g, &ops::add(&ops::like(x, 1.0)?, &ops::square(&ops::conj(x)?)?)?));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::atan);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.atan()
    }
}

/// The angle in radians, between -pi/2 and pi/2, whose tangent is `x`.
pub fn atan(x: &Tensor) -> Result<Tensor> {
    call::<Atan>(x)
}

/// `sqrt(1 - x * x)`.
fn root_of_one_minus_square(x: &Tensor) -> Result<Tensor> {
    ops::sqrt(&ops::subtract(&ops::like(x, 1.0)?, &ops::square(x)?)?)
}
