//! Normal numbers by Box and Muller's transform, two at a time.
//!
//! `r = sqrt(-2 ln u)`, `(r sin 2 pi v, r cos 2 pi v)`: sine first. `u` is kept at 1e-7 or more, so that no value
//! exceeds 5.68 in magnitude, whatever the type.

use std::f64::consts::TAU;

use super::philox::{Philox, Words};
use super::uniform::{RandomFloat, unit_f32, unit_f64};
use crate::error::Result;

/// Standard normal values.
pub fn normal<T: RandomFloat>(stream: Philox, out: &mut [T]) -> Result<()> {
    T::fill_normal(stream, out)
}

/// Standard normal values within (-2, 2); those outside are drawn again.
pub fn truncated_normal<T: RandomFloat>(stream: Philox, out: &mut [T]) -> Result<()> {
    T::fill_truncated_normal(stream, out)
}

const SMALLEST: f64 = 1.0e-7;
const BOUND: f64 = 2.0;

fn pair_f32(a: u32, b: u32) -> [f32; 2] {
    let u = unit_f32(a).max(SMALLEST as f32);
    let angle = (TAU * f64::from(unit_f32(b))) as f32;
    let radius = (-2.0 * u.ln()).sqrt();
    [angle.sin() * radius, angle.cos() * radius]
}

fn pair_f64(words: [u32; 4]) -> [f64; 2] {
    let u = unit_f64(words[0], words[1]).max(SMALLEST);
    let angle = TAU * unit_f64(words[2], words[3]);
    let radius = (-2.0 * u.ln()).sqrt();
    [angle.sin() * radius, angle.cos() * radius]
}

pub(super) fn four(words: [u32; 4]) -> [f32; 4] {
    let ([a, b], [c, d]) = (pair_f32(words[0], words[1]), pair_f32(words[2], words[3]));
    [a, b, c, d]
}

pub(super) fn two(words: [u32; 4]) -> [f64; 2] {
    pair_f64(words)
}

pub(super) fn four_truncated(words: &mut Words) -> [f32; 4] {
    kept(|| pair_f32(words.word(), words.word()), |x| x.abs() < BOUND as f32)
}

pub(super) fn two_truncated(words: &mut Words) -> [f64; 2] {
    kept(|| pair_f64([words.word(), words.word(), words.word(), words.word()]), |x| x.abs() < BOUND)
}

/// The first `N` values that are kept, of as many pairs as that takes.
fn kept<T: Copy + Default, const N: usize>(mut pair: impl FnMut() -> [T; 2], keep: impl Fn(T) -> bool) -> [T; N] {
    let mut values = [T::default(); N];
    let mut count = 0;
    while count < N {
        for x in pair().into_iter().filter(|&x| keep(x)) {
            if count < N {
                values[count] = x;
                count += 1;
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::super::stateless;
    use super::*;

    type Fill<T> = fn(Philox, &mut [T]) -> Result<()>;

    fn draw<T: RandomFloat, const N: usize>(fill: Fill<T>) -> [f64; N] {
        let mut out = [T::from_f64(9.0); N];
        fill(stateless([1, 2]), &mut out).unwrap();
        out.map(T::to_f64)
    }

    /// Equal but for the last places, where C libraries differ.
    #[track_caller]
    fn close<const N: usize>(values: [f64; N], answer: [f64; N], epsilon: f64) {
        for (x, y) in values.into_iter().zip(answer) {
            assert!((x - y).abs() <= 4.0 * epsilon * y.abs(), "{x} is not {y}");
        }
    }

    /// TensorFlow 2.21: `stateless_normal([5], [1, 2], dtype=...)`.
    #[test]
    fn known_normals_of_tensorflow() {
        let single =
            [0.544110119342804, 0.20738030970096588, 0.0735643208026886, 0.04643455147743225, -1.301589846611023];
        close(draw::<f32, 5>(normal), single, f32::EPSILON.into());
        close(draw::<f16, 5>(normal), single, f16::EPSILON.into());
        close(draw::<bf16, 5>(normal), single, bf16::EPSILON.into());
        let double = [-0.1423118100189212, 0.7406072461585091, -1.469047669443883];
        close(draw::<f64, 3>(normal), double, f64::EPSILON);
    }

    /// TensorFlow 2.21: `stateless_truncated_normal([6], [1, 2], dtype=...)`.
    #[test]
    fn known_truncated_normals_of_tensorflow() {
        let single = [
            0.544110119342804,
            0.20738030970096588,
            0.0735643208026886,
            0.04643455147743225,
            0.16820591688156128,
            -1.6850333213806152,
        ];
        close(draw::<f32, 6>(truncated_normal), single, f32::EPSILON.into());
        close(draw::<f16, 6>(truncated_normal), single, f16::EPSILON.into());
        close(draw::<bf16, 6>(truncated_normal), single, bf16::EPSILON.into());
        let double = [-0.1423118100189212, 0.7406072461585091, -0.552387756244845];
        close(draw::<f64, 3>(truncated_normal), double, f64::EPSILON);
    }

    #[test]
    fn moments_are_those_of_the_distribution() {
        let mut out = vec![0.0f64; 200_000];
        normal(stateless([3, 4]), &mut out).unwrap();
        let moment = |out: &[f64], k| out.iter().map(|x| x.powi(k)).sum::<f64>() / out.len() as f64;
        for (k, exact) in [(1, 0.0), (2, 1.0), (3, 0.0), (4, 3.0)] {
            assert!((moment(&out, k) - exact).abs() < 0.04, "moment {k}: {}", moment(&out, k));
        }
        truncated_normal(stateless([3, 4]), &mut out).unwrap();
        assert!(out.iter().all(|x| x.abs() < 2.0));
        assert!((moment(&out, 2) - 0.773741).abs() < 0.01, "{}", moment(&out, 2));
    }

    #[test]
    fn the_smallest_uniform_gives_the_largest_value() {
        let [sine, cosine] = pair_f32(0, 0);
        assert_eq!(sine, 0.0);
        assert!((cosine - 5.6776).abs() < 1e-3);
    }
}
