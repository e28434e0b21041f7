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
