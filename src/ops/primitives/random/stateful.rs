//! Functions whose results follow from `set_seed` and from the calls before.

use super::draw::{Distribution, between, integers, located, next_stream, seeds, set_aside};
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::kernels::random;
use crate::kernels::random::Stream;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] =
    &[SET_SEED, SET_COMMON_SEED, OPERATION_SEEDS, CANDIDATES, UNIFORM, NORMAL, TRUNCATED_NORMAL, SHUFFLE];

pub(super) const SHAPE: Param = Param::new("shape", Kind::Ints);
pub(in crate::ops) const SEED: Param = Param::new("seed", Kind::Int).or(Literal::None);
pub(super) const DTYPE: Param = Param::new("dtype", Kind::DType).or(Literal::DType(DType::Float32));

const SET_SEED: OpDef = OpDef {
    name: "set_seed",
    op_type: "",
    doc: "Sets the global seed: the random functions called after it give the same numbers every time.\n\n\
          The numbers are TensorFlow's for the same seed; `None` takes the seed away.\n\n\
          >>> tf.random.set_seed(5)\n>>> a = tf.random.uniform([2])\n>>> tf.random.set_seed(5)\n\
          >>> bool(tf.reduce_all(a == tf.random.uniform([2])))\nTrue",
    params: &[Param::new("seed", Kind::Int).or(Literal::OrNone)],
    call: |a| {
        set_seed(a.opt_int(0));
        Ok(Value::Nothing)
    },
    samples: &[],
};

const SET_COMMON_SEED: OpDef = OpDef {
    name: "_set_common_seed",
    op_type: "",
    doc: "As `set_seed`, for processes whose program has set none: operations with seeds keep their streams.",
    params: &[Param::new("seed", Kind::Int)],
    call: |a| {
        seeds().set_common_seed(i128::from(a.int(0)));
        Ok(Value::Nothing)
    },
    samples: &[],
};

const OPERATION_SEEDS: OpDef = OpDef {
    name: "_operation_seeds",
    op_type: "",
    doc: "The two seeds of an operation that keeps its state itself, from the global seed and its own.",
    params: &[SEED],
    call: |a| {
        let (global, operation) = seeds().pair(a.opt_int(0).map(i128::from));
        Ok(Tensor::vector(&[global as i64, operation as i64]).into())
    },
    samples: &[],
};

/// TensorFlow's samplers of candidates, each of which has streams of its own.
const SAMPLERS: [&str; 2] = ["LogUniformCandidateSampler", "UniformCandidateSampler"];
/// Blocks that they set aside for each candidate, however many tries it takes.
const BLOCKS_PER_CANDIDATE: u64 = 512;

const CANDIDATES: OpDef = OpDef {
    name: "_candidate_stream",
    op_type: "",
    doc: "The state of the stream that a sampler of candidates reads in its next call for so many, as seed of stateless \
          operations; samplers are numbered: log-uniform, uniform. Those of another `kind` have another stream.",
    params: &[int("sampler", 0), int("count", 1), int("kind", 0), SEED],
    call: |a| {
        let stream = Stream { op: SAMPLERS[usize::from(a.int(0) != 0)], types: a.int(2) as u32 };
        let blocks = (a.int(1).max(0) as u64).saturating_mul(BLOCKS_PER_CANDIDATE);
        let state = set_aside(stream, a.opt_int(3), blocks).state();
        Ok(Tensor::vector(&state.map(|word| word as i64)).into())
    },
    samples: &[],
};

const UNIFORM: OpDef = OpDef {
    name: "random_uniform",
    op_type: "",
    doc: "Random numbers, all equally likely, between `minval` (included) and `maxval` (excluded; 1 for floats when `None`).\n\n\
          Integers need `maxval`. Gradients flow to the bounds of floats. Errors: `ValueError` for integers without \
          `maxval`, `InvalidArgumentError` for an empty range of integers.\n\n\
          >>> tf.random.uniform([2, 3], maxval=10, dtype=tf.int32).shape\nTensorShape([2, 3])",
    params: &[SHAPE, exact("minval").or(Int(0)), exact("maxval").or(Literal::None), DTYPE, SEED],
    call: |a| Ok(random_uniform(a.ints(0), a.tensor(1), a.opt_tensor(2), a.dtype(3), a.opt_int(4))?.into()),
    samples: &[],
};

const NORMAL: OpDef = OpDef {
    name: "random_normal",
    op_type: "",
    doc: "Random numbers from a normal distribution.\n\nGradients flow to `mean` and `stddev`.\n\n\
          >>> tf.random.normal([2, 3]).shape\nTensorShape([2, 3])",
    params: &[SHAPE, exact("mean").or(Float(0.0)), exact("stddev").or(Float(1.0)), DTYPE, SEED],
    call: |a| {
        let drawn = draw(Distribution::Normal, a.ints(0), a.dtype(3), a.opt_int(4))?;
        placed(&drawn, a.tensor(1), a.tensor(2)).map(Into::into)
    },
    samples: &[],
};

const TRUNCATED_NORMAL: OpDef = OpDef {
    name: "truncated_normal",
    op_type: "",
    doc: "Random numbers from a normal distribution, drawn again where they lie two deviations or more from the mean.\n\n\
          >>> bool(tf.reduce_all(tf.abs(tf.random.truncated_normal([100])) < 2.))\nTrue",
    call: |a| {
        let drawn = draw(Distribution::TruncatedNormal, a.ints(0), a.dtype(3), a.opt_int(4))?;
        placed(&drawn, a.tensor(1), a.tensor(2)).map(Into::into)
    },
    ..NORMAL
};

const SHUFFLE: OpDef = OpDef {
    name: "random_shuffle",
    op_type: "",
    doc: "The rows of `value` in random order; gradients flow back to the rows.\n\n\
          >>> sorted(tf.random.shuffle([3, 1, 2]).numpy().tolist())\n[1, 2, 3]",
    params: &[free("value"), SEED],
    call: |a| Ok(random_shuffle(a.tensor(0), a.opt_int(1))?.into()),
    samples: &[],
};

/// Sets the global seed; `None` goes back to seeds from the system.
pub fn set_seed(seed: Option<i64>) {
    seeds().set_seed(seed.map(i128::from));
}

fn draw(distribution: Distribution, shape: &[i64], dtype: DType, seed: Option<i64>) -> Result<Tensor> {
    distribution.draw_next(&ops::shape_of("RandomStandardNormal", shape)?, dtype, seed)
}

/// Moves and scales standard numbers.
pub(super) fn placed(x: &Tensor, mean: &Tensor, stddev: &Tensor) -> Result<Tensor> {
    located(x, &ops::cast(mean, x.dtype())?, &ops::cast(stddev, x.dtype())?)
}

/// Standard normal numbers times `stddev` plus `mean`.
pub fn random_normal(shape: &[i64], mean: f64, stddev: f64, dtype: DType, seed: Option<i64>) -> Result<Tensor> {
    let drawn = draw(Distribution::Normal, shape, dtype, seed)?;
    located(&drawn, &ops::like(&drawn, mean)?, &ops::like(&drawn, stddev)?)
}

/// Numbers between two bounds, all equally likely.
pub fn random_uniform(
    shape: &[i64],
    low: &Tensor,
    high: Option<&Tensor>,
    dtype: DType,
    seed: Option<i64>,
) -> Result<Tensor> {
    let shape = ops::shape_of("RandomUniform", shape)?;
    if dtype.is_integer() {
        let bounds = integer_bounds(low, high, dtype)?;
        let stream = next_stream("RandomUniformInt", dtype, seed, shape.elements() as u64);
        return integers(stream, &shape, dtype, Some(bounds));
    }
    float_range(&Distribution::Uniform.draw_next(&shape, dtype, seed)?, low, high)
}

pub(super) fn float_range(x: &Tensor, low: &Tensor, high: Option<&Tensor>) -> Result<Tensor> {
    let high = high.map_or_else(|| ops::like(x, 1.0), |high| ops::cast(high, x.dtype()))?;
    between(x, &ops::cast(low, x.dtype())?, &high)
}

pub(super) fn integer_bounds(low: &Tensor, high: Option<&Tensor>, dtype: DType) -> Result<(i64, i64)> {
    let high = high.ok_or_else(|| Error::value(format!("Must specify maxval for integer dtype {dtype}")))?;
    if low.shape().elements() != 1 || high.shape().elements() != 1 {
        return Err(Error::value("minval and maxval of random integers must be scalars"));
    }
    // A cast of strings is refused.
    Ok((ops::cast(low, DType::Int64)?.item(), ops::cast(high, DType::Int64)?.item()))
}

/// The rows of `x` in random order.
pub fn random_shuffle(x: &Tensor, seed: Option<i64>) -> Result<Tensor> {
    let Some(&rows) = x.shape().first() else {
        return ops::identity(x);
    };
    let mut order = Array::scratch_of::<i64>(Shape::new(&[rows]))?;
    let places = order.slice_mut::<i64>();
    in_chunks(rows, grain::COPIED, |part| {
        for i in part {
            places[i] = i as i64;
        }
    })?;
    let blocks = random::shuffle_blocks(rows);
    let stream = random::Stream { op: "RandomShuffle", types: x.dtype() as u32 };
    let place = set_aside(stream, seed, blocks);
    random::shuffle(place, order.slice_mut::<i64>())?;
    ops::gather(x, &Tensor::new(order), Some(0), 0)
}
