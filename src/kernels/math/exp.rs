//! The exponential and what is read off it: `e^x = 2^n * e^r` with `n` an integer and `|r| <= log(2) / 2`.
//!
//! Invariant: `n * LN2[0]` is exact, so that `x - n * log(2)` loses nothing to cancellation.

use std::f64::consts::{LN_2, LOG2_E};

use super::bits::Bits;
use super::double::Double;
use super::eigen;
use super::float::Float;
use super::tables::Tables;

/// Minimax for `f32`: `(e^r - 1 - r) / r^2` for `|r| <= log(2) / 2`, as the library Eigen has it.
const SHORT: [f64; 5] =
    [0.49999988079071045, 0.166665181517601, 0.04166965186595917, 0.008368944749236107, 0.001374496379867196];
/// `log(2)` in two parts, the first with 10 bits.
const SHORT_LN2: [f64; 2] = [0.693359375, -0.00021219444];

/// `(n, r)`: `x = n * log(2) + r`, for `x` in the range where `e^x` is neither 0 nor infinite.
#[inline(always)]
fn reduce<R: Float>(x: R) -> (R, R) {
    let [high, low] = <R::Native>::LN2;
    let n = x.nearest_to_product(LOG2_E);
    (n, x.minus(n, R::of(high)).minus(n, R::of(low)))
}

/// `x` held within [`Tables::EXP_RANGE`], beyond which `e^x` is 0 or infinite; NaN stays.
#[inline(always)]
fn clamp<R: Float>(x: R) -> R {
    let [low, high] = <R::Native>::EXP_RANGE;
    x.at_least(low).at_most(high)
}

/// `e^r - 1`.
#[inline(always)]
fn growth<R: Float>(r: R) -> R {
    (r * r).mul_add(r.poly(<R::Native>::EXP), r)
}

/// `e^x / 2`, which is finite a little longer than `e^x`.
#[inline(always)]
pub(super) fn half_exp<R: Float>(x: R) -> R {
    let [low, high] = <R::Native>::EXP_RANGE;
    let (n, r) = reduce(x.at_least(low).at_most(high + 1.0));
    (R::of(1.0) + growth(r)).scale(n - R::of(1.0))
}

/// `e^x`.
#[inline(always)]
pub(super) fn exp<R: Float>(x: R) -> R {
    let (n, r) = reduce(clamp(x));
    (R::of(1.0) + growth(r)).scale(n)
}

/// `e^x`, of an `f32` what TensorFlow computes, to the bit, but for subnormal results, which are 0 there. Nothing is fused, as there, so that
/// every instruction set has the same; odd and even powers apart.
///
/// Programs multiply what comes of it by thousands (the frequencies of embeddings), and by `2 pi` in a sine.
#[inline(always)]
pub(super) fn unfused_exp<R: Float>(x: R) -> R {
    if R::DOUBLE {
        return exp(x);
    }
    if R::EXACT {
        return x.library(f32::exp, f64::exp);
    }
    let ([high, low], [c2, c3, c4, c5, c6]) = (SHORT_LN2.map(R::of), SHORT.map(R::of));
    let x = clamp(x);
    let n = (x * R::of(LOG2_E) + R::of(0.5)).floor();
    let r = x - n * high - n * low;
    let z = r * r;
    let curve = r * (z * c5 + c3) + (z * (z * c6 + c4) + c2);
    (z * curve + (r + R::of(1.0))).scale(n)
}

/// Minimax for `f32`: `e^r` for `|r| <= log(2) / 2` from the highest power down, as the library oneDNN has it; and its bounds of
/// `x`, below which there is 0.
const FUSED: [f64; 6] = [0.00828929059, 0.0418978221, 0.166676521, 0.499991506, 0.999999701, 1.0];
const FUSED_RANGE: [f64; 2] = [-87.3365479, 88.7228394];

/// `e^x`, of an `f32` what oneDNN computes, to the bit.
#[inline(always)]
pub(super) fn fused_exp<R: Float>(x: R) -> R {
    if R::DOUBLE {
        return exp(x);
    }
    let [low, high] = FUSED_RANGE;
    let (half, held) = (R::of(0.5), x.at_least(low).at_most(high));
    let n = held.mul_add(R::of(LOG2_E), half).floor();
    let r = held.minus(n, R::of(LN_2));
    let y = FUSED[1..].iter().fold(R::of(FUSED[0]), |sum, &c| sum.mul_add(r, R::of(c)));
    R::select(x < R::of(low), R::of(0.0), y * (n - R::of(1.0)).power_of_two() * R::of(2.0))
}

/// `e^x`, for `|x|` up to 80: there a power of two is a normal number and one multiplication scales by it.
#[inline(always)]
pub(super) fn moderate_exp<R: Float>(x: R) -> R {
    let (n, r) = reduce(x);
    (R::of(1.0) + growth(r)) * n.power_of_two()
}

/// `e^(r.hi + r.lo)` for `|r| <= log(2) / 2`.
#[inline(always)]
pub(super) fn reduced_exp<R: Float>(r: Double<R>) -> Double<R> {
    let growth = growth(r.hi);
    // e^lo = 1 + lo as far as anyone can tell, and it multiplies all of 1 + growth.
    Double::sum_ordered(R::of(1.0), growth + r.lo.mul_add(growth, r.lo))
}

/// `(n, y)` with `e^(x.hi + x.lo) = y * 2^n`.
#[inline(always)]
pub(super) fn exp_parts<R: Float>(x: Double<R>) -> (R, Double<R>) {
    let (n, r) = reduce(clamp(x.hi));
    (n, reduced_exp(Double::new(r, x.lo)))
}

/// `e^x - 1 = 2^n * (e^r - 1) + (2^n - 1)`: what cancels is exact. All is halved, since the largest `2^n` is no number.
#[inline(always)]
pub(super) fn expm1<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return if R::EXACT { x.library(f32::exp_m1, f64::exp_m1) } else { eigen::expm1(x) };
    }
    let [high, low] = <R::Native>::LN2;
    let clamped = clamp(x);
    let (n, r) = reduce(clamped);
    let lost = (clamped.minus(n, R::of(high)) - r).minus(n, R::of(low));
    let growth = Double::sum_ordered(r, r * r * r.poly(<R::Native>::EXP));
    let half = (n - R::of(1.0)).at_least(-100.0).power_of_two();
    let sum = Double::sum(half - R::of(0.5), half * growth.hi);
    let y = sum.hi + half.mul_add(growth.lo + lost, sum.lo);
    // Halving would cost subnormal numbers a bit, and adding costs zero its sign.
    R::select(x.abs() < R::of(<R::Native>::TINY), x, y + y)
}
