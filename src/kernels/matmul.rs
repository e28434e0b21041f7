//! Matrix products over strided slices: one entry, [`gemm`], and its loop over a batch, [`gemm_batched`].
//!
//! Large products of floats and complex numbers go to the `gemm` crate; small ones, and integers, run as plain loops,
//! since a call of the crate costs 0.1 to 0.3 us before it multiplies anything. Half floats are multiplied as `f32`.
//! Strides are free: a transpose, a slice or a reversed matrix costs no copy.
//!
//! Invariants: without `accumulate` the output is never read; the result does not depend on the number of threads, which
//! take pieces of the product (`cut`).

mod cut;
mod dots;
mod order;
mod product;
#[cfg(test)]
mod tests;

pub use order::{Order, gemm_in_order};

use crate::error::Result;
use crate::interrupt;
use crate::interrupt::grain;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::memory::try_with_capacity;

/// Rows, and columns, of a block at least: fewer would leave the caches unused.
const SIDE: usize = 256;

/// Multiply-adds of small products that a thread takes at a time.
const SMALL: usize = 1 << 14;

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

    /// Calls `work` with blocks of about `grain` multiply-adds that together are this product: where each begins, along
    /// `m`, `n` and `k`, and its size. Blocks of one part of the output come in the order of `k`.
    fn blocks(self, grain: usize, mut work: impl FnMut([usize; 3], Size) -> Result<()>) -> Result<()> {
        let k = (grain / (SIDE * SIDE)).min(self.k);
        let n = (grain / (SIDE * k)).max(SIDE).min(self.n);
        let m = (grain / n.saturating_mul(k)).max(SIDE).min(self.m);
        for i in (0..self.m).step_by(m) {
            for j in (0..self.n).step_by(n) {
                for p in (0..self.k).step_by(k) {
                    work([i, j, p], Size { m: m.min(self.m - i), n: n.min(self.n - j), k: k.min(self.k - p) })?;
                }
            }
        }
        Ok(())
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

    /// The part from row `i` and column `j` on.
    fn from(self, i: usize, j: usize) -> Self {
        Self { offset: self.at(i, j), ..self }
    }

    /// The first `k` elements of a row, whose elements are contiguous.
    #[inline(always)]
    fn row(&self, i: usize, k: usize) -> &'a [T] {
        &self.data[self.at(i, 0)..][..k]
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
    fn packed<S>(self, rows: usize, columns: usize, convert: impl Fn(T) -> S) -> Result<Vec<S>> {
        let mut out = try_with_capacity(rows * columns)?;
        interrupt::in_chunks(rows, grain::COMPUTED / columns.max(1), |rows| {
            rows.for_each(|i| out.extend((0..columns).map(|j| convert(self.get(i, j)))));
        })?;
        Ok(out)
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
/// Errors: what [`interrupt::check`] answers, which is asked now and then where the product takes long; `out` is then
/// written in part.
///
/// # Panics
/// If a matrix leaves its slice, or elements of `out` overlap: errors of the caller, not of data.
///
/// ```ignore
/// let (a, b) = ([1.0, 2.0], [3.0, 4.0]);
/// let mut out = [0.0];
/// let size = Size { m: 1, n: 1, k: 2 };
/// gemm(size, MatrixMut::rows(&mut out, 1), Matrix::rows(&a, 2), Matrix::rows(&b, 1), false, 1)?;
/// assert_eq!(out, [11.0]);
/// ```
pub fn gemm<T: Gemm>(
    size: Size,
    out: MatrixMut<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    accumulate: bool,
    threads: usize,
) -> Result<()> {
    gemm_in_parts(size, out, a, b, accumulate, |k| k, threads)
}

/// How many of the `k` numbers that are left to add come to a sum of their own, which is then added to that of those before:
/// between 1 and all of them.
type NextPart = fn(usize) -> usize;

/// As [`gemm`], with sums of parts.
fn gemm_in_parts<T: Gemm>(
    size: Size,
    out: MatrixMut<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    accumulate: bool,
    part: NextPart,
    threads: usize,
) -> Result<()> {
    let Size { m, n, k } = size;
    assert!(fits(a.data.len(), a.offset, a.strides, [m, k]), "left factor of {size:?}");
    assert!(fits(b.data.len(), b.offset, b.strides, [k, n]), "right factor of {size:?}");
    assert!(fits(out.data.len(), out.offset, out.strides, [m, n]), "output of {size:?}");
    assert!(separate(out.strides, [m, n]), "output of {size:?}");
    if m == 0 || n == 0 {
        return Ok(());
    }
    if size.multiply_adds() <= T::GRAIN {
        return T::product(size, out, a, b, accumulate, part, threads);
    }
    let MatrixMut { data, offset, strides } = out;
    size.blocks(T::GRAIN, |[i, j, p], block| {
        let to = MatrixMut { data: &mut *data, offset: place(offset, strides, i, j), strides };
        let (a, b) = (Matrix { offset: a.at(i, p), ..a }, Matrix { offset: b.at(p, j), ..b });
        T::product(block, to, a, b, accumulate || p > 0, part, threads)?;
        interrupt::check()
    })
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
/// Errors: as [`gemm`].
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
        gemm(size, MatrixMut::rows(out, size.n), a, b, accumulate, threads)
    };
    let (each, length) = (size.multiply_adds(), size.m * size.n);
    if Grain::PRODUCTS.shares(each) || !Grain::PRODUCTS.shares(each.saturating_mul(count)) {
        return out.chunks_mut(length).enumerate().try_for_each(|(i, out)| one(i, out, threads));
    }
    // Each of them is too short to be interrupted.
    parallel::for_each_chunk(out, (SMALL / each.max(1)).max(1) * length, |at, out| {
        let products = out.chunks_mut(length).enumerate();
        products.for_each(|(i, out)| one(at / length + i, out, 1).unwrap_or_default());
    })
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
    /// Multiply-adds that are done in one go: at most a tenth of a second on a slow machine.
    const GRAIN: usize;

    /// What [`gemm`] does, on operands that it has checked; `m` and `n` are not 0.
    fn product(
        size: Size,
        out: MatrixMut<Self>,
        a: Matrix<Self>,
        b: Matrix<Self>,
        accumulate: bool,
        part: NextPart,
        threads: usize,
    ) -> Result<()>;
}
