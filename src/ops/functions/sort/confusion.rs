//! The confusion matrix.

use crate::error::ErrorKind;
use crate::interrupt::Pace;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[CONFUSION_MATRIX];

const CONFUSION_MATRIX: OpDef = OpDef {
    name: "confusion_matrix",
    op_type: "",
    doc: "How often each label (row) was predicted as each class (column), or the sum of the `weights` where it was.\n\n\
          `labels` and `predictions` are vectors of whole numbers (one may have another axis of length 1); \
          `num_classes` is one more than the largest of them by default. The result has the dtype `dtype`; gradients \
          flow to `weights`. Errors: `InvalidArgumentError` for numbers that are negative or no class, and shapes that \
          differ; `ValueError` for weights of another shape.\n\n\
          >>> tf.math.confusion_matrix([0, 1, 1], [0, 1, 0]).numpy().tolist()\n[[1, 0], [1, 1]]",
    params: &[
        Param::new("labels", Kind::Index),
        Param::new("predictions", Kind::Index),
        Param::new("num_classes", Kind::Int).or(Literal::None),
        free("weights").or(Literal::None),
        Param::new("dtype", Kind::DType).or(Literal::DType(DType::Int32)),
    ],
    call: |a| {
        let matrix = confusion_matrix(a.tensor(0), a.tensor(1), a.opt_int(2), a.opt_tensor(3), a.dtype(4))?;
        Ok(matrix.into())
    },
    samples: &[with(
        &[Input::Ints(&[4], &[0, 1, 1, 2]), Input::Ints(&[4], &[0, 1, 1, 0]), Input::Real(&[4], -2.0, 2.0)],
        &[("dtype", Literal::DType(DType::Float64))],
    )],
};

/// How often each label (row) was predicted as each class (column), or the sum of the weights where it was.
pub fn confusion_matrix(
    labels: &Tensor,
    predictions: &Tensor,
    classes: Option<i64>,
    weights: Option<&Tensor>,
    dtype: DType,
) -> Result<Tensor> {
    let (labels, predictions) = (squeezed(labels, predictions)?, squeezed(predictions, labels)?);
    if labels.shape() != predictions.shape() {
        let text = format!(
            "Shapes of all inputs must match: values[0].shape = {} != values[1].shape = {}",
            labels.shape(),
            predictions.shape()
        );
        return Err(Error::invalid("Pack", text));
    }
    let [rows, columns] = [labels.to_vec::<i64>()?, predictions.to_vec::<i64>()?];
    let largest = rows.iter().chain(&columns).max().map_or(0, |v| v.saturating_add(1));
    let n = classes.unwrap_or(largest);
    if n < 0 {
        return Err(Error::invalid("ScatterNd", format!("Dimension {n} must be >= 0")));
    }
    check("labels", &rows, n)?;
    check("predictions", &columns, n)?;
    let cells = n.checked_mul(n).ok_or_else(|| Error::invalid("ScatterNd", format!("{n} classes are too many")))?;
    let weights = match weights {
        Some(w) if w.shape() != labels.shape() => {
            let text = format!("Shapes {} and {} are incompatible", labels.shape().tuple(), w.shape().tuple());
            return Err(Error::value(text));
        }
        Some(w) => ops::cast(w, dtype)?,
        None => Tensor::new(Array::ones(dtype, labels.shape().clone())?),
    };
    let mut cell = Array::scratch_of::<i64>(labels.shape().clone())?;
    let mut pace = Pace::default();
    for (cell, (row, column)) in cell.slice_mut::<i64>().iter_mut().zip(rows.iter().zip(&columns)) {
        *cell = row * n + column;
        pace.after(1)?;
    }
    let sums = ops::unsorted_segment_sum(&weights, &Tensor::new(cell), cells)?;
    ops::reshape_to(&sums, &Shape::new(&[n as usize, n as usize]))
}

/// `x` without a last axis of length 1 that `other` does not have.
fn squeezed(x: &Tensor, other: &Tensor) -> Result<Tensor> {
    match x.shape().split_last() {
        Some((1, rest)) if x.rank() == other.rank() + 1 => Ok(Tensor::new(x.array().reshape(rest.into())?)),
        _ => Ok(x.clone()),
    }
}

/// Refuses numbers that are not one of `n` classes.
fn check(name: &str, values: &[i64], n: i64) -> Result<()> {
    if values.iter().any(|v| *v < 0) {
        return Err(Error::new(ErrorKind::InvalidArgument, format!("`{name}` contains negative values")));
    }
    match values.iter().find(|v| **v >= n) {
        Some(v) => Err(Error::new(ErrorKind::InvalidArgument, format!("`{name}` out of bound: {v} >= {n}"))),
        None => Ok(()),
    }
}
