//! Special functions of `f32` in lanes: fixed formulas without a branch, computed in `f64` and rounded once.
//!
//! Each takes any [`Float`]; an `f64` goes through the function of the same name in this folder, which has all of its
//! digits. A formula is called by its name: through a closure it would not be compiled for the instruction set of the loop
//! around it. Invariant: at poles, at infinity and outside of the domain both answer the same.

use std::f64::consts::PI;

use super::super::Float;
use super::super::bits::Bits;
use super::gamma::{DIGAMMA, STIRLING};

/// Bernoulli's numbers `B(2k)` for `k = 1, 2, ...`: the coefficients of the trigamma function by `1 / x^2`.
const TRIGAMMA: &[f64] = &[1.0 / 6.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 5.0 / 66.0];

/// `erfinv(x) / x` by `w - 2.5`, for `w = -log(1 - x^2)` up to 5, the variable of Giles ("Approximating the erfinv
/// function", GPU Computing Gems 2, 2011); error 2^-27.4.
const ERFINV: &[f64] = &[
    1.5014093592829878,
    0.24664028614969877,
    -0.004177386783803651,
    -0.0012527418699693805,
    0.00021834444169375645,
    -4.963352933356832e-06,
    -3.4627053543363035e-06,
    4.6617177833670014e-07,
    2.3232692810640155e-08,
    -8.791137399372878e-09,
];

/// The same by `sqrt(w) - 3`, for `w` from 5 to 16; error 2^-27.4.
const ERFINV_TAIL: &[f64] = &[
    2.8329767956850813,
    1.001675086755893,
    0.009445684340111823,
    -0.007639410039743659,
    0.005683171018434162,
    -0.003586987186987469,
    0.0014958603938682823,
    -7.662143975117219e-05,
    -0.0003187263464478552,
    0.00012896628896627812,
];

/// `I0(x)` by `x^2 / 4`, for `|x| <= 8`; error 2^-36.9.
const I0: &[f64] = &[
    0.9999999999922409,
    1.000000000249111,
    0.2499999987803167,
    0.02777777993629437,
    0.0017361092632324734,
    6.944532923333546e-05,
    1.9287553815379556e-06,
    3.9414917723076315e-08,
    6.094966239645661e-10,
    8.021211532601435e-12,
    5.611692127312325e-14,
    1.1242146509325018e-15,
];

/// `I1(x) / x` by `x^2 / 4`, for `|x| <= 8`; error 2^-39.3.
const I1: &[f64] = &[
    0.4999999999992495,
    0.25000000002020084,
    0.041666666581291784,
    0.003472222356063313,
    0.00017361100735956204,
    5.7870828016088615e-06,
    1.3777418528414534e-07,
    2.462632004688627e-09,
    3.3929254327788556e-11,
    3.9748165167818733e-13,
    2.655551829472975e-15,
    4.553034276077436e-17,
];

/// `sqrt(x) e^-x I0(x)` by `1 / x`, for `x >= 8`; error 2^-33.3.
const I0_FAR: &[f64] = &[
    0.3989422803655677,
    0.049867823928390315,
    0.028043739862963817,
    0.029679668987310188,
    0.02994280778652698,
    0.3394484853864213,
    -1.9172891847435936,
    8.55003110751435,
];

/// `sqrt(x) e^-x I1(x)` by `1 / x`, for `x >= 8`; error 2^-33.1.
const I1_FAR: &[f64] = &[
    0.3989422804442261,
    -0.1496034009716309,
    -0.04674301439420019,
    -0.04143893080946564,
    -0.04056985397134512,
    -0.39369624747095905,
    2.1535175841288385,
    -9.624505600113748,
];

/// `log |gamma(x)|`: see [`lgamma`](super::lgamma).
#[inline(always)]
pub fn lgamma<R: Float>(x: R) -> R {
    if R::DOUBLE { x.scalar(super::lgamma) } else { R::narrow(log_gamma(x.widen())) }
}

/// The derivative of [`lgamma`]: see [`digamma`](super::digamma).
#[inline(always)]
pub fn digamma<R: Float>(x: R) -> R {
    if R::DOUBLE { x.scalar(super::digamma) } else { R::narrow(psi(x.widen())) }
}

/// The derivative of [`digamma`]: [`polygamma`](super::polygamma) of order 1.
#[inline(always)]
pub fn trigamma<R: Float>(x: R) -> R {
    if R::DOUBLE { x.scalar(|x| super::polygamma(1.0, x)) } else { R::narrow(psi_slope(x.widen())) }
}

/// The inverse of `erf`: see [`erfinv`](super::erfinv).
#[inline(always)]
pub fn erfinv<R: Float>(x: R) -> R {
    if R::DOUBLE {
        return x.scalar(super::erfinv);
    }
    let w = -((R::of(1.0) - x) * (R::of(1.0) + x)).log();
    let (near, far) = ((w - R::of(2.5)).widen().poly(ERFINV), (w.sqrt() - R::of(3.0)).widen().poly(ERFINV_TAIL));
    let y = R::narrow(R::Wide::select(w < R::of(5.0), near, far) * x.widen());
    R::select(x.abs() == R::of(1.0), R::of(f64::INFINITY).copysign(x), y)
}

/// The modified Bessel function of order 0: see [`bessel_i0`](super::bessel_i0).
#[inline(always)]
pub fn bessel_i0<R: Float>(x: R) -> R {
    if R::DOUBLE { x.scalar(super::bessel_i0) } else { R::narrow(modified(x.widen().abs(), I0, I0_FAR, false)) }
}

/// `e^-|x|` times [`bessel_i0`]: see [`bessel_i0e`](super::bessel_i0e).
#[inline(always)]
pub fn bessel_i0e<R: Float>(x: R) -> R {
    if R::DOUBLE { x.scalar(super::bessel_i0e) } else { R::narrow(modified(x.widen().abs(), I0, I0_FAR, true)) }
}

/// The modified Bessel function of order 1: see [`bessel_i1`](super::bessel_i1).
#[inline(always)]
pub fn bessel_i1<R: Float>(x: R) -> R {
    if R::DOUBLE { x.scalar(super::bessel_i1) } else { R::narrow(odd(x.widen(), false)) }
}

/// `e^-|x|` times [`bessel_i1`]: see [`bessel_i1e`](super::bessel_i1e).
#[inline(always)]
pub fn bessel_i1e<R: Float>(x: R) -> R {
    if R::DOUBLE { x.scalar(super::bessel_i1e) } else { R::narrow(odd(x.widen(), true)) }
}

/// `near(a^2 / 4)` up to 8, `e^a far(1 / a) / sqrt(a)` beyond; times `e^-a` if `scaled`.
#[inline(always)]
fn modified<W: Float>(a: W, near: &[f64], far: &[f64], scaled: bool) -> W {
    let one = W::of(1.0);
    // Where the result has long been infinite, the root is to stay finite.
    let a = if scaled { a } else { a.at_most(1e5) };
    let growth = if scaled { (-a).exp() } else { a.exp() };
    let inner = (W::of(0.25) * a * a).poly(near) * if scaled { growth } else { one };
    let outer = (one / a).poly(far) / a.sqrt() * if scaled { one } else { growth };
    W::select(a <= W::of(8.0), inner, outer)
}

/// `I1(x)`, times `e^-|x|` if `scaled`; up to 8 its coefficients are those of `I1(x) / x`.
#[inline(always)]
fn odd<W: Float>(x: W, scaled: bool) -> W {
    let y = modified(x.abs(), I1, I1_FAR, scaled);
    W::select(x.abs() <= W::of(8.0), x * y, y.copysign(x))
}

/// Whether `x <= 0`, then `1 - x` instead of `x`, and how far `x` is from the nearest integer.
#[inline(always)]
fn reflect<W: Float>(x: W) -> (bool, W, W) {
    let left = x <= W::of(0.0);
    (left, W::select(left, W::of(1.0) - x, x), x - x.round_ties_even())
}

/// `(n, d)`: the sum of the inverses of `terms`, which is `n / d`, and their product `d`.
#[inline(always)]
fn inverses<W: Float, const N: usize>(terms: [W; N]) -> (W, W) {
    terms.into_iter().fold((W::of(0.0), W::of(1.0)), |(sum, product), t| (sum.mul_add(t, product), product * t))
}

/// `x + from, x + from + 1, ...`.
#[inline(always)]
fn steps<W: Float, const N: usize>(x: W, from: f64) -> [W; N] {
    std::array::from_fn(|k| x + W::of(from + k as f64))
}

/// [`lgamma`]: Stirling's series, eight steps above a small argument.
#[inline(always)]
fn log_gamma<W: Float>(x: W) -> W {
    let (left, up, rest) = reflect(x);
    let (one, low) = (W::of(1.0), up < W::of(8.0));
    let y = W::select(low, up + W::of(8.0), up);
    let product = W::select(low, inverses(steps::<W, 8>(up, 0.0)).1, one);
    let tail = one / y;
    let y = (y - W::of(0.5)) * y.log() - y + W::of(0.5 * (2.0 * PI).ln()) + tail * (tail * tail).poly(&STIRLING);
    // log(pi / |sin(pi x)|) - lgamma(1 - x), with one logarithm for both.
    let mirror = product * W::of(PI) / (W::of(PI) * rest).sin().abs();
    let log = W::select(left, mirror, product).log();
    let y = W::select(left, log - y, y - log);
    let y = W::select(x == one || x == W::of(2.0), W::of(0.0), y);
    W::select(x.abs() == W::of(f64::INFINITY), x.abs(), y)
}

/// [`digamma`]: its asymptotic series, ten steps above a small argument.
#[inline(always)]
fn psi<W: Float>(x: W) -> W {
    let (left, up, rest) = reflect(x);
    let low = up < W::of(10.0);
    let y = W::select(low, up + W::of(10.0), up);
    let ((a, b), (c, d)) = (inverses(steps::<W, 5>(up, 0.0)), inverses(steps::<W, 5>(up, 5.0)));
    let skipped = W::select(low, a / b + c / d, W::of(0.0));
    let tail = W::of(1.0) / y;
    let z = tail * tail;
    let y = (y.log() - W::of(0.5) * tail - z * z.poly(&DIGAMMA)) - skipped;
    let mirrored = y - W::of(PI) / (W::of(PI) * rest).tan();
    let mirrored = W::select(rest == W::of(0.0), W::of(f64::NAN), mirrored);
    W::select(left, mirrored, y)
}

/// [`trigamma`]: its asymptotic series, six steps above a small argument.
#[inline(always)]
fn psi_slope<W: Float>(x: W) -> W {
    let (left, up, rest) = reflect(x);
    let low = up < W::of(6.0);
    let y = W::select(low, up + W::of(6.0), up);
    let squares = |from| inverses(steps::<W, 3>(up, from).map(|t| t * t));
    let ((a, b), (c, d)) = (squares(0.0), squares(3.0));
    let skipped = W::select(low, a.mul_add(d, b * c) / (b * d), W::of(0.0));
    let tail = W::of(1.0) / y;
    let z = tail * tail;
    let y = tail + z * (W::of(0.5) + tail * z.poly(TRIGAMMA)) + skipped;
    let sine = (W::of(PI) * rest).sin();
    let mirrored = W::of(PI * PI) / (sine * sine) - y;
    let mirrored = W::select(x == W::of(f64::NEG_INFINITY), -x, mirrored);
    W::select(left, mirrored, y)
}
