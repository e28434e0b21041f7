//! Inverse trigonometric functions. They are computed in `f64` for both types, for an `f32` without second parts and
//! with shorter polynomials, and rounded once.
//!
//! Invariant: where the result of an `f64` is `pi / 2` (or `pi`, or `pi / 4`) plus a correction, the constant has two parts.

use std::f64::consts::{FRAC_PI_4, PI};

use super::bits::Bits;
use super::double::Double;
use super::eigen;
use super::float::Float;

/// `pi - PI`.
const PI_LOW: f64 = 1.2246467991473532e-16;

/// `(asin(s) / s - 1) / s^2` by `s^2 <= 1/4`; error 2^-55.9.
const ASIN: &[f64] = &[
    0.16666666666665375,
    0.07500000000344911,
    0.04464285682190308,
    0.030381959397906187,
    0.022371751890462994,
    0.01735979622850698,
    0.013884345612178195,
    0.012174969455492046,
    0.006503418416174118,
    0.019594584564874302,
    -0.016327026274696066,
    0.03198188797520848,
];

/// `(atan(s) / s - 1) / s^2` by `s^2`, for `s <= tan(pi / 8)`; error 2^-59.4.
const ATAN: &[f64] = &[
    -0.333333333333332,
    0.19999999999953771,
    -0.14285714280212833,
    0.11111110784185782,
    -0.09090897776363385,
    0.07692060508568598,
    -0.06663106962648453,
    0.058479074170265204,
    -0.05039372518244232,
    0.03806593985870524,
    -0.017908352911429472,
];

/// `tan(pi / 8)`.
const TAN_PI_8: f64 = 0.41421356237309503;

/// What asin and acos have in common: whether `|x| > 1/2`, and `asin(s)` for `s = sqrt((1 - |x|) / 2)` if so, else
/// `|x|`.
#[inline(always)]
fn arc<W: Float<Native = f64>>(x: W) -> (bool, Double<W>) {
    let a = x.abs();
    let above = a > W::of(0.5);
    let z = W::select(above, (W::of(1.0) - a) * W::of(0.5), a * a);
    let s = Double::select(above, Double::from(z).sqrt(), Double::from(a));
    (above, Double::new(s.hi, (s.hi * z).mul_add(z.poly(ASIN), s.lo)))
}

/// `c - a`, for a multiple `c = share * pi` of `pi` that is not less than `a`.
#[inline(always)]
fn pi_minus<W: Float<Native = f64>>(share: f64, a: Double<W>) -> Double<W> {
    let top = Double::sum_ordered(W::of(share * PI), -a.hi);
    Double::new(top.hi, top.lo + (W::of(share * PI_LOW) - a.lo))
}

/// `asin(x)`: above 1/2, `pi / 2 - 2 a`.
#[inline(always)]
pub(super) fn asin<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return if R::EXACT { x.library(f32::asin, f64::asin) } else { eigen::asin(x) };
    }
    let x = x.widen();
    let (above, a) = arc(x);
    let far = pi_minus(0.5, a.add(a));
    R::narrow(Double::select(above, far, a).value().copysign(x))
}

/// `acos(x)`: `pi / 2 - asin(x)` in the middle, `2 a` at the right end, `pi - 2 a` at the left one.
#[inline(always)]
pub(super) fn acos<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return if R::EXACT { x.library(f32::acos, f64::acos) } else { eigen::acos(x) };
    }
    let x = x.widen();
    let (above, a) = arc(x);
    let middle = pi_minus(0.5, Double::new(a.hi.mul_sign(x), a.lo.mul_sign(x)));
    let right = Double::new(a.hi + a.hi, a.lo + a.lo);
    let end = Double::select(x < R::Wide::of(0.0), pi_minus(1.0, right), right);
    R::narrow(Double::select(above, end, middle).value())
}

/// `atan(x)`, the angle of the point `(1, x)`.
#[inline(always)]
pub(super) fn atan<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return if R::EXACT { x.library(f32::atan, f64::atan) } else { eigen::atan(x) };
    }
    let y = x.widen();
    let one = R::Wide::of(1.0);
    let angle = first_quadrant(y.abs(), one).value();
    R::narrow(R::Wide::select(y.is_nan(), y, angle.copysign(y)))
}

/// The angle of the point `(x, y)`.
#[inline(always)]
pub(super) fn atan2<R: Float>(y: R, x: R) -> R {
    if !R::DOUBLE {
        return eigen::atan2(y, x);
    }
    let (y, x) = (y.widen(), x.widen());
    let left = R::Wide::of(1.0).copysign(x) < R::Wide::of(0.0);
    let right = first_quadrant(y.abs(), x.abs());
    let angle = Double::select(left, pi_minus(1.0, right), right).value();
    R::narrow(R::Wide::select(x.is_nan() || y.is_nan(), x + y, angle.copysign(y)))
}

/// The angle of the point `(x, y)` with `x, y >= 0`, neither NaN. With `t` the smaller over the larger it is `atan(t)`,
/// or `pi / 4 + atan((t - 1) / (t + 1))` for large `t`; mirrored at `pi / 4` if `y` is the larger.
#[inline(always)]
fn first_quadrant<W: Float<Native = f64>>(y: W, x: W) -> Double<W> {
    let (small, large) = ordered(y, x);
    let (zero, far) = (W::of(0.0), small > large * W::of(TAN_PI_8));
    let top = W::select(far, small - large, small);
    let bottom = Double::sum_ordered(large, W::select(far, small, zero));
    let t = Double::quotient(Double::from(top), bottom);
    let z = t.hi * t.hi;
    let tail = (t.hi * z).mul_add(z.poly(ATAN), t.lo);
    let flat = Double::sum_ordered(W::select(far, W::of(FRAC_PI_4), zero), t.hi);
    let low = W::select(far, W::of(0.25 * PI_LOW), zero);
    let flat = Double::new(flat.hi, flat.lo + (low + tail));
    Double::select(y > x, pi_minus(0.5, flat), flat)
}

/// The smaller and the larger of two numbers that are not negative, or others in the same proportion, away from the
/// ends of the exponent: sums and inverses are finite. Two infinities are as one to one, two zeros as zero to one.
#[inline(always)]
fn ordered<W: Float<Native = f64>>(a: W, b: W) -> (W, W) {
    let infinity = W::of(f64::INFINITY);
    let (small, large) = (W::select(a < b, a, b), W::select(a < b, b, a));
    let shift = W::select(large < W::of(1e-280), W::of(200.0), W::of(0.0));
    let scale = W::select(large > W::of(1e300), W::of(-100.0), shift).power_of_two();
    let (one, unbounded) = (W::of(1.0), large == infinity);
    let small = W::select(unbounded, W::select(small == infinity, one, W::of(0.0)), small * scale);
    (small, W::select(unbounded || large == W::of(0.0), one, large * scale))
}
