//! The product with a banded matrix along one axis: windows, interpolation, filters.
//!
//! What an output element takes from the axis is a run of weighted input elements. The adjoint, which is the gradient, gives
//! back along the same runs. The axis is counted from the end, so that leading batch axes do not move it.

use std::ops::Range;
use std::sync::Arc;

use crate::interrupt;
use crate::interrupt::{Pace, grain};
use crate::kernels::math::Native;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::memory::{try_push, try_reserve, try_vec};
use crate::ops::prelude::*;

/// A matrix whose rows are zero outside a run.
#[derive(Debug, PartialEq)]
pub struct Band {
    columns: usize,
    /// For each row: the first column of its run, and where its weights end.
    rows: Vec<(usize, usize)>,
    weights: Vec<f64>,
    /// Whether runs are one element, or two, `a + (b - a) * weight of b`: the same but for its rounding.
    blends: bool,
}

impl Band {
    /// A matrix with these rows: the first column of each run and its weights.
    ///
    /// Errors: `ResourceExhausted` where memory for the weights is not to be had.
    ///
    /// # Panics
    /// If a run leaves the columns.
    pub fn new(columns: usize, rows: impl IntoIterator<Item = Result<(usize, Vec<f64>)>>) -> Result<Arc<Band>> {
        Ok(Arc::new(Self::of_rows(columns, rows)?))
    }

    /// As [`Band::new`] for runs of at most two weights that add up to 1, rounded as TensorFlow blends two pixels.
    pub fn blending(columns: usize, rows: impl IntoIterator<Item = Result<(usize, Vec<f64>)>>) -> Result<Arc<Band>> {
        Ok(Arc::new(Band { blends: true, ..Self::of_rows(columns, rows)? }))
    }

    fn of_rows(columns: usize, rows: impl IntoIterator<Item = Result<(usize, Vec<f64>)>>) -> Result<Band> {
        let rows = rows.into_iter();
        let mut band = Band { columns, rows: Vec::new(), weights: Vec::new(), blends: false };
        try_reserve(&mut band.rows, rows.size_hint().0)?;
        let mut pace = Pace::default();
        for row in rows {
            let (start, weights) = row?;
            assert!(start + weights.len() <= columns, "a run from {start} leaves {columns} columns");
            pace.after(1 + weights.len())?;
            weights.into_iter().try_for_each(|weight| try_push(&mut band.weights, weight))?;
            try_push(&mut band.rows, (start, band.weights.len()))?;
        }
        Ok(band)
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

    /// The first column of a row's run, and its weights.
    fn row(&self, i: usize) -> (usize, &[f64]) {
        let begin = if i == 0 { 0 } else { self.rows[i - 1].1 };
        let (start, end) = self.rows[i];
        (start, &self.weights[begin..end])
    }
}

/// `band` times `x` along the axis that is `from_end` axes before the last one. `x` is floating.
pub fn banded(x: &Tensor, from_end: usize, band: &Arc<Band>) -> Result<Tensor> {
    apply(Banded { band: band.clone(), from_end, adjoint: false }, &[x])
}

/// The product, or the one with the transposed matrix.
#[derive(Debug)]
struct Banded {
    band: Arc<Band>,
    from_end: usize,
    adjoint: bool,
}

impl Primitive for Banded {
    const OP_TYPE: &'static str = "BandedMatMul";
    const TAKES: Takes = Takes::FLOATING;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let Banded { band, from_end, adjoint } = g.op;
        g.through(Banded { band: band.clone(), from_end: *from_end, adjoint: !adjoint }, &[])
    })];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: float => self.along::<T>(x[0]))
    }
}

impl Banded {
    /// `x` with the axis replaced by that of the product.
    fn along<T: Native + Element>(&self, x: &Array) -> Result<Array> {
        let axis = x.shape().rank() - 1 - self.from_end;
        let length = if self.adjoint { self.band.columns } else { self.band.rows.len() };
        let (old, inner): (usize, usize) = (x.shape()[axis], x.shape()[axis + 1..].iter().product());
        let mut out = Array::zeros(x.dtype(), x.shape().with(axis, length))?;
        let (x, block) = (x.contiguous()?, (length * inner).max(1));
        let work = self.band.weights.len().saturating_mul(out.elements() / length.max(1));
        let blocks = Grain::ELEMENTS.lines(work, work / (out.elements() / block).max(1));
        let from = (x.slice::<T>(), old * inner);
        parallel::for_each_chunk(out.slice_mut::<T>(), blocks.saturating_mul(block), |at, out| {
            let x = from.0[at / block * from.1..].chunks(from.1.max(1));
            x.zip(out.chunks_mut(block)).try_for_each(|(x, out)| self.lines(x, inner, out))
        })?;
        Ok(out)
    }

    /// `out` is zero; both hold lines of `inner` elements, one for each place along the axis. Some rows at a time.
    fn lines<T: Native>(&self, x: &[T], inner: usize, out: &mut [T]) -> Result<()> {
        let each = self.band.weights.len().div_ceil(self.band.rows.len().max(1)).saturating_mul(inner);
        let rows = (grain::COMPUTED / each.max(1)).max(1);
        for first in (0..self.band.rows.len()).step_by(rows) {
            let rows = first..self.band.rows.len().min(first + rows);
            dispatch(&Part { product: self, rows, x, inner }, out);
            interrupt::check()?;
        }
        Ok(())
    }
}

/// What some rows of the band add to the result.
struct Part<'a, T> {
    product: &'a Banded,
    rows: Range<usize>,
    x: &'a [T],
    inner: usize,
}

impl<T: Native> Kernel for Part<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let line = |i: usize| i * self.inner..(i + 1) * self.inner;
        for row in self.rows.clone() {
            let (start, weights) = self.product.band.row(row);
            if let ([_, weight], true) = (weights, self.product.band.blends && !self.product.adjoint) {
                let (a, b, weight) = (&self.x[line(start)], &self.x[line(start + 1)], T::of(*weight));
                out[line(row)].iter_mut().zip(a.iter().zip(b)).for_each(|(o, (&a, &b))| *o = a + (b - a) * weight);
                continue;
            }
            for (column, &weight) in (start..).zip(weights) {
                let (from, to) = if self.product.adjoint { (row, column) } else { (column, row) };
                let weight = T::of(weight);
                out[line(to)].iter_mut().zip(&self.x[line(from)]).for_each(|(o, &x)| *o = *o + weight * x);
            }
        }
    }
}
