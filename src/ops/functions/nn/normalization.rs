//! `bias_add` and the normalizations.

use crate::ops::prelude::*;

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
        on(&[reals(&[2, 3]), reals(&[3])]),
        with(&[reals(&[2, 3, 2]), reals(&[3])], &[("data_format", Str("NCW"))]),
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
                reals(&[4, 3]),
                Input::Real(&[3], -1.0, 1.0),
                Input::Real(&[3], 0.5, 2.0),
                Input::Real(&[3], -1.0, 1.0),
                Input::Real(&[3], 0.5, 2.0),
            ],
            &[("variance_epsilon", Float(0.001))],
        ),
        with(
            &[reals(&[2, 3]), Input::Real(&[3], -1.0, 1.0), Input::Real(&[3], 0.5, 2.0), Input::Absent, Input::Absent],
            &[("variance_epsilon", Float(0.1))],
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
    params: &[
        Param::new("input", Kind::As(DType::Float32)),
        int("depth_radius", 5),
        float("bias", 1.0),
        float("alpha", 1.0),
        float("beta", 0.5),
    ],
    call: |a| {
        let [bias, alpha, beta] = [2, 3, 4].map(|i| a.float(i));
        Ok(local_response_normalization(a.tensor(0), a.int(1), bias, alpha, beta)?.into())
    },
    samples: &[with(&[reals(&[1, 2, 1, 4])], &[("depth_radius", Int(1)), ("alpha", Float(0.5))])],
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
    let inverse = (variance + epsilon).rsqrt();
    // The small tensors are put together first: `x` is read once and written once.
    let slope = scale.map_or(inverse.clone(), |scale| inverse * scale);
    let shift = mean * &slope;
    let shift = offset.map_or_else(|| -&shift, |offset| offset - &shift);
    let [slope, shift] = [slope, shift].map(|t| t.cast(x.dtype()));
    (x * slope + shift).tensor()
}

/// `x / (bias + alpha * sums) ** beta`, where `sums` adds up the squares of the channels at most `radius` away.
pub fn local_response_normalization(x: &Tensor, radius: i64, bias: f64, alpha: f64, beta: f64) -> Result<Tensor> {
    if x.rank() != 4 {
        return Err(Error::invalid("LRN", "in must be 4-dimensional"));
    }
    let Ok(radius) = usize::try_from(radius) else {
        return Err(Error::invalid("LRN", format!("depth_radius = {radius} must not be negative")));
    };
    DTypes::FLOATING.check("LRN", "T", x.dtype())?;
    let near = ops::Band::window(x.shape()[3], radius, radius)?;
    let sums = x.square().map(|x| ops::banded(x, 0, &near));
    (x * (bias + alpha * sums).pow(-beta)).tensor()
}
