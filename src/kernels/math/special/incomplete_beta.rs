//! The regularised incomplete beta function.
//!
//! The density in front is written with deviances from its mode, so that large parameters cost no digits; what remains
//! is a continued fraction. Invariant: the fraction is used on the side of the mean where it converges fast.

use std::f64::consts::PI;

use super::gamma::{log1p_deficit, stirling_error};

/// The chance that a beta variable with parameters `a` and `b` is below `x`.
///
/// NaN unless `a > 0`, `b > 0` and `0 <= x <= 1`.
///
/// ```
/// use gradtape::kernels::math::special::betainc;
///
/// assert!((betainc(2.0, 2.0, 0.25) - 0.15625).abs() < 1e-15);
/// assert_eq!(betainc(2.0, 2.0, 1.0), 1.0);
/// ```
pub fn betainc(a: f64, b: f64, x: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && a.is_finite() && b.is_finite() && (0.0..=1.0).contains(&x)) {
        return f64::NAN;
    }
    if x == 0.0 || x == 1.0 {
        return x;
    }
    if x <= (a + 1.0) / (a + b + 2.0) {
        density(a, b, x, 1.0 - x) / a * fraction(a, b, x)
    } else {
        1.0 - density(b, a, 1.0 - x, x) / b * fraction(b, a, 1.0 - x)
    }
}

/// `x^a y^b / B(a, b)`, for `y = 1 - x`.
fn density(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let correction = stirling_error(n) - stirling_error(a) - stirling_error(b);
    // How far the means n x and n y are from a and b, to all digits.
    let product = a * y;
    let shift = b.mul_add(x, -product) - a.mul_add(y, -product);
    let deviance = a * log1p_deficit(shift / a) + b * log1p_deficit(-shift / b);
    (a * b / (2.0 * PI * n)).sqrt() * (correction - deviance).exp()
}

/// The hypergeometric factor that makes the integral of its density, as a continued fraction, by Lentz's method.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let guard = |v: f64| if v.abs() < TINY { TINY } else { v };
    let mut d = 1.0 / guard(1.0 - (a + b) * x / (a + 1.0));
    let (mut c, mut value) = (1.0, d);
    for m in 1..50_000 {
        let m = m as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for numerator in [even, odd] {
            d = 1.0 / guard(1.0 + numerator * d);
            c = guard(1.0 + numerator / c);
            change = c * d;
            value *= change;
        }
        if (change - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}
