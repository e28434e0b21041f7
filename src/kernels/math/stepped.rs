//! [`Stepped`]: a formula of 16-bit floats that is rounded after each step, as TensorFlow's loops round.
//!
//! Between the steps the numbers stand in `f32`, which holds every 16-bit float. Sums, products and quotients that are
//! rounded to `f32` and then to 16 bits are those rounded once. Invariant: what a method returns is a 16-bit float, or
//! NaN; a function of one number is computed in `f32` and rounded, where TensorFlow has no steps for it.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::float::Float;
use super::half_bits::{bf16_to_f32, f16_to_f32, f32_to_bf16, f32_to_f16};
use super::lane::as_inside;
use super::map::Map;
use super::native::Native;

/// A kind of 16-bit floats.
pub trait Short: Copy + Send + Sync + 'static {
    /// From the negative of this on, and from this on, `softplus` is its limits: as the library Eigen has it.
    const SOFTPLUS_END: f64;
    /// The nearest of them.
    fn round(x: f32) -> f32;
}

/// The IEEE half: 5 bits of exponent.
#[derive(Clone, Copy)]
pub struct Binary16;

/// The upper half of an `f32`.
#[derive(Clone, Copy)]
pub struct Brain16;

impl Short for Binary16 {
    const SOFTPLUS_END: f64 = 7.0078125;
    #[inline(always)]
    fn round(x: f32) -> f32 {
        f16_to_f32(f32_to_f16(x))
    }
}

impl Short for Brain16 {
    const SOFTPLUS_END: f64 = 2.859375;
    #[inline(always)]
    fn round(x: f32) -> f32 {
        bf16_to_f32(f32_to_bf16(x))
    }
}

/// The formula of `F`, of 16-bit floats that stand in `f32`.
///
/// ```
/// use gradtape::kernels::math::stepped::{Binary16, Steps};
/// use gradtape::kernels::math::{Float, Map, map_in_place};
///
/// struct OneLess;
///
/// impl Map<1> for OneLess {
///     #[inline(always)]
///     fn f<R: Float>(&self, [x]: [R; 1]) -> R {
///         x.exp() - R::of(1.0)
///     }
/// }
///
/// let mut x = [0.001f32];
/// map_in_place(&Steps::<_, Binary16>::new(&OneLess), [None], &mut x);
/// assert_eq!(x, [0.0009765625]);
/// ```
pub struct Steps<'a, F, H>(&'a F, PhantomData<H>);

impl<'a, F, H> Steps<'a, F, H> {
    /// The formula of `op`.
    pub fn new(op: &'a F) -> Self {
        Steps(op, PhantomData)
    }
}

impl<F: Map<N>, H: Short, const N: usize> Map<N> for Steps<'_, F, H> {
    const PARTIAL: bool = F::PARTIAL;
    const SCALAR_TAIL: bool = F::SCALAR_TAIL;
    #[inline(always)]
    fn f<R: Float>(&self, x: [R; N]) -> R {
        self.0.f(x.map(Stepped::<R, H>::wrap)).0
    }
    #[inline(always)]
    fn covers<R: Float>(&self, x: [R; N]) -> bool {
        self.0.covers(x)
    }
}

/// A number of type `R` that is a 16-bit float of kind `H`.
struct Stepped<R, H>(R, PhantomData<H>);

impl<R: Float, H: Short> Stepped<R, H> {
    #[inline(always)]
    fn wrap(x: R) -> Self {
        Stepped(x, PhantomData)
    }
    #[inline(always)]
    fn rounded(x: R) -> Self {
        Self::wrap(R::of(f64::from(H::round(x.get().f64() as f32))))
    }
}

/// Functions that take one step.
macro_rules! one_step {
    ($($name:ident)+) => {
        $(
            #[inline(always)]
            fn $name(self) -> Self {
                Self::rounded(self.0.$name())
            }
        )+
    };
}

impl<R: Float, H: Short> Float for Stepped<R, H> {
    type Native = R::Native;
    type Wide = R::Wide;
    const FMA: bool = false;
    const EXACT: bool = R::EXACT;

    #[inline(always)]
    fn new(x: R::Native) -> Self {
        Self::wrap(R::new(x))
    }
    #[inline(always)]
    fn get(self) -> R::Native {
        self.0.get()
    }
    #[inline(always)]
    fn widen(self) -> R::Wide {
        self.0.widen()
    }
    #[inline(always)]
    fn narrow(x: R::Wide) -> Self {
        Self::rounded(R::narrow(x))
    }
    #[inline(always)]
    fn of(c: f64) -> Self {
        Self::rounded(R::of(c))
    }
    #[inline(always)]
    fn pow(self, y: Self) -> Self {
        Self::rounded(self.0.pow(y.0))
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        Self::rounded(self.0.atan2(x.0))
    }
    #[inline(always)]
    fn fmod(self, y: Self) -> Self {
        Self::rounded(self.0.fmod(y.0))
    }
    #[inline(always)]
    fn floormod(self, y: Self) -> Self {
        Self::rounded(self.0.floormod(y.0))
    }
    #[inline(always)]
    fn floordiv(self, y: Self) -> Self {
        Self::rounded(self.0.floordiv(y.0))
    }
    #[inline(always)]
    fn truncdiv(self, y: Self) -> Self {
        Self::rounded(self.0.truncdiv(y.0))
    }
    #[inline(always)]
    fn divides(self, y: Self) -> bool {
        self.0.divides(y.0)
    }
    #[inline(always)]
    fn fused_exp(self) -> Self {
        self.exp()
    }
    #[inline(always)]
    fn fused_tanh(self) -> Self {
        self.tanh()
    }
    #[inline(always)]
    fn fused_sigmoid(self) -> Self {
        self.sigmoid()
    }
    /// `e^x / (1 + e^x)`, and 1 where `e^x` overflows.
    #[inline(always)]
    fn sigmoid(self) -> Self {
        let (one, e) = (Self::of(1.0), self.exp());
        Self::select(e == Self::of(f64::INFINITY), one, e / (one + e))
    }
    #[inline(always)]
    fn softplus(self) -> Self {
        let (end, e) = (Self::of(H::SOFTPLUS_END), self.exp());
        Self::select(self > end, self, Self::select(self < -end, e, e.log1p()))
    }

    one_step! {
        sqrt rsqrt cube exp unfused_exp expm1 log log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf
        erfc normal_cdf
    }
}

as_inside!(Stepped, Float);

macro_rules! operator {
    ($Trait:ident, $method:ident) => {
        impl<R: Float, H: Short> $Trait for Stepped<R, H> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self::rounded(self.0.$method(other.0))
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<R: Float, H: Short> Neg for Stepped<R, H> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::wrap(-self.0)
    }
}
