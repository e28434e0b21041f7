//! Fresnel's integrals, with a right angle in the phase: the integrals of `sin(pi t^2 / 2)` and `cos(pi t^2 / 2)`.

use std::f64::consts::{FRAC_PI_2, PI};

use num_complex::Complex64;

/// The integral of `sin(pi t^2 / 2)` from 0 to `x`.
///
/// ```
/// use gradtape::kernels::math::special::fresnel_sin;
///
/// assert!((fresnel_sin(1.0) - 0.4382591473903548).abs() < 1e-15);
/// assert_eq!(fresnel_sin(f64::INFINITY), 0.5);
/// ```
pub fn fresnel_sin(x: f64) -> f64 {
    both(x).im
}

/// The integral of `cos(pi t^2 / 2)` from 0 to `x`.
///
/// ```
/// use gradtape::kernels::math::special::fresnel_cos;
///
/// assert!((fresnel_cos(1.0) - 0.7798934003768228).abs() < 1e-15);
/// assert_eq!(fresnel_cos(f64::INFINITY), 0.5);
/// ```
pub fn fresnel_cos(x: f64) -> f64 {
    both(x).re
}

/// `C(x) + i S(x)`.
fn both(x: f64) -> Complex64 {
    let a = x.abs();
    let y = if a < 1.6 { series(a) } else { complement(a) };
    Complex64::new(y.re.copysign(x), y.im.copysign(x))
}

/// The integral of `e^(i pi t^2 / 2)`, term by term.
fn series(x: f64) -> Complex64 {
    let z = FRAC_PI_2 * x * x;
    let (mut term, mut sum) = (x, [x, 0.0]);
    for k in 1..60 {
        term *= z / k as f64;
        let part = term / (2 * k + 1) as f64;
        sum[k % 2] += if k % 4 < 2 { part } else { -part };
        if part < 1e-18 * sum[1] {
            break;
        }
    }
    Complex64::new(sum[0], sum[1])
}

/// `(1 + i) / 2 * (1 - erfc(w))` with `w = sqrt(pi) / 2 * (1 - i) x`, by the continued fraction of `erfc`.
fn complement(x: f64) -> Complex64 {
    if x > 1e16 {
        // The waves are lost below the last place.
        return Complex64::new(0.5, 0.5);
    }
    let w = Complex64::new(1.0, -1.0) * (0.5 * PI.sqrt() * x);
    let tail = (1..=120).rev().fold(w, |tail, k| w + 0.5 * k as f64 / tail);
    let (sin, cos) = phase(x);
    let erfc = Complex64::new(cos, sin) / (tail * PI.sqrt());
    Complex64::new(0.5, 0.5) * (1.0 - erfc)
}

/// Sine and cosine of `pi x^2 / 2`, the square reduced by whole turns before anything is rounded away.
fn phase(x: f64) -> (f64, f64) {
    let square = x * x;
    let lost = x.mul_add(x, -square);
    (FRAC_PI_2 * (square % 4.0 + lost)).sin_cos()
}
