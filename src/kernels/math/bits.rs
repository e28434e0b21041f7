//! [`Bits`]: what formulas of this folder do below arithmetic: exponents, signs, polynomials.
//!
//! Invariant: each method holds for the arguments it names and gives some number, without a branch, for all others.

use super::float::Float;
use super::native::Native;

/// The low-level half of [`Float`], for the formulas of this folder.
pub(super) trait Bits: Float {
    /// `c[0] + c[1] * self + c[2] * self^2 + ...`.
    #[inline(always)]
    fn poly(self, c: &[f64]) -> Self {
        let (last, rest) = c.split_last().expect("a polynomial has a coefficient");
        rest.iter().rev().fold(Self::of(*last), |sum, &c| sum.mul_add(self, Self::of(c)))
    }
    /// `self - a * b`, the product fused where that is fast.
    #[inline(always)]
    fn minus(self, a: Self, b: Self) -> Self {
        (-a).mul_add(b, self)
    }
    /// The nearest integer, ties to even, for `|self| < 2^(FRACTION - 1)`: two additions on any CPU.
    #[inline(always)]
    fn nearest(self) -> Self {
        let shift = Self::new(Self::Native::SHIFT);
        (self + shift) - shift
    }
    /// The integer nearest to `self * a`, for products up to `2^(FRACTION - 1)`.
    #[inline(always)]
    fn nearest_to_product(self, a: f64) -> Self {
        let shift = Self::new(Self::Native::SHIFT);
        self.mul_add(Self::of(a), shift) - shift
    }
    /// Bit `k` of the integer `self` in two's complement, for `|self| < 2^(FRACTION - 1)`.
    #[inline(always)]
    fn bit(self, k: u32) -> bool {
        (self + Self::new(Self::Native::SHIFT)).get().bit(k)
    }
    /// `2^self` for an integral `self` that is the exponent of a normal number.
    #[inline(always)]
    fn power_of_two(self) -> Self {
        Self::new(self.get().power_of_two())
    }
    /// `self * 2^n`, for an integral `n` up to twice the largest exponent: in two steps, so that results may overflow
    /// and become subnormal as they should.
    #[inline(always)]
    fn scale(self, n: Self) -> Self {
        let half = n.nearest_to_product(0.5);
        self * half.power_of_two() * (n - half).power_of_two()
    }
    /// `(m, e)` with `self = m * 2^e` and `m` in `[sqrt(1/2), sqrt(2))`, for positive numbers, subnormal ones too.
    #[inline(always)]
    fn split(self) -> (Self, Self) {
        let small = self < Self::new(Self::Native::MIN_NORMAL);
        let digits = Self::of((Self::Native::FRACTION + 1) as f64);
        let lifted = Self::select(small, self * digits.power_of_two(), self);
        let (m, e) = lifted.get().split();
        (Self::new(m), Self::new(e) - Self::select(small, digits, Self::of(0.0)))
    }
    /// The upper half of the significand: `self - self.head()` fits in the other half.
    #[inline(always)]
    fn head(self) -> Self {
        Self::new(self.get().head())
    }
    /// `self`, negated if the sign bit of `sign` is set.
    #[inline(always)]
    fn mul_sign(self, sign: Self) -> Self {
        Self::new(self.get().mul_sign(sign.get()))
    }
    /// `self`, negated if `c`.
    #[inline(always)]
    fn negate_if(self, c: bool) -> Self {
        Self::select(c, -self, self)
    }
    /// `self`, but not below `low`; NaN stays.
    #[inline(always)]
    fn at_least(self, low: f64) -> Self {
        Self::select(self < Self::of(low), Self::of(low), self)
    }
    /// `self`, but not above `high`; NaN stays.
    #[inline(always)]
    fn at_most(self, high: f64) -> Self {
        Self::select(self > Self::of(high), Self::of(high), self)
    }
}

impl<R: Float> Bits for R {}
