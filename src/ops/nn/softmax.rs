//! `softmax` and `log_softmax`, and their gradients as operations of their own.

use smallvec::smallvec;

use super::rows::{RowKernel, over_rows, row_sums, rows, with_axis_last};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::kernels::softmax as kernel;
use crate::kernels::softmax::Real;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::def::{Input, Kind, Literal, OpDef, Param, Sample, on, tensor, with};
use crate::ops::{apply_static, sum_to};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[SOFTMAX, LOG_SOFTMAX];

const PARAMS: &[Param] = &[tensor("logits"), Param::new("axis", Kind::Int).or(Literal::None)];

const SAMPLES: &[Sample] = &[
    on(&[Input::Real(&[3], -2.0, 2.0)]),
    on(&[Input::Real(&[2, 3], -2.0, 2.0)]),
    with(&[Input::Real(&[2, 3, 2], -2.0, 2.0)], &[("axis", Literal::Int(1))]),
];

const SOFTMAX: OpDef = OpDef {
    name: "softmax",
    op_type: "Softmax",
    doc: "`exp(logits) / reduce_sum(exp(logits), axis)`: positive numbers that sum to 1 along `axis` (-1 when `None`).\n\n\
          The largest logit is subtracted first, so nothing overflows. Where all logits are -inf, or one is inf or NaN, \
          the result is NaN. Floating dtypes; half precision is computed in `float32`. Errors: \
          `InvalidArgumentError` for a scalar or an axis out of range.\n\n\
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

impl RowKernel for Softmax {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::softmax(rows::<T>(&x[0]), out)
    }
}

impl Op for Softmax {
    fn op_type(&self) -> &'static str {
        "Softmax"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        check_rank("Softmax", x[0])?;
        over_rows(self, "Softmax", x, x[0].shape().clone())
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(softmax_grad(&g[0], s.y(0))?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

/// `(g - sum(g y)) y` along the last axis; `g` may have more leading axes than `y`.
pub(super) fn softmax_grad(g: &Tensor, y: &Tensor) -> Result<Tensor> {
    apply_static(&SoftmaxGrad, &[g, y])
}

/// The gradient of [`Softmax`]; as a function of `g` it is its own adjoint.
#[derive(Debug)]
struct SoftmaxGrad;

impl RowKernel for SoftmaxGrad {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::softmax_grad(rows::<T>(&x[0]), rows(&x[1]), out)
    }
}

impl Op for SoftmaxGrad {
    fn op_type(&self) -> &'static str {
        "SoftmaxGrad"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        over_rows(self, "SoftmaxGrad", x, x[0].shape().clone())
    }
    fn keep(&self, tracked: Mask) -> Keep {
        Keep { inputs: Mask::one(1).or(Mask::one(0).when(tracked.has(1))), outputs: Mask::NONE }
    }
    fn grad(&self, s: &Saved, h: &[Tensor]) -> Result<Grads> {
        let (h, y) = (&h[0], s.x(1));
        s.each(|i| {
            if i == 0 {
                return softmax_grad(h, y);
            }
            let g = s.x(0);
            let centred = ops::subtract(g, &row_sums(&ops::multiply(g, y)?)?)?;
            let through_sum = ops::multiply(g, &row_sums(&ops::multiply(h, y)?)?)?;
            let dy = ops::subtract(&ops::multiply(h, &centred)?, &through_sum)?;
            sum_to(dy, &s.spec(1).shape, s.batch)
        })
    }
    fn batched(&self) -> bool {
        true
    }
}

/// The logarithm of softmax along the last axis.
#[derive(Debug)]
struct LogSoftmax;

impl RowKernel for LogSoftmax {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::log_softmax(rows::<T>(&x[0]), out)
    }
}

impl Op for LogSoftmax {
    fn op_type(&self) -> &'static str {
        "LogSoftmax"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        check_rank("LogSoftmax", x[0])?;
        over_rows(self, "LogSoftmax", x, x[0].shape().clone())
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(apply_static(&LogSoftmaxGrad, &[&g[0], s.y(0)])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

/// The gradient of [`LogSoftmax`]: `g - sum(g) e^y` along the last axis; `g` may have more leading axes than `y`.
#[derive(Debug)]
struct LogSoftmaxGrad;

impl RowKernel for LogSoftmaxGrad {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::log_softmax_grad(rows::<T>(&x[0]), rows(&x[1]), out)
    }
}

impl Op for LogSoftmaxGrad {
    fn op_type(&self) -> &'static str {
        "LogSoftmaxGrad"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        over_rows(self, "LogSoftmaxGrad", x, x[0].shape().clone())
    }
    fn keep(&self, tracked: Mask) -> Keep {
        Keep { inputs: Mask::one(1).or(Mask::one(0).when(tracked.has(1))), outputs: Mask::NONE }
    }
    fn grad(&self, s: &Saved, h: &[Tensor]) -> Result<Grads> {
        let h = &h[0];
        let powers = ops::multiply(h, &ops::exp(s.x(1))?)?;
        s.each(|i| {
            if i == 0 {
                return ops::subtract(h, &row_sums(&powers)?);
            }
            let dy = ops::negative(&ops::multiply(&powers, &row_sums(s.x(0))?)?)?;
            sum_to(dy, &s.spec(1).shape, s.batch)
        })
    }
    fn batched(&self) -> bool {
        true
    }
}
