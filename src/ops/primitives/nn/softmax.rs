//! `softmax` and `log_softmax`, and their gradients as operations of their own.

use super::half_softmax as half;
use super::rows::{filled, row_sums, rows, whole, with_axis_last};
use crate::kernels::softmax as kernel;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[SOFTMAX, LOG_SOFTMAX];

const PARAMS: &[Param] = &[tensor("logits"), Param::new("axis", Kind::Int).or(Literal::None)];

const SAMPLES: &[Sample] =
    &[on(&[reals(&[3])]), on(&[reals(&[2, 3])]), with(&[reals(&[2, 3, 2])], &[("axis", Int(1))])];

const SOFTMAX: OpDef = OpDef {
    name: "softmax",
    op_type: "Softmax",
    doc: "`exp(logits) / reduce_sum(exp(logits), axis)`: positive numbers that sum to 1 along `axis` (-1 when `None`).\n\n\
          The largest logit is subtracted first, so nothing overflows. Where all logits are -inf, or one is inf or NaN, \
          the result is NaN. Floating dtypes; half precision is computed in `float32`, in TensorFlow's place \
          step by step. Errors: `InvalidArgumentError` for a scalar or an axis out of range.\n\n\
          >>> tf.nn.softmax([0., 0.]).numpy().tolist()\n[0.5, 0.5]",
    params: PARAMS,
    call: |a| Ok(softmax(a.tensor(0), a.opt_int(1).unwrap_or(-1))?.into()),
    samples: SAMPLES,
};

const LOG_SOFTMAX: OpDef = OpDef {
    name: "log_softmax",
    op_type: "LogSoftmax",
    doc: "`logits - reduce_logsumexp(logits, axis)`: the logarithm of `softmax`, without its loss of precision.\n\n\
          `axis` is -1 when `None`. A logit of -inf gives -inf, and passes a gradient of 0. Dtypes, NaN and errors are \
          those of `softmax`.\n\n\
          >>> tf.nn.log_softmax([0., -1000.]).numpy().tolist()\n[0.0, -1000.0]",
    params: PARAMS,
    call: |a| Ok(log_softmax(a.tensor(0), a.opt_int(1).unwrap_or(-1))?.into()),
    samples: SAMPLES,
};

/// `e^x / sum(e^x)` along `axis`.
pub fn softmax(x: &Tensor, axis: i64) -> Result<Tensor> {
    with_axis_last(x, axis, |x| apply_static(&Softmax, &[x]))
}

/// `x - log(sum(e^x))` along `axis`.
pub fn log_softmax(x: &Tensor, axis: i64) -> Result<Tensor> {
    with_axis_last(x, axis, |x| apply_static(&LogSoftmax, &[x]))
}

fn check_rank(op_type: &'static str, x: &Array) -> Result<()> {
    if x.shape().rank() == 0 { Err(Error::invalid(op_type, "logits must have >= 1 dimension, got []")) } else { Ok(()) }
}

/// Softmax along the last axis.
#[derive(Debug)]
struct Softmax;

impl Primitive for Softmax {
    const OP_TYPE: &'static str = "Softmax";
    const TAKES: Takes = Takes::FLOATING.and(DTypes::HALF);
    const GRAD: &'static [Rule<Self>] = &[Rule::Y(|g, y| softmax_grad(g, y).into())];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        check_rank(Self::OP_TYPE, x[0])?;
        if half::is_stepped(x[0]) && x[0].dtype() == DType::Float16 {
            return half::softmax(x[0]);
        }
        Takes::FLOATING.compute(Self::OP_TYPE, x, |x| {
            let x = whole(x)?;
            crate::with_dtype!(x[0].dtype(), T: float => {
                filled::<T>(x[0].shape().clone(), |out| kernel::softmax(rows(&x[0]), out))
            })
        })
    }
}

/// `(g - sum(g y)) y` along the last axis; `g` may have more leading axes than `y`.
pub(super) fn softmax_grad(g: &Tensor, y: &Tensor) -> Result<Tensor> {
    apply_static(&SoftmaxGrad, &[g, y])
}

/// The gradient of [`Softmax`]; as a function of `g` it is its own adjoint.
#[derive(Debug)]
struct SoftmaxGrad;

impl Primitive for SoftmaxGrad {
    const OP_TYPE: &'static str = "SoftmaxGrad";
    const TAKES: Takes = Takes::FLOATING.and(DTypes::HALF).alike(2);
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|h, y| softmax_grad(h, y).into()),
        Rule::AB(|h, g, y| h * (g - row_sums(g * y)) - g * row_sums(h * y)),
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        if half::is_stepped(x[0]) {
            return half::softmax_grad(x[0], x[1]);
        }
        Takes::FLOATING.compute(Self::OP_TYPE, x, |x| {
            let x = whole(x)?;
            crate::with_dtype!(x[0].dtype(), T: float => {
                filled::<T>(x[0].shape().clone(), |out| kernel::softmax_grad(rows(&x[0]), rows(&x[1]), out))
            })
        })
    }
}

/// The logarithm of softmax along the last axis.
#[derive(Debug)]
struct LogSoftmax;

impl Primitive for LogSoftmax {
    const OP_TYPE: &'static str = "LogSoftmax";
    const TAKES: Takes = Takes::FLOATING.and(DTypes::HALF);
    const GRAD: &'static [Rule<Self>] = &[Rule::Y(|g, y| g.map(|dy| apply_static(&LogSoftmaxGrad, &[dy, y])))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        check_rank(Self::OP_TYPE, x[0])?;
        if half::is_stepped(x[0]) {
            return half::log_softmax(x[0]);
        }
        Takes::FLOATING.compute(Self::OP_TYPE, x, |x| {
            let x = whole(x)?;
            crate::with_dtype!(x[0].dtype(), T: float => {
                filled::<T>(x[0].shape().clone(), |out| kernel::log_softmax(rows(&x[0]), out))
            })
        })
    }
}

/// The gradient of [`LogSoftmax`]: `g - sum(g) e^y` along the last axis; `g` may have more leading axes than `y`.
#[derive(Debug)]
struct LogSoftmaxGrad;

impl Primitive for LogSoftmaxGrad {
    const OP_TYPE: &'static str = "LogSoftmaxGrad";
    const TAKES: Takes = Takes::FLOATING.and(DTypes::HALF).alike(2);
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] =
        &[Rule::B(|h, y| h - row_sums(h * y.exp())), Rule::AB(|h, g, y| -(h * y.exp()) * row_sums(g))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        if half::is_stepped(x[0]) {
            return half::log_softmax_grad(x[0], x[1]);
        }
        Takes::FLOATING.compute(Self::OP_TYPE, x, |x| {
            let x = whole(x)?;
            crate::with_dtype!(x[0].dtype(), T: float => {
                filled::<T>(x[0].shape().clone(), |out| kernel::log_softmax_grad(rows(&x[0]), rows(&x[1]), out))
            })
        })
    }
}
