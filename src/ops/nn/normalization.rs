//! `bias_add` and the normalizations.

use crate::error::{Error, Result};
use crate::ops;
use crate::ops::def::{Input, Kind, Literal, OpDef, Param, float, int, on, tensor, with};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[BIAS_ADD, BATCH_NORMALIZATION, LOCAL_RESPONSE_NORMALIZATION];

const BIAS_ADD: OpDef = OpDef {
    name: "bias_add",
    op_type: "BiasAdd",
    doc: "`value` with `bias`, a vector, added along the axis of channels.\n\n\
          That is the last axis, or the second one when `data_format` begins with `'NC'`. Errors: \
          `InvalidArgumentError` when `value` has fewer than two axes, `bias` is not a vector, or its length is not the \
          number of channels; `ValueError` for another `data_format`.\n\n\
          >>> tf.nn.bias_add([[1., 2.]], [10., 20.]).numpy().tolist()\n[[11.0, 22.0]]",
    params: &[tensor("value"), tensor("bias"), Param::new("data_format", Kind::Str).or(Literal::None)],
    call: |a| Ok(bias_add(a.tensor(0), a.tensor(1), a.opt_str(2))?.into()),
    samples: &[
        on(&[Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[3], -2.0, 2.0)]),
        with(
            &[Input::Real(&[2, 3, 2], -2.0, 2.0), Input::Real(&[3], -2.0, 2.0)],
            &[("data_format", Literal::Str("NCW"))],
        ),
    ],
};

const BATCH_NORMALIZATION: OpDef = OpDef {
    name: "batch_normalization",
    op_type: "",
    doc: "`(x - mean) / sqrt(variance + variance_epsilon) * scale + offset`, with broadcasting.\n\n\
          `offset` and `scale` may be `None`. The statistics are floating and of one dtype; what they amount to is cast to \
          that of `x`. Everything has a gradient. Errors: `InvalidArgumentError` for shapes that do not broadcast.\n\n\
          >>> y = tf.nn.batch_normalization([1., 3.], mean=2., variance=1., offset=None, scale=None, variance_epsilon=0.)\n\
          >>> y.numpy().tolist()\n[-1.0, 1.0]",
    params: &[
        tensor("x"),
        tensor("mean"),
        tensor("variance"),
        tensor("offset").or(Literal::OrNone),
        tensor("scale").or(Literal::OrNone),
        Param::new("variance_epsilon", Kind::Float),
    ],
    call: |a| {
        let moments = [a.tensor(1), a.tensor(2)];
        Ok(batch_normalization(a.tensor(0), moments, a.opt_tensor(3), a.opt_tensor(4), a.float(5))?.into())
    },
    samples: &[
        with(
            &[
                Input::Real(&[4, 3], -2.0, 2.0),
                Input::Real(&[3], -1.0, 1.0),
                Input::Real(&[3], 0.5, 2.0),
                Input::Real(&[3], -1.0, 1.0),
                Input::Real(&[3], 0.5, 2.0),
            ],
            &[("variance_epsilon", Literal::Float(0.001))],
        ),
        with(
            &[
                Input::Real(&[2, 3], -2.0, 2.0),
                Input::Real(&[3], -1.0, 1.0),
                Input::Real(&[3], 0.5, 2.0),
                Input::Absent,
                Input::Absent,
            ],
            &[("variance_epsilon", Literal::Float(0.1))],
        ),
    ],
};

const LOCAL_RESPONSE_NORMALIZATION: OpDef = OpDef {
    name: "local_response_normalization",
    op_type: "LRN",
    doc: "`input / (bias + alpha * sums) ** beta`, where `sums` adds up the squares of nearby channels.\n\n\
          `input` is `[batch, height, width, channels]`; channels up to `depth_radius` away count. See Krizhevsky et al., \
          2012. Differentiable any number of times. Errors: `InvalidArgumentError` for another rank, a negative radius, \
          or a dtype that is not floating.\n\n\
          >>> y = tf.nn.local_response_normalization(tf.ones([1, 1, 1, 2]), depth_radius=1, bias=2., beta=0.5)\n\
          >>> y.numpy().tolist()\n[[[[0.5, 0.5]]]]",
    params: &[tensor("input"), int("depth_radius", 5), float("bias", 1.0), float("alpha", 1.0), float("beta", 0.5)],
    call: |a| {
        let [bias, alpha, beta] = [2, 3, 4].map(|i| a.float(i));
        Ok(local_response_normalization(a.tensor(0), a.int(1), bias, alpha, beta)?.into())
    },
    samples: &[with(
        &[Input::Real(&[1, 2, 1, 4], -2.0, 2.0)],
        &[("depth_radius", Literal::Int(1)), ("alpha", Literal::Float(0.5))],
    )],
};

/// `value` with the vector `bias` added along its last axis, or its second one for a format that begins with `NC`.
pub fn bias_add(value: &Tensor, bias: &Tensor, data_format: Option<&str>) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("BiasAdd", text));
    let channels_second = match data_format {
        Some(format) if format.starts_with("NC") => true,
        Some(format) if !(format.starts_with('N') && format.ends_with('C')) => {
            let text = format!("`data_format` must be of the form `N...C` or `NC...`. Received: data_format={format}");
            return Err(Error::value(text));
        }
        _ => false,
    };
    ops::check_same_dtype("BiasAdd", value.dtype(), bias.dtype())?;
    if value.rank() < 2 {
        return fail(format!("Input tensor must be at least 2D: {}", value.shape()));
    }
    if bias.rank() != 1 {
        return fail(format!("Biases must be 1D: {}", bias.shape()));
    }
    let channels = if channels_second { 1 } else { value.rank() - 1 };
    if bias.shape()[0] != value.shape()[channels] {
        return fail(format!(
            "Must provide as many biases as the last dimension of the input tensor: {} vs. {}",
            bias.shape(),
            value.shape()
        ));
    }
    let trailing = vec![1; value.rank() - 1 - channels];
    ops::add(value, &ops::reshape_to(bias, &bias.shape().concat(&trailing))?)
}

/// `(x - mean) / sqrt(variance + epsilon) * scale + offset`; `moments` are the mean and the variance.
pub fn batch_normalization(
    x: &Tensor,
    [mean, variance]: [&Tensor; 2],
    offset: Option<&Tensor>,
    scale: Option<&Tensor>,
    epsilon: f64,
) -> Result<Tensor> {
    let inverse = ops::rsqrt(&ops::add(variance, &ops::like(variance, epsilon)?)?)?;
    let slope = scale.map_or_else(|| Ok(inverse.clone()), |scale| ops::multiply(&inverse, scale))?;
    // The small tensors are put together first: `x` is read once and written once.
    let shift = ops::multiply(mean, &slope)?;
    let shift = offset.map_or_else(|| ops::negative(&shift), |offset| ops::subtract(offset, &shift))?;
    let [slope, shift] = [slope, shift].map(|t| ops::cast(&t, x.dtype()));
    ops::add(&ops::multiply(x, &slope?)?, &shift?)
}

/// `x / (bias + alpha * sums) ** beta`, where `sums` adds up the squares of the channels at most `radius` away.
pub fn local_response_normalization(x: &Tensor, radius: i64, bias: f64, alpha: f64, beta: f64) -> Result<Tensor> {
    if x.rank() != 4 {
        return Err(Error::invalid("LRN", "in must be 4-dimensional"));
    }
    let Ok(radius) = usize::try_from(radius) else {
        return Err(Error::invalid("LRN", format!("depth_radius = {radius} must not be negative")));
    };
    if !x.dtype().is_floating() {
        return Err(super::rows::refuse("LRN", x.dtype()));
    }
    let near = ops::Band::window(x.shape()[3], radius, radius)?;
    let sums = ops::banded(&ops::square(x)?, 0, &near)?;
    let base = ops::add(&ops::like(x, bias)?, &ops::multiply(&ops::like(x, alpha)?, &sums)?)?;
    ops::multiply(x, &ops::pow(&base, &ops::like(x, -beta)?)?)
}
