//! Eigenvalues and eigenvectors of Hermitian matrices.

use super::entries::{fill, filled};
use super::rotate::Rotated;
use super::tridiagonal::{Tridiagonal, reduce};
use super::{Failure, Outcome, Scalar, batch};
use crate::memory::{try_collect, try_vec};

/// `a = v diag(w) v^H`: real eigenvalues `w` in ascending order, and orthonormal eigenvectors, the columns of `v`.
///
/// Only the lower triangle of `a` (`n x n`) is read, and the diagonal's real part. The sign of a vector is arbitrary, but
/// that of TensorFlow in the precision whose `epsilon` this is.
/// Fails with [`Failure::NotConverged`] for an infinity or a NaN there.
///
/// ```ignore
/// let (mut w, mut v) = ([0.0; 2], [0.0; 4]);
/// eigh(2, f64::EPSILON, &[0.0, 9.0, 1.0, 0.0], &mut w, &mut v).unwrap();
/// // w is [-1, 1]
/// ```
pub fn eigh<T: Scalar>(n: usize, epsilon: f64, a: &[T], w: &mut [f64], v: &mut [T]) -> Outcome {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let outs = batch::pieces_mut(w, n, count).zip(batch::pieces_mut(v, size, count));
    let jobs = batch::pieces(a, size, count).zip(outs);
    batch::run(jobs, count, batch::product([8, n, n, n]), |(a, (w, v)), threads| {
        decompose(n, epsilon, a, (w, Some(v)), threads)
    })
}

/// The eigenvalues of [`eigh`] alone, for less work.
pub fn eigvalsh<T: Scalar>(n: usize, epsilon: f64, a: &[T], w: &mut [f64]) -> Outcome {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let jobs = batch::pieces(a, size, count).zip(batch::pieces_mut(w, n, count));
    batch::run(jobs, count, batch::product([2, n, n, n]), |(a, w), threads| {
        decompose(n, epsilon, a, (w, None), threads)
    })
}

/// Where the values go, and the vectors if they are wanted.
type Parts<'a, T> = (&'a mut [f64], Option<&'a mut [T]>);

fn decompose<T: Scalar>(n: usize, epsilon: f64, a: &[T], (w, v): Parts<T>, threads: usize) -> Outcome {
    let mut full = filled(n, n, |i, j| hermitian(n, a, i, j))?;
    let scale = unit_scale(&full).ok_or(Failure::NotConverged)?;
    full.iter_mut().for_each(|x| *x = x.scale(1.0 / scale));
    let (mut tridiagonal, reflectors) = reduce(n, &mut full, threads)?;
    let mut vectors = Rotated::<T>::identity(n, v.is_some(), threads)?;
    tridiagonal.diagonalise(&mut vectors, epsilon)?;
    let Tridiagonal { diagonal, .. } = tridiagonal;
    let mut order = try_collect(0..n)?;
    order.sort_unstable_by(|&i, &j| diagonal[i].total_cmp(&diagonal[j]));
    w.iter_mut().zip(&order).for_each(|(w, &i)| *w = diagonal[i] * scale);
    if let Some(v) = v {
        let mut rows = vectors.into_rows(&order, &try_vec(n, 1.0)?)?;
        reflectors.apply(&mut rows, threads)?;
        fill(v, n, |i, j| rows[j * n + i]);
    }
    Ok(())
}

/// Entry `(i, j)` of the Hermitian matrix with this lower triangle.
fn hermitian<T: Scalar>(n: usize, a: &[T], i: usize, j: usize) -> T {
    match i.cmp(&j) {
        std::cmp::Ordering::Less => a[j * n + i].conj(),
        std::cmp::Ordering::Equal => T::real(a[i * n + i].re()),
        std::cmp::Ordering::Greater => a[i * n + j],
    }
}

/// The power of two by which the entries are to be divided so that the largest is about 1; `None` for an infinity or NaN.
///
/// Squares of scaled entries neither overflow nor, where it would matter, underflow; and scaling loses no bit.
pub(super) fn unit_scale<T: Scalar>(a: &[T]) -> Option<f64> {
    if !a.iter().all(|x| x.is_finite()) {
        return None;
    }
    let largest = a.iter().map(|x| x.re().abs().max(x.im().abs())).fold(f64::MIN_POSITIVE, f64::max);
    let exponent = largest.log2().floor().clamp(-1022.0, 1022.0);
    Some(exponent.exp2())
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(n: usize, name: &str, a: &[T]) {
        let symmetric: Vec<T> = (0..n * n).map(|at| hermitian(n, a, at / n, at % n)).collect();
        let (mut w, mut v) = (vec![9.0; n], vec![T::ONE; n * n]);
        eigh(n, f64::EPSILON, a, &mut w, &mut v).unwrap();
        assert_orthonormal(n, n, &v, name);
        let scaled = product(n, n, n, &v, &diagonal::<T>(&w));
        assert_close(&product(n, n, n, &scaled, &adjoint(n, n, &v)), &symmetric, 1e-12, name);
        assert!(w.windows(2).all(|pair| pair[0] <= pair[1]), "{name}: ascending");
        let mut alone = vec![9.0; n];
        eigvalsh(n, f64::EPSILON, a, &mut alone).unwrap();
        assert_eq!(alone, w, "{name}: the values do not depend on whether vectors are wanted");
    }

    #[test]
    fn vectors_and_values_rebuild_the_matrix() {
        for n in [0, 1, 2, 3, 8, 31, 32, 33, 34, 64, 90] {
            awkward::<f64>(n, n).iter().for_each(|(name, a)| check(n, name, a));
            awkward::<Complex64>(n, n).iter().for_each(|(name, a)| check(n, name, a));
        }
    }

    /// The second difference matrix has eigenvalues `2 - 2 cos(pi k / (n + 1))`.
    #[test]
    fn eigenvalues_of_the_second_difference() {
        let n = 50;
        let entry = |i: usize, j: usize| if i == j { 2.0 } else { -((i.abs_diff(j) == 1) as u8 as f64) };
        let a: Vec<f64> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
        let mut w = vec![0.0; n];
        eigvalsh(n, f64::EPSILON, &a, &mut w).unwrap();
        let exact = |k: usize| 2.0 - 2.0 * (std::f64::consts::PI * (k + 1) as f64 / (n + 1) as f64).cos();
        assert_close(&w, &(0..n).map(exact).collect::<Vec<_>>(), 1e-14, "values");
    }

    #[test]
    fn infinities_and_nan_are_refused_where_they_are_read() {
        for bad in [f64::NAN, f64::INFINITY] {
            let a = [1.0, bad, 2.0, 3.0];
            eigvalsh(2, f64::EPSILON, &a, &mut [0.0; 2]).unwrap();
            let a = [1.0, 2.0, bad, 3.0];
            assert!(matches!(eigh(2, f64::EPSILON, &a, &mut [0.0; 2], &mut [0.0; 4]), Err(Failure::NotConverged)));
        }
    }

    #[test]
    fn scales_are_powers_of_two() {
        assert_eq!(unit_scale(&[3.0, -5.0]), Some(4.0));
        assert_eq!(unit_scale::<f64>(&[]), Some(f64::MIN_POSITIVE));
        assert_eq!(unit_scale(&[f64::MAX]), Some(2f64.powi(1022)));
        assert_eq!(unit_scale(&[1.0, f64::NAN]), None);
    }
}
