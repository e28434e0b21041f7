//! Rows of a table by their ids, none longer than a limit.

use super::gather;
use crate::error::Result;
use crate::ops;
use crate::ops::def::{Input, Kind, Literal, OpDef, Param, free, on, with};
use crate::tensor::Tensor;

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
        on(&[Input::Real(&[4, 3], -2.0, 2.0), Input::Ints(&[2, 2], &[3, 0, 3, 1])]),
        with(&[Input::Real(&[4, 3], -2.0, 2.0), Input::Ints(&[3], &[3, 0, 3])], &[("max_norm", Literal::Float(0.5))]),
    ],
};

/// The rows of `params` that `ids` name, scaled down to the Euclidean norm `max_norm` where they are longer.
pub fn embedding_lookup(params: &Tensor, ids: &Tensor, max_norm: Option<f64>) -> Result<Tensor> {
    let rows = gather(params, ids, Some(0), 0)?;
    let Some(max_norm) = max_norm else {
        return Ok(rows);
    };
    let axes: Vec<i64> = (ids.rank() as i64..rows.rank() as i64).collect();
    let squares = ops::reduce_sum(&ops::square(&rows)?, Some(&axes), true)?;
    let limit = ops::like(&rows, max_norm)?;
    // A row of zeros has no length to speak of, and its norm no derivative: it is left out of both.
    let long = ops::greater(&squares, &ops::like(&rows, 0.0)?)?;
    let norm = ops::sqrt(&ops::select(&long, &squares, &ops::like(&rows, 1.0)?)?)?;
    let scale = ops::realdiv(&limit, &ops::maximum(&norm, &limit)?)?;
    ops::multiply(&rows, &ops::select(&long, &scale, &ops::like(&rows, 1.0)?)?)
}
