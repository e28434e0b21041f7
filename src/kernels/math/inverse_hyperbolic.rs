//! Inverse hyperbolic functions, as logarithms of `1 + t` with `t` known to about twice the digits of one number. They
//! are computed in `f64` for both types; that is twice the digits of an `f32`, which needs no second parts.
//!
//! Invariant: squares are taken only of numbers whose square is finite.

use std::f64::consts::LN_2;

use super::bits::Bits;
use super::double::Double;
use super::eigen;
use super::float::Float;
use super::log::{log, log1p_double};

/// Above it `1` is lost in `x^2`, and `asinh(x) = acosh(x) = log(2 x)`.
const HUGE: f64 = 1e10;

/// `x^2 + c`, for `|c| = 1`.
#[inline(always)]
fn square_plus<W: Float>(x: W, c: f64) -> Double<W> {
    let square = Double::product(x, x);
    let s = Double::sum(square.hi, W::of(c));
    Double::sum_ordered(s.hi, s.lo + square.lo)
}

/// `log(large + small)` for `large >= 1`: the 1 is taken out before anything is rounded.
#[inline(always)]
fn log_of_sum<W: Float>(large: Double<W>, small: Double<W>) -> W {
    let rest = Double::sum(large.hi, W::of(-1.0));
    let t = Double::sum(rest.hi, small.hi);
    log1p_double(Double::sum_ordered(t.hi, t.lo + (rest.lo + (large.lo + small.lo))))
}

/// `asinh(x) = log(x + sqrt(x^2 + 1))`.
#[inline(always)]
pub(super) fn asinh<R: Float>(x: R) -> R {
    let x = x.widen();
    let a = x.abs();
    let near = a.at_most(HUGE);
    let y = log_of_sum(square_plus(near, 1.0).sqrt(), Double::from(near));
    let y = R::Wide::select(a > R::Wide::of(HUGE), log(a) + R::Wide::of(LN_2), y);
    R::narrow(R::Wide::select(a < R::Wide::of(1e-8), x, y.copysign(x)))
}

/// `acosh(x) = log(x + sqrt(x^2 - 1))`.
#[inline(always)]
pub(super) fn acosh<R: Float>(x: R) -> R {
    let x = x.widen();
    let near = x.at_most(HUGE);
    let y = log_of_sum(Double::from(near), square_plus(near, -1.0).sqrt());
    let y = R::Wide::select(x > R::Wide::of(HUGE), log(x) + R::Wide::of(LN_2), y);
    R::narrow(R::Wide::select(x < R::Wide::of(1.0), R::Wide::of(f64::NAN), y))
}

/// `atanh(x) = log((1 + x) / (1 - x)) / 2`.
#[inline(always)]
pub(super) fn atanh<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return if R::EXACT { x.library(f32::atanh, f64::atanh) } else { eigen::atanh(x) };
    }
    let x = x.widen();
    let a = x.abs();
    let bottom = Double::sum_ordered(R::Wide::of(1.0), -a);
    let top = Double::from(a + a);
    let y = log1p_double(Double::quotient(top, bottom)) * R::Wide::of(0.5);
    let y = R::Wide::select(a == R::Wide::of(1.0), R::Wide::of(f64::INFINITY), y);
    let y = R::Wide::select(a > R::Wide::of(1.0), R::Wide::of(f64::NAN), y);
    R::narrow(R::Wide::select(a < R::Wide::of(1e-8), x, y.copysign(x)))
}
