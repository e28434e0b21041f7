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
    Double::quotient(Double::from(top), Double::sum_ordered(one, e)).hi
}

/// `factor * sigmoid(x)`, exact too where `sigmoid(x)` alone would be subnormal; `p` is the polynomial of the exponential.
#[inline(always)]
pub(super) fn times_sigmoid<R: Float>(factor: R, x: Double<R>, p: &[f64]) -> R {
    let (one, negative) = (R::of(1.0), x.hi < R::of(0.0));
    let (n, y) = exp_parts(Double::new(-x.hi.abs(), x.lo.negate_if(!negative)), p);
    let product = y.times(Double::from(factor)).scale(n);
    let top = Double::select(negative, product, Double::from(factor));
    let e = y.scale(n);
    let bottom = Double::sum_ordered(one, e.hi);
    Double::quotient(top, Double::new(bottom.hi, bottom.lo + e.lo)).hi
}

/// `log(1 + e^x)`, as `x + log(1 + e^-x)` for positive `x`.
#[inline(always)]
pub(super) fn softplus<R: Float>(x: R) -> R {
    x.max(R::of(0.0)) + (-x.abs()).exp().log1p()
}
