//! The factors of the plain loops, cut into panels of columns that lie one behind the other.
//!
//! A loop reads one panel from front to back. In place the columns of a panel would be a row of the whole matrix apart,
//! and for a power of two of channels fall into few sets of the cache.

use std::marker::PhantomData;
use std::ops::Range;

use super::sequence::Sequence;
use super::{Real, for_each_chunk};
use crate::array::Array;
use crate::error::Result;
use crate::shape::Shape;

/// Columns of a panel: what a block of the loops takes at a time.
pub(super) const PANEL: usize = 32;

/// A matrix in panels.
pub(super) struct Panels<T> {
    /// From the pool: fresh memory would cost more than filling it.
    data: Array,
    number: PhantomData<T>,
    rows: usize,
    columns: usize,
}

impl<T: Real> Panels<T> {
    /// A row-major matrix.
    pub(super) fn new(matrix: &[T], columns: usize, large: bool) -> Result<Self> {
        let rows = matrix.len() / columns.max(1);
        Self::filled(rows, columns, large, |range, panel| copy(matrix, columns, range, panel))
    }

    /// A filter of `[places, from, to]` turned, its places counted from the end, in the order of `sequence`, and its channels
    /// exchanged: `[places, to, from]`.
    pub(super) fn turned(filter: &[T], sequence: &Sequence, from: usize, to: usize, large: bool) -> Result<Self> {
        let (rows, each) = (filter.len() / from.max(1), from * to);
        Self::filled(rows, from, large, |range, panel| {
            let width = range.len();
            for (&place, panel) in sequence.places.iter().zip(panel.chunks_exact_mut((to * width).max(1))) {
                let place = &filter[filter.len() - (place + 1) * each..][..each];
                transpose(&place[range.start * to..range.end * to], to, panel);
            }
        })
    }

    fn filled(rows: usize, columns: usize, large: bool, fill: impl Fn(Range<usize>, &mut [T]) + Sync) -> Result<Self> {
        let mut data = Array::scratch_of::<T>(Shape::new(&[rows * columns]))?;
        for_each_chunk(data.slice_mut::<T>(), rows * PANEL, large, |i, panel| {
            fill(i * PANEL..columns.min((i + 1) * PANEL), panel);
        })?;
        Ok(Self { data, number: PhantomData, rows, columns })
    }

    /// The first column of each panel, and the panel: row-major, [`PANEL`] columns wide but for the last.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &[T])> {
        let panels = self.data.slice::<T>().chunks((self.rows * PANEL).max(1));
        panels.enumerate().map(|(i, panel)| (i * PANEL, panel))
    }

    /// Columns of all panels.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }
}

/// Some columns of a row-major matrix.
pub(super) fn copy<T: Copy>(matrix: &[T], columns: usize, range: Range<usize>, panel: &mut [T]) {
    for (panel, row) in panel.chunks_exact_mut(range.len().max(1)).zip(matrix.chunks_exact(columns.max(1))) {
        panel.copy_from_slice(&row[range.clone()]);
    }
}

/// Rows whose elements are near each other in both matrices.
const TILE: usize = 16;

/// A row-major matrix turned, a few of its columns at a time.
pub(super) fn transpose<T: Copy>(matrix: &[T], columns: usize, out: &mut [T]) {
    let rows = matrix.len() / columns.max(1);
    for start in (0..columns).step_by(TILE) {
        for (i, row) in matrix.chunks_exact(columns).enumerate() {
            let end = columns.min(start + TILE);
            row[start..end].iter().enumerate().for_each(|(j, &x)| out[(start + j) * rows + i] = x);
        }
    }
}
