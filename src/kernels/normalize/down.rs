//! Means and variances down columns, added up in TensorFlow's order: its rounding errors are then ours.
//!
//! Behind a convolution a mean is one of some 100,000 numbers, and the order shows in the fifth digit. TensorFlow takes the
//! columns in packets of 32 bytes, counted from the first number of all planes. Of a packet that lies in one row, four rows
//! at a time are added to four sums; all other columns are added row by row. Invariant: which columns are so is not a
//! matter of how they are shared between threads.

use std::ops::Range;

use crate::error::Result;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::softmax::Real;
use crate::kernels::tasks::for_each_task;

/// Bytes of a packet.
const PACKET: usize = 32;
/// The most columns that one loop goes down.
const WIDTH: usize = 256;
/// Fewer rows are added one by one.
const FEW: usize = 16;

/// The means and variances of the columns of plane number `plane`.
pub(super) fn moments<T: Real>(x: &[T], plane: usize, mean: &mut [T], variance: &mut [T]) -> Result<()> {
    let n = mean.len();
    let rows = T::of((x.len() / n) as f64);
    let in_rows = packets(plane * n, n, PACKET / size_of::<T>());
    // Enough pieces for some threads, each a few cache lines wide.
    let large = Grain::NORMALIZED.shares(x.len());
    let width = if large { (n / 4).next_multiple_of(16).clamp(16, WIDTH) } else { WIDTH };
    let pieces = mean.chunks_mut(width).zip(variance.chunks_mut(width));
    for_each_task(pieces, large, |i, (mean, variance)| {
        let piece = Piece { x, step: n, first: i * width, in_rows: in_rows.clone() };
        piece.add::<false>(&[T::ZERO; WIDTH], mean);
        mean.iter_mut().for_each(|m| *m = *m / rows);
        piece.add::<true>(mean, variance);
        variance.iter_mut().for_each(|v| *v = *v / rows);
    })
}

/// The columns of a row of `n`, the first of which is number `at`, in packets of `size` that lie in the row.
fn packets(at: usize, n: usize, size: usize) -> Range<usize> {
    let (first, end) = (at.next_multiple_of(size) - at, (at + n) / size * size);
    first..end.saturating_sub(at).max(first)
}

/// Some columns.
struct Piece<'a, T> {
    x: &'a [T],
    step: usize,
    first: usize,
    /// Which columns of the whole row are added to four sums.
    in_rows: Range<usize>,
}

impl<T: Real> Piece<'_, T> {
    /// The sums of the columns, with `SQUARED` of the squared distances from `centre`.
    fn add<const SQUARED: bool>(&self, centre: &[T], out: &mut [T]) {
        let local = |column: usize| column.saturating_sub(self.first).min(out.len());
        let (start, end) = (local(self.in_rows.start), local(self.in_rows.end));
        for (range, by_four) in [(0..start, false), (start..end, true), (end..out.len(), false)] {
            let down = Down::<T, SQUARED> {
                x: self.x.get(self.first + range.start..).unwrap_or(&[]),
                step: self.step,
                centre: &centre[range.clone()],
                by_four,
            };
            dispatch(&down, &mut out[range]);
        }
    }
}

/// Adds rows up, each `step` after the other.
struct Down<'a, T, const SQUARED: bool> {
    x: &'a [T],
    step: usize,
    centre: &'a [T],
    by_four: bool,
}

impl<T: Real, const SQUARED: bool> Kernel for Down<'_, T, SQUARED> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        out.fill(T::ZERO);
        if out.is_empty() {
            return;
        }
        let rows = self.x.len().div_ceil(self.step);
        let quads = if self.by_four && rows >= FEW { rows / 4 } else { 0 };
        let (fours, rest) = self.x.split_at((quads * 4 * self.step).min(self.x.len()));
        let mut sums = [[T::ZERO; WIDTH]; 3];
        for four in fours.chunks(4 * self.step) {
            self.add(four, 0, out);
            for (i, sum) in sums.iter_mut().enumerate() {
                self.add(four, i + 1, &mut sum[..out.len()]);
            }
        }
        for sum in &sums {
            out.iter_mut().zip(sum).for_each(|(o, &s)| *o = *o + s);
        }
        for row in rest.chunks(self.step) {
            self.add(row, 0, out);
        }
    }
}

impl<T: Real, const SQUARED: bool> Down<'_, T, SQUARED> {
    /// Adds the row of this number to `sums`; the last one may end behind them.
    #[inline(always)]
    fn add(&self, rows: &[T], number: usize, sums: &mut [T]) {
        let row = &rows[number * self.step..][..sums.len()];
        for ((s, &x), &m) in sums.iter_mut().zip(row).zip(self.centre) {
            *s = *s + if SQUARED { (x - m) * (x - m) } else { x };
        }
    }
}
