//! Reducing the columns of row-major matrices, in TensorFlow's order: the rounding errors of its sums are then ours.
//!
//! Outputs are taken in packets of 32 bytes, counted from the first one of all planes. Where a packet lies in one row, and
//! there are rows enough, every fourth row is joined to one of four results, and those one after the other; elsewhere one row
//! after the other. Invariant: where rows are cut, and which columns are joined by fours, depends on the sizes alone.

use std::ops::Range;

use super::{Fold, PACKET};
use crate::dtype::Element;
use crate::error::Result;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::memory::try_vec;

/// Fewer rows are joined one after the other.
const FEW: usize = 16;

/// The most columns that one loop goes down; and how many it can keep in registers.
const WIDE: usize = 256;
const NARROW: usize = 32;

/// `out[j] = join over i of x[i, j]`; `out[0]` is output number `at`. On several threads if there is much to do.
pub fn fold_columns<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, out: &mut [F::Acc]) -> Result<()> {
    let (n, rows) = (out.len(), x.len() / out.len());
    in_parts(1, Matrix { x, n, rows, fold, at, few: FEW }, out)
}

/// As [`fold_columns`], on this thread.
pub fn columns<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, out: &mut [F::Acc]) {
    let (n, rows) = (out.len(), x.len() / out.len());
    Matrix { x, n, rows, fold, at, few: FEW }.columns(0, out);
}

/// As [`fold_columns`], but one row after the other; a long matrix of few columns in two parts.
pub fn fold_rows<S: Element, F: Fold<S>>(x: &[S], fold: &F, out: &mut [F::Acc]) -> Result<()> {
    let (n, rows) = (out.len(), x.len() / out.len());
    let parts = if n <= 64 && x.len() >= 125_000 { 2 } else { 1 };
    in_parts(parts, Matrix { x, n, rows, fold, at: 0, few: usize::MAX }, out)
}

/// As [`fold_rows`], in one part.
pub fn fold_in_turn<S: Element, F: Fold<S>>(x: &[S], fold: &F, out: &mut [F::Acc]) -> Result<()> {
    let (n, rows) = (out.len(), x.len() / out.len());
    in_parts(1, Matrix { x, n, rows, fold, at: 0, few: usize::MAX }, out)
}

/// The rows in so many parts of one length (the last may be shorter), a power of two; their results are joined in pairs.
fn in_parts<S: Element, F: Fold<S>>(parts: usize, matrix: Matrix<S, F>, out: &mut [F::Acc]) -> Result<()> {
    let n = out.len();
    if parts == 1 {
        // Pieces of whole cache lines.
        let width = if Grain::READ.shares(matrix.x.len()) { (n / 4).next_multiple_of(16).min(WIDE) } else { n };
        return parallel::for_each_chunk(out, width, |from, out| matrix.columns(from, out));
    }
    let mut results = try_vec(parts * n, F::EMPTY)?;
    parallel::for_each_chunk(&mut results, n, |i, out| matrix.part(i / n, parts).columns(0, out))?;
    let mut half = parts / 2;
    while half > 0 {
        for (i, j) in (0..half * n).map(|i| (i, i / n * 2 * n + i % n)) {
            results[i] = F::join(results[j], results[j + n]);
        }
        half /= 2;
    }
    out.copy_from_slice(&results[..n]);
    Ok(())
}

/// Rows of `n` columns, of which the first is output number `at`.
struct Matrix<'a, S, F> {
    x: &'a [S],
    n: usize,
    rows: usize,
    fold: &'a F,
    at: usize,
    /// Fewer rows are joined one after the other.
    few: usize,
}

impl<'a, S: Element, F: Fold<S>> Matrix<'a, S, F> {
    /// Part number `i` of so many.
    fn part(&self, i: usize, parts: usize) -> Self {
        let each = self.rows.div_ceil(parts);
        let rows = (i * each).min(self.rows)..((i + 1) * each).min(self.rows);
        Self { x: &self.x[rows.start * self.n..rows.end * self.n], rows: rows.len(), ..*self }
    }

    /// The columns from number `from` on.
    fn columns(&self, from: usize, out: &mut [F::Acc]) {
        let packets = if self.rows < self.few { 0..0 } else { self.packets() };
        let here = |column: usize| column.saturating_sub(from).min(out.len());
        let (start, end, all) = (here(packets.start), here(packets.end), out.len());
        for (range, by_fours) in [(0..start, false), (start..end, true), (end..all, false)] {
            if !range.is_empty() {
                dispatch(&Down { matrix: self, from: from + range.start, by_fours }, &mut out[range]);
            }
        }
    }

    /// The columns whose packets lie in one row.
    fn packets(&self) -> Range<usize> {
        let size = const { PACKET / size_of::<F::Acc>() };
        let first = self.at.next_multiple_of(size) - self.at;
        let end = (self.at + self.n) / size * size;
        first..end.saturating_sub(self.at).max(first)
    }
}

/// Goes down the columns from number `from` on.
struct Down<'a, S, F> {
    matrix: &'a Matrix<'a, S, F>,
    from: usize,
    by_fours: bool,
}

impl<S: Element, F: Fold<S>> Kernel for Down<'_, S, F> {
    type Out = [F::Acc];
    #[inline(always)]
    fn run<A: Target>(&self, mut out: &mut [F::Acc]) {
        let mut column = self.from;
        while !out.is_empty() {
            let width = match out.len() {
                few @ ..8 => few,
                8..NARROW => 8,
                wide => wide.min(WIDE),
            };
            let (here, rest) = out.split_at_mut(width);
            match width {
                1 => self.narrow::<A, 1>(column, here),
                2 => self.narrow::<A, 2>(column, here),
                3 => self.narrow::<A, 3>(column, here),
                4 => self.narrow::<A, 4>(column, here),
                5 => self.narrow::<A, 5>(column, here),
                6 => self.narrow::<A, 6>(column, here),
                7 => self.narrow::<A, 7>(column, here),
                8 => self.narrow::<A, 8>(column, here),
                NARROW => self.narrow::<A, NARROW>(column, here),
                _ => self.wide::<A>(column, here),
            }
            (column, out) = (column + width, rest);
        }
    }
}

impl<S: Element, F: Fold<S>> Down<'_, S, F> {
    /// How many times four rows there are to join by fours.
    fn fours(&self) -> usize {
        if self.by_fours { self.matrix.rows / 4 } else { 0 }
    }

    /// Joins columns of a row to results.
    #[inline(always)]
    fn join<A: Target>(&self, row: usize, column: usize, results: &mut [F::Acc]) {
        let &Matrix { x, n, fold, at, .. } = self.matrix;
        fold.join_row::<A>(at + column, &x[row * n + column..][..results.len()], results);
    }

    #[inline(always)]
    fn narrow<A: Target, const W: usize>(&self, column: usize, out: &mut [F::Acc]) {
        let fours = self.fours();
        let mut results = [F::EMPTY; W];
        if fours > 0 {
            let mut by_fours = [[F::EMPTY; W]; 4];
            for row in 0..fours {
                (0..4).for_each(|i| self.join::<A>(4 * row + i, column, &mut by_fours[i]));
            }
            for j in 0..W {
                results[j] = by_fours.iter().skip(1).fold(by_fours[0][j], |sum, s| F::join(sum, s[j]));
            }
        }
        (4 * fours..self.matrix.rows).for_each(|row| self.join::<A>(row, column, &mut results));
        out.copy_from_slice(&results);
    }

    #[inline(always)]
    fn wide<A: Target>(&self, column: usize, out: &mut [F::Acc]) {
        let fours = self.fours();
        out.fill(F::EMPTY);
        if fours > 0 {
            let mut others = [[F::EMPTY; WIDE]; 3];
            for row in 0..fours {
                self.join::<A>(4 * row, column, out);
                (0..3).for_each(|i| self.join::<A>(4 * row + i + 1, column, &mut others[i][..out.len()]));
            }
            for other in &others {
                out.iter_mut().zip(other).for_each(|(o, &s)| *o = F::join(*o, s));
            }
        }
        (4 * fours..self.matrix.rows).for_each(|row| self.join::<A>(row, column, out));
    }
}
