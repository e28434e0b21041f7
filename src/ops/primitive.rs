//! Primitives: operations with one output that say of each input how its gradient is written ([`Rule`]). What the tape
//! keeps, which gradients are asked for and how a broadcast is undone follows from that, here once for all of them.

use std::fmt::Debug;

use super::rule::{Cotangent, Rule};
use super::sum_to;
use super::takes::Takes;
use crate::array::Array;
use crate::error::Result;
use crate::op::{Along, Gradient, Grads, Keep, Mask, Op, Saved};
use crate::slices::IndexedSlices;
use crate::tensor::Tensor;

/// An operation with its parameters, which rules find in [`Cotangent::op`].
pub(in crate::ops) trait Primitive: Debug + Send + Sync + Sized + 'static {
    /// TensorFlow's operation type.
    const OP_TYPE: &'static str = "";
    /// The dtypes of the inputs.
    const TAKES: Takes = Takes::ANY;
    /// One rule for each input; the last one holds for all that follow.
    const GRAD: &'static [Rule<Self>];
    /// Whether rules give gradients of the output's shape, which are summed back to the shape of each input.
    const BROADCASTS: bool = false;
    /// Whether rules take a batch of cotangents.
    const BATCHED: bool = true;
    /// The inputs that hold bits; see [`Op::bits`].
    const BITS: Mask = Mask::NONE;

    /// The operation type, where it depends on parameters.
    fn named(&self) -> &'static str {
        Self::OP_TYPE
    }

    /// Checks the inputs and computes the output.
    fn forward(&self, x: &[&Array]) -> Result<Array>;

    /// The gradient of the first input as rows of it; see [`Op::slices`].
    fn slices(&self, _s: &Saved, _g: &Tensor) -> Result<Option<IndexedSlices>> {
        Ok(None)
    }

    /// How the derivative along a direction is had.
    fn along(&self) -> Along {
        const { Rule::along(Self::GRAD) }
    }

    /// Whether there is a gradient.
    fn gradient(&self) -> Gradient {
        const { Rule::gradient(Self::GRAD) }
    }
}

fn rule<P: Primitive>(i: usize) -> &'static Rule<P> {
    &P::GRAD[i.min(P::GRAD.len() - 1)]
}

impl<P: Primitive> Op for P {
    fn op_type(&self) -> &'static str {
        self.named()
    }

    #[inline]
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        P::TAKES.compute(self.named(), x, |x| Primitive::forward(self, x))
    }

    fn slices(&self, s: &Saved, g: &[Tensor]) -> Result<Option<IndexedSlices>> {
        Primitive::slices(self, s, &g[0])
    }

    fn gradient(&self) -> Gradient {
        Primitive::gradient(self)
    }

    fn along(&self) -> Along {
        Primitive::along(self)
    }

    fn bits(&self) -> Keep {
        Keep { inputs: P::BITS, outputs: Mask::NONE }
    }

    fn keep(&self, tracked: Mask) -> Keep {
        // Positions beyond the rules share the last one; of those none reads a single input.
        let kept = |keep: Keep, i: usize| keep.or(rule::<P>(i).keep().when(tracked.has(i)));
        (0..P::GRAD.len()).fold(Keep::NOTHING, kept)
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let one = |i: usize| {
            if !s.wants(i) {
                return Ok(None);
            }
            let dx = rule::<P>(i).eval(self.named(), &Cotangent::new(self, s, &g[0], i))?;
            if P::BROADCASTS { dx.map(|dx| sum_to(dx, &s.spec(i).shape, s.batch)).transpose() } else { Ok(dx) }
        };
        s.each_or_none(one)
    }

    fn batched(&self) -> bool {
        P::BATCHED
    }
}
