//! LU factors with partial pivoting, and what follows from them: solutions, inverses, determinants.
//!
//! `P A = L U`: rows are swapped so that each pivot is the largest of its column. Panels of columns are factored
//! by plain loops; the rest of the matrix is updated by one product per panel.

use super::entries::filled;
use super::triangular::{Triangle, conjugate_transpose, substitute, two_rows};
use super::{BLOCK, Failure, Outcome, Scalar, batch};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::{try_collect, try_copy};

/// Factors in place: `a` becomes `L` (unit lower, its diagonal not stored) and `U`; row `i` of `P A` is row
/// `permutation[i]` of `A`.
///
/// Fails with [`Failure::Singular`] if a pivot is exactly zero.
///
/// ```ignore
/// let (mut a, mut permutation) = ([1.0, 2.0, 4.0, 4.0], [0; 2]);
/// lu(2, &mut a, &mut permutation).unwrap();
/// assert_eq!((a, permutation), ([4.0, 4.0, 0.25, 1.0], [1, 0]));
/// ```
pub fn lu<T: Scalar>(n: usize, a: &mut [T], permutation: &mut [usize]) -> Outcome {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let jobs = batch::pieces_mut(a, size, count).zip(batch::pieces_mut(permutation, n, count));
    batch::run(jobs, count, batch::product([n, n, n]), |(a, permutation), threads| {
        permutation.iter_mut().enumerate().for_each(|(i, p)| *p = i);
        factor(n, a, permutation, threads)?.invertible()
    })
}

/// `x = a^-1 b` for `a` (`n x n`) and `b` (`n x m`), or `a^-H b` with `adjoint`; `x` starts as `b`.
///
/// Fails with [`Failure::Singular`] if a pivot is exactly zero.
pub fn solve<T: Scalar>(n: usize, m: usize, a: &[T], x: &mut [T], adjoint: bool) -> Outcome {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let jobs = batch::pieces(a, size, count).zip(batch::pieces_mut(x, batch::product([n, m]), count));
    batch::run(jobs, count, batch::product([n, n, n.saturating_add(m)]), |(a, x), threads| {
        let factors = Factors::of(n, a, adjoint, threads)?;
        factors.found.invertible()?;
        Ok(factors.solve(m, x, threads)?)
    })
}

/// `out = a^-1`, or `a^-H` with `adjoint`. Fails with [`Failure::Singular`] if a pivot is exactly zero.
pub fn inverse<T: Scalar>(n: usize, a: &[T], out: &mut [T], adjoint: bool) -> Outcome {
    for (i, x) in out.iter_mut().enumerate() {
        *x = if i / n % n == i % n { T::ONE } else { T::ZERO };
    }
    solve(n, n, a, out, adjoint)
}

/// One determinant for each matrix; 1 for matrices without rows. May over- or underflow where
/// [`log_determinant`] does not.
pub fn determinant<T: Scalar>(n: usize, a: &[T], out: &mut [T]) -> Result<()> {
    each_factored(n, a, out.iter_mut(), |slot, diagonal, sign| {
        *slot = diagonal.fold(T::real(sign), |product, x| product * x);
    })
}

/// The sign of each determinant (on the unit circle if complex) and the logarithm of its absolute value.
///
/// 0 and minus infinity for a singular matrix.
pub fn log_determinant<T: Scalar>(n: usize, a: &[T], signs: &mut [T], logs: &mut [f64]) -> Result<()> {
    each_factored(n, a, signs.iter_mut().zip(logs), |(sign, log), diagonal, parity| {
        (*sign, *log) = (T::real(parity), 0.0);
        for x in diagonal {
            let size = x.modulus();
            *sign = *sign * if size == 0.0 { T::ZERO } else { direction(x, size) };
            *log += size.ln();
        }
    })
}

/// `x / size`, exactly 1 or -1 for a real number, infinities included.
fn direction<T: Scalar>(x: T, size: f64) -> T {
    if x.im() == 0.0 { T::real(x.re().signum()) } else { x.scale(1.0 / size) }
}

/// Hands the diagonal of `U` and the sign of `P` to `job`, with each of the `slots`.
fn each_factored<T: Scalar, S: Send>(
    n: usize,
    a: &[T],
    slots: impl ExactSizeIterator<Item = S>,
    job: impl Fn(S, &mut dyn Iterator<Item = T>, f64) + Sync,
) -> Result<()> {
    let count = slots.len();
    let jobs = batch::pieces(a, batch::product([n, n]), count).zip(slots);
    batch::run_all(jobs, count, batch::product([n, n, n]), |(a, slot), threads| {
        let factors = Factors::of(n, a, false, threads)?;
        job(slot, &mut factors.lu.iter().step_by(n + 1).copied(), factors.found.sign);
        Ok(())
    })
}

/// What [`factor`] found out.
#[derive(Clone, Copy)]
struct Found {
    /// Whether a pivot was exactly zero.
    singular: bool,
    /// The sign of the permutation.
    sign: f64,
}

impl Found {
    fn invertible(self) -> Outcome {
        if self.singular { Err(Failure::Singular) } else { Ok(()) }
    }
}

struct Factors<T> {
    n: usize,
    lu: Vec<T>,
    permutation: Vec<usize>,
    found: Found,
}

impl<T: Scalar> Factors<T> {
    fn of(n: usize, a: &[T], adjoint: bool, threads: usize) -> Result<Self> {
        let mut lu = if adjoint { conjugate_transpose(n, n, a)? } else { try_copy(a)? };
        let mut permutation = try_collect(0..n)?;
        let found = factor(n, &mut lu, &mut permutation, threads)?;
        Ok(Self { n, lu, permutation, found })
    }

    fn solve(&self, m: usize, x: &mut [T], threads: usize) -> Result<()> {
        let b = try_copy(x)?;
        for (row, &from) in x.chunks_mut(m.max(1)).zip(&self.permutation) {
            row.copy_from_slice(&b[from * m..][..m]);
        }
        let lower = Triangle { lower: true, unit: true };
        substitute(self.n, m, &self.lu, x, lower, threads)?;
        substitute(self.n, m, &self.lu, x, Triangle { lower: false, unit: false }, threads)
    }
}

/// Factors one matrix in place, swapping entries of `permutation` along with rows.
fn factor<T: Scalar>(n: usize, a: &mut [T], permutation: &mut [usize], threads: usize) -> Result<Found> {
    let mut found = Found { singular: false, sign: 1.0 };
    for start in (0..n).step_by(BLOCK) {
        if start > 0 {
            interrupt::check()?;
        }
        let end = (start + BLOCK).min(n);
        for column in start..end {
            let pivot = largest_below(n, a, column);
            if pivot != column {
                swap_rows(n, a, column, pivot);
                permutation.swap(column, pivot);
                found.sign = -found.sign;
            }
            found.singular |= a[column * n + column] == T::ZERO;
            eliminate_column(n, a, column, end);
        }
        update_rest(n, a, start, end, threads)?;
    }
    Ok(found)
}

/// The row at or below the diagonal whose entry in `column` is largest; the first of equals, and NaN never moves.
fn largest_below<T: Scalar>(n: usize, a: &[T], column: usize) -> usize {
    let mut best = (column, a[column * n + column].modulus());
    for row in column + 1..n {
        let size = a[row * n + column].modulus();
        if size > best.1 {
            best = (row, size);
        }
    }
    best.0
}

fn swap_rows<T>(n: usize, a: &mut [T], i: usize, j: usize) {
    let (low, high) = a.split_at_mut(i.max(j) * n);
    low[i.min(j) * n..][..n].swap_with_slice(&mut high[..n]);
}

/// Makes the entries below the diagonal of `column` factors of `L`, and updates the panel's columns before `end`.
fn eliminate_column<T: Scalar>(n: usize, a: &mut [T], column: usize, end: usize) {
    let pivot = a[column * n + column];
    if pivot == T::ZERO {
        return;
    }
    for row in column + 1..n {
        let (target, source) = two_rows(a, n, row, column);
        let factor = target[column] / pivot;
        target[column] = factor;
        let rest = column + 1..end;
        target[rest.clone()].iter_mut().zip(&source[rest]).for_each(|(t, &s)| *t -= factor * s);
    }
}

/// After the panel `start..end`: the rows of `U` to its right, then the Schur complement below those.
fn update_rest<T: Scalar>(n: usize, a: &mut [T], start: usize, end: usize, threads: usize) -> Result<()> {
    if end == n {
        return Ok(());
    }
    for row in start + 1..end {
        for earlier in start..row {
            let (target, source) = two_rows(a, n, row, earlier);
            let factor = target[earlier];
            target[end..].iter_mut().zip(&source[end..]).for_each(|(t, &s)| *t -= factor * s);
        }
    }
    let (size, k) = (n - end, end - start);
    let (top, bottom) = a.split_at_mut(end * n);
    let left = filled(size, k, |i, j| -bottom[i * n + start + j])?;
    let right = Matrix { data: top, offset: start * n + end, strides: [n as isize, 1] };
    let out = MatrixMut { data: bottom, offset: end, strides: [n as isize, 1] };
    gemm(Size { m: size, n: size, k }, out, Matrix::rows(&left, k), right, true, threads)
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check_factors<T: Scalar>(n: usize, name: &str, a: &[T]) {
        let (mut packed, mut permutation) = (a.to_vec(), vec![9; n]);
        let outcome = lu(n, &mut packed, &mut permutation);
        let at = |i: usize, keep: bool| if keep { packed[i] } else { T::ZERO };
        let lower: Vec<T> = (0..n * n).map(|i| if i / n == i % n { T::ONE } else { at(i, i % n < i / n) }).collect();
        let upper: Vec<T> = (0..n * n).map(|i| at(i, i % n >= i / n)).collect();
        let swapped: Vec<T> = permutation.iter().flat_map(|&row| a[row * n..][..n].iter().copied()).collect();
        assert_close(&product(n, n, n, &lower, &upper), &swapped, 1e-13, name);
        assert!(lower.iter().all(|x| x.modulus() <= 1.0 + 1e-15), "{name}: partial pivoting");
        let zero_pivot = upper.iter().step_by(n + 1).any(|&x| x == T::ZERO);
        assert_eq!(outcome.is_err(), zero_pivot, "{name}");
    }

    #[test]
    fn factors_multiply_to_the_permuted_matrix() {
        for n in [0, 1, 2, 3, 8, 31, 32, 33, 64, 100] {
            for (name, a) in awkward::<f64>(n, n) {
                check_factors(n, &name, &a);
            }
            check_factors::<Complex64>(n, "complex", &random(n as u64, n * n));
        }
    }

    fn check_solve<T: Scalar>(n: usize, m: usize) {
        let (a, b) = (random::<T>(5 + n as u64, n * n), random::<T>(6, n * m));
        for turned in [false, true] {
            let mut x = b.clone();
            solve(n, m, &a, &mut x, turned).unwrap();
            let matrix = if turned { adjoint(n, n, &a) } else { a.clone() };
            assert_close(&product(n, n, m, &matrix, &x), &b, 1e-10, &format!("{n} {m} {turned}"));
            let mut inverted = vec![T::ZERO; n * n];
            inverse(n, &a, &mut inverted, turned).unwrap();
            assert_close(&product(n, n, n, &matrix, &inverted), &identity(n), 1e-10, "inverse");
        }
    }

    #[test]
    fn solutions_solve_and_inverses_invert() {
        for n in [0, 1, 2, 7, 40, 90] {
            for m in [0, 1, 5] {
                check_solve::<f64>(n, m);
                check_solve::<Complex64>(n, m);
            }
        }
    }

    /// The residual of Gaussian elimination is small however ill-conditioned the matrix.
    #[test]
    fn an_ill_conditioned_system_has_a_small_residual() {
        let n = 12;
        let hilbert: Vec<f64> = (0..n * n).map(|i| 1.0 / (i / n + i % n + 1) as f64).collect();
        let b: Vec<f64> = random(3, n);
        let mut x = b.clone();
        solve(n, 1, &hilbert, &mut x, false).unwrap();
        let residual: Vec<f64> = product(n, n, 1, &hilbert, &x).iter().zip(&b).map(|(ax, b)| ax - b).collect();
        assert!(largest(&residual) < 1e-14 * n as f64 * largest(&x), "{:e}", largest(&residual));
    }

    #[test]
    fn a_zero_pivot_is_singular_and_nan_is_not() {
        let singular = [1.0, 2.0, 2.0, 4.0];
        assert!(matches!(solve(2, 1, &singular, &mut [1.0, 1.0], false), Err(Failure::Singular)));
        assert!(matches!(inverse(2, &singular, &mut [0.0; 4], false), Err(Failure::Singular)));
        assert!(matches!(lu(2, &mut singular.clone(), &mut [0; 2]), Err(Failure::Singular)));
        let mut x = [1.0, 1.0];
        solve(2, 1, &[1.0, f64::NAN, 2.0, 4.0], &mut x, false).unwrap();
        assert!(x.iter().all(|x| x.is_nan()));
        // One singular matrix of a batch spoils the batch.
        let batch = [1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        assert!(matches!(solve(2, 1, &batch, &mut [1.0; 4], false), Err(Failure::Singular)));
    }

    fn check_determinant<T: Scalar>(n: usize) {
        let (a, b) = (random::<T>(1, n * n), random::<T>(2, n * n));
        let both = [a.clone(), b.clone(), product(n, n, n, &a, &b), adjoint(n, n, &a)].concat();
        let (mut out, mut signs, mut logs) = ([T::ZERO; 4], [T::ZERO; 4], [0.0; 4]);
        determinant(n, &both, &mut out).unwrap();
        log_determinant(n, &both, &mut signs, &mut logs).unwrap();
        assert_close(&[out[2], out[3]], &[out[0] * out[1], out[0].conj()], 1e-10, "products");
        for i in 0..4 {
            assert_close(&[signs[i].scale(logs[i].exp())], &[out[i]], 1e-10, "logarithms");
            assert!((signs[i].modulus() - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn determinants_multiply() {
        for n in [0, 1, 2, 3, 10, 50] {
            check_determinant::<f64>(n);
            check_determinant::<Complex64>(n);
        }
        let mut out = [0.0; 3];
        determinant(2, &[0.0, 1.0, 1.0, 0.0, 1.0, 2.0, 2.0, 4.0, 2.0, 0.0, 0.0, 3.0], &mut out).unwrap();
        assert_eq!(out, [-1.0, 0.0, 6.0]);
    }

    #[test]
    fn logarithms_of_determinants_at_the_edges() {
        let (mut signs, mut logs) = ([9.0; 4], [9.0; 4]);
        let diagonals = [[1e-300, -1e-300], [0.0, 1.0], [f64::NAN, 1.0], [f64::NEG_INFINITY, 1.0]];
        let matrices: Vec<f64> = diagonals.iter().flat_map(|&[a, b]| [a, 0.0, 0.0, b]).collect();
        log_determinant(2, &matrices, &mut signs, &mut logs).unwrap();
        assert_eq!((signs[0], signs[1]), (-1.0, 0.0));
        assert!((logs[0] + 600.0 * 10f64.ln()).abs() < 1e-9);
        assert_eq!(logs[1], f64::NEG_INFINITY);
        assert!(signs[2].is_nan() && logs[2].is_nan());
        assert_eq!((signs[3], logs[3]), (-1.0, f64::INFINITY));
    }
}
