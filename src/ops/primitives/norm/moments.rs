//! Mean and variance in one operation.

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::smallvec;

use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::graph::has_known_sizes;
use crate::ops::prelude::*;
use crate::ops::{count_behind, moments_of};
use crate::shape::{AxisSet, Few, normalize_axes};
use crate::tape;

pub(super) const OPS: &[OpDef] = &[MOMENTS];

const MOMENTS: OpDef = OpDef {
    name: "moments",
    op_type: "",
    doc: "The mean and the variance of `x` across `axes`: `(mean, variance)`, both with the dtype of `x`.\n\n\
          Half precision is computed in `float32`. `shift` is accepted and means nothing, as in TensorFlow; `keepdims` \
          keeps reduced axes with length 1. Of integers both are cut off to integers. Errors: `InvalidArgumentError` for an axis out of \
          range or named twice.\n\n\
          >>> mean, variance = tf.nn.moments(tf.constant([1., 2., 6.]), axes=[0])\n>>> mean.numpy().item()\n3.0",
    params: &[free("x"), Param::new("axes", Kind::Axes), free("shift").or(Literal::None), flag("keepdims", false)],
    call: |a| Ok(Value::Tuple(moments(a.tensor(0), a.axes(1), a.bool(3))?.into())),
    samples: &[
        with(&[reals(&[4]), Input::Absent], &[("axes", Ints(&[0]))]),
        with(&[reals(&[2, 3, 2]), Input::Absent], &[("axes", Ints(&[0, 2])), ("keepdims", Bool(true))]),
    ],
};

/// The mean and the variance of `x` across `axes`; `None` means all of them.
pub fn moments(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<[Tensor; 2]> {
    if x.dtype().is_integer() {
        let mean = ops::reduce_mean(x, axes, true)?;
        let variance = ops::reduce_mean(&ops::squared_difference(x, &mean)?, axes, keepdims)?;
        return Ok([ops::reduce_mean(x, axes, keepdims)?, variance]);
    }
    let axes = normalize_axes("Mean", axes, x.rank())?;
    let mut both = apply_all(Moments { axes, keepdims }, &[x, x])?.into_iter();
    Ok([both.next(), both.next()].map(|t| t.expect("two outputs")))
}

/// Whether gradients of a variance hold the mean inside it for a constant.
static CONSTANT_MEANS: AtomicBool = AtomicBool::new(false);

/// Whether second derivatives of variances are TensorFlow's, which takes the mean inside one for a constant: right for
/// the gradient, where the derivative for that mean is 0, but not for the gradient of the gradient.
pub fn take_means_as_constants(yes: bool) {
    CONSTANT_MEANS.store(yes, Ordering::Relaxed);
}

/// The mean inside a variance, as a gradient of that variance reads it.
pub(in crate::ops) fn inside_variance(mean: Formula) -> Formula {
    if tape::recording() && CONSTANT_MEANS.load(Ordering::Relaxed) { mean.stop_gradient() } else { mean }
}

/// The same input twice: from the mean and from the variance it gets gradients that are added up one by one.
#[derive(Debug)]
struct Moments {
    axes: AxisSet,
    keepdims: bool,
}

impl Op for Moments {
    fn op_type(&self) -> &'static str {
        "Moments"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let shape = x[0].shape().reduced(&self.axes, self.keepdims);
        let both = moments_of(x[0], self.axes)?;
        both.into_iter().map(|y| y.reshape(shape.clone())?.cast(x[0].dtype())).few()
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep { inputs: Mask::one(0), outputs: Mask::one(0) }
    }
    /// `g of the mean / n`, and `2 (x - mean) g of the variance / n`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let shape = &s.spec(0).shape;
        let lead: Shape = g[0].shape()[..s.batch].into();
        let kept = shape.reduced(&self.axes, true);
        let n = count_behind(shape, self.axes);
        let share = |g: &Tensor| {
            let g = g.reshape_to(&lead.concat(&kept));
            // As of a mean.
            if has_known_sizes() { g * (1.0 / n) } else { g / n }
        };
        let deviation = s.x(0) - inside_variance(s.y(0).reshape_to(&kept));
        let of_mean = share(&g[0]).broadcast_to(&lead.concat(shape));
        Ok(smallvec![Some(of_mean.tensor()?), Some((2.0 * share(&g[1]) * deviation).tensor()?)])
    }
    fn batched(&self) -> bool {
        true
    }
}
