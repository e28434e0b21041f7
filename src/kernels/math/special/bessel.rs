//! Bessel functions of order 0 and 1: `J` and `Y` from libm, the modified `I` and `K` here.
//!
//! `I` is a series of positive terms up to 20 and its asymptotic series beyond, where that is exact to the last place.
//! `K` is a series up to 2 and the integral of `exp(-x cosh t) cosh(n t)` beyond, by the trapezoidal rule, whose error
//! falls faster than any power of its step for so smooth a function. Invariant: the scaled functions never overflow.

use std::f64::consts::PI;

const EULER_GAMMA: f64 = 0.5772156649015329;

/// Where the series of `I` gives way to the asymptotic one.
const FAR: f64 = 20.0;

/// The Bessel function of the first kind of order 0.
///
/// ```
/// use gradtape::kernels::math::special::bessel_j0;
///
/// assert_eq!(bessel_j0(0.0), 1.0);
/// ```
pub fn bessel_j0(x: f64) -> f64 {
    libm::j0(x)
}

/// The Bessel function of the first kind of order 1.
///
/// ```
/// use gradtape::kernels::math::special::bessel_j1;
///
/// assert_eq!(bessel_j1(0.0), 0.0);
/// ```
pub fn bessel_j1(x: f64) -> f64 {
    libm::j1(x)
}

/// The Bessel function of the second kind of order 0: `-inf` at 0, NaN below.
///
/// ```
/// use gradtape::kernels::math::special::bessel_y0;
///
/// assert!((bessel_y0(1.0) - 0.08825696421567697).abs() < 1e-15);
/// ```
pub fn bessel_y0(x: f64) -> f64 {
    libm::y0(x)
}

/// The Bessel function of the second kind of order 1: `-inf` at 0, NaN below.
///
/// ```
/// use gradtape::kernels::math::special::bessel_y1;
///
/// assert!((bessel_y1(1.0) + 0.7812128213002887).abs() < 1e-15);
/// ```
pub fn bessel_y1(x: f64) -> f64 {
    libm::y1(x)
}

/// The modified Bessel function of the first kind of order 0.
///
/// ```
/// use gradtape::kernels::math::special::bessel_i0;
///
/// assert_eq!(bessel_i0(0.0), 1.0);
/// ```
pub fn bessel_i0(x: f64) -> f64 {
    modified_first(0, x)
}

/// `e^-|x|` times [`bessel_i0`].
///
/// ```
/// use gradtape::kernels::math::special::bessel_i0e;
///
/// assert!((bessel_i0e(1.0) - 0.46575960759364043).abs() < 1e-15);
/// ```
pub fn bessel_i0e(x: f64) -> f64 {
    modified_first_scaled(0, x)
}

/// The modified Bessel function of the first kind of order 1.
///
/// ```
/// use gradtape::kernels::math::special::bessel_i1;
///
/// assert!((bessel_i1(1.0) - 0.565159103992485).abs() < 1e-15);
/// ```
pub fn bessel_i1(x: f64) -> f64 {
    modified_first(1, x)
}

/// `e^-|x|` times [`bessel_i1`].
///
/// ```
/// use gradtape::kernels::math::special::bessel_i1e;
///
/// assert!((bessel_i1e(1.0) - 0.2079104153497085).abs() < 1e-15);
/// ```
pub fn bessel_i1e(x: f64) -> f64 {
    modified_first_scaled(1, x)
}

/// The modified Bessel function of the second kind of order 0: infinite at 0, NaN below.
///
/// ```
/// use gradtape::kernels::math::special::bessel_k0;
///
/// assert!((bessel_k0(1.0) - 0.42102443824070834).abs() < 1e-15);
/// ```
pub fn bessel_k0(x: f64) -> f64 {
    modified_second(0, x)
}

/// `e^x` times [`bessel_k0`].
///
/// ```
/// use gradtape::kernels::math::special::bessel_k0e;
///
/// assert!((bessel_k0e(1.0) - 1.1444630798068947).abs() < 1e-14);
/// ```
pub fn bessel_k0e(x: f64) -> f64 {
    modified_second_scaled(0, x)
}

/// The modified Bessel function of the second kind of order 1: infinite at 0, NaN below.
///
/// ```
/// use gradtape::kernels::math::special::bessel_k1;
///
/// assert!((bessel_k1(1.0) - 0.6019072301972346).abs() < 1e-15);
/// ```
pub fn bessel_k1(x: f64) -> f64 {
    modified_second(1, x)
}

/// `e^x` times [`bessel_k1`].
///
/// ```
/// use gradtape::kernels::math::special::bessel_k1e;
///
/// assert!((bessel_k1e(1.0) - 1.636153486263258).abs() < 1e-14);
/// ```
pub fn bessel_k1e(x: f64) -> f64 {
    modified_second_scaled(1, x)
}

fn modified_first(order: i32, x: f64) -> f64 {
    let a = x.abs();
    odd_in_order(order, x, if a < FAR { first_series(order, a) } else { first_far(order, a) })
}

fn modified_first_scaled(order: i32, x: f64) -> f64 {
    let a = x.abs();
    let y = if a < FAR { first_series(order, a) * (-a).exp() } else { first_asymptotic(order, a) };
    odd_in_order(order, x, y)
}

/// `y` at `|x|` continued to `x`.
fn odd_in_order(order: i32, x: f64, y: f64) -> f64 {
    if order == 1 { y.copysign(x) } else { y }
}

/// `I(x)` of any order as the sum of `(x / 2)^(2k + n) / (k! (k + n)!)`.
pub(super) fn first_series(order: i32, x: f64) -> f64 {
    let z = 0.25 * x * x;
    let mut term = (1..=order).fold(1.0, |term, k| term * 0.5 * x / k as f64);
    let mut sum = term;
    for k in 1..100 {
        term *= z / (k * (k + order)) as f64;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    sum
}

/// `I(x)` of any order for large `x`.
pub(super) fn first_far(order: i32, x: f64) -> f64 {
    if x == f64::INFINITY {
        return x;
    }
    // In two factors, since e^x may be infinite where the product is not.
    let half = (0.5 * x).exp();
    half * first_asymptotic(order, x) * half
}

/// `e^-x I(x)` of any order for large `x`.
pub(super) fn first_asymptotic(order: i32, x: f64) -> f64 {
    let mu = (4 * order * order) as f64;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..40 {
        let odd = (2 * k - 1) as f64;
        term *= (odd * odd - mu) / (8.0 * x * k as f64);
        sum += term;
    }
    sum / (2.0 * PI * x).sqrt()
}

pub(super) fn modified_second(order: i32, x: f64) -> f64 {
    if x <= 2.0 { second_series(order, x) } else { second_integral(order, x) * (-x).exp() }
}

pub(super) fn modified_second_scaled(order: i32, x: f64) -> f64 {
    if x <= 2.0 { second_series(order, x) * x.exp() } else { second_integral(order, x) }
}

/// `K(x)` by its series, whose logarithm comes from `I(x)`.
fn second_series(order: i32, x: f64) -> f64 {
    if x <= 0.0 {
        return if x == 0.0 { f64::INFINITY } else { f64::NAN };
    }
    let z = 0.25 * x * x;
    let log = (0.5 * x).ln() + EULER_GAMMA;
    // The terms of I, each times a sum of inverse integers; for order 1, the mean of two such sums.
    let (mut term, mut harmonic, mut sum) = ((0.5 * x).powi(order), 0.0, 0.0);
    for k in 1..30 {
        let j = k as f64;
        sum += term * if order == 0 { harmonic } else { harmonic + 0.5 / j };
        harmonic += 1.0 / j;
        term *= z / (j * (j + order as f64));
    }
    if order == 0 { sum - log * first_series(0, x) } else { 1.0 / x + log * first_series(1, x) - sum }
}

/// `e^x K(x)` for `x >= 2`.
fn second_integral(order: i32, x: f64) -> f64 {
    if x == f64::INFINITY {
        return 0.0;
    }
    // The integrand is close to a normal density of variance 1 / x.
    let step = 0.35 / x.sqrt();
    let mut sum = 0.5;
    for k in 1..40 {
        let t = k as f64 * step;
        let rise = 2.0 * (0.5 * t).sinh().powi(2);
        let density = (-x * rise).exp();
        sum += density * if order == 0 { 1.0 } else { 1.0 + rise };
    }
    sum * step
}
