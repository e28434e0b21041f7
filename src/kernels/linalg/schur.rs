//! The complex Schur form `A = Q T Q^H`: `T` upper triangular with the eigenvalues on its diagonal, `Q` unitary.
//!
//! Reflections make the matrix a Hessenberg one; then QR steps with one shift at a time (Francis, 1961) clear what is
//! below the diagonal.

use std::ops::Range;

use num_complex::Complex64;

use super::eigh::unit_scale;
use super::reflect::{add_multiple, reflector};
use super::{BLOCK, Failure, NOTHING, PATIENCE, Scalar, batch};
use crate::interrupt;

/// The eigenvalues of general `n x n` matrices, in no particular order.
///
/// Fails with [`Failure::NotConverged`] for an infinity or a NaN.
///
/// ```ignore
/// let mut values = [Complex64::ZERO; 2];
/// eigenvalues(2, &[0.0, -1.0, 1.0, 0.0], &mut values).unwrap(); // i and -i
/// ```
pub fn eigenvalues<T: Scalar>(n: usize, a: &[T], values: &mut [Complex64]) -> Result<(), Failure> {
    let count = batch::count(a.len(), n * n);
    let jobs = batch::pieces(a, n * n, count).zip(batch::pieces_mut(values, n, count));
    batch::run(jobs, count, 10 * n * n * n, |(a, values), _| {
        let schur = Schur::of(n, a).ok_or(Failure::NotConverged)?;
        values.iter_mut().zip(schur.t.iter().step_by(n + 1)).for_each(|(value, &t)| *value = t);
        Ok(())
    })
}

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
    /// `None` if an entry is not finite or the user has asked to stop (or in theory if an iteration does not end).
    pub(super) fn of<T: Scalar>(n: usize, a: &[T]) -> Option<Self> {
        let scale = unit_scale(a)?;
        let scaled = a.iter().map(|x| Complex64::new(x.re() / scale, x.im() / scale));
        let mut schur = Self { n, t: scaled.collect(), q: vec![Complex64::ZERO; n * n] };
        schur.q.iter_mut().step_by(n + 1).for_each(|x| *x = Complex64::ONE);
        for k in 0..n.saturating_sub(2) {
            if k % BLOCK == BLOCK - 1 && interrupt::asked() {
                return None;
            }
            schur.clear_column(k);
        }
        schur.clear_subdiagonal()?;
        schur.t.iter_mut().for_each(|x| *x *= scale);
        Some(schur)
    }

    /// Reflects what lies more than one below the diagonal of column `k` away.
    fn clear_column(&mut self, k: usize) {
        let (n, first) = (self.n, k + 1);
        let mut v: Vec<Complex64> = (first..n).map(|i| self.t[i * n + k]).collect();
        let (tau, _) = reflector(&mut v);
        let mut along = vec![Complex64::ZERO; n];
        for (row, v) in self.t[first * n..].chunks(n).zip(&v) {
            add_multiple(&mut along, v.conj(), row);
        }
        for (row, v) in self.t[first * n..].chunks_mut(n).zip(&v) {
            add_multiple(row, -tau.conj() * v, &along);
        }
        for row in self.t.chunks_mut(n).chain(self.q.chunks_mut(n)) {
            let sum: Complex64 = row[first..].iter().zip(&v).map(|(x, v)| x * v).sum();
            row[first..].iter_mut().zip(&v).for_each(|(x, v)| *x -= tau * sum * v.conj());
        }
    }

    fn clear_subdiagonal(&mut self) -> Option<()> {
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
                    if interrupt::asked() {
                        return None;
                    }
                }
            } else {
                return None;
            }
        }
        let n = self.n;
        (0..n * n).filter(|at| at % n < at / n).for_each(|at| self.t[at] = Complex64::ZERO);
        Some(())
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
            for row in self.t[..last * n].chunks_mut(n).chain(self.q.chunks_mut(n)) {
                let (a, b) = (row[k], row[k + 1]);
                (row[k], row[k + 1]) = (a * c + s.conj() * b, b * c - s * a);
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

    /// A companion matrix has the roots of its polynomial as eigenvalues; a cyclic shift, the roots of unity.
    #[test]
    fn known_eigenvalues_are_found() {
        let n = 7;
        let cyclic: Vec<f64> = (0..n * n).map(|at| ((at / n + 1) % n == at % n) as u8 as f64).collect();
        let mut values = vec![Complex64::ZERO; n];
        eigenvalues(n, &cyclic, &mut values).unwrap();
        for k in 0..n {
            let root = Complex64::from_polar(1.0, std::f64::consts::TAU * k as f64 / n as f64);
            assert!(values.iter().any(|v| (v - root).norm() < 1e-13), "{root} is missing");
        }
    }

    #[test]
    fn infinities_and_nan_are_refused() {
        let a = [1.0, f64::NAN, 0.0, 1.0];
        assert_eq!(eigenvalues(2, &a, &mut [Complex64::ZERO; 2]), Err(Failure::NotConverged));
    }
}
