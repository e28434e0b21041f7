//! `x^y = 2^(y * log2(x))`.
//!
//! The exponent may be as large as 1074, so a relative error of the logarithm counts a thousandfold. For `f32` an
//! `f64` logarithm has digits to spare; for `f64` it is a [`Double`]. Invariant: `magnitude` answers for `x >= 0` and
//! knows nothing of signs; `pow` adds them, and the cases that IEEE 754 lists.

use super::bits::Bits;
use super::double::Double;
use super::exp::exp_double;
use super::float::Float;
use super::native::Native;

/// `log2((1 + s) / (1 - s)) / s` by `s^2`, for an `f32` result; error 2^-37.8.
const LOG2_SHORT: &[f64] =
    &[2.885390081790142, 0.9617966732663035, 0.5770835998057717, 0.41167179693774597, 0.34074781047989344];

/// `2^r` for `|r| <= 1/2` and an `f32` result; error 2^-29.0.
const EXP2_SHORT: &[f64] = &[
    1.0000000005550962,
    0.6931472057669351,
    0.2402264688573756,
    0.055503287121749526,
    0.009618489879098671,
    0.0013399956917869852,
    0.00015345511889301128,
];

/// `2 / log(2)` and `2 / (3 log(2))`, the first two coefficients of `log2((1 + s) / (1 - s))`.
const LOG2: [[f64; 2]; 2] =
    [[2.8853900817779268, 4.0710547481862066e-17], [0.9617966939259756, 5.0577616648125907e-17]];

/// The others, by `s^2`; error 2^-66.3 of the whole.
const LOG2_REST: &[f64] = &[
    0.5770780163556182,
    0.41219858309183105,
    0.3205989022934668,
    0.2623076993416832,
    0.22198408196271882,
    0.19125315173563895,
    0.19040452678779216,
];

/// `log(2)`.
const LN_2: [f64; 2] = [0.6931471805599453, 2.3190468138462996e-17];

/// `x^y`.
#[inline(always)]
pub(super) fn pow<R: Float>(x: R, y: R) -> R {
    let one = R::of(1.0);
    let (integral, odd) = parity(y);
    let y_abs = magnitude(x.abs(), y);
    let negative = one.copysign(x) < R::of(0.0);
    let signed = y_abs.negate_if(negative && odd);
    let undefined = x < R::of(0.0) && x.is_finite() && !integral;
    let value = R::select(undefined || x.is_nan() || y.is_nan(), R::of(f64::NAN), signed);
    R::select(x == one || y == R::of(0.0), one, value)
}

/// Whether `y` is an integer (infinity is), and whether it is an odd one.
#[inline(always)]
fn parity<R: Float>(y: R) -> (bool, bool) {
    let unit = R::of((1u64 << R::Native::FRACTION) as f64);
    let a = y.abs();
    // In [2^FRACTION, 2^(FRACTION + 1)) the lowest bit is the unit.
    let shifted = R::select(a < unit, a + unit, a);
    let integral = !(a < unit) || shifted - unit == a;
    (integral, integral && a < unit + unit && shifted.get().bit(0))
}

/// `x^y` for `x >= 0`; 1 for `x = 1` and any `y`.
#[inline(always)]
fn magnitude<R: Float>(x: R, y: R) -> R {
    let (x, y) = (x.widen(), y.widen());
    if R::Native::FRACTION == f32::FRACTION { R::narrow(short(x, y)) } else { R::narrow(long(x, y)) }
}

/// `l = log2(x)`, but infinite where it is.
#[inline(always)]
fn log2_at_edges<W: Float<Native = f64>>(x: W, l: W) -> W {
    let infinity = W::of(f64::INFINITY);
    W::select(x == W::of(0.0), -infinity, W::select(x == infinity, infinity, l))
}

/// To the digits of an `f32`.
#[inline(always)]
fn short<W: Float<Native = f64>>(x: W, y: W) -> W {
    let (m, e) = x.split();
    let s = (m - W::of(1.0)) / (m + W::of(1.0));
    let l = s.mul_add((s * s).poly(LOG2_SHORT), e);
    let power = y * log2_at_edges(x, l);
    let power = W::select(x == W::of(1.0), W::of(0.0), power).at_least(-300.0).at_most(300.0);
    let n = power.nearest();
    (power - n).poly(EXP2_SHORT) * n.power_of_two()
}

/// To the digits of an `f64`.
#[inline(always)]
fn long<W: Float<Native = f64>>(x: W, y: W) -> W {
    let l = log2(x);
    let hi = y * log2_at_edges(x, l.hi);
    let hi = W::select(x == W::of(1.0), W::of(0.0), hi).at_least(-1100.0).at_most(1100.0);
    let p = Double::product(y, l.hi);
    // Where the power was clamped, or is not a number, there is nothing to add.
    let lo = W::select(p.hi == hi, y.mul_add(l.lo, p.lo), W::of(0.0));
    let n = hi.nearest();
    let r = Double::new(hi - n, lo).times(Double::of(LN_2));
    exp_double(r).scale(n)
}

/// `log2(x)` for finite positive `x`, to 2^-64 of itself.
#[inline(always)]
fn log2<W: Float<Native = f64>>(x: W) -> Double<W> {
    let (m, e) = x.split();
    let top = Double::from(m - W::of(1.0));
    let s = Double::quotient(top, Double::sum_ordered(m, W::of(1.0)));
    let z = s.times(s);
    let [first, second] = LOG2.map(Double::of);
    let rest = second.add(Double::from(z.hi * z.hi.poly(LOG2_REST)));
    let l = s.times(first.add(z.times(rest)));
    let sum = Double::sum(e, l.hi);
    Double::sum_ordered(sum.hi, sum.lo + l.lo)
}
