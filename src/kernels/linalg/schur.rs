//! The complex Schur form `A = Q T Q^H`: `T` upper triangular with the eigenvalues on its diagonal, `Q` unitary.
//!
//! Reflections make the matrix a Hessenberg one; then QR steps with one shift at a time (Francis, 1961) clear what is
//! below the diagonal.

use std::ops::Range;

use num_complex::Complex64;

use super::eigh::unit_scale;
use super::reflect::{add_multiple, reflector};
use super::triangular::transpose;
use super::{BLOCK, Failure, NOTHING, Outcome, PATIENCE, Scalar};
use crate::error::Result;
use crate::interrupt;
use crate::memory::{try_collect, try_vec};

/// `Q T Q^H`, row-major.
pub(super) struct Schur {
    pub n: usize,
    pub t: Vec<Complex64>,
    pub q: Vec<Complex64>,
}

/// QR steps that one eigenvalue may take; two or three are usual.
const STEPS: usize = 60;
/// Every so many steps without success the shift is chosen differently, in case it goes around in circles.
const EXCEPTIONAL: usize = 10;

impl Schur {
    /// Fails if an entry is not finite (or in theory if an iteration does not end).
    pub(super) fn of<T: Scalar>(n: usize, a: &[T]) -> Outcome<Self> {
        let scale = unit_scale(a).ok_or(Failure::NotConverged)?;
        let t = try_collect(a.iter().map(|x| Complex64::new(x.re() / scale, x.im() / scale)))?;
        // On the way the columns of `Q` are rows, which are contiguous.
        let mut schur = Self { n, t, q: try_vec(n * n, Complex64::ZERO)? };
        schur.q.iter_mut().step_by(n + 1).for_each(|x| *x = Complex64::ONE);
        for k in 0..n.saturating_sub(2) {
            if k % BLOCK == BLOCK - 1 {
                interrupt::check()?;
            }
            schur.clear_column(k)?;
        }
        schur.clear_subdiagonal()?;
        schur.t.iter_mut().for_each(|x| *x *= scale);
        schur.q = transpose(n, &schur.q)?;
        Ok(schur)
    }

    /// The diagonal of `T`.
    pub(super) fn eigenvalues(&self) -> impl Iterator<Item = Complex64> {
        self.t.iter().step_by(self.n + 1).copied()
    }

    /// Reflects what lies more than one below the diagonal of column `k` away.
    fn clear_column(&mut self, k: usize) -> Result<()> {
        let (n, first) = (self.n, k + 1);
        let mut v = try_collect((first..n).map(|i| self.t[i * n + k]))?;
        let (tau, _) = reflector(&mut v);
        let mut along = try_vec(n, Complex64::ZERO)?;
        for (row, v) in self.t[first * n..].chunks(n).zip(&v) {
            add_multiple(&mut along, v.conj(), row);
        }
        for (row, v) in self.t[first * n..].chunks_mut(n).zip(&v) {
            add_multiple(row, -tau.conj() * v, &along);
        }
        for row in self.t.chunks_mut(n) {
            let sum: Complex64 = row[first..].iter().zip(&v).map(|(x, v)| x * v).sum();
            row[first..].iter_mut().zip(&v).for_each(|(x, v)| *x -= tau * sum * v.conj());
        }
        along.fill(Complex64::ZERO);
        for (row, &v) in self.q[first * n..].chunks(n).zip(&v) {
            add_multiple(&mut along, v, row);
        }
        for (row, v) in self.q[first * n..].chunks_mut(n).zip(&v) {
            add_multiple(row, -tau * v.conj(), &along);
        }
        Ok(())
    }

    fn clear_subdiagonal(&mut self) -> Outcome {
        let (mut end, mut steps, mut rotations) = (self.n, 0, 0);
        while end > 0 {
            let start = self.start_of_block(end);
            if start + 1 == end {
                (end, steps) = (end - 1, 0);
            } else if steps < STEPS {
                steps += 1;
                let shift = self.shift(end, steps);
                self.step(start..end, shift);
                rotations += end - start;
                if rotations >= PATIENCE {
                    rotations = 0;
                    interrupt::check()?;
                }
            } else {
                return Err(Failure::NotConverged);
            }
        }
        let n = self.n;
        (0..n * n).filter(|at| at % n < at / n).for_each(|at| self.t[at] = Complex64::ZERO);
        Ok(())
    }

    fn start_of_block(&self, end: usize) -> usize {
        let size = |i: usize, j: usize| self.t[i * self.n + j].l1_norm();
        let split =
            |&i: &usize| size(i, i - 1) <= f64::EPSILON * (size(i - 1, i - 1) + size(i, i)) + f64::EPSILON.powi(2);
        (1..end).rev().find(split).unwrap_or(0)
    }

    /// The eigenvalue of the block's last two rows that is nearer to the last entry.
    fn shift(&self, end: usize, steps: usize) -> Complex64 {
        let at = |i: usize, j: usize| self.t[(end - i) * self.n + end - j];
        let (a, b, c, d) = (at(2, 2), at(2, 1), at(1, 2), at(1, 1));
        if steps.is_multiple_of(EXCEPTIONAL) {
            return d + c.l1_norm();
        }
        let half = (a - d) / 2.0;
        let root = (half * half + b * c).sqrt();
        let sum = if (half.conj() * root).re >= 0.0 { half + root } else { half - root };
        if sum.l1_norm() < NOTHING { d } else { d - b * c / sum }
    }

    /// One implicit QR step on the block `rows`.
    fn step(&mut self, rows: Range<usize>, shift: Complex64) {
        let n = self.n;
        let (mut x, mut y) = (self.t[rows.start * n + rows.start] - shift, self.t[(rows.start + 1) * n + rows.start]);
        for k in rows.start..rows.end - 1 {
            let (c, s) = plane(x, y);
            let (upper, lower) = self.t.split_at_mut((k + 1) * n);
            let from = k.saturating_sub(1);
            for (a, b) in upper[k * n + from..].iter_mut().zip(&mut lower[from..n]) {
                (*a, *b) = (*a * c + s * *b, *b * c - s.conj() * *a);
            }
            let last = (k + 3).min(rows.end);
            for row in self.t[..last * n].chunks_mut(n) {
                let (a, b) = (row[k], row[k + 1]);
                (row[k], row[k + 1]) = (a * c + s.conj() * b, b * c - s * a);
            }
            let (upper, lower) = self.q.split_at_mut((k + 1) * n);
            for (a, b) in upper[k * n..].iter_mut().zip(&mut lower[..n]) {
                (*a, *b) = (*a * c + s.conj() * *b, *b * c - s * *a);
            }
            if k + 2 < rows.end {
                (x, y) = (self.t[(k + 1) * n + k], self.t[(k + 2) * n + k]);
            }
        }
    }
}

/// The rotation with `c x + s y = r` and `c y - conj(s) x = 0`; `c` is real.
fn plane(x: Complex64, y: Complex64) -> (f64, Complex64) {
    let (size, norm) = (x.norm(), x.norm().hypot(y.norm()));
    if size == 0.0 {
        return if norm == 0.0 { (1.0, Complex64::ZERO) } else { (0.0, Complex64::ONE) };
    }
    (size / norm, x / size * y.conj() / norm)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn check(n: usize, a: &[Complex64], name: &str) {
        let Schur { t, q, .. } = Schur::of(n, a).unwrap();
        assert_orthonormal(n, n, &q, name);
        let back = product(n, n, n, &product(n, n, n, &q, &t), &adjoint(n, n, &q));
        assert_close(&back, a, 1e-12, name);
        assert!((0..n * n).all(|at| at % n >= at / n || t[at] == Complex64::ZERO), "{name}");
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        for n in [0, 1, 2, 3, 4, 9, 20, 40] {
            awkward::<Complex64>(n, n).iter().for_each(|(name, a)| check(n, a, name));
        }
    }

    #[test]
    fn infinities_and_nan_are_refused() {
        let a = [1.0, f64::NAN, 0.0, 1.0];
        assert!(matches!(Schur::of(2, &a), Err(Failure::NotConverged)));
    }
}
