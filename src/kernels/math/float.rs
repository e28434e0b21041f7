//! [`Float`]: the numbers that elementwise formulas are written with.
//!
//! An `R: Float` is an `f32` or an `f64` that knows, as a type, the instruction set its code is compiled for: one
//! source gives fused multiply-adds where there are any and plain ones elsewhere. Invariant: every method is
//! branch-free and inlined, so that a loop over a formula made of them is vectorised.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::native::Native;
use super::tables::Tables;
use super::{erf, exp, hyperbolic, inverse_hyperbolic, inverse_trig, log, logistic, onednn, pow, remainder, trig};

/// A number in an elementwise formula: arithmetic, comparison, selection, and the functions of this folder.
///
/// The functions are within 2 units in the last place of the true value (`pow`: 4, `softplus`: 8; of `f32`, for which most are
/// Eigen's, 4, `tanh`: 5, `sigmoid`: 6) and take infinities, NaN, both zeros and subnormal numbers as IEEE 754 has it. `sin`, `cos` and `tan` hold
/// for [`Float::is_moderate`] arguments, remainders for what [`Float::divides`].
///
/// ```
/// use gradtape::kernels::math::Float;
///
/// fn softsign<R: Float>(x: R) -> R {
///     x / (x.abs() + R::of(1.0))
/// }
/// ```
pub trait Float:
    Copy
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The plain type inside.
    type Native: Native;
    /// The `f64` of the same instruction set.
    type Wide: Float<Native = f64, Wide = Self::Wide>;
    /// Whether [`mul_add`](Float::mul_add) is one instruction that rounds once.
    const FMA: bool;
    /// Whether this is the scalar path, right for every argument: [`Target::EXACT`](super::isa::Target::EXACT).
    const EXACT: bool;

    /// Whether the plain type is `f64`.
    const DOUBLE: bool = <Self::Native as Native>::FRACTION == <f64 as Native>::FRACTION;

    /// The plain number `x`.
    fn new(x: Self::Native) -> Self;
    /// The plain number inside.
    fn get(self) -> Self::Native;
    /// The same number as an `f64`.
    fn widen(self) -> Self::Wide;
    /// The number of this type nearest to `x`.
    fn narrow(x: Self::Wide) -> Self;

    /// A constant.
    #[inline(always)]
    fn of(c: f64) -> Self {
        Self::new(Self::Native::of(c))
    }
    /// `yes` if `c`, else `no`. Both have been computed: this is what keeps a formula free of branches.
    #[inline(always)]
    fn select(c: bool, yes: Self, no: Self) -> Self {
        Self::new(Self::Native::select(c, yes.get(), no.get()))
    }
    /// `self * a + b`: rounded once where that is fast, twice elsewhere.
    #[inline(always)]
    fn mul_add(self, a: Self, b: Self) -> Self {
        if Self::FMA { Self::new(self.get().fma(a.get(), b.get())) } else { self * a + b }
    }
    /// `|self|`.
    #[inline(always)]
    fn abs(self) -> Self {
        Self::new(self.get().abs())
    }
    /// The magnitude of `self` with the sign of `sign`.
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        Self::new(self.get().copysign(sign.get()))
    }
    /// The larger one; NaN if one is NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self::select(self >= other || self.is_nan(), self, other)
    }
    /// The smaller one; NaN if one is NaN.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self::select(self <= other || self.is_nan(), self, other)
    }
    /// Whether this is not a number.
    #[inline(always)]
    #[expect(clippy::eq_op, reason = "only NaN differs from itself")]
    fn is_nan(self) -> bool {
        self != self
    }
    /// Whether this is neither infinite nor NaN.
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.abs() < Self::of(f64::INFINITY)
    }
    /// Whether the vector formulas of `sin`, `cos` and `tan` hold: up to 18838 for `f32`, 1e12 for `f64`, and for what is
    /// not finite. A map that uses them hands this to [`Map::covers`](super::map::Map::covers).
    #[inline(always)]
    fn is_moderate(self) -> bool {
        self.abs() <= Self::of(Self::Native::TURN_LIMIT) || !self.is_finite()
    }
    /// The largest integer not above `self`.
    #[inline(always)]
    fn floor(self) -> Self {
        Self::new(self.get().floor())
    }
    /// The smallest integer not below `self`.
    #[inline(always)]
    fn ceil(self) -> Self {
        Self::new(self.get().ceil())
    }
    /// The nearest integer, ties to even.
    #[inline(always)]
    fn round_ties_even(self) -> Self {
        Self::new(self.get().round_ties_even())
    }
    /// The square root, correctly rounded.
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::new(self.get().sqrt())
    }
    /// `1 / sqrt(self)`: infinite at zero (with its sign), NaN below.
    #[inline(always)]
    fn rsqrt(self) -> Self {
        Self::of(1.0) / self.sqrt()
    }
    /// `self * self * self`.
    #[inline(always)]
    fn cube(self) -> Self {
        self * (self * self)
    }
    /// The remainder of `self / y` that has the sign of `self`, exactly; where [`Float::divides`] holds.
    #[inline(always)]
    fn fmod(self, y: Self) -> Self {
        remainder::truncated(self, y)
    }
    /// The remainder that has the sign of `y`, as Python has it; where [`Float::divides`] holds.
    #[inline(always)]
    fn floormod(self, y: Self) -> Self {
        remainder::floored(self, y)
    }
    /// `self / y` rounded down, without being rounded before; where [`Float::divides`] holds.
    #[inline(always)]
    fn floordiv(self, y: Self) -> Self {
        remainder::floor_quotient(self, y)
    }
    /// `self / y` rounded towards zero, without being rounded before; where [`Float::divides`] holds.
    #[inline(always)]
    fn truncdiv(self, y: Self) -> Self {
        remainder::truncated_quotient(self, y)
    }
    /// Whether the quotient is small enough for the vector formulas of remainders. A map that uses them hands this to
    /// [`Map::covers`](super::map::Map::covers).
    #[inline(always)]
    fn divides(self, y: Self) -> bool {
        remainder::covers(self, y)
    }
    /// `f` of the number through `f64`, one at a time: for functions that have no vector formula.
    #[inline(always)]
    fn scalar(self, f: impl Fn(f64) -> f64) -> Self {
        Self::of(f(self.get().f64()))
    }
    /// What the scalar library says, of an `f32` the system's, which TensorFlow asks.
    #[inline(always)]
    fn library(self, single: impl Fn(f32) -> f32, double: impl Fn(f64) -> f64) -> Self {
        self.scalar(|x| if Self::DOUBLE { double(x) } else { f64::from(single(x as f32)) })
    }

    /// `e^self`.
    #[inline(always)]
    fn exp(self) -> Self {
        exp::exp(self)
    }
    /// `e^self`, of an `f32` as TensorFlow has it: half as slow again as [`exp`](Float::exp), which formulas take.
    #[inline(always)]
    fn unfused_exp(self) -> Self {
        exp::unfused_exp(self)
    }
    /// `e^self` of an `f32` as the library oneDNN has it, where multiply-adds are fused.
    #[inline(always)]
    fn fused_exp(self) -> Self {
        exp::fused_exp(self)
    }
    /// The hyperbolic tangent of an `f32` as the library oneDNN has it.
    #[inline(always)]
    fn fused_tanh(self) -> Self {
        if Self::DOUBLE { self.tanh() } else { self.scalar(|x| f64::from(onednn::tanh(x as f32))) }
    }
    /// The logistic function of an `f32` as the library oneDNN has it.
    #[inline(always)]
    fn fused_sigmoid(self) -> Self {
        if Self::DOUBLE {
            return self.sigmoid();
        }
        let e = (-self.abs()).fused_exp();
        let y = e / (e + Self::of(1.0));
        Self::select(self > Self::of(0.0), Self::of(1.0) - y, y)
    }
    /// `e^self - 1`, accurate near 0.
    #[inline(always)]
    fn expm1(self) -> Self {
        exp::expm1(self)
    }
    /// The natural logarithm: `-inf` at 0, NaN below.
    #[inline(always)]
    fn log(self) -> Self {
        log::log(self)
    }
    /// `log(1 + self)`, accurate near 0.
    #[inline(always)]
    fn log1p(self) -> Self {
        log::log1p(self)
    }
    /// `self^y`, as IEEE 754 has it: `x^0 = 1^y = 1` even for NaN; NaN for a negative base unless `y` is an integer.
    #[inline(always)]
    fn pow(self, y: Self) -> Self {
        pow::pow(self, y)
    }
    /// The sine; for [`Float::is_moderate`] arguments.
    #[inline(always)]
    fn sin(self) -> Self {
        trig::sin(self)
    }
    /// The cosine; for [`Float::is_moderate`] arguments.
    #[inline(always)]
    fn cos(self) -> Self {
        trig::cos(self)
    }
    /// The tangent; for [`Float::is_moderate`] arguments.
    #[inline(always)]
    fn tan(self) -> Self {
        trig::tan(self)
    }
    /// The angle in `[-pi/2, pi/2]` whose sine this is.
    #[inline(always)]
    fn asin(self) -> Self {
        inverse_trig::asin(self)
    }
    /// The angle in `[0, pi]` whose cosine this is.
    #[inline(always)]
    fn acos(self) -> Self {
        inverse_trig::acos(self)
    }
    /// The angle in `[-pi/2, pi/2]` whose tangent this is.
    #[inline(always)]
    fn atan(self) -> Self {
        inverse_trig::atan(self)
    }
    /// The angle of the point `(x, self)`, in `[-pi, pi]`; zeros have the sign they show.
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        inverse_trig::atan2(self, x)
    }
    /// The hyperbolic sine.
    #[inline(always)]
    fn sinh(self) -> Self {
        hyperbolic::sinh(self)
    }
    /// The hyperbolic cosine.
    #[inline(always)]
    fn cosh(self) -> Self {
        hyperbolic::cosh(self)
    }
    /// The hyperbolic tangent.
    #[inline(always)]
    fn tanh(self) -> Self {
        hyperbolic::tanh(self)
    }
    /// The inverse of `sinh`.
    #[inline(always)]
    fn asinh(self) -> Self {
        inverse_hyperbolic::asinh(self)
    }
    /// The inverse of `cosh`, not negative: NaN below 1.
    #[inline(always)]
    fn acosh(self) -> Self {
        inverse_hyperbolic::acosh(self)
    }
    /// The inverse of `tanh`: infinite at -1 and 1, NaN beyond.
    #[inline(always)]
    fn atanh(self) -> Self {
        inverse_hyperbolic::atanh(self)
    }
    /// The error function.
    #[inline(always)]
    fn erf(self) -> Self {
        erf::erf(self)
    }
    /// `1 - erf(self)`, accurate where that is small.
    #[inline(always)]
    fn erfc(self) -> Self {
        erf::erfc(self)
    }
    /// The chance that a standard normal variable is below `self`: `erfc(-self / sqrt(2)) / 2`.
    #[inline(always)]
    fn normal_cdf(self) -> Self {
        erf::times_normal_cdf(Self::of(1.0), self)
    }
    /// `1 / (1 + e^-self)`.
    #[inline(always)]
    fn sigmoid(self) -> Self {
        logistic::sigmoid(self)
    }
    /// `log(1 + e^self)`.
    #[inline(always)]
    fn softplus(self) -> Self {
        logistic::softplus(self)
    }
}
