//! Logarithms: `log(x) = e * log(2) + log(1 + f)` with `1 + f` in `[sqrt(1/2), sqrt(2))`.
//!
//! With `s = f / (2 + f)`, `log(1 + f) = 2 atanh(s)`, a short series in `s^2`; written as `f - f^2 / 2 + ...` its
//! leading term is exact. Invariant: `e * LN2[0]` is exact.

use std::f64::consts::LN_2;

use super::bits::Bits;
use super::double::Double;
use super::eigen;
use super::float::Float;
use super::tables::Tables;

/// Minimax for `f32`: `log(1 + f)` is about `f p(f) / q(f)`, with p and q from the highest power down, as the library Eigen
/// has them.
const SHORT_ABOVE: [f64; 3] = [0.18256296349849255, 1.0000000190281062, 1.0000000190281135];
const SHORT_BELOW: [f64; 4] = [0.04961624795412004, 0.5992324959082352, 1.4999999999999927, 1.0];

/// `e * log(2) + log(1 + f + lo)`.
#[inline(always)]
fn assemble<R: Float>(e: R, f: R, lo: R) -> R {
    let [high, low] = <R::Native>::LN2;
    let s = f / (R::of(2.0) + f);
    let z = s * s;
    let half = R::of(0.5) * f * f;
    let tail = s.mul_add(half + z * z.poly(<R::Native>::LOG), e.mul_add(R::of(low), lo));
    e.mul_add(R::of(high), f - (half - tail))
}

/// `y = log(x)`, but at zero, below, and at infinity and NaN what belongs there.
#[inline(always)]
fn at_edges<R: Float>(x: R, y: R) -> R {
    let infinity = R::of(f64::INFINITY);
    let y = R::select(x < infinity, y, x);
    let y = R::select(x > R::of(0.0), y, R::of(f64::NAN));
    R::select(x == R::of(0.0), -infinity, y)
}

/// `log(x)`.
#[inline(always)]
pub(super) fn log<R: Float>(x: R) -> R {
    if R::EXACT && !R::DOUBLE {
        return x.library(f32::ln, f64::ln);
    }
    let (m, e) = x.split();
    let f = m - R::of(1.0);
    at_edges(x, if R::DOUBLE { assemble(e, f, R::of(0.0)) } else { short_log(e, f) })
}

/// `e * log(2) + log(1 + f)` of an `f32`: what TensorFlow computes, to the bit. Nothing is fused, as there.
#[inline(always)]
fn short_log<R: Float>(e: R, f: R) -> R {
    let ([a, b, c], [k, l, m, n]) = (SHORT_ABOVE.map(R::of), SHORT_BELOW.map(R::of));
    let above = f * ((f * a + b) * f + c);
    let below = ((f * k + l) * f + m) * f + n;
    e * R::of(LN_2) + above / below
}

/// `log(1 + x)`.
#[inline(always)]
pub(super) fn log1p<R: Float>(x: R) -> R {
    if !R::DOUBLE {
        return if R::EXACT { x.library(f32::ln_1p, f64::ln_1p) } else { eigen::log1p(x) };
    }
    let y = log1p_double(Double::from(x));
    R::select(x.abs() < R::of(<R::Native>::TINY), x, y)
}

/// `log(1 + x.hi + x.lo)`.
#[inline(always)]
pub(super) fn log1p_double<R: Float>(x: Double<R>) -> R {
    let u = Double::sum(R::of(1.0), x.hi);
    let (m, e) = u.hi.split();
    // What 1 + x lost, brought to the scale of m; beyond 2^100 it is far below the last place.
    let scale = (-e).at_least(-100.0).power_of_two();
    let f = (m - R::of(1.0)) + u.lo * scale;
    at_edges(u.hi, assemble(e, f, x.lo * scale))
}
