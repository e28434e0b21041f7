//! A matrix made bidiagonal by reflections from both sides, and the singular values of a real bidiagonal matrix.
//!
//! `A = Q B P^H`. As in `tridiagonal.rs`, the reflectors of a panel are found from a matrix that is not updated
//! meanwhile: it stands for `A - sum of (v y^H + x u^H)`, `v` reflecting from the left and `u` from the right.

use super::reflect::{Reflectors, add_multiple, inner, reflector};
use super::rotate::{Rotated, plane};
use super::{BLOCK, Failure, NOTHING, Outcome, PATIENCE, Scalar};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::{try_collect, try_vec, try_with_capacity};

/// A real upper bidiagonal matrix: its diagonal, and what lies above it (one entry less).
pub(super) struct Bidiagonal {
    pub diagonal: Vec<f64>,
    pub above: Vec<f64>,
}

/// Reduces the `m x n` matrix `a`, `m >= n`, which is destroyed.
pub(super) fn reduce<T: Scalar>(
    m: usize,
    n: usize,
    a: &mut [T],
    threads: usize,
) -> Result<(Bidiagonal, Reflectors<T>, Reflectors<T>)> {
    let (mut left, mut right) = (Reflectors::new(m, 0), Reflectors::new(n, 1));
    left.reserve(n)?;
    right.reserve(n)?;
    let mut out = Bidiagonal { diagonal: try_with_capacity(n)?, above: try_with_capacity(n)? };
    for start in (0..n).step_by(BLOCK) {
        if start > 0 {
            interrupt::check()?;
        }
        let end = (start + BLOCK).min(n);
        let mut panel = Panel::new(m, n, a)?;
        for k in start..end {
            let mut column = panel.column(k)?;
            let (tau, d) = reflector(&mut column);
            out.diagonal.push(d);
            left.push(&column, tau);
            if k + 1 < n {
                panel.add_left(k, &column, tau)?;
                let mut row = panel.conjugate_row(k)?;
                let (tau, e) = reflector(&mut row);
                out.above.push(e);
                right.push(&row, tau);
                panel.add_right(k, &row, tau)?;
            }
        }
        let Panel { vs, ys, xs, us, .. } = panel;
        update_rest(m, n, a, end, &vs, &ys, threads)?;
        update_rest(m, n, a, end, &xs, &us, threads)?;
    }
    Ok((out, left, right))
}

/// The matrix `a - sum of (v y^H + x u^H)`. `vs` and `xs` hold vectors of length `m`, `ys` and `us` of length `n`.
struct Panel<'a, T> {
    m: usize,
    n: usize,
    a: &'a [T],
    vs: Vec<T>,
    ys: Vec<T>,
    xs: Vec<T>,
    us: Vec<T>,
}

impl<'a, T: Scalar> Panel<'a, T> {
    /// No term yet, and room for a block of them.
    fn new(m: usize, n: usize, a: &'a [T]) -> Result<Self> {
        let room = |dim: usize| try_with_capacity(dim * BLOCK.min(n));
        Ok(Self { m, n, a, vs: room(m)?, ys: room(n)?, xs: room(m)?, us: room(n)? })
    }

    /// Every `(v, y)` and `(x, u)`.
    fn terms(&self) -> impl Iterator<Item = (&[T], &[T])> {
        let left = self.vs.chunks(self.m).zip(self.ys.chunks(self.n));
        left.chain(self.xs.chunks(self.m).zip(self.us.chunks(self.n)))
    }

    /// Column `k`, from the diagonal down.
    fn column(&self, k: usize) -> Result<Vec<T>> {
        let mut column = try_collect((k..self.m).map(|i| self.a[i * self.n + k]))?;
        for (down, across) in self.terms() {
            add_multiple(&mut column, -across[k].conj(), &down[k..]);
        }
        Ok(column)
    }

    /// The conjugate of row `k`, from beside the diagonal on.
    fn conjugate_row(&self, k: usize) -> Result<Vec<T>> {
        let row = &self.a[k * self.n..][k + 1..self.n];
        let mut row = try_collect(row.iter().map(|x| x.conj()))?;
        for (down, across) in self.terms() {
            add_multiple(&mut row, -down[k].conj(), &across[k + 1..]);
        }
        Ok(row)
    }

    /// Takes up the left reflector `v` (from coordinate `k` on): `y = tau A^H v`, from coordinate `k + 1` on.
    fn add_left(&mut self, k: usize, v: &[T], tau: T) -> Result<()> {
        let (m, n) = (self.m, self.n);
        let mut y = try_vec(n, T::ZERO)?;
        let conjugate = try_collect(v.iter().map(|v| v.conj()))?;
        let rest = Matrix { data: self.a, offset: k * n + k + 1, strides: [n as isize, 1] };
        let size = Size { m: 1, n: n - k - 1, k: m - k };
        let out = MatrixMut::rows(&mut y[k + 1..], n - k - 1);
        gemm(size, out, Matrix::rows(&conjugate, m - k), rest, false, 1)?;
        y[k + 1..].iter_mut().for_each(|y| *y = y.conj());
        for (down, across) in self.terms() {
            add_multiple(&mut y[k + 1..], -inner(&down[k..], v), &across[k + 1..]);
        }
        y.iter_mut().for_each(|y| *y = tau * *y);
        // bounded: by the room that was made
        self.vs.resize(self.vs.len() + k, T::ZERO);
        self.vs.extend_from_slice(v);
        self.ys.extend(y);
        Ok(())
    }

    /// Takes up the right reflector `u` (from coordinate `k + 1` on): `x = tau A u`, from coordinate `k + 1` on.
    fn add_right(&mut self, k: usize, u: &[T], tau: T) -> Result<()> {
        let (m, n, first) = (self.m, self.n, k + 1);
        let mut x = try_vec(m, T::ZERO)?;
        if first < m {
            let rest = Matrix { data: self.a, offset: first * n + first, strides: [n as isize, 1] };
            let size = Size { m: m - first, n: 1, k: n - first };
            gemm(size, MatrixMut::rows(&mut x[first..], 1), rest, Matrix::rows(u, 1), false, 1)?;
        }
        for (down, across) in self.terms() {
            add_multiple(&mut x[first..], -inner(&across[first..], u), &down[first..]);
        }
        x.iter_mut().for_each(|x| *x = tau * *x);
        self.xs.extend(x);
        // bounded: by the room that was made
        self.us.resize(self.us.len() + first, T::ZERO);
        self.us.extend_from_slice(u);
        Ok(())
    }
}

/// `a -= sum of down across^H` from row and column `end` on.
fn update_rest<T: Scalar>(
    m: usize,
    n: usize,
    a: &mut [T],
    end: usize,
    down: &[T],
    across: &[T],
    threads: usize,
) -> Result<()> {
    if end == n {
        return Ok(());
    }
    let negated = try_collect(across.iter().map(|x| -x.conj()))?;
    let left = Matrix { data: down, offset: end, strides: [1, m as isize] };
    let right = Matrix { data: &negated, offset: end, strides: [n as isize, 1] };
    let out = MatrixMut { data: a, offset: end * n + end, strides: [n as isize, 1] };
    let size = Size { m: m - end, n: n - end, k: down.len() / m };
    gemm(size, out, left, right, true, threads)
}

/// Sweeps that one singular value may take; three are usual.
const SWEEPS: usize = 60;

impl Bidiagonal {
    /// Replaces the diagonal by the singular values, perhaps negative and in no order, by the QR algorithm of Golub and
    /// Kahan (1965) with implicit shifts. Rotations of rows are passed on to `left`, of columns to `right`.
    pub(super) fn diagonalise<T: Scalar>(&mut self, left: &mut Rotated<T>, right: &mut Rotated<T>) -> Outcome {
        let (mut end, mut sweeps, mut rotations) = (self.diagonal.len(), 0, 0);
        while end > 0 {
            let start = self.start_of_block(end);
            if start + 1 == end {
                (end, sweeps) = (end - 1, 0);
            } else if let Some(zero) = (start..end).rev().find(|&i| self.negligible(i, start, end)) {
                self.diagonal[zero] = 0.0;
                self.clear_beside_zero(zero, start, end, left, right)?;
            } else if sweeps < SWEEPS {
                self.sweep(start, end, left, right)?;
                sweeps += 1;
                rotations += end - start;
                if rotations >= PATIENCE {
                    rotations = 0;
                    interrupt::check()?;
                }
            } else {
                return Err(Failure::NotConverged);
            }
        }
        Ok(())
    }

    /// The first index of the unreduced block that ends before `end`.
    fn start_of_block(&self, end: usize) -> usize {
        let d = &self.diagonal;
        let split = |&i: &usize| {
            let neighbours = d[i].abs() + d[i + 1].abs();
            self.above[i].abs() <= f64::EPSILON * neighbours + NOTHING
        };
        (0..end - 1).rev().find(split).map_or(0, |i| i + 1)
    }

    /// Whether diagonal entry `i` of the block `start..end` counts as zero.
    fn negligible(&self, i: usize, start: usize, end: usize) -> bool {
        let before = if i > start { self.above[i - 1].abs() } else { 0.0 };
        let after = if i + 1 < end { self.above[i].abs() } else { 0.0 };
        self.diagonal[i].abs() <= f64::EPSILON * (before + after) + NOTHING
    }

    /// Beside a zero on the diagonal: clears its row or, for the last, its column, which splits the block.
    fn clear_beside_zero<T: Scalar>(
        &mut self,
        zero: usize,
        start: usize,
        end: usize,
        left: &mut Rotated<T>,
        right: &mut Rotated<T>,
    ) -> Result<()> {
        let (d, e) = (&mut self.diagonal, &mut self.above);
        if zero + 1 < end {
            let mut bulge = std::mem::take(&mut e[zero]);
            for j in zero + 1..end {
                let (c, s, r) = plane(d[j], bulge);
                d[j] = r;
                if j + 1 < end {
                    (bulge, e[j]) = (-s * e[j], c * e[j]);
                }
                left.rotate(j, zero, c, s)?;
            }
        } else {
            let mut bulge = std::mem::take(&mut e[zero - 1]);
            for j in (start..zero).rev() {
                let (c, s, r) = plane(d[j], bulge);
                d[j] = r;
                if j > start {
                    (bulge, e[j - 1]) = (-s * e[j - 1], c * e[j - 1]);
                }
                right.rotate(j, zero, c, s)?;
            }
        }
        Ok(())
    }

    /// One implicit QR step on the block `start..end`.
    fn sweep<T: Scalar>(
        &mut self,
        start: usize,
        end: usize,
        left: &mut Rotated<T>,
        right: &mut Rotated<T>,
    ) -> Result<()> {
        let (mut f, mut g) = self.first_column(start, end);
        let (d, e) = (&mut self.diagonal, &mut self.above);
        for j in start..end - 1 {
            let (c, s, r) = plane(f, g);
            if j > start {
                e[j - 1] = r;
            }
            (f, e[j]) = (c * d[j] + s * e[j], c * e[j] - s * d[j]);
            (g, d[j + 1]) = (s * d[j + 1], c * d[j + 1]);
            right.rotate(j, j + 1, c, s)?;
            let (c, s, r) = plane(f, g);
            d[j] = r;
            (f, d[j + 1]) = (c * e[j] + s * d[j + 1], c * d[j + 1] - s * e[j]);
            if j + 2 < end {
                (g, e[j + 1]) = (s * e[j + 1], c * e[j + 1]);
            }
            left.rotate(j, j + 1, c, s)?;
        }
        e[end - 2] = f;
        Ok(())
    }

    /// The first column of `B^T B` less the eigenvalue of its last two rows nearer to the last, up to a factor.
    fn first_column(&self, start: usize, end: usize) -> (f64, f64) {
        let (d, e) = (&self.diagonal[..end], &self.above[..end - 1]);
        let scale = [d[end - 1], d[end - 2], e[end - 2], d[start], e[start]];
        let scale = scale.into_iter().map(f64::abs).fold(0.0, f64::max);
        let [last, before, beside, first, above] =
            [d[end - 1], d[end - 2], e[end - 2], d[start], e[start]].map(|x| x / scale);
        let half = ((before + last) * (before - last) + beside * beside) / 2.0;
        let product = (last * beside).powi(2);
        let root = (half * half + product).sqrt().copysign(half);
        let shift = if product == 0.0 { 0.0 } else { product / (half + root) };
        ((first + last) * (first - last) + shift, first * above)
    }
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(m: usize, n: usize) {
        let a = random::<T>((m + n) as u64, m * n);
        let (b, left, right) = reduce(m, n, &mut a.clone(), 1).unwrap();
        let across =
            |dim: usize, rows: &[T]| -> Vec<T> { (0..dim * n).map(|at| rows[at % n * dim + at / n]).collect() };
        let (q, p) = (across(m, &left.columns(n, 1).unwrap()), across(n, &right.columns(n, 1).unwrap()));
        let mut middle = diagonal::<T>(&b.diagonal);
        b.above.iter().enumerate().for_each(|(i, &e)| middle[i * n + i + 1] = T::real(e));
        let back = product(m, n, n, &product(m, n, n, &q, &middle), &adjoint(n, n, &p));
        assert_close(&back, &a, 1e-13, &format!("{m}x{n}"));
    }

    #[test]
    fn the_bidiagonal_matrix_is_equivalent() {
        for (m, n) in [(0, 0), (3, 0), (1, 1), (5, 1), (2, 2), (7, 4), (33, 33), (60, 40), (80, 80)] {
            check::<f64>(m, n);
            check::<Complex64>(m, n);
        }
    }

    /// Zeros on the diagonal, at each end and inside, split the matrix without spoiling the values.
    #[test]
    fn zeros_on_the_diagonal_are_singular_values() {
        for zero in 0..4 {
            let mut b = Bidiagonal { diagonal: vec![3.0, 2.0, 1.0, 4.0], above: vec![1.0; 3] };
            b.diagonal[zero] = 0.0;
            let squares = b.diagonal.iter().chain(&b.above).map(|x| x * x).sum::<f64>();
            let [mut left, mut right] = [(); 2].map(|()| Rotated::<f64>::identity(4, false, 1).unwrap());
            b.diagonalise(&mut left, &mut right).unwrap();
            let smallest = b.diagonal.iter().map(|x| x.abs()).fold(f64::MAX, f64::min);
            assert!(smallest < 1e-15, "{zero}: {smallest:e}");
            let sum = b.diagonal.iter().map(|x| x * x).sum::<f64>();
            assert!((sum - squares).abs() < 1e-13, "{zero}: Frobenius' norm stays");
        }
    }
}
