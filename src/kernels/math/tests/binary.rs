//! Functions of two numbers against their references.

use super::super::{Float, Map};
use super::measure::{demand, random};
use super::reference as exact;
use super::reference::Dd;

struct Pow;

impl Map<2> for Pow {
    #[inline(always)]
    fn f<R: Float>(&self, [x, y]: [R; 2]) -> R {
        x.pow(y)
    }
}

struct Atan2;

impl Map<2> for Atan2 {
    #[inline(always)]
    fn f<R: Float>(&self, [y, x]: [R; 2]) -> R {
        y.atan2(x)
    }
}

fn count(release: usize) -> usize {
    if cfg!(debug_assertions) { release / 20 } else { release }
}

/// Bases and exponents whose power is a normal number, or a little beyond.
fn powers(n: usize, largest: f64) -> (Vec<f64>, Vec<f64>) {
    let mut random = random(7);
    let pair = |i: usize| {
        let spread = [1e-6, 0.1, 1.0, 5.0, largest][i % 5];
        let log = random() * spread;
        (log.exp(), random() * 1.02 * largest / log)
    };
    (0..n).map(pair).unzip()
}

#[test]
fn pow_f64() {
    let (x, y) = powers(count(60_000), 709.0);
    let power = |(&x, &y): (&f64, &f64)| exact::exp(exact::log(Dd::from(x)) * Dd::from(y));
    let truth: Vec<Dd> = x.iter().zip(&y).map(power).collect();
    demand::<f64, _, 2>("pow f64", &Pow, [&x, &y], &truth, 1.3);
}

#[test]
fn pow_f32() {
    let (x, y) = powers(count(400_000), 88.7);
    let single = |v: Vec<f64>| v.into_iter().map(|v| v as f32).collect::<Vec<f32>>();
    let (x, mut y) = (single(x), single(y));
    // Larger exponents are as good as infinite.
    y.iter_mut().for_each(|y| *y = y.clamp(-7.4e8, 7.4e8));
    let power = |(&x, &y): (&f32, &f32)| Dd::from((x as f64).powf(y as f64));
    let truth: Vec<Dd> = x.iter().zip(&y).map(power).collect();
    demand::<f32, _, 2>("pow f32", &Pow, [&x, &y], &truth, 3.9);
}

#[test]
fn pow_of_small_integers_is_exact() {
    let x: Vec<f64> = (0..40).flat_map(|i| [i as f64 - 20.0; 8]).collect();
    let y: Vec<f64> = (0..320).map(|i| (i % 8) as f64).collect();
    let truth: Vec<Dd> = x.iter().zip(&y).map(|(x, &y)| Dd::from(x.powi(y as i32))).collect();
    demand::<f64, _, 2>("integer pow", &Pow, [&x, &y], &truth, 0.0);
}

#[test]
fn atan2() {
    let mut random = random(3);
    let mut side = || random() * (random() * 4.0 + random() * random() * 300.0).exp();
    let (y, x): (Vec<f64>, Vec<f64>) = (0..count(20_000)).map(|_| (side(), side())).unzip();
    let angle = |(&y, &x): (&f64, &f64)| exact::atan2(Dd::from(y), Dd::from(x));
    let truth: Vec<Dd> = y.iter().zip(&x).map(angle).collect();
    demand::<f64, _, 2>("atan2 f64", &Atan2, [&y, &x], &truth, 1.2);
    let single = |v: &[f64]| v.iter().map(|&v| (v as f32).clamp(-1e30, 1e30)).collect::<Vec<f32>>();
    let (y, x) = (single(&y), single(&x));
    let angle = |(&y, &x): (&f32, &f32)| Dd::from((y as f64).atan2(x as f64));
    let truth: Vec<Dd> = y.iter().zip(&x).map(angle).collect();
    demand::<f32, _, 2>("atan2 f32", &Atan2, [&y, &x], &truth, 1.3);
}
