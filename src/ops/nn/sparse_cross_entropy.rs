//! `sparse_softmax_cross_entropy_with_logits`: the cross entropy where each row has one class, given by its number.
//!
//! The classes are a parameter of the operation, checked before it is made: the kernels index with them.

use std::sync::Arc;

use smallvec::smallvec;

use super::rows::{RowKernel, as_column, outer, over_rows, row_sums, rows};
use super::softmax::{softmax, softmax_grad};
use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::{Error, Result};
use crate::kernels::softmax as kernel;
use crate::kernels::softmax::Real;
use crate::memory::try_collect;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::apply;
use crate::ops::def::{Input, Kind, OpDef, Param, on, tensor};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[SPARSE_SOFTMAX_CROSS_ENTROPY];

const OP_TYPE: &str = "SparseSoftmaxCrossEntropyWithLogits";

const SPARSE_SOFTMAX_CROSS_ENTROPY: OpDef = OpDef {
    name: "sparse_softmax_cross_entropy_with_logits",
    op_type: OP_TYPE,
    doc: "`-log_softmax(logits)[..., label]`: `softmax_cross_entropy_with_logits` for one class in each row.\n\n\
          `logits` is floating, `[..., classes]`; `labels` are `int32` or `int64` class numbers of shape `[...]`, which \
          is the shape of the result. Errors: `ValueError` for shapes that do not fit, `InvalidArgumentError` for a label \
          outside `[0, classes)` and for other dtypes.\n\n\
          >>> loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=[[0., 0.]])\n\
          >>> print(loss.numpy())\n[0.6931472]",
    params: &[Param::new("labels", Kind::Index), tensor("logits")],
    call: |a| Ok(sparse_softmax_cross_entropy_with_logits(a.tensor(0), a.tensor(1))?.into()),
    samples: &[
        on(&[Input::Ints(&[], &[1]), Input::Real(&[3], -2.0, 2.0)]),
        on(&[Input::Ints(&[2], &[2, 0]), Input::Real(&[2, 3], -2.0, 2.0)]),
        on(&[Input::Ints(&[2, 2], &[0, 1, 1, 2]), Input::Real(&[2, 2, 3], -2.0, 2.0)]),
    ],
};

/// `-log_softmax(logits)` at the class that `labels` names in each row.
pub fn sparse_softmax_cross_entropy_with_logits(labels: &Tensor, logits: &Tensor) -> Result<Tensor> {
    check_shapes(labels, logits)?;
    apply(CrossEntropy { labels: classes(labels, logits)? }, &[logits])
}

fn check_shapes(labels: &Tensor, logits: &Tensor) -> Result<()> {
    let (rank, logits_rank) = (labels.rank(), logits.rank());
    if rank + 1 == logits_rank && labels.shape()[..] == logits.shape()[..rank] {
        return Ok(());
    }
    let (of_labels, of_logits) = (labels.shape().tuple(), logits.shape().tuple());
    Err(Error::value(if logits_rank == 0 {
        "`logits` cannot be a scalar. Received logits with shape ()".into()
    } else if rank + 1 != logits_rank {
        format!(
            "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape={of_labels} of rank {rank} \
             and logits.shape={of_logits} of rank {logits_rank}"
        )
    } else {
        format!(
            "`labels.shape` must equal `logits.shape` except for the last dimension. Received: \
             labels.shape={of_labels} and logits.shape={of_logits}"
        )
    }))
}

/// The labels as indices below the number of classes.
fn classes(labels: &Tensor, logits: &Tensor) -> Result<Arc<Vec<usize>>> {
    if !matches!(labels.dtype(), DType::Int32 | DType::Int64) {
        let name = labels.dtype().kernel_name();
        let text = format!("Value for attr 'Tlabels' of {name} is not in the list of allowed values: int32, int64");
        return Err(Error::invalid(OP_TYPE, text));
    }
    let count = logits.shape()[logits.rank() - 1];
    if count == 0 {
        let text = format!("Must have at least one class, but got logits shape {}", logits.shape());
        return Err(Error::invalid(OP_TYPE, text));
    }
    let whole = labels.array().contiguous()?;
    crate::with_dtype!(labels.dtype(), T: int => in_range(whole.slice::<T>(), count), else unreachable!("checked above"))
}

fn in_range<T: Element>(labels: &[T], count: usize) -> Result<Arc<Vec<usize>>> {
    let index = |label: &T| usize::try_from(label.to_i64()).ok().filter(|&l| l < count);
    match labels.iter().find(|label| index(label).is_none()) {
        Some(wrong) => Err(outside(wrong.to_i64(), count, labels)),
        None => Ok(Arc::new(try_collect(labels.iter().map(|label| label.to_i64() as usize))?)),
    }
}

#[cold]
fn outside<T: Element>(label: i64, count: usize, labels: &[T]) -> Error {
    let shown = labels.iter().take(16).map(|l| l.to_i64().to_string()).collect::<Vec<_>>().join(" ");
    let more = if labels.len() > 16 { "..." } else { "" };
    let text = format!(
        "Received a label value of {label} which is outside the valid range of [0, {count}).  Label values: {shown}{more}"
    );
    Error::invalid(OP_TYPE, text)
}

/// The loss of each row of logits.
#[derive(Debug)]
struct CrossEntropy {
    labels: Arc<Vec<usize>>,
}

impl RowKernel for CrossEntropy {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::sparse_cross_entropy(&self.labels, rows::<T>(&x[0]), out)
    }
}

impl Op for CrossEntropy {
    fn op_type(&self) -> &'static str {
        OP_TYPE
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        over_rows(self, OP_TYPE, x, outer(x[0].shape()))
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::INPUTS
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (g, logits) = (&g[0], s.x(0));
        let dx = if s.batch == 0 {
            apply(CrossEntropyGrad { labels: self.labels.clone() }, &[g, logits])
        } else {
            ops::multiply(&as_column(g)?, &logits_gradient(&self.labels, logits)?)
        };
        Ok(smallvec![Some(dx?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

/// `softmax(logits)`, less 1 at the label of each row.
fn logits_gradient(labels: &[usize], logits: &Tensor) -> Result<Tensor> {
    let mut hot = Array::zeros(DType::Float64, logits.shape().clone())?;
    let rows = hot.slice_mut::<f64>().chunks_exact_mut(logits.shape()[logits.rank() - 1]);
    rows.zip(labels).for_each(|(row, &label)| row[label] = 1.0);
    ops::subtract(&softmax(logits, -1)?, &Tensor::new(hot.cast(logits.dtype())?))
}

/// The gradient of [`CrossEntropy`]: `g (softmax(logits) - one hot labels)` in each row.
#[derive(Debug)]
struct CrossEntropyGrad {
    labels: Arc<Vec<usize>>,
}

impl RowKernel for CrossEntropyGrad {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::sparse_cross_entropy_grad(x[0].slice::<T>(), &self.labels, rows(&x[1]), out)
    }
}

impl Op for CrossEntropyGrad {
    fn op_type(&self) -> &'static str {
        "SparseSoftmaxCrossEntropyWithLogitsGrad"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        over_rows(self, self.op_type(), x, x[1].shape().clone())
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::INPUTS
    }
    fn grad(&self, s: &Saved, h: &[Tensor]) -> Result<Grads> {
        let (h, g, logits) = (&h[0], s.x(0), s.x(1));
        s.each(|i| {
            if i == 0 {
                let all = row_sums(&ops::multiply(h, &logits_gradient(&self.labels, logits)?)?)?;
                return ops::reshape_to(&all, &outer(all.shape()));
            }
            ops::multiply(&as_column(g)?, &softmax_grad(h, &softmax(logits, -1)?)?)
        })
    }
    fn batched(&self) -> bool {
        true
    }
}
