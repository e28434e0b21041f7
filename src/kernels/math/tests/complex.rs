//! Complex functions against reference values, on both sides of their branch cuts, and at large arguments.

use std::f64::consts::{FRAC_PI_2, PI};

use num_complex::Complex64;

use super::super::complex::*;
use super::complex_values as values;

fn at(re: f64, im: f64) -> Complex64 {
    Complex64::new(re, im)
}

/// Demands `f` within `tolerance` of each value, as a share of its magnitude.
fn check(name: &str, table: &[[f64; 4]], f: impl Fn(Complex64) -> Complex64, tolerance: f64) {
    for &[x, y, re, im] in table {
        let got = f(at(x, y));
        let error = (got - at(re, im)).norm() / at(re, im).norm();
        assert!(error <= tolerance, "{name}({x} + {y} i) = {got}, not {re} + {im} i: off by {error:.1e}");
    }
}

#[test]
fn reference_values() {
    check("exp", values::EXP, exp, 1e-15);
    check("expm1", values::EXPM1, expm1, 2e-15);
    check("log", values::LOG, log, 1e-15);
    check("log1p", values::LOG1P, log1p, 1e-15);
    check("sqrt", values::SQRT, sqrt, 1e-15);
    check("rsqrt", values::RSQRT, rsqrt, 1e-15);
    check("reciprocal", values::RECIPROCAL, reciprocal, 1e-15);
    check("sigmoid", values::SIGMOID, sigmoid, 1e-15);
    check("pow", values::POW, |z| pow(z, at(0.75, -1.5)), 1e-14);
    check("sinh", values::SINH, sinh, 1e-15);
    check("cosh", values::COSH, cosh, 1e-15);
    check("tanh", values::TANH, tanh, 2e-15);
    check("sin", values::SIN, sin, 1e-15);
    check("cos", values::COS, cos, 1e-15);
    check("tan", values::TAN, tan, 2e-15);
    check("asinh", values::ASINH, asinh, 2e-15);
    check("acosh", values::ACOSH, acosh, 2e-15);
    check("atanh", values::ATANH, atanh, 2e-15);
    check("asin", values::ASIN, asin, 2e-15);
    check("acos", values::ACOS, acos, 2e-15);
    check("atan", values::ATAN, atan, 2e-15);
}

/// What a function is on one side of its cut, told by a zero with that sign, and its mirror image on the other.
fn check_cut(name: &str, f: fn(Complex64) -> Complex64, above: Complex64, side: fn(Complex64) -> f64) {
    let (upper, lower) = (f(above), f(above.conj()));
    let mirrored = if above.re == 0.0 { f(at(-above.re, above.im)) } else { lower };
    assert!(upper.is_finite() && mirrored.is_finite(), "{name} at {above}");
    assert!(side(upper) > 0.0 && side(mirrored) < 0.0, "{name} at {above}: {upper} and {mirrored}");
}

#[test]
fn branch_cuts() {
    check_cut("log", log, at(-2.0, 0.0), |w| w.im);
    check_cut("sqrt", sqrt, at(-2.0, 0.0), |w| w.im);
    check_cut("asin", asin, at(2.0, 0.0), |w| w.im);
    check_cut("asin", asin, at(-2.0, 0.0), |w| w.im);
    check_cut("acos", acos, at(2.0, 0.0), |w| -w.im);
    check_cut("acos", acos, at(-2.0, 0.0), |w| -w.im);
    check_cut("acosh", acosh, at(0.5, 0.0), |w| w.im);
    check_cut("acosh", acosh, at(-2.0, 0.0), |w| w.im);
    check_cut("atanh", atanh, at(2.0, 0.0), |w| w.im);
    check_cut("atanh", atanh, at(-2.0, 0.0), |w| w.im);
    check_cut("asinh", asinh, at(0.0, 2.0), |w| w.re);
    check_cut("asinh", asinh, at(0.0, -2.0), |w| w.re);
    check_cut("atan", atan, at(0.0, 2.0), |w| w.re);
    check_cut("atan", atan, at(0.0, -2.0), |w| w.re);
}

#[test]
fn real_numbers_stay_real() {
    let functions: [(fn(Complex64) -> Complex64, fn(f64) -> f64); 12] = [
        (exp, f64::exp),
        (log, f64::ln),
        (sqrt, f64::sqrt),
        (sin, f64::sin),
        (cos, f64::cos),
        (tan, f64::tan),
        (sinh, f64::sinh),
        (tanh, f64::tanh),
        (asin, f64::asin),
        (atan, f64::atan),
        (asinh, f64::asinh),
        (atanh, f64::atanh),
    ];
    for (k, (complex, real)) in functions.into_iter().enumerate() {
        for x in [0.1, 0.5, 0.9] {
            let got = complex(at(x, 0.0));
            assert!(got.im == 0.0 && (got.re - real(x)).abs() < 1e-15, "{k}: {got}, not {}", real(x));
        }
    }
}

#[test]
fn large_and_small_arguments() {
    let close = |a: Complex64, b: Complex64| (a - b).norm() <= 1e-15 * b.norm();
    assert_eq!(tanh(at(1e5, 1.0)), at(1.0, 0.0));
    assert_eq!(tan(at(1.0, -1e5)), at(0.0, -1.0));
    assert!(close(sqrt(at(1e308, 1e308)), sqrt(at(1.0, 1.0)) * 1e154));
    let root = 2f64.powi(-520); // 2.powi(-1040) is 0 where it is 1 / 2.powi(1040)
    assert!(close(sqrt(at(0.0, root * root)), sqrt(at(0.0, 1.0)) * root));
    assert!(close(log(at(1e308, 1e308)), at(308.0 * 10f64.ln() + 0.5 * 2f64.ln(), PI / 4.0)));
    assert!(close(reciprocal(at(1e200, 1e200)), at(0.5e-200, -0.5e-200)));
    assert_eq!(exp(at(f64::NEG_INFINITY, f64::INFINITY)), at(0.0, 0.0));
    assert!(close(asin(at(1e200, 0.0)), at(FRAC_PI_2, 200.0 * 10f64.ln() + 2f64.ln())));
    assert!(close(atanh(at(1e-200, 1e-200)), at(1e-200, 1e-200)));
}

#[test]
fn powers() {
    assert_eq!(pow(at(0.0, 0.0), at(0.0, 0.0)), at(1.0, 0.0));
    assert_eq!(pow(at(0.0, 0.0), at(2.5, 0.0)), at(0.0, 0.0));
    assert_eq!(pow(at(0.0, 0.0), at(-0.5, 0.0)).re, f64::INFINITY);
    assert_eq!(pow(at(0.0, 1.0), at(3.0, 0.0)), at(0.0, -1.0));
    assert_eq!(pow(at(0.0, 2.0), at(-2.0, 0.0)).re, -0.25);
    assert!((pow(at(-4.0, 0.0), at(0.5, 0.0)) - at(0.0, 2.0)).norm() < 1e-15);
}
