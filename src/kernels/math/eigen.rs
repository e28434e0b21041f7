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
    2.861979592125892861837836768553e-4,
    3.658048342913389205932617187500e-3,
    5.243302136659622192382812500e-2,
    0.1874160766601562500,
    1.128379106521606445312500,
];
const ERF_BELOW: [f64; 6] = [
    3.89185734093189239501953125e-05,
    1.14329601638019084930419921875e-03,
    1.4752088114619255065917968750e-02,
    0.112945675849914550781250,
    0.499425798654556274414062500,
    1.0,
];

/// The error function, a quotient of polynomials.
#[inline(always)]
pub(super) fn erf<R: Float>(x: R) -> R {
    let z = (x * x).at_most(16.0);
    (x * horner(z, &ERF_ABOVE) / horner(z, &ERF_BELOW)).at_most(1.0).at_least(-1.0)
}

const ERFC_NEAR: [f64; 6] = [
    5.61802298761904239654541015625e-04,
    -4.91381669417023658752441406250e-03,
    2.67075151205062866210937500000e-02,
    -1.12800106406211853027343750000e-01,
    3.76122951507568359375000000000e-01,
    -1.12837910652160644531250000000e+00,
];
const ERFC_ABOVE: [f64; 4] = [
    1.0208116471767425537109375e-01,
    4.2920666933059692382812500e-01,
    3.2379078865051269531250000e-01,
    5.3971976041793823242187500e-02,
];
const ERFC_BELOW: [f64; 5] = [
    1.7251677811145782470703125e-02,
    3.9137163758277893066406250e-01,
    1.0,
    6.2173241376876831054687500e-01,
    9.5662862062454223632812500e-02,
];

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
    [2.36423197202384471893310546875e-3, 2.717843465507030487060546875e-2, 8.8804088532924652099609375e-2, FRAC_PI_2];
const ACOS_ODD: [f64; 3] =
    [-1.1368644423782825469970703125e-2, -4.8969544470310211181640625e-2, -0.214591205120086669921875];

/// The angle in `[0, pi]` whose cosine `x` is.
#[inline(always)]
pub(super) fn acos<R: Float>(x: R) -> R {
    let (a, z) = (x.abs(), x * x);
    let y = (R::of(1.0) - a).sqrt() * (horner(z, &ACOS_ODD) * a + horner(z, &ACOS_EVEN));
    R::select(R::of(1.0).copysign(x) < R::of(0.0), R::of(PI) - y, y)
}

const ASIN: [f64; 5] = [
    5.08838854730129241943359375e-2,
    3.95139865577220916748046875e-2,
    7.550220191478729248046875e-2,
    0.16664917767047882080078125,
    1.00000011920928955078125,
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

const ATAN_ABOVE: [f64; 3] = [1.1202698200941085815429687500e-01, 7.296695709228515625e-01, 8.109951019287109375e-01];
const ATAN_BELOW: [f64; 4] =
    [1.00917108356952667236328125e-02, 2.8318560123443603515625e-01, 1.0, 8.109951019287109375e-01];

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
    0.1819281280040740966796875,
    8.2311116158962249755859375e-2,
    0.14672131836414337158203125,
    0.1997792422771453857421875,
    0.3333373963832855224609375,
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
    9.7010828554630279541015625e-02,
    -1.6896486282348632812500000e-01,
    1.7200836539268493652343750e-01,
    -1.7892272770404815673828125e-01,
    2.0505344867706298828125000e-01,
    -2.4046677350997924804687500e-01,
    2.8857553005218505859375000e-01,
    -3.6067414283752441406250000e-01,
    4.8089790344238281250000000e-01,
];
/// The last two of them, each as two numbers of `f32`.
const LOG2_LAST: [f64; 2] = [
    -7.2134751588268664068692714863573201000690460205078125e-01,
    1.442695041742110273474963832995854318141937255859375e+00,
];

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
