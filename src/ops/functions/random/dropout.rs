//! Dropout: elements set to 0 at random, the others scaled so that the mean stays.

use crate::ops::prelude::*;
use crate::ops::primitives::random::draw::dropout_noise;
use crate::ops::primitives::random::stateful::SEED;
use crate::ops::primitives::random::stateless::stateless_noise;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[DROPOUT, STATELESS_DROPOUT];

const DROPOUT: OpDef = OpDef {
    name: "dropout",
    op_type: "",
    doc: "Each element of `x` is 0 with probability `rate`, else divided by `1 - rate`.\n\n\
          `noise_shape` (broadcast to the shape of `x`) makes elements share their fate. The gradient is the same mask. \
          Errors: `ValueError` for a rate outside [0, 1) and for integers.\n\n\
          >>> tf.nn.dropout([1., 2.], rate=0.).numpy().tolist()\n[1.0, 2.0]",
    params: &[
        tensor("x"),
        Param::new("rate", Kind::Float),
        Param::new("noise_shape", Kind::Ints).or(Literal::None),
        SEED,
    ],
    call: |a| Ok(dropout(a.tensor(0), a.float(1), a.axes(2), a.opt_int(3))?.into()),
    samples: &[],
};

const STATELESS_DROPOUT: OpDef = OpDef {
    name: "stateless_dropout",
    doc: "As `dropout`, with numbers that `seed`, two integers, alone decides: TensorFlow's.\n\n\
          >>> x = tf.nn.experimental.stateless_dropout(tf.ones([4]), rate=0.5, seed=[1, 2])\n\
          >>> set(x.numpy().tolist()) <= {0.0, 2.0}\nTrue",
    params: &[
        tensor("x"),
        Param::new("rate", Kind::Float),
        free("seed"),
        string("rng_alg", "auto_select"),
        Param::new("noise_shape", Kind::Ints).or(Literal::None),
    ],
    call: |a| {
        let noise = |shape: &Shape, dtype| stateless_noise(shape, dtype, a.tensor(2));
        Ok(masked(a.tensor(0), a.float(1), a.axes(4), noise)?.into())
    },
    ..DROPOUT
};

/// `x` with elements set to 0 with probability `rate` and the others divided by `1 - rate`.
pub fn dropout(x: &Tensor, rate: f64, noise_shape: Option<&[i64]>, seed: Option<i64>) -> Result<Tensor> {
    let dropped = masked(x, rate, noise_shape, |shape, dtype| dropout_noise(shape, dtype, seed))?;
    if rate == 0.0 {
        // As in TensorFlow, what is drawn later does not depend on the rate.
        dropout_noise(&Shape::new(&[0]), x.dtype(), seed)?;
    }
    Ok(dropped)
}

fn masked(
    x: &Tensor,
    rate: f64,
    noise_shape: Option<&[i64]>,
    noise: impl FnOnce(&Shape, DType) -> Result<Tensor>,
) -> Result<Tensor> {
    if !(0.0..1.0).contains(&rate) {
        let text = format!("`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate:?}");
        return Err(Error::value(text));
    }
    if !x.dtype().is_floating() {
        let text = "`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x_dtype=";
        return Err(Error::value(format!("{text}{:?}", x.dtype())));
    }
    if rate == 0.0 {
        return ops::identity(x);
    }
    let shape = match noise_shape {
        None => x.shape().clone(),
        Some(dims) => dims
            .iter()
            .enumerate()
            .map(|(i, &d)| if d < 0 { x.shape().get(i).copied().unwrap_or(1) } else { d as usize })
            .few::<Shape>(),
    };
    noise(&shape, x.dtype())?.greater_equal(rate).select(x * (1.0 / (1.0 - rate)), 0.0).tensor()
}
