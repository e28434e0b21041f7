//! Inverse trigonometric functions. They are computed in `f64` for both types: there one formula serves all.
//!
//! Invariant: where a result is `pi / 2` (or `pi`, or `pi / 4`) plus a correction, the constant has two parts.

use std::f64::consts::FRAC_PI_2;
use std::f64::consts::FRAC_PI_4;
use std::f64::consts::PI;

use super::bits::Bits;
use super::double::Double;
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

/// What asin and acos have in common: `a = asin(s)`, where `s = |x|` up to 1/2 and `sqrt((1 - |x|) / 2)` above.
struct Arc<W> {
    above: bool,
    /// `s`, with what the square root lost.
    s: Double<W>,
    /// `asin(s) - s`.
    tail: W,
}

#[inline(always)]
fn arc<W: Float<Native = f64>>(x: W) -> Arc<W> {
    let a = x.abs();
    let above = a > W::of(0.5);
    let z = W::select(above, (W::of(1.0) - a) * W::of(0.5), a * a);
    let root = Double::from(z).sqrt();
    let s = W::select(above, root.hi, a);
    let lost = W::select(above, root.lo, W::of(0.0));
    Arc { above, s: Double::new(s, lost), tail: (s * z).mul_add(z.poly(ASIN), lost) }
}

/// `asin(x)`: above 1/2, `pi / 2 - 2 a`.
#[inline(always)]
pub(super) fn asin<R: Float>(x: R) -> R {
    let x = x.widen();
    let a = arc(x);
    let low = R::Wide::of(0.5 * PI_LOW) - R::Wide::of(2.0) * a.tail;
    let top = Double::sum(R::Wide::of(FRAC_PI_2), -(a.s.hi + a.s.hi));
    let y = R::Wide::select(a.above, top.hi + (top.lo + low), a.s.hi + a.tail);
    R::narrow(y.copysign(x))
}

/// `acos(x)`: `pi / 2 - asin(x)` in the middle, `2 a` at the right end, `pi - 2 a` at the left one.
#[inline(always)]
pub(super) fn acos<R: Float>(x: R) -> R {
    let x = x.widen();
    let a = arc(x);
    let left = x < R::Wide::of(0.0);
    let (s, tail) = (a.s.hi.mul_sign(x), a.tail.mul_sign(x));
    let middle = Double::sum(R::Wide::of(FRAC_PI_2), -s);
    let middle = middle.hi + (middle.lo + (R::Wide::of(0.5 * PI_LOW) - tail));
    let double = Double::new(a.s.hi + a.s.hi, a.tail + a.tail);
    let far = Double::sum(R::Wide::of(PI), -double.hi);
    let far = far.hi + (far.lo + (R::Wide::of(PI_LOW) - double.lo));
    R::narrow(R::Wide::select(a.above, R::Wide::select(left, far, double.value()), middle))
}

/// `atan(x)`, the angle of the point `(1, x)`.
#[inline(always)]
pub(super) fn atan<R: Float>(x: R) -> R {
    let y = x.widen();
    R::narrow(first_octants(y.abs(), R::Wide::of(1.0)).copysign(y))
}

/// The angle of the point `(x, y)`.
#[inline(always)]
pub(super) fn atan2<R: Float>(y: R, x: R) -> R {
    let (y, x) = (y.widen(), x.widen());
    let right = first_octants(y.abs(), x.abs());
    let left = R::Wide::of(PI) - (right - R::Wide::of(PI_LOW));
    let negative = R::Wide::of(1.0).copysign(x) < R::Wide::of(0.0);
    let angle = R::Wide::select(negative, left, right);
    let nan = x.is_nan() || y.is_nan();
    R::narrow(R::Wide::select(nan, x + y, angle.copysign(y)))
}

/// The angle of the point `(x, y)` with `x, y >= 0`. With `t` the smaller over the larger it is `atan(t)`, or
/// `pi / 4 - atan((1 - t) / (1 + t))` for large `t`; mirrored at `pi / 4` if `y` is the larger.
#[inline(always)]
fn first_octants<W: Float<Native = f64>>(y: W, x: W) -> W {
    let steep = y > x;
    // Infinities count as equal, and their quotient as that of two ones; so do zeros.
    let same = x == y;
    let small = W::select(same, W::of(1.0), W::select(steep, x, y));
    let large = W::select(same, W::of(1.0), W::select(steep, y, x));
    let far = small > large * W::of(TAN_PI_8);
    let top = W::select(far, small - large, small);
    let bottom = Double::sum_ordered(large, W::select(far, small, W::of(0.0)));
    let t = Double::quotient(Double::from(top), bottom);
    let z = t.hi * t.hi;
    let a = Double::new(t.hi, (t.hi * z).mul_add(z.poly(ATAN), t.lo));
    let quarter = W::select(far, W::of(FRAC_PI_4), W::of(0.0));
    let quarter_low = W::select(far, W::of(0.25 * PI_LOW), W::of(0.0));
    let flat = Double::sum_ordered(quarter, a.hi);
    let flat = Double::new(flat.hi, flat.lo + (quarter_low + a.lo));
    let mirrored = Double::sum_ordered(W::of(FRAC_PI_2), -flat.hi);
    let mirrored = mirrored.hi + (mirrored.lo + (W::of(0.5 * PI_LOW) - flat.lo));
    let angle = W::select(steep, mirrored, flat.value());
    let origin = same && x == W::of(0.0);
    W::select(origin, W::of(0.0), angle)
}
