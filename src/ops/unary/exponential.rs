//! Exponentials and logarithms.

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

pub(super) const OPS: &[OpDef] = &[def::<Exp>()];

/// See [`exp`].
pub struct Exp;

impl Unary for Exp {
    const NAME: &'static str = "exp";
    const OP_TYPE: &'static str = "Exp";
    const DOC: &'static str = "`e ** x`, element by element.\n\n>>> tf.exp(tf.constant(0.)).numpy().item()\n1.0";
    const GRAD: Derivative = Derivative::Y(|g, y| ops::multiply(g, &ops::conj(y)?));
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(Complex64::exp);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.exp()
    }
}

/// `e ** x`.
pub fn exp(x: &Tensor) -> Result<Tensor> {
    call::<Exp>(x)
}
