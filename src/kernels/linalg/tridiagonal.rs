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

/// Sweeps that one eigenvalue may take; three are usual.
const SWEEPS: usize = 60;

impl Tridiagonal {
    /// Replaces the diagonal by the eigenvalues, in no order, with the QL algorithm and implicit shifts (Martin and
    /// Wilkinson, 1968); every rotation of coordinates is passed on to `vectors`.
    pub(super) fn diagonalise<T: Scalar>(&mut self, vectors: &mut Rotated<T>) -> Outcome {
        let mut rotations = 0;
        for low in 0..self.diagonal.len() {
            let mut sweeps = 0;
            loop {
                let high = self.end_of_block(low);
                if high == low {
                    break;
                }
                sweeps += 1;
                if sweeps > SWEEPS {
                    return Err(Failure::NotConverged);
                }
                self.sweep(low, high, vectors)?;
                rotations += high - low;
                if rotations >= PATIENCE {
                    rotations = 0;
                    interrupt::check()?;
                }
            }
        }
        Ok(())
    }

    /// The last index of the unreduced block that begins at `low`.
    fn end_of_block(&self, low: usize) -> usize {
        let d = &self.diagonal;
        let split = |i: &usize| {
            let neighbours = d[*i].abs() + d[i + 1].abs();
            self.beside[*i].abs() <= f64::EPSILON * neighbours + NOTHING
        };
        (low..self.beside.len()).find(split).unwrap_or(self.beside.len())
    }

    /// One implicit QL step on the block `low..=high`, shifted by the eigenvalue of its first two rows nearer to the first.
    fn sweep<T: Scalar>(&mut self, low: usize, high: usize, vectors: &mut Rotated<T>) -> Result<()> {
        let (d, e) = (&mut self.diagonal, &mut self.beside);
        let half = (d[low + 1] - d[low]) / (2.0 * e[low]);
        let shift = d[low] - e[low] / (half + half.hypot(1.0).copysign(half));
        let mut bulge = d[high] - shift;
        let (mut cosine, mut sine, mut moved) = (1.0, 1.0, 0.0);
        for i in (low..high).rev() {
            let (f, b) = (sine * e[i], cosine * e[i]);
            let r;
            (cosine, sine, r) = plane(bulge, f);
            if i + 1 < high {
                e[i + 1] = r;
            }
            let g = d[i + 1] - moved;
            let t = (d[i] - g) * sine + 2.0 * cosine * b;
            moved = sine * t;
            d[i + 1] = g + moved;
            bulge = cosine * t - b;
            vectors.rotate(i + 1, i, cosine, sine)?;
        }
        d[low] -= moved;
        e[low] = bulge;
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
        t.diagonalise(&mut Rotated::<f64>::identity(21, false, 1).unwrap()).unwrap();
        let largest = t.diagonal.iter().copied().fold(0.0, f64::max);
        assert!((largest - 10.746194182903393).abs() < 1e-13);
        let grade = |i: i32| 10f64.powi(-20 * i);
        let (diagonal, beside) = ((0..10).map(grade).collect(), (0..9).map(grade).collect());
        let mut t = Tridiagonal { diagonal, beside };
        t.diagonalise(&mut Rotated::<f64>::identity(10, false, 1).unwrap()).unwrap();
    }
}
