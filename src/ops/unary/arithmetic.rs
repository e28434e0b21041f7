//! Negation, powers with fixed exponents, conjugation.

use super::Derivative;
use super::OpDef;
use super::Result;
use super::Tensor;
use super::Unary;
use super::call;
use super::def;
use crate::kernels::math::Float;
use crate::ops;
use num_complex::Complex64;

pub(super) const OPS: &[OpDef] = &[def::<Negative>(), def::<Square>(), def::<Conj>()];

/// See [`negative`].
pub struct Negative;

impl Unary for Negative {
    const NAME: &'static str = "negative";
    const OP_TYPE: &'static str = "Neg";
    const DOC: &'static str = "`-x`, element by element.\n\n>>> tf.negative(tf.constant([1., -2.])).numpy().tolist()\n[-1.0, 2.0]";
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
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &ops::multiply(&ops::like(x, 2.0)?, &ops::conj(x)?)?));
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

/// The complex conjugate.
pub fn conjugate(x: &Tensor) -> Result<Tensor> {
    call::<Conj>(x)
}
