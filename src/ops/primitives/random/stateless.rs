//! Functions whose results follow from the seed that they are given, and from nothing else.

use super::draw::{Distribution, integers};
use super::stateful::{DTYPE, SHAPE, float_range, integer_bounds, placed};
use crate::interrupt::{grain, in_chunks};
use crate::kernels::random;
use crate::kernels::random::Philox;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[UNIFORM, NORMAL, TRUNCATED_NORMAL, SPLIT, FOLD_IN, WORDS, ORDER];

/// The algorithm's name, which is accepted and means Philox whatever it says.
const ALG: Param = string("alg", "auto_select");

const UNIFORM: OpDef = OpDef {
    name: "stateless_uniform",
    op_type: "",
    doc: "As `random.uniform`, from a seed of two integers: the same seed gives the same numbers, TensorFlow's.\n\n\
          Integers with both bounds `None` are drawn from the whole range of the type.\n\n\
          >>> a = tf.random.stateless_uniform([2], seed=[1, 2])\n\
          >>> bool(tf.reduce_all(a == tf.random.stateless_uniform([2], seed=[1, 2])))\nTrue",
    params: &[
        SHAPE,
        free("seed"),
        exact("minval").or(Literal::ZeroOrNone),
        exact("maxval").or(Literal::None),
        DTYPE,
        ALG,
    ],
    call: |a| {
        let (shape, stream) = place(a)?;
        let (dtype, zero) = (a.dtype(4), Tensor::scalar(0i32));
        let low = a.opt_tensor(2).unwrap_or(&zero);
        if dtype.is_integer() {
            let whole = a.opt_tensor(2).is_none() && a.opt_tensor(3).is_none();
            let bounds = if whole { None } else { Some(integer_bounds(low, a.opt_tensor(3), dtype)?) };
            return Ok(integers(stream, &shape, dtype, bounds)?.into());
        }
        Ok(float_range(&Distribution::Uniform.draw(stream, &shape, dtype)?, low, a.opt_tensor(3))?.into())
    },
    samples: &[],
};

const NORMAL: OpDef = OpDef {
    name: "stateless_normal",
    op_type: "",
    doc: "As `random.normal`, from a seed of two integers: the same seed gives the same numbers, TensorFlow's.\n\n\
          >>> tf.random.stateless_normal([2, 3], seed=[1, 2]).shape\nTensorShape([2, 3])",
    params: &[SHAPE, free("seed"), exact("mean").or(Float(0.0)), exact("stddev").or(Float(1.0)), DTYPE, ALG],
    call: |a| normal(a, Distribution::Normal),
    samples: &[],
};

const TRUNCATED_NORMAL: OpDef = OpDef {
    name: "stateless_truncated_normal",
    doc: "As `random.truncated_normal`, from a seed of two integers.\n\n\
          >>> tf.random.stateless_truncated_normal([2, 3], seed=[1, 2]).shape\nTensorShape([2, 3])",
    call: |a| normal(a, Distribution::TruncatedNormal),
    ..NORMAL
};

const SPLIT: OpDef = OpDef {
    name: "random_split",
    op_type: "",
    doc: "`num` new seeds from one, of shape `[num, 2]`.\n\n\
          >>> tf.random.split([1, 2], num=3).shape\nTensorShape([3, 2])",
    params: &[free("seed"), int("num", 2), ALG],
    call: |a| {
        let seed = seed_of(a.tensor(0))?;
        let count = usize::try_from(a.int(1))
            .map_err(|_| Error::value(format!("num must not be negative, got {}", a.int(1))))?;
        let shape = Shape::new(&[count, 2]);
        Ok(Tensor::new(if a.tensor(0).dtype() == DType::Int64 {
            let mut out = Array::scratch_of::<i64>(shape)?;
            random::split(seed, out.slice_mut::<i64>())?;
            out
        } else {
            let mut out = Array::scratch_of::<i32>(shape)?;
            random::split(seed, out.slice_mut::<i32>())?;
            out
        })
        .into())
    },
    samples: &[],
};

const FOLD_IN: OpDef = OpDef {
    name: "random_fold_in",
    op_type: "",
    doc: "A new seed that depends on `seed` and on the integer `data`.\n\n\
          >>> tf.random.fold_in([1, 2], 7).shape\nTensorShape([2])",
    params: &[free("seed"), free("data"), ALG],
    call: |a| {
        let seed = seed_of(a.tensor(0))?;
        if a.tensor(1).shape().elements() != 1 || !a.tensor(1).dtype().is_integer() {
            return Err(Error::value("data must be one integer"));
        }
        let data: i64 = a.tensor(1).item();
        Ok(if a.tensor(1).dtype() == DType::Int64 {
            Tensor::vector(&random::fold_in(seed, data)?)
        } else {
            Tensor::vector(&random::fold_in(seed, data as i32)?)
        }
        .into())
    },
    samples: &[],
};

const WORDS: OpDef = OpDef {
    name: "_random_words",
    op_type: "",
    doc: "`count` words of 32 bits from number `start` on, of the stream of two seeds, as int64.",
    params: &[free("seeds"), int("start", 0), int("count", 1)],
    call: |a| {
        let (start, count) = (count_of(a, 1)?, count_of(a, 2)?);
        let mut words = seeded_stream(a.tensor(0))?.skipped((start / 4) as u64).words();
        for _ in 0..start % 4 {
            words.word();
        }
        let mut out = Array::scratch_of::<i64>(Shape::new(&[count]))?;
        let numbers = out.slice_mut::<i64>();
        in_chunks(count, grain::STEPS, |part| {
            numbers[part].iter_mut().for_each(|word| *word = i64::from(words.word()))
        })?;
        Ok(Tensor::new(out).into())
    },
    samples: &[],
};

const ORDER: OpDef = OpDef {
    name: "_random_order",
    op_type: "",
    doc: "The numbers below `count` in the order that the stream of two seeds puts them in.",
    params: &[free("seeds"), int("count", 1)],
    call: |a| {
        let mut order = Array::scratch_of::<i64>(Shape::new(&[count_of(a, 1)?]))?;
        (0..).zip(order.slice_mut::<i64>()).for_each(|(i, place)| *place = i);
        random::shuffle(seeded_stream(a.tensor(0))?, order.slice_mut::<i64>())?;
        Ok(Tensor::new(order).into())
    },
    samples: &[],
};

fn seeded_stream(seeds: &Tensor) -> Result<Philox> {
    let [global, operation] = seed_of(seeds)?;
    Ok(Philox::from_seeds(global as u64, operation as u64))
}

fn count_of(a: &Args, place: usize) -> Result<usize> {
    usize::try_from(a.int(place))
        .map_err(|_| Error::value(format!("a count must not be negative, got {}", a.int(place))))
}

/// Shape and stream: the first two arguments of every stateless draw.
///
/// `random.Generator` gives its state as the seed.
pub(super) fn place(a: &Args) -> Result<(Shape, Philox)> {
    Ok((ops::shape_of("StatelessRandom", a.ints(0))?, stream_of(a.tensor(1))?))
}

/// The stream of a seed; three words of 64 bits are the state of a generator: its counter, lowest word first, and its key.
fn stream_of(seed: &Tensor) -> Result<Philox> {
    if seed.dtype() != DType::Int64 || **seed.shape() != [3] {
        return Ok(random::stateless(seed_of(seed)?));
    }
    let words = seed.to_vec::<i64>()?;
    let [low, high, key] = [0, 1, 2].map(|i| words[i] as u64);
    Ok(Philox::new(key, u128::from(high) << 64 | u128::from(low)))
}

/// The two words of a seed. Errors: `InvalidArgumentError` for any other number of them.
pub(super) fn seed_of(seed: &Tensor) -> Result<[i64; 2]> {
    if !seed.dtype().is_integer() || seed.shape().elements() != 2 || seed.rank() != 1 {
        let text = format!(
            "seed must have shape [2] and an integer dtype, not shape {} and dtype {}",
            seed.shape(),
            seed.dtype()
        );
        return Err(Error::invalid("StatelessRandomGetKeyCounter", text));
    }
    let words = seed.to_vec::<i64>()?;
    Ok([words[0], words[1]])
}

/// Numbers on [0, 1) for a dropout mask, from a seed.
pub(in crate::ops) fn stateless_noise(shape: &Shape, dtype: DType, seed: &Tensor) -> Result<Tensor> {
    Distribution::Uniform.draw(stream_of(seed)?, shape, dtype)
}

fn normal(a: &Args, distribution: Distribution) -> Result<Value> {
    let (shape, stream) = place(a)?;
    let drawn = distribution.draw(stream, &shape, a.dtype(4))?;
    Ok(placed(&drawn, a.tensor(2), a.tensor(3))?.into())
}
