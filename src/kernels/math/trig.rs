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

/// `sin(x)`.
#[inline(always)]
pub(super) fn sin<R: Float>(x: R) -> R {
    if R::EXACT {
        return x.scalar(libm::sin);
    }
    // Zero keeps its sign.
    R::select(x == R::of(0.0), x, turned_sin(x, 0.0))
}

/// `cos(x)`.
#[inline(always)]
pub(super) fn cos<R: Float>(x: R) -> R {
    if R::EXACT { x.scalar(libm::cos) } else { turned_sin(x, 1.0) }
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
