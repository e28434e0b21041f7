//! Derivatives of any order of the Bessel functions of order 0 and 1: sums of functions of neighbouring orders.
//!
//! Twice the derivative of a Bessel function is the sum, or the difference, of the functions of the order above and the
//! order below; nothing is divided by the argument, so the values at 0 and at infinity are the limits. Invariant: higher
//! orders are found in the direction in which the recurrence does not amplify errors.

use super::bessel::{
    bessel_j0, bessel_j1, bessel_y0, bessel_y1, first_asymptotic, first_far, first_series, modified_second,
    modified_second_scaled,
};

/// More derivatives than this are not computed: their terms would have no digits left.
const MOST: usize = 40;

/// A family of Bessel functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bessel {
    /// The first kind.
    J,
    /// The second kind.
    Y,
    /// The modified first kind.
    I,
    /// The modified second kind.
    K,
    /// `e^-|x| I(x)`. At 0, where this has a kink, the exponential counts as constant.
    ScaledI,
    /// `e^x K(x)`.
    ScaledK,
}

/// The derivative of order `times` at `x` of the function of this kind and order (0 or 1). NaN unless `times` is a natural
/// number up to 40.
///
/// ```
/// use gradtape::kernels::math::special::Bessel;
/// use gradtape::kernels::math::special::bessel_derivative;
///
/// assert_eq!(bessel_derivative(Bessel::I, 1, 1.0, 0.0), 0.5);
/// assert_eq!(bessel_derivative(Bessel::Y, 1, 1.0, 0.0), f64::INFINITY);
/// ```
pub fn bessel_derivative(kind: Bessel, order: usize, times: f64, x: f64) -> f64 {
    if !(0.0..=MOST as f64).contains(&times) || times.fract() != 0.0 {
        return f64::NAN;
    }
    let times = times as usize;
    let even_or_odd = !matches!(kind, Bessel::Y | Bessel::K | Bessel::ScaledK);
    if !even_or_odd {
        // Zero is the end of the domain, with either sign.
        return of_positive(kind, order, times, if x == 0.0 { 0.0 } else { x });
    }
    let y = of_positive(kind, order, times, x.abs());
    if x < 0.0 && (order + times) % 2 == 1 { -y } else { y }
}

fn of_positive(kind: Bessel, order: usize, times: usize, x: f64) -> f64 {
    let values = Orders::new(kind, order + times, x);
    // The product rule for the exponential in front.
    let rate = match kind {
        Bessel::ScaledI if x > 0.0 => -1.0,
        Bessel::ScaledK => 1.0,
        _ => return values.derivative(order, times),
    };
    let highest = values.derivative(order, times);
    if highest.is_infinite() {
        return highest;
    }
    let (mut sum, mut factor) = (highest, 1.0);
    for j in (0..times).rev() {
        factor *= rate * (j + 1) as f64 / (times - j) as f64;
        sum += factor * values.derivative(order, j);
    }
    sum
}

/// The functions of one kind and of the orders `0, 1, ...` at one argument.
struct Orders {
    kind: Bessel,
    values: [f64; MOST + 2],
}

impl Orders {
    fn new(kind: Bessel, highest: usize, x: f64) -> Orders {
        let mut orders = Orders { kind, values: [0.0; MOST + 2] };
        let values = &mut orders.values[..highest.max(1) + 1];
        match kind {
            Bessel::J => first_kind(x, values),
            Bessel::Y => upwards(values, [bessel_y0(x), bessel_y1(x)], |k, y| {
                // Below the order, the first term dwarfs the second, which may be infinite as well.
                if y[0] == f64::NEG_INFINITY { y[0] } else { 2.0 * k / x * y[0] - y[1] }
            }),
            Bessel::K => {
                upwards(values, [0, 1].map(|n| modified_second(n, x)), |k, y| 2.0 * k / x * y[0] + y[1]);
            }
            Bessel::ScaledK => {
                upwards(values, [0, 1].map(|n| modified_second_scaled(n, x)), |k, y| 2.0 * k / x * y[0] + y[1]);
            }
            Bessel::I => each(values, |n| if x < far(n) { first_series(n, x) } else { first_far(n, x) }),
            Bessel::ScaledI => {
                each(values, |n| if x < far(n) { first_series(n, x) * (-x).exp() } else { first_asymptotic(n, x) });
            }
        }
        orders
    }

    /// The function of this order, which may be negative.
    fn at(&self, order: isize) -> f64 {
        let value = self.values[order.unsigned_abs()];
        let odd = matches!(self.kind, Bessel::J | Bessel::Y) && order < 0 && order % 2 != 0;
        if odd { -value } else { value }
    }

    /// The derivative of this function, without an exponential in front.
    fn derivative(&self, order: usize, times: usize) -> f64 {
        let (below, above) = match self.kind {
            Bessel::J | Bessel::Y => (0.5, -0.5),
            Bessel::I | Bessel::ScaledI => (0.5, 0.5),
            Bessel::K | Bessel::ScaledK => (-0.5, -0.5),
        };
        let lowest = order as isize - times as isize;
        // At a pole the highest order dwarfs the others.
        let highest = f64::powi(above, times as i32) * self.at(lowest + 2 * times as isize);
        if highest.is_infinite() {
            return highest;
        }
        let (mut sum, mut factor) = (highest, f64::powi(above, times as i32));
        for k in (0..times).rev() {
            factor *= below / above * (k + 1) as f64 / (times - k) as f64;
            sum += factor * self.at(lowest + 2 * k as isize);
        }
        sum
    }
}

/// From where on the asymptotic series of `I` is used.
fn far(order: i32) -> f64 {
    f64::from(2 * order).max(20.0)
}

/// Fills `values` from the first two and from what follows `[value k, value k - 1]`.
fn upwards(values: &mut [f64], first: [f64; 2], next: impl Fn(f64, [f64; 2]) -> f64) {
    values[..2].copy_from_slice(&first);
    for k in 1..values.len() - 1 {
        values[k + 1] = next(k as f64, [values[k], values[k - 1]]);
    }
}

fn each(values: &mut [f64], f: impl Fn(i32) -> f64) {
    values.iter_mut().enumerate().for_each(|(n, value)| *value = f(n as i32));
}

/// `J` of all orders at `x >= 0`.
fn first_kind(x: f64, values: &mut [f64]) {
    if x < 2.0 {
        each(values, |n| alternating_series(n, x));
    } else if x >= values.len() as f64 || x.is_nan() {
        upwards(values, [bessel_j0(x), bessel_j1(x)], |k, y| 2.0 * k / x * y[0] - y[1]);
    } else {
        downwards(x, values);
    }
}

/// `J(x)` as the sum of `(-1)^k (x / 2)^(2k + n) / (k! (k + n)!)`, for small `x`.
fn alternating_series(order: i32, x: f64) -> f64 {
    let z = -0.25 * x * x;
    let mut term = (1..=order).fold(1.0, |term, k| term * 0.5 * x / k as f64);
    let mut sum = term;
    for k in 1..20 {
        term *= z / (k * (k + order)) as f64;
        sum += term;
    }
    sum
}

/// `J` of all orders above `x` by the recurrence downwards from an order where it is next to nothing, scaled by
/// `J0 + 2 J2 + 2 J4 + ... = 1`.
fn downwards(x: f64, values: &mut [f64]) {
    let (mut above, mut here, mut total) = (0.0, 1e-280, 0.0);
    for k in (0..values.len() + 40).rev() {
        if k < values.len() {
            values[k] = here;
        }
        total += match k {
            0 => here,
            k if k % 2 == 0 => 2.0 * here,
            _ => 0.0,
        };
        (above, here) = (here, 2.0 * k as f64 / x * here - above);
    }
    values.iter_mut().for_each(|value| *value /= total);
}
