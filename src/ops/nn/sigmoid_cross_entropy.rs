//! Cross entropies of independent classes: `sigmoid_cross_entropy_with_logits` and its weighted relative.

use crate::error::{Error, Result};
use crate::kernels::math::Float;
use crate::ops;
use crate::ops::binary::{Binary, Partial, call};
use crate::ops::def::{Input, Literal, OpDef, Param, on, tensor};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[SIGMOID_CROSS_ENTROPY, WEIGHTED_CROSS_ENTROPY];

const SIGMOID_CROSS_ENTROPY: OpDef = OpDef {
    name: "sigmoid_cross_entropy_with_logits",
    op_type: SigmoidCrossEntropy::OP_TYPE,
    doc: SigmoidCrossEntropy::DOC,
    params: SigmoidCrossEntropy::PARAMS,
    call: |a| {
        let (Some(labels), Some(logits)) = (a.opt_tensor(0), a.opt_tensor(1)) else {
            let text = "Both `labels` and `logits` must be provided for sigmoid_cross_entropy_with_logits";
            return Err(Error::value(text));
        };
        Ok(sigmoid_cross_entropy_with_logits(labels, logits)?.into())
    },
    samples: SigmoidCrossEntropy::SAMPLES,
};

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
        on(&[Input::Real(&[2, 3], 0.0, 1.0), Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[], 0.5, 2.0)]),
        on(&[Input::Real(&[2, 3], 0.0, 1.0), Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[3], 0.5, 2.0)]),
    ],
};

struct SigmoidCrossEntropy;

impl Binary for SigmoidCrossEntropy {
    const NAME: &'static str = "sigmoid_cross_entropy_with_logits";
    const OP_TYPE: &'static str = "SigmoidCrossEntropyWithLogits";
    const DOC: &'static str = "`-labels * log(sigmoid(logits)) - (1 - labels) * log(1 - sigmoid(logits))`, element by element.\n\n\
        Computed as `max(logits, 0) - logits * labels + log(1 + exp(-abs(logits)))`, which neither overflows nor loses \
        digits. Both have one floating dtype and one shape (else `ValueError`), and both have a gradient.\n\n\
        >>> loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=[0., 1.], logits=[0., 1000.])\n\
        >>> print(loss.numpy())\n[0.6931472 0.       ]";
    const PARAMS: &'static [Param] = &[tensor("labels").or(Literal::None), tensor("logits").or(Literal::None)];
    const DA: Partial = Partial::B(|g, x| ops::negative(&ops::multiply(g, x)?));
    const DB: Partial = Partial::AB(|g, z, x| ops::multiply(g, &ops::subtract(&ops::sigmoid(x)?, z)?));
    const SAMPLES: &'static [ops::def::Sample] = &[
        on(&[Input::Real(&[], 0.0, 1.0), Input::Real(&[], -2.0, 2.0)]),
        on(&[Input::Real(&[2, 3], 0.0, 1.0), Input::Real(&[2, 3], -2.0, 2.0)]),
    ];
    #[inline(always)]
    fn f<R: Float>(z: R, x: R) -> R {
        x.max(R::of(0.0)) - x * z + (-x.abs()).exp().log1p()
    }
}

/// `-labels log(sigmoid(logits)) - (1 - labels) log(1 - sigmoid(logits))`, element by element.
pub fn sigmoid_cross_entropy_with_logits(labels: &Tensor, logits: &Tensor) -> Result<Tensor> {
    check_operands(labels, logits)?;
    call::<SigmoidCrossEntropy>(labels, logits)
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
    let one = ops::like(labels, 1.0)?;
    let positive = ops::add(&one, &ops::multiply(&ops::subtract(weight, &one)?, labels)?)?;
    let linear = ops::multiply(&ops::subtract(&one, labels)?, logits)?;
    ops::add(&linear, &ops::multiply(&positive, &ops::softplus(&ops::negative(logits)?)?)?)
}
