//! Functions of `f32` as TensorFlow computes them with the library Eigen, to the bit, for arrays.
//!
//! Programs that go on for long, or come near a kink, make visible numbers of the last bit. Invariant: nothing is fused, as
//! there, so that every instruction set gives the same. Where Eigen takes a reciprocal that the CPU estimates (which one maker's
//! does otherwise than another's), there is a division.

use std::f64::consts::{FRAC_PI_2, LN_2, PI};

use super::bits::Bits;
use super::double::Double;
use super::float::Float;

/// `c[0]` times the highest power of `x`, and so on down to a constant.
#[inline(always)]
fn horner<R: Float>(x: R, c: &[f64]) -> R {
    c[1..].iter().fold(R::of(c[0]), |sum, &c| sum * x + R::of(c))
}

/// `log(1 + x)`: what `1 + x` lost is made up for by a quotient.
#[inline(always)]
pub(super) fn log1p<R: Float>(x: R) -> R {
    let one = R::of(1.0);
    let u = one + x;
    let log = u.log();
    R::select(u == one || log == u, x, x * (log / (u - one)))
}

/// `e^x - 1`, in the same way.
#[inline(always)]
pub(super) fn expm1<R: Float>(x: R) -> R {
    let one = R::of(1.0);
    let u = x.unfused_exp();
    let (rise, log) = (u - one, u.log());
    let y = R::select(log == u, u, rise * (x / log));
    R::select(u == one || x.is_nan(), x, R::select(rise == -one, -one, y))
}

/// `log(1 + e^x)`: `e^x` far below 0 and `x` far above.
#[inline(always)]
pub(super) fn softplus<R: Float>(x: R) -> R {
    let (end, e) = (R::of(13.942385), x.unfused_exp());
    R::select(x > end, x, R::select(x < -end, e, e.log1p()))
}

const ERF_ABOVE: [f64; 6] = [
    2.1237322e-06,
    2.861_979_592_125_892_7e-4,
    3.658_048_342_913_389e-3,
    5.243_302_136_659_622e-2,
    0.187_416_076_660_156_25,
    1.128_379_106_521_606_4,
];
const ERF_BELOW: [f64; 6] = [
    3.891_857_340_931_892_4e-5,
    1.143_296_016_380_190_8e-3,
    1.475_208_811_461_925_5e-2,
    0.112_945_675_849_914_55,
    0.499_425_798_654_556_3,
    1.0,
];

/// The error function, a quotient of polynomials.
#[inline(always)]
pub(super) fn erf<R: Float>(x: R) -> R {
    let z = (x * x).at_most(16.0);
    (x * horner(z, &ERF_ABOVE) / horner(z, &ERF_BELOW)).at_most(1.0).at_least(-1.0)
}

const ERFC_NEAR: [f64; 6] = [
    5.618_022_987_619_042e-4,
    -4.913_816_694_170_237e-3,
    2.670_751_512_050_628_7e-2,
    -1.128_001_064_062_118_5e-1,
    3.761_229_515_075_683_6e-1,
    -1.128_379_106_521_606_4e+00,
];
const ERFC_ABOVE: [f64; 4] =
    [1.020_811_647_176_742_6e-1, 4.292_066_693_305_969e-1, 3.237_907_886_505_127e-1, 5.397_197_604_179_382e-2];
const ERFC_BELOW: [f64; 5] =
    [1.725_167_781_114_578_2e-2, 3.913_716_375_827_789_3e-1, 1.0, 6.217_324_137_687_683e-1, 9.566_286_206_245_422e-2];

/// `1 - erf(x)`; beyond 1 `e^(-x^2)`, with what the square lost, times a quotient of polynomials in `1 / x^2`.
#[inline(always)]
pub(super) fn erfc<R: Float>(x: R) -> R {
    let (one, x) = (R::of(1.0), x.at_least(-11.0).at_most(11.0));
    let square = Double::product(x, x);
    let (z, lost) = (square.hi, square.lo);
    let near = x * horner(z, &ERFC_NEAR) + one;
    let e = (-z).unfused_exp();
    let q = one / z;
    let quotient = horner(q, &ERFC_ABOVE) / (x * horner(q, &ERFC_BELOW));
    let far = (e - e * lost) * quotient + R::select(x < R::of(0.0), R::of(2.0), R::of(0.0));
    R::select(z > one, far, near)
}

const ACOS_EVEN: [f64; 4] =
    [2.364_231_972_023_844_7e-3, 2.717_843_465_507_030_5e-2, 8.880_408_853_292_465e-2, FRAC_PI_2];
const ACOS_ODD: [f64; 3] = [-1.136_864_442_378_282_5e-2, -4.896_954_447_031_021e-2, -0.214_591_205_120_086_67];

/// The angle in `[0, pi]` whose cosine `x` is.
#[inline(always)]
pub(super) fn acos<R: Float>(x: R) -> R {
    let (a, z) = (x.abs(), x * x);
    let y = (R::of(1.0) - a).sqrt() * (horner(z, &ACOS_ODD) * a + horner(z, &ACOS_EVEN));
    R::select(R::of(1.0).copysign(x) < R::of(0.0), R::of(PI) - y, y)
}

const ASIN: [f64; 5] = [
    5.088_388_547_301_292_4e-2,
    3.951_398_655_772_209e-2,
    7.550_220_191_478_729e-2,
    0.166_649_177_670_478_82,
    1.000_000_119_209_289_6,
];

/// The angle in `[-pi/2, pi/2]` whose sine `x` is.
#[inline(always)]
pub(super) fn asin<R: Float>(x: R) -> R {
    let (a, half) = (x.abs(), R::of(0.5));
    let above = a > half;
    let t = R::select(above, (half - half * a).sqrt(), a);
    let p = horner(t * t, &ASIN) * t;
    let y = R::select(above, R::of(FRAC_PI_2) - R::of(2.0) * p, p);
    R::select(a > R::of(1.0), R::of(f64::NAN), y.copysign(x))
}

const ATAN_ABOVE: [f64; 3] = [1.120_269_820_094_108_6e-1, 7.296_695_709_228_516e-1, 8.109_951_019_287_109e-1];
const ATAN_BELOW: [f64; 4] = [1.009_171_083_569_526_7e-2, 2.831_856_012_344_360_4e-1, 1.0, 8.109_951_019_287_109e-1];

/// The angle of the point `(1, x)`.
#[inline(always)]
pub(super) fn atan<R: Float>(x: R) -> R {
    let (a, one) = (x.abs(), R::of(1.0));
    let above = a > one;
    let t = R::select(above, one / a, a);
    let z = t * t;
    let p = t * (horner(z, &ATAN_ABOVE) / horner(z, &ATAN_BELOW));
    R::select(x.is_nan(), x, R::select(above, R::of(FRAC_PI_2) - p, p).copysign(x))
}

/// The angle of the point `(x, y)`.
#[inline(always)]
pub(super) fn atan2<R: Float>(y: R, x: R) -> R {
    let (one, zero) = (R::of(1.0), R::of(0.0));
    let t = R::select(x.abs() == y.abs(), one, y.abs() / x.abs());
    let t = R::select(x == zero && y == zero, zero, t).mul_sign(x).mul_sign(y);
    let turn = R::select(one.copysign(x) < zero, R::of(PI), zero).copysign(y);
    R::select(x.is_nan() || y.is_nan(), x + y, atan(t) + turn)
}

const ATANH: [f64; 5] = [
    0.181_928_128_004_074_1,
    8.231_111_615_896_225e-2,
    0.146_721_318_364_143_37,
    0.199_779_242_277_145_39,
    0.333_337_396_383_285_5,
];

/// The inverse of the hyperbolic tangent.
#[inline(always)]
pub(super) fn atanh<R: Float>(x: R) -> R {
    let (a, one, half, z) = (x.abs(), R::of(1.0), R::of(0.5), x * x);
    let near = x * z * horner(z, &ATANH) + x;
    let far = half * ((one + x) / (one - x)).log();
    let y = R::select(a >= half, far, near);
    R::select(a > one, R::of(f64::NAN), R::select(a == one, R::of(f64::INFINITY).copysign(x), y))
}

const LOG2: [f64; 9] = [
    9.701_082_855_463_028e-2,
    -1.689_648_628_234_863_3e-1,
    1.720_083_653_926_849_4e-1,
    -1.789_227_277_040_481_6e-1,
    2.050_534_486_770_63e-1,
    -2.404_667_735_099_792_5e-1,
    2.885_755_300_521_850_6e-1,
    -3.606_741_428_375_244e-1,
    4.808_979_034_423_828e-1,
];
/// The last two of them, each as two numbers of `f32`.
const LOG2_LAST: [f64; 2] = [-7.213_475_158_826_866e-1, 1.442_695_041_742_110_3e+00];

/// `x + y`, where the first is the larger.
#[inline(always)]
fn add<R: Float>(x: Double<R>, y: Double<R>) -> Double<R> {
    let sum = Double::sum_ordered(x.hi, y.hi);
    Double::sum_ordered(sum.hi, (y.lo + sum.lo) + x.lo)
}

#[inline(always)]
fn times<R: Float>(x: Double<R>, y: R) -> Double<R> {
    let product = Double::product(x.hi, y);
    let sum = Double::sum_ordered(product.hi, x.lo * y);
    Double::sum_ordered(sum.hi, sum.lo + product.lo)
}

/// The nearest integer, halves away from zero.
#[inline(always)]
fn rounded<R: Float>(x: R) -> R {
    (x.abs() + R::of(0.49999997)).floor().copysign(x)
}

/// `2^x`.
#[inline(always)]
fn exp2<R: Float>(x: R) -> R {
    let power = Double::product(R::of(LN_2), x.at_most(129.0).at_least(-151.0));
    power.hi.unfused_exp() * (R::of(1.0) + power.lo)
}

/// `x^y` for positive `x`: the logarithm in two numbers, times `y`; an integer off, and `2` to the power of the rest.
#[inline(always)]
pub(super) fn power<R: Float>(x: R, y: R) -> R {
    let (m, e) = x.split();
    let d = m - R::of(1.0);
    let [last, first] = LOG2_LAST.map(|c| Double::of([c, 0.0]));
    let log = add(last, Double::product(d, horner(d, &LOG2)));
    let log = times(add(first, times(log, d)), d);
    let power = add(Double::product(e, y), times(log, y));
    let n = rounded(power.hi);
    let rest = (power.hi - n) + power.lo;
    let more = rounded(rest);
    exp2(rest - more).scale((n + more).at_most(278.0).at_least(-278.0))
}
