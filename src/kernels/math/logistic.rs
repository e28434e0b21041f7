//! The logistic function and its integral.
//!
//! Invariant: the exponential is taken of `-|x|` only, so that it never overflows.

use super::bits::Bits;
use super::double::Double;
use super::exp::exp_parts;
use super::float::Float;

/// `1 / (1 + e^-x)`, as `e^x / (1 + e^x)` for negative `x`.
#[inline(always)]
pub(super) fn sigmoid<R: Float>(x: R) -> R {
    let one = R::of(1.0);
    let e = (-x.abs()).exp();
    let top = R::select(x < R::of(0.0), e, one);
    Double::quotient(Double::from(top), Double::sum_ordered(one, e)).value()
}

/// `factor * sigmoid(x)`, exact too where `sigmoid(x)` alone would be subnormal.
#[inline(always)]
pub(super) fn times_sigmoid<R: Float>(factor: R, x: Double<R>) -> R {
    let (one, negative) = (R::of(1.0), x.hi < R::of(0.0));
    let (n, y) = exp_parts(Double::new(-x.hi.abs(), x.lo.negate_if(!negative)));
    let product = y.scaled_by(factor).scale(n);
    let top = Double::select(negative, product, Double::from(factor));
    Double::quotient(top, Double::sum_ordered(one, y.hi.scale(n))).value()
}

/// `log(1 + e^x)`, as `x + log(1 + e^-x)` for positive `x`.
#[inline(always)]
pub(super) fn softplus<R: Float>(x: R) -> R {
    x.max(R::of(0.0)) + (-x.abs()).exp().log1p()
}
