//! QR factors by Householder reflections, a block of columns at a time.

use super::entries::{fill, filled};
use super::reflect::{Reflectors, add_multiple, inner, reflector};
use super::{BLOCK, Scalar, batch};
use crate::error::Result;
use crate::interrupt;

/// `a = q r` for an `m x n` matrix: `q` has orthonormal columns, `r` is upper triangular with a real diagonal.
///
/// With `k = min(m, n)`, `q` is `m x k` and `r` is `k x n`; if `full`, `q` is `m x m` and `r` is `m x n`. The signs
/// are those of LAPACK and TensorFlow: usually a diagonal entry of `r` is opposite to what it replaces.
///
/// ```ignore
/// let (mut q, mut r) = ([0.0; 2], [0.0; 1]);
/// qr(2, 1, &[3.0, 4.0], &mut q, &mut r, false)?;
/// assert_eq!((q, r), ([-0.6, -0.8], [-5.0]));
/// ```
pub fn qr<T: Scalar>(m: usize, n: usize, a: &[T], q: &mut [T], r: &mut [T], full: bool) -> Result<()> {
    let k = if full { m } else { m.min(n) };
    let (left, right) = (batch::product([m, k]), batch::product([k, n]));
    let count = batch::count(q.len(), left);
    let outs = batch::pieces_mut(q, left, count).zip(batch::pieces_mut(r, right, count));
    let jobs = batch::pieces(a, batch::product([m, n]), count).zip(outs);
    batch::run_all(jobs, count, batch::product([m, n, n.min(m)]), |(a, (q, r)), threads| factor(m, n, a, q, r, threads))
}

fn factor<T: Scalar>(m: usize, n: usize, a: &[T], q: &mut [T], r: &mut [T], threads: usize) -> Result<()> {
    let mut columns = filled(n, m, |j, i| a[i * n + j])?;
    let reflectors = triangularise(m, n, &mut columns, threads)?;
    for (i, row) in r.chunks_mut(n.max(1)).enumerate() {
        let entry = |j: usize| if i <= j { columns[j * m + i] } else { T::ZERO };
        row.iter_mut().enumerate().for_each(|(j, x)| *x = entry(j));
    }
    let k = q.len() / m;
    let rows = reflectors.columns(k, threads)?;
    fill(q, k, |i, j| rows[j * m + i]);
    Ok(())
}

/// Reflects the columns (stored as rows) until those of index `j` have nothing below coordinate `j`.
/// What lies below is left undefined.
fn triangularise<T: Scalar>(m: usize, n: usize, columns: &mut [T], threads: usize) -> Result<Reflectors<T>> {
    let mut reflectors = Reflectors::new(m, 0);
    let steps = m.min(n);
    reflectors.reserve(steps)?;
    for start in (0..steps).step_by(BLOCK) {
        if start > 0 {
            interrupt::check()?;
        }
        let end = (start + BLOCK).min(steps);
        for j in start..end {
            let (head, later) = columns.split_at_mut((j + 1) * m);
            let v = &mut head[j * m + j..];
            let (tau, beta) = reflector(v);
            for column in later.chunks_mut(m).take(end - j - 1) {
                let along = inner(v, &column[j..]);
                add_multiple(&mut column[j..], -(tau.conj() * along), v);
            }
            reflectors.push(v, tau);
            v[0] = T::real(beta);
        }
        reflectors.apply_block(start..end, &mut columns[end * m..], true, threads)?;
    }
    Ok(reflectors)
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::super::testing::*;
    use super::*;

    fn check<T: Scalar>(m: usize, n: usize, a: &[T], full: bool, name: &str) {
        let k = if full { m } else { m.min(n) };
        let (mut q, mut r) = (vec![T::ONE; m * k], vec![T::ONE; k * n]);
        qr(m, n, a, &mut q, &mut r, full).unwrap();
        assert_close(&product(m, k, n, &q, &r), a, 1e-13, name);
        assert_orthonormal(m, k, &q, name);
        for (i, row) in r.chunks(n.max(1)).enumerate() {
            assert!(row.iter().take(i).all(|&x| x == T::ZERO), "{name}: r is triangular");
            assert!(row.get(i).is_none_or(|x| x.im() == 0.0), "{name}: a real diagonal");
        }
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        for (m, n) in SHAPES {
            for full in [false, true] {
                for (name, a) in awkward::<f64>(m, n) {
                    check(m, n, &a, full, &name);
                }
                for (name, a) in awkward::<Complex64>(m, n) {
                    check(m, n, &a, full, &name);
                }
            }
        }
    }

    /// TensorFlow 2.21: `tf.linalg.qr([[1, 2], [3, 4], [5, 6]], full_matrices=True)`.
    #[test]
    fn signs_are_those_of_tensorflow() {
        let (mut q, mut r) = ([0.0; 9], [0.0; 6]);
        qr(3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &mut q, &mut r, true).unwrap();
        let first = [-0.16903079, 0.89708501, 0.40824893, -0.50709248];
        assert_close(&q[..4], &first, 1e-6, "q");
        assert_close(&r, &[-5.91608, -7.437357, 0.0, 0.82807845, 0.0, 0.0], 1e-6, "r");
    }

    /// TensorFlow 2.21: `tf.linalg.qr([[1+1j, 2], [3j, 4]])`.
    #[test]
    fn complex_signs_are_those_of_tensorflow() {
        let c = Complex64::new;
        let (mut q, mut r) = ([c(0.0, 0.0); 4], [c(0.0, 0.0); 4]);
        qr(2, 2, &[c(1.0, 1.0), c(2.0, 0.0), c(0.0, 3.0), c(4.0, 0.0)], &mut q, &mut r, false).unwrap();
        let want = [c(-0.3015113, -0.3015113), c(-0.40452, -0.8090398), c(0.0, -0.904534)];
        assert_close(&q[..3], &want, 1e-6, "q");
        assert_close(&r[..2], &[c(-3.3166249, 0.0), c(-0.6030223, 4.221159)], 1e-6, "r");
    }

    #[test]
    fn infinities_and_nan_spread_and_stop() {
        for bad in [f64::NAN, f64::INFINITY] {
            let (mut q, mut r) = ([0.0; 9], [0.0; 9]);
            let a = [1.0, bad, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 9.0];
            qr(3, 3, &a, &mut q, &mut r, false).unwrap();
            assert!(r.iter().any(|x| !x.is_finite()));
        }
    }
}
