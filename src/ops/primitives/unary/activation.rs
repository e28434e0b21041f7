//! Activation functions.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use super::{AWAY_FROM_ZERO, call, fused, is_behind_matrices, unary};
use crate::kernels::math::complex;
use crate::ops::graph;
use crate::ops::prelude::*;
use crate::ops::primitives::binary::{leaky, sigmoid_weighted};
use crate::ops::{EluGrad, Relu6Grad, SeluGrad, SigmoidGrad};

pub(super) const OPS: &[OpDef] = &[GELU, LEAKY_RELU, SILU];

/// Constants of the self-normalising exponential linear unit (Klambauer et al., 2017).
pub(in crate::ops) const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;
/// See [`SELU_ALPHA`].
pub(in crate::ops) const SELU_SCALE: f64 = 1.050_700_987_355_480_5;
/// `sqrt(2 / pi)`.
const GELU_SLOPE: f64 = FRAC_2_SQRT_PI * FRAC_1_SQRT_2;
/// The weight of the cube in the approximation of `gelu`.
const GELU_CUBE: f64 = 0.044715;
/// `1 / sqrt(2 pi)`.
const NORMAL_PEAK: f64 = FRAC_2_SQRT_PI * FRAC_1_SQRT_2 / 2.0;

unary! {
    /// `min(max(x, 0), 6)`, element by element; the gradient at 0 and at 6 is 0.
    ///
    /// >>> tf.nn.relu6(tf.constant([-1., 2., 7.])).numpy().tolist()
    /// [0.0, 2.0, 6.0]
    relu6: Relu6 |x| R::select(x < R::of(0.0), R::of(0.0), R::select(x > R::of(6.0), R::of(6.0), x)),
        grad: fused::<Relu6Grad, 0>(),
        params: &[tensor("features")],
        samples: AWAY_FROM_ZERO,
        integer: Some(|x| x.clamp(0, 6));

    /// `x` for positive `x`, else `e ** x - 1`, element by element; the gradient at 0 is 1.
    ///
    /// >>> tf.nn.elu(tf.constant([0., 2.])).numpy().tolist()
    /// [0.0, 2.0]
    elu: Elu |x| R::select(x < R::of(0.0), x.unfused_exp() - R::of(1.0), x),
        grad: fused::<EluGrad, 0>(),
        params: &[tensor("features")],
        samples: AWAY_FROM_ZERO,
        scalar_tail: true,
        entry: Some(|x| if graph::biased(x).is_some() { call::<FusedElu>(x) } else { call::<Elu>(x) }),
        steps: true;

    /// [`elu`] behind a product and its bias, in a graph.
    fused_elu: FusedElu |x| R::select(x > R::of(0.0), x, x.fused_exp() - R::of(1.0)),
        grad: fused::<EluGrad, 0>(),
        name: "_fused_elu",
        op_type: "",
        params: &[tensor("features")],
        samples: AWAY_FROM_ZERO;

    /// The self-normalising exponential linear unit (Klambauer et al., 2017), element by element.
    ///
    /// `scale * x` for positive `x`, else `scale * alpha * (e ** x - 1)`; the gradient at 0 is `scale` (1.0507).
    ///
    /// >>> tf.nn.selu(tf.constant(0.)).numpy().item()
    /// 0.0
    selu: Selu |x| R::select(x < R::of(0.0), R::of(SELU_SCALE * SELU_ALPHA) * (x.unfused_exp() - R::of(1.0)), R::of(SELU_SCALE) * x),
        grad: fused::<SeluGrad, 0>(),
        params: &[tensor("features")],
        samples: AWAY_FROM_ZERO,
        scalar_tail: true,
        steps: true;

    /// `1 / (1 + e ** -x)`, element by element.
    ///
    /// >>> tf.sigmoid(tf.constant(0.)).numpy().item()
    /// 0.5
    sigmoid: Sigmoid |x| x.sigmoid(),
        grad: fused::<SigmoidGrad, 1>(),
        complex: Some(complex::sigmoid),
        scalar_tail: true,
        entry: Some(|x| if is_behind_matrices(x) { call::<FusedSigmoid>(x) } else { call::<Sigmoid>(x) }),
        steps: true;

    /// [`sigmoid`] behind a product of matrices and its bias, in a graph.
    fused_sigmoid: FusedSigmoid |x| x.fused_sigmoid(),
        grad: fused::<SigmoidGrad, 1>(),
        name: "_fused_sigmoid",
        op_type: "",
        complex: Some(complex::sigmoid);

    /// `log(1 + e ** x)`, element by element, without overflow.
    ///
    /// >>> tf.nn.softplus(tf.constant(200.)).numpy().item()
    /// 200.0
    softplus: Softplus |x| x.softplus(),
        grad: Rule::X(|g, x| g * x.sigmoid()),
        params: &[tensor("features")],
        scalar_tail: true,
        steps: true;

    /// `log(sigmoid(x))`, element by element, without underflow.
    ///
    /// >>> tf.math.log_sigmoid(tf.constant(-200.)).numpy().item()
    /// -200.0
    log_sigmoid: LogSigmoid |x| -((-x).softplus()),
        grad: Rule::X(|g, x| g * (-x).sigmoid()),
        scalar_tail: true,
        steps: true;

    /// `x / (1 + |x|)`, element by element.
    ///
    /// >>> tf.nn.softsign(tf.constant(1.)).numpy().item()
    /// 0.5
    softsign: Softsign |x| x / (R::of(1.0) + x.abs()),
        grad: Rule::X(|g, x| g / (1.0 + x.abs()).square()),
        params: &[tensor("features")],
        samples: AWAY_FROM_ZERO,
        steps: true;

    /// `x * P(X <= x)` for a standard normal `X`, element by element (Hendrycks and Gimpel, 2016).
    gelu_exact: GeluExact |x| R::of(0.5) * x * (-x * R::of(FRAC_1_SQRT_2)).erfc(),
        grad: Rule::X(gelu_slope),
        name: "_gelu_exact",
        op_type: "Gelu",
        params: &[tensor("features")],
        scalar_tail: true,
        steps: true;

    /// The approximation of `gelu` by a hyperbolic tangent, element by element.
    gelu_tanh: GeluTanh
        |x| R::of(0.5) * x * (R::of(1.0) + (R::of(GELU_SLOPE) * (x + R::of(GELU_CUBE) * x.cube())).tanh()),
        grad: Rule::X(gelu_tanh_slope),
        name: "_gelu_tanh",
        op_type: "Gelu",
        params: &[tensor("features")],
        steps: true;

    /// The distribution function of the standard normal distribution, element by element.
    normal_cdf: NormalCdf |x| x.normal_cdf(),
        grad: Rule::X(|g, x| g * normal_density(x)),
        name: "_normal_cdf";
}

/// [`sigmoid`], whatever `x` is.
pub(in crate::ops) fn sigmoid_alone(x: &Tensor) -> Result<Tensor> {
    call::<Sigmoid>(x)
}

/// `x * P(X <= x)`, exactly or (`approximate`) through a hyperbolic tangent.
pub fn gelu(x: &Tensor, approximate: bool) -> Result<Tensor> {
    if approximate { gelu_tanh(x) } else { gelu_exact(x) }
}

/// The density of the standard normal distribution.
fn normal_density(x: &Tensor) -> Formula {
    NORMAL_PEAK * (-0.5 * x.square()).exp()
}

/// A number in the precision of `x`: graphs join constants in that.
fn constant(x: &Tensor, value: f64) -> Formula {
    x.map(|x| ops::like(x, value))
}

/// `g` times the derivative of `gelu_exact`, as TensorFlow goes back through `0.5 x * erfc(-x / sqrt(2))`.
fn gelu_slope(g: &Cotangent<()>, x: &Tensor) -> Formula {
    let inner = -x * FRAC_1_SQRT_2;
    if graph::is_in_graph() {
        let slope = constant(x, FRAC_2_SQRT_PI) * constant(x, FRAC_1_SQRT_2);
        return g * (0.5 * x) * (-inner.square()).exp() * slope + g * (inner.erfc() * 0.5);
    }
    let of_inner = g * (0.5 * x) * -FRAC_2_SQRT_PI * (-inner.square()).exp();
    -(of_inner * FRAC_1_SQRT_2) + g * inner.erfc() * 0.5
}

/// `g` times the derivative of `gelu_tanh`. With `u = k (x + c x^3)`: `(1 + tanh u) / 2 + x (1 - tanh^2 u) k (1 + 3 c x^2) / 2`,
/// as TensorFlow goes back through it.
fn gelu_tanh_slope(g: &Cotangent<()>, x: &Tensor) -> Formula {
    let square = x.square();
    let t = (GELU_SLOPE * (x + GELU_CUBE * (x * &square))).tanh();
    let of_sum = t.tanh_grad(g * (0.5 * x)) * GELU_SLOPE;
    if graph::is_in_graph() {
        let cube = constant(x, GELU_CUBE) * 3.0;
        return square * &of_sum * cube + g * (0.5 * (1.0 + &t)) + of_sum;
    }
    let of_cube = &of_sum * GELU_CUBE * 3.0 * square;
    of_sum + g * (1.0 + &t) * 0.5 + of_cube
}

const GELU: OpDef = OpDef {
    name: "gelu",
    op_type: "",
    doc: "`x * P(X <= x)` for a standard normal `X`, element by element (Hendrycks and Gimpel, 2016).\n\n\
          `approximate` replaces the distribution function by a hyperbolic tangent.\n\n\
          >>> tf.nn.gelu(tf.constant(0.)).numpy().item()\n0.0",
    params: &[tensor("features"), flag("approximate", false)],
    call: |a| Ok(gelu(a.tensor(0), a.bool(1))?.into()),
    samples: &[on(&[reals(&[3])]), with(&[reals(&[2, 2])], &[("approximate", Bool(true))])],
};

/// `x * sigmoid(beta * x)`.
pub fn silu(x: &Tensor, beta: &Tensor) -> Result<Tensor> {
    if x.dtype().is_complex() { (x * (beta * x).sigmoid()).tensor() } else { sigmoid_weighted(x, beta) }
}

const SILU: OpDef = OpDef {
    name: "silu",
    op_type: "",
    doc: "`x * sigmoid(beta * x)`, element by element (Elfwing et al., 2017).\n\n\
          >>> tf.nn.silu(tf.constant(0.)).numpy().item()\n0.0",
    params: &[tensor("features"), tensor("beta").or(Float(1.0))],
    call: |a| Ok(silu(a.tensor(0), &ops::cast(a.tensor(1), a.tensor(0).dtype())?)?.into()),
    samples: &[on(&[reals(&[3]), Input::Real(&[], 0.5, 1.5)])],
};

const LEAKY_RELU: OpDef = OpDef {
    name: "leaky_relu",
    op_type: "LeakyRelu",
    doc: "`x` for positive `x`, else `alpha * x`, element by element; the gradient at 0 is `alpha`.\n\n\
          Integers become `float32`.\n\n\
          >>> tf.nn.leaky_relu(tf.constant([-1., 2.]), alpha=0.5).numpy().tolist()\n[-0.5, 2.0]",
    params: &[tensor("features"), float("alpha", 0.2)],
    call: |a| Ok(leaky_relu(a.tensor(0), a.float(1))?.into()),
    samples: AWAY_FROM_ZERO,
};

/// `x` for positive `x`, else `alpha * x`; integers become `float32`.
pub fn leaky_relu(x: &Tensor, alpha: f64) -> Result<Tensor> {
    if x.dtype().is_integer() {
        return leaky_relu(&ops::cast(x, DType::Float32)?, alpha);
    }
    leaky(x, &ops::like(x, alpha)?)
}
