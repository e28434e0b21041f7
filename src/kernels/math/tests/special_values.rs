//! Zeros, infinities, NaN, and the ends of domains: by bits, on every instruction set, for both types.

use super::super::isa::Isa;
use super::super::{Float, Map, activation};
use super::measure::{apply, unary};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// The same number: NaN equals NaN, 0 does not equal -0.
fn same(a: f64, b: f64) -> bool {
    a.is_nan() && b.is_nan() || a.to_bits() == b.to_bits()
}

fn check<F: Map<N>, const N: usize>(name: &str, op: &F, rows: &[([f64; N], f64)]) {
    let columns: [Vec<f64>; N] = std::array::from_fn(|k| rows.iter().map(|r| r.0[k]).collect());
    let singles = columns.each_ref().map(|c| c.iter().map(|&x| x as f32).collect::<Vec<f32>>());
    for isa in Isa::available() {
        let y = apply(isa, op, columns.each_ref().map(|c| &c[..]));
        let y32 = apply(isa, op, singles.each_ref().map(|c| &c[..]));
        for (i, &(x, want)) in rows.iter().enumerate() {
            assert!(same(y[i], want), "{name} f64 {isa:?} {x:?}: {}, not {want}", y[i]);
            let (got, want) = (y32[i] as f64, want as f32 as f64);
            // Eigen's formulas are off by a unit or two in the last place where the true result is a plain number.
            let near = (got / want - 1.0).abs() < 2e-7;
            assert!(same(got, want) || near, "{name} f32 {isa:?} {x:?}: {got}, not {want}");
        }
    }
}

fn check1<F: Map<1>>(name: &str, op: &F, rows: &[(f64, f64)]) {
    let rows: Vec<([f64; 1], f64)> = rows.iter().map(|&(x, y)| ([x], y)).collect();
    check(name, op, &rows);
}

/// Rows that every odd function with slope 1 at 0 has.
const TANGENT: [(f64, f64); 4] = [(0.0, 0.0), (-0.0, -0.0), (1e-38, 1e-38), (-1e-38, -1e-38)];

#[test]
fn exponentials_and_logarithms() {
    unary!(Exp, |x| x.exp());
    let rows =
        [(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0), (NAN, NAN), (720.0, INF), (-760.0, 0.0), (-1e300, 0.0)];
    check1("exp", &Exp, &rows);
    unary!(Expm1, |x| x.expm1());
    check1("expm1", &Expm1, &[(INF, INF), (-INF, -1.0), (NAN, NAN), (720.0, INF), (-720.0, -1.0)]);
    check1("expm1", &Expm1, &TANGENT);
    unary!(Log, |x| x.log());
    check1("log", &Log, &[(0.0, -INF), (-0.0, -INF), (1.0, 0.0), (INF, INF), (-1.0, NAN), (-INF, NAN), (NAN, NAN)]);
    unary!(Log1p, |x| x.log1p());
    check1("log1p", &Log1p, &[(-1.0, -INF), (-2.0, NAN), (INF, INF), (-INF, NAN), (NAN, NAN)]);
    check1("log1p", &Log1p, &TANGENT);
    unary!(Sqrt, |x| x.sqrt());
    check1("sqrt", &Sqrt, &[(0.0, 0.0), (-0.0, -0.0), (4.0, 2.0), (-1.0, NAN), (INF, INF), (-INF, NAN), (NAN, NAN)]);
    unary!(Rsqrt, |x| x.rsqrt());
    check1("rsqrt", &Rsqrt, &[(0.0, INF), (-0.0, -INF), (4.0, 0.5), (-1.0, NAN), (INF, 0.0), (NAN, NAN)]);
}

#[test]
fn circular_functions() {
    unary!(Sin, partial | x | x.sin());
    check1("sin", &Sin, &[(INF, NAN), (-INF, NAN), (NAN, NAN)]);
    check1("sin", &Sin, &TANGENT);
    unary!(Cos, partial | x | x.cos());
    check1("cos", &Cos, &[(0.0, 1.0), (-0.0, 1.0), (1e-38, 1.0), (INF, NAN), (-INF, NAN), (NAN, NAN)]);
    unary!(Tan, partial | x | x.tan());
    check1("tan", &Tan, &[(INF, NAN), (-INF, NAN), (NAN, NAN)]);
    check1("tan", &Tan, &TANGENT);
    let (quarter, half) = (std::f64::consts::FRAC_PI_2, std::f64::consts::PI);
    unary!(Asin, |x| x.asin());
    check1("asin", &Asin, &[(1.0, quarter), (-1.0, -quarter), (1.5, NAN), (-INF, NAN), (NAN, NAN)]);
    check1("asin", &Asin, &TANGENT);
    unary!(Acos, |x| x.acos());
    check1("acos", &Acos, &[(1.0, 0.0), (0.0, quarter), (-1.0, half), (1.5, NAN), (-1.5, NAN), (INF, NAN), (NAN, NAN)]);
    unary!(Atan, |x| x.atan());
    check1("atan", &Atan, &[(INF, quarter), (-INF, -quarter), (NAN, NAN), (1.0, quarter / 2.0)]);
    check1("atan", &Atan, &TANGENT);
}

#[test]
fn hyperbolic_functions() {
    unary!(Sinh, |x| x.sinh());
    check1("sinh", &Sinh, &[(INF, INF), (-INF, -INF), (NAN, NAN), (720.0, INF), (-720.0, -INF)]);
    check1("sinh", &Sinh, &TANGENT);
    unary!(Cosh, |x| x.cosh());
    check1("cosh", &Cosh, &[(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF), (NAN, NAN), (-720.0, INF)]);
    unary!(Tanh, |x| x.tanh());
    check1("tanh", &Tanh, &[(INF, 1.0), (-INF, -1.0), (NAN, NAN), (100.0, 1.0), (-1e300, -1.0)]);
    check1("tanh", &Tanh, &TANGENT);
    unary!(Asinh, |x| x.asinh());
    check1("asinh", &Asinh, &[(INF, INF), (-INF, -INF), (NAN, NAN)]);
    check1("asinh", &Asinh, &TANGENT);
    unary!(Acosh, |x| x.acosh());
    check1("acosh", &Acosh, &[(1.0, 0.0), (0.5, NAN), (-1.0, NAN), (-1e20, NAN), (INF, INF), (-INF, NAN), (NAN, NAN)]);
    unary!(Atanh, |x| x.atanh());
    check1("atanh", &Atanh, &[(1.0, INF), (-1.0, -INF), (1.5, NAN), (-INF, NAN), (NAN, NAN)]);
    check1("atanh", &Atanh, &TANGENT);
}

#[test]
fn error_functions_and_activations() {
    unary!(Erf, |x| x.erf());
    check1("erf", &Erf, &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0), (NAN, NAN), (10.0, 1.0)]);
    unary!(Erfc, |x| x.erfc());
    check1("erfc", &Erfc, &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0), (NAN, NAN), (1e300, 0.0)]);
    unary!(NormalCdf, |x| x.normal_cdf());
    check1("normal_cdf", &NormalCdf, &[(0.0, 0.5), (INF, 1.0), (-INF, 0.0), (NAN, NAN)]);
    unary!(Sigmoid, |x| x.sigmoid());
    check1("sigmoid", &Sigmoid, &[(0.0, 0.5), (INF, 1.0), (-INF, 0.0), (NAN, NAN), (200.0, 1.0), (-800.0, 0.0)]);
    unary!(Softplus, |x| x.softplus());
    check1("softplus", &Softplus, &[(INF, INF), (-INF, 0.0), (NAN, NAN), (200.0, 200.0), (-800.0, 0.0)]);
    let gates = [(0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -0.0), (NAN, NAN), (800.0, 800.0), (-800.0, -0.0)];
    unary!(Silu, |x| activation::silu(x));
    check1("silu", &Silu, &gates);
    unary!(Gelu, |x| activation::gelu(x));
    check1("gelu", &Gelu, &gates);
    unary!(GeluTanh, |x| activation::gelu_tanh(x));
    check1("gelu_tanh", &GeluTanh, &gates);
    unary!(Elu, |x| activation::elu(x, R::of(2.0)));
    check1("elu", &Elu, &[(0.0, 0.0), (-0.0, -0.0), (3.0, 3.0), (INF, INF), (-INF, -2.0), (NAN, NAN)]);
}

struct Pow;

impl Map<2> for Pow {
    #[inline(always)]
    fn f<R: Float>(&self, [x, y]: [R; 2]) -> R {
        x.pow(y)
    }
}

/// What IEEE 754 lists, which is what `powf` of the standard library answers.
#[test]
fn pow() {
    let bases = [0.0, -0.0, 1.0, -1.0, 0.25, -0.25, 4.0, -4.0, INF, -INF, NAN];
    let powers = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 1e9, -1e9, INF, -INF, NAN];
    let pairs = bases.iter().flat_map(|&x| powers.iter().map(move |&y| [x, y]));
    let rows: Vec<([f64; 2], f64)> = pairs.map(|[x, y]| ([x, y], x.powf(y))).collect();
    check("pow", &Pow, &rows);
}

#[test]
fn parity_of_large_exponents() {
    // The largest odd f32 is 2^24 - 1; the largest odd f64 is 2^53 - 1.
    let (single, double) = (((1 << 24) - 1) as f32, ((1u64 << 53) - 1) as f64);
    for isa in Isa::available() {
        let y = apply::<f32, _, 2>(isa, &Pow, [&[-1.0; 3], &[single, single + 1.0, 8388607.5]]);
        assert!(y[0] == -1.0 && y[1] == 1.0 && y[2].is_nan(), "{isa:?} {y:?}");
        let y = apply::<f64, _, 2>(isa, &Pow, [&[-1.0; 3], &[double, double + 1.0, 4503599627370495.5]]);
        assert!(y[0] == -1.0 && y[1] == 1.0 && y[2].is_nan(), "{isa:?} {y:?}");
    }
}

struct Atan2;

impl Map<2> for Atan2 {
    #[inline(always)]
    fn f<R: Float>(&self, [y, x]: [R; 2]) -> R {
        y.atan2(x)
    }
}

#[test]
fn atan2() {
    let points = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN];
    let pairs = points.iter().flat_map(|&y| points.iter().map(move |&x| [y, x]));
    let rows: Vec<([f64; 2], f64)> = pairs.map(|[y, x]| ([y, x], y.atan2(x))).collect();
    check("atan2", &Atan2, &rows);
}
