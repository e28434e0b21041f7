//! The functions, their checks, and the dtype that they compute in.

use super::operation::{Kind, Sequence};
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[LSTM, GRU, SIMPLE];

const LSTM: OpDef = OpDef {
    name: "_lstm",
    op_type: "SequenceLSTM",
    doc: "Long short-term memory through all steps: `(h, c)`, the states after each step.\n\n\
          `projected` is `[steps, batch, 4 * units]`, the product of the inputs with their weights and the bias, in blocks \
          for the input gate, the forget gate, the candidate and the output gate; `h` and `c` are the states `[batch, units]` \
          before the first step, `recurrent_kernel` is `[units, 4 * units]`. Where `mask`, `[steps, batch]` of truth values, \
          is false, states stay as they were. Gates are logistic functions, the others hyperbolic tangents. Half precision is \
          computed in `float32`. Differentiable any number of times; see Hochreiter and Schmidhuber, 1997. Errors: \
          `InvalidArgumentError` for shapes that do not fit and dtypes that are not floating.\n\n\
          >>> h, c = _lstm(tf.zeros([2, 1, 4]), [[0.]], [[1.]], tf.zeros([1, 4]))\n\
          >>> c.numpy().ravel().tolist()\n[0.5, 0.25]",
    params: &[
        tensor("projected"),
        tensor("h"),
        tensor("c"),
        tensor("recurrent_kernel"),
        free("mask").or(Literal::None),
    ],
    call: |a| {
        let [h, c] = lstm(a.tensor(0), [a.tensor(1), a.tensor(2)], a.tensor(3), a.opt_tensor(4))?;
        Ok(Value::Tuple(vec![h, c]))
    },
    samples: &[
        on(&[reals(&[3, 2, 8]), reals(&[2, 2]), reals(&[2, 2]), reals(&[2, 8]), Input::Absent]),
        on(&[reals(&[2, 2, 4]), reals(&[2, 1]), reals(&[2, 1]), reals(&[1, 4]), MASK]),
    ],
};

const MASK: Input = Input::Bools(&[2, 2], &[true, false, true, true]);

const GRU: OpDef = OpDef {
    name: "_gru",
    op_type: "SequenceGRU",
    doc: "A gated recurrent unit, whose reset gate comes after the product, through all steps: the states after each.\n\n\
          `projected` is `[steps, batch, 3 * units]`, the product of the inputs with their weights and the bias, in blocks \
          for the update gate, the reset gate and the candidate; `h` is the state `[batch, units]` before the first step, \
          `recurrent_kernel` is `[units, 3 * units]`, and `recurrent_bias` what is added to the product with it. Where \
          `mask`, `[steps, batch]` of truth values, is false, the state stays as it was. Half precision is computed in \
          `float32`. Differentiable any number of times; see Cho and others, 2014. Errors: `InvalidArgumentError` for shapes \
          that do not fit and dtypes that are not floating.\n\n\
          >>> _gru(tf.zeros([2, 1, 3]), [[1.]], tf.zeros([1, 3])).numpy().ravel().tolist()\n[0.5, 0.25]",
    params: &[
        tensor("projected"),
        tensor("h"),
        tensor("recurrent_kernel"),
        tensor("recurrent_bias").or(Literal::None),
        free("mask").or(Literal::None),
    ],
    call: |a| Ok(gru(a.tensor(0), a.tensor(1), a.tensor(2), a.opt_tensor(3), a.opt_tensor(4))?.into()),
    samples: &[
        on(&[reals(&[3, 2, 6]), reals(&[2, 2]), reals(&[2, 6]), reals(&[6]), Input::Absent]),
        on(&[reals(&[2, 2, 3]), reals(&[2, 1]), reals(&[1, 3]), Input::Absent, MASK]),
    ],
};

const SIMPLE: OpDef = OpDef {
    name: "_simple_rnn",
    op_type: "SequenceRNN",
    doc: "`h = tanh(projected + h @ recurrent_kernel)` through all steps: the states after each.\n\n\
          `projected` is `[steps, batch, units]`, the product of the inputs with their weights and the bias; `h` is the state \
          `[batch, units]` before the first step, `recurrent_kernel` is `[units, units]`. Where `mask`, `[steps, batch]` of \
          truth values, is false, the state stays as it was. Half precision is computed in `float32`. Differentiable any \
          number of times. Errors: `InvalidArgumentError` for shapes that do not fit and dtypes that are not floating.\n\n\
          >>> _simple_rnn(tf.zeros([2, 1, 1]), [[0.]], [[1.]]).numpy().ravel().tolist()\n[0.0, 0.0]",
    params: &[tensor("projected"), tensor("h"), tensor("recurrent_kernel"), free("mask").or(Literal::None)],
    call: |a| Ok(simple_rnn(a.tensor(0), a.tensor(1), a.tensor(2), a.opt_tensor(3))?.into()),
    samples: &[
        on(&[reals(&[3, 2, 2]), reals(&[2, 2]), reals(&[2, 2]), Input::Absent]),
        on(&[reals(&[2, 2, 1]), reals(&[2, 1]), reals(&[1, 1]), MASK]),
    ],
};

/// The states of a long short-term memory after each step, `[h, c]`, from the projected inputs and the states before.
pub fn lstm(
    projected: &Tensor,
    [h, c]: [&Tensor; 2],
    recurrent_kernel: &Tensor,
    mask: Option<&Tensor>,
) -> Result<[Tensor; 2]> {
    let states = through(Kind::Lstm, projected, &[h, c], recurrent_kernel, None, mask)?;
    Ok([states[0].clone(), states[1].clone()])
}

/// The states of a gated recurrent unit after each step.
pub fn gru(
    projected: &Tensor,
    h: &Tensor,
    recurrent_kernel: &Tensor,
    recurrent_bias: Option<&Tensor>,
    mask: Option<&Tensor>,
) -> Result<Tensor> {
    Ok(through(Kind::Gru, projected, &[h], recurrent_kernel, recurrent_bias, mask)?.swap_remove(0))
}

/// The states of the simple recurrent cell after each step.
pub fn simple_rnn(projected: &Tensor, h: &Tensor, recurrent_kernel: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
    Ok(through(Kind::Simple, projected, &[h], recurrent_kernel, None, mask)?.swap_remove(0))
}

/// The states after each step, in the dtype of the projected inputs.
fn through(
    kind: Kind,
    projected: &Tensor,
    start: &[&Tensor],
    kernel: &Tensor,
    bias: Option<&Tensor>,
    mask: Option<&Tensor>,
) -> Result<Vec<Tensor>> {
    let (name, dtype) = (kind.op_type(), projected.dtype());
    DTypes::FLOATING.check(name, "T", dtype)?;
    let wide = if dtype == DType::Float64 { dtype } else { DType::Float32 };
    let &[steps, rows, width] = &projected.shape()[..] else {
        let text = format!("projected must be [steps, batch, {} * units], got {}", kind.blocks(), projected.shape());
        return Err(Error::invalid(name, text));
    };
    let units = width / kind.blocks();
    let whole = units * kind.blocks();
    fits(name, "projected", projected, &[steps, rows, whole])?;
    start.iter().try_for_each(|state| fits(name, "a state", state, &[rows, units]))?;
    fits(name, "recurrent_kernel", kernel, &[units, whole])?;
    bias.map_or(Ok(()), |bias| fits(name, "recurrent_bias", bias, &[whole]))?;
    if let Some(mask) = mask {
        fits(name, "mask", mask, &[steps, rows])?;
        DTypes::of(&[DType::Bool]).check(name, "mask", mask.dtype())?;
    }
    let mut inputs = Vec::new();
    for x in [projected, kernel].into_iter().chain(start.iter().copied()).chain(bias) {
        crate::memory::try_push(&mut inputs, ops::cast(x, wide)?)?;
    }
    mask.map_or(Ok(()), |mask| crate::memory::try_push(&mut inputs, mask.clone()))?;
    let sequence = Sequence { kind, biased: bias.is_some(), masked: mask.is_some() };
    let inputs: smallvec::SmallVec<[&Tensor; 6]> = inputs.iter().few();
    let states = apply_all(sequence, &inputs)?.into_iter().take(start.len());
    states.map(|state| ops::cast(&state, dtype)).few()
}

fn fits(name: &'static str, what: &str, x: &Tensor, want: &[usize]) -> Result<()> {
    if x.shape()[..] == *want {
        return Ok(());
    }
    let want: Shape = want.iter().copied().few();
    Err(Error::invalid(name, format!("{what} must have shape {want}, got {}", x.shape())))
}
