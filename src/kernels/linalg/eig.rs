//! Eigenvalues and eigenvectors of general matrices, from the Schur form.

use num_complex::Complex64;

use super::eigh::unit_scale;
use super::product::gemm;
use super::schur::Schur;
use super::{BLOCK, Failure, Outcome, Scalar, batch};
use crate::interrupt;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::{try_collect, try_vec};

/// The eigenvalues of general `n x n` matrices, in no particular order.
///
/// Fails with [`Failure::NotConverged`] for an infinity or a NaN.
///
/// ```ignore
/// let mut values = [Complex64::ZERO; 2];
/// eigenvalues(2, &[0.0, -1.0, 1.0, 0.0], &mut values)?; // i and -i
/// ```
pub fn eigenvalues<T: Scalar>(n: usize, a: &[T], values: &mut [Complex64]) -> Outcome {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let jobs = batch::pieces(a, size, count).zip(batch::pieces_mut(values, n, count));
    batch::run(jobs, count, batch::product([10, n, n, n]), |(a, values), _| {
        let schur = Schur::of(n, a)?;
        values.iter_mut().zip(schur.eigenvalues()).for_each(|(value, x)| *value = x);
        Ok(())
    })
}

/// `a v = v diag(values)`: the values as [`eigenvalues`] has them, and a vector for each, a column of `v`.
///
/// Vectors have norm 1, and their largest entry is real and positive. Those of a matrix that has too few are dependent.
pub fn eig<T: Scalar>(n: usize, a: &[T], values: &mut [Complex64], v: &mut [Complex64]) -> Outcome {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let outs = batch::pieces_mut(values, n, count).zip(batch::pieces_mut(v, size, count));
    let jobs = batch::pieces(a, size, count).zip(outs);
    batch::run(jobs, count, batch::product([20, n, n, n]), |(a, (values, v)), threads| {
        let schur = Schur::of(n, a)?;
        values.iter_mut().zip(schur.eigenvalues()).for_each(|(value, x)| *value = x);
        let vectors = triangular_vectors(&schur)?;
        let (q, right) = (Matrix::rows(&schur.q, n), Matrix::rows(&vectors, n).transposed());
        gemm(Size { m: n, n, k: n }, MatrixMut::rows(v, n), q, right, false, threads)?;
        (0..n).for_each(|column| normalise(n, &mut v[column..]));
        Ok(())
    })
}

/// Entries beyond this are scaled down on the way; a matrix that has too few vectors makes them grow without bound.
const LARGE: f64 = 1e100;

/// Eigenvectors of the upper triangular factor, a row each, of any length but neither tiny nor huge.
fn triangular_vectors(schur: &Schur) -> Outcome<Vec<Complex64>> {
    let n = schur.n;
    let scale = unit_scale(&schur.t).ok_or(Failure::NotConverged)?;
    let t = try_collect(schur.t.iter().map(|x| x / scale))?;
    let mut rows = try_vec(n * n, Complex64::ZERO)?;
    for (k, x) in rows.chunks_mut(n.max(1)).enumerate() {
        if k % BLOCK == BLOCK - 1 {
            interrupt::check()?;
        }
        x[k] = Complex64::ONE;
        for i in (0..k).rev() {
            let sum: Complex64 = t[i * n + i + 1..=i * n + k].iter().zip(&x[i + 1..=k]).map(|(t, x)| t * x).sum();
            x[i] = sum / apart(t[k * n + k], t[i * n + i]);
            let size = x[i].modulus();
            if size > LARGE {
                x[i..=k].iter_mut().for_each(|x| *x /= size);
            }
        }
    }
    Ok(rows)
}

/// The distance of two eigenvalues, and what rounding makes of it where there is none.
fn apart(x: Complex64, y: Complex64) -> Complex64 {
    if (x - y).l1_norm() < f64::EPSILON { f64::EPSILON.into() } else { x - y }
}

/// Gives the first column of a matrix with rows of `n` norm 1 and a real largest entry.
fn normalise(n: usize, v: &mut [Complex64]) {
    let entries = || v.iter().step_by(n);
    let largest = entries().fold(Complex64::ZERO, |m, &x| if x.norm_sqr() > m.norm_sqr() { x } else { m });
    let norm = entries().map(|x| (x / largest.modulus()).norm_sqr()).sum::<f64>().sqrt() * largest.modulus();
    let turn = largest.conj() / largest.modulus() / norm;
    v.iter_mut().step_by(n).for_each(|x| *x *= turn);
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(n: usize, name: &str, a: &[T]) {
        let (mut w, mut v) = (vec![Complex64::ONE; n], vec![Complex64::ONE; n * n]);
        eig(n, a, &mut w, &mut v).unwrap();
        let complex: Vec<Complex64> = a.iter().map(|x| Complex64::new(x.re(), x.im())).collect();
        let scaled: Vec<Complex64> = (0..n * n).map(|at| v[at] * w[at % n]).collect();
        let difference: Vec<Complex64> =
            product(n, n, n, &complex, &v).iter().zip(&scaled).map(|(x, y)| x - y).collect();
        assert!(largest(&difference) <= 1e-12 * largest(&complex), "{name}: {:e}", largest(&difference));
        for column in 0..n {
            let entries = || v[column..].iter().step_by(n);
            assert!((entries().map(|x| x.norm_sqr()).sum::<f64>() - 1.0).abs() < 1e-13, "{name}: norm");
            let most = entries().map(|x| x.norm()).fold(0.0, f64::max);
            assert!(entries().any(|x| (x - most).norm() < 1e-13), "{name}: a real largest entry");
        }
        let mut alone = vec![Complex64::ONE; n];
        eigenvalues(n, a, &mut alone).unwrap();
        assert_eq!(alone, w, "{name}: the values do not depend on whether vectors are wanted");
    }

    #[test]
    fn the_matrix_times_a_vector_is_the_vector_times_its_value() {
        for n in [0, 1, 2, 3, 5, 20, 40] {
            awkward::<f64>(n, n).iter().for_each(|(name, a)| check(n, name, a));
            awkward::<Complex64>(n, n).iter().for_each(|(name, a)| check(n, name, a));
        }
    }

    /// A Jordan block has one vector only; all that are answered are near it.
    #[test]
    fn too_few_vectors_are_repeated() {
        let n = 24;
        let jordan: Vec<f64> = (0..n * n).map(|at| (at % n == at / n || at % n == at / n + 1) as u8 as f64).collect();
        check(n, "jordan", &jordan);
        let (mut w, mut v) = (vec![Complex64::ONE; n], vec![Complex64::ONE; n * n]);
        eig(n, &jordan, &mut w, &mut v).unwrap();
        assert!(v[..n].iter().all(|x| (x - 1.0).norm() < 1e-10), "the first unit vector");
    }

    /// A cyclic shift has the roots of unity as eigenvalues.
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
        assert!(matches!(eigenvalues(2, &a, &mut [Complex64::ZERO; 2]), Err(Failure::NotConverged)));
    }
}
