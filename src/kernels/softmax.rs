//! Softmax, its logarithm, the cross entropies built on them, and their gradients: over the rows of a matrix.
//!
//! Rows are taken in blocks that stay in the cache. The exponentials of a block are one vector loop, so that short rows
//! cost no more per element than long ones. Invariant: the largest element of a row is subtracted before anything is
//! exponentiated, so nothing overflows; a row with a NaN, with `inf`, or with `-inf` alone gives NaN.

mod exponentials;
mod sums;

use smallvec::SmallVec;

use exponentials::{exponentials, exponentials_for_softmax, logarithms, sums_of_exponentials};
use sums::{sums, sums_for_softmax};

use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::kernels::math::estimate;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::math::{EIGHT, Native, Stored};
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::kernels::reduce::{Fold, fold_lines};
use crate::memory::try_reserve_short;

/// Elements that are worked on at a time.
const BLOCK: usize = 4096;

/// What is worked on beside the output; a few elements need no allocation.
type Scratch<T> = SmallVec<[T; 32]>;

/// Zeros to work on.
fn scratch<T: Real>(length: usize) -> Result<Scratch<T>> {
    let mut zeros = Scratch::new();
    try_reserve_short(&mut zeros, length)?;
    // bounded: by the room that was made
    in_chunks(length, grain::COMPUTED, |chunk| zeros.resize(chunk.end, T::ZERO))?;
    Ok(zeros)
}

/// A copy to work on.
fn copied<T: Real>(x: &[T]) -> Result<Scratch<T>> {
    let mut copy = scratch(x.len())?;
    over(&mut copy, x, |_, x| x)?;
    Ok(copy)
}

/// `out = f(out, x)`.
fn over<T: Copy>(out: &mut [T], x: &[T], f: impl Fn(T, T) -> T) -> Result<()> {
    in_chunks(out.len(), grain::COMPUTED, |chunk| {
        out[chunk.clone()].iter_mut().zip(&x[chunk]).for_each(|(o, &x)| *o = f(*o, x));
    })
}

/// `out = f(a, b)`.
fn each<T: Copy>(out: &mut [T], a: &[T], b: &[T], f: impl Fn(T, T) -> T) -> Result<()> {
    in_chunks(out.len(), grain::COMPUTED, |chunk| {
        let inputs = a[chunk.clone()].iter().zip(&b[chunk.clone()]);
        out[chunk].iter_mut().zip(inputs).for_each(|(o, (&a, &b))| *o = f(a, b));
    })
}

/// An element type of these kernels.
pub trait Real: Native + Element + Stored {
    /// Minus infinity.
    const LOWEST: Self;
    /// Zero.
    const ZERO: Self;
    /// `1 / sqrt(x)` of each number.
    fn reciprocal_roots(x: &[Self], out: &mut [Self]);
}

impl Real for f32 {
    const LOWEST: f32 = f32::NEG_INFINITY;
    const ZERO: f32 = 0.0;
    fn reciprocal_roots(x: &[f32], out: &mut [f32]) {
        estimate::reciprocal_roots(x, out);
    }
}

impl Real for f64 {
    const LOWEST: f64 = f64::NEG_INFINITY;
    const ZERO: f64 = 0.0;
    fn reciprocal_roots(x: &[f64], out: &mut [f64]) {
        out.iter_mut().zip(x).for_each(|(out, x)| *out = 1.0 / x.sqrt());
    }
}

/// The rows of a matrix; from the last row on they start again.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T> {
    /// The elements, row after row.
    pub data: &'a [T],
    /// The length of a row.
    pub columns: usize,
}

impl<'a, T> Rows<'a, T> {
    #[inline(always)]
    fn row(&self, i: usize) -> &'a [T] {
        let start = i * self.columns;
        let start = if start < self.data.len() { start } else { start % self.data.len() };
        &self.data[start..start + self.columns]
    }

    /// How many elements come behind those; none where the rows start again.
    fn behind(&self, first: usize, length: usize) -> usize {
        self.data.len().saturating_sub(first * self.columns + length)
    }

    /// The first row whose number TensorFlow computes with the scalar library: what is behind whole vectors.
    fn first_scalar(&self) -> usize {
        self.data.len() / self.columns.max(1) / EIGHT * EIGHT
    }

    /// The `length` elements from row `first` on.
    fn block(&self, first: usize, length: usize) -> &'a [T] {
        &self.data[first * self.columns..][..length]
    }
}

/// `e^x / sum(e^x)` in each row.
pub fn softmax<T: Real>(x: Rows<T>, out: &mut [T]) -> Result<()> {
    in_blocks(x.columns, x.columns, out, |first, out| {
        shift(x, first, out)?;
        exponentials_for_softmax(out)?;
        let mut scales = sums_for_softmax(x.columns, out)?;
        scales.iter_mut().for_each(|sum| *sum = T::of(1.0) / *sum);
        each_row(x.columns, &scales, out, |y, scale| y * scale)
    })
}

/// `x - log(sum(e^x))` in each row.
pub fn log_softmax<T: Real>(x: Rows<T>, out: &mut [T]) -> Result<()> {
    in_blocks(x.columns, x.columns, out, |first, out| {
        shift(x, first, out)?;
        let logs = logarithms(x, first, copied(out)?, x.first_scalar())?.1;
        each_row(x.columns, &logs, out, |y, log| y - log)
    })
}

/// `(g - sum(g y)) y` in each row: what a gradient `g` of `y = softmax(x)` is for `x`.
pub fn softmax_grad<T: Real>(g: Rows<T>, y: Rows<T>, out: &mut [T]) -> Result<()> {
    in_blocks(g.columns, g.columns, out, |first, out| {
        for (i, row) in out.chunks_exact_mut(g.columns).enumerate() {
            each(row, g.row(first + i), y.row(first + i), |g, y| g * y)?;
        }
        let sums = sums(g.columns, out)?;
        for ((i, row), &sum) in out.chunks_exact_mut(g.columns).enumerate().zip(&sums) {
            each(row, g.row(first + i), y.row(first + i), |g, y| (g - sum) * y)?;
        }
        Ok(())
    })
}

/// `g - sum(g) e^y` in each row: what a gradient `g` of `y = log_softmax(x)` is for `x`.
pub fn log_softmax_grad<T: Real>(g: Rows<T>, y: Rows<T>, out: &mut [T]) -> Result<()> {
    in_blocks(g.columns, g.columns, out, |first, out| {
        for (i, row) in out.chunks_exact_mut(g.columns).enumerate() {
            over(row, y.row(first + i), |_, y| y)?;
        }
        exponentials(out, y.behind(first, out.len()))?;
        let g = g.block(first, out.len());
        let sums = sums(y.columns, g)?;
        for ((row, g), &sum) in out.chunks_exact_mut(y.columns).zip(g.chunks_exact(y.columns)).zip(&sums) {
            over(row, g, |p, g| g - sum * p)?;
        }
        Ok(())
    })
}

/// `-sum(labels * log_softmax(x))` of each row: one number.
pub fn cross_entropy<T: Real>(labels: Rows<T>, x: Rows<T>, out: &mut [T]) -> Result<()> {
    losses(x, x.first_scalar(), out, |first, shifted, mut scratch, logs, out| {
        for (i, (row, &log)) in scratch.chunks_exact_mut(x.columns).zip(logs).enumerate() {
            let shifted = &shifted[i * x.columns..(i + 1) * x.columns];
            each(row, labels.row(first + i), shifted, |label, x| label * (log - x))?;
        }
        out.copy_from_slice(&sums(x.columns, &scratch)?);
        Ok(())
    })
}

/// As [`cross_entropy`], for rows of labels that are 1 in one column and 0 elsewhere.
pub fn sparse_cross_entropy<T: Real>(labels: &[usize], x: Rows<T>, out: &mut [T]) -> Result<()> {
    losses(x, 0, out, |first, shifted, _, logs, out| {
        for (i, (out, &log)) in out.iter_mut().zip(logs).enumerate() {
            *out = log - shifted[i * x.columns + labels[first + i]];
        }
        Ok(())
    })
}

/// `g (softmax(x) - labels)` in each row: what a gradient of [`cross_entropy`] is for `x`. `g` has one element for each
/// row.
pub fn cross_entropy_grad<T: Real>(g: &[T], labels: Rows<T>, x: Rows<T>, out: &mut [T]) -> Result<()> {
    in_blocks(x.columns, x.columns, out, |first, out| {
        shift(x, first, out)?;
        let shifted = copied(out)?;
        exponentials(out, x.behind(first, out.len()))?;
        let powers = sums_of_exponentials(x.columns, &shifted, out)?;
        for (i, row) in out.chunks_exact_mut(x.columns).enumerate() {
            let (g, sum) = (g[first + i], powers[i]);
            over(row, labels.row(first + i), |p, label| g * (p / sum - label))?;
        }
        Ok(())
    })
}

/// As [`cross_entropy_grad`], for [`sparse_cross_entropy`].
pub fn sparse_cross_entropy_grad<T: Real>(g: &[T], labels: &[usize], x: Rows<T>, out: &mut [T]) -> Result<()> {
    in_blocks(x.columns, x.columns, out, |first, out| {
        shift(x, first, out)?;
        let shifted = copied(out)?;
        exponentials(out, x.behind(first, out.len()))?;
        let powers = sums_of_exponentials(x.columns, &shifted, out)?;
        for (i, row) in out.chunks_exact_mut(x.columns).enumerate() {
            let (g, label, sum) = (g[first + i], labels[first + i], powers[i]);
            let hit = g * (row[label] / sum - T::of(1.0));
            each_row(x.columns, &[sum], row, |p, sum| g * (p / sum))?;
            row[label] = hit;
        }
        Ok(())
    })
}

/// One number for each row: `work(first row, x - max, scratch of that size, log(sum(e^(x - max))), out)`, block by block;
/// `scalar` as in [`logarithms`].
fn losses<T: Real>(
    x: Rows<T>,
    scalar: usize,
    out: &mut [T],
    work: impl Fn(usize, &[T], Scratch<T>, &[T], &mut [T]) -> Result<()> + Sync,
) -> Result<()> {
    if x.columns == 0 {
        out.fill(T::ZERO);
        return Ok(());
    }
    in_blocks(x.columns, 1, out, |first, out| {
        let mut shifted = scratch(out.len() * x.columns)?;
        shift(x, first, &mut shifted)?;
        let (scratch, logs) = logarithms(x, first, copied(&shifted)?, scalar)?;
        work(first, &shifted, scratch, &logs, out)
    })
}

/// Calls `work(first row, its part of out)` for blocks of rows with `columns` inputs and `width` outputs each.
fn in_blocks<T: Real>(
    columns: usize,
    width: usize,
    out: &mut [T],
    work: impl Fn(usize, &mut [T]) -> Result<()> + Sync,
) -> Result<()> {
    if out.is_empty() {
        return Ok(());
    }
    let rows = (BLOCK / columns.max(1)).max(1);
    let blocks = |start: usize, out: &mut [T]| {
        out.chunks_mut(rows * width).enumerate().try_for_each(|(i, out)| work(start / width + i * rows, out))
    };
    if out.len() / width * columns < Grain::ELEMENTS.shared {
        return blocks(0, out);
    }
    parallel::for_each_chunk(out, rows * width, blocks)
}

/// `out = x - max(x)` in each row, the first of which is row `first` of `x`.
fn shift<T: Real>(x: Rows<T>, first: usize, out: &mut [T]) -> Result<()> {
    let part = x.block(first, out.len());
    let mut largest = scratch(out.len() / x.columns)?;
    fold_lines(part, x.columns, &Largest, &mut largest)?;
    over(out, part, |_, x| x)?;
    each_row(x.columns, &largest, out, |x, largest| x - largest)
}

/// `y = f(y, v)` for the elements `y` of each row and the row's own `v`.
fn each_row<T: Real>(columns: usize, values: &[T], out: &mut [T], f: impl Fn(T, T) -> T) -> Result<()> {
    in_chunks(out.len(), grain::COMPUTED, |chunk| {
        dispatch(&EachRow { columns: columns.min(chunk.len()), values, f: &f }, &mut out[chunk]);
    })
}

struct EachRow<'a, T, F> {
    columns: usize,
    values: &'a [T],
    f: F,
}

impl<T: Real, F: Fn(T, T) -> T> Kernel for EachRow<'_, T, F> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        for (row, &v) in out.chunks_exact_mut(self.columns).zip(self.values) {
            row.iter_mut().for_each(|y| *y = (self.f)(*y, v));
        }
    }
}

struct Largest;

impl<T: Real> Fold<T> for Largest {
    type Acc = T;
    const EMPTY: T = T::LOWEST;
    #[inline(always)]
    fn lift<A: Target>(&self, _: usize, x: T) -> T {
        x
    }
    #[inline(always)]
    fn join(a: T, b: T) -> T {
        if b > a { b } else { a }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(data: &[f64], columns: usize) -> Rows<'_, f64> {
        Rows { data, columns }
    }

    /// Rows of many lengths, some longer than a block, some so many that threads are used.
    fn inputs() -> impl Iterator<Item = (Vec<f64>, usize)> {
        let sizes = [(1, 1), (3, 2), (7, 10), (2, 5000), (300, 17), (1000, 150)];
        sizes.into_iter().map(|(m, n)| ((0..m * n).map(|i| ((i * 37) % 101) as f64 / 7.0 - 5.0).collect(), n))
    }

    #[test]
    fn rows_sum_to_one_and_logarithms_agree() {
        for (x, n) in inputs() {
            let (mut y, mut log) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            softmax(rows(&x, n), &mut y).unwrap();
            log_softmax(rows(&x, n), &mut log).unwrap();
            for ((x, y), log) in x.chunks(n).zip(y.chunks(n)).zip(log.chunks(n)) {
                let sum: f64 = x.iter().map(|x| x.exp()).sum();
                for ((x, y), log) in x.iter().zip(y).zip(log) {
                    assert!((y - x.exp() / sum).abs() < 1e-14);
                    assert!((log - (x - sum.ln())).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn infinities_and_huge_numbers() {
        let x = [f64::NEG_INFINITY, 0.0, 1000.0, -1000.0, f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY, 1.0];
        let mut y = [0.0; 8];
        softmax(rows(&x, 2), &mut y).unwrap();
        assert_eq!(y[..4], [0.0, 1.0, 1.0, 0.0]);
        assert!(y[4..].iter().all(|y| y.is_nan()));
        log_softmax(rows(&x, 2), &mut y).unwrap();
        assert_eq!(y[..4], [f64::NEG_INFINITY, 0.0, 0.0, -2000.0]);
    }

    #[test]
    fn one_hot_labels_are_the_sparse_ones() {
        for (x, n) in inputs() {
            let labels: Vec<usize> = (0..x.len() / n).map(|i| (i * 5) % n).collect();
            let dense: Vec<f64> =
                labels.iter().flat_map(|&l| (0..n).map(move |j| f64::from(u8::from(j == l)))).collect();
            let (mut a, mut b) = (vec![0.0; labels.len()], vec![0.0; labels.len()]);
            cross_entropy(rows(&dense, n), rows(&x, n), &mut a).unwrap();
            sparse_cross_entropy(&labels, rows(&x, n), &mut b).unwrap();
            assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12));
            let (mut da, mut db) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            cross_entropy_grad(&a, rows(&dense, n), rows(&x, n), &mut da).unwrap();
            sparse_cross_entropy_grad(&a, &labels, rows(&x, n), &mut db).unwrap();
            assert!(da.iter().zip(&db).all(|(a, b)| (a - b).abs() < 1e-12));
        }
    }
}
