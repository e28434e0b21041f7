//! Convolution: by plain loops over padded images ([`Direct`]); and where those cannot be had, as a product with a matrix
//! whose rows are the windows, a tile of rows at a time. The second way specifies the first.
//!
//! A tile's matrix stays in the cache, so that memory sees the input and the output once.

use std::ops::Range;

use super::direct::{Direct, extent};
use super::panels::{Panels, transpose};
use super::sequence::Sequence;
use super::{Real, Window, for_each_chunk, phases};
use crate::error::Result;
use crate::interrupt::Pace;
use crate::kernels::matmul::{Matrix, MatrixMut, Size, gemm};
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::memory::try_vec;

/// Bytes of a tile.
const TILE: usize = 1 << 17;
/// Places that a padded image may have beyond four times its own.
const MARGIN: usize = 1 << 10;

/// A batch of images convolved with a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convolution {
    /// Images.
    pub batch: usize,
    /// The filter's place on an image.
    pub window: Window,
    /// Channels of the input.
    pub from: usize,
    /// Channels of the output.
    pub to: usize,
}

impl Convolution {
    /// `out = x * filter`.
    ///
    /// Errors: what [`interrupt::check`](crate::interrupt::check) answers; `out` is then written in part.
    ///
    /// ```
    /// use gradtape::kernels::conv::{Convolution, Padding, Window};
    ///
    /// let window = Window::new([1, 1, 3], [1, 1, 2], [1; 3], [1; 3], Padding::Valid).unwrap();
    /// let mut out = [0.0; 2];
    /// Convolution { batch: 1, window, from: 1, to: 1 }.forward(&[1.0, 2.0, 4.0], &[10.0, 1.0], &mut out)?;
    /// assert_eq!(out, [12.0, 24.0]);
    /// # Ok::<(), gradtape::error::Error>(())
    /// ```
    pub fn forward<T: Real>(&self, x: &[T], filter: &[T], out: &mut [T]) -> Result<()> {
        self.check(x.len(), filter.len(), out.len());
        let (k, n) = (self.row(), self.to);
        let matrix = Matrix::rows(filter, n);
        if self.window.is_pointwise() {
            let size = Size { m: self.rows(), n, k };
            return gemm(size, MatrixMut::rows(out, n), Matrix::rows(x, k), matrix, false, parallel::threads());
        }
        match self.directly(x)? {
            Some(direct) => {
                let sequence = Sequence::forward(self)?;
                let arranged =
                    (!sequence.is_natural()).then(|| sequence.arranged(filter, self.from * n)).transpose()?;
                let panels = Panels::new(arranged.as_deref().unwrap_or(filter), n, self.is_large())?;
                direct.forward(&panels, &sequence, out)
            }
            None => self.forward_by_tiles(x, matrix, out),
        }
    }

    fn forward_by_tiles<T: Real>(&self, x: &[T], filter: Matrix<T>, out: &mut [T]) -> Result<()> {
        let (k, n, tile) = (self.row(), self.to, self.tile::<T>());
        for_each_chunk(out, tile * n, self.is_large(), |i, out| {
            let rows = i * tile..i * tile + out.len() / n;
            let mut columns = try_vec(rows.len() * k, T::zero())?;
            let size = Size { m: rows.len(), n, k };
            self.gather(x, rows, &mut columns);
            gemm(size, MatrixMut::rows(out, n), Matrix::rows(&columns, k), filter, false, 1)
        })
    }

    /// The gradient for `x`, given that for the output. Images are independent of each other.
    ///
    /// Errors: as [`Convolution::forward`].
    pub fn input_gradient<T: Real>(&self, dy: &[T], filter: &[T], dx: &mut [T]) -> Result<()> {
        self.check(dx.len(), filter.len(), dy.len());
        let (k, n) = (self.row(), self.to);
        if self.window.is_pointwise() {
            let (size, turned) = (Size { m: self.rows(), n: k, k: n }, Matrix::rows(filter, n).transposed());
            return gemm(size, MatrixMut::rows(dx, k), Matrix::rows(dy, n), turned, false, parallel::threads());
        }
        if let Some(turned) = self.turned()
            && let Some(direct) = turned.directly(dy)?
        {
            let sequence = Sequence::turned(&self.window, &turned.window)?;
            let panels = Panels::turned(filter, &sequence, self.from, self.to, self.is_large())?;
            return direct.forward(&panels, &sequence, dx);
        }
        if phases::input_gradient(self, dy, filter, dx)? {
            return Ok(());
        }
        // Turned once: each tile's product reads all of it.
        let turned = transposed(filter, n)?;
        self.input_gradient_by_tiles(dy, Matrix::rows(&turned, k), dx)
    }

    fn input_gradient_by_tiles<T: Real>(&self, dy: &[T], turned: Matrix<T>, dx: &mut [T]) -> Result<()> {
        let (k, n, tile, outputs) = (self.row(), self.to, self.tile::<T>(), self.window.outputs());
        let image = |threads: usize, i: usize, dx: &mut [T]| {
            dx.fill(T::zero());
            let mut columns = try_vec(tile.min(outputs) * k, T::zero())?;
            let mut pace = Pace::default();
            for start in (0..outputs).step_by(tile) {
                let size = Size { m: tile.min(outputs - start), n: k, k: n };
                pace.after(size.m * k)?;
                let columns = &mut columns[..size.m * k];
                let dy = Matrix { data: dy, offset: (i * outputs + start) * n, strides: [n as isize, 1] };
                gemm(size, MatrixMut::rows(columns, k), dy, turned, false, threads)?;
                self.scatter(columns, start, dx);
            }
            Ok(())
        };
        let length = self.window.inputs() * self.from;
        // Few images: threads share the product of each. The result is the same.
        let threads = parallel::threads();
        let (large, threads) = if self.batch < threads { (false, threads) } else { (self.is_large(), 1) };
        for_each_chunk(dx, length, large, |i, dx| image(threads, i, dx))
    }

    /// The convolution that takes the output's gradient, with the filter turned, to the input's.
    fn turned(&self) -> Option<Convolution> {
        let window = self.window.turned().filter(|_| !self.window.is_pointwise())?;
        Some(Convolution { batch: self.batch, window, from: self.to, to: self.from })
    }

    /// The images as plain loops take them, where they can be had.
    pub(super) fn directly<T: Real>(&self, x: &[T]) -> Result<Option<Direct<'_, T>>> {
        // A padded copy that is much larger than the images (far strides over padding) is not to be made.
        let padded = extent(&self.window).iter().try_fold(1usize, |n, &d| n.checked_mul(d));
        let fits = padded.is_some_and(|places| places / 4 <= self.window.inputs() + MARGIN);
        let pays = fits && self.row() * self.to > 0;
        pays.then(|| Direct::new(self, x)).transpose()
    }

    /// Windows of the batch.
    pub(super) fn rows(&self) -> usize {
        self.batch * self.window.outputs()
    }

    /// Numbers of a window.
    pub(super) fn row(&self) -> usize {
        self.window.places() * self.from
    }

    /// Windows of a tile.
    pub(super) fn tile<T>(&self) -> usize {
        (TILE / (self.row() * size_of::<T>()).max(1)).clamp(64, 1024)
    }

    /// Whether the work is worth sharing.
    pub(super) fn is_large(&self) -> bool {
        Grain::PRODUCTS.shares(self.rows().saturating_mul(self.row()).saturating_mul(self.to))
    }

    pub(super) fn check(&self, input: usize, filter: usize, output: usize) {
        assert_eq!(input, self.batch * self.window.inputs() * self.from, "input of {self:?}");
        assert_eq!(filter, self.row() * self.to, "filter of {self:?}");
        assert_eq!(output, self.rows() * self.to, "output of {self:?}");
    }

    /// Copies these windows of the batch into rows.
    pub(super) fn gather<T: Real>(&self, x: &[T], rows: Range<usize>, columns: &mut [T]) {
        let (row, length, from) = (self.row(), self.window.inputs() * self.from, self.from);
        for (columns, at) in columns.chunks_exact_mut(row.max(1)).zip(rows) {
            let image = &x[at / self.window.outputs() * length..][..length];
            self.window.for_each_run(at % self.window.outputs(), |places, start| {
                let part = &mut columns[places.start * from..places.end * from];
                match start {
                    Some(start) => part.copy_from_slice(&image[start * from..][..part.len()]),
                    None => part.fill(T::zero()),
                }
            });
        }
    }

    /// Adds rows, those of the windows from `start` on, to the places of an image that the windows see.
    fn scatter<T: Real>(&self, columns: &[T], start: usize, image: &mut [T]) {
        let from = self.from;
        for (i, columns) in columns.chunks_exact(self.row().max(1)).enumerate() {
            self.window.for_each_run(start + i, |places, start| {
                if let Some(start) = start {
                    let part = &columns[places.start * from..places.end * from];
                    image[start * from..].iter_mut().zip(part).for_each(|(x, &g)| *x += g);
                }
            });
        }
    }
}

/// A row-major matrix turned.
fn transposed<T: Real>(matrix: &[T], columns: usize) -> Result<Vec<T>> {
    let mut out = try_vec(matrix.len(), T::zero())?;
    transpose(matrix, columns, &mut out);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::super::Padding;
    use super::super::testing::*;
    use super::*;

    /// Calls `f(x, w, y)` with the places of every product of the convolution.
    fn products(c: &Convolution, mut f: impl FnMut(usize, usize, usize)) {
        let triples = triples(&c.window);
        for image in 0..c.batch {
            for &(output, k, input) in &triples {
                for (i, o) in (0..c.from).flat_map(|i| (0..c.to).map(move |o| (i, o))) {
                    let x = (image * c.window.inputs() + input) * c.from + i;
                    let y = (image * c.window.outputs() + output) * c.to + o;
                    f(x, (k * c.from + i) * c.to + o, y);
                }
            }
        }
    }

    fn check(c: Convolution, words: &mut crate::kernels::random::Words) {
        let x = whole(words, c.batch * c.window.inputs() * c.from);
        let w = whole(words, c.row() * c.to);
        let dy = whole(words, c.rows() * c.to);
        let (mut y, mut dx, mut dw) = (vec![0.0; dy.len()], vec![0.0; x.len()], vec![0.0; w.len()]);
        products(&c, |i, k, o| {
            y[o] += x[i] * w[k];
            dx[i] += dy[o] * w[k];
            dw[k] += x[i] * dy[o];
        });
        let (mut got_y, mut got_dx, mut got_dw) = (vec![9.5; y.len()], vec![9.5; x.len()], vec![9.5; w.len()]);
        c.forward(&x, &w, &mut got_y).unwrap();
        c.input_gradient(&dy, &w, &mut got_dx).unwrap();
        c.filter_gradient(&x, &dy, &mut got_dw).unwrap();
        assert_eq!(got_y, y, "forward {c:?}");
        assert_eq!(got_dx, dx, "input gradient {c:?}");
        assert_eq!(got_dw, dw, "filter gradient {c:?}");
        let (mut got_y, mut got_dx, mut got_dw) = (vec![9.5; y.len()], vec![9.5; x.len()], vec![0.0; w.len()]);
        c.forward_by_tiles(&x, Matrix::rows(&w, c.to), &mut got_y).unwrap();
        c.input_gradient_by_tiles(&dy, Matrix::rows(&transposed(&w, c.to).unwrap(), c.row()), &mut got_dx).unwrap();
        c.filter_gradient_by_tiles(&x, &dy, &mut got_dw).unwrap();
        assert_eq!(got_y, y, "forward by tiles {c:?}");
        assert_eq!(got_dx, dx, "input gradient by tiles {c:?}");
        assert_eq!(got_dw, dw, "filter gradient by tiles {c:?}");
    }

    #[test]
    fn every_geometry_gives_what_the_naive_loops_give() {
        let mut words = words(1);
        for _ in 0..1500 {
            let window = window(&mut words);
            let [batch, from, to] = [3, 5, 5].map(|bound| below(&mut words, bound));
            check(Convolution { batch, window, from, to }, &mut words);
        }
    }

    /// A stride that leaps from the image far into its padding.
    #[test]
    fn padding_is_not_copied_where_there_is_much() {
        let far = 1 << 40;
        let pads = Padding::Explicit([[0, 0], [0, 0], [0, far]]);
        let window = Window::new([1, 2, 3], [1, 2, 2], [1, 1, far], [1; 3], pads).unwrap();
        assert_eq!(window.output, [1, 1, 2]);
        check(Convolution { batch: 2, window, from: 3, to: 4 }, &mut words(5));
    }

    /// Several tiles, several parts and threads; a large filter; one image; one place per window.
    #[test]
    fn large_convolutions_too() {
        let mut words = words(2);
        let square = |side: usize, kernel: usize, padding: Padding| {
            Window::new([1, side, side], [1, kernel, kernel], [1; 3], [1; 3], padding).unwrap()
        };
        let same = square(20, 3, Padding::Same);
        check(Convolution { batch: 5, window: same, from: 7, to: 20 }, &mut words);
        check(Convolution { batch: 1, window: same, from: 16, to: 40 }, &mut words);
        check(Convolution { batch: 2, window: square(6, 3, Padding::Valid), from: 90, to: 100 }, &mut words);
        check(Convolution { batch: 3, window: square(9, 3, Padding::Same), from: 64, to: 144 }, &mut words);
        check(Convolution { batch: 3, window: square(30, 1, Padding::Valid), from: 24, to: 32 }, &mut words);
    }

    /// Sums of numbers whose order shows.
    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let mut words = words(7);
        let window = Window::new([1, 24, 24], [1, 3, 3], [1; 3], [1; 3], Padding::Same).unwrap();
        for (from, to) in [(6, 16), (30, 24), (40, 24), (90, 96)] {
            let c = Convolution { batch: 6, window, from, to };
            let [x, w, dy] = [c.batch * window.inputs() * from, c.row() * to, c.rows() * to]
                .map(|len| whole(&mut words, len).iter().map(|x| (x * 0.37).sin()).collect::<Vec<f32>>());
            let run = || {
                let mut out = [vec![0.0; dy.len()], vec![0.0; x.len()], vec![0.0; w.len()]];
                c.forward(&x, &w, &mut out[0]).unwrap();
                c.input_gradient(&dy, &w, &mut out[1]).unwrap();
                c.filter_gradient(&x, &dy, &mut out[2]).unwrap();
                let mut tiles = out.clone();
                c.forward_by_tiles(&x, Matrix::rows(&w, to), &mut tiles[0]).unwrap();
                c.input_gradient_by_tiles(&dy, Matrix::rows(&transposed(&w, to).unwrap(), c.row()), &mut tiles[1])
                    .unwrap();
                c.filter_gradient_by_tiles(&x, &dy, &mut tiles[2]).unwrap();
                [out, tiles]
            };
            let [one, three] = [1, 3].map(|threads| parallel::with_threads(threads, run));
            assert!(c.is_large());
            assert_eq!(one, three, "{c:?}");
        }
    }

    #[test]
    fn double_precision_is_the_same_code() {
        let window = Window::new([1, 1, 3], [1, 1, 2], [1; 3], [1; 3], Padding::Valid).unwrap();
        let mut out = [0.0; 2];
        Convolution { batch: 1, window, from: 1, to: 1 }.forward(&[1.0, 2.0, 4.0], &[10.0, 1.0f64], &mut out).unwrap();
        assert_eq!(out, [12.0, 24.0]);
    }
}
