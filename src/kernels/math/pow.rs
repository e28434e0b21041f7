//! `x^y = 2^(y * log2(x))`.
//!
//! The exponent may be as large as 1074, so that a relative error of the logarithm counts a thousandfold: it is a
//! [`Double`]. Invariant: `magnitude` answers for `x >= 0` and knows nothing of signs; `pow` adds them, and the cases
//! that IEEE 754 lists.

use super::bits::Bits;
use super::double::Double;
use super::eigen;
use super::exp::reduced_exp;
use super::float::Float;
use super::native::Native;
use super::tables::Tables;

/// `2 / log(2)` and `2 / (3 log(2))`, the first two coefficients of `log2((1 + s) / (1 - s))` by odd powers of `s`.
const LOG2: [[f64; 2]; 2] =
    [[2.8853900817779268, 4.0710547481862066e-17], [0.9617966939259756, 5.0577616648125907e-17]];

/// `log(2)`.
const LN_2: [f64; 2] = [std::f64::consts::LN_2, 2.3190468138462996e-17];

/// `x^y`.
#[inline(always)]
pub(super) fn pow<R: Float>(x: R, y: R) -> R {
    if R::EXACT && !R::DOUBLE {
        return x.scalar(|x| f64::from((x as f32).powf(y.get().f64() as f32)));
    }
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
    let integral = a >= unit || shifted - unit == a;
    (integral, integral && a < unit + unit && shifted.get().bit(0))
}

/// `x^y` for `x >= 0`; 1 for `x = 1` and any `y`.
#[inline(always)]
fn magnitude<R: Float>(x: R, y: R) -> R {
    if !R::DOUBLE {
        return short_magnitude(x, y);
    }
    let l = log2(x);
    let power = Double::product(y, l.hi);
    let end = R::of(<R::Native>::POWER_LIMIT);
    // At 1, the logarithm is 0, and its product with an infinite exponent not a number.
    let hi = R::select(x == R::of(1.0), R::of(0.0), power.hi);
    let hi = R::select(hi < -end, -end, R::select(hi > end, end, hi));
    // Where the power was clamped, or is not a number, there is nothing to add.
    let lo = R::select(power.hi == hi, y.mul_add(l.lo, power.lo), R::of(0.0));
    let n = hi.nearest();
    reduced_exp(Double::new(hi - n, lo).times(Double::of(LN_2))).hi.scale(n)
}

/// The same of an `f32`; an exponent from the second number on is as good as infinite.
#[inline(always)]
fn short_magnitude<R: Float>(x: R, y: R) -> R {
    let (zero, one, infinity) = (R::of(0.0), R::of(1.0), R::of(f64::INFINITY));
    let end = y.abs() >= R::of(7.443261e8) || x == zero || x == infinity;
    let at_end = R::select((x > one) == (y > zero), infinity, zero);
    R::select(x == one, one, R::select(end, at_end, eigen::power(x, y)))
}

/// `log2(x)` for `x >= 0`, to twice the digits less a few; infinite at zero and infinity.
#[inline(always)]
fn log2<R: Float>(x: R) -> Double<R> {
    let (m, e) = x.split();
    let one = R::of(1.0);
    let s = Double::quotient(Double::from(m - one), Double::sum_ordered(one, m));
    let z = s.times(s);
    let [first, second] = LOG2.map(Double::of);
    let rest = second.add_smaller(Double::from(z.hi * z.hi.poly(<R::Native>::LOG2_REST)));
    let l = s.times(first.add_smaller(z.times(rest)));
    let sum = Double::from(e).add_smaller(l);
    let infinity = R::of(f64::INFINITY);
    let hi = R::select(x == R::of(0.0), -infinity, R::select(x == infinity, infinity, sum.hi));
    Double::new(hi, sum.lo)
}
