//! The Hurwitz zeta function, and the derivatives of the digamma function that it gives.
//!
//! Invariant: the first terms are summed one by one, the rest by the Euler-Maclaurin formula from an argument of at least
//! 10, and of at least the exponent, on: there its terms fall.

use super::gamma::digamma;

/// `B(2j) / (2j)!` for `j = 1, 2, ...`.
const BERNOULLI: [f64; 12] = [
    0.08333333333333333,
    -0.001388888888888889,
    3.306878306878307e-05,
    -8.267195767195768e-07,
    2.08767569878681e-08,
    -5.284190138687493e-10,
    1.3382536530684679e-11,
    -3.3896802963225827e-13,
    8.586062056277845e-15,
    -2.174868698558062e-16,
    5.5090028283602295e-18,
    -1.3954464685812523e-19,
];

/// The sum of `(q + k)^-x` over `k >= 0`.
///
/// Infinite at `x = 1`, NaN below. For negative `q`, `x` must be an integer; at `q = 0, -1, ...` it is infinite if `x`
/// is even, NaN otherwise.
///
/// ```
/// use gradtape::kernels::math::special::zeta;
///
/// assert!((zeta(2.0, 1.0) - std::f64::consts::PI.powi(2) / 6.0).abs() < 1e-15);
/// assert_eq!(zeta(1.0, 3.0), f64::INFINITY);
/// ```
pub fn zeta(x: f64, q: f64) -> f64 {
    if x == 1.0 {
        return if q.is_nan() { q } else { f64::INFINITY };
    }
    if x < 1.0 || x.is_nan() || q.is_nan() {
        return f64::NAN;
    }
    if q > 0.0 {
        return sum(x, q, 1.0);
    }
    let (even, integral) = (x % 2.0 == 0.0, x.fract() == 0.0);
    if q == q.floor() {
        return if even { f64::INFINITY } else { f64::NAN };
    }
    if !integral {
        return f64::NAN;
    }
    // The terms with negative bases, up to that of q.
    let left = sum(x, q.ceil() - q, 1.0) - sum(x, 1.0 - q, 1.0);
    sum(x, q - q.floor(), 1.0) + if even { left } else { -left }
}

/// The sum for `x > 1`, `q > 0`, of `((q + k) / unit)^-x`.
fn sum(x: f64, q: f64, unit: f64) -> f64 {
    let (mut total, mut base) = (0.0, q);
    while base < x.max(10.0) {
        let term = (base / unit).powf(-x);
        if base + 1.0 == base {
            // The terms fall as powers do: `(1 + k / base)^-x = exp(-x / base)^k`, closely.
            return total - term / (-x / base).exp_m1();
        }
        total += term;
        // Both may be 0.
        if term <= total * f64::EPSILON * 1e-2 {
            return total;
        }
        base += 1.0;
    }
    let (integral, power) = ((base / unit).powf(1.0 - x) * unit / (x - 1.0), (base / unit).powf(-x));
    total + integral + if power == 0.0 { 0.0 } else { power * (0.5 + corrections(x, base)) }
}

/// The corrections of the Euler-Maclaurin formula, in terms of `base^-x`.
fn corrections(x: f64, base: f64) -> f64 {
    let (mut total, mut factor) = (0.0, x / base);
    for (j, coefficient) in BERNOULLI.iter().enumerate() {
        let term = factor * coefficient;
        total += term;
        if term.abs() < total.abs() * f64::EPSILON {
            break;
        }
        let next = x + 2.0 * j as f64;
        factor *= (next + 1.0) * (next + 2.0) / (base * base);
    }
    total
}

/// The derivative of order `n` of [`digamma`]: `(-1)^(n + 1) n! zeta(n + 1, x)`. NaN unless `n` is a natural number.
///
/// ```
/// use gradtape::kernels::math::special::polygamma;
///
/// assert!((polygamma(1.0, 1.0) - std::f64::consts::PI.powi(2) / 6.0).abs() < 1e-15);
/// assert!(polygamma(0.5, 1.0).is_nan());
/// ```
pub fn polygamma(n: f64, x: f64) -> f64 {
    if n < 0.0 || n.fract() != 0.0 {
        return f64::NAN;
    }
    if n == 0.0 {
        return digamma(x);
    }
    let tail = zeta(n + 1.0, x);
    let size = if n <= 150.0 && tail.abs() >= f64::MIN_POSITIVE {
        libm::tgamma(n + 1.0) * tail
    } else {
        large_factorial(n, x, tail)
    };
    if n % 2.0 == 0.0 { -size } else { size }
}

/// `n! tail`, where the factorial may be infinite, or the sum next to nothing, and the product is neither.
fn large_factorial(n: f64, x: f64, tail: f64) -> f64 {
    if tail.abs() >= f64::MIN_POSITIVE || tail.is_nan() {
        return (libm::lgamma(n + 1.0) + tail.abs().ln()).exp().copysign(tail);
    }
    // Not for a negative `x`: there some term is at least 1.
    let first = libm::lgamma(n + 1.0) - (n + 1.0) * x.ln();
    if first > f64::NEG_INFINITY { first.exp() * sum(n + 1.0, x, x) } else { 0.0 }
}
