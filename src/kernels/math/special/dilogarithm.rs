//! Spence's function, which is the dilogarithm seen from 1.

use std::f64::consts::PI;

/// `B(2k) / (2k + 1)!` for `k = 1, 2, ...`.
const BERNOULLI: [f64; 10] = [
    0.027777777777777776,
    -0.0002777777777777778,
    4.72411186696901e-06,
    -9.185773074661964e-08,
    1.8978869988970998e-09,
    -4.0647616451442256e-11,
    8.921691020456452e-13,
    -1.9939295860721075e-14,
    4.518980029619918e-16,
    -1.0356517612182472e-17,
];

/// Minus the integral of `log(t) / (t - 1)` from 1 to `x`: the dilogarithm of `1 - x`. NaN for negative `x`.
///
/// ```
/// use gradtape::kernels::math::special::spence;
///
/// assert_eq!(spence(1.0), 0.0);
/// assert!((spence(0.0) - std::f64::consts::PI.powi(2) / 6.0).abs() < 1e-15);
/// ```
pub fn spence(x: f64) -> f64 {
    const SIXTH: f64 = PI * PI / 6.0;
    match x {
        x if x < 0.0 || x.is_nan() => f64::NAN,
        0.0 => SIXTH,
        f64::INFINITY => f64::NEG_INFINITY,
        x if x < 0.5 => SIXTH - x.ln() * (-x).ln_1p() - middle((-x).ln_1p()),
        x if x <= 2.0 => middle(x.ln()),
        // The dilogarithm of z = 1 - x from that of 1 / z.
        x => -SIXTH - 0.5 * (x - 1.0).ln().powi(2) - middle((1.0 / (x - 1.0)).ln_1p()),
    }
}

/// The dilogarithm of `1 - e^l`, for `|l| <= log(2)`.
fn middle(l: f64) -> f64 {
    let z = l * l;
    let tail = BERNOULLI.iter().rev().fold(0.0, |sum, b| sum * z + b);
    -l * (1.0 + z * tail) - 0.25 * z
}

/// The derivative of order `times` of [`spence`]; the first is `log(x) / (1 - x)`. NaN unless `times` is a positive integer
/// up to 40, and for negative `x`.
///
/// ```
/// use gradtape::kernels::math::special::spence_derivative;
///
/// assert_eq!(spence_derivative(1.0, 1.0), -1.0);
/// assert_eq!(spence_derivative(2.0, 1.0), 0.5);
/// ```
pub fn spence_derivative(times: f64, x: f64) -> f64 {
    if !(1.0..=40.0).contains(&times) || times.fract() != 0.0 || x < 0.0 || x.is_nan() {
        return f64::NAN;
    }
    let n = times as i32 - 1;
    let t = x - 1.0;
    if t.abs() <= 0.5 {
        return slope_series(n, t);
    }
    // The product with 1 - x is the logarithm, whose derivatives are powers.
    let (mut slope, mut power) = (x.ln() / -t, -1.0);
    for k in 1..=n {
        power *= -1.0 / x * if k == 1 { 1.0 } else { (k - 1) as f64 };
        slope = (power + k as f64 * slope) / -t;
    }
    match x {
        // The powers dwarf the logarithm.
        0.0 => f64::INFINITY.copysign(if n % 2 == 0 { -1.0 } else { 1.0 }),
        f64::INFINITY => 0.0,
        _ => slope,
    }
}

/// The derivative of order `n` of `-log(1 + t) / t` by its series, for `|t| <= 1/2`.
fn slope_series(n: i32, t: f64) -> f64 {
    // n! times the binomial coefficient of k over n, and the power of -t.
    let mut factor = (1..=n).fold(1.0, |f, k| f * -f64::from(k));
    let mut sum = 0.0;
    for k in n..n + 400 {
        let term = -factor / f64::from(k + 1);
        sum += term;
        if term.abs() < sum.abs() * 1e-18 {
            break;
        }
        factor *= -t * f64::from(k + 1) / f64::from(k + 1 - n);
    }
    sum
}
