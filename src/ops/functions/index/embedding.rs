//! Rows of a table by their ids, none longer than a limit.

use crate::ops::gather;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[EMBEDDING_LOOKUP];

const EMBEDDING_LOOKUP: OpDef = OpDef {
    name: "embedding_lookup",
    op_type: "",
    doc: "The rows of `params` that `ids` name: shape `ids.shape + params.shape[1:]`.\n\n\
          Rows longer than `max_norm` (in the Euclidean norm) are scaled down to it. The gradient is dense and \
          sums rows named twice. Errors: `InvalidArgumentError` for an id outside `[0, n)`.\n\n\
          >>> tf.nn.embedding_lookup(tf.constant([[1., 2.], [3., 4.]]), [1, 0]).numpy().tolist()\n\
          [[3.0, 4.0], [1.0, 2.0]]",
    params: &[free("params"), Param::new("ids", Kind::Index), Param::new("max_norm", Kind::Float).or(Literal::None)],
    call: |a| Ok(embedding_lookup(a.tensor(0), a.tensor(1), a.opt_float(2))?.into()),
    samples: &[
        on(&[reals(&[4, 3]), Input::Ints(&[2, 2], &[3, 0, 3, 1])]),
        with(&[reals(&[4, 3]), Input::Ints(&[3], &[3, 0, 3])], &[("max_norm", Float(0.5))]),
    ],
};

/// The rows of `params` that `ids` name, scaled down to the Euclidean norm `max_norm` where they are longer.
pub fn embedding_lookup(params: &Tensor, ids: &Tensor, max_norm: Option<f64>) -> Result<Tensor> {
    let rows = gather(params, ids, Some(0), 0)?;
    let Some(max_norm) = max_norm else {
        return Ok(rows);
    };
    let axes: Vec<i64> = (ids.rank() as i64..rows.rank() as i64).few();
    let squares = rows.square().map(|x| ops::reduce_sum(x, Some(&axes), true));
    // A row of zeros has no length to speak of, and its norm no derivative: it is left out of both.
    let long = squares.greater(0.0);
    let norm = long.select(squares, 1.0).sqrt();
    (&rows * long.select(max_norm / norm.maximum(max_norm), 1.0)).tensor()
}
