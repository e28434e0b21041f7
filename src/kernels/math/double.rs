//! [`Double`]: a number as the unevaluated sum of two, for the steps of a formula where one rounding is too much.
//!
//! Results are not brought back to a `lo` within half a unit of `hi`: [`Double::value`] does that where it matters.
//! Invariant: what is called exact here is exact on every instruction set, barring overflow and underflow.

use super::bits::Bits;
use super::float::Float;
use super::native::Native;

/// `hi + lo`, with `lo` a few units of the last place of `hi` at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Double<R> {
    pub hi: R,
    pub lo: R,
}

impl<R: Float> Double<R> {
    #[inline(always)]
    pub fn new(hi: R, lo: R) -> Self {
        Double { hi, lo }
    }

    /// `x` with nothing to add.
    #[inline(always)]
    pub fn from(x: R) -> Self {
        Double::new(x, R::of(0.0))
    }

    /// The constant `hi + lo`, to twice the digits of `R`.
    #[inline(always)]
    pub fn of([hi, lo]: [f64; 2]) -> Self {
        let lead = R::of(hi);
        Double::new(lead, R::of((hi - lead.get().f64()) + lo))
    }

    /// `a + b` exactly.
    #[inline(always)]
    pub fn sum(a: R, b: R) -> Self {
        let hi = a + b;
        let rest = hi - a;
        Double::new(hi, (a - (hi - rest)) + (b - rest))
    }

    /// `a + b` exactly, if the exponent of `a` is not less than that of `b`, or `a` is zero.
    #[inline(always)]
    pub fn sum_ordered(a: R, b: R) -> Self {
        let hi = a + b;
        Double::new(hi, b - (hi - a))
    }

    /// `a * b` exactly.
    #[inline(always)]
    pub fn product(a: R, b: R) -> Self {
        let hi = a * b;
        if R::FMA {
            return Double::new(hi, a.mul_add(b, -hi));
        }
        let (ah, bh) = (a.head(), b.head());
        let (al, bl) = (a - ah, b - bh);
        // In this order, each sum is exact.
        Double::new(hi, (((ah * bh - hi) + ah * bl) + al * bh) + al * bl)
    }

    /// `a / b`, to about twice the digits of one number.
    #[inline(always)]
    pub fn quotient(a: Self, b: Self) -> Self {
        let unit = R::of(1.0) / b.hi;
        let q = a.hi * unit;
        let rest = fused(-q, b.hi, a.hi) + (a.lo - q * b.lo);
        Double::new(q, rest * unit)
    }

    /// The square root.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        let root = self.hi.sqrt();
        let rest = fused(-root, root, self.hi) + self.lo;
        // The root of zero is exact, and its correction 0 / 0.
        let exact = self.hi == R::of(0.0);
        Double::new(root, R::select(exact, R::of(0.0), rest / (root + root)))
    }

    /// `self * other`, to about twice the digits of one number.
    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let p = Self::product(self.hi, other.hi);
        Double::new(p.hi, p.lo + self.hi.mul_add(other.lo, self.lo * other.hi))
    }

    /// `self * x`.
    #[inline(always)]
    pub fn scaled_by(self, x: R) -> Self {
        let p = Self::product(self.hi, x);
        Double::new(p.hi, self.lo.mul_add(x, p.lo))
    }

    /// `self + x`, for an `x` whose exponent is not above that of `self`.
    #[inline(always)]
    pub fn add_smaller(self, x: Self) -> Self {
        let s = Self::sum_ordered(self.hi, x.hi);
        Double::new(s.hi, s.lo + (self.lo + x.lo))
    }

    /// `self + x`.
    #[inline(always)]
    pub fn add(self, x: Self) -> Self {
        let s = Self::sum(self.hi, x.hi);
        Double::new(s.hi, s.lo + (self.lo + x.lo))
    }

    /// `self * 2^n`: see [`Bits::scale`].
    #[inline(always)]
    pub fn scale(self, n: R) -> Self {
        Double::new(self.hi.scale(n), self.lo.scale(n))
    }

    /// `yes` if `c`, else `no`.
    #[inline(always)]
    pub fn select(c: bool, yes: Self, no: Self) -> Self {
        Double::new(R::select(c, yes.hi, no.hi), R::select(c, yes.lo, no.lo))
    }

    /// One number.
    #[inline(always)]
    pub fn value(self) -> R {
        self.hi + self.lo
    }
}

/// `a * b + c` with nothing lost of the product, also where there is no instruction for it.
#[inline(always)]
pub(super) fn fused<R: Float>(a: R, b: R, c: R) -> R {
    if R::FMA {
        return a.mul_add(b, c);
    }
    let p = Double::product(a, b);
    let s = Double::sum(c, p.hi);
    s.hi + (s.lo + p.lo)
}
