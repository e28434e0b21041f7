//! The normalizations.

use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[BATCH_NORMALIZATION, LOCAL_RESPONSE_NORMALIZATION];

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
