//! Operations that no gradient passes: a kernel and TensorFlow's name, nothing for a tape to keep.

use smallvec::SmallVec;

use crate::array::Array;
use crate::error::Result;
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::apply;
use crate::tensor::Tensor;

/// A kernel under the operation type that it is registered with, as not differentiable.
struct NonDifferentiable<F> {
    op_type: &'static str,
    kernel: F,
}

/// Runs `kernel` as an operation of type `op_type` that is registered as not differentiable.
pub(in crate::ops) fn non_differentiable<F>(op_type: &'static str, inputs: &[&Tensor], kernel: F) -> Result<Tensor>
where
    F: Fn(&[&Array]) -> Result<Array> + Send + Sync + 'static,
{
    apply(NonDifferentiable { op_type, kernel }, inputs)
}

impl<F> std::fmt::Debug for NonDifferentiable<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.op_type)
    }
}

impl<F: Fn(&[&Array]) -> Result<Array> + Send + Sync + 'static> Op for NonDifferentiable<F> {
    fn op_type(&self) -> &'static str {
        self.op_type
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        (self.kernel)(x)
    }
    fn gradient(&self) -> Gradient {
        Gradient::NotDifferentiable
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, _: &[Tensor]) -> Result<Grads> {
        // bounded: by the inputs that such an operation names
        Ok(SmallVec::from_elem(None, s.len()))
    }
}
