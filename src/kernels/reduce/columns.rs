//! Reducing the columns of row-major matrices: rows are added to rows.
//!
//! Many rows are cut in two until few are left, and the results joined on the way back. Invariant: where they are cut
//! depends on the matrix's size alone, so that the parts may be reduced by any number of threads.

use std::ops::Range;

use super::{Fold, PIECE, share};
use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel;
use crate::memory::{try_push, try_vec};

/// Rows that are joined one after the other.
const ROWS: usize = 64;

/// Columns from which parts of a matrix that is cut have at most [`ROWS`] rows, and how many a thread takes at a time.
const WIDE: usize = PIECE / ROWS;

/// `out[j] = join over i of x[i, j]`; `out[0]` is output number `at`. On several threads if there is much to do.
pub fn fold_columns<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, out: &mut [F::Acc]) -> Result<()> {
    let (n, rows) = (out.len(), x.len() / out.len());
    if rows <= ROWS {
        return parallel::for_each_chunk(out, share(x.len(), rows), |from, out| few_rows(x, n, from, fold, at, out));
    }
    let mut parts = Vec::new();
    cut(0..rows, n, &mut parts)?;
    let mut results = try_vec(parts.len() * n, F::EMPTY)?;
    let rows_of = |part: usize| &x[parts[part].start * n..parts[part].end * n];
    if n <= WIDE {
        parallel::for_each_chunk(&mut results, n, |i, out| columns(rows_of(i / n), fold, at, out))?;
    } else {
        // Parts have few rows then, whose columns may be cut anywhere.
        parallel::for_each_chunk(&mut results, WIDE, |mut i, mut out| {
            while !out.is_empty() {
                let (here, rest) = out.split_at_mut(out.len().min(n - i % n));
                few_rows(rows_of(i / n), n, i % n, fold, at, here);
                i += here.len();
                out = rest;
            }
        })?;
    }
    assemble::<S, F>(rows, n, &mut results.chunks_exact(n), out)
}

/// As [`fold_columns`], on this thread.
pub fn columns<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, out: &mut [F::Acc]) -> Result<()> {
    let n = out.len();
    let rows = x.len() / n;
    if n < 16 && rows > ROWS && x.len() <= PIECE {
        return narrow_columns(x, fold, at, out);
    }
    if rows <= ROWS {
        few_rows(x, n, 0, fold, at, out);
        return Ok(());
    }
    let (first, second) = x.split_at(half(rows) * n);
    columns(first, fold, at, out)?;
    join_columns(second, fold, at, out)
}

/// The first part of more than [`ROWS`] rows.
fn half(rows: usize) -> usize {
    (rows / 2).next_multiple_of(ROWS)
}

/// Whether that many rows of `n` elements are cut further.
fn is_cut(rows: usize, n: usize) -> bool {
    rows > ROWS && rows * n > PIECE
}

/// The parts into which rows are cut.
fn cut(rows: Range<usize>, n: usize, parts: &mut Vec<Range<usize>>) -> Result<()> {
    if is_cut(rows.len(), n) {
        let middle = rows.start + half(rows.len());
        cut(rows.start..middle, n, parts)?;
        cut(middle..rows.end, n, parts)
    } else {
        try_push(parts, rows)
    }
}

/// Joins the results of the parts as [`cut`] has cut them.
fn assemble<'a, S, F: Fold<S>>(
    rows: usize,
    n: usize,
    results: &mut impl Iterator<Item = &'a [F::Acc]>,
    out: &mut [F::Acc],
) -> Result<()> {
    if !is_cut(rows, n) {
        results.next().into_iter().for_each(|result| out.copy_from_slice(result));
        return Ok(());
    }
    assemble::<S, F>(half(rows), n, results, out)?;
    let mut more = try_vec(n, F::EMPTY)?;
    assemble::<S, F>(rows - half(rows), n, results, &mut more)?;
    interrupt::check()?;
    out.iter_mut().zip(&more).for_each(|(o, &s)| *o = F::join(*o, s));
    Ok(())
}

/// Joins `columns` of more rows to `out`.
fn join_columns<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, out: &mut [F::Acc]) -> Result<()> {
    let mut more = try_vec(out.len(), F::EMPTY)?;
    columns(x, fold, at, &mut more)?;
    out.iter_mut().zip(&more).for_each(|(o, &s)| *o = F::join(*o, s));
    Ok(())
}

/// The columns from number `from` on of a matrix with `n` of them.
fn few_rows<S: Element, F: Fold<S>>(x: &[S], n: usize, from: usize, fold: &F, at: usize, out: &mut [F::Acc]) {
    dispatch(&Rows { x: &x[from..], step: n, fold, at: at + from, columns: out.len() }, out);
}

/// As [`columns`], several rows at a time as one long row.
fn narrow_columns<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, out: &mut [F::Acc]) -> Result<()> {
    let n = out.len();
    let wide = n * (ROWS / n);
    let (bulk, rest) = x.split_at(x.len() / wide * wide);
    let (mut sums, mut more) = ([F::EMPTY; ROWS], [F::EMPTY; ROWS]);
    let (sums, more) = (&mut sums[..wide], &mut more[..wide]);
    for block in bulk.chunks(ROWS * wide) {
        dispatch(&Rows { x: block, step: wide, fold, at, columns: n }, more);
        sums.iter_mut().zip(&*more).for_each(|(o, &s)| *o = F::join(*o, s));
    }
    out.fill(F::EMPTY);
    for row in sums.chunks_exact(n) {
        out.iter_mut().zip(row).for_each(|(o, &s)| *o = F::join(*o, s));
    }
    if rest.is_empty() { Ok(()) } else { join_columns(rest, fold, at, out) }
}

/// Rows added to rows, each `step` after the other; a row may hold the columns several times over.
struct Rows<'a, S, F> {
    x: &'a [S],
    step: usize,
    fold: &'a F,
    at: usize,
    columns: usize,
}

impl<S: Element, F: Fold<S>> Kernel for Rows<'_, S, F> {
    type Out = [F::Acc];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [F::Acc]) {
        out.fill(F::EMPTY);
        let once = out.len() == self.columns;
        // The last row may be shorter than `step`, but has all of `out`.
        for row in self.x.chunks(self.step) {
            let row = &row[..out.len()];
            if once {
                for (j, (o, &v)) in out.iter_mut().zip(row).enumerate() {
                    *o = F::join(*o, self.fold.lift::<A>(self.at + j, v));
                }
            } else {
                for (j, (o, &v)) in out.iter_mut().zip(row).enumerate() {
                    *o = F::join(*o, self.fold.lift::<A>(self.at + j % self.columns, v));
                }
            }
        }
    }
}
