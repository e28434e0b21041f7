//! A Hermitian matrix made tridiagonal by reflections, and the eigenvalues of a real tridiagonal matrix.
//!
//! `A = Q T Q^H`. Reflectors of a panel are found one by one from a matrix that is not updated meanwhile: after `p` of
//! them it stands for `A - sum of (v w^H + w v^H)`, and the panel ends with those sums as two products (Dongarra,
//! Sorensen and Hammarling, 1989).

use super::reflect::{Reflectors, add_multiple, inner, reflector};
use super::rotate::{Rotated, plane};
use super::{BLOCK, Failure, NOTHING, Outcome, PATIENCE, Scalar};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::{try_collect, try_vec, try_with_capacity};

/// A real symmetric tridiagonal matrix: its diagonal, and what lies beside it (one entry less).
pub(super) struct Tridiagonal {
    pub diagonal: Vec<f64>,
    pub beside: Vec<f64>,
}

/// Reduces the full Hermitian matrix `a`, which is destroyed.
pub(super) fn reduce<T: Scalar>(n: usize, a: &mut [T], threads: usize) -> Result<(Tridiagonal, Reflectors<T>)> {
    let mut reflectors = Reflectors::new(n, 1);
    reflectors.reserve(n)?;
    let mut out = Tridiagonal { diagonal: try_with_capacity(n)?, beside: try_with_capacity(n)? };
    for start in (0..n).step_by(BLOCK) {
        if start > 0 {
            interrupt::check()?;
        }
        let end = (start + BLOCK).min(n);
        let room = || try_with_capacity(n * BLOCK.min(n));
        let mut panel = Panel { n, a: &*a, vs: room()?, ws: room()? };
        for k in start..end {
            let mut column = panel.column(k)?;
            out.diagonal.push(column[0].re());
            if k + 1 < n {
                let (tau, beta) = reflector(&mut column[1..]);
                out.beside.push(beta);
                reflectors.push(&column[1..], tau);
                panel.add(k, &column[1..], tau)?;
            }
        }
        let (vs, ws) = (panel.vs, panel.ws);
        update_rest(n, a, end, &vs, &ws, threads)?;
        update_rest(n, a, end, &ws, &vs, threads)?;
    }
    Ok((out, reflectors))
}

/// The matrix `a - sum of (v w^H + w v^H)`; `vs` and `ws` hold one vector of length `n` after the other.
struct Panel<'a, T> {
    n: usize,
    a: &'a [T],
    vs: Vec<T>,
    ws: Vec<T>,
}

impl<T: Scalar> Panel<'_, T> {
    /// Column `k`, from the diagonal down.
    fn column(&self, k: usize) -> Result<Vec<T>> {
        let row = &self.a[k * self.n..][k..self.n];
        let mut column = try_collect(row.iter().map(|x| x.conj()))?;
        for (v, w) in self.vs.chunks(self.n).zip(self.ws.chunks(self.n)) {
            add_multiple(&mut column, -w[k].conj(), &v[k..]);
            add_multiple(&mut column, -v[k].conj(), &w[k..]);
        }
        Ok(column)
    }

    /// Takes up the reflector `v` (from coordinate `k + 1` on): `w = p - 1/2 conj(tau) (v^H p) v`, `p = tau A v`.
    fn add(&mut self, k: usize, v: &[T], tau: T) -> Result<()> {
        let (n, first) = (self.n, k + 1);
        let mut p = try_vec(n, T::ZERO)?;
        let rest = Matrix { data: self.a, offset: first * n + first, strides: [n as isize, 1] };
        let size = Size { m: n - first, n: 1, k: n - first };
        gemm(size, MatrixMut::rows(&mut p[first..], 1), rest, Matrix::rows(v, 1), false, 1)?;
        for (vp, wp) in self.vs.chunks(n).zip(self.ws.chunks(n)) {
            let (along_w, along_v) = (inner(&wp[first..], v), inner(&vp[first..], v));
            add_multiple(&mut p[first..], -along_w, &vp[first..]);
            add_multiple(&mut p[first..], -along_v, &wp[first..]);
        }
        p.iter_mut().for_each(|x| *x = tau * *x);
        let half = (tau.conj() * inner(v, &p[first..])).scale(0.5);
        add_multiple(&mut p[first..], -half, v);
        // bounded: by the room that was made
        self.vs.resize(self.vs.len() + first, T::ZERO);
        self.vs.extend_from_slice(v);
        self.ws.extend(p);
        Ok(())
    }
}

/// `a -= sum of x y^H` from row and column `end` on.
fn update_rest<T: Scalar>(n: usize, a: &mut [T], end: usize, xs: &[T], ys: &[T], threads: usize) -> Result<()> {
    let (k, rest) = (xs.len() / n, n - end);
    if rest == 0 {
        return Ok(());
    }
    let negated = try_collect(ys.iter().map(|y| -y.conj()))?;
    let left = Matrix { data: xs, offset: end, strides: [1, n as isize] };
    let right = Matrix { data: &negated, offset: end, strides: [n as isize, 1] };
    let out = MatrixMut { data: a, offset: end * n + end, strides: [n as isize, 1] };
    gemm(Size { m: rest, n: rest, k }, out, left, right, true, threads)
}

/// Sweeps that an eigenvalue may take on average; two are usual.
const SWEEPS: usize = 60;

impl Tridiagonal {
    /// Replaces the diagonal by the eigenvalues, in no order, with the QR algorithm and implicit shifts, from the last on
    /// (Golub and Van Loan, 1996, section 8.3); every rotation of coordinates is passed on to `vectors`.
    ///
    /// What lies beside the diagonal is nothing where its square is less than that of `epsilon` times the sum of the two
    /// entries there. This, and the direction in which it goes, decide the signs of vectors, which are TensorFlow's.
    pub(super) fn diagonalise<T: Scalar>(&mut self, vectors: &mut Rotated<T>, epsilon: f64) -> Outcome {
        let (mut rotations, mut sweeps) = (0, SWEEPS * self.diagonal.len());
        let mut last = self.beside.len();
        while last > 0 {
            self.drop_nothings(last, epsilon);
            last = (0..last).rev().find(|&i| self.beside[i] != 0.0).map_or(0, |i| i + 1);
            if last == 0 {
                break;
            }
            let first = (0..last - 1).rev().find(|&i| self.beside[i] == 0.0).map_or(0, |i| i + 1);
            sweeps = sweeps.checked_sub(1).ok_or(Failure::NotConverged)?;
            self.sweep(first, last, vectors)?;
            rotations += last - first;
            if rotations >= PATIENCE {
                rotations = 0;
                interrupt::check()?;
            }
        }
        Ok(())
    }

    fn drop_nothings(&mut self, last: usize, epsilon: f64) {
        let (d, e) = (&self.diagonal, &mut self.beside);
        for i in 0..last {
            let size = e[i].abs();
            if size <= NOTHING || (size / epsilon).powi(2) <= d[i].abs() + d[i + 1].abs() {
                e[i] = 0.0;
            }
        }
    }

    /// One implicit QR step on the block `first..=last`, shifted by the eigenvalue of its last two rows nearer to the last
    /// (Wilkinson's shift).
    fn sweep<T: Scalar>(&mut self, first: usize, last: usize, vectors: &mut Rotated<T>) -> Result<()> {
        let (d, e) = (&mut self.diagonal, &mut self.beside);
        let half = (d[last - 1] - d[last]) * 0.5;
        let corner = e[last - 1];
        let shift = match half == 0.0 {
            true => corner.abs(),
            false => corner / ((half + half.hypot(corner).copysign(half)) / corner),
        };
        let (mut x, mut bulge) = (d[first] - (d[last] - shift), e[first]);
        for k in first..last {
            if bulge == 0.0 {
                break;
            }
            let (c, s, r) = plane(x, bulge);
            if k > first {
                e[k - 1] = r;
            }
            let (along, across) = (c * e[k] - s * d[k], c * d[k + 1] - s * e[k]);
            d[k] = c * (c * d[k] + s * e[k]) + s * (c * e[k] + s * d[k + 1]);
            d[k + 1] = c * across - s * along;
            e[k] = c * along + s * across;
            x = e[k];
            if k + 1 < last {
                bulge = s * e[k + 1];
                e[k + 1] *= c;
            }
            vectors.rotate(k, k + 1, c, s)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(n: usize) {
        let noise = random::<T>(n as u64, n * n);
        let a: Vec<T> = noise.iter().zip(adjoint(n, n, &noise)).map(|(&x, y)| x + y).collect();
        let (t, reflectors) = reduce(n, &mut a.clone(), 1).unwrap();
        let columns = reflectors.columns(n, 1).unwrap();
        let q: Vec<T> = (0..n * n).map(|at| columns[at % n * n + at / n]).collect();
        let mut middle = diagonal::<T>(&t.diagonal);
        for (i, &e) in t.beside.iter().enumerate() {
            (middle[i * n + i + 1], middle[(i + 1) * n + i]) = (T::real(e), T::real(e));
        }
        let back = product(n, n, n, &product(n, n, n, &q, &middle), &adjoint(n, n, &q));
        assert_close(&back, &a, 1e-13, &format!("{n}"));
    }

    #[test]
    fn the_tridiagonal_matrix_is_similar() {
        for n in [0, 1, 2, 3, 10, 32, 33, 34, 80] {
            check::<f64>(n);
            check::<Complex64>(n);
        }
    }

    /// Wilkinson's matrix, whose largest eigenvalues agree to 13 digits, and one that is graded over 200 decades.
    #[test]
    fn hard_cases_end() {
        let wilkinson = (0..21).map(|i| f64::from(i - 10i32).abs()).collect();
        let mut t = Tridiagonal { diagonal: wilkinson, beside: vec![1.0; 20] };
        t.diagonalise(&mut Rotated::<f64>::identity(21, false, 1).unwrap(), f64::EPSILON).unwrap();
        let largest = t.diagonal.iter().copied().fold(0.0, f64::max);
        assert!((largest - 10.746194182903393).abs() < 1e-13);
        let grade = |i: i32| 10f64.powi(-20 * i);
        let (diagonal, beside) = ((0..10).map(grade).collect(), (0..9).map(grade).collect());
        let mut t = Tridiagonal { diagonal, beside };
        t.diagonalise(&mut Rotated::<f64>::identity(10, false, 1).unwrap(), f64::EPSILON).unwrap();
    }
}
