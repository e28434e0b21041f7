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
