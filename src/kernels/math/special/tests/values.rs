//! Each function against its table of reference values.

use super::super::*;
use super::{bessel, derivatives, gamma, other};

/// Demands that `f` is within `tolerance` of each value, as a share of it; shares of 1 for values below `floor`, where a
/// function passes through zero and is only as exact as its terms.
fn check<const N: usize>(
    name: &str,
    table: &[([f64; N], f64)],
    f: impl Fn([f64; N]) -> f64,
    tolerance: f64,
    floor: f64,
) {
    assert!(table.len() >= 8);
    let mut worst = (0.0, [0.0; N]);
    for &(x, want) in table {
        let error = (f(x) - want).abs() / want.abs().max(floor);
        if !(error <= worst.0) {
            worst = (error, x);
        }
    }
    println!("{name}: {:.1e} at {:?}", worst.0, worst.1);
    assert!(worst.0 <= tolerance, "{name}: off by {:.1e} at {:?}", worst.0, worst.1);
}

#[test]
fn all() {
    check("lgamma", gamma::LGAMMA, |[x]| lgamma(x), 1e-14, 0.1);
    check("digamma", gamma::DIGAMMA, |[x]| digamma(x), 1e-14, 0.1);
    check("zeta", gamma::ZETA, |[x, q]| zeta(x, q), 1e-14, 0.0);
    check("zeta_left", gamma::ZETA_LEFT, |[x, q]| zeta(x, q), 1e-14, 0.0);
    check("polygamma", gamma::POLYGAMMA, |[n, x]| polygamma(n, x), 1e-12, 0.0);
    check("igamma", gamma::IGAMMA, |[a, x]| igamma(a, x), 1e-13, 0.0);
    check("igammac", gamma::IGAMMAC, |[a, x]| igammac(a, x), 1e-13, 0.0);
    check("igamma_grad_a", gamma::IGAMMA_GRAD_A, |[a, x]| igamma_grad_a(a, x), 1e-13, 0.0);
    check("betainc", gamma::BETAINC, |[a, b, x]| betainc(a, b, x), 1e-12, 0.0);
    check("i0", bessel::BESSEL_I0, |[x]| bessel_i0(x), 1e-14, 0.0);
    check("i0e", bessel::BESSEL_I0E, |[x]| bessel_i0e(x), 1e-14, 0.0);
    check("i1", bessel::BESSEL_I1, |[x]| bessel_i1(x), 1e-14, 0.0);
    check("i1e", bessel::BESSEL_I1E, |[x]| bessel_i1e(x), 1e-14, 0.0);
    check("j0", bessel::BESSEL_J0, |[x]| bessel_j0(x), 1e-14, 0.01);
    check("j1", bessel::BESSEL_J1, |[x]| bessel_j1(x), 1e-14, 0.0);
    check("y0", bessel::BESSEL_Y0, |[x]| bessel_y0(x), 1e-14, 0.01);
    check("y1", bessel::BESSEL_Y1, |[x]| bessel_y1(x), 1e-14, 0.01);
    check("k0", bessel::BESSEL_K0, |[x]| bessel_k0(x), 1e-14, 0.0);
    check("k0e", bessel::BESSEL_K0E, |[x]| bessel_k0e(x), 1e-14, 0.0);
    check("k1", bessel::BESSEL_K1, |[x]| bessel_k1(x), 1e-14, 0.0);
    check("k1e", bessel::BESSEL_K1E, |[x]| bessel_k1e(x), 1e-14, 0.0);
    check("erfinv", other::ERFINV, |[x]| erfinv(x), 1e-15, 0.0);
    check("erfcinv", other::ERFCINV, |[x]| erfcinv(x), 1e-14, 0.0);
    check("ndtri", other::NDTRI, |[x]| ndtri(x), 1e-14, 0.0);
    check("dawsn", other::DAWSN, |[x]| dawsn(x), 1e-14, 0.0);
    check("expint", other::EXPINT, |[x]| expint(x), 1e-14, 0.1);
    check("fresnel_sin", other::FRESNEL_SIN, |[x]| fresnel_sin(x), 1e-14, 0.0);
    check("fresnel_cos", other::FRESNEL_COS, |[x]| fresnel_cos(x), 1e-14, 0.0);
    check("spence", other::SPENCE, |[x]| spence(x), 1e-14, 0.0);
}

#[test]
fn derivatives_of_bessel_functions() {
    let check = |name, table, kind, order, tolerance, floor| {
        check(name, table, |[n, x]| bessel_derivative(kind, order, n, x), tolerance, floor);
    };
    check("j0", derivatives::J0, Bessel::J, 0, 1e-13, 0.01);
    check("j1", derivatives::J1, Bessel::J, 1, 1e-13, 0.01);
    check("y1", derivatives::Y1, Bessel::Y, 1, 1e-13, 0.01);
    check("i1", derivatives::I1, Bessel::I, 1, 1e-13, 0.0);
    check("k1", derivatives::K1, Bessel::K, 1, 1e-13, 0.0);
    check("i1e", derivatives::I1E, Bessel::ScaledI, 1, 1e-12, 1e-3);
    check("k0e", derivatives::K0E, Bessel::ScaledK, 0, 1e-12, 1e-3);
    check("k1e", derivatives::K1E, Bessel::ScaledK, 1, 1e-12, 1e-3);
}

#[test]
fn derivatives_of_integrals() {
    check("spence", derivatives::SPENCE, |[n, x]| spence_derivative(n, x), 1e-12, 0.0);
    check("expint", derivatives::EXPINT, |[n, x]| expint_derivative(n, x), 1e-12, 0.0);
    check("dawsn", derivatives::DAWSN, |[n, x]| dawsn_derivative(n, x), 1e-9, 1e-3);
}

/// Above 2^53 a number and its successor are one; the terms still have a sum.
#[test]
fn derivatives_of_high_order_at_large_arguments() {
    let (n, x): (f64, f64) = (3e38, 1e38);
    // Of an even order it is negative; (3 / e)^n is more than any number.
    assert_eq!(polygamma(n, x), f64::NEG_INFINITY);
    assert_eq!(zeta(1e300, f64::MAX), 0.0);
}
