//! The logistic function and its integral.
//!
//! Invariant: the exponential is taken of `-|x|` only, or of what is held below 17, so that it never overflows.

use std::f64::consts::LOG2_E;

use super::bits::Bits;
use super::double::Double;
use super::eigen;
use super::exp::exp_parts;
use super::float::Float;

/// Minimax for `f32`: `(e^r - 1 - r) / r^2` for `|r| <= log(2) / 2`, as the library Eigen has it.
const SHORT_EXP: [f64; 4] = [0.499991417, 0.166668773, 0.0418986678, 0.00833471306];
/// `log(2)` in two parts, the first with 10 bits.
const SHORT_LN2: [f64; 2] = [0.693359375, -2.12194442e-4];
/// Below the first the result is 0, above the second 1.
const SHORT_RANGE: [f64; 2] = [-104.0, 16.6355324];

/// `1 / (1 + e^-x)`, as `e^x / (1 + e^x)` for negative `x`. That of an `f32` is [`short_sigmoid`].
#[inline(always)]
pub(super) fn sigmoid<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return short_sigmoid(x);
    }
    let one = R::of(1.0);
    let e = (-x.abs()).exp();
    let top = R::select(x < R::of(0.0), e, one);
    Double::quotient(Double::from(top), Double::sum_ordered(one, e)).value()
}

/// What TensorFlow computes, to the bit: within 6 units in the last place, and 1 from 16.6356 on.
///
/// Programs take `log(1 - sigmoid(x))` of large `x`, where the last place decides. Nothing is fused, as there. `e^x` is the
/// square of `e^(x / 2)`, which is a normal number as long as the result is one.
#[inline(always)]
fn short_sigmoid<R: Float>(x: R) -> R {
    let (one, [low, high]) = (R::of(1.0), SHORT_RANGE);
    if R::EXACT {
        let e = x.at_most(high).unfused_exp();
        return e / (one + e);
    }
    let e = short_exp(x.at_least(low).at_most(high) * R::of(0.5));
    let square = e * e;
    R::select(x < R::of(low), R::of(0.0), square / (one + square))
}

/// `e^x` for `|x|` up to 80, odd and even powers apart.
#[inline(always)]
fn short_exp<R: Float>(x: R) -> R {
    let ([high, low], [c0, c1, c2, c3]) = (SHORT_LN2.map(R::of), SHORT_EXP.map(R::of));
    let n = (x * R::of(LOG2_E) + R::of(0.5)).floor();
    let r = x - n * high - n * low;
    let z = r * r;
    let curve = r * (z * c3 + c1) + (z * c2 + c0);
    (z * curve + (r + R::of(1.0))) * n.power_of_two()
}

/// `factor * sigmoid(x)`, exact too where `sigmoid(x)` alone would be subnormal.
#[inline(always)]
pub(super) fn times_sigmoid<R: Float>(factor: R, x: Double<R>) -> R {
    let (one, negative) = (R::of(1.0), x.hi < R::of(0.0));
    let (n, y) = exp_parts(Double::new(-x.hi.abs(), x.lo.negate_if(!negative)));
    let product = y.scaled_by(factor).scale(n);
    let top = Double::select(negative, product, Double::from(factor));
    Double::quotient(top, Double::sum_ordered(one, y.hi.scale(n))).value()
}

/// `log(1 + e^x)`, which is `e^x` far below 0 and `x` far above: where TensorFlow says so, at `log(epsilon) + 2`. The
/// exponential is rounded before its logarithm is taken, as there: programs ask whether results are 1.
#[inline(always)]
pub(super) fn softplus<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return eigen::softplus(x);
    }
    let end = R::of(34.04365338911715);
    let e = x.exp();
    R::select(x > end, x, R::select(x < -end, e, e.log1p()))
}
