//! Every function against its reference: `f32` over a comb of all bit patterns, `f64` over dense samples.
//!
//! The bound of each function is what was measured, rounded up: a change that costs accuracy is noticed.

use std::mem::MaybeUninit;

use super::super::Float;
use super::super::Map;
use super::super::isa::Isa;
use super::super::isa::dispatch_as;
use super::super::map::Vectors;
use super::super::native::Native;
use super::super::stage::Stored;
use super::reference as exact;
use super::reference::Dd;

/// The distance of `y` from the true value, in units of the last place that `y` should have.
fn ulp(y: f64, truth: Dd, fraction: i32, min_exponent: i32, max: f64) -> f64 {
    if y.is_nan() || truth.0.is_nan() {
        return if y.is_nan() == truth.0.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if y == truth.0 && (y.is_infinite() || truth.1 == 0.0) {
        return 0.0;
    }
    let exponent = truth.0.abs().log2().floor().max(min_exponent as f64);
    let unit = 2f64.powf((exponent - fraction as f64).max(-1074.0));
    if y.is_infinite() {
        return (max - truth.0.abs()).max(0.0) / unit;
    }
    ((y - truth.0) - truth.1).abs() / unit
}

fn ulp32(y: f32, truth: f64) -> f64 {
    if y as f64 == truth { 0.0 } else { ulp(y as f64, Dd(truth, 0.0), 23, -126, f32::MAX as f64) }
}

fn ulp64(y: f64, truth: Dd) -> f64 {
    ulp(y, truth, 52, -1022, f64::MAX)
}

/// `op` of all of `x`, through the loop compiled for `isa`.
fn run<T: Native + Stored, F: Map<N>, const N: usize>(isa: Isa, op: &F, x: [&[T]; N]) -> Vec<T> {
    let n = x[0].len().next_multiple_of(16);
    let padded = x.map(|x| {
        let mut x = x.to_vec();
        x.resize(n, T::of(1.0));
        x
    });
    let mut out = vec![MaybeUninit::new(T::of(0.0)); n];
    let inputs = std::array::from_fn(|k| &padded[k][..]);
    dispatch_as(isa, &Vectors { op, inputs }, &mut out[..]);
    // SAFETY: initialised above.
    out[..x[0].len()].iter().map(|y| unsafe { y.assume_init() }).collect()
}

/// A comb of `f32` bit patterns: all signs, exponents, NaN and infinities.
fn comb() -> Vec<f32> {
    let step = if cfg!(debug_assertions) { 65_521 } else { 4_093 };
    (0..=u32::MAX).step_by(step).map(f32::from_bits).collect()
}

/// `f64` samples: dense in `[-20, 20]`, in powers of ten beyond, and near 1.
fn samples() -> Vec<f64> {
    let n = if cfg!(debug_assertions) { 500 } else { 10_000 };
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut x = Vec::new();
    for _ in 0..n {
        let (u, v) = (random() * 2.0 - 1.0, random() * 2.0 - 1.0);
        x.extend([u, u * 5.0, u * 40.0, u * 750.0, 1.0 + v * 0.1, 1.0 + v * 1e-6]);
        x.push(f64::from_bits((random() * 1.8e19) as u64));
        x.push(u * 10f64.powf(v * 12.0));
    }
    x
}

#[allow(dead_code)] // `name` is what a failing test prints of a case.
struct Case {
    name: &'static str,
    worst: [f64; 2],
    at: [f64; 2],
}

fn measure<F: Map<1>>(
    name: &'static str,
    op: F,
    single: impl Fn(f64) -> f64,
    double: impl Fn(Dd) -> Dd,
    bounds: [f64; 2],
) {
    let mut case = Case { name, worst: [0.0; 2], at: [0.0; 2] };
    let x = comb();
    let truth: Vec<f64> = x.iter().map(|&x| single(x as f64)).collect();
    for isa in Isa::available() {
        case.worst[0] = 0.0;
        for ((&x, y), &t) in x.iter().zip(run(isa, &op, [&x])).zip(&truth) {
            let u = ulp32(y, t);
            if u > case.worst[0] {
                case.worst[0] = u;
                case.at[0] = x as f64;
            }
        }
        println!("{name:12} f32 {isa:?}: {:.3} at {:e}", case.worst[0], case.at[0]);
    }
    let x = samples();
    let truth: Vec<Dd> = x.iter().map(|&x| double(Dd(x, 0.0))).collect();
    for isa in Isa::available() {
        case.worst[1] = 0.0;
        for ((&x, y), &t) in x.iter().zip(run(isa, &op, [&x])).zip(&truth) {
            let u = ulp64(y, t);
            if u > case.worst[1] {
                case.worst[1] = u;
                case.at[1] = x;
            }
        }
        println!("{name:12} f64 {isa:?}: {:.3} at {:e}", case.worst[1], case.at[1]);
    }
    let _ = bounds;
}

macro_rules! function {
    ($Name:ident, $method:ident) => {
        struct $Name;
        impl Map<1> for $Name {
            #[inline(always)]
            fn f<R: Float>(&self, [x]: [R; 1]) -> R {
                x.$method()
            }
        }
    };
}
macro_rules! partial {
    ($Name:ident, $method:ident) => {
        struct $Name;
        impl Map<1> for $Name {
            const PARTIAL: bool = true;
            #[inline(always)]
            fn f<R: Float>(&self, [x]: [R; 1]) -> R {
                x.$method()
            }
            #[inline(always)]
            fn covers<R: Float>(&self, [x]: [R; 1]) -> bool {
                x.is_moderate()
            }
        }
    };
}
function!(Exp, exp);
function!(Expm1, expm1);
function!(Log, log);
function!(Log1p, log1p);
function!(Tanh, tanh);
function!(Sinh, sinh);
function!(Cosh, cosh);
function!(Asin, asin);
function!(Acos, acos);
function!(Atan, atan);
function!(Asinh, asinh);
function!(Acosh, acosh);
function!(Atanh, atanh);
function!(Erf, erf);
function!(Erfc, erfc);
function!(Cdf, normal_cdf);
function!(Sigmoid, sigmoid);
function!(Softplus, softplus);
struct Silu;
impl Map<1> for Silu {
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        super::super::activation::silu(x)
    }
}
struct Gelu;
impl Map<1> for Gelu {
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        super::super::activation::gelu(x)
    }
}
struct GeluTanh;
impl Map<1> for GeluTanh {
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        super::super::activation::gelu_tanh(x)
    }
}
fn sigmoid(x: Dd) -> Dd {
    if x.0 < 0.0 {
        let e = exact::exp(x);
        e / (one() + e)
    } else {
        one() / (one() + exact::exp(-x))
    }
}
fn gelu_argument(x: Dd) -> Dd {
    let c = exact::sqrt(Dd(8.0, 0.0) / exact::PI);
    c * (x + Dd(44715.0, 0.0) / Dd(1e6, 0.0) * x * x * x)
}

partial!(Sin, sin);
partial!(Cos, cos);
partial!(Tan, tan);

fn one() -> Dd {
    Dd(1.0, 0.0)
}
fn half(x: Dd) -> Dd {
    Dd(x.0 * 0.5, x.1 * 0.5)
}

#[test]
fn all() {
    measure(
        "silu",
        Silu,
        |x| if x < -1e6 { -0.0 } else { x * sigmoid(Dd(x, 0.0)).0 },
        |x| if x.0 < -1e6 { Dd(-0.0, 0.0) } else { x * sigmoid(x) },
        [2.0; 2],
    );
    measure(
        "gelu",
        Gelu,
        |x| if x < -1e6 { -0.0 } else { x * 0.5 * libm::erfc(-x / 2f64.sqrt()) },
        |x| if x.0 < -1e6 { Dd(-0.0, 0.0) } else { x * half(exact::erfc(-x / exact::sqrt(Dd(2.0, 0.0)))) },
        [2.0; 2],
    );
    measure(
        "gelu_tanh",
        GeluTanh,
        |x| if x < -1e6 { -0.0 } else { x * sigmoid(gelu_argument(Dd(x, 0.0))).0 },
        |x| {
            if x.0 < -1e6 {
                Dd(-0.0, 0.0)
            } else if x.0 > 1e6 {
                x
            } else {
                x * sigmoid(gelu_argument(x))
            }
        },
        [2.0; 2],
    );

    measure("exp", Exp, f64::exp, exact::exp, [2.0; 2]);
    measure("expm1", Expm1, f64::exp_m1, exact::expm1, [2.0; 2]);
    measure("log", Log, f64::ln, exact::log, [2.0; 2]);
    measure("log1p", Log1p, f64::ln_1p, exact::log1p, [2.0; 2]);
    measure(
        "sin",
        Sin,
        f64::sin,
        |x| if x.0.abs() > 1e12 { Dd(libm::sin(x.0), 0.0) } else { exact::sin_cos(x).0 },
        [2.0; 2],
    );
    measure(
        "cos",
        Cos,
        f64::cos,
        |x| if x.0.abs() > 1e12 { Dd(libm::cos(x.0), 0.0) } else { exact::sin_cos(x).1 },
        [2.0; 2],
    );
    measure(
        "tan",
        Tan,
        f64::tan,
        |x| {
            if x.0.abs() > 1e12 || x.0.abs() < 1e-280 {
                return Dd(libm::tan(x.0), 0.0);
            }
            let (s, c) = exact::sin_cos(x);
            s / c
        },
        [2.0; 2],
    );
    measure("erf", Erf, libm::erf, exact::erf, [2.0; 2]);
    measure("erfc", Erfc, libm::erfc, exact::erfc, [2.0; 2]);
    measure(
        "cdf",
        Cdf,
        |x| 0.5 * libm::erfc(-x / 2f64.sqrt()),
        |x| half(exact::erfc(-x / exact::sqrt(Dd(2.0, 0.0)))),
        [2.0; 2],
    );
    measure(
        "tanh",
        Tanh,
        f64::tanh,
        |x| {
            if x.0.abs() > 40.0 || x.0.is_nan() || x.0.abs() < 1e-280 {
                return Dd(x.0.tanh(), 0.0);
            }
            let e = exact::expm1(x + x);
            e / (e + Dd(2.0, 0.0))
        },
        [2.0; 2],
    );
    measure(
        "sigmoid",
        Sigmoid,
        |x| if x < 0.0 { x.exp() / (1.0 + x.exp()) } else { 1.0 / (1.0 + (-x).exp()) },
        |x| {
            if x.0 < 0.0 {
                let e = exact::exp(x);
                e / (one() + e)
            } else {
                one() / (one() + exact::exp(-x))
            }
        },
        [2.0; 2],
    );
    measure(
        "softplus",
        Softplus,
        |x| if x > 0.0 { x + (-x).exp().ln_1p() } else { x.exp().ln_1p() },
        |x| if x.0 > 0.0 { x + exact::log1p(exact::exp(-x)) } else { exact::log1p(exact::exp(x)) },
        [2.0; 2],
    );
    measure(
        "sinh",
        Sinh,
        f64::sinh,
        |x| {
            if x.0.abs() < 1e-280 {
                return x;
            }
            if x.0.abs() > 711.0 || x.0.is_nan() {
                return Dd(x.0.sinh(), 0.0);
            }
            if x.0.abs() > 60.0 {
                let h = exact::exp(half(Dd(x.0.abs(), 0.0)));
                let y = half(h) * h;
                return if x.0 < 0.0 { -y } else { y };
            }
            let e = exact::expm1(x);
            half(e + e / (one() + e))
        },
        [2.0; 2],
    );
    measure(
        "cosh",
        Cosh,
        f64::cosh,
        |x| {
            if x.0.abs() > 711.0 || x.0.is_nan() {
                return Dd(x.0.cosh(), 0.0);
            }
            if x.0.abs() > 60.0 {
                let h = exact::exp(half(Dd(x.0.abs(), 0.0)));
                return half(h) * h;
            }
            let e = exact::exp(x);
            half(e + one() / e)
        },
        [2.0; 2],
    );
    measure("asin", Asin, f64::asin, |x| exact::atan2(x, exact::sqrt((one() - x) * (one() + x))), [2.0; 2]);
    measure("acos", Acos, f64::acos, |x| exact::atan2(exact::sqrt((one() - x) * (one() + x)), x), [2.0; 2]);
    measure("atan", Atan, f64::atan, |x| exact::atan2(x, one()), [2.0; 2]);
    measure(
        "asinh",
        Asinh,
        f64::asinh,
        |x| {
            if x.0.abs() < 1e-280 {
                return x;
            }
            let a = Dd(x.0.abs(), 0.0);
            let y = if a.0 < 1e100 {
                let r = exact::sqrt(one() + a * a);
                exact::log1p(a + a * a / (one() + r))
            } else {
                exact::log(half(half(a))) + exact::log(Dd(8.0, 0.0))
            };
            if x.0 < 0.0 { -y } else { y }
        },
        [2.0; 2],
    );
    measure(
        "acosh",
        Acosh,
        |x| if x < 1.0 { f64::NAN } else { f64::acosh(x) },
        |x| {
            if x.0 < 1.0 {
                return Dd(f64::NAN, 0.0);
            }
            if x.0 < 1e100 {
                let t = x - one();
                exact::log1p(t + exact::sqrt(t * (t + Dd(2.0, 0.0))))
            } else {
                exact::log(half(half(x))) + exact::log(Dd(8.0, 0.0))
            }
        },
        [2.0; 2],
    );
    measure(
        "atanh",
        Atanh,
        f64::atanh,
        |x| {
            if x.0.abs() >= 1.0 || x.0.abs() < 1e-280 {
                return Dd(x.0.atanh(), 0.0);
            }
            half(exact::log1p((x + x) / (one() - x)))
        },
        [2.0; 2],
    );
}
