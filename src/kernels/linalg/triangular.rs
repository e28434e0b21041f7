//! Triangular systems: substitution by blocks, each block's effect on the rest as one matrix product.

use super::entries::filled;
use super::{BLOCK, Scalar, batch};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::try_collect;

/// What a triangular matrix looks like in its square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// The lower triangle is used, else the upper; the other is never read.
    pub lower: bool,
    /// The diagonal counts as ones and is not read.
    pub unit: bool,
}

/// `x = a^-1 b` for triangular `a` (`n x n`, its other triangle is not read) and `b` (`n x m`); `x` starts as `b`.
///
/// With `adjoint`, `a^-H b`. A zero on the diagonal gives infinities and NaN, as in TensorFlow. `x` holds as many
/// systems as `a` holds matrices.
///
/// ```ignore
/// let mut x = [2.0, 7.0];
/// triangular_solve(2, 1, &[2.0, 0.0, 1.0, 3.0], &mut x, true, false)?;
/// assert_eq!(x, [1.0, 2.0]);
/// ```
pub fn triangular_solve<T: Scalar>(n: usize, m: usize, a: &[T], x: &mut [T], lower: bool, adjoint: bool) -> Result<()> {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let jobs = batch::pieces(a, size, count).zip(batch::pieces_mut(x, batch::product([n, m]), count));
    batch::run_all(jobs, count, batch::product([n, n, m]), |(a, x), threads| {
        if adjoint {
            let turned = conjugate_transpose(n, n, a)?;
            return substitute(n, m, &turned, x, Triangle { lower: !lower, unit: false }, threads);
        }
        substitute(n, m, a, x, Triangle { lower, unit: false }, threads)
    })
}

/// One system, in place.
pub(super) fn substitute<T: Scalar>(
    n: usize,
    m: usize,
    a: &[T],
    x: &mut [T],
    triangle: Triangle,
    threads: usize,
) -> Result<()> {
    for step in 0..n.div_ceil(BLOCK) {
        if step > 0 {
            interrupt::check()?;
        }
        let block = if triangle.lower { step } else { n.div_ceil(BLOCK) - 1 - step };
        eliminate(n, m, a, x, block * BLOCK, triangle, threads)?;
    }
    Ok(())
}

/// Solves for the rows of one block and takes their part out of the rows still to come.
fn eliminate<T: Scalar>(
    n: usize,
    m: usize,
    a: &[T],
    x: &mut [T],
    start: usize,
    triangle: Triangle,
    threads: usize,
) -> Result<()> {
    let end = (start + BLOCK).min(n);
    solve_block(n, m, a, x, start..end, triangle);
    let (above, rest) = x.split_at_mut(start * m);
    let (solved, below) = rest.split_at_mut((end - start) * m);
    let (others, first) = if triangle.lower { (below, end) } else { (above, 0) };
    let size = Size { m: others.len() / m.max(1), n: m, k: end - start };
    if size.m == 0 {
        return Ok(());
    }
    let negated = try_collect(solved.iter().map(|&x| -x))?;
    let left = Matrix { data: a, offset: first * n + start, strides: [n as isize, 1] };
    gemm(size, MatrixMut::rows(others, m), left, Matrix::rows(&negated, m), true, threads)
}

fn solve_block<T: Scalar>(n: usize, m: usize, a: &[T], x: &mut [T], rows: std::ops::Range<usize>, triangle: Triangle) {
    for step in 0..rows.len() {
        let i = if triangle.lower { rows.start + step } else { rows.end - 1 - step };
        let known = if triangle.lower { rows.start..i } else { i + 1..rows.end };
        for p in known {
            let (target, source) = two_rows(x, m, i, p);
            let factor = a[i * n + p];
            target.iter_mut().zip(source).for_each(|(t, &s)| *t -= factor * s);
        }
        if !triangle.unit {
            let diagonal = a[i * n + i];
            x[i * m..][..m].iter_mut().for_each(|x| *x = *x / diagonal);
        }
    }
}

/// Rows `i` (to write) and `p` (to read) of a matrix with `m` columns; `i` is not `p`.
pub(super) fn two_rows<T>(x: &mut [T], m: usize, i: usize, p: usize) -> (&mut [T], &[T]) {
    let (low, high) = x.split_at_mut(i.max(p) * m);
    let (low, high) = (&mut low[i.min(p) * m..][..m], &mut high[..m]);
    if i < p { (low, high) } else { (high, low) }
}

/// The transpose of an `n x n` matrix.
pub(super) fn transpose<T: Scalar>(n: usize, a: &[T]) -> Result<Vec<T>> {
    filled(n, n, |i, j| a[j * n + i])
}

/// The conjugate transpose of an `m x n` matrix.
pub(super) fn conjugate_transpose<T: Scalar>(m: usize, n: usize, a: &[T]) -> Result<Vec<T>> {
    filled(n, m, |i, j| a[j * n + i].conj())
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(n: usize, m: usize) {
        // The other triangle is poison: it must not be read.
        let a: Vec<T> = random(n as u64, n * n);
        let b: Vec<T> = random(m as u64 + 100, n * m);
        for lower in [true, false] {
            let keep = |i: usize| if lower { i % n <= i / n } else { i % n >= i / n };
            let shifted = |i: usize| a[i] + if i / n == i % n { T::real(3.0 * n as f64) } else { T::ZERO };
            let poisoned: Vec<T> = (0..n * n).map(|i| if keep(i) { shifted(i) } else { T::real(f64::NAN) }).collect();
            let clean: Vec<T> = (0..n * n).map(|i| if keep(i) { shifted(i) } else { T::ZERO }).collect();
            for turned in [false, true] {
                let mut x = b.clone();
                triangular_solve(n, m, &poisoned, &mut x, lower, turned).unwrap();
                let matrix = if turned { adjoint(n, n, &clean) } else { clean.clone() };
                let name = format!("{n} {m} {lower} {turned}");
                assert_close(&product(n, n, m, &matrix, &x), &b, 1e-13, &name);
            }
        }
    }

    #[test]
    fn the_solution_solves() {
        for n in [0, 1, 2, 5, 31, 32, 33, 70] {
            for m in [0, 1, 3, 40] {
                check::<f64>(n, m);
                check::<Complex64>(n, m);
            }
        }
    }

    #[test]
    fn a_batch_is_solved_one_by_one() {
        let a = [2.0, 0.0, 1.0, 4.0, 1.0, 0.0, 0.0, 10.0];
        let mut x = [2.0, 9.0, 3.0, 20.0];
        triangular_solve(2, 1, &a, &mut x, true, false).unwrap();
        assert_eq!(x, [1.0, 2.0, 3.0, 2.0]);
    }

    /// TensorFlow 2.21 answers likewise.
    #[test]
    fn a_zero_on_the_diagonal_divides() {
        let mut x = [1.0, 1.0];
        triangular_solve(2, 1, &[0.0; 4], &mut x, true, false).unwrap();
        assert!(x[0].is_infinite() && x[1].is_nan());
    }
}
