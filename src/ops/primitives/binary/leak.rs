//! Activation functions with a second argument.

use super::{binary, call};
use crate::ops::graph::is_in_graph;
use crate::ops::prelude::*;

binary! {
    /// `x` for positive `x`, else `alpha * x`, element by element; the gradient at 0 is `alpha`.
    leaky: LeakyRelu |x, alpha| R::select(x > R::of(0.0), x, alpha * x),
        da: Rule::AB(|g, x, alpha| x.greater(0.0).select(g, g * alpha)),
        db: Rule::AB(|g, x, _| x.greater(0.0).select(0.0, g * x)),
        name: "_leaky_relu",
        params: &[tensor("features"), tensor("alpha")],
        samples: AWAY;

    /// `x * sigmoid(beta * x)`, element by element.
    sigmoid_weighted: SigmoidWeighted |x, beta| x * (beta * x).sigmoid(),
        da: Rule::AB(by_features),
        db: Rule::AB(by_beta),
        name: "_sigmoid_weighted",
        scalar_tail: true,
        op_type: "",
        entry: Some(|x, beta| if is_fused(x) { fused_silu(x, beta) } else { call::<SigmoidWeighted>(x, beta) }),
        params: &[tensor("features"), tensor("beta")],
        samples: &[on(&[reals(&[3]), Input::Real(&[], 0.5, 1.5)]), on(&[reals(&[2, 3]), Input::Real(&[3], 0.5, 1.5)])],
        steps: true;

    /// [`sigmoid_weighted`] in a graph, which oneDNN computes.
    fused_silu: FusedSilu |x, beta| x * (beta * x).fused_sigmoid(),
        da: Rule::AB(by_features),
        db: Rule::AB(by_beta),
        name: "_fused_silu",
        op_type: "",
        params: &[tensor("features"), tensor("beta")],
        samples: &[on(&[reals(&[3]), Input::Real(&[], 0.5, 1.5)])];
}

/// Whether oneDNN computes the function of `x`: in graphs, but of `float16`.
fn is_fused(x: &Tensor) -> bool {
    is_in_graph() && x.dtype() != DType::Float16
}

/// The gradient of `x * sigmoid(beta * x)` for `x`.
fn by_features<Op>(g: &Cotangent<Op>, x: &Tensor, beta: &Tensor) -> Formula {
    let s = (beta * x).sigmoid();
    g * (&s * (1.0 + beta * x * (1.0 - &s)))
}

/// That for `beta`.
fn by_beta<Op>(g: &Cotangent<Op>, x: &Tensor, beta: &Tensor) -> Formula {
    let s = (beta * x).sigmoid();
    g * x.square() * &s * (1.0 - &s)
}

/// Samples in which no element comes near the kink.
const AWAY: &[Sample] = &[
    on(&[Input::Real(&[3], 0.3, 2.0), Input::Real(&[], 0.1, 0.9)]),
    on(&[Input::Real(&[2, 3], -2.0, -0.3), Input::Real(&[3], 0.1, 0.9)]),
];
