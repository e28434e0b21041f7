//! Functions of matrices: exponential, square root, logarithm.

use num_complex::Complex64;

use super::entries::filled;
use super::lu::solve;
use super::schur::Schur;
use super::triangular::{Triangle, conjugate_transpose, substitute};
use super::{BLOCK, Failure, Outcome, Scalar, batch};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::memory::{try_collect, try_copy, try_vec};

/// Fills each `n x n` matrix of `out` from that of `a`; NaN where `f` has no answer.
fn each<T: Scalar>(n: usize, a: &[T], out: &mut [T], f: impl Fn(&[T], usize) -> Outcome<Vec<T>> + Sync) -> Result<()> {
    let size = batch::product([n, n]);
    let count = batch::count(a.len(), size);
    let jobs = batch::pieces(a, size, count).zip(batch::pieces_mut(out, size, count));
    batch::run_all(jobs, count, batch::product([20, n, n, n]), |(a, out), threads| {
        match f(a, threads) {
            Ok(values) => out.copy_from_slice(&values),
            Err(Failure::Stopped(error)) => return Err(error),
            Err(Failure::Singular | Failure::NotConverged) => out.fill(T::from_parts(f64::NAN, f64::NAN)),
        }
        Ok(())
    })
}

fn product<T: Scalar>(n: usize, a: &[T], b: &[T], threads: usize) -> Result<Vec<T>> {
    let mut out = try_vec(n * n, T::ZERO)?;
    let (a, b) = (Matrix::rows(a, n), Matrix::rows(b, n));
    gemm(Size { m: n, n, k: n }, MatrixMut::rows(&mut out, n), a, b, false, threads)?;
    Ok(out)
}

/// The largest sum of absolute values in a column.
fn norm<T: Scalar>(n: usize, a: &[T]) -> f64 {
    let column = |j: usize| a.iter().skip(j).step_by(n).map(|x| x.modulus()).sum::<f64>();
    (0..n).map(column).fold(0.0, |m, x| if x > m || x.is_nan() { x } else { m })
}

/// The order of the Padé approximant of the exponential, and the norm up to which it is exact to rounding (Higham,
/// "The scaling and squaring method for the matrix exponential revisited", 2005).
const ORDER: usize = 13;
const EXACT_NORM: f64 = 5.371920351148152;

/// `out = e^a`, by scaling and squaring. NaN for a matrix with an infinity or a NaN; overflow gives infinities or NaN.
///
/// ```ignore
/// let mut out = [0.0; 4];
/// expm(2, &[0.0, 1.0, 0.0, 0.0], &mut out)?;
/// assert_eq!(out, [1.0, 1.0, 0.0, 1.0]);
/// ```
pub fn expm<T: Scalar>(n: usize, a: &[T], out: &mut [T]) -> Result<()> {
    each(n, a, out, |a, threads| {
        let size = norm(n, a);
        if !size.is_finite() {
            return Err(Failure::NotConverged);
        }
        let squarings = (size / EXACT_NORM).log2().ceil().max(0.0) as i32;
        let scaled = try_collect(a.iter().map(|x| x.scale(2f64.powi(-squarings))))?;
        let approximant = pade(n, &scaled, threads)?;
        Ok((0..squarings).try_fold(approximant, |x, _| product(n, &x, &x, threads))?)
    })
}

/// The diagonal Padé approximant `(V - U)^-1 (V + U)`, `V` of the even powers and `U` of the odd.
fn pade<T: Scalar>(n: usize, a: &[T], threads: usize) -> Outcome<Vec<T>> {
    let mut coefficients = [1.0; ORDER + 1];
    for j in 1..=ORDER {
        let ratio = (ORDER + 1 - j) as f64 / ((2 * ORDER + 1 - j) * j) as f64;
        coefficients[j] = coefficients[j - 1] * ratio;
    }
    let a2 = product(n, a, a, threads)?;
    let a4 = product(n, &a2, &a2, threads)?;
    let a6 = product(n, &a4, &a2, threads)?;
    // The even polynomial of these coefficients from `first` on, in steps of 2.
    let polynomial = |first: usize| -> Result<Vec<T>> {
        let c = |power: usize| coefficients[first + power];
        let mixed =
            |at: usize, base: usize| a2[at].scale(c(base + 2)) + a4[at].scale(c(base + 4)) + a6[at].scale(c(base + 6));
        let high = try_collect((0..n * n).map(|at| mixed(at, 6)))?;
        let high = product(n, &a6, &high, threads)?;
        filled(n, n, |i, j| high[i * n + j] + mixed(i * n + j, 0) + if i == j { T::real(c(0)) } else { T::ZERO })
    };
    let v = polynomial(0)?;
    let u = product(n, a, &polynomial(1)?, threads)?;
    let denominator = try_collect(v.iter().zip(&u).map(|(&v, &u)| v - u))?;
    let mut out = try_collect(v.iter().zip(&u).map(|(&v, &u)| v + u))?;
    solve(n, n, &denominator, &mut out, false)?;
    Ok(out)
}

/// What of a real matrix's square root may be imaginary by rounding, as a part of the whole.
const ROUNDING: f64 = 1e-7;

/// `out out = a`: the principal square root, by Schur's form (Björck and Hammarling, 1983).
///
/// NaN for a real matrix whose root is not real (as in TensorFlow), for one that has no root, and for infinities and
/// NaN.
pub fn sqrtm<T: Scalar>(n: usize, a: &[T], out: &mut [T]) -> Result<()> {
    each(n, a, out, |a, threads| {
        let schur = Schur::of(n, a)?;
        let root = through_schur(&schur, &sqrt_upper(n, &schur.t)?, threads)?;
        let converted = try_collect(root.iter().map(|x| T::from_parts(x.re, x.im)))?;
        let back = converted.iter().map(|x| Complex64::new(x.re(), x.im()));
        let lost = try_collect(root.iter().zip(back).map(|(x, y)| x - y))?;
        if norm(n, &lost) <= ROUNDING * norm(n, &root) { Ok(converted) } else { Err(Failure::NotConverged) }
    })
}

/// `Q X Q^H`.
fn through_schur(schur: &Schur, x: &[Complex64], threads: usize) -> Result<Vec<Complex64>> {
    let half = product(schur.n, &schur.q, x, threads)?;
    product(schur.n, &half, &conjugate_transpose(schur.n, schur.n, &schur.q)?, threads)
}

/// The square root of an upper triangular matrix, column by column; fails if there is none.
fn sqrt_upper(n: usize, t: &[Complex64]) -> Outcome<Vec<Complex64>> {
    let (size, mut r) = (norm(n, t), try_vec(n * n, Complex64::ZERO)?);
    for j in 0..n {
        if j % BLOCK == BLOCK - 1 {
            interrupt::check()?;
        }
        r[j * n + j] = on_branch(t[j * n + j], size).sqrt();
        for i in (0..j).rev() {
            let inner: Complex64 = (i + 1..j).map(|k| r[i * n + k] * r[k * n + j]).sum();
            let (rest, sum) = (t[i * n + j] - inner, r[i * n + i] + r[j * n + j]);
            if rest != Complex64::ZERO {
                r[i * n + j] = rest / sum;
            }
        }
    }
    all_finite(r)
}

fn all_finite(x: Vec<Complex64>) -> Outcome<Vec<Complex64>> {
    if x.iter().all(|x| x.is_finite()) { Ok(x) } else { Err(Failure::NotConverged) }
}

/// An eigenvalue that is negative but for rounding, as exactly negative: on the upper side of the branch cut.
fn on_branch(x: Complex64, size: f64) -> Complex64 {
    if x.re < 0.0 && x.im.abs() <= 8.0 * f64::EPSILON * size { Complex64::new(x.re, 0.0) } else { x }
}

/// Roots are taken until the matrix is this close to the identity, where quadrature with [`POINTS`] points is exact.
const CLOSE: f64 = 0.264;
const POINTS: usize = 7;
/// More roots than any finite matrix needs.
const ROOTS: usize = 100;

/// `e^out = a`: the principal logarithm, by inverse scaling and squaring of Schur's form (Kenney and Laub, 1989).
///
/// NaN for a singular matrix, and for infinities and NaN. A real matrix is to be converted to complex numbers before.
pub fn logm(n: usize, a: &[Complex64], out: &mut [Complex64]) -> Result<()> {
    each(n, a, out, |a, threads| {
        let schur = Schur::of(n, a)?;
        let log = log_upper(n, &schur.t)?;
        Ok(through_schur(&schur, &log, threads)?)
    })
}

fn log_upper(n: usize, t: &[Complex64]) -> Outcome<Vec<Complex64>> {
    let size = norm(n, t);
    let mut x = try_copy(t)?;
    let mut roots = 0;
    loop {
        let distance = filled(n, n, |i, j| x[i * n + j] - if i == j { 1.0 } else { 0.0 })?;
        if norm(n, &distance) <= CLOSE {
            x = distance;
            break;
        }
        if roots == ROOTS {
            return Err(Failure::NotConverged);
        }
        x = sqrt_upper(n, &x)?;
        roots += 1;
    }
    let mut log = log_near_one(n, &x)?;
    log.iter_mut().for_each(|x| *x *= 2f64.powi(roots as i32));
    for (value, &t) in log.iter_mut().zip(t).step_by(n + 1) {
        *value = on_branch(t, size).ln(); // exact, where the roots have lost digits
    }
    all_finite(log)
}

/// `ln(1 + x)` as the integral of `x / (1 + s x)` over `s` from 0 to 1: Gauss's quadrature, a Padé approximant.
fn log_near_one(n: usize, x: &[Complex64]) -> Result<Vec<Complex64>> {
    let mut sum = try_vec(n * n, Complex64::ZERO)?;
    for (node, weight) in gauss_legendre::<POINTS>() {
        let mut denominator = try_collect(x.iter().map(|x| x * node))?;
        denominator.iter_mut().step_by(n + 1).for_each(|x| *x += 1.0);
        let mut term = try_copy(x)?;
        substitute(n, n, &denominator, &mut term, Triangle { lower: false, unit: false }, 1)?;
        sum.iter_mut().zip(term).for_each(|(sum, term)| *sum += term * weight);
    }
    Ok(sum)
}

/// Nodes and weights on [0, 1]: the roots of Legendre's polynomial, by Newton's method.
fn gauss_legendre<const N: usize>() -> [(f64, f64); N] {
    std::array::from_fn(|i| {
        let mut x = (std::f64::consts::PI * (i as f64 + 0.75) / (N as f64 + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..10 {
            let (mut p, mut previous) = (1.0, 0.0);
            for k in 0..N {
                let k = k as f64;
                (p, previous) = (((2.0 * k + 1.0) * x * p - k * previous) / (k + 1.0), p);
            }
            slope = N as f64 * (x * p - previous) / (x * x - 1.0);
            x -= p / slope;
        }
        ((1.0 + x) / 2.0, 1.0 / ((1.0 - x * x) * slope * slope))
    })
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::super::testing;
    use super::super::testing::*;
    use super::*;

    fn exponential<T: Scalar>(n: usize, a: &[T]) -> Vec<T> {
        let mut out = vec![T::ONE; n * n];
        expm(n, a, &mut out).unwrap();
        out
    }

    fn check_exponential<T: Scalar>(n: usize, scale: f64) {
        let a: Vec<T> = random::<T>(n as u64, n * n).iter().map(|x| x.scale(scale)).collect();
        let negative: Vec<T> = a.iter().map(|&x| -x).collect();
        let (up, down) = (exponential(n, &a), exponential(n, &negative));
        let one = testing::product(n, n, n, &up, &down);
        let tolerance = 1e-14 * largest(&up) * largest(&down) * n.max(1) as f64;
        assert_close(&one, &identity(n), tolerance.max(1e-14), &format!("{n} {scale}"));
        // Taylor's series is the specification where it converges quickly.
        if scale < 0.1 {
            let (mut sum, mut term) = (identity::<T>(n), identity::<T>(n));
            for k in 1..30 {
                term = testing::product(n, n, n, &term, &a);
                term.iter_mut().for_each(|x| *x = x.scale(1.0 / k as f64));
                sum.iter_mut().zip(&term).for_each(|(s, &t)| *s += t);
            }
            assert_close(&up, &sum, 1e-14, "series");
        }
    }

    #[test]
    fn the_exponential_is_its_series() {
        for n in [0, 1, 2, 5, 20, 40] {
            for scale in [1e-9, 0.05, 1.0, 3.0] {
                check_exponential::<f64>(n, scale);
                check_exponential::<Complex64>(n, scale);
            }
        }
    }

    #[test]
    fn a_rotation_is_the_exponential_of_its_generator() {
        for angle in [0.5, 3.0, 100.0f64] {
            let turned = exponential(2, &[0.0, -angle, angle, 0.0]);
            let (s, c) = angle.sin_cos();
            assert_close(&turned, &[c, -s, s, c], 1e-13, &format!("{angle}"));
        }
        assert!(exponential(2, &[f64::NAN, 0.0, 0.0, 0.0]).iter().all(|x| x.is_nan()));
        assert_eq!(exponential(1, &[1000.0]), [f64::INFINITY]);
    }

    fn root<T: Scalar>(n: usize, a: &[T]) -> Vec<T> {
        let mut out = vec![T::ONE; n * n];
        sqrtm(n, a, &mut out).unwrap();
        out
    }

    #[test]
    fn a_root_squares_to_its_matrix() {
        for n in [0, 1, 2, 3, 10, 30] {
            let a = random::<Complex64>(n as u64, n * n);
            let r = root(n, &a);
            assert_close(&testing::product(n, n, n, &r, &r), &a, 1e-10, "complex");
            let b = random::<f64>(n as u64, n * n);
            let positive = testing::product(n, n, n, &b, &adjoint(n, n, &b));
            let r = root(n, &positive);
            assert_close(&testing::product(n, n, n, &r, &r), &positive, 1e-11, "real");
        }
    }

    #[test]
    fn roots_at_the_edges() {
        assert_close(
            &root(2, &[1.0, 2.0, 2.0, 4.0]),
            &[0.2f64.sqrt(), 0.8f64.sqrt(), 0.8f64.sqrt(), 3.2f64.sqrt()],
            1e-7,
            "singular",
        );
        assert_eq!(root(2, &[0.0; 4]), [0.0; 4]);
        assert!(root(2, &[-4.0, 0.0, 0.0, 9.0]).iter().all(|x| x.is_nan()), "not real");
        assert!(root(2, &[0.0, 1.0, 0.0, 0.0]).iter().all(|x| x.is_nan()), "no root");
        let c = |re: f64| Complex64::new(re, 0.0);
        let r = root(2, &[c(-4.0), c(0.0), c(0.0), c(9.0)]);
        assert_close(&r, &[Complex64::new(0.0, 2.0), c(0.0), c(0.0), c(3.0)], 1e-15, "complex");
    }

    fn log(n: usize, a: &[Complex64]) -> Vec<Complex64> {
        let mut out = vec![Complex64::ONE; n * n];
        logm(n, a, &mut out).unwrap();
        out
    }

    #[test]
    fn the_exponential_undoes_the_logarithm() {
        for n in [0, 1, 2, 3, 10, 30] {
            let a = random::<Complex64>(n as u64, n * n);
            assert_close(&exponential(n, &log(n, &a)), &a, 1e-10, &format!("{n}"));
        }
        let scales: Vec<f64> = (-100..100).step_by(40).map(|e| 10f64.powi(e)).collect();
        let logs: Vec<f64> = scales.iter().map(|x| x.ln()).collect();
        assert_close(&log(5, &diagonal(&scales)), &diagonal(&logs), 1e-14, "diagonal");
    }

    /// TensorFlow 2.21: `tf.linalg.logm([[1, 2], [2, 1]])`, whose eigenvalues are 3 and -1.
    #[test]
    fn logarithms_at_the_edges() {
        let c = Complex64::new;
        let real = |values: [f64; 4]| values.map(|x| c(x, 0.0));
        let (p, q) = (c(0.5493061443340549, FRAC_PI_2), c(0.5493061443340549, -FRAC_PI_2));
        assert_close(&log(2, &real([1.0, 2.0, 2.0, 1.0])), &[p, q, q, p], 1e-14, "negative");
        assert!(log(2, &real([1.0, 2.0, 2.0, 4.0])).iter().all(|x| x.re.is_nan() || x.re.abs() > 1.0));
        assert!(log(2, &real([0.0; 4])).iter().all(|x| x.is_nan()));
        assert!(log(2, &real([f64::INFINITY, 0.0, 0.0, 1.0])).iter().all(|x| x.is_nan()));
    }

    #[test]
    fn quadrature_integrates_polynomials() {
        for power in 0..2 * POINTS as i32 {
            let sum: f64 = gauss_legendre::<POINTS>().iter().map(|(x, w)| w * x.powi(power)).sum();
            assert!((sum * f64::from(power + 1) - 1.0).abs() < 1e-14, "{power}: {sum}");
        }
    }
}
