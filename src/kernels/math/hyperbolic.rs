//! Hyperbolic functions.
//!
//! Invariant: none overflows on the way to a finite result.

use super::bits::Bits;
use super::exp::{half_exp, moderate_exp};
use super::float::Float;
use super::tables::Tables;

/// `(sinh(x) / x - 1) / x^2` by `x^2`, for `|x| <= 1`; error 2^-61.7.
const SINH: &[f64] = &[
    0.16666666666666669,
    0.008333333333332915,
    0.00019841269841589242,
    2.7557319108476327e-06,
    2.5052130681656802e-08,
    1.605668601373543e-10,
    7.775749540447182e-13,
];

/// `sinh(x)`: a series up to 1, then `e^x / 2 - e^-x / 2`; in `f64` for both types.
#[inline(always)]
pub(super) fn sinh<R: Float>(x: R) -> R {
    let x = x.widen();
    let a = x.abs();
    let half = half_exp(a);
    let far = half - R::Wide::of(0.25) / half;
    let z = a * a;
    let near = (a * z).mul_add(z.poly(SINH), a);
    R::narrow(R::Wide::select(a > R::Wide::of(1.0), far, near).copysign(x))
}

/// `cosh(x) = e^x / 2 + e^-x / 2`, in `f64` for both types.
#[inline(always)]
pub(super) fn cosh<R: Float>(x: R) -> R {
    let half = half_exp(x.widen().abs());
    R::narrow(half + R::Wide::of(0.25) / half)
}

/// `tanh(x)`: a series up to 0.8, then `1 - 2 / (e^2x + 1)`; beyond 22 it is 1 to the last place.
#[inline(always)]
pub(super) fn tanh<R: Float>(x: R) -> R {
    let (one, two) = (R::of(1.0), R::of(2.0));
    let a = x.abs();
    let far = one - two / (moderate_exp(a.at_most(22.0) * two) + one);
    let z = a * a;
    let near = (a * z).mul_add(z.poly(<R::Native>::TANH), a);
    R::select(a > R::of(0.8), far, near).copysign(x)
}
