//! Inverses of the error function and of the normal distribution.
//!
//! A closed formula gives three digits, and each step of Halley's method triples them. Invariant: the side is solved on
//! which the known quantity is small and exact: `erf` near the middle, `erfc` in the tails.

use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

use crate::kernels::math::Float;
use crate::kernels::math::bits::Bits;

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

/// `y / x` by `w - 2.5`, for `w = -log(1 - x^2)` up to 5, where it is smooth (Giles, 2010): fitted at Chebyshev nodes, within 3e-9.
const NEAR: [f64; 11] = [
    1.5014093530364832,
    0.24664028894085838,
    -0.004177335342529469,
    -0.0012527474604553817,
    0.00021827722372936255,
    -4.960293773255761e-06,
    -3.4321226989225642e-06,
    4.6554606295894267e-07,
    1.7572963712371867e-08,
    -8.74817131699819e-09,
    3.657043720124235e-10,
];

/// `y / x` by `sqrt(w) - ROOT`, from there to the largest `f32` below 1, within 1e-8.
const FAR: [f64; 10] = [
    2.9764234389021813,
    1.0039678502683167,
    0.006769886551384648,
    -0.00503578734316182,
    0.0035575952485132566,
    -0.002385077156585495,
    0.001275672875418278,
    -0.0003381476623822732,
    -0.0001581253610097229,
    0.00012300761414737882,
];
const ROOT: f64 = 3.143033988749895;

/// As [`erfinv`], to the precision of `f32`, in lanes.
///
/// ```
/// use gradtape::kernels::math::special::erfinv_single;
/// use gradtape::kernels::math::{Float, Map, map_in_place};
///
/// struct Erfinv;
///
/// impl Map<1> for Erfinv {
///     #[inline(always)]
///     fn f<R: Float>(&self, [x]: [R; 1]) -> R {
///         erfinv_single(x)
///     }
/// }
///
/// let mut x = [0.8427007929497149f32, -1.0];
/// map_in_place(&Erfinv, [None], &mut x);
/// assert_eq!(x, [1.0, f32::NEG_INFINITY]);
/// ```
#[inline(always)]
pub fn erfinv_single<R: Float>(x: R) -> R {
    let (x, one) = (x.widen(), R::Wide::of(1.0));
    let w = -((one - x) * (one + x)).log();
    let near = (w - R::Wide::of(2.5)).poly(&NEAR);
    let far = (w.sqrt() - R::Wide::of(ROOT)).poly(&FAR);
    let y = x * R::Wide::select(w < R::Wide::of(5.0), near, far);
    R::narrow(R::Wide::select(x.abs() == one, R::Wide::of(f64::INFINITY).copysign(x), y))
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
