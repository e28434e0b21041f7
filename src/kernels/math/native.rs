//! What `f32` and `f64` themselves provide: arithmetic, selection, and the bit tricks that vector formulas rest on.
//!
//! Invariant: everything here is branch-free and `#[inline(always)]`, so that it vectorises wherever it is inlined. The
//! bit tricks say for which arguments they hold; elsewhere they give some number, never a panic.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fmt::Debug;
use std::hint::select_unpredictable;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::tables::Tables;

/// A floating type that kernels compute in: `f32` or `f64`.
pub trait Native:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + Tables
    + 'static
{
    /// Bits of the fraction, without the hidden one: 23 or 52.
    const FRACTION: u32;
    /// The smallest positive normal number.
    const MIN_NORMAL: Self;
    /// The exponent of one, as it is stored: 127 or 1023.
    const BIAS: Self;
    /// `1.5 * 2^FRACTION`: adding it leaves no bits for a fraction, so that the addition itself rounds to an integer,
    /// which then stands in the lowest bits.
    const SHIFT: Self;

    /// The value nearest to `c`.
    fn of(c: f64) -> Self;
    /// The same value as an `f64`.
    fn f64(self) -> f64;
    /// `self * a + b` rounded once: one instruction where the CPU has it, a slow call elsewhere.
    fn fma(self, a: Self, b: Self) -> Self;
    /// `yes` if `c`, else `no`, without a branch.
    fn select(c: bool, yes: Self, no: Self) -> Self;
    /// The magnitude.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// `self`, negated if the sign bit of `sign` is set.
    fn mul_sign(self, sign: Self) -> Self;
    /// The square root, rounded correctly.
    fn sqrt(self) -> Self;
    /// The largest integer not above `self`.
    fn floor(self) -> Self;
    /// The smallest integer not below `self`.
    fn ceil(self) -> Self;
    /// The nearest integer, ties to even.
    fn round_ties_even(self) -> Self;
    /// Bit `k` of the fraction, counted from its end.
    fn bit(self, k: u32) -> bool;
    /// `2^self` for an integral `self` that is the exponent of a normal number.
    fn power_of_two(self) -> Self;
    /// `(m, e)` with `self = m * 2^e` and `m` in `[sqrt(1/2), sqrt(2))`, for positive normal numbers.
    fn split(self) -> (Self, Self);
    /// The upper half of the significand: `self - self.head()` fits in the other half.
    fn head(self) -> Self;
}

macro_rules! native {
    ($T:ident, $Bits:ident, $fraction:literal, $tail:literal) => {
        impl Native for $T {
            const FRACTION: u32 = $fraction;
            const MIN_NORMAL: Self = $T::MIN_POSITIVE;
            const BIAS: Self = ($T::MAX_EXP - 1) as $T;
            const SHIFT: Self = 1.5 * (1u64 << $fraction) as $T;

            #[inline(always)]
            fn of(c: f64) -> Self {
                c as $T
            }
            #[inline(always)]
            fn f64(self) -> f64 {
                self.into()
            }
            #[inline(always)]
            fn fma(self, a: Self, b: Self) -> Self {
                self.mul_add(a, b)
            }
            #[inline(always)]
            fn select(c: bool, yes: Self, no: Self) -> Self {
                select_unpredictable(c, yes, no)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $T::abs(self)
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                $T::copysign(self, sign)
            }
            #[inline(always)]
            fn mul_sign(self, sign: Self) -> Self {
                $T::from_bits(self.to_bits() ^ (sign.to_bits() & (-0.0 as $T).to_bits()))
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $T::sqrt(self)
            }
            #[inline(always)]
            fn floor(self) -> Self {
                $T::floor(self)
            }
            #[inline(always)]
            fn ceil(self) -> Self {
                $T::ceil(self)
            }
            #[inline(always)]
            fn round_ties_even(self) -> Self {
                $T::round_ties_even(self)
            }
            #[inline(always)]
            fn bit(self, k: u32) -> bool {
                self.to_bits() & (1 << k) != 0
            }
            #[inline(always)]
            fn power_of_two(self) -> Self {
                // The lowest bits are exponent plus bias; moved up, they are the exponent field of the answer.
                $T::from_bits((self + (Self::SHIFT + Self::BIAS)).to_bits() << $fraction)
            }
            #[inline(always)]
            fn split(self) -> (Self, Self) {
                // Counted from sqrt(1/2) instead of from 1, the two bit fields are just what is wanted.
                let root = (FRAC_1_SQRT_2 as $T).to_bits();
                let bits = self.to_bits().wrapping_add((1.0 as $T).to_bits() - root);
                let m = $T::from_bits((bits & ((1 << $fraction) - 1)) + root);
                // An integer becomes a float by being written into the fraction of 2^fraction.
                const UNIT: $T = (1u64 << $fraction) as $T;
                let e = $T::from_bits((bits >> $fraction) | UNIT.to_bits()) - (UNIT + Self::BIAS);
                (m, e)
            }
            #[inline(always)]
            fn head(self) -> Self {
                const MASK: $Bits = !0 << $tail;
                $T::from_bits(self.to_bits() & MASK)
            }
        }
    };
}

native!(f32, u32, 23, 12);
native!(f64, u64, 52, 27);
