//! Sine, cosine, tangent: `x = n * pi / 2 + r`, and a short polynomial in `r`, chosen and signed by `n mod 4`.
//!
//! The reduced argument is kept as `hi + lo`: close to a multiple of `pi / 2` it would have few digits otherwise.
//! Invariant: `n * pi / 2` is subtracted in three steps whose products are exact. This holds for [`Float::is_moderate`]
//! arguments; on the scalar path the library takes all others.

use std::f64::consts::FRAC_2_PI;

use super::bits::Bits;
use super::double::{Double, fused};
use super::float::Float;
use super::tables::Tables;

/// `pi / 2` in four parts for `f32`, the first two with 8 and 11 bits, as the library Eigen has it.
const SHORT_HALF_PI: [f64; 4] = [1.5703125, 0.0004839897155761719, -1.6286503523588183e-07, -5.564431554416771e-11];
/// Minimax for `f32`, from the highest power down: `cos(r)` by `r^2`, and `(sin(r) / r - 1)` by `r^2` but for its last power,
/// for `|r| <= pi / 4`.
const SHORT_COS: [f64; 5] = [2.4372266125283204e-05, -0.001388652017340064, 0.04166661947965622, -0.5, 1.0];
const SHORT_SIN: [f64; 3] = [-0.0001959234114083703, 0.008332687365561685, -0.16666662039822983];

/// `(n, r)`: `x = n * pi / 2 + r`, `|r| <= 1.01 * pi / 4`.
#[inline(always)]
fn reduce<R: Float>(x: R) -> (R, Double<R>) {
    let [a, b, c] = <R::Native>::HALF_PI;
    let n = x.nearest_to_product(FRAC_2_PI);
    let first = fused(-n, R::of(a), x);
    let second = Double::product(n, R::of(b));
    let r = Double::sum(first, -second.hi);
    (n, Double::new(r.hi, (r.lo - second.lo).minus(n, R::of(c))))
}

/// The part of `sin(r)` beyond `r.hi`.
#[inline(always)]
fn sin_tail<R: Float>(r: Double<R>, z: R) -> R {
    (r.hi * z).mul_add(z.poly(<R::Native>::SIN), r.lo)
}

/// `cos(r)` as a leading part that is rounded and the rest.
#[inline(always)]
fn cos_parts<R: Float>(r: Double<R>, z: R) -> Double<R> {
    let half = z * R::of(0.5);
    let hi = R::of(1.0) - half;
    let lost = (R::of(1.0) - hi) - half;
    Double::new(hi, lost + (z * z).mul_add(z.poly(<R::Native>::COS), -(r.hi * r.lo)))
}

/// `sin(x + quarters * pi / 2)`.
#[inline(always)]
fn turned_sin<R: Float>(x: R, quarters: f64) -> R {
    let (n, r) = reduce(x);
    let n = n + R::of(quarters);
    let z = r.hi * r.hi;
    let y = R::select(n.bit(0), cos_parts(r, z).value(), r.hi + sin_tail(r, z));
    y.negate_if(n.bit(1))
}

/// `|x|` turned by quarters, of an `f32`: what TensorFlow computes, to the bit. Nothing is fused, as there, so that every
/// instruction set has the same.
///
/// Programs take sines of thousands of radians (embeddings of times and places), where the last place of a function before
/// decides the fourth digit.
#[inline(always)]
fn short_turned_sin<R: Float>(x: R, quarters: f64) -> R {
    let n = (x.abs() * R::of(FRAC_2_PI)).nearest();
    let r = SHORT_HALF_PI.map(R::of).into_iter().fold(x.abs(), |r, part| r - n * part);
    let (n, z) = (n + R::of(quarters), r * r);
    let [s0, s1, s2] = SHORT_SIN.map(R::of);
    let [c0, c1, c2, c3, c4] = SHORT_COS.map(R::of);
    let cos = (((z * c0 + c1) * z + c2) * z + c3) * z + c4;
    let sin = ((z * s0 + s1) * z + s2) * z * r + r;
    R::select(n.bit(0), cos, sin).negate_if(n.bit(1))
}

/// `sin(x)`.
#[inline(always)]
pub(super) fn sin<R: Float>(x: R) -> R {
    if R::EXACT {
        return x.library(f32::sin, libm::sin);
    }
    if !R::DOUBLE {
        return short_turned_sin(x, 0.0).mul_sign(x);
    }
    // Zero keeps its sign.
    R::select(x == R::of(0.0), x, turned_sin(x, 0.0))
}

/// `cos(x)`.
#[inline(always)]
pub(super) fn cos<R: Float>(x: R) -> R {
    if R::EXACT {
        return x.library(f32::cos, libm::cos);
    }
    if R::DOUBLE { turned_sin(x, 1.0) } else { short_turned_sin(x, 1.0) }
}

/// `tan(x) = sin(x) / cos(x)`, divided with the digits that both have to spare.
#[inline(always)]
pub(super) fn tan<R: Float>(x: R) -> R {
    if R::EXACT {
        return x.scalar(libm::tan);
    }
    let (n, r) = reduce(x);
    let z = r.hi * r.hi;
    let s = Double::sum_ordered(r.hi, sin_tail(r, z));
    let c = cos_parts(r, z);
    let c = Double::sum_ordered(c.hi, c.lo);
    let odd = n.bit(0);
    let negative = Double::new(-c.hi, -c.lo);
    let y = Double::quotient(Double::select(odd, negative, s), Double::select(odd, s, c));
    R::select(x == R::of(0.0), x, y.value())
}
