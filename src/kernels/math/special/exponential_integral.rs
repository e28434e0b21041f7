//! The exponential integral.

const EULER_GAMMA: f64 = 0.5772156649015329;

/// The principal value of the integral of `e^t / t` from `-inf` to `x`: `-inf` at 0.
///
/// ```
/// use gradtape::kernels::math::special::expint;
///
/// assert!((expint(1.0) - 1.8951178163559368).abs() < 1e-14);
/// assert!((expint(-1.0) + 0.21938393439552029).abs() < 1e-15);
/// ```
pub fn expint(x: f64) -> f64 {
    match x {
        0.0 => f64::NEG_INFINITY,
        x if x < -1.0 => -fraction(-x),
        x if x <= 40.0 => series(x),
        // In two factors, since e^x may be infinite where the product is not.
        x => (0.5 * x).exp() * (asymptotic(x) * (0.5 * x).exp()),
    }
}

/// `gamma + log |x|` and the sum of `x^k / (k k!)`.
fn series(x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 0.0);
    for k in 1..300 {
        term *= x / k as f64;
        let part = term / k as f64;
        sum += part;
        if part.abs() < sum.abs() * 1e-18 {
            break;
        }
    }
    EULER_GAMMA + x.abs().ln() + sum
}

/// `x > 40`: the sum of `k! / x^(k + 1)`, up to its least term.
fn asymptotic(x: f64) -> f64 {
    if x == f64::INFINITY {
        return 1.0;
    }
    (1..40).rev().fold(1.0, |sum, k| 1.0 + sum * k as f64 / x) / x
}

/// The integral of `e^-t / t` from `x > 1` on, as `e^-x / (x + 1 - 1 / (x + 3 - 4 / (x + 5 - ...)))`, from its far end.
fn fraction(x: f64) -> f64 {
    let tail = (1..120).rev().fold(x + 241.0, |tail, k| {
        let k = k as f64;
        x + 2.0 * k - 1.0 - k * k / tail
    });
    (-x).exp() / tail
}

/// The derivative of order `times` of [`expint`]; the first is `e^x / x`. NaN unless `times` is a positive integer up to 40.
///
/// ```
/// use gradtape::kernels::math::special::expint_derivative;
///
/// assert_eq!(expint_derivative(1.0, f64::INFINITY), f64::INFINITY);
/// assert_eq!(expint_derivative(2.0, 1.0), 0.0);
/// ```
pub fn expint_derivative(times: f64, x: f64) -> f64 {
    if !(1.0..=40.0).contains(&times) || times.fract() != 0.0 {
        return f64::NAN;
    }
    if x == f64::INFINITY {
        return x;
    }
    // e^x times the sum of the derivatives of 1 / x, each as often as the product rule says.
    let n = times as i32 - 1;
    let (mut term, mut sum) = (1.0 / x, 1.0 / x);
    for j in 1..=n {
        term *= -f64::from(n + 1 - j) / x;
        // Near the pole the last term dwarfs the others.
        sum = if term.is_infinite() { term } else { sum + term };
    }
    // In two factors, since e^x may be infinite where the product is not.
    let half = (0.5 * x).exp();
    half * (sum * half)
}
