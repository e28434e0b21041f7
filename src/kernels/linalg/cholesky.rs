//! Cholesky factors: `A = L L^H` with a lower triangular `L` of positive diagonal.
//!
//! Column panels, left to right: what the finished columns contribute to a panel is one matrix product.

use super::entries::filled;
use super::{BLOCK, Scalar, batch};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::try_vec;

/// Factors in place; only the lower triangle of `a` is read, and the upper becomes zero.
///
/// Where `a` is not positive definite, the whole lower triangle becomes NaN, and the answer is false if that
/// happened to any matrix of the batch.
///
/// ```ignore
/// let mut a = [4.0, f64::NAN, 2.0, 5.0];
/// assert!(cholesky(2, &mut a)?);
/// assert_eq!(a, [2.0, 0.0, 1.0, 2.0]);
/// ```
pub fn cholesky<T: Scalar>(n: usize, a: &mut [T]) -> Result<bool> {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let mut flags = try_vec(count, true)?;
    let jobs = batch::pieces_mut(a, size, count).zip(flags.iter_mut());
    batch::run_all(jobs, count, batch::product([n, n, n]) / 3, |(a, flag), threads| {
        *flag = factor(n, a, threads)?;
        for (i, row) in a.chunks_mut(n).enumerate() {
            if !*flag {
                row[..=i].fill(T::real(f64::NAN));
            }
            row[i + 1..].fill(T::ZERO);
        }
        Ok(())
    })?;
    Ok(flags.iter().all(|&flag| flag))
}

/// False if the matrix is not positive definite.
fn factor<T: Scalar>(n: usize, a: &mut [T], threads: usize) -> Result<bool> {
    for start in (0..n).step_by(BLOCK) {
        if start > 0 {
            interrupt::check()?;
            subtract_finished(n, a, start, (start + BLOCK).min(n), threads)?;
        }
        let end = (start + BLOCK).min(n);
        if !(start..n).all(|row| finish_row(n, a, row, start, end.min(row + 1))) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Takes the product of the finished columns out of the panel `start..end`, from its diagonal down.
fn subtract_finished<T: Scalar>(n: usize, a: &mut [T], start: usize, end: usize, threads: usize) -> Result<()> {
    let (rows, columns) = (n - start, end - start);
    let factor = Matrix { data: &*a, offset: start * n, strides: [n as isize, 1] };
    let conjugate = filled(columns, start, |i, j| a[(start + i) * n + j].conj())?;
    let right = Matrix::rows(&conjugate, start).transposed();
    let mut product = try_vec(rows * columns, T::ZERO)?;
    let size = Size { m: rows, n: columns, k: start };
    gemm(size, MatrixMut::rows(&mut product, columns), factor, right, false, threads)?;
    for (row, sub) in a[start * n..].chunks_mut(n).zip(product.chunks(columns)) {
        row[start..end].iter_mut().zip(sub).for_each(|(x, &y)| *x -= y);
    }
    Ok(())
}

/// The entries of `row` in columns `start..end`, given the rows above; false if the pivot is not positive.
fn finish_row<T: Scalar>(n: usize, a: &mut [T], row: usize, start: usize, end: usize) -> bool {
    let (above, here) = a.split_at_mut(row * n);
    let here = &mut here[..n];
    for column in start..end.min(row) {
        let other = &above[column * n..][..=column];
        let sum = dot(&here[start..column], &other[start..column]);
        here[column] = (here[column] - sum).scale(1.0 / other[column].re());
    }
    if end <= row {
        return true;
    }
    let pivot = here[row].re() - here[start..row].iter().map(|x| x.square()).sum::<f64>();
    here[row] = T::real(pivot.sqrt());
    pivot > 0.0 && pivot.is_finite()
}

fn dot<T: Scalar>(x: &[T], y: &[T]) -> T {
    x.iter().zip(y).fold(T::ZERO, |sum, (&x, &y)| sum + x * y.conj())
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(n: usize) {
        let root = random::<T>(n as u64, n * (n + 2));
        let a = product(n, n + 2, n, &root, &adjoint(n, n + 2, &root));
        let mut l = a.clone();
        (0..n * n).filter(|i| i % n > i / n).for_each(|i| l[i] = T::real(f64::NAN)); // not read
        assert!(cholesky(n, &mut l).unwrap());
        assert_close(&product(n, n, n, &l, &adjoint(n, n, &l)), &a, 1e-13, &format!("{n}"));
        for (at, &x) in l.iter().enumerate() {
            let ok = match (at / n).cmp(&(at % n)) {
                std::cmp::Ordering::Less => x == T::ZERO,
                std::cmp::Ordering::Equal => x.re() > 0.0 && x.im() == 0.0,
                std::cmp::Ordering::Greater => true,
            };
            assert!(ok, "{n}: entry {at} is {x:?}");
        }
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        for n in [0, 1, 2, 5, 31, 32, 33, 64, 97] {
            check::<f64>(n);
            check::<Complex64>(n);
        }
    }

    #[test]
    fn an_indefinite_matrix_gives_nan() {
        for bad in [[1.0, 2.0, 2.0, 1.0], [-1.0, 0.0, 0.0, 1.0], [f64::NAN, 0.0, 0.0, 1.0], [0.0; 4]] {
            let mut a = [[4.0, 0.0, 0.0, 9.0], bad].concat();
            assert!(!cholesky(2, &mut a).unwrap());
            assert_eq!(a[..4], [2.0, 0.0, 0.0, 3.0]);
            assert!(a[4].is_nan() && a[5] == 0.0 && a[6].is_nan() && a[7].is_nan());
        }
    }
}
