//! Matrix products over strided slices: one entry, [`gemm`], and its loop over a batch, [`gemm_batched`].
//!
//! Large products of floats and complex numbers go to the `gemm` crate; small ones, and integers, run as plain loops,
//! since a call of the crate costs 0.1 to 0.3 us before it multiplies anything. Half floats are multiplied as `f32`.
//! Strides are free: a transpose, a slice or a reversed matrix costs no copy.
//!
//! Invariants: without `accumulate` the output is never read; the result does not depend on the number of threads, which
//! take pieces of the product ([`cut`]).

mod cut;
mod product;
#[cfg(test)]
mod tests;

use crate::error::Result;
use crate::interrupt;
use crate::kernels::parallel;

/// Multiply-adds from which waking other threads pays: about 40 us of work.
const PARALLEL: usize = 2 << 20;

/// Multiply-adds after which the user is asked whether to go on: less than a tenth of a second.
const PANEL: usize = 1 << 32;

/// A matrix inside a slice: element `(i, j)` is `data[offset + i * strides[0] + j * strides[1]]`.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a, T> {
    /// Where the elements are.
    pub data: &'a [T],
    /// Where element `(0, 0)` is.
    pub offset: usize,
    /// Steps to the next row and to the next column; may be negative, or 0 to repeat.
    pub strides: [isize; 2],
}

/// A matrix to write to: as [`Matrix`]; no two elements share a place.
#[derive(Debug)]
pub struct MatrixMut<'a, T> {
    /// Where the elements are.
    pub data: &'a mut [T],
    /// Where element `(0, 0)` is.
    pub offset: usize,
    /// Steps to the next row and to the next column.
    pub strides: [isize; 2],
}

/// The shape of a product: `m x k` times `k x n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Rows of the left factor and of the product.
    pub m: usize,
    /// Columns of the right factor and of the product.
    pub n: usize,
    /// Columns of the left factor, rows of the right.
    pub k: usize,
}

impl Size {
    fn multiply_adds(self) -> usize {
        self.m.saturating_mul(self.n).saturating_mul(self.k)
    }
}

impl<'a, T> Matrix<'a, T> {
    /// A row-major matrix without gaps.
    pub fn rows(data: &'a [T], columns: usize) -> Self {
        Self { data, offset: 0, strides: [columns as isize, 1] }
    }

    /// The transpose, without a copy.
    pub fn transposed(self) -> Self {
        Self { strides: [self.strides[1], self.strides[0]], ..self }
    }

    #[inline(always)]
    fn at(&self, i: usize, j: usize) -> usize {
        place(self.offset, self.strides, i, j)
    }

    /// This matrix moved on to number `i` (row-major) of a batch.
    fn stepped(self, dims: &[usize], steps: &[isize], mut i: usize) -> Self {
        let mut offset = self.offset;
        for (&dim, &step) in dims.iter().zip(steps).rev() {
            offset = offset.wrapping_add_signed((i % dim) as isize * step);
            i /= dim;
        }
        Self { offset, ..self }
    }
}

impl<T: Copy> Matrix<'_, T> {
    #[inline(always)]
    fn get(self, i: usize, j: usize) -> T {
        self.data[self.at(i, j)]
    }

    /// A row-major copy, converted element by element.
    fn packed<S>(self, rows: usize, columns: usize, convert: impl Fn(T) -> S) -> Vec<S> {
        (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| convert(self.get(i, j))).collect()
    }
}

impl<'a, T> MatrixMut<'a, T> {
    /// A row-major matrix without gaps.
    pub fn rows(data: &'a mut [T], columns: usize) -> Self {
        Self { data, offset: 0, strides: [columns as isize, 1] }
    }

    #[inline(always)]
    fn at(&self, i: usize, j: usize) -> usize {
        place(self.offset, self.strides, i, j)
    }
}

#[inline(always)]
fn place(offset: usize, strides: [isize; 2], i: usize, j: usize) -> usize {
    offset.wrapping_add_signed(i as isize * strides[0] + j as isize * strides[1])
}

/// Whether every element of a matrix of this extent lies in a slice of `len` elements.
fn fits(len: usize, offset: usize, strides: [isize; 2], extent: [usize; 2]) -> bool {
    let reach = |axis: usize| (extent[axis] as i128 - 1) * strides[axis] as i128;
    let first = offset as i128 + reach(0).min(0) + reach(1).min(0);
    let last = offset as i128 + reach(0).max(0) + reach(1).max(0);
    extent.contains(&0) || (first >= 0 && last < len as i128)
}

/// Whether no two elements of a matrix of this extent share a place (sufficient, not necessary).
fn separate(strides: [isize; 2], extent: [usize; 2]) -> bool {
    let [r, c] = strides.map(isize::unsigned_abs);
    let nested = |inner: usize, n: usize, outer: usize, m: usize| {
        (n < 2 || inner > 0) && (m < 2 || outer > (n.max(1) - 1) * inner)
    };
    extent.contains(&0) || nested(c, extent[1], r, extent[0]) || nested(r, extent[0], c, extent[1])
}

/// `out = a b`, or `out += a b` where `accumulate`. Other threads help if that pays and `threads` is above 1.
///
/// `a` is `m x k`, `b` is `k x n`; with `k = 0` the product is zero. Integers wrap around on overflow. A sum runs in an
/// order that depends on the sizes alone.
///
/// # Panics
/// If a matrix leaves its slice, or elements of `out` overlap: errors of the caller, not of data.
///
/// ```ignore
/// let (a, b) = ([1.0, 2.0], [3.0, 4.0]);
/// let mut out = [0.0];
/// let size = Size { m: 1, n: 1, k: 2 };
/// gemm(size, MatrixMut::rows(&mut out, 1), Matrix::rows(&a, 2), Matrix::rows(&b, 1), false, 1);
/// assert_eq!(out, [11.0]);
/// ```
pub fn gemm<T: Gemm>(size: Size, out: MatrixMut<T>, a: Matrix<T>, b: Matrix<T>, accumulate: bool, threads: usize) {
    let Size { m, n, k } = size;
    assert!(fits(a.data.len(), a.offset, a.strides, [m, k]), "left factor of {size:?}");
    assert!(fits(b.data.len(), b.offset, b.strides, [k, n]), "right factor of {size:?}");
    assert!(fits(out.data.len(), out.offset, out.strides, [m, n]), "output of {size:?}");
    assert!(separate(out.strides, [m, n]), "output of {size:?}");
    if m > 0 && n > 0 {
        T::product(size, out, a, b, accumulate, threads);
    }
}

/// As [`gemm`], some rows at a time where the whole takes long: in between, the user may stop it.
///
/// Errors: what [`interrupt::check`] answers; `out` is then written in part.
///
/// # Panics
/// As [`gemm`].
pub fn gemm_by_panels<T: Gemm>(
    size: Size,
    out: MatrixMut<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    accumulate: bool,
    threads: usize,
) -> Result<()> {
    let rows = (PANEL / size.n.saturating_mul(size.k).max(1)).max(256);
    if size.m <= rows {
        gemm(size, out, a, b, accumulate, threads);
        return Ok(());
    }
    let MatrixMut { data, offset, strides } = out;
    for first in (0..size.m).step_by(rows) {
        let size = Size { m: rows.min(size.m - first), ..size };
        let below = |offset: usize, step: isize| offset.wrapping_add_signed(first as isize * step);
        let panel = MatrixMut { data: &mut *data, offset: below(offset, strides[0]), strides };
        gemm(size, panel, Matrix { offset: below(a.offset, a.strides[0]), ..a }, b, accumulate, threads);
        interrupt::check()?;
    }
    Ok(())
}

/// Axes in front of the matrices of a [`gemm_batched`], and how the factors step along them (0 repeats a matrix).
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The lengths of the axes.
    pub dims: &'a [usize],
    /// Steps of the left factor along each axis.
    pub a: &'a [isize],
    /// Steps of the right factor along each axis.
    pub b: &'a [isize],
}

/// [`gemm`] for every index of a batch. `out` is row-major without gaps: the batch's axes, then `m` and `n`.
///
/// One right factor for a stack of contiguous left ones is multiplied as a single tall product.
///
/// Errors: as [`gemm_by_panels`].
///
/// # Panics
/// As [`gemm`], or if `out` is not `m * n` elements for each matrix of the batch.
pub fn gemm_batched<T: Gemm>(
    batch: Batch,
    size: Size,
    out: &mut [T],
    a: Matrix<T>,
    b: Matrix<T>,
    accumulate: bool,
    threads: usize,
) -> Result<()> {
    let (batch, size, a) = merged(batch, size, a);
    let count: usize = batch.dims.iter().product();
    assert_eq!(out.len(), count * size.m * size.n, "the output of a batch of {count} products");
    if out.is_empty() {
        return Ok(());
    }
    let one = |i: usize, out: &mut [T], threads: usize| {
        let (a, b) = (a.stepped(batch.dims, batch.a, i), b.stepped(batch.dims, batch.b, i));
        gemm_by_panels(size, MatrixMut::rows(out, size.n), a, b, accumulate, threads)
    };
    let each = size.multiply_adds();
    if threads < 2 || each >= PARALLEL || each.saturating_mul(count) < PARALLEL {
        let mut work = 0;
        for (i, out) in out.chunks_mut(size.m * size.n).enumerate() {
            one(i, out, threads)?;
            work += each;
            if work >= PANEL {
                work = 0;
                interrupt::check()?;
            }
        }
        return Ok(());
    }
    // Each of them is too short to be interrupted.
    parallel::for_each_chunk(out, size.m * size.n, |at, out| one(at / (size.m * size.n), out, 1).unwrap_or_default())
}

/// Takes batch axes along which `b` stays and the rows of `a` go on into the number of rows.
fn merged<'a, 'b, T>(mut batch: Batch<'b>, mut size: Size, mut a: Matrix<'a, T>) -> (Batch<'b>, Size, Matrix<'a, T>) {
    while let (Some((&dim, dims)), Some((&step, steps)), Some((&0, b))) =
        (batch.dims.split_last(), batch.a.split_last(), batch.b.split_last())
    {
        if size.m == 1 {
            a.strides[0] = step;
        } else if dim != 1 && step != size.m as isize * a.strides[0] {
            break;
        }
        size.m *= dim;
        batch = Batch { dims, a: steps, b };
    }
    (batch, size, a)
}

/// An element type that matrices are multiplied in.
pub trait Gemm: Copy + Send + Sync + 'static {
    /// What [`gemm`] does, on operands that it has checked; `m` and `n` are not 0.
    fn product(size: Size, out: MatrixMut<Self>, a: Matrix<Self>, b: Matrix<Self>, accumulate: bool, threads: usize);
}
