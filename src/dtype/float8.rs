//! The floats of one byte: numbers to be stored, which are computed with in a wider type.
//!
//! Invariant: rounding is to nearest, ties to even, from whatever a `f64` holds; every pattern of bits stands for a number,
//! an infinity or NaN. The conversions have no branches, so that loops over them vectorise.
//!
//! Source of the formats: Micikevicius et al. 2022, "FP8 formats for deep learning", arXiv:2209.05433 (`E5M2`, `E4M3FN`);
//! Noune et al. 2022, "8-bit numerical formats for deep neural networks", arXiv:2206.02915 (those without negative zero);
//! Sun et al. 2019, "Hybrid 8-bit floating point training and inference for deep neural networks" (the bias of 11).

use std::fmt;
use std::marker::PhantomData;

use super::{DType, Element, truncated_i64};

/// How the eight bits of a float are read.
pub trait Format: Copy + Default + Send + Sync + 'static {
    /// The dtype.
    const DTYPE: DType;
    /// Bits of the fraction.
    const FRACTION: u32;
    /// What is taken from the exponent's field.
    const BIAS: i32;
    /// The bits of the largest finite number.
    const LARGEST: u8;
    /// The bits of what is larger: an infinity, or NaN where there is none.
    const BEYOND: u8;
    /// The bits of NaN, without the sign.
    const NAN: u8;
    /// Whether zero has no sign, and the bits of a negative zero are those of NaN.
    const UNSIGNED_ZERO: bool;
}

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident: $dtype:ident, fraction $m:literal, bias $bias:literal,
       largest $largest:literal, beyond $beyond:literal, nan $nan:literal, unsigned zero $unsigned:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Default)]
        pub struct $name;
        impl Format for $name {
            const DTYPE: DType = DType::$dtype;
            const FRACTION: u32 = $m;
            const BIAS: i32 = $bias;
            const LARGEST: u8 = $largest;
            const BEYOND: u8 = $beyond;
            const NAN: u8 = $nan;
            const UNSIGNED_ZERO: bool = $unsigned;
        }
    )*};
}

formats! {
    /// Five bits of exponent, two of fraction; infinities.
    E5M2: Float8E5M2, fraction 2, bias 15, largest 0x7b, beyond 0x7c, nan 0x7e, unsigned zero false;
    /// Four bits of exponent, three of fraction; no infinities.
    E4M3FN: Float8E4M3FN, fraction 3, bias 7, largest 0x7e, beyond 0x7f, nan 0x7f, unsigned zero false;
    /// As [`E4M3FN`] with a bias of 8, and one NaN in the place of negative zero.
    E4M3FNUZ: Float8E4M3FNUZ, fraction 3, bias 8, largest 0x7f, beyond 0x80, nan 0x80, unsigned zero true;
    /// As [`E4M3FNUZ`] with a bias of 11.
    E4M3B11FNUZ: Float8E4M3B11FNUZ, fraction 3, bias 11, largest 0x7f, beyond 0x80, nan 0x80, unsigned zero true;
    /// As [`E5M2`] with a bias of 16, without infinities, and one NaN in the place of negative zero.
    E5M2FNUZ: Float8E5M2FNUZ, fraction 2, bias 16, largest 0x7f, beyond 0x80, nan 0x80, unsigned zero true;
}

/// A float of one byte.
///
/// ```
/// use gradtape::dtype::{Element, Float8, float8::E4M3FN};
///
/// assert_eq!(Float8::<E4M3FN>::cast_from(0.3f32).to_f64(), 0.3125);
/// ```
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct Float8<F>(u8, PhantomData<F>);

impl<F: Format> Float8<F> {
    /// The largest finite number.
    pub const LARGEST: Float8<F> = Float8(F::LARGEST, PhantomData);

    /// The number nearest to `x`.
    #[inline(always)]
    pub fn nearest(x: f64) -> Float8<F> {
        let magnitude = x.abs().to_bits();
        let cut = 52 - F::FRACTION;
        // Normal results: the exponent in its new place, and half a unit (less one where a tie would go to odd).
        let odd = (magnitude >> cut) & 1;
        let rebias = ((1023 - F::BIAS) as u64) << 52;
        let normal = magnitude.wrapping_sub(rebias).wrapping_add((1 << (cut - 1)) - 1 + odd) >> cut;
        // Subnormal ones: adding a number whose last bit is theirs leaves them at the bottom, rounded by the addition.
        let anchor = f64::from_bits(((1023 - F::BIAS + 1 + cut as i32) as u64) << 52);
        let subnormal = (x.abs() + anchor).to_bits().wrapping_sub(anchor.to_bits());
        let finite = if magnitude < rebias + (1 << 52) { subnormal } else { normal };
        let bits = if finite > u64::from(F::LARGEST) { u64::from(F::BEYOND) } else { finite };
        let bits = if x.is_nan() { u64::from(F::NAN) } else { bits } as u8;
        let sign = (x.to_bits() >> 56) as u8 & 0x80;
        // Where zero has no sign, neither zero nor NaN gets one.
        Float8(if F::UNSIGNED_ZERO && bits & 0x7f == 0 { bits } else { bits | sign }, PhantomData)
    }

    /// The number, exactly.
    #[inline(always)]
    pub fn wide(self) -> f32 {
        let magnitude = u32::from(self.0 & 0x7f);
        // The fields in their place, the exponent too small: a multiplication sets it right, subnormal numbers too.
        let scale = f32::from_bits(((127 + 127 - F::BIAS) as u32) << 23);
        let finite = f32::from_bits(magnitude << (23 - F::FRACTION)) * scale;
        let beyond = if F::BEYOND == F::NAN || self.0 & 0x7f != F::BEYOND { f32::NAN } else { f32::INFINITY };
        let none = F::UNSIGNED_ZERO && self.0 == F::NAN;
        let value = if none || magnitude > u32::from(F::LARGEST) { beyond } else { finite };
        f32::from_bits(value.to_bits() | u32::from(self.0 & 0x80) << 24)
    }
}

/// As numbers: NaN is unlike itself, and both zeros are one.
impl<F: Format> PartialEq for Float8<F> {
    fn eq(&self, other: &Self) -> bool {
        self.wide() == other.wide()
    }
}

impl<F: Format> fmt::Debug for Float8<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wide().fmt(f)
    }
}

// SAFETY: one byte, of which every pattern is a number.
unsafe impl<F: Format> Element for Float8<F> {
    const DTYPE: DType = F::DTYPE;
    #[inline(always)]
    fn cast_from<S: Element>(s: S) -> Self {
        Float8::nearest(s.to_f64())
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self.wide())
    }
    #[inline(always)]
    fn to_i64(self) -> i64 {
        truncated_i64(self.to_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The finite numbers of a format that are not negative, by its definition: (bits, number).
    fn numbers<F: Format>() -> Vec<(u8, f64)> {
        let number = |bits: u8| {
            let (exponent, fraction) = (i32::from(bits >> F::FRACTION), f64::from(bits & ((1 << F::FRACTION) - 1)));
            let fraction = fraction / f64::from(1 << F::FRACTION);
            let (whole, exponent) = if exponent == 0 { (0.0, 1) } else { (1.0, exponent) };
            (bits, (whole + fraction) * 2f64.powi(exponent - F::BIAS))
        };
        (0..=F::LARGEST).map(number).collect()
    }

    fn check<F: Format>() {
        let all = numbers::<F>();
        for &(bits, number) in &all {
            assert_eq!(f64::from(Float8::<F>(bits, PhantomData).wide()), number, "{} {bits:#x}", F::DTYPE);
            assert_eq!(Float8::<F>::nearest(number).0, bits, "{} {number}", F::DTYPE);
        }
        for (&(low, a), &(high, b)) in all.iter().zip(&all[1..]) {
            let (middle, even) = ((a + b) / 2.0, if low & 1 == 0 { low } else { high });
            let expected = [(middle, even), (middle.next_down(), low), (middle.next_up(), high)];
            for (x, bits) in expected {
                assert_eq!(Float8::<F>::nearest(x).0, bits, "{} {x}", F::DTYPE);
                let negative = if bits == 0 && F::UNSIGNED_ZERO { 0 } else { bits | 0x80 };
                assert_eq!(Float8::<F>::nearest(-x).0, negative, "{} {}", F::DTYPE, -x);
            }
        }
        let (largest, step) = (all[all.len() - 1].1, all[all.len() - 1].1 - all[all.len() - 2].1);
        // A tie with what would come next goes to the even one of the two.
        let tie = if F::LARGEST & 1 == 0 { F::LARGEST } else { F::BEYOND };
        assert_eq!(Float8::<F>::nearest(largest + step / 2.0).0, tie, "{}", F::DTYPE);
        for x in [largest + step, 1e9, f64::MAX, f64::INFINITY] {
            assert_eq!(Float8::<F>::nearest(x).0, F::BEYOND, "{} {x}", F::DTYPE);
        }
        let beyond = Float8::<F>::nearest(f64::NEG_INFINITY).wide();
        assert!(if F::BEYOND == F::NAN { beyond.is_nan() } else { beyond == f32::NEG_INFINITY }, "{}", F::DTYPE);
        assert!(Float8::<F>::nearest(f64::NAN).wide().is_nan(), "{}", F::DTYPE);
        assert!(f64::from(Float8::<F>::LARGEST.wide()) == largest, "{}", F::DTYPE);
    }

    #[test]
    fn every_number_is_kept_and_what_lies_between_goes_to_the_nearer() {
        check::<E5M2>();
        check::<E4M3FN>();
        check::<E4M3FNUZ>();
        check::<E4M3B11FNUZ>();
        check::<E5M2FNUZ>();
    }

    #[test]
    fn zeros_are_one_number_and_nan_is_none() {
        let of = Float8::<E4M3FN>::nearest;
        assert_eq!(of(-0.0), of(0.0));
        assert_ne!(of(f64::NAN), of(f64::NAN));
        assert_eq!(of(-0.0).wide().to_bits(), (-0.0f32).to_bits());
        assert_eq!(Float8::<E4M3FNUZ>::nearest(-0.0).wide().to_bits(), 0);
    }
}
