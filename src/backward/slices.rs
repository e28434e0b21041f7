//! Gradients of sources that come as rows: what operations took from a source itself, they give back as rows of it.
//!
//! Rows and rows are rows, in the order in which the backward pass finds them; rows and a tensor are a tensor. Invariant:
//! only leaves have rows, and only where the caller of the backward pass takes them.

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use super::Visited;
use super::gradients::accumulate;
use crate::error::Result;
use crate::memory::{try_collect, try_push};
use crate::op::OpRef;
use crate::ops;
use crate::slices::{Gradient, IndexedSlices};
use crate::tensor::Tensor;

/// The rows found so far, by the place of their leaf.
#[derive(Default)]
pub(super) struct Pieces(FxHashMap<usize, Vec<IndexedSlices>>);

impl Pieces {
    pub(super) fn add(&mut self, leaf: usize, piece: IndexedSlices) -> Result<()> {
        try_push(self.0.entry(leaf).or_default(), piece)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The gradient of a leaf, `dense` being what came as tensors.
    pub(super) fn join(&self, leaf: usize, dense: Option<Tensor>) -> Result<Option<Gradient>> {
        match (self.0.get(&leaf).map_or(&[][..], Vec::as_slice), dense) {
            ([], dense) => Ok(dense.map(Gradient::Dense)),
            (pieces, None) => all(pieces).map(|rows| Some(rows.into())),
            (pieces, Some(dense)) => accumulate(dense, all(pieces)?.dense()?).map(|sum| Some(sum.into())),
        }
    }
}

/// All rows of some slices of one tensor.
fn all(pieces: &[IndexedSlices]) -> Result<IndexedSlices> {
    if let [one] = pieces {
        return Ok(one.clone());
    }
    let values = try_collect(pieces.iter().map(|piece| piece.values.clone()))?;
    // Of several dtypes the wider holds all.
    let wide = pieces.iter().map(|piece| piece.indices.dtype()).max_by_key(|dtype| dtype.size()).expect("some pieces");
    let mut indices = Vec::new();
    for piece in pieces {
        try_push(&mut indices, ops::cast(&piece.indices, wide)?)?;
    }
    let shape = pieces[0].shape.clone();
    Ok(IndexedSlices { values: ops::concat(&values, 0)?, indices: ops::concat(&indices, 0)?, shape })
}

impl IndexedSlices {
    /// The whole tensor; recorded. Errors: `InvalidArgument` for an index that is no row of it, negative ones included.
    pub fn dense(&self) -> Result<Tensor> {
        let points = ops::reshape_to(&self.indices, &self.indices.shape().concat(&[1]))?;
        let shape = try_collect(self.shape.iter().map(|&n| n as i64))?;
        ops::scatter_nd(&points, &self.values, &shape)
    }
}

impl Gradient {
    /// All of it.
    pub fn dense(self) -> Result<Tensor> {
        match self {
            Gradient::Dense(whole) => Ok(whole),
            Gradient::Slices(slices) => slices.dense(),
        }
    }
}

impl Visited<'_> {
    /// The gradient of the first input as rows of it, if the operation has such.
    #[inline]
    pub(super) fn slices<const OBSERVED: bool>(&self, g: &[Tensor]) -> Result<Option<IndexedSlices>> {
        let OpRef::Shared(op) = &self.op else {
            return Ok(None);
        };
        let found = op.slices(&self.saved, g)?;
        if let (true, Some(rows)) = (OBSERVED, &found) {
            self.tell(g, &smallvec![Some(rows.values.clone()), None]);
        }
        Ok(found)
    }
}
