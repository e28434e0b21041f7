//! Fused derivatives of common functions, each with a derivative of its own, so that any order works.
//!
//! They are not public: gradients call them, and the registry checks them like every other row.

use super::{BOTH_POSITIVE, binary};
use crate::ops::prelude::*;
use crate::ops::{SELU_ALPHA, SELU_SCALE};

binary! {
    /// `dy / (2 y)`, and 0 where `dy` is 0.
    sqrt_grad: SqrtGrad |a, b| R::select(b == R::of(0.0), b, if R::EXACT { R::of(0.5) * b / a } else { R::of(0.5) / a * b }),
        da: Rule::AB(|g, y, dy| -g * (y.sqrt_grad(dy) / y).conj()),
        db: Rule::A(|g, y| y.conj().sqrt_grad(g)),
        name: "_sqrt_grad",
        scalar_tail: true,
        params: &[tensor("y"), tensor("dy")],
        samples: BOTH_POSITIVE,
        complex: Some(|y, dy| if dy.norm_sqr() == 0.0 { dy } else { dy * 0.5 / y }),
        steps: true;

    /// `-dy y ** 3 / 2`, and 0 where `dy` is 0.
    rsqrt_grad: RsqrtGrad |a, b| R::select(b == R::of(0.0), b, R::of(-0.5) * (a * a) * (a * b)),
        da: Rule::AB(|g, y, dy| g * (-1.5 * (dy * y.square())).conj()),
        db: Rule::A(|g, y| y.conj().rsqrt_grad(g)),
        name: "_rsqrt_grad",
        params: &[tensor("y"), tensor("dy")],
        complex: Some(|y, dy| if dy.norm_sqr() == 0.0 { dy } else { dy * -0.5 * y * y * y }),
        steps: true;

    /// `-dy y ** 2`, and 0 where `dy` is 0.
    reciprocal_grad: ReciprocalGrad |a, b| R::select(b == R::of(0.0), b, -(a * a) * b),
        da: Rule::AB(|g, y, dy| g * (-2.0 * (dy * y)).conj()),
        db: Rule::A(|g, y| y.conj().reciprocal_grad(g)),
        name: "_reciprocal_grad",
        params: &[tensor("y"), tensor("dy")],
        complex: Some(|y, dy| if dy.norm_sqr() == 0.0 { dy } else { -(dy * y * y) }),
        steps: true;

    /// `dy (1 - y ** 2)`.
    tanh_grad: TanhGrad |a, b| b * (R::of(1.0) - a * a),
        da: Rule::AB(|g, y, dy| g * (-2.0 * (dy * y)).conj()),
        db: Rule::A(|g, y| y.conj().tanh_grad(g)),
        name: "_tanh_grad",
        params: &[tensor("y"), tensor("dy")],
        complex: Some(|y, dy| dy * (1.0 - y * y)),
        steps: true;

    /// `dy y (1 - y)`.
    sigmoid_grad: SigmoidGrad |a, b| if R::EXACT { b * a * (R::of(1.0) - a) } else { b * (a * (R::of(1.0) - a)) },
        da: Rule::AB(|g, y, dy| g * (dy * (1.0 - (y + y))).conj()),
        db: Rule::A(|g, y| y.conj().sigmoid_grad(g)),
        name: "_sigmoid_grad",
        scalar_tail: true,
        params: &[tensor("y"), tensor("dy")],
        complex: Some(|y, dy| dy * y * (1.0 - y)),
        steps: true;

    /// `dy` where `y` is positive, else 0: a product with 0 or 1, as TensorFlow's, so that an infinite `dy` gives NaN.
    relu_grad: ReluGrad |a, b| a * R::select(b > R::of(0.0), R::of(1.0), R::of(0.0)),
        da: Rule::B(|g, y| g.relu_grad(y)),
        db: Rule::Zeros,
        name: "_relu_grad",
        params: &[tensor("gradients"), tensor("features")],
        samples: APART;

    /// `dy` where `y` lies between 0 and 6, else 0: a product, so that an infinite `dy` gives NaN.
    relu6_grad: Relu6Grad
        |a, b| a * R::select(b > R::of(0.0), R::select(b < R::of(6.0), R::of(1.0), R::of(0.0)), R::of(0.0)),
        da: Rule::B(|g, y| g.relu6_grad(y)),
        db: Rule::Zeros,
        name: "_relu6_grad",
        params: &[tensor("gradients"), tensor("features")],
        samples: APART;

    /// `dy` where `y` is not negative, else `dy (y + 1)`.
    elu_grad: EluGrad |a, b| R::select(b < R::of(0.0), a * (b + R::of(1.0)), a),
        da: Rule::B(|g, y| g.elu_grad(y)),
        db: Rule::AB(|g, dy, y| y.less(0.0).select(g * dy, 0.0)),
        name: "_elu_grad",
        params: &[tensor("gradients"), tensor("outputs")],
        samples: APART,
        steps: true;

    /// `scale dy` where `y` is not negative, else `dy (y + scale alpha)`.
    selu_grad: SeluGrad
        |a, b| R::select(b < R::of(0.0), a * (b + R::of(SELU_SCALE * SELU_ALPHA)), a * R::of(SELU_SCALE)),
        da: Rule::B(|g, y| g.selu_grad(y)),
        db: Rule::AB(|g, dy, y| y.less(0.0).select(g * dy, 0.0)),
        name: "_selu_grad",
        params: &[tensor("gradients"), tensor("outputs")],
        samples: APART,
        steps: true;
}

/// Samples away from the kinks, in the second operand, at 0 and 6.
const APART: &[Sample] =
    &[on(&[reals(&[3]), Input::Real(&[3], 0.3, 2.0)]), on(&[reals(&[2, 3]), Input::Real(&[2, 3], -0.9, -0.3)])];
