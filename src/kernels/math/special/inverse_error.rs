//! Inverses of the error function and of the normal distribution.
//!
//! A closed formula gives three digits, and each step of Halley's method triples them. Invariant: the side is solved on
//! which the known quantity is small and exact: `erf` near the middle, `erfc` in the tails.

use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

/// The number whose error function is `x`: infinite at -1 and 1, NaN beyond.
///
/// ```
/// use gradtape::kernels::math::special::erfinv;
///
/// assert!((erfinv(0.8427007929497149) - 1.0).abs() < 1e-15);
/// assert_eq!(erfinv(1.0), f64::INFINITY);
/// ```
pub fn erfinv(x: f64) -> f64 {
    let a = x.abs();
    if a > 0.5 {
        return upper_tail(1.0 - a).copysign(x);
    }
    if a <= 1e-8 {
        return x / FRAC_2_SQRT_PI;
    }
    (0..3).fold(guess((1.0 - a) * (1.0 + a)), |y, _| halley(y, libm::erf(y) - a)).copysign(x)
}

/// The number whose complementary error function is `x`: infinite at 0 and 2, NaN beyond.
///
/// ```
/// use gradtape::kernels::math::special::erfcinv;
///
/// assert_eq!(erfcinv(1.0), 0.0);
/// assert!((erfcinv(2.088487583762545e-45) - 10.0).abs() < 1e-13);
/// ```
pub fn erfcinv(x: f64) -> f64 {
    match x {
        x if x < 0.5 => upper_tail(x),
        x if x > 1.5 => -upper_tail(2.0 - x),
        x => erfinv(1.0 - x),
    }
}

/// The number that a standard normal variable is below with chance `p`: infinite at 0 and 1, NaN beyond.
///
/// ```
/// use gradtape::kernels::math::special::ndtri;
///
/// assert_eq!(ndtri(0.5), 0.0);
/// assert!((ndtri(0.975) - 1.959963984540054).abs() < 1e-14);
/// ```
pub fn ndtri(p: f64) -> f64 {
    -SQRT_2 * erfcinv(2.0 * p)
}

/// `y > 0` with `erfc(y) = p`, for `p < 1/2`.
fn upper_tail(p: f64) -> f64 {
    if p <= 0.0 {
        return if p == 0.0 { f64::INFINITY } else { f64::NAN };
    }
    (0..3).fold(guess(p * (2.0 - p)), |y, _| halley(y, p - libm::erfc(y)))
}

/// Winitzki's approximation of `erfinv(x)`, from `1 - x^2`.
fn guess(rest: f64) -> f64 {
    const A: f64 = 0.147;
    let l = rest.ln();
    let t = 2.0 / (PI * A) + l / 2.0;
    // sqrt(t^2 - l / A) - t, without cancellation for positive t.
    let root = (t * t - l / A).sqrt();
    if t > 0.0 { (-l / A / (root + t)).sqrt() } else { (root - t).sqrt() }
}

/// One step towards the root of a function with the derivative of `erf`, whose value at `y` is `error`.
fn halley(y: f64, error: f64) -> f64 {
    let step = error / (FRAC_2_SQRT_PI * (-y * y).exp());
    y - step / (1.0 + y * step)
}
