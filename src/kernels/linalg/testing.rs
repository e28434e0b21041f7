//! What the tests of this directory share: matrices of many kinds, and the product that judges factorisations.

use super::Scalar;
use crate::kernels::linalg::product::gemm;
use crate::kernels::matmul::{Matrix, MatrixMut, Size};
use crate::kernels::random::{Philox, normal};

/// Independent normal entries.
pub(super) fn random<T: Scalar>(seed: u64, len: usize) -> Vec<T> {
    let mut values = vec![0.0; 2 * len];
    normal(Philox::from_seeds(seed, 77), &mut values).unwrap();
    values.chunks(2).map(|pair| T::from_parts(pair[0], pair[1])).collect()
}

/// `m x k` times `k x n`.
pub(super) fn product<T: Scalar>(m: usize, k: usize, n: usize, a: &[T], b: &[T]) -> Vec<T> {
    let mut out = vec![T::ZERO; m * n];
    let size = Size { m, n, k };
    gemm(size, MatrixMut::rows(&mut out, n), Matrix::rows(a, k), Matrix::rows(b, n), false, 1).unwrap();
    out
}

/// The conjugate transpose of an `m x n` matrix.
pub(super) fn adjoint<T: Scalar>(m: usize, n: usize, a: &[T]) -> Vec<T> {
    (0..n).flat_map(|j| (0..m).map(move |i| a[i * n + j].conj())).collect()
}

/// The matrix with this diagonal.
pub(super) fn diagonal<T: Scalar>(values: &[f64]) -> Vec<T> {
    let n = values.len();
    (0..n * n).map(|i| if i / n == i % n { T::real(values[i / n]) } else { T::ZERO }).collect()
}

/// The identity.
pub(super) fn identity<T: Scalar>(n: usize) -> Vec<T> {
    diagonal(&vec![1.0; n])
}

/// The largest absolute value; NaN if there is one.
pub(super) fn largest<T: Scalar>(a: &[T]) -> f64 {
    a.iter().map(|x| x.modulus()).fold(0.0, |m, x| if x > m || x.is_nan() { x } else { m })
}

/// Asserts that two matrices differ by at most `tolerance`, in units of the larger's largest entry.
#[track_caller]
pub(super) fn assert_close<T: Scalar>(a: &[T], b: &[T], tolerance: f64, what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    let difference: Vec<T> = a.iter().zip(b).map(|(&a, &b)| a - b).collect();
    let scale = largest(a).max(largest(b));
    let error = largest(&difference);
    assert!(error <= tolerance * scale, "{what}: {error:e} of {scale:e}");
}

/// Asserts that the columns of an `m x n` matrix are orthonormal.
#[track_caller]
pub(super) fn assert_orthonormal<T: Scalar>(m: usize, n: usize, q: &[T], what: &str) {
    assert_close(&product(n, m, n, &adjoint(m, n, q), q), &identity(n), 1e-12, what);
}

/// `m x n` matrices of every awkward kind, each with its name.
pub(super) fn awkward<T: Scalar>(m: usize, n: usize) -> Vec<(String, Vec<T>)> {
    let seed = (m * 1000 + n) as u64;
    let noise: Vec<T> = random(seed, m * n);
    let map = |f: &dyn Fn(usize, usize, T) -> T| -> Vec<T> {
        noise.iter().enumerate().map(|(at, &x)| f(at / n.max(1), at % n.max(1), x)).collect()
    };
    let power = |exponent: i32| 10f64.powi(exponent.clamp(-140, 140));
    let thin = |r: usize| product(m, r, n, &random(seed + 1, m * r), &random::<T>(seed + 2, r * n));
    let kinds = [
        ("random", noise.clone()),
        ("zero", map(&|_, _, _| T::ZERO)),
        ("ones", map(&|_, _, _| T::ONE)),
        ("identity", map(&|i, j, _| if i == j { T::ONE } else { T::ZERO })),
        ("rank 1", thin(1)),
        ("rank 2", thin(2)),
        ("graded", map(&|i, j, x| x.scale(power(-2 * (i + j) as i32)))),
        ("graded upwards", map(&|i, j, x| x.scale(power(2 * (i + j) as i32 - 40)))),
        ("huge", map(&|_, _, x| x.scale(1e300))),
        ("tiny", map(&|_, _, x| x.scale(1e-300))),
        ("integers", map(&|_, _, x| T::real((2.0 * x.re()).round()))),
        ("sparse", map(&|i, j, x| if (i * 7 + j * 3) % 5 == 0 { x } else { T::ZERO })),
        ("zero columns", map(&|_, j, x| if j % 2 == 0 { x } else { T::ZERO })),
        ("bidiagonal", map(&|i, j, x| if j == i || j == i + 1 { x } else { T::ZERO })),
        ("nearly equal rows", map(&|_, j, x| T::real(j as f64 + 1.0) + x.scale(1e-14))),
    ];
    kinds.map(|(name, a)| (format!("{name} {m}x{n}"), a)).into()
}

/// Shapes of every kind: empty, single, wide, tall, and around the block size.
pub(super) const SHAPES: [(usize, usize); 14] = [
    (0, 0),
    (0, 3),
    (3, 0),
    (1, 1),
    (1, 5),
    (5, 1),
    (2, 2),
    (3, 3),
    (4, 7),
    (7, 4),
    (20, 20),
    (33, 32),
    (40, 65),
    (70, 34),
];
