//! Direct sums in double precision, and what must hold for every length, in both precisions.

use std::f64::consts::TAU;

use num_complex::Complex64;

use super::long::{by_chirp, by_parts, divisor};
use super::*;
use crate::kernels::parallel::with_threads;
use crate::kernels::random::{Philox, normal};

/// What a norm may be off, as a part of it, for a few thousand numbers.
const SINGLE: f64 = 1e-6;
const DOUBLE: f64 = 2e-15;

fn noise(len: usize) -> Vec<Complex64> {
    let mut values = vec![0.0; 2 * len];
    normal(Philox::from_seeds(len as u64, 1), &mut values).unwrap();
    // Exact in single precision.
    values.chunks(2).map(|x| Complex64::new(f64::from(x[0] as f32), f64::from(x[1] as f32))).collect()
}

fn array(dtype: DType, shape: &[usize], values: &[Complex64]) -> Array {
    Array::from_slice(shape.into(), values).unwrap().cast(dtype).unwrap()
}

fn values(x: &Array) -> Vec<Complex64> {
    x.to_vec().unwrap()
}

/// Both precisions, real or complex, with their tolerance.
const COMPLEX: [(DType, f64); 2] = [(DType::Complex64, SINGLE), (DType::Complex128, DOUBLE)];
const REAL: [(DType, f64); 2] = [(DType::Float32, SINGLE), (DType::Float64, DOUBLE)];

/// The definition, with exact reduction of the angle; sums are compensated by halves.
fn direct(x: &[Complex64]) -> Vec<Complex64> {
    let n = x.len();
    let turns: Vec<Complex64> = (0..n).map(|k| Complex64::cis(-TAU * k as f64 / n as f64)).collect();
    let sum = |k: usize| pairwise(&(0..n).map(|j| x[j] * turns[j * k % n]).collect::<Vec<_>>());
    (0..n).map(sum).collect()
}

/// The sum, whose error grows with the logarithm of the length.
fn pairwise(x: &[Complex64]) -> Complex64 {
    if x.len() < 9 { x.iter().sum() } else { pairwise(&x[..x.len() / 2]) + pairwise(&x[x.len() / 2..]) }
}

#[track_caller]
fn assert_close(x: &[Complex64], y: &[Complex64], tolerance: f64, what: &str) {
    assert_eq!(x.len(), y.len());
    let norm = |values: &mut dyn Iterator<Item = Complex64>| values.map(|v| v.norm_sqr()).sum::<f64>().sqrt();
    let error = norm(&mut x.iter().zip(y).map(|(x, y)| x - y));
    let size = norm(&mut y.iter().copied());
    assert!(error <= tolerance * size, "{what}: {error:e} of {size:e}");
}

#[test]
fn every_length_gives_what_the_definition_gives() {
    let lengths = (1..70).chain([81, 97, 100, 121, 127, 128, 180, 210, 243, 256, 337, 360, 499, 512, 1000, 1009, 2048]);
    for n in lengths {
        let x = noise(n);
        let want = direct(&x);
        for (dtype, tolerance) in COMPLEX {
            let what = format!("{dtype} {n}");
            let forward = fft(&array(dtype, &[n], &x), false).unwrap();
            assert_eq!(forward.dtype(), dtype);
            assert_close(&values(&forward), &want, tolerance, &what);
            assert_close(&values(&fft(&forward, true).unwrap()), &x, tolerance, &what);
        }
    }
}

#[test]
fn real_transforms_are_complex_ones() {
    for n in [1, 2, 3, 4, 5, 8, 9, 30, 37, 64, 1024] {
        for lines in [1, 2, 5] {
            let x: Vec<Complex64> = noise(n * lines).iter().map(|x| x.re.into()).collect();
            let want: Vec<Complex64> = x.chunks(n).flat_map(|line| direct(line)[..bins(n)].to_vec()).collect();
            for (dtype, tolerance) in REAL {
                let half = rfft(&array(dtype, &[lines, n], &x)).unwrap();
                assert_eq!(**half.shape(), [lines, bins(n)]);
                assert_close(&values(&half), &want, tolerance, &format!("{dtype} {n} {lines}"));
                let back = irfft(n, &half).unwrap();
                assert_eq!((back.dtype(), &**back.shape()), (dtype, &[lines, n][..]));
                assert_close(&values(&back), &x, tolerance, &format!("back {dtype} {n} {lines}"));
            }
        }
    }
}

#[test]
fn batches_are_their_lines_whatever_the_threads() {
    for n in [8, 1 << 10, 3 << 14] {
        let count = (1 << 18) / n;
        let x = array(DType::Complex64, &[count, n], &noise(count * n));
        let real = x.cast(DType::Float32).unwrap();
        let alone = |f: &dyn Fn(&Array) -> Array, x: &Array| -> Vec<Complex64> {
            (0..count).flat_map(|i| values(&f(&x.row(i).contiguous().unwrap()))).collect()
        };
        let forward = |x: &Array| fft(x, false).unwrap();
        let half = |x: &Array| rfft(x).unwrap();
        for threads in [1, 2, 3] {
            with_threads(threads, || {
                assert_eq!(values(&forward(&x)), alone(&forward, &x));
                assert_eq!(values(&half(&real)), alone(&half, &real));
            });
        }
    }
}

#[test]
fn long_lines_are_put_together_from_short_ones() {
    for n in [4, 6, 35, 64, 97, 1000, 1 << 12, 9973] {
        let x = noise(2 * n);
        for (dtype, tolerance) in COMPLEX {
            let x = array(dtype, &[2, n], &x);
            for inverse in [false, true] {
                let (want, what) = (values(&fft(&x, inverse).unwrap()), format!("{dtype} {n} {inverse}"));
                let (parts, chirp) = match dtype {
                    DType::Complex64 => (by_parts::<f32>(&x, divisor(n), inverse), by_chirp::<f32>(&x, inverse)),
                    _ => (by_parts::<f64>(&x, divisor(n), inverse), by_chirp::<f64>(&x, inverse)),
                };
                assert_close(&values(&parts.unwrap()), &want, tolerance, &format!("parts {what}"));
                assert_close(&values(&chirp.unwrap()), &want, 4.0 * tolerance, &format!("chirp {what}"));
            }
        }
    }
}

#[test]
fn longer_lines_than_a_call_takes_are_transformed() {
    let n = 2 * LONGEST;
    let x = noise(n);
    for (dtype, tolerance) in REAL {
        let x: Vec<Complex64> = x.iter().map(|x| x.re.into()).collect();
        let half = rfft(&array(dtype, &[n], &x)).unwrap();
        assert_eq!(half.elements(), bins(n));
        let sums = values(&half);
        for k in [0, 1, 12345, n / 2] {
            let turned: Vec<Complex64> =
                (0..n).map(|j| x[j] * Complex64::cis(-TAU * (j * k % n) as f64 / n as f64)).collect();
            let error = (sums[k] - pairwise(&turned)).norm();
            assert!(error <= tolerance * (n as f64).sqrt(), "{dtype} {k}: {error:e}");
        }
        assert_close(&values(&irfft(n, &half).unwrap()), &x, tolerance, "back");
    }
}

#[test]
fn lines_do_not_touch_each_other() {
    let x = [1.0, f64::NAN, 2.0, 1e-20, 3.0, 0.0, 4.0, 0.0, 1e20, 1.0, 1.0, 1.0];
    let out = rfft(&Array::from_slice([3, 4].into(), &x).unwrap()).unwrap();
    let out = out.slice::<Complex64>();
    assert!(out[0].is_nan());
    let real = |x: [f64; 2]| Complex64::new(x[0], x[1]);
    assert_eq!(out[3..6], [[7.0, 0.0], [-1.0, 0.0], [7.0, 0.0]].map(real));
}

/// NumPy 2.4: `irfft([1+5j, 2+1j, 3+7j], 4)`.
#[test]
fn impossible_imaginary_parts_are_ignored() {
    let x = Array::vector(&[Complex64::new(1.0, 5.0), Complex64::new(2.0, 1.0), Complex64::new(3.0, 7.0)]).unwrap();
    assert_eq!(irfft(4, &x).unwrap().slice::<f64>(), [2.0, -1.0, 0.0, 0.0]);
    let whole = long::whole::<f64>(4, &x).unwrap();
    assert_eq!(fft(&whole, true).unwrap().cast(DType::Float64).unwrap().slice::<f64>(), [2.0, -1.0, 0.0, 0.0]);
}

#[test]
fn empty_batches_of_long_lines_cost_nothing() {
    let n = 1 << 50;
    let none = |dtype, n| Array::scratch(dtype, [0, n].into()).unwrap();
    assert_eq!(**fft(&none(DType::Complex64, n), true).unwrap().shape(), [0, n]);
    assert_eq!(**rfft(&none(DType::Float32, n)).unwrap().shape(), [0, bins(n)]);
    assert_eq!(**irfft(n, &none(DType::Complex128, bins(n))).unwrap().shape(), [0, n]);
    assert_eq!(**rfft(&Array::scratch(DType::Float32, [3, 0].into()).unwrap()).unwrap().shape(), [3, 0]);
    assert_eq!(irfft(0, &Array::scratch(DType::Complex64, [3, 0].into()).unwrap()).unwrap().elements(), 0);
}
