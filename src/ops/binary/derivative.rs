//! Fused derivatives of common functions, each with a derivative of its own, so that any order works.
//!
//! They are not public: gradients call them, and the registry checks them like every other row.

use num_complex::Complex64;

use super::{BOTH_POSITIVE, Binary, Input, OpDef, Partial, Result, Sample, call, def, on, tensor};
use crate::kernels::math::Float;
use crate::ops;
use crate::ops::def::Param;
use crate::ops::{SELU_ALPHA, SELU_SCALE};
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[
    def::<SqrtGrad>(),
    def::<RsqrtGrad>(),
    def::<ReciprocalGrad>(),
    def::<TanhGrad>(),
    def::<SigmoidGrad>(),
    def::<ReluGrad>(),
    def::<Relu6Grad>(),
    def::<EluGrad>(),
    def::<SeluGrad>(),
];

/// See [`sqrt_grad`].
pub struct SqrtGrad;

impl Binary for SqrtGrad {
    const NAME: &'static str = "_sqrt_grad";
    const OP_TYPE: &'static str = "SqrtGrad";
    const DOC: &'static str = "`dy / (2 y)`, and 0 where `dy` is 0.";
    const PARAMS: &'static [Param] = &[tensor("y"), tensor("dy")];
    const DA: Partial =
        Partial::AB(|g, y, dy| ops::negative(&ops::multiply(g, &ops::conj(&ops::realdiv(&sqrt_grad(y, dy)?, y)?)?)?));
    const DB: Partial = Partial::A(|g, y| sqrt_grad(&ops::conj(y)?, g));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|y, dy| if dy.norm_sqr() == 0.0 { dy } else { dy * 0.5 / y });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b == R::of(0.0), b, R::of(0.5) * b / a)
    }
}

/// `dy / (2 y)`, and 0 where `dy` is 0.
pub fn sqrt_grad(y: &Tensor, dy: &Tensor) -> Result<Tensor> {
    call::<SqrtGrad>(y, dy)
}

/// See [`rsqrt_grad`].
pub struct RsqrtGrad;

impl Binary for RsqrtGrad {
    const NAME: &'static str = "_rsqrt_grad";
    const OP_TYPE: &'static str = "RsqrtGrad";
    const DOC: &'static str = "`-dy y ** 3 / 2`, and 0 where `dy` is 0.";
    const PARAMS: &'static [Param] = &[tensor("y"), tensor("dy")];
    const DA: Partial = Partial::AB(|g, y, dy| {
        ops::multiply(g, &ops::conj(&ops::multiply(&ops::like(y, -1.5)?, &ops::multiply(dy, &ops::square(y)?)?)?)?)
    });
    const DB: Partial = Partial::A(|g, y| rsqrt_grad(&ops::conj(y)?, g));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|y, dy| if dy.norm_sqr() == 0.0 { dy } else { dy * -0.5 * y * y * y });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b == R::of(0.0), b, R::of(-0.5) * b * (a * a * a))
    }
}

/// `-dy y ** 3 / 2`, and 0 where `dy` is 0.
pub fn rsqrt_grad(y: &Tensor, dy: &Tensor) -> Result<Tensor> {
    call::<RsqrtGrad>(y, dy)
}

/// See [`reciprocal_grad`].
pub struct ReciprocalGrad;

impl Binary for ReciprocalGrad {
    const NAME: &'static str = "_reciprocal_grad";
    const OP_TYPE: &'static str = "ReciprocalGrad";
    const DOC: &'static str = "`-dy y ** 2`, and 0 where `dy` is 0.";
    const PARAMS: &'static [Param] = &[tensor("y"), tensor("dy")];
    const DA: Partial = Partial::AB(|g, y, dy| {
        ops::multiply(g, &ops::conj(&ops::multiply(&ops::like(y, -2.0)?, &ops::multiply(dy, y)?)?)?)
    });
    const DB: Partial = Partial::A(|g, y| reciprocal_grad(&ops::conj(y)?, g));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|y, dy| if dy.norm_sqr() == 0.0 { dy } else { -(dy * y * y) });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b == R::of(0.0), b, -(b * a * a))
    }
}

/// `-dy y ** 2`, and 0 where `dy` is 0.
pub fn reciprocal_grad(y: &Tensor, dy: &Tensor) -> Result<Tensor> {
    call::<ReciprocalGrad>(y, dy)
}

/// See [`tanh_grad`].
pub struct TanhGrad;

impl Binary for TanhGrad {
    const NAME: &'static str = "_tanh_grad";
    const OP_TYPE: &'static str = "TanhGrad";
    const DOC: &'static str = "`dy (1 - y ** 2)`.";
    const PARAMS: &'static [Param] = &[tensor("y"), tensor("dy")];
    const DA: Partial = Partial::AB(|g, y, dy| {
        ops::multiply(g, &ops::conj(&ops::multiply(&ops::like(y, -2.0)?, &ops::multiply(dy, y)?)?)?)
    });
    const DB: Partial = Partial::A(|g, y| tanh_grad(&ops::conj(y)?, g));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|y, dy| dy * (1.0 - y * y));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        b * (R::of(1.0) - a * a)
    }
}

/// `dy (1 - y ** 2)`.
pub fn tanh_grad(y: &Tensor, dy: &Tensor) -> Result<Tensor> {
    call::<TanhGrad>(y, dy)
}

/// See [`sigmoid_grad`].
pub struct SigmoidGrad;

impl Binary for SigmoidGrad {
    const NAME: &'static str = "_sigmoid_grad";
    const OP_TYPE: &'static str = "SigmoidGrad";
    const DOC: &'static str = "`dy y (1 - y)`.";
    const PARAMS: &'static [Param] = &[tensor("y"), tensor("dy")];
    const DA: Partial = Partial::AB(|g, y, dy| {
        ops::multiply(g, &ops::conj(&ops::multiply(dy, &ops::subtract(&ops::like(y, 1.0)?, &ops::add(y, y)?)?)?)?)
    });
    const DB: Partial = Partial::A(|g, y| sigmoid_grad(&ops::conj(y)?, g));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|y, dy| dy * y * (1.0 - y));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        b * a * (R::of(1.0) - a)
    }
}

/// `dy y (1 - y)`.
pub fn sigmoid_grad(y: &Tensor, dy: &Tensor) -> Result<Tensor> {
    call::<SigmoidGrad>(y, dy)
}

/// See [`relu_grad`].
pub struct ReluGrad;

impl Binary for ReluGrad {
    const NAME: &'static str = "_relu_grad";
    const OP_TYPE: &'static str = "ReluGrad";
    const DOC: &'static str = "`dy` where `y` is positive, else 0.";
    const PARAMS: &'static [Param] = &[tensor("gradients"), tensor("features")];
    const DA: Partial = Partial::B(relu_grad);
    const DB: Partial = Partial::G(ops::zeros_of);
    const SAMPLES: &'static [Sample] = APART;
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b > R::of(0.0), a, R::of(0.0))
    }
}

/// `dy` where `y` is positive, else 0.
pub fn relu_grad(dy: &Tensor, y: &Tensor) -> Result<Tensor> {
    call::<ReluGrad>(dy, y)
}

/// See [`relu6_grad`].
pub struct Relu6Grad;

impl Binary for Relu6Grad {
    const NAME: &'static str = "_relu6_grad";
    const OP_TYPE: &'static str = "Relu6Grad";
    const DOC: &'static str = "`dy` where `y` lies between 0 and 6, else 0.";
    const PARAMS: &'static [Param] = &[tensor("gradients"), tensor("features")];
    const DA: Partial = Partial::B(relu6_grad);
    const DB: Partial = Partial::G(ops::zeros_of);
    const SAMPLES: &'static [Sample] = APART;
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b > R::of(0.0), R::select(b < R::of(6.0), a, R::of(0.0)), R::of(0.0))
    }
}

/// `dy` where `y` lies between 0 and 6, else 0.
pub fn relu6_grad(dy: &Tensor, y: &Tensor) -> Result<Tensor> {
    call::<Relu6Grad>(dy, y)
}

/// See [`elu_grad`].
pub struct EluGrad;

impl Binary for EluGrad {
    const NAME: &'static str = "_elu_grad";
    const OP_TYPE: &'static str = "EluGrad";
    const DOC: &'static str = "`dy` where `y` is not negative, else `dy (y + 1)`.";
    const PARAMS: &'static [Param] = &[tensor("gradients"), tensor("outputs")];
    const DA: Partial = Partial::B(elu_grad);
    const DB: Partial = Partial::AB(|g, dy, y| where_negative(y, &ops::multiply(g, dy)?));
    const SAMPLES: &'static [Sample] = APART;
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b < R::of(0.0), a * (b + R::of(1.0)), a)
    }
}

/// `dy` where `y` is not negative, else `dy (y + 1)`.
pub fn elu_grad(dy: &Tensor, y: &Tensor) -> Result<Tensor> {
    call::<EluGrad>(dy, y)
}

/// See [`selu_grad`].
pub struct SeluGrad;

impl Binary for SeluGrad {
    const NAME: &'static str = "_selu_grad";
    const OP_TYPE: &'static str = "SeluGrad";
    const DOC: &'static str = "`scale dy` where `y` is not negative, else `dy (y + scale alpha)`.";
    const PARAMS: &'static [Param] = &[tensor("gradients"), tensor("outputs")];
    const DA: Partial = Partial::B(selu_grad);
    const DB: Partial = Partial::AB(|g, dy, y| where_negative(y, &ops::multiply(g, dy)?));
    const SAMPLES: &'static [Sample] = APART;
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b < R::of(0.0), a * (b + R::of(SELU_SCALE * SELU_ALPHA)), a * R::of(SELU_SCALE))
    }
}

/// `scale dy` where `y` is not negative, else `dy (y + scale alpha)`.
pub fn selu_grad(dy: &Tensor, y: &Tensor) -> Result<Tensor> {
    call::<SeluGrad>(dy, y)
}

/// Samples away from the kinks, in the second operand, at 0 and 6.
const APART: &[Sample] = &[
    on(&[Input::Real(&[3], -2.0, 2.0), Input::Real(&[3], 0.3, 2.0)]),
    on(&[Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[2, 3], -0.9, -0.3)]),
];

/// `x` where `y` is negative, else 0.
fn where_negative(y: &Tensor, x: &Tensor) -> Result<Tensor> {
    let zero = ops::like(x, 0.0)?;
    ops::select(&ops::less(y, &zero)?, x, &zero)
}
