//! The gradient of a convolution for its filter: a sum over all windows, in TensorFlow's order (through oneDNN, on two cores with
//! AVX-512).
//!
//! With fewer than 16 input channels, and with longer steps, one window after the other; else each line of windows by itself, and
//! then line after line; windows of one place image by image. The images may be cut in two halves, whose sums are added.

use std::ops::Range;

use super::direct::{Direct, Runs};
use super::halving::BLOCK;
use super::{Convolution, Real, for_each_chunk, sum_of_parts};
use crate::error::Result;
use crate::kernels::matmul::{Matrix, MatrixMut, Size, gemm};
use crate::kernels::parallel;
use crate::memory::try_vec;

/// Filters of so many numbers or more are too large to have one for each part of a gradient.
const LARGE_FILTER: usize = 1 << 16;
/// Parts of a filter's numbers whose gradients are made one by one, and how many numbers these have at least.
const PARTS: usize = 8;
const TAPS: usize = 12;

impl Convolution {
    /// The gradient for the filter, given that for the output.
    ///
    /// Errors: as [`Convolution::forward`].
    pub fn filter_gradient<T: Real>(&self, x: &[T], dy: &[T], dfilter: &mut [T]) -> Result<()> {
        self.check(x.len(), dfilter.len(), dy.len());
        dfilter.fill(T::zero());
        if self.window.is_pointwise() {
            let halved = self.has_few_channels();
            return self.in_halves(halved, dfilter, |images, sum| self.add_image_by_image(x, dy, images, sum));
        }
        match self.directly(x)? {
            Some(direct) => {
                let add = |images, sum: &mut _| self.add_directly(&direct, dy, images, sum);
                self.in_halves(self.is_halved(), dfilter, add)
            }
            None => self.filter_gradient_by_tiles(x, dy, dfilter),
        }
    }

    /// Whether channels are one block on both sides, which leaves images alone to be shared by threads.
    fn has_few_channels(&self) -> bool {
        self.from.max(self.to) <= BLOCK
    }

    /// What `add` adds for all images, or if `halved` for either half of them.
    fn in_halves<T: Real>(
        &self,
        halved: bool,
        sum: &mut [T],
        add: impl Fn(Range<usize>, &mut [T]) -> Result<()> + Sync,
    ) -> Result<()> {
        if self.batch < 2 || !halved || sum.is_empty() {
            return add(0..self.batch, sum);
        }
        let (half, length) = (self.batch.div_ceil(2), sum.len());
        let mut halves = try_vec(2 * length, T::zero())?;
        // Of more channels, threads share the sum of each half.
        for_each_chunk(&mut halves, length, self.is_large() && self.has_few_channels(), |i, sum| {
            add(if i == 0 { 0..half } else { half..self.batch }, sum)
        })?;
        let (first, second) = halves.split_at(length);
        sum.iter_mut().zip(first.iter().zip(second)).for_each(|(sum, (&a, &b))| *sum = a + b);
        Ok(())
    }

    fn add_image_by_image<T: Real>(&self, x: &[T], dy: &[T], images: Range<usize>, sum: &mut [T]) -> Result<()> {
        let (k, n, outputs) = (self.from, self.to, self.window.outputs());
        images.enumerate().try_for_each(|(i, image)| {
            let size = Size { m: k, n, k: outputs };
            let x = Matrix::rows(&x[image * outputs * k..][..outputs * k], k).transposed();
            let dy = Matrix::rows(&dy[image * outputs * n..][..outputs * n], n);
            gemm(size, MatrixMut::rows(sum, n), x, dy, i > 0, parallel::threads())
        })
    }

    fn add_directly<T: Real>(&self, direct: &Direct<T>, dy: &[T], images: Range<usize>, sum: &mut [T]) -> Result<()> {
        let (n, outputs, line) = (self.to, self.window.outputs(), self.window.output[2]);
        let rows = images.start * outputs..images.end * outputs;
        let runs = if self.from < BLOCK || self.window.strides != [1; 3] { Runs::All } else { Runs::Of(line.max(1)) };
        let each = self.row().div_ceil(PARTS).max(TAPS);
        for_each_chunk(sum, each * n, self.is_large(), |i, sum| {
            let taps = i * each..i * each + sum.len() / n;
            direct.add_filter_gradient(rows.clone(), taps, dy, runs, sum)
        })
    }

    pub(super) fn filter_gradient_by_tiles<T: Real>(&self, x: &[T], dy: &[T], dfilter: &mut [T]) -> Result<()> {
        if dfilter.len() >= LARGE_FILTER {
            return self.add_by_tiles(x, dy, 0..self.rows(), dfilter, parallel::threads());
        }
        let add = |rows: Range<usize>, sum: &mut [T]| self.add_by_tiles(x, dy, rows, sum, 1);
        sum_of_parts(self.rows(), dfilter, self.is_large(), add)
    }

    /// Adds what these windows contribute to the gradient for the filter.
    fn add_by_tiles<T: Real>(
        &self,
        x: &[T],
        dy: &[T],
        rows: Range<usize>,
        sum: &mut [T],
        threads: usize,
    ) -> Result<()> {
        let (k, n, tile) = (self.row(), self.to, self.tile::<T>());
        let mut columns = try_vec(tile.min(rows.len()) * k, T::zero())?;
        for start in rows.clone().step_by(tile) {
            let rows = start..(start + tile).min(rows.end);
            let size = Size { m: k, n, k: rows.len() };
            let columns = &mut columns[..rows.len() * k];
            self.gather(x, rows, columns);
            let turned = Matrix::rows(columns, k).transposed();
            let dy = Matrix { data: dy, offset: start * n, strides: [n as isize, 1] };
            gemm(size, MatrixMut::rows(sum, n), turned, dy, true, threads)?;
        }
        Ok(())
    }
}
