//! Activation functions.

use num_complex::Complex64;

use super::{
    AWAY_FROM_ZERO, Derivative, Input, OpDef, Param, Result, Sample, Tensor, Unary, call, def, fused, on, tensor,
};
use crate::kernels::math::{Float, complex};
use crate::ops;
use crate::ops::def::{Literal, flag, float, with};

pub(super) const OPS: &[OpDef] = &[
    def::<Relu6>(),
    def::<Elu>(),
    def::<Selu>(),
    def::<Sigmoid>(),
    def::<Softplus>(),
    def::<LogSigmoid>(),
    def::<Softsign>(),
    def::<GeluExact>(),
    def::<GeluTanh>(),
    def::<NormalCdf>(),
    GELU,
    LEAKY_RELU,
    SILU,
];

/// Constants of the self-normalising exponential linear unit (Klambauer et al., 2017).
pub(in crate::ops) const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;
/// See [`SELU_ALPHA`].
pub(in crate::ops) const SELU_SCALE: f64 = 1.050_700_987_355_480_5;
/// `sqrt(2 / pi)`.
const GELU_SLOPE: f64 = std::f64::consts::FRAC_2_SQRT_PI * std::f64::consts::FRAC_1_SQRT_2;
/// The weight of the cube in the approximation of `gelu`.
const GELU_CUBE: f64 = 0.044715;

/// See [`relu6`].
pub struct Relu6;

impl Unary for Relu6 {
    const NAME: &'static str = "relu6";
    const OP_TYPE: &'static str = "Relu6";
    const DOC: &'static str = "`min(max(x, 0), 6)`, element by element; the gradient at 0 and at 6 is 0.\n\n>>> tf.nn.relu6(tf.constant([-1., 2., 7.])).numpy().tolist()\n[0.0, 2.0, 6.0]";
    const PARAMS: &'static [Param] = &[tensor("features")];
    const GRAD: Derivative = Derivative::Fused(fused::<ops::Relu6Grad, 0>());
    const SAMPLES: &'static [Sample] = AWAY_FROM_ZERO;
    const INTEGER: Option<fn(i128) -> i128> = Some(|x| x.clamp(0, 6));
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::select(x < R::of(0.0), R::of(0.0), R::select(x > R::of(6.0), R::of(6.0), x))
    }
}

/// `min(max(x, 0), 6)`.
pub fn relu6(x: &Tensor) -> Result<Tensor> {
    call::<Relu6>(x)
}

/// See [`elu`].
pub struct Elu;

impl Unary for Elu {
    const NAME: &'static str = "elu";
    const OP_TYPE: &'static str = "Elu";
    const DOC: &'static str = "`x` for positive `x`, else `e ** x - 1`, element by element; the gradient at 0 is 1.\n\n>>> tf.nn.elu(tf.constant([0., 2.])).numpy().tolist()\n[0.0, 2.0]";
    const PARAMS: &'static [Param] = &[tensor("features")];
    const GRAD: Derivative = Derivative::Fused(fused::<ops::EluGrad, 0>());
    const SAMPLES: &'static [Sample] = AWAY_FROM_ZERO;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::select(x < R::of(0.0), x.expm1(), x)
    }
}

/// `x` for positive `x`, else `e ** x - 1`.
pub fn elu(x: &Tensor) -> Result<Tensor> {
    call::<Elu>(x)
}

/// See [`selu`].
pub struct Selu;

impl Unary for Selu {
    const NAME: &'static str = "selu";
    const OP_TYPE: &'static str = "Selu";
    const DOC: &'static str = "The self-normalising exponential linear unit (Klambauer et al., 2017), element by element.\n\n`scale * x` for positive `x`, else `scale * alpha * (e ** x - 1)`; the gradient at 0 is `scale` (1.0507).\n\n>>> tf.nn.selu(tf.constant(0.)).numpy().item()\n0.0";
    const PARAMS: &'static [Param] = &[tensor("features")];
    const GRAD: Derivative = Derivative::Fused(fused::<ops::SeluGrad, 0>());
    const SAMPLES: &'static [Sample] = AWAY_FROM_ZERO;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::select(x < R::of(0.0), R::of(SELU_SCALE * SELU_ALPHA) * x.expm1(), R::of(SELU_SCALE) * x)
    }
}

/// The self-normalising exponential linear unit (Klambauer et al., 2017).
pub fn selu(x: &Tensor) -> Result<Tensor> {
    call::<Selu>(x)
}

/// See [`sigmoid`].
pub struct Sigmoid;

impl Unary for Sigmoid {
    const NAME: &'static str = "sigmoid";
    const OP_TYPE: &'static str = "Sigmoid";
    const DOC: &'static str =
        "`1 / (1 + e ** -x)`, element by element.\n\n>>> tf.sigmoid(tf.constant(0.)).numpy().item()\n0.5";
    const GRAD: Derivative = Derivative::Fused(fused::<ops::SigmoidGrad, 1>());
    const COMPLEX: Option<fn(Complex64) -> Complex64> = Some(complex::sigmoid);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.sigmoid()
    }
}

/// `1 / (1 + e ** -x)`.
pub fn sigmoid(x: &Tensor) -> Result<Tensor> {
    call::<Sigmoid>(x)
}

/// See [`softplus`].
pub struct Softplus;

impl Unary for Softplus {
    const NAME: &'static str = "softplus";
    const OP_TYPE: &'static str = "Softplus";
    const DOC: &'static str = "`log(1 + e ** x)`, element by element, without overflow.\n\n>>> tf.nn.softplus(tf.constant(200.)).numpy().item()\n200.0";
    const PARAMS: &'static [Param] = &[tensor("features")];
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &sigmoid(x)?));
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.softplus()
    }
}

/// `log(1 + e ** x)`.
pub fn softplus(x: &Tensor) -> Result<Tensor> {
    call::<Softplus>(x)
}

/// See [`log_sigmoid`].
pub struct LogSigmoid;

impl Unary for LogSigmoid {
    const NAME: &'static str = "log_sigmoid";
    const OP_TYPE: &'static str = "LogSigmoid";
    const DOC: &'static str = "`log(sigmoid(x))`, element by element, without underflow.\n\n>>> tf.math.log_sigmoid(tf.constant(-200.)).numpy().item()\n-200.0";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &sigmoid(&ops::negative(x)?)?));
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        -((-x).softplus())
    }
}

/// `log(sigmoid(x))`.
pub fn log_sigmoid(x: &Tensor) -> Result<Tensor> {
    call::<LogSigmoid>(x)
}

/// See [`softsign`].
pub struct Softsign;

impl Unary for Softsign {
    const NAME: &'static str = "softsign";
    const OP_TYPE: &'static str = "Softsign";
    const DOC: &'static str =
        "`x / (1 + |x|)`, element by element.\n\n>>> tf.nn.softsign(tf.constant(1.)).numpy().item()\n0.5";
    const PARAMS: &'static [Param] = &[tensor("features")];
    const GRAD: Derivative =
        Derivative::X(|g, x| ops::realdiv(g, &ops::square(&ops::add(&ops::like(x, 1.0)?, &ops::abs_real(x)?)?)?));
    const SAMPLES: &'static [Sample] = AWAY_FROM_ZERO;
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x / (R::of(1.0) + x.abs())
    }
}

/// `x / (1 + |x|)`.
pub fn softsign(x: &Tensor) -> Result<Tensor> {
    call::<Softsign>(x)
}

/// See [`gelu_exact`].
pub struct GeluExact;

impl Unary for GeluExact {
    const NAME: &'static str = "_gelu_exact";
    const OP_TYPE: &'static str = "Gelu";
    const DOC: &'static str =
        "`x * P(X <= x)` for a standard normal `X`, element by element (Hendrycks and Gimpel, 2016).";
    const PARAMS: &'static [Param] = &[tensor("features")];
    const GRAD: Derivative = Derivative::X(gelu_exact_grad);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x * x.normal_cdf()
    }
}

/// `x * P(X <= x)` for a standard normal `X`.
pub fn gelu_exact(x: &Tensor) -> Result<Tensor> {
    call::<GeluExact>(x)
}

/// See [`gelu_tanh`].
pub struct GeluTanh;

impl Unary for GeluTanh {
    const NAME: &'static str = "_gelu_tanh";
    const OP_TYPE: &'static str = "Gelu";
    const DOC: &'static str = "The approximation of `gelu` by a hyperbolic tangent, element by element.";
    const PARAMS: &'static [Param] = &[tensor("features")];
    const GRAD: Derivative = Derivative::X(gelu_tanh_grad);
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        R::of(0.5) * x * (R::of(1.0) + (R::of(GELU_SLOPE) * (x + R::of(GELU_CUBE) * x * x * x)).tanh())
    }
}

/// The approximation of `gelu` by a hyperbolic tangent.
pub fn gelu_tanh(x: &Tensor) -> Result<Tensor> {
    call::<GeluTanh>(x)
}

/// See [`normal_cdf`].
pub struct NormalCdf;

impl Unary for NormalCdf {
    const NAME: &'static str = "_normal_cdf";
    const OP_TYPE: &'static str = "NormalCdf";
    const DOC: &'static str = "The distribution function of the standard normal distribution, element by element.";
    const GRAD: Derivative = Derivative::X(|g, x| ops::multiply(g, &normal_density(x)?));
    #[inline(always)]
    fn f<R: Float>(x: R) -> R {
        x.normal_cdf()
    }
}

/// The distribution function of the standard normal distribution.
pub fn normal_cdf(x: &Tensor) -> Result<Tensor> {
    call::<NormalCdf>(x)
}

/// `x * P(X <= x)`, exactly or (`approximate`) through a hyperbolic tangent.
pub fn gelu(x: &Tensor, approximate: bool) -> Result<Tensor> {
    if approximate { gelu_tanh(x) } else { gelu_exact(x) }
}

/// The density of the standard normal distribution.
fn normal_density(x: &Tensor) -> Result<Tensor> {
    let scale = std::f64::consts::FRAC_2_SQRT_PI * std::f64::consts::FRAC_1_SQRT_2 / 2.0;
    let exponent = ops::multiply(&ops::like(x, -0.5)?, &ops::square(x)?)?;
    ops::multiply(&ops::like(x, scale)?, &ops::exp(&exponent)?)
}

fn gelu_exact_grad(g: &Tensor, x: &Tensor) -> Result<Tensor> {
    let slope = ops::add(&normal_cdf(x)?, &ops::multiply(x, &normal_density(x)?)?)?;
    ops::multiply(g, &slope)
}

/// With `u = k (x + c x^3)`: `(1 + tanh u) / 2 + x (1 - tanh^2 u) k (1 + 3 c x^2) / 2`.
fn gelu_tanh_grad(g: &Tensor, x: &Tensor) -> Result<Tensor> {
    let c = |value: f64| ops::like(x, value);
    let square = ops::square(x)?;
    let u =
        ops::multiply(&c(GELU_SLOPE)?, &ops::add(x, &ops::multiply(&c(GELU_CUBE)?, &ops::multiply(x, &square)?)?)?)?;
    let t = ops::tanh(&u)?;
    let left = ops::multiply(&c(0.5)?, &ops::add(&c(1.0)?, &t)?)?;
    let du = ops::multiply(&c(GELU_SLOPE)?, &ops::add(&c(1.0)?, &ops::multiply(&c(3.0 * GELU_CUBE)?, &square)?)?)?;
    let right = ops::multiply(&ops::multiply(&c(0.5)?, x)?, &ops::tanh_grad(&t, &du)?)?;
    ops::multiply(g, &ops::add(&left, &right)?)
}

const GELU: OpDef = OpDef {
    name: "gelu",
    op_type: "",
    doc: "`x * P(X <= x)` for a standard normal `X`, element by element (Hendrycks and Gimpel, 2016).\n\n\
          `approximate` replaces the distribution function by a hyperbolic tangent.\n\n\
          >>> tf.nn.gelu(tf.constant(0.)).numpy().item()\n0.0",
    params: &[tensor("features"), flag("approximate", false)],
    call: |a| Ok(gelu(a.tensor(0), a.bool(1))?.into()),
    samples: &[
        on(&[Input::Real(&[3], -2.0, 2.0)]),
        with(&[Input::Real(&[2, 2], -2.0, 2.0)], &[("approximate", Literal::Bool(true))]),
    ],
};

/// `x * sigmoid(beta * x)`.
pub fn silu(x: &Tensor, beta: &Tensor) -> Result<Tensor> {
    ops::multiply(x, &sigmoid(&ops::multiply(beta, x)?)?)
}

const SILU: OpDef = OpDef {
    name: "silu",
    op_type: "",
    doc: "`x * sigmoid(beta * x)`, element by element (Elfwing et al., 2017).\n\n\
          >>> tf.nn.silu(tf.constant(0.)).numpy().item()\n0.0",
    params: &[tensor("features"), tensor("beta").or(Literal::Float(1.0))],
    call: |a| Ok(silu(a.tensor(0), &ops::cast(a.tensor(1), a.tensor(0).dtype())?)?.into()),
    samples: &[on(&[Input::Real(&[3], -2.0, 2.0), Input::Real(&[], 0.5, 1.5)])],
};

const LEAKY_RELU: OpDef = OpDef {
    name: "leaky_relu",
    op_type: "LeakyRelu",
    doc: "`x` for positive `x`, else `alpha * x`, element by element; the gradient at 0 is `alpha`.\n\n\
          >>> tf.nn.leaky_relu(tf.constant([-1., 2.]), alpha=0.5).numpy().tolist()\n[-0.5, 2.0]",
    params: &[tensor("features"), float("alpha", 0.2)],
    call: |a| Ok(leaky_relu(a.tensor(0), a.float(1))?.into()),
    samples: AWAY_FROM_ZERO,
};

/// `x` for positive `x`, else `alpha * x`.
pub fn leaky_relu(x: &Tensor, alpha: f64) -> Result<Tensor> {
    let positive = ops::greater(x, &ops::like(x, 0.0)?)?;
    ops::select(&positive, x, &ops::multiply(&ops::like(x, alpha)?, x)?)
}
