//! Cross entropies of independent classes: `sigmoid_cross_entropy_with_logits` and its weighted relative.

use crate::ops::graph::is_in_graph;
use crate::ops::prelude::*;
use crate::ops::primitives::binary::{binary, call};

pub(in crate::ops) const OPS: &[OpDef] = &[WEIGHTED_CROSS_ENTROPY];

binary! {
    /// `-labels * log(sigmoid(logits)) - (1 - labels) * log(1 - sigmoid(logits))`, element by element.
    ///
    /// Computed as `max(logits, 0) - logits * labels + log(1 + exp(-abs(logits)))`, which neither overflows nor loses
    /// digits. Both have one floating dtype and one shape (else `ValueError`), and both have a gradient.
    ///
    /// >>> loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=[0., 1.], logits=[0., 1000.])
    /// >>> print(loss.numpy())
    /// [0.6931472 0.       ]
    sigmoid_cross_entropy_with_logits: SigmoidCrossEntropyWithLogits
        |z, x| x.max(R::of(0.0)) - x * z + (-x.abs()).unfused_exp().log1p(),
        da: Rule::B(|g, x| -g * x),
        db: Rule::AB(slope),
        params: &[tensor("labels").or(Literal::None), tensor("logits").or(Literal::None)],
        samples: &[
            on(&[Input::Real(&[], 0.0, 1.0), reals(&[])]),
            on(&[Input::Real(&[2, 3], 0.0, 1.0), reals(&[2, 3])]),
        ],
        scalar_tail: true,
        entry: Some(of_one_shape),
        call: Some(of_given),
        steps: true;
}

/// `g * (sigmoid(x) - z)`, summand by summand as TensorFlow adds them.
fn slope(g: &Cotangent<()>, z: &Tensor, x: &Tensor) -> Formula {
    let e = (-x.abs()).exp();
    let rest = g * (1.0 + &e).reciprocal() * &e;
    let above = x.greater_equal(0.0);
    let (direct, label, rest) = (above.select(g, 0.0), -g * z, above.select(-&rest, &rest));
    if is_in_graph() { direct + rest + label } else { direct + label + rest }
}

const WEIGHTED_CROSS_ENTROPY: OpDef = OpDef {
    name: "weighted_cross_entropy_with_logits",
    op_type: "",
    doc: "`sigmoid_cross_entropy_with_logits` with the loss of positive labels multiplied by `pos_weight`.\n\n\
          That is `pos_weight * labels * -log(sigmoid(logits)) + (1 - labels) * -log(1 - sigmoid(logits))`. `labels` and \
          `logits` have one shape (else `ValueError`); `pos_weight` broadcasts to it.\n\n\
          >>> loss = tf.nn.weighted_cross_entropy_with_logits(labels=[1.], logits=[0.], pos_weight=2.)\n\
          >>> print(loss.numpy())\n[1.3862944]",
    params: &[tensor("labels"), tensor("logits"), tensor("pos_weight")],
    call: |a| Ok(weighted_cross_entropy_with_logits(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: &[
        on(&[Input::Real(&[2, 3], 0.0, 1.0), reals(&[2, 3]), Input::Real(&[], 0.5, 2.0)]),
        on(&[Input::Real(&[2, 3], 0.0, 1.0), reals(&[2, 3]), Input::Real(&[3], 0.5, 2.0)]),
    ],
};

fn of_given(a: &Args) -> Result<Value> {
    let (Some(labels), Some(logits)) = (a.opt_tensor(0), a.opt_tensor(1)) else {
        let text = "Both `labels` and `logits` must be provided for sigmoid_cross_entropy_with_logits";
        return Err(Error::value(text));
    };
    Ok(of_one_shape(labels, logits)?.into())
}

fn of_one_shape(labels: &Tensor, logits: &Tensor) -> Result<Tensor> {
    check_operands(labels, logits)?;
    call::<SigmoidCrossEntropyWithLogits>(labels, logits)
}

fn check_operands(labels: &Tensor, logits: &Tensor) -> Result<()> {
    if labels.shape() != logits.shape() {
        let (labels, logits) = (labels.shape().tuple(), logits.shape().tuple());
        let text = format!("`logits` and `labels` must have the same shape, received ({logits} vs {labels}).");
        return Err(Error::value(text));
    }
    ops::check_same_dtype("Mul", logits.dtype(), labels.dtype())
}

/// As [`sigmoid_cross_entropy_with_logits`], with the part of positive labels multiplied by `weight`.
pub fn weighted_cross_entropy_with_logits(labels: &Tensor, logits: &Tensor, weight: &Tensor) -> Result<Tensor> {
    check_operands(labels, logits)?;
    let positive = 1.0 + (weight - 1.0) * labels;
    let linear = (1.0 - labels) * logits;
    let rest = (-logits.abs()).exp().log1p() + (-logits).relu();
    (linear + positive * rest).tensor()
}
