//! How one checked product is computed, by element type.

use super::Gemm;
use super::Matrix;
use super::MatrixMut;
use super::PARALLEL;
use super::Size;
use crate::kernels::parallel;
use half::bf16;
use half::f16;
use num_complex::Complex32;
use num_complex::Complex64;

/// Multiply-adds below which a plain loop is faster than the crate.
const SMALL: usize = 6 * 6 * 6;

/// Arithmetic of the plain loops.
pub(super) trait Ring: Copy {
    const ZERO: Self;
    fn multiply_add(sum: Self, a: Self, b: Self) -> Self;
}

/// Along the rows of `b` where they and those of `out` are contiguous, as scalar products otherwise.
fn plain<T: Ring>(size: Size, out: MatrixMut<T>, a: Matrix<T>, b: Matrix<T>, accumulate: bool) {
    if b.strides[1] == 1 && out.strides[1] == 1 {
        by_rows(size, out, a, b, accumulate);
    } else {
        by_elements(size, out, a, b, accumulate);
    }
}

fn by_rows<T: Ring>(size: Size, out: MatrixMut<T>, a: Matrix<T>, b: Matrix<T>, accumulate: bool) {
    for i in 0..size.m {
        let start = out.at(i, 0);
        let row = &mut out.data[start..][..size.n];
        if !accumulate {
            row.fill(T::ZERO);
        }
        for p in 0..size.k {
            let (x, line) = (a.get(i, p), &b.data[b.at(p, 0)..][..size.n]);
            row.iter_mut().zip(line).for_each(|(o, &y)| *o = T::multiply_add(*o, x, y));
        }
    }
}

fn by_elements<T: Ring>(size: Size, out: MatrixMut<T>, a: Matrix<T>, b: Matrix<T>, accumulate: bool) {
    for i in 0..size.m {
        for j in 0..size.n {
            let place = out.at(i, j);
            let start = if accumulate { out.data[place] } else { T::ZERO };
            let add = |sum, p| T::multiply_add(sum, a.get(i, p), b.get(p, j));
            out.data[place] = (0..size.k).fold(start, add);
        }
    }
}

/// `factors`: what the old output counts and what the product counts; nothing is read for an old output that counts 0.
fn by_crate<T: Ring + PartialEq + Send + Sync + 'static>(
    size: Size,
    out: MatrixMut<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    factors: [T; 2],
    how: gemm::Parallelism,
) {
    let [old, new] = factors;
    let (Size { m, n, k }, read, conjugate) = (size, old != T::ZERO, false);
    let ([or, oc], [ar, ac], [br, bc]) = (out.strides, a.strides, b.strides);
    // SAFETY: `super::gemm` has checked that every element lies in its slice, and that those of `out` do not overlap.
    unsafe {
        let to = out.data.as_mut_ptr().add(out.offset);
        let a = a.data.as_ptr().add(a.offset);
        let b = b.data.as_ptr().add(b.offset);
        #[rustfmt::skip]
        gemm::gemm(
            m, n, k, to, oc, or, read, a, ac, ar, b, bc, br, old, new, conjugate, conjugate, conjugate, how,
        );
    }
}

macro_rules! floats {
    ($($t:ty: $zero:expr, $one:expr;)*) => {$(
        impl Ring for $t {
            const ZERO: $t = $zero;
            #[inline(always)]
            fn multiply_add(sum: $t, a: $t, b: $t) -> $t {
                sum + a * b
            }
        }
        impl Gemm for $t {
            fn product(
                size: Size,
                out: MatrixMut<$t>,
                a: Matrix<$t>,
                b: Matrix<$t>,
                accumulate: bool,
                threads: usize,
            ) {
                let factors = [if accumulate { $one } else { $zero }, $one];
                if size.multiply_adds() <= SMALL {
                    plain(size, out, a, b, accumulate);
                } else if threads < 2 || size.multiply_adds() < PARALLEL {
                    by_crate(size, out, a, b, factors, gemm::Parallelism::None);
                } else {
                    let how = gemm::Parallelism::Rayon(threads);
                    parallel::install(|| by_crate(size, out, a, b, factors, how));
                }
            }
        }
    )*};
}
floats! {
    f32: 0.0, 1.0;
    f64: 0.0, 1.0;
    Complex32: Complex32::ZERO, Complex32::ONE;
    Complex64: Complex64::ZERO, Complex64::ONE;
}

macro_rules! integers {
    ($($t:ty)*) => {$(
        impl Ring for $t {
            const ZERO: $t = 0;
            #[inline(always)]
            fn multiply_add(sum: $t, a: $t, b: $t) -> $t {
                sum.wrapping_add(a.wrapping_mul(b))
            }
        }
        impl Gemm for $t {
            fn product(
                size: Size,
                out: MatrixMut<$t>,
                a: Matrix<$t>,
                b: Matrix<$t>,
                accumulate: bool,
                _threads: usize,
            ) {
                if size.multiply_adds() <= SMALL || b.strides[1] == 1 {
                    plain(size, out, a, b, accumulate);
                } else {
                    let lines = b.packed(size.k, size.n, |x| x);
                    plain(size, out, a, Matrix::rows(&lines, size.n), accumulate);
                }
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! through_f32 {
    ($($t:ty)*) => {$(
        impl Gemm for $t {
            fn product(
                size: Size,
                out: MatrixMut<$t>,
                a: Matrix<$t>,
                b: Matrix<$t>,
                accumulate: bool,
                threads: usize,
            ) {
                let Size { m, n, k } = size;
                let (a, b) = (a.packed(m, k, <$t>::to_f32), b.packed(k, n, <$t>::to_f32));
                let mut wide = vec![0.0; m * n];
                let to = MatrixMut::rows(&mut wide, n);
                f32::product(size, to, Matrix::rows(&a, k), Matrix::rows(&b, n), false, threads);
                for (place, x) in wide.into_iter().enumerate() {
                    let slot = out.at(place / n, place % n);
                    let sum = if accumulate { out.data[slot].to_f32() + x } else { x };
                    out.data[slot] = <$t>::from_f32(sum);
                }
            }
        }
    )*};
}
through_f32!(f16 bf16);
