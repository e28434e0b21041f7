//! Losses without kernels of their own, and the mean of a loss over a batch.

use crate::ops::prelude::*;
use std::f64::consts::TAU;

pub(in crate::ops) const OPS: &[OpDef] = &[LOG_POISSON_LOSS, COMPUTE_AVERAGE_LOSS];

const LOG_POISSON_LOSS: OpDef = OpDef {
    name: "log_poisson_loss",
    op_type: "",
    doc: "`exp(log_input) - log_input * targets`: the negative log likelihood of `targets` under Poisson distributions.\n\n\
          `log_input` is the logarithm of their means. `compute_full_loss` adds Stirling's approximation of \
          `log(targets!)`, `targets * log(targets) - targets + log(2 * pi * targets) / 2`, where it exceeds that of 0! and \
          1!: for targets outside `[0, 1]`. Both have one floating dtype and one shape (else `ValueError`).\n\n\
          >>> tf.nn.log_poisson_loss([2.], [0.]).numpy().tolist()\n[1.0]",
    params: &[tensor("targets"), tensor("log_input"), flag("compute_full_loss", false)],
    call: |a| Ok(log_poisson_loss(a.tensor(0), a.tensor(1), a.bool(2))?.into()),
    samples: &[
        on(&[Input::Real(&[2, 3], 0.0, 4.0), Input::Real(&[2, 3], -1.0, 1.0)]),
        with(&[Input::Real(&[2, 3], 1.1, 4.0), Input::Real(&[2, 3], -1.0, 1.0)], &[("compute_full_loss", Bool(true))]),
    ],
};

const COMPUTE_AVERAGE_LOSS: OpDef = OpDef {
    name: "compute_average_loss",
    op_type: "",
    doc: "`reduce_sum(per_example_loss * sample_weight) / global_batch_size`.\n\n\
          `sample_weight` is 1 when `None`, else it broadcasts, from the left where it has fewer axes; `global_batch_size` \
          is the length of the first axis when `None`. With a size of 0 the result is 0. Errors: `ValueError` for a loss \
          without axes, `InvalidArgumentError` for a negative size.\n\n\
          >>> tf.nn.compute_average_loss([1., 2., 3.], global_batch_size=6).numpy().item()\n1.0",
    params: &[
        tensor("per_example_loss"),
        free("sample_weight").or(Literal::None),
        Param::new("global_batch_size", Kind::Int).or(Literal::None),
    ],
    call: |a| Ok(compute_average_loss(a.tensor(0), a.opt_tensor(1), a.opt_int(2))?.into()),
    samples: &[
        on(&[Input::Real(&[4], 0.0, 2.0), Input::Absent]),
        on(&[Input::Real(&[4, 2], 0.0, 2.0), Input::Real(&[4], 0.5, 2.0)]),
    ],
};

/// `exp(log_input) - log_input * targets`, and with `full` an approximation of `log(targets!)`.
pub fn log_poisson_loss(targets: &Tensor, log_input: &Tensor, full: bool) -> Result<Tensor> {
    if targets.shape() != log_input.shape() {
        let (targets, log_input) = (targets.shape().tuple(), log_input.shape().tuple());
        let text = format!("`log_input` and `targets` must have the same shape, received ({log_input} vs {targets}).");
        return Err(Error::value(text));
    }
    ops::check_same_dtype("Mul", log_input.dtype(), targets.dtype())?;
    let loss = log_input.exp() - log_input * targets;
    if full { loss + log_factorial(targets) } else { loss }.tensor()
}

/// Stirling's approximation of `log(n!)`; 0 where `0 <= n <= 1`.
fn log_factorial(n: &Tensor) -> Formula {
    let small = n.greater_equal(0.0).logical_and(n.less_equal(1.0));
    // 1 stands in where the formula is not used, so that no NaN comes back from there.
    let n = small.select(1.0, n);
    let stirling = &n * n.log() - &n + 0.5 * (TAU * &n).log();
    small.select(0.0, stirling)
}

/// The weighted sum of the losses over the size of the batch.
pub fn compute_average_loss(losses: &Tensor, weights: Option<&Tensor>, batch: Option<i64>) -> Result<Tensor> {
    if losses.rank() == 0 {
        return Err(Error::value(
            "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1. Received a tensor with \
             rank 0",
        ));
    }
    let batch = batch.unwrap_or(losses.shape()[0] as i64);
    if batch < 0 {
        return Err(Error::invalid("", format!("global_batch_size must be non-negative. Received: {batch}")));
    }
    let losses = if losses.dtype().is_integer() { ops::cast(losses, DType::Float64)? } else { losses.clone() };
    let weighted = match weights {
        None => losses.into(),
        Some(weights) => &losses * weights.cast(losses.dtype()).map(|weights| matched(weights, losses.rank())),
    };
    weighted.map(|x| ops::reduce_sum(x, None, false)).divide_no_nan(batch as f64).tensor()
}

/// Weights with one axis less than the losses, or one more of length 1, brought to their rank.
fn matched(weights: &Tensor, rank: usize) -> Result<Tensor> {
    match weights.rank() {
        r if r > 0 && r + 1 == rank => ops::expand_dims(weights, -1),
        r if r == rank + 1 => ops::squeeze(weights, Some(&[-1])),
        _ => Ok(weights.clone()),
    }
}
