//! Counts, classes, and gamma numbers: distributions with parameters of their own.

use super::draw::{next_stream, set_aside};
use super::stateful::{DTYPE, SEED, SHAPE};
use super::stateless::{place, seed_of};
use crate::kernels::random;
use crate::kernels::random::Philox;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] =
    &[CATEGORICAL, STATELESS_CATEGORICAL, GAMMA, STATELESS_GAMMA, POISSON, STATELESS_POISSON, STATELESS_BINOMIAL];

const SAMPLES: Param = Param::new("num_samples", Kind::Int);
const CLASS: Param = Param::new("dtype", Kind::DType).or(Literal::DType(DType::Int64));

const CATEGORICAL: OpDef = OpDef {
    name: "random_categorical",
    op_type: "",
    doc: "Classes drawn with probabilities proportional to `exp(logits)`: `[rows, num_samples]` for logits `[rows, classes]`.\n\n\
          No gradient. Errors: `InvalidArgumentError` for logits that are no matrix.\n\n\
          >>> tf.random.categorical([[0., -100.]], 3).numpy().tolist()\n[[0, 0, 0]]",
    params: &[free("logits"), SAMPLES, CLASS, SEED],
    call: |a| {
        let (rows, samples) = (rows_of(a.tensor(0))?, samples_of(a.int(1))?);
        let stream = random::Stream { op: "Multinomial", types: a.dtype(2) as u32 };
        let place = set_aside(stream, a.opt_int(3), random::categorical_blocks(rows, samples));
        Ok(classes(place, a.tensor(0), samples, a.dtype(2))?.into())
    },
    samples: &[],
};

const STATELESS_CATEGORICAL: OpDef = OpDef {
    name: "stateless_categorical",
    doc: "As `random.categorical`, from a seed of two integers.\n\n\
          >>> tf.random.stateless_categorical([[0., -100.]], 2, seed=[1, 2]).numpy().tolist()\n[[0, 0]]",
    params: &[free("logits"), SAMPLES, free("seed"), CLASS],
    call: |a| {
        rows_of(a.tensor(0))?;
        let stream = random::stateless(seed_of(a.tensor(2))?);
        Ok(classes(stream, a.tensor(0), samples_of(a.int(1))?, a.dtype(3))?.into())
    },
    ..CATEGORICAL
};

fn rows_of(logits: &Tensor) -> Result<usize> {
    if logits.rank() != 2 || !logits.dtype().is_floating() {
        let text =
            format!("logits should be a matrix of floats, got shape {} and dtype {}", logits.shape(), logits.dtype());
        return Err(Error::invalid("Multinomial", text));
    }
    Ok(logits.shape()[0])
}

fn samples_of(count: i64) -> Result<usize> {
    usize::try_from(count)
        .map_err(|_| Error::invalid("Multinomial", format!("num_samples should be nonnegative, got {count}")))
}

fn classes(stream: Philox, logits: &Tensor, samples: usize, dtype: DType) -> Result<Tensor> {
    let (rows, classes) = (logits.shape()[0], logits.shape()[1]);
    let mut out = Array::scratch_of::<i64>(Shape::new(&[rows, samples]))?;
    random::categorical(stream, &logits.to_vec::<f64>()?, classes, samples, out.slice_mut())?;
    Ok(Tensor::new(out.cast(dtype)?))
}

const GAMMA: OpDef = OpDef {
    name: "random_gamma",
    op_type: "",
    doc: "Random numbers from gamma distributions of shape `alpha` and rate `beta`: `shape` numbers for each `alpha`.\n\n\
          The result has the shape `shape + alpha.shape`. Gradients flow to `beta`, not to `alpha`.\n\n\
          >>> tf.random.gamma([3], alpha=[1., 2.]).shape\nTensorShape([3, 2])",
    params: &[SHAPE, free("alpha"), free("beta").or(Literal::None), DTYPE, SEED],
    call: |a| {
        let (shape, alpha) = (ops::shape_of("RandomGamma", a.ints(0))?, gamma_alpha(a.tensor(1), a.opt_tensor(2))?);
        let count = shape.elements().saturating_mul(alpha.shape().elements());
        let stream = next_stream("RandomGamma", a.dtype(3), a.opt_int(4), count as u64);
        gamma(stream, &shape, &alpha, a.opt_tensor(2), a.dtype(3)).map(Into::into)
    },
    samples: &[],
};

const STATELESS_GAMMA: OpDef = OpDef {
    name: "stateless_gamma",
    doc: "As `random.gamma`, from a seed of two integers; `shape` is that of the result, and `alpha` is broadcast to it.\n\n\
          >>> tf.random.stateless_gamma([3, 2], seed=[1, 2], alpha=[1., 2.]).shape\nTensorShape([3, 2])",
    params: &[SHAPE, free("seed"), free("alpha"), free("beta").or(Literal::None), DTYPE],
    call: |a| {
        let (shape, stream) = place(a)?;
        let alpha = gamma_alpha(a.tensor(2), a.opt_tensor(3))?;
        let lead = leading("StatelessRandomGammaV3", &shape, alpha.shape())?;
        gamma(stream, &lead, &alpha, a.opt_tensor(3), a.dtype(4)).map(Into::into)
    },
    ..GAMMA
};

/// `alpha` in the shape that it has together with `beta`.
fn gamma_alpha(alpha: &Tensor, beta: Option<&Tensor>) -> Result<Tensor> {
    let shape = match beta {
        None => Some(alpha.shape().clone()),
        Some(beta) => alpha.shape().broadcast(beta.shape()),
    };
    let shape =
        shape.ok_or_else(|| Error::shapes("RandomGamma", alpha.shape(), beta.map_or(alpha.shape(), Tensor::shape)))?;
    ops::broadcast_to_shape(alpha, &shape)
}

fn gamma(stream: Philox, lead: &Shape, alpha: &Tensor, beta: Option<&Tensor>, dtype: DType) -> Result<Tensor> {
    let mut out = Array::scratch_of::<f64>(lead.concat(alpha.shape()))?;
    random::gamma(stream, &alpha.to_vec::<f64>()?, out.slice_mut())?;
    let drawn = Tensor::new(out.cast(dtype)?);
    match beta {
        None => Ok(drawn),
        Some(beta) => ops::realdiv(&drawn, &ops::cast(beta, dtype)?),
    }
}

const POISSON: OpDef = OpDef {
    name: "random_poisson",
    op_type: "",
    doc: "Random counts from Poisson distributions of mean `lam`: `shape` numbers for each mean; no gradient.\n\n\
          >>> tf.random.poisson([3], lam=[1., 2.]).shape\nTensorShape([3, 2])",
    params: &[SHAPE, free("lam"), DTYPE, SEED],
    call: |a| {
        let shape = ops::shape_of("RandomPoissonV2", a.ints(0))?;
        let count = shape.elements().saturating_mul(a.tensor(1).shape().elements());
        let stream = next_stream("RandomPoissonV2", a.dtype(2), a.opt_int(3), count as u64);
        poisson(stream, &shape, a.tensor(1), a.dtype(2)).map(Into::into)
    },
    samples: &[],
};

const STATELESS_POISSON: OpDef = OpDef {
    name: "stateless_poisson",
    doc: "As `random.poisson`, from a seed of two integers; `shape` is that of the result, and `lam` is broadcast to it.\n\n\
          >>> tf.random.stateless_poisson([3, 2], seed=[1, 2], lam=[1., 2.]).shape\nTensorShape([3, 2])",
    params: &[SHAPE, free("seed"), free("lam"), Param::new("dtype", Kind::DType).or(Literal::DType(DType::Int32))],
    call: |a| {
        let (shape, stream) = place(a)?;
        let lead = leading("StatelessRandomPoisson", &shape, a.tensor(2).shape())?;
        poisson(stream, &lead, a.tensor(2), a.dtype(3)).map(Into::into)
    },
    ..POISSON
};

fn poisson(stream: Philox, lead: &Shape, rates: &Tensor, dtype: DType) -> Result<Tensor> {
    let mut out = Array::scratch_of::<f64>(lead.concat(rates.shape()))?;
    random::poisson(stream, &rates.to_vec::<f64>()?, out.slice_mut())?;
    Ok(Tensor::new(out.cast(dtype)?))
}

const STATELESS_BINOMIAL: OpDef = OpDef {
    name: "stateless_binomial",
    op_type: "",
    doc: "Random numbers of successes in `counts` trials of probability `probs`; no gradient.\n\n\
          >>> tf.random.stateless_binomial([4], seed=[1, 2], counts=10., probs=1.).numpy().tolist()\n[10, 10, 10, 10]",
    params: &[
        SHAPE,
        free("seed"),
        free("counts"),
        free("probs"),
        Param::new("output_dtype", Kind::DType).or(Literal::DType(DType::Int32)),
    ],
    call: |a| {
        let (shape, stream) = place(a)?;
        let op = "StatelessRandomBinomial";
        let (counts, probs) = (ops::cast(a.tensor(2), DType::Float64)?, ops::cast(a.tensor(3), DType::Float64)?);
        let both =
            counts.shape().broadcast(probs.shape()).ok_or_else(|| Error::shapes(op, counts.shape(), probs.shape()))?;
        let lead = leading(op, &shape, &both)?;
        let wide = |t: &Tensor| t.array().broadcast_to(&both)?.to_vec::<f64>();
        let mut out = Array::scratch_of::<f64>(lead.concat(&both))?;
        random::binomial::<f64>(stream, &wide(&counts)?, &wide(&probs)?, out.slice_mut())?;
        Ok(Tensor::new(out.cast(a.dtype(4))?).into())
    },
    samples: &[],
};

/// The axes of `shape` before those of the parameters, which must be its last.
fn leading(op: &'static str, shape: &Shape, parameters: &Shape) -> Result<Shape> {
    let lead = shape.rank().checked_sub(parameters.rank()).filter(|&n| shape[n..] == **parameters);
    lead.map(|n| shape[..n].into()).ok_or_else(|| {
        Error::invalid(op, format!("Shape passed in must end with broadcasted shape: {shape} vs. {parameters}"))
    })
}
