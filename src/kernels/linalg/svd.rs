//! Singular values and vectors.

use super::bidiagonal::{Bidiagonal, reduce};
use super::eigh::unit_scale;
use super::entries::fill;
use super::jacobi;
use super::rotate::Rotated;
use super::triangular::conjugate_transpose;
use super::{Failure, Outcome, Scalar, batch};
use crate::error::Result;
use crate::memory::{try_collect, try_vec};

/// What is decomposed: `m x n` matrices, into all vectors or as many as there are values, in which precision.
#[derive(Clone, Copy)]
pub struct Form {
    pub m: usize,
    pub n: usize,
    pub full: bool,
    pub epsilon: f64,
}

/// `a = u diag(s) v^H` for an `m x n` matrix: singular values `s`, `k = min(m, n)` of them, in descending order, and
/// orthonormal columns in `u` and `v`.
///
/// `u` is `m x k` and `v` is `n x k`; if `full`, `u` is `m x m` and `v` is `n x n`. Signs of vectors are arbitrary, but
/// for real matrices of few columns those of TensorFlow, in the precision whose `epsilon` this is. A matrix with an
/// infinity or a NaN gives NaN throughout, as in TensorFlow.
///
/// ```ignore
/// let (mut s, mut u, mut v) = ([0.0; 1], [0.0; 2], [0.0; 1]);
/// svd(Form { m: 2, n: 1, full: false, epsilon: f64::EPSILON }, &[3.0, 4.0], &mut s, &mut u, &mut v)?;
/// // s is [5], u v is [0.6, 0.8]
/// ```
pub fn svd<T: Scalar>(form: Form, a: &[T], s: &mut [f64], u: &mut [T], v: &mut [T]) -> Result<()> {
    let Form { m, n, full, .. } = form;
    let k = m.min(n);
    let (left, right) = if full { (m, n) } else { (k, k) };
    let (left, right) = (batch::product([m, left]), batch::product([n, right]));
    let counts = [(s.len(), k), (u.len(), left), (v.len(), right)];
    let count = counts.into_iter().map(|(len, size)| batch::count(len, size)).max().unwrap_or(0);
    let vectors = batch::pieces_mut(u, left, count).zip(batch::pieces_mut(v, right, count));
    let outs = batch::pieces_mut(s, k, count).zip(vectors);
    let jobs = batch::pieces(a, batch::product([m, n]), count).zip(outs);
    batch::run_all(jobs, count, batch::product([12, m, n, k]), |(a, (s, (u, v))), threads| {
        decompose(form, a, s, Some((u, v)), threads)
    })
}

/// The singular values of [`svd`] alone, for less work.
pub fn singular_values<T: Scalar>(form: Form, a: &[T], s: &mut [f64]) -> Result<()> {
    let Form { m, n, .. } = form;
    let k = m.min(n);
    let count = batch::count(s.len(), k);
    let jobs = batch::pieces(a, batch::product([m, n]), count).zip(batch::pieces_mut(s, k, count));
    batch::run_all(jobs, count, batch::product([4, m, n, k]), |(a, s), threads| decompose(form, a, s, None, threads))
}

/// Where the vectors go.
type Vectors<'a, T> = Option<(&'a mut [T], &'a mut [T])>;

/// Columns up to which TensorFlow rotates pairs of them.
const FEW: usize = 15;

fn decompose<T: Scalar>(form: Form, a: &[T], s: &mut [f64], vectors: Vectors<T>, threads: usize) -> Result<()> {
    let Form { m, n, .. } = form;
    let outcome = if T::IS_REAL && n <= FEW {
        few(form, a, s, vectors)
    } else if m < n {
        let turned = conjugate_transpose(m, n, a)?;
        tall(n, m, &turned, s, vectors.map(|(u, v)| (v, u)), threads)
    } else {
        tall(m, n, a, s, vectors, threads)
    };
    match outcome {
        Err(Failure::Stopped(error)) => return Err(error),
        Err(_) => s.fill(f64::NAN),
        Ok(()) => {}
    }
    Ok(())
}

/// For real matrices of few columns. Fails as `tall` does.
fn few<T: Scalar>(form: Form, a: &[T], s: &mut [f64], mut vectors: Vectors<T>) -> Outcome {
    let Form { m, n, epsilon, .. } = form;
    fill_with_nan(&mut vectors);
    let scale = unit_scale(a).ok_or(Failure::NotConverged)?;
    let work = try_collect(a.iter().map(|x| x.re() / scale))?;
    let longer = vectors.as_ref().map_or(0, |(u, v)| if m > n { u.len() / m } else { v.len() / n.max(1) });
    let found = jacobi::decompose(m, n, &work, longer, epsilon)?.ok_or(Failure::NotConverged)?;
    s.iter_mut().zip(&found.values).for_each(|(s, value)| *s = value * scale);
    if let Some((u, v)) = vectors {
        let (left, right) = (u.len() / m.max(1), v.len() / n.max(1));
        fill(u, left, |i, j| T::real(found.left[j * m + i]));
        fill(v, right, |i, j| T::real(found.right[j * n + i]));
    }
    Ok(())
}

fn fill_with_nan<T: Scalar>(vectors: &mut Vectors<T>) {
    if let Some((u, v)) = vectors {
        u.fill(T::real(f64::NAN));
        v.fill(T::real(f64::NAN));
    }
}

/// For `m >= n`. Fails if the matrix is not finite (or in theory if an iteration does not end): `u` and `v` are NaN then.
fn tall<T: Scalar>(m: usize, n: usize, a: &[T], s: &mut [f64], mut vectors: Vectors<T>, threads: usize) -> Outcome {
    fill_with_nan(&mut vectors);
    let scale = unit_scale(a).ok_or(Failure::NotConverged)?;
    let mut work = try_collect(a.iter().map(|x| x.scale(1.0 / scale)))?;
    let (mut bidiagonal, left, right) = reduce(m, n, &mut work, threads)?;
    let wanted = vectors.is_some();
    let mut us = Rotated::<T>::identity(n, wanted, threads)?;
    let mut vs = Rotated::<T>::identity(n, wanted, threads)?;
    bidiagonal.diagonalise(&mut us, &mut vs)?;
    let Bidiagonal { diagonal, .. } = bidiagonal;
    let mut order = try_collect(0..n)?;
    order.sort_unstable_by(|&i, &j| diagonal[j].abs().total_cmp(&diagonal[i].abs()));
    s.iter_mut().zip(&order).for_each(|(s, &i)| *s = diagonal[i].abs() * scale);
    if let Some((u, v)) = vectors {
        let signs = try_collect(diagonal.iter().map(|d| 1f64.copysign(*d)))?;
        let mut rows = padded(m, n, u.len() / m.max(1), &us.into_rows(&order, &signs)?)?;
        left.apply(&mut rows, threads)?;
        transpose(m, &rows, u);
        let mut rows = vs.into_rows(&order, &try_vec(n, 1.0)?)?;
        right.apply(&mut rows, threads)?;
        transpose(n, &rows, v);
    }
    Ok(())
}

/// `count` rows of length `m`: these rows of length `n` continued by zeros, then unit vectors.
pub(super) fn padded<T: Scalar>(m: usize, n: usize, count: usize, rows: &[T]) -> Result<Vec<T>> {
    let mut out = try_vec(count * m, T::ZERO)?;
    for (i, row) in out.chunks_mut(m.max(1)).enumerate() {
        if i < n {
            row[..n].copy_from_slice(&rows[i * n..][..n]);
        } else {
            row[i] = T::ONE;
        }
    }
    Ok(out)
}

/// Rows of length `m` into the columns of `out`.
fn transpose<T: Scalar>(m: usize, rows: &[T], out: &mut [T]) {
    fill(out, rows.len() / m.max(1), |i, j| rows[j * m + i]);
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(m: usize, n: usize, a: &[T], full: bool, name: &str) {
        let k = m.min(n);
        let (left, right) = if full { (m, n) } else { (k, k) };
        let (mut s, mut u, mut v) = (vec![9.0; k], vec![T::ONE; m * left], vec![T::ONE; n * right]);
        let form = Form { m, n, full, epsilon: f64::EPSILON };
        svd(form, a, &mut s, &mut u, &mut v).unwrap();
        assert_orthonormal(m, left, &u, name);
        assert_orthonormal(n, right, &v, name);
        let middle: Vec<T> = (0..left * right)
            .map(|at| if at / right == at % right { T::real(s[at / right]) } else { T::ZERO })
            .collect();
        let scaled = product(m, left, right, &u, &middle);
        assert_close(&product(m, right, n, &scaled, &adjoint(n, right, &v)), a, 1e-12, name);
        assert!(s.windows(2).all(|pair| pair[0] >= pair[1]), "{name}: descending");
        assert!(s.iter().all(|&s| s >= 0.0), "{name}: not negative");
        let mut alone = vec![9.0; k];
        singular_values(form, a, &mut alone).unwrap();
        assert_eq!(alone, s, "{name}: the values do not depend on whether vectors are wanted");
    }

    #[test]
    fn vectors_and_values_rebuild_the_matrix() {
        for (m, n) in SHAPES {
            for full in [false, true] {
                awkward::<f64>(m, n).iter().for_each(|(name, a)| check(m, n, a, full, name));
                awkward::<Complex64>(m, n).iter().for_each(|(name, a)| check(m, n, a, full, name));
            }
        }
    }

    /// Singular values of a matrix made from them, over 12 orders of magnitude.
    #[test]
    fn known_values_are_found() {
        let n = 24;
        let values: Vec<f64> = (0..n).map(|i| 10f64.powf(-(i as f64) / 2.0)).collect();
        let (mut q, mut r) = (vec![0.0; n * n], vec![0.0; n * n]);
        let mut a = diagonal::<f64>(&values);
        for seed in 0..2 {
            super::super::qr::qr(n, n, &random::<f64>(seed, n * n), &mut q, &mut r, false).unwrap();
            a = adjoint(n, n, &product(n, n, n, &q, &a));
        }
        let mut s = vec![0.0; n];
        singular_values(Form { m: n, n, full: false, epsilon: f64::EPSILON }, &a, &mut s).unwrap();
        for (s, value) in s.iter().zip(values) {
            assert!((s - value).abs() < 1e-14, "{s} is not {value}");
        }
    }

    #[test]
    fn small_random_matrices_of_integers() {
        for seed in 0..400 {
            let (m, n) = (1 + seed as usize % 6, 1 + seed as usize / 6 % 6);
            let a: Vec<f64> = random(seed, m * n);
            let a: Vec<f64> = a.iter().map(|x| (x * 1.2).trunc()).collect();
            check(m, n, &a, seed % 2 == 0, &format!("{a:?}"));
        }
    }

    #[test]
    fn infinities_and_nan_give_nan_and_an_end() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for (m, n) in [(3, 2), (2, 3)] {
                let mut a: Vec<f64> = random(1, 6);
                a[3] = bad;
                let (mut s, mut u, mut v) = ([0.0; 2], vec![0.0; m * 2], vec![0.0; n * 2]);
                svd(Form { m, n, full: false, epsilon: f64::EPSILON }, &a, &mut s, &mut u, &mut v).unwrap();
                assert!(s.iter().chain(&u).chain(&v).all(|x| x.is_nan()));
            }
        }
    }

    #[test]
    fn a_batch_may_consist_of_empty_matrices() {
        let (mut u, mut v) = ([9.0; 8], [0.0; 0]);
        svd::<f64>(Form { m: 2, n: 0, full: true, epsilon: f64::EPSILON }, &[], &mut [], &mut u, &mut v).unwrap();
        assert_eq!(u, [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    }
}
