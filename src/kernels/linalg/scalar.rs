//! The two element types of linear algebra: `f64` and `Complex64`. Single precision is converted by the caller.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use num_complex::Complex64;

use crate::kernels::matmul::Gemm;

/// A real or complex number in double precision.
pub trait Scalar:
    Gemm
    + Debug
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// Whether there is no imaginary part.
    const IS_REAL: bool;
    /// The neutral element of addition.
    const ZERO: Self;
    /// The neutral element of multiplication.
    const ONE: Self;
    /// The complex conjugate; the number itself if it is real.
    fn conj(self) -> Self;
    /// The real part.
    fn re(self) -> f64;
    /// The imaginary part.
    fn im(self) -> f64;
    /// The absolute value, without overflow on the way.
    fn modulus(self) -> f64;
    /// The square of the absolute value, which may overflow.
    fn square(self) -> f64;
    /// The number with these parts; a real type drops the imaginary one.
    fn from_parts(re: f64, im: f64) -> Self;
    /// A real number.
    #[inline(always)]
    fn real(x: f64) -> Self {
        Self::from_parts(x, 0.0)
    }
    /// This number times a real one.
    fn scale(self, x: f64) -> Self;
    /// Whether neither part is infinite or NaN.
    fn is_finite(self) -> bool;
}

impl Scalar for f64 {
    const IS_REAL: bool = true;
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    #[inline(always)]
    fn conj(self) -> f64 {
        self
    }
    #[inline(always)]
    fn re(self) -> f64 {
        self
    }
    #[inline(always)]
    fn im(self) -> f64 {
        0.0
    }
    #[inline(always)]
    fn modulus(self) -> f64 {
        self.abs()
    }
    #[inline(always)]
    fn square(self) -> f64 {
        self * self
    }
    #[inline(always)]
    fn from_parts(re: f64, _im: f64) -> f64 {
        re
    }
    #[inline(always)]
    fn scale(self, x: f64) -> f64 {
        self * x
    }
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.is_finite()
    }
}

impl Scalar for Complex64 {
    const IS_REAL: bool = false;
    const ZERO: Complex64 = Complex64::ZERO;
    const ONE: Complex64 = Complex64::ONE;
    #[inline(always)]
    fn conj(self) -> Complex64 {
        Complex64::conj(&self)
    }
    #[inline(always)]
    fn re(self) -> f64 {
        self.re
    }
    #[inline(always)]
    fn im(self) -> f64 {
        self.im
    }
    #[inline(always)]
    fn modulus(self) -> f64 {
        self.re.hypot(self.im)
    }
    #[inline(always)]
    fn square(self) -> f64 {
        self.norm_sqr()
    }
    #[inline(always)]
    fn from_parts(re: f64, im: f64) -> Complex64 {
        Complex64::new(re, im)
    }
    #[inline(always)]
    fn scale(self, x: f64) -> Complex64 {
        Complex64::new(self.re * x, self.im * x)
    }
    #[inline(always)]
    fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
}
