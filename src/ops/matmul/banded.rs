//! The product with a banded matrix along one axis: windows, interpolation, filters.
//!
//! What an output element takes from the axis is a run of weighted input elements. The adjoint gives back along the same
//! runs; each of the two operations is the other's gradient, so any order of differentiation works. The axis is counted
//! from the end, so that leading batch axes do not move it.

use std::sync::Arc;

use smallvec::smallvec;

use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::kernels::math::Native;
use crate::memory::{try_push, try_vec};
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::apply;
use crate::tensor::Tensor;

/// A matrix whose rows are zero outside a run.
#[derive(Debug, PartialEq)]
pub struct Band {
    columns: usize,
    /// For each row: the first column of its run, and where its weights end.
    rows: Vec<(usize, usize)>,
    weights: Vec<f64>,
}

impl Band {
    /// A matrix with these rows: the first column of each run and its weights.
    ///
    /// Errors: `ResourceExhausted` where memory for the weights is not to be had.
    ///
    /// # Panics
    /// If a run leaves the columns.
    pub fn new(columns: usize, rows: impl IntoIterator<Item = Result<(usize, Vec<f64>)>>) -> Result<Arc<Band>> {
        let mut band = Band { columns, rows: Vec::new(), weights: Vec::new() };
        for row in rows {
            let (start, weights) = row?;
            assert!(start + weights.len() <= columns, "a run from {start} leaves {columns} columns");
            weights.into_iter().try_for_each(|weight| try_push(&mut band.weights, weight))?;
            try_push(&mut band.rows, (start, band.weights.len()))?;
        }
        Ok(Arc::new(band))
    }

    /// The square matrix that adds up each element's neighbours from `before` places before it to `after` behind it.
    pub fn window(n: usize, before: usize, after: usize) -> Result<Arc<Band>> {
        Band::new(
            n,
            (0..n).map(|i| {
                let start = i.saturating_sub(before);
                Ok((start, try_vec(i.saturating_add(after).saturating_add(1).min(n) - start, 1.0)?))
            }),
        )
    }

    /// For each row: its number, the first column of its run, its weights.
    fn iter(&self) -> impl Iterator<Item = (usize, usize, &[f64])> {
        let mut begin = 0;
        self.rows.iter().enumerate().map(move |(i, &(start, end))| {
            let weights = &self.weights[begin..end];
            begin = end;
            (i, start, weights)
        })
    }
}

/// `band` times `x` along the axis that is `from_end` axes before the last one. `x` is floating.
pub fn banded(x: &Tensor, from_end: usize, band: &Arc<Band>) -> Result<Tensor> {
    apply(Banded { band: band.clone(), from_end }, &[x])
}

#[derive(Debug)]
struct Banded {
    band: Arc<Band>,
    from_end: usize,
}

/// The transpose of [`Banded`].
#[derive(Debug)]
struct BandedAdjoint {
    band: Arc<Band>,
    from_end: usize,
}

impl Op for Banded {
    fn op_type(&self) -> &'static str {
        "BandedMatMul"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        along(x[0], self.from_end, self.band.rows.len(), Lines { band: &self.band, adjoint: false })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        let adjoint = BandedAdjoint { band: self.band.clone(), from_end: self.from_end };
        Ok(smallvec![Some(apply(adjoint, &[&g[0]])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

impl Op for BandedAdjoint {
    fn op_type(&self) -> &'static str {
        "BandedMatMul"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        along(x[0], self.from_end, self.band.columns, Lines { band: &self.band, adjoint: true })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(banded(&g[0], self.from_end, &self.band)?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

/// What is done to each block of lines along the axis.
struct Lines<'a> {
    band: &'a Band,
    adjoint: bool,
}

impl Lines<'_> {
    /// `out` is zero; both hold lines of `inner` elements, one for each place along the axis.
    fn run<T: Native>(&self, x: &[T], inner: usize, out: &mut [T]) {
        let line = |i: usize| i * inner..(i + 1) * inner;
        for (row, start, weights) in self.band.iter() {
            for (column, &weight) in (start..).zip(weights) {
                let (from, to) = if self.adjoint { (row, column) } else { (column, row) };
                let weight = T::of(weight);
                out[line(to)].iter_mut().zip(&x[line(from)]).for_each(|(o, &x)| *o = *o + weight * x);
            }
        }
    }
}

/// `x` with the axis replaced by one of `length` places; half precision goes through `float32`.
fn along(x: &Array, from_end: usize, length: usize, lines: Lines) -> Result<Array> {
    fn typed<T: Native + Element>(x: &Array, axis: usize, length: usize, lines: Lines) -> Result<Array> {
        let (old, inner): (usize, usize) = (x.shape()[axis], x.shape()[axis + 1..].iter().product());
        let mut out = Array::zeros(x.dtype(), x.shape().with(axis, length))?;
        let (x, block) = (x.contiguous()?, (length * inner).max(1));
        let blocks = x.slice::<T>().chunks((old * inner).max(1)).zip(out.slice_mut::<T>().chunks_mut(block));
        blocks.for_each(|(x, out)| lines.run(x, inner, out));
        Ok(out)
    }
    let axis = x.shape().rank() - 1 - from_end;
    match x.dtype() {
        DType::Float32 => typed::<f32>(x, axis, length, lines),
        DType::Float64 => typed::<f64>(x, axis, length, lines),
        other => typed::<f32>(&x.cast(DType::Float32)?, axis, length, lines)?.cast(other),
    }
}
