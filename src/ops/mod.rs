//! Every operation: `primitives` have kernels and gradients of their own, `functions` are formulas over them. Both lie in
//! folders by family; a file has a table of its rows, and [`registry`] chains the tables.
//!
//! [`apply`] is the one place where an operation runs and is recorded.

#[doc(hidden)]
pub mod def;
mod doc;
pub mod formula;
mod graph;
mod prelude;
mod primitive;
#[doc(hidden)]
pub mod rule;
mod takes;
mod to_the_letter;

mod constant;
mod custom;
mod functions;
mod non_differentiable;
mod primitives;

pub use constant::*;
pub use custom::custom_gradient;
pub use functions::*;
pub use graph::{builds_graph, is_of_dataset, takes_reciprocals};
pub use primitives::*;
pub use takes::{check_dtype, check_same_dtype};
pub use to_the_letter::follow_to_the_letter;
#[cfg(feature = "python")]
pub(crate) use to_the_letter::is_to_the_letter;

use crate::array::Array;
use crate::error::Result;
pub use crate::kernels::elementwise::{add_in_place, subtract_in_place};
use crate::memory::{try_collect, try_collect_short};
use std::slice::{from_mut, from_ref};
use std::sync::Arc;

use def::OpDef;
use smallvec::{SmallVec, smallvec};

use crate::op::{Gradient, Op, OpRef};
use crate::tape;
use crate::tensor::Tensor;

/// Every function of the library.
pub fn registry() -> impl Iterator<Item = &'static OpDef> {
    let families = primitives::FAMILIES.iter().chain(functions::FAMILIES);
    families.flat_map(|family| family.iter()).flat_map(|table| table.iter())
}

/// Operation types that TensorFlow has no gradient for, as their `Op::gradient` says; users may register one.
pub const WITHOUT_GRADIENT: &[&str] = &[
    "AdjustContrastv2",
    "Bincount",
    "Bitcast",
    "DenseBincount",
    "HistogramFixedWidth",
    "Lu",
    "MatrixExponential",
    "MatrixLogarithm",
    "MatrixSquareRoot",
    "TruncateMod",
    "Unique",
    "UniqueV2",
    "UniqueWithCounts",
    "UniqueWithCountsV2",
];

/// Whether operation type `op_type` is one of ours with a gradient, or one of ours that is registered as not
/// differentiable.
pub fn has_gradient(op_type: &str) -> bool {
    !WITHOUT_GRADIENT.contains(&op_type) && registry().any(|row| row.op_type == op_type)
}

fn arrays<'a>(inputs: &[&'a Tensor]) -> Result<SmallVec<[&'a Array; 4]>> {
    try_collect_short(inputs.iter().map(|t| t.array()))
}

#[inline]
fn forward<O: Op + ?Sized>(op: &O, inputs: &[&Tensor]) -> Result<Tensor> {
    let y = match inputs {
        [x] => op.forward(&[x.array()]),
        [a, b] => op.forward(&[a.array(), b.array()]),
        _ => op.forward(&arrays(inputs)?),
    };
    y.map(Tensor::new).map_err(|error| error.in_op(op.op_type()))
}

/// Runs an operation with one output and records it where a tape tracks an input.
#[inline]
pub fn apply<O: Op>(op: O, inputs: &[&Tensor]) -> Result<Tensor> {
    let mut y = forward(&op, inputs)?;
    if tape::recording() {
        match op.gradient() {
            Gradient::NotDifferentiable => tape::pass_by(op.op_type(), inputs, from_ref(&y)),
            _ => tape::record(|| OpRef::Shared(Arc::new(op)), inputs, from_mut(&mut y))?,
        }
    }
    Ok(y)
}

/// As [`apply`], for an operation without parameters: recording it allocates nothing.
#[inline]
pub fn apply_static(op: &'static dyn Op, inputs: &[&Tensor]) -> Result<Tensor> {
    let mut y = forward(op, inputs)?;
    if tape::recording() {
        match op.gradient() {
            Gradient::NotDifferentiable => tape::pass_by(op.op_type(), inputs, from_ref(&y)),
            _ => tape::record_static(op, inputs, from_mut(&mut y))?,
        }
    }
    Ok(y)
}

/// Runs an operation that has run before on other inputs.
pub(crate) fn apply_again(op: &OpRef, inputs: &[&Tensor]) -> Result<SmallVec<[Tensor; 1]>> {
    let mut ys: SmallVec<[Tensor; 1]> = match op.outputs() {
        1 => smallvec![forward(&**op, inputs)?],
        _ => {
            let ys = op.forward_all(&arrays(inputs)?).map_err(|error| error.in_op(op.op_type()))?;
            try_collect_short(ys.into_iter().map(Tensor::new))?
        }
    };
    if tape::recording() && op.gradient() != Gradient::NotDifferentiable {
        tape::record(|| op.clone(), inputs, &mut ys)?;
    }
    Ok(ys)
}

/// Runs an operation with several outputs.
pub fn apply_all<O: Op>(op: O, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
    let ys = op.forward_all(&arrays(inputs)?).map_err(|error| error.in_op(op.op_type()))?;
    let mut ys = try_collect(ys.into_iter().map(Tensor::new))?;
    if tape::recording() {
        match op.gradient() {
            Gradient::NotDifferentiable => tape::pass_by(op.op_type(), inputs, &ys),
            _ => tape::record(|| OpRef::Shared(Arc::new(op)), inputs, &mut ys)?,
        }
    }
    Ok(ys)
}
