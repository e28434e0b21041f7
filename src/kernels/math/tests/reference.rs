//! Functions to about 30 digits, slow and simple: what the `f64` formulas are measured against.
//!
//! [`Dd`] is a sum of two `f64`. Everything follows from a Taylor series each for exp, sin and cos, one series and one
//! continued fraction for erf, and Newton's method for inverses.

use std::f64::consts;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `hi + lo`.
#[derive(Clone, Copy, Debug)]
pub struct Dd(pub f64, pub f64);

fn two_sum(a: f64, b: f64) -> Dd {
    let s = a + b;
    let r = s - a;
    Dd(s, (a - (s - r)) + (b - r))
}

fn renormal(a: f64, b: f64) -> Dd {
    let s = a + b;
    Dd(s, b - (s - a))
}

/// Multiplication by a power of two, which is exact.
fn scale(x: Dd, by: f64) -> Dd {
    Dd(x.0 * by, x.1 * by)
}

impl From<f64> for Dd {
    fn from(x: f64) -> Dd {
        Dd(x, 0.0)
    }
}

impl Neg for Dd {
    type Output = Dd;
    fn neg(self) -> Dd {
        Dd(-self.0, -self.1)
    }
}

impl Add for Dd {
    type Output = Dd;
    fn add(self, o: Dd) -> Dd {
        let (s, t) = (two_sum(self.0, o.0), two_sum(self.1, o.1));
        let r = renormal(s.0, s.1 + t.0);
        renormal(r.0, r.1 + t.1)
    }
}

impl Sub for Dd {
    type Output = Dd;
    fn sub(self, o: Dd) -> Dd {
        self + -o
    }
}

impl Mul for Dd {
    type Output = Dd;
    fn mul(self, o: Dd) -> Dd {
        let p = self.0 * o.0;
        let e = self.0.mul_add(o.0, -p);
        renormal(p, e + (self.0 * o.1 + self.1 * o.0))
    }
}

impl Div for Dd {
    type Output = Dd;
    fn div(self, o: Dd) -> Dd {
        let a = Dd::from(self.0 / o.0);
        let rest = self - a * o;
        let b = Dd::from(rest.0 / o.0);
        let rest = rest - b * o;
        a + b + Dd::from(rest.0 / o.0)
    }
}

/// `x / 2`.
pub fn half(x: Dd) -> Dd {
    scale(x, 0.5)
}

/// 1.
pub fn one() -> Dd {
    Dd::from(1.0)
}

/// Up to four terms of `pi / 2`, for large arguments; the first two are `pi / 2` as a [`Dd`].
const HALF_PI: [f64; 4] = [consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33, 5.562271104316826e-50];
const LN_2: Dd = Dd(consts::LN_2, 2.3190468138462996e-17);
pub const PI: Dd = Dd(consts::PI, 1.2246467991473532e-16);

pub fn sqrt(x: Dd) -> Dd {
    if x.0 <= 0.0 {
        return Dd::from(x.0.sqrt());
    }
    let r = Dd::from(x.0.sqrt());
    r + scale((x - r * r) / r, 0.5)
}

/// Terms `1, x, x^2 / 2, ...` from `first` on in steps of `step`, with alternating signs if `alternate`.
fn taylor(x: Dd, first: u32, step: usize, alternate: bool) -> Dd {
    let (mut sum, mut term) = (Dd::from(0.0), Dd::from(1.0));
    for k in 0..40u32 {
        if k > 0 {
            term = term * x / Dd::from(k as f64);
        }
        if k >= first && (k - first).is_multiple_of(step as u32) {
            let odd = (k - first) as usize / step % 2 == 1;
            sum = if alternate && odd { sum - term } else { sum + term };
        }
    }
    sum
}

/// `e^x - 1` for moderate `x`.
fn expm1_small(x: Dd) -> Dd {
    const HALVINGS: i32 = 4;
    let mut e = taylor(scale(x, 0.5f64.powi(HALVINGS)), 1, 1, false);
    for _ in 0..HALVINGS {
        e = e * e + scale(e, 2.0);
    }
    e
}

pub fn expm1(x: Dd) -> Dd {
    if x.0.abs() < 1e-280 || x.0 > 700.0 {
        // Too small for two numbers to hold its square, or too large for 1 to matter.
        return if x.0 < 1.0 { x } else { exp(x) };
    }
    if x.0.abs() < 1.0 { expm1_small(x) } else { exp(x) - Dd::from(1.0) }
}

/// `e^x`, in steps that leave subnormal and overflowing results their due.
pub fn exp(x: Dd) -> Dd {
    if x.0.is_nan() || x.0 > 709.79 || x.0 < -800.0 {
        return Dd::from(x.0.exp());
    }
    let n = (x.0 / LN_2.0).round();
    let r = x - Dd::from(n) * LN_2;
    let (half, rest) = ((n / 2.0).trunc(), n - (n / 2.0).trunc());
    let e = expm1_small(r) + Dd::from(1.0);
    scale(scale(e, half.exp2()), rest.exp2())
}

/// `log(1 + x)`.
pub fn log1p(x: Dd) -> Dd {
    if !(x.0 > -1.0 && x.0 < f64::INFINITY) {
        return Dd::from(x.0.ln_1p());
    }
    if x.0.abs() < 1e-280 {
        return x;
    }
    let mut y = Dd::from(x.0.ln_1p());
    for _ in 0..2 {
        // (1 + x) e^-y - 1, without cancellation.
        let e = expm1(-y);
        y = y + (x + e + x * e);
    }
    y
}

pub fn log(x: Dd) -> Dd {
    if x.0 <= 0.0 || !x.0.is_finite() {
        return Dd::from(x.0.ln());
    }
    if x.0 < 1e-290 {
        let lifted = scale(x, 200f64.exp2());
        return log(lifted) - Dd::from(200.0) * LN_2;
    }
    let n = x.0.log2().round();
    let half = (-n / 2.0).trunc();
    let m = scale(scale(x, half.exp2()), (-n - half).exp2());
    log1p(m - Dd::from(1.0)) + Dd::from(n) * LN_2
}

/// `(sin(x), cos(x))`.
pub fn sin_cos(x: Dd) -> (Dd, Dd) {
    if !x.0.is_finite() {
        return (Dd::from(f64::NAN), Dd::from(f64::NAN));
    }
    let n = (x.0 / HALF_PI[0]).round();
    let mut r = x;
    for part in HALF_PI {
        let p = n * part;
        r = r - Dd(p, n.mul_add(part, -p));
    }
    let (s, c) = (taylor(r, 1, 2, true), taylor(r, 0, 2, true));
    match n.rem_euclid(4.0) as i32 {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The angle of the point `(x, y)`.
pub fn atan2(y: Dd, x: Dd) -> Dd {
    if y.0 == 0.0 || !(y.0.is_finite() && x.0.is_finite()) {
        return if x.0 < 0.0 && y.0 == 0.0 { PI.mul_sign(y.0) } else { Dd::from(y.0.atan2(x.0)) };
    }
    let size = y.0.abs().max(x.0.abs());
    let (y, x) = (y / Dd::from(size), x / Dd::from(size));
    let guess = Dd::from(y.0.atan2(x.0));
    let (s, c) = sin_cos(guess);
    guess + (y * c - x * s) / (x * c + y * s)
}

impl Dd {
    fn mul_sign(self, sign: f64) -> Dd {
        if sign.is_sign_negative() { -self } else { self }
    }
}

/// `erf(x)` for `|x| <= 6`: a series of positive terms.
fn erf_series(x: Dd) -> Dd {
    let z = scale(x * x, 2.0);
    let (mut term, mut sum) = (x, x);
    for k in 1..250 {
        term = term * z / Dd::from((2 * k + 1) as f64);
        sum = sum + term;
    }
    scale(sum * exp(-(x * x)) / sqrt(PI), 2.0)
}

/// `e^(x^2) erfc(x)` for `x >= 2`: a continued fraction, from its far end.
pub fn erfcx(x: Dd) -> Dd {
    let mut tail = x;
    for k in (1..=250).rev() {
        tail = x + Dd::from(k as f64 / 2.0) / tail;
    }
    one() / (tail * sqrt(PI))
}

pub fn erf(x: Dd) -> Dd {
    if x.0.abs() > 6.0 { Dd::from(x.0.signum()) } else { erf_series(x) }
}

pub fn erfc(x: Dd) -> Dd {
    if x.0 > 28.0 {
        Dd::from(0.0)
    } else if x.0 >= 2.0 {
        exp(log(erfcx(x)) - x * x)
    } else {
        Dd::from(1.0) - erf(x)
    }
}
