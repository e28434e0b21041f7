//! `IndexedSlices`: some rows of a larger tensor, and gradients that are either those or tensors.
//!
//! Invariant: the tensor that slices stand for is the sum of its rows, so a row that is named twice adds up.

use crate::shape::Shape;
use crate::tensor::Tensor;

/// `values[i]` at row `indices[i]` of a tensor, zero elsewhere.
#[derive(Clone, Debug)]
pub struct IndexedSlices {
    /// The rows: `[n, ...]`.
    pub values: Tensor,
    /// Where each goes: integers `[n]`.
    pub indices: Tensor,
    /// The shape of the whole.
    pub shape: Shape,
}

/// A gradient: a tensor, or the rows of one that are not zero.
#[derive(Clone, Debug)]
pub enum Gradient {
    /// All of it.
    Dense(Tensor),
    /// Some rows.
    Slices(Box<IndexedSlices>),
}

impl From<Tensor> for Gradient {
    fn from(whole: Tensor) -> Gradient {
        Gradient::Dense(whole)
    }
}

impl From<IndexedSlices> for Gradient {
    fn from(slices: IndexedSlices) -> Gradient {
        Gradient::Slices(Box::new(slices))
    }
}
