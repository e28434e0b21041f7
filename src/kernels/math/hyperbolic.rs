//! Hyperbolic functions.
//!
//! Invariant: none overflows on the way to a finite result.

use super::bits::Bits;
use super::exp::{half_exp, moderate_exp};
use super::float::Float;

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

/// `(tanh(x) / x - 1) / x^2` by `x^2`, for `|x| <= 0.8`; error 2^-56.9.
const TANH: &[f64] = &[
    -0.33333333333333043,
    0.13333333333297312,
    -0.05396825395259745,
    0.021869488192300324,
    -0.008863231058490736,
    0.00359209049693551,
    -0.0014556201704655043,
    0.0005891707356714598,
    -0.00023668867636691515,
    9.193971065569773e-05,
    -3.205453552754578e-05,
    8.54774206105498e-06,
    -1.2332304151362112e-06,
];
/// Minimax for `f32`: `tanh(x)` is about `(x + x^3 p(x^2)) / q(x^2)` up to 8.67, with p and q from the highest power down, as
/// the library Eigen has them; from the end on it is 1.
const SHORT_ABOVE: [f64; 4] = [1.394553628e-8, 2.102733560e-5, 3.520756727e-3, 1.340216100e-1];
const SHORT_BELOW: [f64; 5] = [8.015776984e-7, 3.326951409e-4, 2.597254514e-2, 4.673548340e-1, 1.0];
const SHORT_END: f64 = 7.907_389_640_808_105;

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

/// `tanh(x)`: a series up to 0.8, then `1 - 2 / (e^2x + 1)`; beyond 22 it is 1 to the last place. That of an `f32` is
/// [`short_tanh`].
#[inline(always)]
pub(super) fn tanh<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return short_tanh(x);
    }
    let (one, two) = (R::of(1.0), R::of(2.0));
    let a = x.abs();
    let far = one - two / (moderate_exp(a.at_most(22.0) * two) + one);
    let z = a * a;
    let near = (a * z).mul_add(z.poly(TANH), a);
    R::select(a > R::of(0.8), far, near).copysign(x)
}

/// The rational function that TensorFlow computes, to the bit: within 5 units in the last place, and 1 from 7.9074 on.
///
/// Programs take `log(1 - tanh(x)^2)` of large `x`, where the last place decides. Nothing is fused, as there.
#[inline(always)]
fn short_tanh<R: Float>(x: R) -> R {
    let sum = |c: &[f64], z: R| c[1..].iter().fold(R::of(c[0]), |sum, &c| sum * z + R::of(c));
    let a = x.abs().at_most(SHORT_END);
    let z = a * a;
    let y = (sum(&SHORT_ABOVE, z) * (z * a) + a) / sum(&SHORT_BELOW, z);
    y.copysign(x)
}
