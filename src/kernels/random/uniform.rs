//! Uniform numbers: floats in [0, 1), integers in a range, integers over their whole range.
//!
//! A float takes its mantissa from the low bits of a word, with the exponent of [1, 2), and loses the 1 again:
//! 10 (f16), 7 (bf16), 23 (f32) or 52 (f64) random bits.

use half::{bf16, f16};

use super::philox::Philox;
use super::{fill, normal};
use crate::error::Result;

/// A float that can be drawn: how blocks of bits become values of this type.
pub trait RandomFloat: Copy + Send + Sync + 'static {
    /// Fills with values of [0, 1).
    fn fill_uniform(stream: Philox, out: &mut [Self]) -> Result<()>;
    /// Fills with standard normal values.
    fn fill_normal(stream: Philox, out: &mut [Self]) -> Result<()>;
    /// Fills with standard normal values, drawn again where they are not within (-2, 2).
    fn fill_truncated_normal(stream: Philox, out: &mut [Self]) -> Result<()>;
    /// Into the type in which shape-dependent distributions compute.
    fn to_f64(self) -> f64;
    /// Out of it, rounded to nearest.
    fn from_f64(x: f64) -> Self;
}

/// Values of [0, 1): never 1.
pub fn uniform<T: RandomFloat>(stream: Philox, out: &mut [T]) -> Result<()> {
    T::fill_uniform(stream, out)
}

impl RandomFloat for f32 {
    fn fill_uniform(stream: Philox, out: &mut [f32]) -> Result<()> {
        fill::by_block(stream, out, |words| words.map(unit_f32))
    }
    fn fill_normal(stream: Philox, out: &mut [f32]) -> Result<()> {
        fill::by_block(stream, out, normal::four)
    }
    fn fill_truncated_normal(stream: Philox, out: &mut [f32]) -> Result<()> {
        fill::by_words(stream, out, normal::four_truncated)
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    fn from_f64(x: f64) -> f32 {
        x as f32
    }
}

impl RandomFloat for f64 {
    fn fill_uniform(stream: Philox, out: &mut [f64]) -> Result<()> {
        fill::by_block(stream, out, two)
    }
    fn fill_normal(stream: Philox, out: &mut [f64]) -> Result<()> {
        fill::by_block(stream, out, normal::two)
    }
    fn fill_truncated_normal(stream: Philox, out: &mut [f64]) -> Result<()> {
        fill::by_words(stream, out, normal::two_truncated)
    }
    fn to_f64(self) -> f64 {
        self
    }
    fn from_f64(x: f64) -> f64 {
        x
    }
}

impl RandomFloat for f16 {
    fn fill_uniform(stream: Philox, out: &mut [f16]) -> Result<()> {
        fill::by_block(stream, out, |words| words.map(unit_f16))
    }
    fn fill_normal(stream: Philox, out: &mut [f16]) -> Result<()> {
        fill::by_block(stream, out, |words| normal::four(words).map(f16::from_f32))
    }
    fn fill_truncated_normal(stream: Philox, out: &mut [f16]) -> Result<()> {
        fill::by_words(stream, out, |words| normal::four_truncated(words).map(f16::from_f32))
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    fn from_f64(x: f64) -> f16 {
        f16::from_f32(x as f32)
    }
}

impl RandomFloat for bf16 {
    fn fill_uniform(stream: Philox, out: &mut [bf16]) -> Result<()> {
        fill::by_block(stream, out, |words| words.map(unit_bf16))
    }
    fn fill_normal(stream: Philox, out: &mut [bf16]) -> Result<()> {
        fill::by_block(stream, out, |words| normal::four(words).map(bf16::from_f32))
    }
    fn fill_truncated_normal(stream: Philox, out: &mut [bf16]) -> Result<()> {
        fill::by_words(stream, out, |words| normal::four_truncated(words).map(bf16::from_f32))
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    fn from_f64(x: f64) -> bf16 {
        bf16::from_f32(x as f32)
    }
}

pub(super) fn unit_f32(word: u32) -> f32 {
    f32::from_bits((127 << 23) | (word & 0x7f_ffff)) - 1.0
}

/// The first word gives the upper 20 bits, the second the lower 32.
pub(super) fn unit_f64(upper: u32, lower: u32) -> f64 {
    let mantissa = u64::from(upper & 0xf_ffff) << 32 | u64::from(lower);
    f64::from_bits((1023 << 52) | mantissa) - 1.0
}

pub(super) fn two([a, b, c, d]: [u32; 4]) -> [f64; 2] {
    [unit_f64(a, b), unit_f64(c, d)]
}

fn unit_f16(word: u32) -> f16 {
    f16::from_bits((15 << 10) | (word & 0x3ff) as u16) - f16::ONE
}

fn unit_bf16(word: u32) -> bf16 {
    bf16::from_bits((127 << 7) | (word & 0x7f) as u16) - bf16::ONE
}

/// An integer that can be drawn.
pub trait RandomInt: Copy + Send + Sync + 'static {
    /// Fills with `low + word % (high - low)`.
    fn fill_range(stream: Philox, low: Self, high: Self, out: &mut [Self]) -> Result<()>;
    /// Fills with the words as they are.
    fn fill_full(stream: Philox, out: &mut [Self]) -> Result<()>;
}

/// Integers in `low..high`; `None`, with `out` left alone, unless `low < high`.
///
/// Slightly biased, as TensorFlow's are, unless `high - low` is a power of two: by one part in `2^32 / (high - low)`
/// (or `2^64`).
pub fn uniform_int<T: RandomInt + PartialOrd>(stream: Philox, low: T, high: T, out: &mut [T]) -> Option<Result<()>> {
    (low < high).then(|| T::fill_range(stream, low, high, out))
}

/// Integers over the whole range of their type.
pub fn uniform_full<T: RandomInt>(stream: Philox, out: &mut [T]) -> Result<()> {
    T::fill_full(stream, out)
}

macro_rules! random_int {
    ($($int:ty as $unsigned:ty, $group:expr;)*) => {$(
        impl RandomInt for $int {
            fn fill_range(stream: Philox, low: $int, high: $int, out: &mut [$int]) -> Result<()> {
                let range = high.wrapping_sub(low) as $unsigned;
                fill::by_block(stream, out, |words| {
                    $group(words).map(|bits: $unsigned| low.wrapping_add((bits % range) as $int))
                })
            }
            fn fill_full(stream: Philox, out: &mut [$int]) -> Result<()> {
                fill::by_block(stream, out, |words| $group(words).map(|bits: $unsigned| bits as $int))
            }
        }
    )*};
}
random_int! {
    i32 as u32, std::convert::identity;
    u32 as u32, std::convert::identity;
    i64 as u64, pairs;
    u64 as u64, pairs;
}

fn pairs(words: [u32; 4]) -> [u64; 2] {
    [0, 2].map(|i| u64::from(words[i]) | u64::from(words[i + 1]) << 32)
}

#[cfg(test)]
mod tests {
    use super::super::stateless;
    use super::*;

    fn draw<T: RandomFloat, const N: usize>() -> [T; N] {
        let mut out = [T::from_f64(-1.0); N];
        uniform(stateless([1, 2]), &mut out).unwrap();
        out
    }

    /// TensorFlow 2.21: `stateless_uniform([5], [1, 2], dtype=...)`.
    #[test]
    fn known_floats_of_tensorflow() {
        assert_eq!(draw::<f16, 5>().map(f16::to_bits), [0x3858, 0x3388, 0x2bc0, 0x3b26, 0x3098]);
        assert_eq!(draw::<bf16, 5>().map(bf16::to_bits), [0x3eb0, 0x3f62, 0x3ef8, 0x3e18, 0x3e18]);
        assert_eq!(
            draw::<f32, 5>().map(f32::to_bits),
            [0x3f58_1458, 0x3e44_a788, 0x3f7f_087c, 0x3e24_3c98, 0x3e8b_424c]
        );
        assert_eq!(
            draw::<f64, 3>().map(f64::to_bits),
            [0x3fe8_1458_cf31_29e2, 0x3fef_087c_2c29_0f26, 0x3fc6_849f_8a98_ee28]
        );
    }

    /// TensorFlow 2.21: `stateless_uniform([5], [1, 2], -5, 37, dtype=...)`.
    #[test]
    fn known_integers_of_tensorflow() {
        let mut narrow = [0i32; 5];
        uniform_int(stateless([1, 2]), -5, 37, &mut narrow).unwrap().unwrap();
        assert_eq!(narrow, [35, 24, 7, 16, -4]);
        let mut wide = [0i64; 5];
        uniform_int(stateless([1, 2]), -5, 37, &mut wide).unwrap().unwrap();
        assert_eq!(wide, [25, 7, 6, 4, -2]);
    }

    /// TensorFlow 2.21: `stateless_uniform([3], [1, 2], None, None, dtype=...)`.
    #[test]
    fn known_full_integers_of_tensorflow() {
        let (mut i, mut u) = ([0i32; 3], [0u32; 3]);
        uniform_full(stateless([1, 2]), &mut i).unwrap();
        uniform_full(stateless([1, 2]), &mut u).unwrap();
        assert_eq!(i, [1_105_988_140, 1_738_052_849, -335_576_002]);
        assert_eq!(u, i.map(|x| x as u32));
        let (mut i, mut u) = ([0i64; 3], [0u64; 3]);
        uniform_full(stateless([1, 2]), &mut i).unwrap();
        uniform_full(stateless([1, 2]), &mut u).unwrap();
        let answer = [7_464_880_146_280_614_444, 1_591_045_637_757_961_278, -1_057_468_755_545_501_549];
        assert_eq!(i, answer);
        assert_eq!(u, answer.map(|x| x as u64));
    }

    #[test]
    fn a_range_may_be_wider_than_its_type_is_positive() {
        let mut out = [0i32; 100];
        uniform_int(stateless([1, 2]), i32::MIN, i32::MAX, &mut out).unwrap().unwrap();
        assert!(out.iter().any(|&x| x < -1 << 30) && out.iter().any(|&x| x > 1 << 30));
        assert!(uniform_int(stateless([1, 2]), 3, 3, &mut out).is_none());
        assert!(uniform_int(stateless([1, 2]), 3, 2, &mut out).is_none());
    }

    #[test]
    fn floats_are_below_one() {
        assert_eq!(unit_f32(u32::MAX), 1.0 - f32::EPSILON);
        assert_eq!(unit_f64(u32::MAX, u32::MAX), 1.0 - f64::EPSILON);
        assert_eq!(unit_f16(u32::MAX), f16::ONE - f16::EPSILON);
        assert_eq!(unit_bf16(u32::MAX), bf16::ONE - bf16::EPSILON);
        assert_eq!((unit_f32(0), unit_f64(0, 0)), (0.0, 0.0));
    }
}
