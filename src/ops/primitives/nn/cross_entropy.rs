//! `softmax_cross_entropy_with_logits`: the loss in one pass over the logits, its gradient in another.
//!
//! With `p = softmax(x)` the loss of a row is `-sum(labels * log(p))`, and its gradient for the logits `p - labels`, as
//! TensorFlow has it: that of labels which sum to 1. Policies are trained with labels that do not (one-hot actions times
//! advantages), and must learn what they learn there.

use super::rows::{checked_axis, column, filled, outer, rows, sums, whole};
use super::softmax::{log_softmax, softmax, softmax_grad};
use crate::kernels::softmax as kernel;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[SOFTMAX_CROSS_ENTROPY];

const SOFTMAX_CROSS_ENTROPY: OpDef = OpDef {
    name: "softmax_cross_entropy_with_logits",
    op_type: "SoftmaxCrossEntropyWithLogits",
    doc: "`-reduce_sum(labels * log_softmax(logits, axis), axis)`: how far a distribution over classes is from `labels`.\n\n\
          `labels` and `logits` have one shape, or broadcast; the result lacks `axis`. `labels` are cast to the dtype of \
          the (floating) `logits`, and have a gradient too. The gradient for the logits is `softmax(logits) - labels`, as \
          in TensorFlow: that of the loss if the labels of a row sum to 1, which they need not. Nothing overflows; a \
          logit of -inf makes the loss NaN. Errors: `InvalidArgumentError` for shapes that do not fit, scalars, or an axis out of range.\n\n\
          >>> loss = tf.nn.softmax_cross_entropy_with_logits(labels=[[0., 1.]], logits=[[0., 0.]])\n\
          >>> print(loss.numpy())\n[0.6931472]",
    params: &[free("labels"), tensor("logits"), int("axis", -1)],
    call: |a| Ok(softmax_cross_entropy_with_logits(a.tensor(0), a.tensor(1), a.int(2))?.into()),
    samples: &[
        on(&[Input::At(&[3], &[0.2, 0.5, 0.3]), reals(&[3])]),
        on(&[Input::At(&[2, 3], &[0.2, 0.5, 0.3, 0.125, 0.25, 0.625]), reals(&[2, 3])]),
        on(&[Input::At(&[3], &[0.6, 0.3, 0.1]), reals(&[2, 3])]),
        with(&[Input::At(&[1, 3, 2], &[0.2, 0.25, 0.5, 0.125, 0.3, 0.625]), reals(&[2, 3, 2])], &[("axis", Int(1))]),
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
    let perm: Vec<usize> = (0..x.rank()).filter(|&i| i != at).chain([at]).few();
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

impl Primitive for CrossEntropy {
    const OP_TYPE: &'static str = "SoftmaxCrossEntropyWithLogits";
    const TAKES: Takes = Takes::FLOATING.alike(2);
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|g, logits| column(g) * -logits.map(|x| log_softmax(x, -1))),
        Rule::AB(|g, labels, logits| match g.batch() {
            0 => g.map(|dy| apply_static(&CrossEntropyGrad, &[dy, labels, logits])),
            _ => column(g) * logits_gradient(labels, logits),
        }),
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let x = whole(x)?;
        crate::with_dtype!(x[0].dtype(), T: float => {
            filled::<T>(outer(x[0].shape()), |out| kernel::cross_entropy(rows(&x[0]), rows(&x[1]), out))
        })
    }
}

fn logits_gradient(labels: &Tensor, logits: &Tensor) -> Formula {
    logits.map(|x| softmax(x, -1)) - labels
}

/// The gradient of [`CrossEntropy`] for the logits: `g (softmax(logits) - labels)` in each row.
#[derive(Debug)]
struct CrossEntropyGrad;

impl Primitive for CrossEntropyGrad {
    const OP_TYPE: &'static str = "SoftmaxCrossEntropyWithLogitsGrad";
    const TAKES: Takes = Takes::FLOATING.alike(3);
    const GRAD: &'static [Rule<Self>] = &[
        Rule::ABC(|h, _, labels, logits| sums(h * logits_gradient(labels, logits))),
        Rule::A(|h, g| -(column(g) * h)),
        Rule::ABC(|h, g, _, logits| column(g) * logits.map(|x| softmax_grad(h, &softmax(x, -1)?))),
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let x = whole(x)?;
        crate::with_dtype!(x[0].dtype(), T: float => {
            filled::<T>(x[2].shape().clone(), |out| kernel::cross_entropy_grad(x[0].slice(), rows(&x[1]), rows(&x[2]), out))
        })
    }
}
