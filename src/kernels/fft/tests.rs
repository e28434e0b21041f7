//! The definition of the transform, and what must hold for every length.

use super::*;
use crate::kernels::random::{Philox, normal};

fn noise(len: usize) -> Vec<Complex64> {
    let mut values = vec![0.0; 2 * len];
    normal(Philox::from_seeds(len as u64, 1), &mut values).unwrap();
    values.chunks(2).map(|x| Complex64::new(x[0], x[1])).collect()
}

/// The definition, with exact reduction of the angle.
fn naive(x: &[Complex64]) -> Vec<Complex64> {
    let n = x.len();
    let turn = |jk: usize| Complex64::cis(-TAU * (jk % n) as f64 / n as f64);
    (0..n).map(|k| (0..n).map(|j| x[j] * turn(j * k)).sum()).collect()
}

#[track_caller]
fn assert_close(x: &[Complex64], y: &[Complex64], what: &str) {
    assert_eq!(x.len(), y.len());
    let norm = |values: &mut dyn Iterator<Item = Complex64>| values.map(|v| v.norm_sqr()).sum::<f64>().sqrt();
    let error = norm(&mut x.iter().zip(y).map(|(x, y)| x - y));
    let size = norm(&mut y.iter().copied());
    assert!(error <= 1e-14 * size, "{what}: {error:e} of {size:e}");
}

#[test]
fn every_length_gives_what_the_definition_gives() {
    let lengths = (0..70).chain([81, 97, 100, 121, 127, 128, 180, 210, 243, 256, 337, 360, 499, 512, 1000, 1009]);
    for n in lengths {
        let x = noise(n);
        let mut forward = x.clone();
        fft(n, &mut forward, false).unwrap();
        let want = naive(&x);
        let scale = want.iter().map(|x| x.norm()).fold(0.0, f64::max);
        let error = forward.iter().zip(&want).map(|(x, y)| (x - y).norm()).fold(0.0, f64::max);
        assert!(error <= 2e-13 * scale, "{n}: {error:e} of {scale:e}"); // the naive sums' error
        let mut back = forward;
        fft(n, &mut back, true).unwrap();
        assert_close(&back, &x, &format!("{n} there and back"));
    }
}

#[test]
fn long_transforms_stay_accurate() {
    for n in [1 << 16, 3 * 5 * 7 * 11 * 13, 65_537, 30_030] {
        let x = noise(n);
        let mut there_and_back = x.clone();
        fft(n, &mut there_and_back, false).unwrap();
        let energy = |x: &[Complex64]| x.iter().map(|x| x.norm_sqr()).sum::<f64>();
        let ratio = energy(&there_and_back) / energy(&x) / n as f64;
        assert!((ratio - 1.0).abs() < 1e-13, "{n}: Parseval's identity, {ratio}");
        fft(n, &mut there_and_back, true).unwrap();
        assert_close(&there_and_back, &x, &format!("{n}"));
    }
}

#[test]
fn a_batch_is_its_lines() {
    let n = 1 << 10;
    let mut batch = noise(100 * n);
    let mut lines = batch.clone();
    fft(n, &mut batch, false).unwrap();
    lines.chunks_mut(n).for_each(|line| fft(n, line, false).unwrap());
    assert_eq!(batch, lines);
}

#[test]
fn both_axes_are_one_after_the_other() {
    let (rows, columns) = (3, 4);
    let x = noise(2 * rows * columns);
    let mut got = x.clone();
    fft2(rows, columns, &mut got, false).unwrap();
    let turn = |a: usize, b: usize, n: usize| Complex64::cis(-TAU * (a * b % n) as f64 / n as f64);
    for (at, got) in got.iter().enumerate() {
        let (matrix, k, l) = (at / 12 * 12, at % 12 / columns, at % columns);
        let sum: Complex64 = (0..rows)
            .flat_map(|i| (0..columns).map(move |j| (i, j)))
            .map(|(i, j)| x[matrix + i * columns + j] * turn(i, k, rows) * turn(j, l, columns))
            .sum();
        assert!((got - sum).norm() < 1e-13);
    }
    fft2(rows, columns, &mut got, true).unwrap();
    assert_close(&got, &x, "there and back");
    fft2(0, 3, &mut [], false).unwrap();
}

#[test]
fn real_transforms_are_complex_ones() {
    for n in [1, 2, 3, 4, 5, 8, 9, 30, 37] {
        for lines in [1, 2, 5] {
            let x: Vec<f64> = noise(n * lines).iter().map(|x| x.re).collect();
            let half = n / 2 + 1;
            let mut got = vec![Complex64::ZERO; lines * half];
            rfft(n, &x, &mut got).unwrap();
            for (line, got) in x.chunks(n).zip(got.chunks(half)) {
                let mut want: Vec<Complex64> = line.iter().map(|&x| x.into()).collect();
                fft(n, &mut want, false).unwrap();
                assert_close(got, &want[..half], &format!("{n} {lines}"));
            }
            let mut back = vec![0.0; n * lines];
            irfft(n, &got, &mut back).unwrap();
            assert!(back.iter().zip(&x).all(|(x, y)| (x - y).abs() < 1e-14 * n as f64));
        }
    }
}

#[test]
fn lines_do_not_touch_each_other() {
    let x = [1.0, f64::NAN, 2.0, 1e-20, 3.0, 0.0, 4.0, 0.0, 1e20, 1.0, 1.0, 1.0];
    let mut out = [Complex64::ZERO; 9];
    rfft(4, &x, &mut out).unwrap();
    assert!(out[0].is_nan());
    let real = |x: [f64; 2]| Complex64::new(x[0], x[1]);
    assert_eq!(out[3..6], [[7.0, 0.0], [-1.0, 0.0], [7.0, 0.0]].map(real));
}

/// NumPy 2.4: `irfft([1+5j, 2+1j, 3+7j], 4)`.
#[test]
fn impossible_imaginary_parts_are_ignored() {
    let x = [Complex64::new(1.0, 5.0), Complex64::new(2.0, 1.0), Complex64::new(3.0, 7.0)];
    let mut out = [0.0; 4];
    irfft(4, &x, &mut out).unwrap();
    assert_eq!(out, [2.0, -1.0, 0.0, 0.0]);
}

#[test]
fn factors_multiply_to_their_number() {
    for n in 1..2000 {
        let factors = factors(n);
        assert_eq!(factors.iter().product::<usize>(), n);
        assert!(factors.iter().all(|&f| f == 4 || (2..f).all(|d| f % d > 0)));
    }
}
