//! Every function of one number against its reference: `f32` over a comb of all bit patterns, `f64` over dense samples.
//!
//! The bounds are what was measured over more arguments than these, rounded up: what costs accuracy is noticed.

use std::f64::consts::SQRT_2;

use super::super::{Float, Map, activation};
use super::measure::{Worst, comb, demand, samples, unary};
use super::reference as exact;
use super::reference::{Dd, half, one};

/// Checks `op` against `single` for `f32` and `double` for `f64`.
fn check<F: Map<1>>(name: &str, op: F, single: impl Fn(f64) -> f64, double: impl Fn(Dd) -> Dd, bounds: [f64; 2]) {
    let mut worst = Worst::new();
    for x in comb() {
        let truth: Vec<Dd> = x.iter().map(|&x| Dd::from(single(x as f64))).collect();
        worst.see::<f32, _, 1>(&op, [&x], &truth);
    }
    worst.demand(&format!("{name} f32"), bounds[0]);
    let x = samples();
    let truth: Vec<Dd> = x.iter().map(|&x| double(Dd::from(x))).collect();
    demand::<f64, _, 1>(&format!("{name} f64"), &op, [&x], &truth, bounds[1]);
}

/// `f(x)` for `x >= 0`, and `-f(-x)` below.
fn odd(f: impl Fn(Dd) -> Dd) -> impl Fn(Dd) -> Dd {
    move |x| if x.0 < 0.0 { -f(-x) } else { f(x) }
}

/// `f`, but `x` itself where its square vanishes.
fn tangent_to_x(f: impl Fn(Dd) -> Dd) -> impl Fn(Dd) -> Dd {
    move |x| if x.0.abs() < 1e-280 { x } else { f(x) }
}

/// `f`, but `scalar` outside of `|x| < limit`.
fn within(limit: f64, scalar: fn(f64) -> f64, f: impl Fn(Dd) -> Dd) -> impl Fn(Dd) -> Dd {
    move |x| if x.0.abs() < limit { f(x) } else { Dd::from(scalar(x.0)) }
}

#[test]
fn exponentials() {
    unary!(Exp, |x| x.exp());
    check("exp", Exp, f64::exp, exact::exp, [1.0, 1.01]);
    unary!(UnfusedExp, |x| x.unfused_exp());
    check("unfused exp", UnfusedExp, f64::exp, exact::exp, [1.1, 1.01]);
    unary!(Expm1, |x| x.expm1());
    check("expm1", Expm1, f64::exp_m1, exact::expm1, [3.3, 1.4]);
}

#[test]
fn logarithms() {
    unary!(Log, |x| x.log());
    check("log", Log, f64::ln, exact::log, [1.6, 0.9]);
    unary!(Log1p, |x| x.log1p());
    check("log1p", Log1p, f64::ln_1p, exact::log1p, [2.7, 1.3]);
}

#[test]
fn roots() {
    unary!(Sqrt, |x| x.sqrt());
    let zeros = |f: fn(Dd) -> Dd| move |x: Dd| if x.0 > 0.0 { f(x) } else { Dd::from(x.0.sqrt()) };
    check("sqrt", Sqrt, f64::sqrt, zeros(|x| within(1e300, f64::sqrt, exact::sqrt)(x)), [0.5, 0.5]);
    unary!(Rsqrt, |x| x.rsqrt());
    let rsqrt = |x: Dd| match x.0 {
        x if x <= 1e-280 || x.is_infinite() => Dd::from(1.0 / x.sqrt()),
        _ => one() / exact::sqrt(x),
    };
    check("rsqrt", Rsqrt, |x| 1.0 / x.sqrt(), rsqrt, [1.5, 1.5]);
}

#[test]
fn circular_functions() {
    unary!(Sin, partial | x | x.sin());
    check("sin", Sin, f64::sin, within(1e12, libm::sin, |x| exact::sin_cos(x).0), [1.35, 0.95]);
    unary!(Cos, partial | x | x.cos());
    check("cos", Cos, f64::cos, within(1e12, libm::cos, |x| exact::sin_cos(x).1), [1.7, 0.95]);
    unary!(Tan, partial | x | x.tan());
    let tan = |x| exact::sin_cos(x).0 / exact::sin_cos(x).1;
    check("tan", Tan, f64::tan, tangent_to_x(within(1e12, libm::tan, tan)), [1.1, 1.1]);
}

#[test]
fn inverse_circular_functions() {
    let rest = |x| exact::sqrt((one() - x) * (one() + x));
    unary!(Asin, |x| x.asin());
    check("asin", Asin, f64::asin, |x| exact::atan2(x, rest(x)), [3.1, 0.8]);
    unary!(Acos, |x| x.acos());
    check("acos", Acos, f64::acos, |x| exact::atan2(rest(x), x), [3.2, 0.75]);
    unary!(Atan, |x| x.atan());
    check("atan", Atan, f64::atan, |x| exact::atan2(x, one()), [2.2, 1.1]);
}

#[test]
fn hyperbolic_functions() {
    // e^x / 2 for large x, the square of a half where e^x overflows.
    let far = |x: Dd| half(exact::exp(half(x))) * exact::exp(half(x));
    let sinh = |x: Dd| match x.0 {
        x if x > 710.47 => Dd::from(x.sinh()),
        a if a > 60.0 => far(x),
        _ => half(exact::expm1(x) + exact::expm1(x) / (one() + exact::expm1(x))),
    };
    unary!(Sinh, |x| x.sinh());
    check("sinh", Sinh, f64::sinh, tangent_to_x(odd(sinh)), [0.51, 1.6]);
    let cosh = |x: Dd| match x.0.abs() {
        a if a > 710.47 => Dd::from(f64::INFINITY),
        a if a > 60.0 => far(Dd::from(a)),
        _ => half(exact::exp(x) + one() / exact::exp(x)),
    };
    unary!(Cosh, |x| x.cosh());
    check("cosh", Cosh, f64::cosh, cosh, [0.51, 1.5]);
    let tanh = |x: Dd| exact::expm1(x + x) / (exact::expm1(x + x) + Dd::from(2.0));
    unary!(Tanh, |x| x.tanh());
    check("tanh", Tanh, f64::tanh, tangent_to_x(within(40.0, f64::tanh, tanh)), [5.5, 1.6]);
}

#[test]
fn inverse_hyperbolic_functions() {
    let doubled = |x: Dd| exact::log(x) + exact::log(Dd::from(2.0));
    let asinh = |x: Dd| match x.0 {
        a if a > 1e100 => doubled(x),
        _ => exact::log1p(x + x * x / (one() + exact::sqrt(one() + x * x))),
    };
    unary!(Asinh, |x| x.asinh());
    check("asinh", Asinh, f64::asinh, tangent_to_x(odd(asinh)), [0.51, 1.4]);
    let acosh = |x: Dd| match x.0 {
        a if a > 1e100 => doubled(x),
        a if a < 1.0 => Dd::from(f64::NAN),
        _ => exact::log1p((x - one()) + exact::sqrt((x - one()) * (x + one()))),
    };
    unary!(Acosh, |x| x.acosh());
    // The standard library's is not NaN for all arguments below 1.
    let single = |x: f64| if x < 1.0 { f64::NAN } else { x.acosh() };
    check("acosh", Acosh, single, acosh, [0.51, 1.4]);
    let atanh = within(1.0, f64::atanh, |x| half(exact::log1p((x + x) / (one() - x))));
    unary!(Atanh, |x| x.atanh());
    check("atanh", Atanh, f64::atanh, tangent_to_x(odd(atanh)), [1.2, 1.4]);
}

#[test]
fn error_functions() {
    unary!(Erf, |x| x.erf());
    check("erf", Erf, libm::erf, tangent_free(exact::erf), [3.6, 1.5]);
    unary!(Erfc, |x| x.erfc());
    check("erfc", Erfc, libm::erfc, exact::erfc, [3.6, 1.9]);
    unary!(NormalCdf, |x| x.normal_cdf());
    let cdf = |x: Dd| half(exact::erfc(-x / exact::sqrt(Dd::from(2.0))));
    check("normal_cdf", NormalCdf, |x| 0.5 * libm::erfc(-x / SQRT_2), cdf, [1.9, 1.9]);
}

/// `f`, but `2 / sqrt(pi) * x` where its square vanishes.
fn tangent_free(f: impl Fn(Dd) -> Dd) -> impl Fn(Dd) -> Dd {
    move |x| if x.0.abs() < 1e-280 { Dd::from(x.0 * std::f64::consts::FRAC_2_SQRT_PI) } else { f(x) }
}

/// `sigmoid(x)`.
fn sigmoid(x: Dd) -> Dd {
    if x.0 < 0.0 { exact::exp(x) / (one() + exact::exp(x)) } else { one() / (one() + exact::exp(-x)) }
}

/// `x * sigmoid(z)`; far to the left `-e^(z + log(-x))`, which is not the product of a subnormal number.
fn gated(x: Dd, z: Dd) -> Dd {
    match z.0 {
        z if z > 1e3 => x,
        z if z < -2e4 => Dd::from(-0.0),
        left if left < -600.0 => -exact::exp(z + exact::log(-x)),
        _ => x * sigmoid(z),
    }
}

#[test]
fn logistic_functions() {
    unary!(Sigmoid, |x| x.sigmoid());
    check("sigmoid", Sigmoid, |x| sigmoid(Dd::from(x)).0, sigmoid, [6.0, 1.6]);
    unary!(Softplus, |x| x.softplus());
    let softplus = |x: Dd| match x.0 {
        a if a > 0.0 => x + exact::log1p(exact::exp(-x)),
        _ => exact::log1p(exact::exp(x)),
    };
    check("softplus", Softplus, |x| softplus(Dd::from(x)).0, softplus, [8.5, 6.0]);
    unary!(Silu, |x| activation::silu(x));
    check("silu", Silu, |x| gated(Dd::from(x), Dd::from(x)).0, |x| gated(x, x), [1.1, 1.2]);
}

#[test]
fn gelu() {
    let plain = |x: Dd| match x.0 {
        a if a > 40.0 => x,
        a if a < -40.0 => Dd::from(-0.0),
        a if a < -30.0 => {
            let x = -x;
            let (scaled, root) = (exact::erfcx(x / exact::sqrt(Dd::from(2.0))), half(x * x));
            -exact::exp(exact::log(half(x * scaled)) - root)
        }
        _ => x * half(exact::erfc(-x / exact::sqrt(Dd::from(2.0)))),
    };
    unary!(Gelu, |x| activation::gelu(x));
    check("gelu", Gelu, |x| plain(Dd::from(x)).0, plain, [2.0, 2.0]);
    let rate = exact::sqrt(Dd::from(8.0) / exact::PI);
    let cubic = Dd::from(44715.0) / Dd::from(1e6);
    let tanh = |x: Dd| match x.0.abs() {
        a if a < 100.0 => gated(x, rate * (x + cubic * x * x * x)),
        _ => Dd::from(if x.0 < 0.0 { -0.0 } else { x.0 }),
    };
    unary!(GeluTanh, |x| activation::gelu_tanh(x));
    check("gelu_tanh", GeluTanh, |x| tanh(Dd::from(x)).0, tanh, [2.0, 2.0]);
}

#[test]
fn exponential_units() {
    unary!(Elu, |x| activation::elu(x, R::of(1.0)));
    let elu = |x: Dd| if x.0 > 0.0 { x } else { exact::expm1(x) };
    check("elu", Elu, |x| elu(Dd::from(x)).0, elu, [3.3, 1.4]);
    unary!(Selu, |x| activation::selu(x));
    let [scale, product] = [activation::SELU_SCALE, activation::SELU_SCALE * activation::SELU_ALPHA];
    let single = |x: f64| if x > 0.0 { scale * x } else { product * x.exp_m1() };
    let double = |x: Dd| match x.0 {
        a if a > 1e300 => Dd::from(scale * a),
        a if a > 0.0 => x * Dd::from(scale),
        _ => Dd::from(scale) * Dd::from(activation::SELU_ALPHA) * exact::expm1(x),
    };
    check("selu", Selu, single, double, [3.0, 3.0]);
}
