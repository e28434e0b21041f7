//! The special functions that have lanes for `f32`, against those that take one `f64` at a time.

use super::super::special::{self, lanes};
use super::super::{Float, Map};
use super::measure::{Worst, comb, unary};
use super::reference::Dd;

/// Checks `op` against `truth`, which is exact as far as an `f32` goes.
fn check<F: Map<1>>(name: &str, op: F, truth: impl Fn(f64) -> f64, bound: f64) {
    let mut worst = Worst::new();
    let poles = (-40..=40).map(|k| k as f32 * 0.5);
    let near = [-1.0f32, 1.0, 2.0, 1.4616321, -2.4570248, 8.0, 10.0].map(|x| [x.next_down(), x, x.next_up()]);
    let edges = poles.chain(near.into_iter().flatten()).chain([-0.0, f32::INFINITY, f32::NEG_INFINITY]).collect();
    let line: Vec<f32> = (-20_000..20_000).map(|k| k as f32 * 0.001_037).collect();
    for x in comb().chain([edges, line]) {
        let truth: Vec<Dd> = x.iter().map(|&x| Dd::from(truth(x as f64))).collect();
        worst.see::<f32, _, 1>(&op, [&x], &truth);
    }
    worst.demand(&format!("{name} f32"), bound);
}

#[test]
fn gamma_functions() {
    unary!(Lgamma, |x| lanes::lgamma(x));
    check("lgamma", Lgamma, special::lgamma, 1.0);
    unary!(Digamma, |x| lanes::digamma(x));
    check("digamma", Digamma, special::digamma, 0.6);
    unary!(Trigamma, |x| lanes::trigamma(x));
    check("trigamma", Trigamma, |x| special::polygamma(1.0, x), 0.6);
}

#[test]
fn inverse_error_function() {
    unary!(Erfinv, |x| lanes::erfinv(x));
    check("erfinv", Erfinv, special::erfinv, 2.0);
}

#[test]
fn modified_bessel_functions() {
    unary!(I0, |x| lanes::bessel_i0(x));
    check("i0", I0, special::bessel_i0, 0.6);
    unary!(I0e, |x| lanes::bessel_i0e(x));
    check("i0e", I0e, special::bessel_i0e, 0.6);
    unary!(I1, |x| lanes::bessel_i1(x));
    check("i1", I1, special::bessel_i1, 0.6);
    unary!(I1e, |x| lanes::bessel_i1e(x));
    check("i1e", I1e, special::bessel_i1e, 0.6);
}
