//! The logarithm of the gamma function, its derivative, and what Stirling's formula leaves over.
//!
//! Invariant: arguments are moved up by the recurrence until an asymptotic series is exact to the last place.

use std::f64::consts::PI;

/// `B(2k) / (2k)` for `k = 1, 2, ...`: the coefficients of the digamma function by `1 / x^2`.
pub(super) const DIGAMMA: [f64; 8] =
    [1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32760.0, 1.0 / 12.0, -3617.0 / 8160.0];

/// `B(2k) / (2k (2k - 1))`: the coefficients of Stirling's series by `1 / x^2`.
pub(super) const STIRLING: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360360.0,
    1.0 / 156.0,
    -3617.0 / 122400.0,
];

/// The sum of a series in `z`, for a few coefficients.
fn series(z: f64, c: &[f64]) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * z + c)
}

/// `log |gamma(x)|`: infinite at 0 and the negative integers, and at both infinities.
///
/// ```
/// use gradtape::kernels::math::special::lgamma;
///
/// assert!((lgamma(5.0) - 24f64.ln()).abs() < 1e-14);
/// assert_eq!(lgamma(-1.0), f64::INFINITY);
/// ```
pub fn lgamma(x: f64) -> f64 {
    libm::lgamma(x)
}

/// The derivative of [`lgamma`]: NaN at 0 and the negative integers.
///
/// ```
/// use gradtape::kernels::math::special::digamma;
///
/// assert!((digamma(1.0) + 0.5772156649015329).abs() < 1e-15);
/// assert!(digamma(-2.0).is_nan());
/// ```
pub fn digamma(x: f64) -> f64 {
    if x <= 0.0 {
        // psi(x) = psi(1 - x) - pi / tan(pi x), the tangent of the fraction alone.
        let fraction = x - x.round();
        return if fraction == 0.0 { f64::NAN } else { digamma(1.0 - x) - PI / (PI * fraction).tan() };
    }
    let (mut x, mut sum) = (x, 0.0);
    while x < 10.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let z = 1.0 / (x * x);
    sum + (x.ln() - 0.5 / x - z * series(z, &DIGAMMA))
}

/// `log gamma(x + 1) - ((x + 1/2) log(x) - x + log(2 pi) / 2)` for `x > 0`: what Stirling's formula leaves over.
pub(super) fn stirling_error(x: f64) -> f64 {
    if x >= 10.0 {
        return series(1.0 / (x * x), &STIRLING) / x;
    }
    libm::lgamma(x + 1.0) - ((x + 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln())
}

/// `u - log(1 + u)` for `u > -1`, accurate near 0.
pub(super) fn log1p_deficit(u: f64) -> f64 {
    if u.abs() > 0.4 {
        return u - u.ln_1p();
    }
    // With s = u / (2 + u), log(1 + u) = 2 s + 2 s^3 / 3 + ..., and u - 2 s = s u.
    let s = u / (2.0 + u);
    let z = s * s;
    let tail = (1..30).rev().fold(0.0, |sum, k| sum * z + 2.0 / (2 * k + 1) as f64);
    s * u - s * z * tail
}
