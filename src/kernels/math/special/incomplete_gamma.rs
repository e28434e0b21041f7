//! The regularised incomplete gamma functions and their derivative by the parameter.
//!
//! Left of the mean a series gives the lower function, right of it a continued fraction the upper one; close to the mean
//! of a large parameter both come from an expansion around the normal distribution ([`temme`](super::temme)). Invariant:
//! of the two functions the smaller is computed, the other is 1 minus it.

use std::f64::consts::PI;

use super::gamma::{digamma, log1p_deficit, stirling_error};
use super::temme;

/// The number of steps of the continued fraction, enough from `x = 1.1` on.
const STEPS: usize = 200;

/// A function of the parameter: its value and its derivative.
#[derive(Clone, Copy)]
pub(super) struct Jet {
    pub value: f64,
    pub slope: f64,
}

/// One of the two functions.
enum Part {
    Lower(Jet),
    Upper(Jet),
}

/// The chance that a gamma variable with parameter `a` is below `x`.
///
/// 0 at `x = 0`; NaN unless `a > 0` and `x >= 0`.
///
/// ```
/// use gradtape::kernels::math::special::igamma;
///
/// assert!((igamma(1.0, 1.0) - (1.0 - (-1f64).exp())).abs() < 1e-15);
/// ```
pub fn igamma(a: f64, x: f64) -> f64 {
    match (x, part(a, x)) {
        (0.0, _) => 0.0,
        (_, None) => at_infinity(a, x, 1.0),
        (_, Some(Part::Lower(y))) => y.value,
        (_, Some(Part::Upper(y))) => 1.0 - y.value,
    }
}

/// The chance that a gamma variable with parameter `a` is above `x`.
///
/// 1 at `x = 0`; NaN unless `a > 0` and `x >= 0`.
///
/// ```
/// use gradtape::kernels::math::special::igammac;
///
/// assert!((igammac(1.0, 2.0) - (-2f64).exp()).abs() < 1e-15);
/// ```
pub fn igammac(a: f64, x: f64) -> f64 {
    match part(a, x) {
        None => at_infinity(a, x, 0.0),
        Some(_) if x == 0.0 => 1.0,
        Some(Part::Lower(_)) if a < 1.0 => upper_of_small(a, x),
        Some(Part::Lower(y)) => 1.0 - y.value,
        Some(Part::Upper(y)) => y.value,
    }
}

/// The derivative of [`igamma`] by `a`.
///
/// 0 at `x = 0`; NaN unless `a > 0` and `x >= 0`.
///
/// ```
/// use gradtape::kernels::math::special::igamma_grad_a;
///
/// assert!((igamma_grad_a(1.0, 1.0) + 0.4317297106).abs() < 1e-9);
/// ```
pub fn igamma_grad_a(a: f64, x: f64) -> f64 {
    match part(a, x) {
        None => at_infinity(a, x, 0.0) * 0.0,
        Some(_) if x == 0.0 => 0.0,
        Some(Part::Lower(y)) => y.slope,
        Some(Part::Upper(y)) => -y.slope,
    }
}

/// Where an argument is infinite or not in the domain: `right` for infinite `x`, its counterpart for infinite `a`.
fn at_infinity(a: f64, x: f64, right: f64) -> f64 {
    match (a == f64::INFINITY, x == f64::INFINITY) {
        (true, false) if x >= 0.0 => 1.0 - right,
        (false, true) if a > 0.0 => right,
        _ => f64::NAN,
    }
}

/// The function that is easy at `a` and `x`, if both are finite and in the domain.
fn part(a: f64, x: f64) -> Option<Part> {
    if !(a > 0.0 && x >= 0.0 && a.is_finite() && x.is_finite()) {
        return None;
    }
    let u = (x - a) / a;
    Some(match a {
        a if a >= temme::LEAST && u.abs() <= temme::REACH && u <= 0.0 => Part::Lower(temme::tail(a, u, -1.0)),
        a if a >= temme::LEAST && u.abs() <= temme::REACH => Part::Upper(temme::tail(a, u, 1.0)),
        a if x <= a.max(1.1) => Part::Lower(lower_series(a, x)),
        a => Part::Upper(upper_fraction(a, x)),
    })
}

/// `x^a e^-x / gamma(a + 1)`, by its distance from the mode.
fn density(a: f64, x: f64) -> f64 {
    let u = (x - a) / a;
    (-stirling_error(a) - a * log1p_deficit(u)).exp() / (2.0 * PI * a).sqrt()
}

/// The derivative by `a` of the logarithm of [`density`].
fn density_slope(a: f64, x: f64) -> f64 {
    x.ln() - digamma(a + 1.0)
}

/// The lower function: `density` times the sum of `x^n / ((a + 1) ... (a + n))`.
fn lower_series(a: f64, x: f64) -> Jet {
    let (mut term, mut rate) = (1.0, 0.0);
    let mut sum = Jet { value: 1.0, slope: 0.0 };
    for n in 1..2000 {
        let base = a + n as f64;
        term *= x / base;
        rate -= 1.0 / base;
        sum.value += term;
        sum.slope += term * rate;
        if term * -rate < 1e-18 * sum.value.min(-sum.slope) {
            break;
        }
    }
    times_density(a, x, sum)
}

/// `sum` times the density.
fn times_density(a: f64, x: f64, sum: Jet) -> Jet {
    if x == 0.0 {
        return Jet { value: 0.0, slope: 0.0 };
    }
    let front = density(a, x);
    Jet { value: front * sum.value, slope: front * (density_slope(a, x) * sum.value + sum.slope) }
}

/// The upper function: `a` times the density, over `x + 1 - a - (1 - a) / (x + 3 - a - 2 (2 - a) / ...)`.
fn upper_fraction(a: f64, x: f64) -> Jet {
    let base = |k: usize| x + (2 * k + 1) as f64 - a;
    let mut tail = Jet { value: base(STEPS), slope: -1.0 };
    for k in (1..=STEPS).rev() {
        let (n, t) = (k as f64, tail);
        let factor = n * (a - n);
        tail.value = base(k - 1) + factor / t.value;
        tail.slope = -1.0 + (n * t.value - factor * t.slope) / (t.value * t.value);
    }
    let inverse = 1.0 / tail.value;
    let sum = Jet { value: a * inverse, slope: inverse - a * inverse * inverse * tail.slope };
    times_density(a, x, sum)
}

/// The upper function for `a < 1`, `x <= 1.1`, where it may be small and the lower one close to 1: the powers of `x`
/// in `1 - x^a / gamma(a + 1) * (1 - a x / (a + 1) + ...)` that make the 1 are subtracted from it exactly.
fn upper_of_small(a: f64, x: f64) -> f64 {
    let log = a * x.ln() - lgamma_of_successor(a);
    let (mut power, mut sum) = (1.0, 0.0);
    for n in 1..40 {
        let n = n as f64;
        power *= -x / n;
        sum += power / (a + n);
    }
    -log.exp_m1() - log.exp() * a * sum
}

/// `log gamma(1 + a)`, accurate for small `a`.
fn lgamma_of_successor(a: f64) -> f64 {
    let rounded = 1.0 + a;
    libm::lgamma(rounded) + (a - (rounded - 1.0)) * digamma(rounded)
}
