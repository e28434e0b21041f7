//! The error function and its relatives.
//!
//! `erf` is a polynomial near 0 and `1 - e^-q(x)` beyond. `erfc` needs full relative accuracy in its tail:
//! `e^(-x^2) g(x)`, the square taken exactly, and `(1 + 2 x) g(x)`, which is between 1 and 1.3, as `1 + (1 + t) q(t)`
//! with a polynomial in `t = (x - k) / (x + k)`. Invariant: the exponent of the tail is a [`Double`], since an error of
//! it is an error of the result.

use std::f64::consts::SQRT_2;

use super::bits::Bits;
use super::double::Double;
use super::eigen;
use super::exp::exp_parts;
use super::float::Float;
use super::tables::Tables;

/// `erf(x)`.
#[inline(always)]
pub(super) fn erf<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return eigen::erf(x);
    }
    let [start, end] = <R::Native>::ERF_RANGE;
    let a = x.abs();
    let z = a * a;
    let near = a.mul_add(z.poly(<R::Native>::ERF), a);
    let q = a.at_most(end).poly(<R::Native>::ERF_TAIL);
    let far = R::of(1.0) - (-q).exp();
    R::select(a > R::of(start), far, near).copysign(x)
}

/// What makes `erfc(x)` of a number, and `2 cdf(-x)` of its `sqrt(2)`-fold: `x^2` and `2 x` in terms of the latter.
struct Unit {
    scale: f64,
    square: f64,
    double: [f64; 2],
}

const PLAIN: Unit = Unit { scale: 1.0, square: 1.0, double: [2.0, 0.0] };
const NORMAL: Unit = Unit { scale: SQRT_2, square: 0.5, double: [SQRT_2, -9.667293313452913e-17] };

/// `(n, y)` with `erfc(a / unit.scale) = y * 2^n`, for `a >= 0`.
#[inline(always)]
fn tail<R: Float>(a: R, unit: Unit) -> (R, Double<R>) {
    // Far beyond where it underflows, but where its square does not overflow.
    let a = a.at_most(100.0);
    let center = R::of(<R::Native>::ERFC_CENTER * unit.scale);
    let (one, inverse) = (R::of(1.0), R::of(1.0) / (a + center));
    let rise = (a + a) * inverse * ((a - center) * inverse).poly(<R::Native>::ERFC);
    let double = Double::of(unit.double).scaled_by(a);
    let bottom = Double::sum(one, double.hi);
    let bottom = Double::new(bottom.hi, bottom.lo + double.lo);
    let flat = Double::quotient(Double::sum_ordered(one, rise), bottom);
    let (square, by) = (Double::product(a, a), R::of(-unit.square));
    let (n, gauss) = exp_parts(Double::new(square.hi * by, square.lo * by));
    (n, flat.times(gauss))
}

/// `1 - erf(x)`.
#[inline(always)]
pub(super) fn erfc<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return eigen::erfc(x);
    }
    let (n, y) = tail(x.abs(), PLAIN);
    let y = y.value().scale(n);
    R::select(x < R::of(0.0), R::of(2.0) - y, y)
}

/// `factor * erfc(-x / sqrt(2)) / 2`, exact too where the chance alone would be subnormal.
#[inline(always)]
pub(super) fn times_normal_cdf<R: Float>(factor: R, x: R) -> R {
    let (n, y) = tail(x.abs(), NORMAL);
    let n = n - R::of(1.0);
    let left = y.scaled_by(factor).value().scale(n);
    let right = factor.minus(factor, y.value().scale(n));
    R::select(x > R::of(0.0), right, left)
}
