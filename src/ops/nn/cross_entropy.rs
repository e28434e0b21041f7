//! `softmax_cross_entropy_with_logits`: the loss in one pass over the logits, its gradient in another.
//!
//! With `p = softmax(x)` and `L = sum(labels)` the loss of a row is `-sum(labels * log(p))` and its gradient for the
//! logits `p L - labels`. TensorFlow leaves out the factor `L`, which is right only where it is 1.

use super::rows::{RowKernel, as_column, checked_axis, outer, over_rows, row_sums, rows};
use super::softmax::{log_softmax, softmax, softmax_grad};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::kernels::softmax as kernel;
use crate::kernels::softmax::Real;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::apply_static;
use crate::ops::def::{Input, Literal, OpDef, free, int, on, tensor, with};
use crate::shape::Shape;
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[SOFTMAX_CROSS_ENTROPY];

const SOFTMAX_CROSS_ENTROPY: OpDef = OpDef {
    name: "softmax_cross_entropy_with_logits",
    op_type: "SoftmaxCrossEntropyWithLogits",
    doc: "`-reduce_sum(labels * log_softmax(logits, axis), axis)`: how far a distribution over classes is from `labels`.\n\n\
          `labels` and `logits` have one shape, or broadcast; the result lacks `axis`. `labels` are cast to the dtype of \
          the (floating) `logits`, need not sum to 1, and have a gradient too. Nothing overflows; a logit of -inf makes \
          the loss NaN. Errors: `InvalidArgumentError` for shapes that do not fit, scalars, or an axis out of range.\n\n\
          >>> loss = tf.nn.softmax_cross_entropy_with_logits(labels=[[0., 1.]], logits=[[0., 0.]])\n\
          >>> print(loss.numpy())\n[0.6931472]",
    params: &[free("labels"), tensor("logits"), int("axis", -1)],
    call: |a| Ok(softmax_cross_entropy_with_logits(a.tensor(0), a.tensor(1), a.int(2))?.into()),
    samples: &[
        on(&[Input::Real(&[3], 0.1, 1.0), Input::Real(&[3], -2.0, 2.0)]),
        on(&[Input::Real(&[2, 3], 0.1, 1.0), Input::Real(&[2, 3], -2.0, 2.0)]),
        on(&[Input::Real(&[3], 0.1, 1.0), Input::Real(&[2, 3], -2.0, 2.0)]),
        with(&[Input::Real(&[2, 3, 2], 0.1, 1.0), Input::Real(&[2, 3, 2], -2.0, 2.0)], &[("axis", Literal::Int(1))]),
    ],
};

/// `-sum(labels * log_softmax(logits))` along `axis`; labels are cast to the dtype of the logits.
pub fn softmax_cross_entropy_with_logits(labels: &Tensor, logits: &Tensor, axis: i64) -> Result<Tensor> {
    let labels = ops::cast(labels, logits.dtype())?;
    let shape = common_shape(&labels, logits)?;
    check_rows(&shape, &labels, logits)?;
    let [labels, logits] = [&labels, logits].map(|x| ops::broadcast_to_shape(x, &shape));
    let [labels, logits] = [last(&labels?, axis)?, last(&logits?, axis)?];
    apply_static(&CrossEntropy, &[&labels, &logits])
}

/// `x` with axis `axis` moved to the end, the others in order.
fn last(x: &Tensor, axis: i64) -> Result<Tensor> {
    let at = checked_axis(axis, x.rank())?;
    let perm: Vec<usize> = (0..x.rank()).filter(|&i| i != at).chain([at]).collect();
    if perm.is_sorted() { Ok(x.clone()) } else { ops::transpose_by(x, &perm) }
}

/// There is one loss for each row of the logits; labels may broadcast to them, not they to the labels.
fn check_rows(shape: &Shape, labels: &Tensor, logits: &Tensor) -> Result<()> {
    let rows = |shape: &Shape| shape[..shape.rank() - 1].iter().product::<usize>();
    if labels.rank() == 0 || logits.rank() == 0 {
        let text = "logits and labels must have at least 1 dimension";
        return Err(Error::invalid("SoftmaxCrossEntropyWithLogits", text));
    }
    let (losses, wanted) = (rows(shape), rows(logits.shape()));
    if losses == wanted {
        return Ok(());
    }
    let text = format!("Input to reshape is a tensor with {losses} values, but the requested shape has {wanted}");
    Err(Error::invalid("Reshape", text))
}

fn common_shape(labels: &Tensor, logits: &Tensor) -> Result<Shape> {
    let fail = |text: String| Err(Error::invalid("SoftmaxCrossEntropyWithLogits", text));
    match labels.shape().broadcast(logits.shape()) {
        Some(shape) if shape.rank() == 0 => fail("logits must have >= 1 dimension, got []".into()),
        Some(shape) => Ok(shape),
        None => {
            let flat = |x: &Tensor| {
                let columns = x.shape().last().copied().unwrap_or(1);
                Shape::new(&[x.shape().elements().checked_div(columns).unwrap_or(0), columns])
            };
            let (logits, labels) = (flat(logits), flat(labels));
            fail(format!("logits and labels must be broadcastable: logits_size={logits} labels_size={labels}"))
        }
    }
}

/// The loss of each row of labels and logits of one shape.
#[derive(Debug)]
struct CrossEntropy;

impl RowKernel for CrossEntropy {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::cross_entropy(rows::<T>(&x[0]), rows(&x[1]), out)
    }
}

impl Op for CrossEntropy {
    fn op_type(&self) -> &'static str {
        "SoftmaxCrossEntropyWithLogits"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        over_rows(self, self.op_type(), x, outer(x[0].shape()))
    }
    fn keep(&self, tracked: Mask) -> Keep {
        Keep { inputs: Mask::one(1).or(Mask::one(0).when(tracked.has(1))), outputs: Mask::NONE }
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let g = &g[0];
        s.each(|i| match i {
            0 => ops::multiply(&as_column(g)?, &ops::negative(&log_softmax(s.x(1), -1)?)?),
            _ if s.batch == 0 => apply_static(&CrossEntropyGrad, &[g, s.x(0), s.x(1)]),
            _ => ops::multiply(&as_column(g)?, &logits_gradient(s.x(0), s.x(1))?),
        })
    }
    fn batched(&self) -> bool {
        true
    }
}

/// `softmax(logits) * sum(labels) - labels`.
fn logits_gradient(labels: &Tensor, logits: &Tensor) -> Result<Tensor> {
    ops::subtract(&ops::multiply(&softmax(logits, -1)?, &row_sums(labels)?)?, labels)
}

/// The gradient of [`CrossEntropy`] for the logits: `g (softmax(logits) sum(labels) - labels)` in each row.
#[derive(Debug)]
struct CrossEntropyGrad;

impl RowKernel for CrossEntropyGrad {
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()> {
        kernel::cross_entropy_grad(x[0].slice::<T>(), rows(&x[1]), rows(&x[2]), out)
    }
}

impl Op for CrossEntropyGrad {
    fn op_type(&self) -> &'static str {
        "SoftmaxCrossEntropyWithLogitsGrad"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        over_rows(self, self.op_type(), x, x[2].shape().clone())
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::INPUTS
    }
    fn grad(&self, s: &Saved, h: &[Tensor]) -> Result<Grads> {
        let (h, g, labels, logits) = (&h[0], s.x(0), s.x(1), s.x(2));
        let p = softmax(logits, -1)?;
        let dg = |h: &Tensor| -> Result<Tensor> {
            let all = row_sums(&ops::multiply(h, &logits_gradient(labels, logits)?)?)?;
            ops::reshape_to(&all, &outer(all.shape()))
        };
        let dlabels = |h: &Tensor| ops::subtract(&row_sums(&ops::multiply(h, &p)?)?, h);
        let dlogits = |h: &Tensor| ops::multiply(&softmax_grad(h, &p)?, &row_sums(labels)?);
        s.each(|i| match i {
            0 => dg(h),
            1 => ops::multiply(&as_column(g)?, &dlabels(h)?),
            _ => ops::multiply(&as_column(g)?, &dlogits(h)?),
        })
    }
    fn batched(&self) -> bool {
        true
    }
}
