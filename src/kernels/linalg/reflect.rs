//! Householder reflectors, and products of many of them applied as matrix products.
//!
//! `H = I - tau v v^H` with `v[0] = 1` maps a vector onto the first axis: `H^H x = beta e`, `beta` real (as in LAPACK).
//! A block of reflectors is `H_0 H_1 ... = I - W T W^H` with a triangular `T` (Schreiber and Van Loan, 1989).
//!
//! Vectors are stored as rows, so that each is contiguous: what mathematics calls the columns of a matrix.

use super::entries::filled;
use super::{BLOCK, Scalar};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::{try_reserve, try_vec};

/// Turns `x` into the `v` of its reflector; returns `tau` and `beta`.
///
/// `tau` is 0 (no reflection) where `x` is a real multiple of the first axis already, or too small to have a reciprocal.
/// `x` must not be empty.
pub(super) fn reflector<T: Scalar>(x: &mut [T]) -> (T, f64) {
    let alpha = x[0];
    let scale = x.iter().map(|x| x.modulus()).fold(0.0, f64::max);
    let tail = x[1..].iter().map(|x| x.scale(1.0 / scale).square()).sum::<f64>();
    x[0] = T::ONE;
    if scale < f64::MIN_POSITIVE || tail == 0.0 && alpha.im() == 0.0 {
        x[1..].fill(T::ZERO);
        return (T::ZERO, alpha.re());
    }
    let alpha = alpha.scale(1.0 / scale);
    let beta = -(alpha.square() + tail).sqrt().copysign(alpha.re());
    let first = alpha - T::real(beta);
    x[1..].iter_mut().for_each(|x| *x = x.scale(1.0 / scale) / first);
    ((T::real(beta) - alpha).scale(1.0 / beta), beta * scale)
}

/// `sum of conj(x) y`.
pub(super) fn inner<T: Scalar>(x: &[T], y: &[T]) -> T {
    let mut sums = [T::ZERO; 4]; // four chains, so that the additions need not wait for each other
    let (xs, ys) = (x.chunks_exact(4), y.chunks_exact(4));
    let rest = xs.remainder().iter().zip(ys.remainder());
    let rest = rest.fold(T::ZERO, |sum, (x, &y)| sum + x.conj() * y);
    for (x, y) in xs.zip(ys) {
        (0..4).for_each(|i| sums[i] += x[i].conj() * y[i]);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// `y += factor x`.
pub(super) fn add_multiple<T: Scalar>(y: &mut [T], factor: T, x: &[T]) {
    y.iter_mut().zip(x).for_each(|(y, &x)| *y += factor * x);
}

/// The unitary matrix `Q = H_0 H_1 ...`; reflector `j` acts on coordinates `shift + j` and later.
pub(super) struct Reflectors<T> {
    /// Length of the vectors.
    dim: usize,
    shift: usize,
    /// One `v` in each row, with zeros before its first coordinate.
    rows: Vec<T>,
    taus: Vec<T>,
}

impl<T: Scalar> Reflectors<T> {
    pub(super) fn new(dim: usize, shift: usize) -> Self {
        Self { dim, shift, rows: Vec::new(), taus: Vec::new() }
    }

    /// Makes room for `count` more reflectors.
    pub(super) fn reserve(&mut self, count: usize) -> Result<()> {
        try_reserve(&mut self.rows, count * self.dim)?;
        try_reserve(&mut self.taus, count)
    }

    /// Adds the next reflector, for which there is room; `v` begins at its first coordinate.
    pub(super) fn push(&mut self, v: &[T], tau: T) {
        // bounded: by the room that was made
        self.rows.resize(self.rows.len() + self.dim - v.len(), T::ZERO);
        self.rows.extend_from_slice(v);
        self.taus.push(tau);
    }

    pub(super) fn len(&self) -> usize {
        self.taus.len()
    }

    /// The first `count` columns of `Q`, as rows.
    pub(super) fn columns(&self, count: usize, threads: usize) -> Result<Vec<T>> {
        let mut out = try_vec(count * self.dim, T::ZERO)?;
        out.iter_mut().step_by(self.dim + 1).for_each(|x| *x = T::ONE);
        self.apply(&mut out, threads)?;
        Ok(out)
    }

    /// Replaces each row `x` by `Q x`.
    pub(super) fn apply(&self, x: &mut [T], threads: usize) -> Result<()> {
        for start in (0..self.len()).step_by(BLOCK).rev() {
            if start > 0 {
                interrupt::check()?;
            }
            self.apply_block(start..(start + BLOCK).min(self.len()), x, false, threads)?;
        }
        Ok(())
    }

    /// Replaces each row `x` by `P x` or, `inverse`, `P^H x`, where `P` is the product of the reflectors of `block`.
    pub(super) fn apply_block(
        &self,
        block: std::ops::Range<usize>,
        x: &mut [T],
        inverse: bool,
        threads: usize,
    ) -> Result<()> {
        let (k, count) = (block.len(), x.len() / self.dim.max(1));
        let first = self.shift + block.start;
        if k == 0 || count == 0 || first >= self.dim {
            return Ok(());
        }
        let width = self.dim - first;
        let strides = [self.dim as isize, 1];
        let start = block.start * self.dim + first;
        let vectors = Matrix { data: &self.rows, offset: start, strides };
        let conjugate = filled(k, width, |i, j| self.rows[start + i * self.dim + j].conj())?;
        let right = Matrix::rows(&conjugate, width).transposed();
        let seen = Matrix { data: &*x, offset: first, strides };
        let mut along = try_vec(count * k, T::ZERO)?;
        let size = Size { m: count, n: k, k: width };
        gemm(size, MatrixMut::rows(&mut along, k), seen, right, false, threads)?;
        let factors = self.triangle(block, inverse)?;
        let mut weights = try_vec(count * k, T::ZERO)?;
        let size = Size { m: count, n: k, k };
        let (along, factors) = (Matrix::rows(&along, k), Matrix::rows(&factors, k));
        gemm(size, MatrixMut::rows(&mut weights, k), along, factors, false, threads)?;
        let out = MatrixMut { data: x, offset: first, strides };
        let size = Size { m: count, n: width, k };
        gemm(size, out, Matrix::rows(&weights, k), vectors, true, threads)
    }

    /// `-T^T`, or `-conj(T)` for the inverse: what a row of inner products is multiplied by.
    fn triangle(&self, block: std::ops::Range<usize>, inverse: bool) -> Result<Vec<T>> {
        let k = block.len();
        let row = |j: usize| &self.rows[(block.start + j) * self.dim..][..self.dim];
        let mut t = try_vec(k * k, T::ZERO)?;
        let mut along = [T::ZERO; BLOCK];
        for j in 0..k {
            let tau = self.taus[block.start + j];
            (0..j).for_each(|i| along[i] = inner(row(i), row(j)));
            for i in 0..j {
                let sum = (i..j).fold(T::ZERO, |sum, p| sum + t[i * k + p] * along[p]);
                t[i * k + j] = -(tau * sum);
            }
            t[j * k + j] = tau;
        }
        filled(k, k, |i, j| -if inverse { t[i * k + j].conj() } else { t[j * k + i] })
    }
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    /// `H = I - tau v v^H`, row-major.
    fn matrix<T: Scalar>(v: &[T], tau: T) -> Vec<T> {
        let n = v.len();
        let mut h = identity::<T>(n);
        (0..n * n).for_each(|at| h[at] -= tau * v[at / n] * v[at % n].conj());
        h
    }

    fn check_reflector<T: Scalar>(x: &[T]) {
        let (n, mut v) = (x.len(), x.to_vec());
        let (tau, beta) = reflector(&mut v);
        let h = matrix(&v, tau);
        assert_orthonormal(n, n, &h, "unitary");
        let mut first = vec![T::ZERO; n];
        first[0] = T::real(beta);
        assert_close(&product(n, n, 1, &adjoint(n, n, &h), x), &first, 1e-14, &format!("{x:?}"));
    }

    #[test]
    fn a_reflector_maps_onto_the_first_axis() {
        for n in [1, 2, 5, 9] {
            for size in [1.0, 1e-300, 1e300] {
                check_reflector(&random::<f64>(n as u64, n).iter().map(|x| x * size).collect::<Vec<_>>());
                check_reflector(&random::<Complex64>(n as u64, n).iter().map(|x| x * size).collect::<Vec<_>>());
            }
            check_reflector(&vec![0.0; n]);
            check_reflector(&[vec![-3.0], vec![0.0; n]].concat());
            check_reflector(&[vec![0.0], vec![1e-200; n]].concat());
        }
    }

    fn check_blocks<T: Scalar>(dim: usize, shift: usize, count: usize) {
        let mut reflectors = Reflectors::new(dim, shift);
        let mut q = identity::<T>(dim);
        for j in 0..count {
            let mut v = random::<T>(j as u64, dim - shift - j);
            let (tau, _) = reflector(&mut v);
            reflectors.reserve(1).unwrap();
            reflectors.push(&v, tau);
            let padded = [vec![T::ZERO; shift + j], v].concat();
            q = product(dim, dim, dim, &q, &matrix(&padded, tau));
        }
        // Rows are what mathematics calls columns, hence the transposes.
        let transpose = |a: &[T]| adjoint(dim, dim, a).iter().map(|x| x.conj()).collect::<Vec<T>>();
        assert_close(&reflectors.columns(dim, 1).unwrap(), &transpose(&q), 1e-13, "columns");
        let x = random::<T>(99, dim * dim);
        let mut turned = transpose(&x);
        reflectors.apply(&mut turned, 1).unwrap();
        assert_close(&transpose(&turned), &product(dim, dim, dim, &q, &x), 1e-13, "applied");
        if count <= BLOCK {
            reflectors.apply_block(0..count, &mut turned, true, 1).unwrap();
            assert_close(&transpose(&turned), &x, 1e-13, "applied and undone");
        }
    }

    #[test]
    fn blocks_are_products_of_reflectors() {
        for (dim, shift, count) in [(1, 0, 1), (5, 0, 5), (6, 1, 4), (40, 0, 20), (70, 1, 69)] {
            check_blocks::<f64>(dim, shift, count);
            check_blocks::<Complex64>(dim, shift, count);
        }
    }
}
