//! What the functions are at the ends of their domains, and that they answer everywhere.

use super::super::*;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Hostile arguments: ends, neighbours of integers, the smallest and the largest numbers.
const ARGUMENTS: [f64; 28] = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    1e-310,
    1e-30,
    -1e-30,
    0.5,
    -0.5,
    1.0,
    -1.0,
    1.9999999999999998,
    2.0,
    -2.0,
    7.5,
    19.9,
    20.0,
    41.0,
    100.5,
    -100.0,
    710.0,
    1e10,
    3e38,
    1e300,
    -1e300,
    f64::MAX,
    INF,
    -INF,
];

fn demand(name: &str, got: f64, want: f64) {
    assert!(got == want || got.is_nan() && want.is_nan(), "{name}: {got}, not {want}");
}

#[test]
fn derivatives_of_bessel_functions_have_limits() {
    use Bessel::{I, J, K, ScaledI, ScaledK, Y};
    // Kind, order, how often, at 0, at infinity.
    let rows = [
        (J, 0, 1, 0.0, 0.0),
        (J, 0, 2, -0.5, 0.0),
        (J, 1, 1, 0.5, 0.0),
        (J, 1, 2, 0.0, 0.0),
        (J, 1, 3, -0.375, 0.0),
        (Y, 0, 1, INF, 0.0),
        (Y, 0, 2, -INF, 0.0),
        (Y, 1, 1, INF, 0.0),
        (Y, 1, 2, -INF, 0.0),
        (I, 0, 2, 0.5, INF),
        (I, 1, 1, 0.5, INF),
        (I, 1, 2, 0.0, INF),
        (I, 1, 3, 0.375, INF),
        (K, 0, 1, -INF, 0.0),
        (K, 1, 1, -INF, 0.0),
        (K, 1, 2, INF, 0.0),
        (ScaledI, 0, 2, 0.5, 0.0),
        (ScaledI, 1, 1, 0.5, 0.0),
        (ScaledK, 0, 1, -INF, 0.0),
        (ScaledK, 0, 2, INF, 0.0),
        (ScaledK, 1, 1, -INF, 0.0),
        (ScaledK, 1, 3, -INF, 0.0),
    ];
    for (kind, order, times, zero, far) in rows {
        let name = format!("{kind:?}{order}, {times} times");
        let at = |x| bessel_derivative(kind, order, times as f64, x);
        demand(&name, at(0.0), zero);
        demand(&name, at(-0.0), zero);
        demand(&name, at(INF), far);
        demand(&name, at(NAN), NAN);
        let odd = (order + times) % 2 == 1;
        let domain = !matches!(kind, Y | K | ScaledK);
        demand(
            &name,
            at(-INF),
            if !domain {
                NAN
            } else if odd {
                -far
            } else {
                far
            },
        );
    }
    demand("large", bessel_derivative(I, 1, 1.0, 800.0), INF);
    demand("small", bessel_derivative(Y, 1, 1.0, 1e-310), INF);
    demand("small", bessel_derivative(ScaledK, 1, 1.0, 1e-310), -INF);
}

#[test]
fn derivatives_of_integrals_have_limits() {
    let rows = [(1.0, -INF, -1.0, 0.0), (2.0, INF, 0.5, 0.0), (3.0, -INF, -2.0 / 3.0, 0.0)];
    for (times, zero, one, far) in rows {
        demand("spence", spence_derivative(times, 0.0), zero);
        demand("spence", spence_derivative(times, 1.0), one);
        demand("spence", spence_derivative(times, INF), far);
        demand("spence", spence_derivative(times, -1.0), NAN);
    }
    for times in [1.0, 2.0, 3.0] {
        demand("expint", expint_derivative(times, INF), INF);
        demand("expint", expint_derivative(times, -INF), 0.0);
        demand("expint", expint_derivative(times, 0.0), if times == 2.0 { -INF } else { INF });
        demand("expint", expint_derivative(times, -0.0), -INF);
        demand("dawsn", dawsn_derivative(times, INF), 0.0);
        demand("dawsn", dawsn_derivative(times, -INF), 0.0);
    }
    demand("dawsn", dawsn_derivative(2.0, 0.0), 0.0);
    demand("dawsn", dawsn_derivative(3.0, 0.0), -4.0);
}

#[test]
fn polygamma_at_its_poles_and_far_away() {
    for n in [1.0, 2.0, 5.0, 160.0] {
        demand("polygamma", polygamma(n, INF), 0.0);
        let pole = if n % 2.0 == 1.0 { INF } else { NAN };
        for x in [0.0, -0.0, -1.0, -3.0, -1e300, -INF] {
            demand("polygamma", polygamma(n, x), pole);
        }
    }
    demand("zeta", zeta(2.0, INF), 0.0);
    demand("zeta", zeta(INF, 2.0), 0.0);
    demand("zeta", zeta(INF, 20.0), 0.0);
}

/// Every loop ends and no index is out of bounds, whatever the numbers; orders that are none give NaN.
#[test]
fn derivatives_answer_everywhere() {
    use Bessel::{I, J, K, ScaledI, ScaledK, Y};
    for x in ARGUMENTS {
        for n in (0..=40).map(f64::from) {
            for kind in [J, Y, I, K, ScaledI, ScaledK] {
                bessel_derivative(kind, 0, n, x);
                bessel_derivative(kind, 1, n, x);
            }
            let _ = [spence_derivative(n, x), expint_derivative(n, x), dawsn_derivative(n, x), polygamma(n, x)];
        }
        for none in [-1.0, 0.5, 41.0, 1e300, INF, NAN] {
            demand("order", bessel_derivative(J, 1, none, x), NAN);
            demand("order", spence_derivative(none, x), NAN);
            demand("order", expint_derivative(none, x), NAN);
            demand("order", dawsn_derivative(none, x), NAN);
        }
    }
}
