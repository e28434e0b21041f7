//! `sparse_softmax_cross_entropy_with_logits`: the cross entropy where each row has one class, given by its number.
//!
//! The classes are a parameter of the operation, checked before it is made: the kernels index with them.

use std::sync::Arc;

use super::rows::{column, filled, outer, rows, sums, whole};
use super::softmax::{softmax, softmax_grad};
use crate::kernels::softmax as kernel;
use crate::memory::try_collect;
use crate::ops::prelude::*;
use crate::shape::Few;

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
        on(&[Input::Ints(&[], &[1]), reals(&[3])]),
        on(&[Input::Ints(&[2], &[2, 0]), reals(&[2, 3])]),
        on(&[Input::Ints(&[2, 2], &[0, 1, 1, 2]), reals(&[2, 2, 3])]),
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
    DTypes::INDEX.check(OP_TYPE, "Tlabels", labels.dtype())?;
    let count = logits.shape()[logits.rank() - 1];
    if count == 0 {
        let text = format!("Must have at least one class, but got logits shape {}", logits.shape());
        return Err(Error::invalid(OP_TYPE, text));
    }
    let whole = labels.array().contiguous()?;
    crate::with_dtype!(labels.dtype(), T: int => in_range(whole.slice::<T>(), count))
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
    let shown = labels.iter().take(16).map(|l| l.to_i64().to_string()).few::<Vec<_>>().join(" ");
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

impl Primitive for CrossEntropy {
    const OP_TYPE: &'static str = OP_TYPE;
    const TAKES: Takes = Takes::FLOATING;
    const GRAD: &'static [Rule<Self>] = &[Rule::X(|g, logits| match g.batch() {
        0 => g.through(CrossEntropyGrad { labels: g.op.labels.clone() }, &[logits]),
        _ => column(g) * logits_gradient(&g.op.labels, logits),
    })];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let x = whole(x)?;
        crate::with_dtype!(x[0].dtype(), T: float => {
            filled::<T>(outer(x[0].shape()), |out| kernel::sparse_cross_entropy(&self.labels, rows(&x[0]), out))
        })
    }
}

/// `softmax(logits)`, less 1 at the label of each row.
fn logits_gradient(labels: &[usize], logits: &Tensor) -> Formula {
    logits.map(|x| softmax(x, -1)) - logits.map(|x| one_hot(labels, x.array()))
}

/// 1 at the label of each row of `x`, 0 elsewhere.
fn one_hot(labels: &[usize], x: &Array) -> Result<Tensor> {
    let mut hot = Array::zeros(DType::Float64, x.shape().clone())?;
    let rows = hot.slice_mut::<f64>().chunks_exact_mut(x.shape()[x.shape().rank() - 1]);
    rows.zip(labels).for_each(|(row, &label)| row[label] = 1.0);
    Ok(Tensor::new(hot.cast(x.dtype())?))
}

/// The gradient of [`CrossEntropy`]: `g (softmax(logits) - one hot labels)` in each row.
#[derive(Debug)]
struct CrossEntropyGrad {
    labels: Arc<Vec<usize>>,
}

impl Primitive for CrossEntropyGrad {
    const OP_TYPE: &'static str = "SparseSoftmaxCrossEntropyWithLogitsGrad";
    const TAKES: Takes = Takes::FLOATING.alike(2);
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|h, logits| sums(h * logits_gradient(&h.op.labels, logits))),
        Rule::AB(|h, g, logits| column(g) * logits.map(|x| softmax_grad(h, &softmax(x, -1)?))),
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let x = whole(x)?;
        crate::with_dtype!(x[0].dtype(), T: float => filled::<T>(x[1].shape().clone(), |out| {
            kernel::sparse_cross_entropy_grad(x[0].slice(), &self.labels, rows(&x[1]), out)
        }))
    }
}
