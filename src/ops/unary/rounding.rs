//! Rounding, magnitude and sign.

use num_complex::Complex64;

use super::{Derivative, OpDef, Result, Tensor, Unary, call, def};
use crate::kernels::math::Float;
use crate::ops;

pub(super) const OPS: &[OpDef] = &[def::<Floor>(), def::<Ceil>(), def::<Rint>(), def::<Round>(), def::<Sign>(), ABS];

/// See [`floor`].
pub struct Floor;

impl Unary for Floor {
    const NAME: &'static str = "floor";
    const OP_TYPE: &'static str = "Floor";
    const DOC: &'static str = "The largest integer not above `x`, element by element; no gradient.\n\n>>> tf.floor(tf.constant([1.5, -1.5])).numpy().tolist()\n[1.0, -2.0]";
    const GRAD: Derivative = Derivative::None;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.floor()
    }
}

/// The largest integer not above `x`.
pub fn floor(x: &Tensor) -> Result<Tensor> {
    call::<Floor>(x)
}

/// See [`ceil`].
pub struct Ceil;

impl Unary for Ceil {
    const NAME: &'static str = "ceil";
    const OP_TYPE: &'static str = "Ceil";
    const DOC: &'static str = "The smallest integer not below `x`, element by element; no gradient.\n\n>>> tf.math.ceil(tf.constant([1.5, -1.5])).numpy().tolist()\n[2.0, -1.0]";
    const GRAD: Derivative = Derivative::None;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.ceil()
    }
}

/// The smallest integer not below `x`.
pub fn ceil(x: &Tensor) -> Result<Tensor> {
    call::<Ceil>(x)
}

/// See [`rint`].
pub struct Rint;

impl Unary for Rint {
    const NAME: &'static str = "rint";
    const OP_TYPE: &'static str = "Rint";
    const DOC: &'static str = "The nearest integer, halves to even, element by element; no gradient.\n\n>>> tf.math.rint(tf.constant([0.5, 1.5])).numpy().tolist()\n[0.0, 2.0]";
    const GRAD: Derivative = Derivative::None;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.round_ties_even()
    }
}

/// The nearest integer, halves to even.
pub fn rint(x: &Tensor) -> Result<Tensor> {
    call::<Rint>(x)
}

/// See [`round`].
pub struct Round;

impl Unary for Round {
    const NAME: &'static str = "round";
    const OP_TYPE: &'static str = "Round";
    const DOC: &'static str = "The nearest integer, halves to even, element by element; integers stay. No gradient.\n\n>>> tf.round(tf.constant([0.5, 1.5, 2.5])).numpy().tolist()\n[0.0, 2.0, 2.0]";
    const GRAD: Derivative = Derivative::None;
    const INTEGER: Option<fn(i128) -> i128> = Some(|x| x);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.round_ties_even()
    }
}

/// The nearest integer, halves to even.
pub fn round(x: &Tensor) -> Result<Tensor> {
    call::<Round>(x)
}

/// See [`sign`].
pub struct Sign;

impl Unary for Sign {
    const NAME: &'static str = "sign";
    const OP_TYPE: &'static str = "Sign";
    const DOC: &'static str = "-1, 0 or 1, element by element (`x / |x|` for complex numbers); the gradient is 0.\n\n>>> tf.sign(tf.constant([-3., 0., 2.])).numpy().tolist()\n[-1.0, 0.0, 1.0]";
    const GRAD: Derivative = Derivative::G(ops::zeros_of);
    const INTEGER: Option<fn(i128) -> i128> = Some(|x| x.signum());
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(|x| if x.norm_sqr() == 0.0 { x } else { x / x.norm() });
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::select(x > R::of(0.0), R::of(1.0), R::select(x < R::of(0.0), R::of(-1.0), x))
    }
}

/// -1, 0 or 1.
pub fn sign(x: &Tensor) -> Result<Tensor> {
    call::<Sign>(x)
}

/// See [`abs_real`].
pub struct Abs;

impl Unary for Abs {
    const NAME: &'static str = "abs";
    const OP_TYPE: &'static str = "Abs";
    const DOC: &'static str = "`|x|`, element by element; real for complex numbers. The gradient at 0 is 0.\n\n>>> tf.abs(tf.constant([-1., 2.])).numpy().tolist()\n[1.0, 2.0]";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &sign(x)?));
    const INTEGER: Option<fn(i128) -> i128> = Some(|x| x.abs());
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.abs()
    }
}

/// `|x|`.
pub fn abs_real(x: &Tensor) -> Result<Tensor> {
    call::<Abs>(x)
}

const ABS: OpDef = OpDef { call: |a| Ok(abs(a.tensor(0))?.into()), ..def::<Abs>() };

/// `|x|`; real for complex numbers.
pub fn abs(x: &Tensor) -> Result<Tensor> {
    if x.dtype().is_complex() {
        return ops::complex_abs(x);
    }
    if x.dtype().is_unsigned() { ops::identity(x) } else { abs_real(x) }
}
