//! Quotients rounded to integers, and what they leave.
//!
//! While the quotient is below [`limit`], its integral part times the divisor is exact inside of one multiply-add, and so
//! is what that leaves: vector code. Beyond, the scalar path asks the library's `fmod`. Invariant: a remainder is the true
//! one, never a rounded one, except where `y` is added to it.

use super::float::Float;
use super::native::Native;

/// Whether the vector formulas of this file hold for `x / y`.
#[inline(always)]
pub(super) fn covers<R: Float>(x: R, y: R) -> bool {
    let q = x.widen() / y.widen();
    q.abs() < R::Wide::of(limit::<R>()) || q.is_nan()
}

/// The quotients below which `x - n y`, for an integer `n` next to the quotient, is computed without rounding. Single
/// precision computes in double: a product of 24 and 29 bits is exact there. A double quotient below 2 is 0 or 1.
#[inline(always)]
fn limit<R: Float>() -> f64 {
    match (R::FMA, R::Native::FRACTION < 52) {
        (true, _) => (1u64 << 53) as f64,
        (false, true) => (1u64 << 29) as f64,
        (false, false) => 2.0,
    }
}

/// `x - trunc(x / y) y`: the remainder that has the sign of `x`, also when it is zero.
#[inline(always)]
pub(super) fn truncated<R: Float>(x: R, y: R) -> R {
    if R::EXACT {
        return R::of(x.get().f64() % y.get().f64());
    }
    let (a, b) = (x.abs().widen(), y.abs().widen());
    let quotient = a / b;
    let left = without(a, quotient.floor(), b);
    // The division may have rounded up to an integer.
    let left = R::Wide::select(left < R::Wide::of(0.0), left + b, left);
    // Also for an infinite divisor.
    R::narrow(R::Wide::select(quotient < R::Wide::of(1.0), a, left)).copysign(x)
}

/// The remainder that has the sign of `y`; a zero has the sign of `x`.
#[inline(always)]
pub(super) fn floored<R: Float>(x: R, y: R) -> R {
    let left = truncated(x, y);
    let zero = R::of(0.0);
    R::select(left != zero && (left < zero) != (y < zero), left + y, left)
}

/// The largest integer not above `x / y`, the true quotient of two finite numbers.
#[inline(always)]
pub(super) fn floor_quotient<R: Float>(x: R, y: R) -> R {
    let (a, b) = (x.widen(), y.widen());
    let quotient = a / b;
    let floor = quotient.floor();
    let left = without(a, floor, b);
    let (zero, end) = (R::Wide::of(0.0), R::Wide::of((1u64 << 53) as f64));
    // From 2^53 on there are no neighbouring integers. Nothing is left of an infinite divisor: that is NaN.
    let beyond = left < zero && b > zero || left > zero && b < zero;
    let rounded_up = floor == quotient && quotient.abs() <= end && beyond;
    R::narrow(R::Wide::select(rounded_up, floor - R::Wide::of(1.0), floor))
}

/// `x / y` rounded to an integer towards zero, as [`floor_quotient`].
#[inline(always)]
pub(super) fn truncated_quotient<R: Float>(x: R, y: R) -> R {
    let whole = floor_quotient(x.abs(), y.abs()).get();
    R::new(whole.mul_sign(x.get()).mul_sign(y.get()))
}

/// `a - n b`, rounded once.
#[inline(always)]
fn without<W: Float>(a: W, n: W, b: W) -> W {
    if W::EXACT { W::new((-n).get().fma(b.get(), a.get())) } else { (-n).mul_add(b, a) }
}
