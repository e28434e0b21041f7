//! How one checked product is computed, by element type.

use std::cell::Cell;

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
use num_traits::MulAdd as _;

use super::cut::{Cut, Part};
use super::{Gemm, Matrix, MatrixMut, NextPart, Size, place};
use crate::error::Result;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::kernels::parallel::Shared;
use crate::memory::{room, try_vec};

/// Multiply-adds up to which a plain loop is faster than the crate; and where it runs along rows of real numbers.
const SMALL: usize = 6 * 6 * 6;
const SMALL_BY_ROWS: usize = 1 << 11;

/// Arithmetic of the plain loops.
pub(super) trait Ring: Copy + Send + Sync {
    const ZERO: Self;
    fn add(a: Self, b: Self) -> Self;
    /// `sum + a b`; of real numbers with one rounding, where that is an instruction.
    fn multiply_add<A: Target>(sum: Self, a: Self, b: Self) -> Self;
}

/// Along the rows of `b` where they and those of `out` are contiguous, as scalar products otherwise. The result is the same:
/// the products are added one after the other, and what was in `out` last.
pub(super) fn plain<T: Ring>(size: Size, out: MatrixMut<T>, a: Matrix<T>, b: Matrix<T>, accumulate: bool) {
    let by_rows = is_by_rows(&out, &b);
    let MatrixMut { data, offset, strides } = out;
    let plain = Plain { size, a, b, offset, strides, accumulate };
    if by_rows {
        dispatch(&ByRows(plain), data);
    } else {
        dispatch(&ByElements(plain), data);
    }
}

/// Whether rows of the right factor and of the product are contiguous.
fn is_by_rows<T>(out: &MatrixMut<T>, b: &Matrix<T>) -> bool {
    b.strides[1] == 1 && out.strides[1] == 1
}

struct Plain<'a, T> {
    size: Size,
    a: Matrix<'a, T>,
    b: Matrix<'a, T>,
    /// Where the product begins in the output, and the steps to its next row and column.
    offset: usize,
    strides: [isize; 2],
    accumulate: bool,
}

/// A few columns of the product at a time, in registers.
struct ByRows<'a, T>(Plain<'a, T>);

impl<T: Ring> Kernel for ByRows<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let plain = &self.0;
        let column = plain.columns::<A, 128>(0, out);
        let column = plain.columns::<A, 64>(column, out);
        let column = plain.columns::<A, 16>(column, out);
        let column = plain.columns::<A, 8>(column, out);
        let column = plain.columns::<A, 4>(column, out);
        plain.columns::<A, 1>(column, out);
    }
}

impl<T: Ring> Plain<'_, T> {
    /// As many times `W` columns as there are from this one on; answers the next one.
    #[inline(always)]
    fn columns<A: Target, const W: usize>(&self, mut column: usize, out: &mut [T]) -> usize {
        while column + W <= self.size.n {
            (0..self.size.m).for_each(|i| self.part_of_row::<A, W>(i, column, out));
            column += W;
        }
        column
    }

    #[inline(always)]
    fn part_of_row<A: Target, const W: usize>(&self, i: usize, column: usize, out: &mut [T]) {
        let out = &mut out[place(self.offset, self.strides, i, column)..][..W];
        let mut sums = [T::ZERO; W];
        for p in 0..self.size.k {
            let x = self.a.get(i, p);
            let line = &self.b.data[self.b.at(p, column)..][..W];
            for j in 0..W {
                sums[j] = T::multiply_add::<A>(sums[j], x, line[j]);
            }
        }
        if self.accumulate {
            sums.iter_mut().zip(&*out).for_each(|(sum, &old)| *sum = T::add(old, *sum));
        }
        out.copy_from_slice(&sums);
    }
}

/// Element by element.
struct ByElements<'a, T>(Plain<'a, T>);

impl<T: Ring> Kernel for ByElements<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let Plain { size, a, b, offset, strides, accumulate } = self.0;
        for i in 0..size.m {
            for j in 0..size.n {
                let add = |sum, p| T::multiply_add::<A>(sum, a.get(i, p), b.get(p, j));
                let sum = (0..size.k).fold(T::ZERO, add);
                let out = &mut out[place(offset, strides, i, j)];
                *out = if accumulate { T::add(*out, sum) } else { sum };
            }
        }
    }
}

/// The crate keeps packed factors for each thread that multiplies, as large as a second-level cache, and cannot fail.
const PACKED: usize = 4 << 20;

/// Errors: `ResourceExhausted` where this thread has none yet, and there is no memory for them.
#[inline]
fn room_to_pack() -> Result<()> {
    thread_local!(static HAS_ROOM: Cell<bool> = const { Cell::new(false) });
    if !HAS_ROOM.get() {
        room(PACKED)?;
        HAS_ROOM.set(true);
    }
    Ok(())
}

/// Whether the crate would add several sums for each element, where both factors are contiguous along `k`.
fn is_small_along_k<T>(Size { m, n, .. }: Size, a: &Matrix<T>, b: &Matrix<T>) -> bool {
    n > 1 && (m == 1 || m * n <= 256) && a.strides[1] == 1 && b.strides[0] == 1
}

/// `factors`: what the old output counts and what the product counts; nothing is read for an old output that counts 0.
/// What the parts of `k` come to is added one after the other.
///
/// # Safety
/// Every element of the factors must lie in its slice, those of the output in memory that is ours to write, apart from each
/// other.
unsafe fn by_crate<T: Ring + PartialEq + 'static>(
    size: Size,
    (to, [or, oc]): (*mut T, [isize; 2]),
    a: Matrix<T>,
    b: Matrix<T>,
    [mut old, new]: [T; 2],
    part: NextPart,
) {
    let (Size { m, n, k }, conjugate) = (size, false);
    let ([ar, ac], [br, bc]) = (a.strides, b.strides);
    let mut start = 0;
    while start < k || k == 0 {
        let here = part(k - start);
        // SAFETY: the caller's promise, for a part of the columns of `a`.
        unsafe {
            let (a, b) = (a.data.as_ptr().add(a.at(0, start)), b.data.as_ptr().add(b.at(start, 0)));
            #[rustfmt::skip]
            gemm::gemm(
                m, n, here, to, oc, or, old != T::ZERO, a, ac, ar, b, bc, br, old, new, conjugate, conjugate, conjugate,
                gemm::Parallelism::None,
            );
        }
        (start, old) = (start + here, new);
        if k == 0 {
            return;
        }
    }
}

/// A large product, in pieces for several threads.
fn in_pieces<T: Ring + PartialEq + 'static>(
    size: Size,
    out: MatrixMut<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    factors: [T; 2],
    part: NextPart,
    threads: usize,
) -> Result<()> {
    room(threads.max(1) * PACKED)?;
    let cut = Cut::of(size, out.strides[1].unsigned_abs() <= out.strides[0].unsigned_abs());
    let (offset, strides) = (out.offset, out.strides);
    // SAFETY: each piece is taken once, and pieces do not overlap.
    let start = unsafe { Shared::new(out.data.as_mut_ptr()) };
    let piece = |i: usize| {
        let Part { row, column, size } = cut.part(i);
        let a = Matrix { offset: a.at(row, 0), ..a };
        let b = Matrix { offset: b.at(0, column), ..b };
        // SAFETY: `super::gemm` has checked the matrices, of which these are parts; no two pieces write the same elements.
        unsafe { by_crate(size, (start.get().add(place(offset, strides, row, column)), strides), a, b, factors, part) };
    };
    if threads < 2 {
        in_chunks(cut.pieces(), 1, |pieces| pieces.for_each(piece))
    } else {
        parallel::for_each(cut.pieces(), piece)
    }
}

macro_rules! floats {
    ($($t:ty: $zero:expr, $one:expr, $by_rows:expr, $grain:expr;)*) => {$(
        impl Ring for $t {
            const ZERO: $t = $zero;
            #[inline(always)]
            fn add(a: $t, b: $t) -> $t {
                a + b
            }
            #[inline(always)]
            fn multiply_add<A: Target>(sum: $t, a: $t, b: $t) -> $t {
                if A::FMA { a.mul_add(b, sum) } else { sum + a * b }
            }
        }
        impl Gemm for $t {
            const GRAIN: usize = $grain;
            fn product(
                size: Size,
                out: MatrixMut<$t>,
                a: Matrix<$t>,
                b: Matrix<$t>,
                accumulate: bool,
                part: NextPart,
                threads: usize,
            ) -> Result<()> {
                if is_small_along_k(size, &a, &b) {
                    let lines = b.packed(size.k, size.n, |x| x)?;
                    return Self::product(size, out, a, Matrix::rows(&lines, size.n), accumulate, part, threads);
                }
                let factors = [if accumulate { $one } else { $zero }, $one];
                let most = if is_by_rows(&out, &b) { $by_rows } else { SMALL };
                if size.multiply_adds() <= most && part(size.k) == size.k {
                    plain(size, out, a, b, accumulate);
                } else if !Grain::PRODUCTS.shares(size.multiply_adds()) {
                    room_to_pack()?;
                    let MatrixMut { data, offset, strides } = out;
                    // SAFETY: `super::gemm` has checked the matrices.
                    unsafe { by_crate(size, (data.as_mut_ptr().add(offset), strides), a, b, factors, part) };
                } else {
                    in_pieces(size, out, a, b, factors, part, threads)?;
                }
                Ok(())
            }
        }
    )*};
}
floats! {
    f32: 0.0, 1.0, SMALL_BY_ROWS, 1 << 32;
    f64: 0.0, 1.0, SMALL_BY_ROWS, 1 << 31;
    Complex32: Complex32::ZERO, Complex32::ONE, SMALL, 1 << 30;
    Complex64: Complex64::ZERO, Complex64::ONE, SMALL, 1 << 29;
}

macro_rules! integers {
    ($($t:ty)*) => {$(
        impl Ring for $t {
            const ZERO: $t = 0;
            #[inline(always)]
            fn add(a: $t, b: $t) -> $t {
                a.wrapping_add(b)
            }
            #[inline(always)]
            fn multiply_add<A: Target>(sum: $t, a: $t, b: $t) -> $t {
                sum.wrapping_add(a.wrapping_mul(b))
            }
        }
        impl Gemm for $t {
            const GRAIN: usize = 1 << 25;
            fn product(
                size: Size,
                out: MatrixMut<$t>,
                a: Matrix<$t>,
                b: Matrix<$t>,
                accumulate: bool,
                _part: NextPart,
                _threads: usize,
            ) -> Result<()> {
                if size.multiply_adds() <= SMALL || b.strides[1] == 1 {
                    plain(size, out, a, b, accumulate);
                } else {
                    let lines = b.packed(size.k, size.n, |x| x)?;
                    plain(size, out, a, Matrix::rows(&lines, size.n), accumulate);
                }
                Ok(())
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! through_f32 {
    ($($t:ty)*) => {$(
        impl Gemm for $t {
            // The product of `f32` has a grain of its own.
            const GRAIN: usize = usize::MAX;
            fn product(
                size: Size,
                out: MatrixMut<$t>,
                a: Matrix<$t>,
                b: Matrix<$t>,
                accumulate: bool,
                part: NextPart,
                threads: usize,
            ) -> Result<()> {
                let Size { m, n, k } = size;
                let (a, b) = (a.packed(m, k, <$t>::to_f32)?, b.packed(k, n, <$t>::to_f32)?);
                let mut wide = try_vec(m * n, 0.0)?;
                let to = MatrixMut::rows(&mut wide, n);
                super::gemm_in_parts(size, to, Matrix::rows(&a, k), Matrix::rows(&b, n), false, part, threads)?;
                in_chunks(wide.len(), grain::COMPUTED, |places| {
                    for place in places {
                        let slot = out.at(place / n, place % n);
                        let sum = if accumulate { out.data[slot].to_f32() + wide[place] } else { wide[place] };
                        out.data[slot] = <$t>::from_f32(sum);
                    }
                })
            }
        }
    )*};
}
through_f32!(f16 bf16);
