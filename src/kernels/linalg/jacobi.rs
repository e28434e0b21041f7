//! Singular values of small real matrices by rotations of two rows and two columns at a time (Kogbetliantz, 1955).
//!
//! Invariant: the signs of vectors are TensorFlow's, as far as rounding does not decide them. What they depend on is
//! kept: a matrix that is not square is first made triangular with the longest column before the others, pairs come row
//! by row from the lower triangle, a pair is left alone where it is negligible, and the left vector takes the sign.

use super::entries::filled;
use super::reflect::{Reflectors, add_multiple, inner, reflector};
use super::svd::padded;
use super::triangular::conjugate_transpose;
use crate::error::Result;
use crate::memory::{try_collect, try_vec};

/// Sweeps that a matrix may take; ten are many.
const SWEEPS: usize = 60;

/// `[c s; -s c]`.
#[derive(Clone, Copy)]
struct Rotation {
    cosine: f64,
    sine: f64,
}

impl Rotation {
    fn inverse(self) -> Self {
        Self { sine: -self.sine, ..self }
    }

    fn times(self, other: Self) -> Self {
        Self {
            cosine: self.cosine * other.cosine - self.sine * other.sine,
            sine: self.cosine * other.sine + self.sine * other.cosine,
        }
    }

    /// That which makes the matrix `[x y; y z]` diagonal from both sides (Rutishauser, 1966).
    fn of_symmetric(x: f64, y: f64, z: f64) -> Self {
        let twice = 2.0 * y.abs();
        if twice < f64::MIN_POSITIVE {
            return Self { cosine: 1.0, sine: 0.0 };
        }
        let tau = (x - z) / twice;
        let root = tau.hypot(1.0);
        let tangent = if tau > 0.0 { 1.0 / (tau + root) } else { 1.0 / (tau - root) };
        let cosine = 1.0 / tangent.hypot(1.0);
        Self { cosine, sine: -tangent * y.signum() * cosine }
    }

    /// Those from the left and from the right that make `[a b; c d]` diagonal.
    fn of_general([a, b, c, d]: [f64; 4]) -> (Self, Self) {
        let (trace, skew) = (a + d, c - b);
        let mut first = Self { cosine: 1.0, sine: 0.0 };
        if skew.abs() >= f64::MIN_POSITIVE {
            let u = trace / skew;
            let size = u.hypot(1.0);
            first = Self { cosine: u / size, sine: 1.0 / size };
        }
        let Self { cosine, sine } = first;
        let right = Self::of_symmetric(cosine * a + sine * c, cosine * b + sine * d, cosine * d - sine * b);
        (first.times(right.inverse()), right)
    }

    /// The pair `(x, y)` of entries of two columns, times this.
    fn turn(self, x: &mut f64, y: &mut f64) {
        (*x, *y) = (self.cosine * *x - self.sine * *y, self.sine * *x + self.cosine * *y);
    }
}

/// Vectors, one in each row.
struct Vectors {
    width: usize,
    rows: Vec<f64>,
}

impl Vectors {
    fn units(n: usize) -> Result<Self> {
        let mut rows = try_vec(n * n, 0.0)?;
        rows.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
        Ok(Self { width: n, rows })
    }

    fn turn(&mut self, p: usize, q: usize, rotation: Rotation) {
        let (low, high) = self.rows.split_at_mut(p * self.width); // q is below p
        let low = &mut low[q * self.width..][..self.width];
        high.iter_mut().zip(low).for_each(|(x, y)| rotation.turn(x, y));
    }

    fn swap(&mut self, p: usize, q: usize) {
        (0..self.width).for_each(|i| self.rows.swap(p * self.width + i, q * self.width + i));
    }
}

/// A square matrix that becomes diagonal, and what it is multiplied by meanwhile.
struct Jacobi {
    k: usize,
    work: Vectors,
    left: Vectors,
    right: Vectors,
}

/// The singular values of a matrix, descending, and its vectors, one in each row.
pub(super) struct Decomposed {
    pub values: Vec<f64>,
    pub left: Vec<f64>,
    pub right: Vec<f64>,
}

/// Decomposes an `m x n` matrix whose largest entry is about 1; `None` if that does not end.
///
/// There are `k = min(m, n)` vectors of the shorter side and `count` of the longer one; `count` may be 0. Entries up to
/// `epsilon` of the largest are nothing beside it.
pub(super) fn decompose(m: usize, n: usize, a: &[f64], count: usize, epsilon: f64) -> Result<Option<Decomposed>> {
    if m == n {
        let work = Vectors { width: n, rows: try_collect(a.iter().copied())? };
        return Jacobi { k: n, work, left: Vectors::units(n)?, right: Vectors::units(n)? }.decomposed(epsilon);
    }
    let tall = m > n;
    let columns = if tall { conjugate_transpose(m, n, a)? } else { try_collect(a.iter().copied())? };
    let long = m.max(n);
    let (jacobi, reflectors) = Jacobi::of_tall(long, m.min(n), columns)?;
    let jacobi = if tall { jacobi } else { jacobi.turned()? };
    let Some(mut found) = jacobi.decomposed(epsilon)? else { return Ok(None) };
    let inner = if tall { &mut found.left } else { &mut found.right };
    let mut rows = padded(long, m.min(n), count, inner)?;
    reflectors.apply(&mut rows, 1)?;
    *inner = rows;
    Ok(Some(found))
}

impl Jacobi {
    /// An `m x n` matrix, given by its columns, as reflectors times a triangle times a permutation.
    fn of_tall(m: usize, n: usize, mut columns: Vec<f64>) -> Result<(Self, Reflectors<f64>)> {
        let mut right = Vectors::units(n)?;
        let mut reflectors = Reflectors::new(m, 0);
        reflectors.reserve(n)?;
        for j in 0..n {
            let longest = longest(&columns, m, j);
            right.swap(j, longest);
            (0..m).for_each(|i| columns.swap(j * m + i, longest * m + i));
            let (head, later) = columns.split_at_mut((j + 1) * m);
            let v = &mut head[j * m + j..];
            let (tau, beta) = reflector(v);
            for column in later.chunks_mut(m) {
                let along = inner(v, &column[j..]);
                add_multiple(&mut column[j..], -(tau * along), v);
            }
            reflectors.push(v, tau);
            v[0] = beta;
        }
        let rows = filled(n, n, |i, j| if i <= j { columns[j * m + i] } else { 0.0 })?;
        Ok((Self { k: n, work: Vectors { width: n, rows }, left: Vectors::units(n)?, right }, reflectors))
    }

    fn decomposed(mut self, epsilon: f64) -> Result<Option<Decomposed>> {
        if self.rotate_all(epsilon) { self.ordered().map(Some) } else { Ok(None) }
    }

    /// That of the transposed matrix.
    fn turned(self) -> Result<Self> {
        let rows = conjugate_transpose(self.k, self.k, &self.work.rows)?;
        Ok(Self { work: Vectors { width: self.k, rows }, left: self.right, right: self.left, ..self })
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.work.rows[i * self.k + j]
    }

    /// Sweeps over all pairs until none needs a rotation; whether that came to an end.
    fn rotate_all(&mut self, epsilon: f64) -> bool {
        let mut largest = (0..self.k).map(|i| self.at(i, i).abs()).fold(0.0, f64::max);
        for _ in 0..SWEEPS {
            let mut rotated = false;
            for (p, q) in (1..self.k).flat_map(|p| (0..p).map(move |q| (p, q))) {
                let least = (2.0 * epsilon * largest).max(f64::MIN_POSITIVE);
                if self.at(p, q).abs().max(self.at(q, p).abs()) > least {
                    self.rotate(p, q);
                    largest = largest.max(self.at(p, p).abs()).max(self.at(q, q).abs());
                    rotated = true;
                }
            }
            if !rotated {
                return true;
            }
        }
        false
    }

    fn rotate(&mut self, p: usize, q: usize) {
        let block = [self.at(p, p), self.at(p, q), self.at(q, p), self.at(q, q)];
        let (left, right) = Rotation::of_general(block);
        self.work.turn(p, q, left.inverse());
        self.left.turn(p, q, left.inverse());
        self.right.turn(p, q, right);
        for row in self.work.rows.chunks_mut(self.k) {
            let (low, high) = row.split_at_mut(p);
            right.turn(&mut high[0], &mut low[q]);
        }
    }

    /// The values, positive and descending; the vectors with them.
    fn ordered(mut self) -> Result<Decomposed> {
        let mut values = try_collect((0..self.k).map(|i| self.at(i, i).abs()))?;
        for i in 0..self.k {
            if self.at(i, i) < 0.0 {
                self.left.rows[i * self.left.width..][..self.left.width].iter_mut().for_each(|x| *x = -*x);
            }
        }
        for i in 0..self.k {
            let largest = (i..self.k).fold(i, |best, j| if values[j] > values[best] { j } else { best });
            values.swap(i, largest);
            self.left.swap(i, largest);
            self.right.swap(i, largest);
        }
        Ok(Decomposed { values, left: self.left.rows, right: self.right.rows })
    }
}

/// Which of the columns (of length `m`, as rows) from `j` on is the longest from coordinate `j` on.
fn longest(columns: &[f64], m: usize, j: usize) -> usize {
    let length = |column: &[f64]| column[j..].iter().map(|x| x * x).sum::<f64>();
    let lengths = columns.chunks(m).skip(j).map(length).enumerate();
    j + lengths.fold((0, -1.0), |best, one| if one.1 > best.1 { one } else { best }).0
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    /// Worked by hand from the rule: the pair of this matrix is turned once, and the left vectors take the signs.
    #[test]
    fn signs_are_those_of_one_rotation() {
        let found = decompose(2, 2, &[0.0, -2.0, 1.0, 0.0], 2, f64::EPSILON).unwrap().unwrap();
        assert_close(&found.values, &[2.0, 1.0], 1e-15, "values");
        let back =
            |i: usize, j: usize| (0..2).map(|k| found.left[2 * k + i] * found.values[k] * found.right[2 * k + j]).sum();
        assert_close(&[back(0, 0), back(0, 1), back(1, 0), back(1, 1)], &[0.0, -2.0, 1.0, 0.0], 1e-15, "back");
    }

    #[test]
    fn a_coarse_epsilon_leaves_small_entries() {
        let a = [1.0, 1e-9, 1e-9, 0.5];
        let fine = decompose(2, 2, &a, 2, f64::EPSILON).unwrap().unwrap();
        let coarse = decompose(2, 2, &a, 2, f64::from(f32::EPSILON)).unwrap().unwrap();
        assert!(fine.left[1] != 0.0 && coarse.left == [1.0, 0.0, 0.0, 1.0]);
    }
}
