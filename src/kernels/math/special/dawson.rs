//! Dawson's integral.

/// `e^(-x^2)` times the integral of `e^(t^2)` from 0 to `x`.
///
/// Up to 6 a series of positive terms, beyond the asymptotic one.
///
/// ```
/// use gradtape::kernels::math::special::dawsn;
///
/// assert!((dawsn(1.0) - 0.5380795069127684).abs() < 1e-15);
/// assert_eq!(dawsn(f64::NEG_INFINITY), 0.0);
/// ```
pub fn dawsn(x: f64) -> f64 {
    let z = x * x;
    if x.abs() > 6.0 {
        let inverse = 0.5 / z;
        return (1..37).rev().fold(1.0, |sum, k| 1.0 + sum * (2 * k - 1) as f64 * inverse) * 0.5 / x;
    }
    let (mut term, mut sum) = (x, x);
    for k in 1..200 {
        term *= z / k as f64;
        let part = term / (2 * k + 1) as f64;
        sum += part;
        if part.abs() < sum.abs() * 1e-18 {
            break;
        }
    }
    sum * (-z).exp()
}

/// The derivative of order `times` of [`dawsn`]. NaN unless `times` is a natural number up to 40.
///
/// ```
/// use gradtape::kernels::math::special::dawsn_derivative;
///
/// assert_eq!(dawsn_derivative(1.0, 0.0), 1.0);
/// assert_eq!(dawsn_derivative(1.0, f64::INFINITY), 0.0);
/// ```
pub fn dawsn_derivative(times: f64, x: f64) -> f64 {
    if !(0.0..=40.0).contains(&times) || times.fract() != 0.0 {
        return f64::NAN;
    }
    if x.abs() > 7.5 {
        return derivative_far(times as i32, x);
    }
    // The first is 1 - 2 x D; each later one is -2 x times the one before, and so many times the one before that.
    let (mut before, mut here) = (0.5, dawsn(x));
    for n in 0..times as i32 {
        let factor = if n == 0 { -1.0 } else { f64::from(n) };
        (before, here) = (here, -2.0 * (x * here + factor * before));
    }
    here
}

/// The derivative, term by term, of the asymptotic series `1 / 2x + 1 / 4x^3 + 3 / 8x^5 + ...`.
fn derivative_far(times: i32, x: f64) -> f64 {
    let mut term = (1..=times).fold(0.5 / x, |term, k| term * -f64::from(k) / x);
    let mut sum = term;
    for k in 1..40 {
        let (odd, inverse) = (f64::from(2 * k - 1), 1.0 / x);
        // The power falls by 2, and the factors that differentiation gave it grow with it.
        let grown = f64::from(2 * k + times) * f64::from(2 * k + times - 1) / (odd * f64::from(2 * k));
        term *= 0.5 * odd * grown * inverse * inverse;
        sum += term;
        if term.abs() < sum.abs() * 1e-18 {
            break;
        }
    }
    sum
}
