//! Banded matrices, kept by their diagonals: products, the bands of an outer product, solutions.
//!
//! `bands` is `[k, n]`: row `b` is the diagonal `top - b` places right of the main one, and its element `i` lies in row
//! `i` of the matrix. Elements that would lie outside of the matrix are never read, and written as zeros.

use std::ops::Range;

use super::triangular::two_rows;
use super::{Failure, Outcome, PATIENCE, Scalar, batch};
use crate::error::Result;
use crate::interrupt;
use crate::memory::try_vec;

/// Where the diagonals of a banded matrix lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Rows and columns.
    pub n: usize,
    /// Diagonals.
    pub k: usize,
    /// How far right of the main diagonal the first one lies.
    pub top: usize,
}

impl Band {
    /// Which of these rows have an element of band `b`, and the column of the first.
    fn run(self, b: usize, rows: Range<usize>) -> (Range<usize>, usize) {
        let first = rows.start.max(b.saturating_sub(self.top));
        let last = rows.end.min((self.n + b).saturating_sub(self.top)).max(first);
        (first..last, (first + self.top).saturating_sub(b))
    }

    /// Diagonals below the main one.
    fn below(self) -> usize {
        self.k.saturating_sub(self.top + 1)
    }

    fn size(self) -> usize {
        batch::product([self.k, self.n])
    }
}

/// `y += A x`, or `A^H x` with `adjoint`, for `x` and `y` `[n, m]`.
pub fn banded_product<T: Scalar>(at: Band, m: usize, bands: &[T], x: &[T], y: &mut [T], adjoint: bool) -> Result<()> {
    let (size, count) = (batch::product([at.n, m]), batch::count(bands.len(), at.size()));
    let sides = batch::pieces(x, size, count).zip(batch::pieces_mut(y, size, count));
    let jobs = batch::pieces(bands, at.size(), count).zip(sides);
    batch::run_all(jobs, count, batch::product([at.n, at.k, m]), |(bands, (x, y)), _| {
        each_run(at, |b, rows, column| {
            let a = &bands[b * at.n..][rows.clone()];
            let (from, to) = if adjoint { (rows.start, column) } else { (column, rows.start) };
            let (x, y) = (&x[from * m..][..a.len() * m], &mut y[to * m..][..a.len() * m]);
            let of = |a: T| if adjoint { a.conj() } else { a };
            if m <= 1 {
                return y.iter_mut().zip(x).zip(a).for_each(|((y, &x), &a)| *y += of(a) * x);
            }
            for ((y, x), &a) in y.chunks_exact_mut(m).zip(x.chunks_exact(m)).zip(a) {
                y.iter_mut().zip(x).for_each(|(y, &x)| *y += of(a) * x);
            }
        })
    })
}

/// The bands of `u v^H`, for `u` and `v` `[n, m]`.
pub fn outer_bands<T: Scalar>(at: Band, m: usize, u: &[T], v: &[T], bands: &mut [T]) -> Result<()> {
    let (size, count) = (batch::product([at.n, m]), batch::count(bands.len(), at.size()));
    let sides = batch::pieces(u, size, count).zip(batch::pieces(v, size, count));
    let jobs = batch::pieces_mut(bands, at.size(), count).zip(sides);
    batch::run_all(jobs, count, batch::product([at.n, at.k, m]), |(bands, (u, v)), _| {
        bands.fill(T::ZERO);
        each_run(at, |b, rows, column| {
            let out = &mut bands[b * at.n..][rows.clone()];
            for (i, out) in out.iter_mut().enumerate() {
                let pairs = u[(rows.start + i) * m..][..m].iter().zip(&v[(column + i) * m..][..m]);
                *out = pairs.fold(T::ZERO, |sum, (&u, &v)| sum + u * v.conj());
            }
        })
    })
}

/// Rows that are gone through together, so that what one band leaves in the cache the next one finds there.
const ROWS: usize = 1024;

/// Calls `f` with each band, some of its rows, and the column of the first of them.
fn each_run(at: Band, mut f: impl FnMut(usize, Range<usize>, usize)) -> Result<()> {
    for start in (0..at.n).step_by(ROWS) {
        ask(start)?;
        for b in 0..at.k {
            let (rows, column) = at.run(b, start..(start + ROWS).min(at.n));
            if !rows.is_empty() {
                f(b, rows, column);
            }
        }
    }
    Ok(())
}

/// `x = A^-1 b`, or `A^-H b` with `adjoint`, for `b` `[n, m]`, which `x` starts as.
///
/// Gaussian elimination; rows are exchanged so that each pivot is the largest of its column, as far as bands reach. Fails
/// with [`Failure::Singular`] if a pivot is exactly zero.
pub fn banded_solve<T: Scalar>(at: Band, m: usize, bands: &[T], x: &mut [T], adjoint: bool) -> Outcome {
    let count = batch::count(bands.len(), at.size());
    let jobs = batch::pieces(bands, at.size(), count).zip(batch::pieces_mut(x, batch::product([at.n, m]), count));
    let cost = batch::product([at.n, at.k, at.k.saturating_add(m)]);
    batch::run(jobs, count, cost, |(bands, x), _| {
        let mut system = System::of(at, bands, adjoint)?;
        system.eliminate(m, x)?;
        system.substitute(m, x)?;
        Ok(())
    })
}

/// Rows of a banded matrix, each from the leftmost column that it may ever have on.
struct System<T> {
    rows: Vec<T>,
    n: usize,
    below: usize,
    /// Diagonals right of the main one, those that exchanged rows bring included.
    above: usize,
}

impl<T: Scalar> System<T> {
    fn of(at: Band, bands: &[T], adjoint: bool) -> Result<System<T>> {
        let (below, above) = if adjoint { (at.top, at.below()) } else { (at.below(), at.top) };
        let above = above + if above > 0 { below } else { 0 };
        let rows = try_vec(batch::product([at.n, below + above + 1]), T::ZERO)?;
        let mut system = System { rows, n: at.n, below, above };
        each_run(at, |b, rows, column| {
            for (step, &a) in bands[b * at.n..][rows.clone()].iter().enumerate() {
                let (i, j) = (rows.start + step, column + step);
                *(if adjoint { system.at(j, i) } else { system.at(i, j) }) = if adjoint { a.conj() } else { a };
            }
        })?;
        Ok(system)
    }

    fn width(&self) -> usize {
        self.below + self.above + 1
    }

    #[inline(always)]
    fn at(&mut self, i: usize, j: usize) -> &mut T {
        let place = i * self.width() + j + self.below - i;
        &mut self.rows[place]
    }

    /// Rows `j` and `i`, which lies below it, from column `j` as far as row `j` may reach.
    #[inline(always)]
    fn pair(&mut self, j: usize, i: usize) -> (&mut [T], &mut [T]) {
        let (width, len) = (self.width(), self.reach(j).len());
        let (head, tail) = self.rows.split_at_mut(i * width);
        (&mut head[j * width + self.below..][..len], &mut tail[j + self.below - i..][..len])
    }

    /// Zeros below the diagonal. The rows of a matrix without upper diagonals stay in their order.
    fn eliminate(&mut self, m: usize, x: &mut [T]) -> Outcome {
        for j in 0..self.n {
            ask(j)?;
            let last = (j + self.below).min(self.n - 1);
            if self.above > 0 {
                let pivot = self.largest(j, last);
                self.exchange(j, pivot, m, x);
            }
            let pivot = *self.at(j, j);
            if pivot == T::ZERO {
                return Err(Failure::Singular);
            }
            for i in j + 1..=last {
                let factor = *self.at(i, j) / pivot;
                self.subtract(factor, j, i);
                let (target, source) = two_rows(x, m, i, j);
                target.iter_mut().zip(source).for_each(|(t, &s)| *t -= factor * s);
            }
        }
        Ok(())
    }

    /// The row from `j` to `last` with the largest element in column `j`.
    fn largest(&mut self, j: usize, last: usize) -> usize {
        let mut best = (j, self.at(j, j).modulus());
        for i in j + 1..=last {
            let size = self.at(i, j).modulus();
            if size > best.1 {
                best = (i, size);
            }
        }
        best.0
    }

    /// The columns that row `j` may reach from the diagonal on.
    fn reach(&self, j: usize) -> Range<usize> {
        j..(j + self.above + 1).min(self.n)
    }

    fn exchange(&mut self, i: usize, p: usize, m: usize, x: &mut [T]) {
        if i == p {
            return;
        }
        let (upper, lower) = self.pair(i, p);
        upper.swap_with_slice(lower);
        let (low, high) = x.split_at_mut(p * m);
        low[i * m..][..m].swap_with_slice(&mut high[..m]);
    }

    /// Row `i` minus `factor` times row `j`.
    fn subtract(&mut self, factor: T, j: usize, i: usize) {
        let (source, target) = self.pair(j, i);
        target.iter_mut().zip(source).for_each(|(t, &mut s)| *t -= factor * s);
    }

    /// Solves with what is left, from the last row up.
    fn substitute(&self, m: usize, x: &mut [T]) -> Result<()> {
        for i in (0..self.n).rev() {
            ask(i)?;
            let row = &self.rows[i * self.width() + self.below..][..self.reach(i).len()];
            let (upper, lower) = x[i * m..].split_at_mut(m);
            for (&factor, known) in row[1..].iter().zip(lower.chunks_exact(m.max(1))) {
                upper.iter_mut().zip(known).for_each(|(t, &s)| *t -= factor * s);
            }
            upper.iter_mut().for_each(|x| *x = *x / row[0]);
        }
        Ok(())
    }
}

/// Asks the user, now and then, whether to go on.
#[inline(always)]
fn ask(row: usize) -> Result<()> {
    if row > 0 && row.is_multiple_of(PATIENCE) { interrupt::check() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::{adjoint as turned, product, random};
    use super::*;

    /// The full matrix.
    fn full<T: Scalar>(at: Band, bands: &[T]) -> Vec<T> {
        let mut a = vec![T::ZERO; at.n * at.n];
        each_run(at, |b, rows, column| {
            rows.clone().for_each(|i| a[i * at.n + column + i - rows.start] = bands[b * at.n + i]);
        })
        .unwrap();
        a
    }

    fn close<T: Scalar>(a: &[T], b: &[T]) {
        a.iter().zip(b).for_each(|(&a, &b)| assert!((a - b).modulus() < 1e-9 * (1.0 + b.modulus()), "{a:?} {b:?}"));
    }

    fn check<T: Scalar>(at: Band, m: usize) {
        let (bands, x) = (random::<T>(1, at.k * at.n), random::<T>(2, at.n * m));
        let a = full(at, &bands);
        for adjoint in [false, true] {
            let a = if adjoint { turned(at.n, at.n, &a) } else { a.clone() };
            let mut y = vec![T::ZERO; x.len()];
            banded_product(at, m, &bands, &x, &mut y, adjoint).unwrap();
            close(&y, &product(at.n, at.n, m, &a, &x));
            banded_solve(at, m, &bands, &mut y, adjoint).unwrap();
            close(&y, &x);
        }
        let mut outer = vec![T::ONE; bands.len()];
        outer_bands(at, m, &x, &x, &mut outer).unwrap();
        let expected = product(at.n, m, at.n, &x, &turned(at.n, m, &x));
        let kept = full(at, &vec![T::ONE; bands.len()]);
        let expected: Vec<T> = expected.iter().zip(&kept).map(|(&e, &k)| e * k).collect();
        close(&full(at, &outer), &expected);
    }

    #[test]
    fn products_and_solutions_are_those_of_the_full_matrix() {
        for n in [1, 2, 3, 7] {
            for (k, top) in [(1, 0), (3, 1), (2, 0), (2, 1), (4, 2), (5, 1)] {
                let at = Band { n, k, top };
                check::<f64>(at, 2);
                check::<Complex64>(at, 1);
            }
        }
    }

    #[test]
    fn a_long_system_is_solved() {
        let at = Band { n: 2 * ROWS + 3, k: 3, top: 1 };
        let (bands, x) = (random::<f64>(1, at.k * at.n), random::<f64>(2, at.n));
        for adjoint in [false, true] {
            let mut y = vec![0.0; at.n];
            banded_product(at, 1, &bands, &x, &mut y, adjoint).unwrap();
            banded_solve(at, 1, &bands, &mut y, adjoint).unwrap();
            y.iter().zip(&x).for_each(|(y, x)| assert!((y - x).abs() < 1e-6 * (1.0 + x.abs())));
        }
    }

    #[test]
    fn a_pivot_may_be_zero_but_not_all_of_them() {
        let at = Band { n: 2, k: 3, top: 1 };
        let mut x = [2.0, 3.0];
        banded_solve(at, 1, &[1.0, 9.0, 0.0, 0.0, 9.0, 1.0], &mut x, false).unwrap();
        assert_eq!(x, [3.0, 2.0]);
        let singular = banded_solve(at, 1, &[1.0, 9.0, 1.0, 1.0, 9.0, 1.0], &mut x, false);
        assert!(matches!(singular, Err(Failure::Singular)));
    }
}
