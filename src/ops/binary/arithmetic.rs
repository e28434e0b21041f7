//! Sum, difference, product, quotient.

use super::Binary;
use super::OpDef;
use super::Partial;
use super::Result;
use super::call;
use super::def;
use crate::kernels::math::Float;
use crate::ops;
use crate::tensor::Tensor;
use num_complex::Complex64;

pub(super) const OPS: &[OpDef] = &[def::<Add>(), def::<Subtract>(), def::<Multiply>(), def::<RealDiv>()];

/// See [`add`].
pub struct Add;

impl Binary for Add {
    const NAME: &'static str = "add";
    const OP_TYPE: &'static str = "AddV2";
    const DOC: &'static str = "`x + y`, element by element, with broadcasting.\n\n>>> tf.add([1., 2.], 3.).numpy().tolist()\n[4.0, 5.0]";
    const DA: Partial = Partial::G(|g| Ok(g.clone()));
    const DB: Partial = Partial::G(|g| Ok(g.clone()));
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| Ok(a + b));
    const WRAPPING: Option<(fn(i32, i32) -> i32, fn(i64, i64) -> i64)> = Some((i32::wrapping_add, i64::wrapping_add));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|a, b| a + b);
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a + b
    }
}

/// `a + b`.
pub fn add(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Add>(a, b)
}

/// See [`subtract`].
pub struct Subtract;

impl Binary for Subtract {
    const NAME: &'static str = "subtract";
    const OP_TYPE: &'static str = "Sub";
    const DOC: &'static str =
        "`x - y`, element by element, with broadcasting.\n\n>>> tf.subtract([1., 2.], 3.).numpy().tolist()\n[-2.0, -1.0]";
    const DA: Partial = Partial::G(|g| Ok(g.clone()));
    const DB: Partial = Partial::G(ops::negative);
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| Ok(a - b));
    const WRAPPING: Option<(fn(i32, i32) -> i32, fn(i64, i64) -> i64)> = Some((i32::wrapping_sub, i64::wrapping_sub));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|a, b| a - b);
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a - b
    }
}

/// `a - b`.
pub fn subtract(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Subtract>(a, b)
}

/// See [`multiply`].
pub struct Multiply;

impl Binary for Multiply {
    const NAME: &'static str = "multiply";
    const OP_TYPE: &'static str = "Mul";
    const DOC: &'static str =
        "`x * y`, element by element, with broadcasting.\n\n>>> tf.multiply([1., 2.], 3.).numpy().tolist()\n[3.0, 6.0]";
    const DA: Partial = Partial::B(|g, b| multiply(g, &ops::conj(b)?));
    const DB: Partial = Partial::A(|g, a| multiply(g, &ops::conj(a)?));
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| Ok(a.wrapping_mul(b)));
    const WRAPPING: Option<(fn(i32, i32) -> i32, fn(i64, i64) -> i64)> = Some((i32::wrapping_mul, i64::wrapping_mul));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|a, b| a * b);
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a * b
    }
}

/// `a * b`.
pub fn multiply(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Multiply>(a, b)
}

/// See [`realdiv`].
pub struct RealDiv;

impl Binary for RealDiv {
    const NAME: &'static str = "realdiv";
    const OP_TYPE: &'static str = "RealDiv";
    const DOC: &'static str = "`x / y` of floating-point tensors, element by element, with broadcasting.\n\n\
        Division by zero gives infinity, and `0 / 0` NaN.\n\n>>> tf.realdiv([1., 2.], 4.).numpy().tolist()\n[0.25, 0.5]";
    const DA: Partial = Partial::B(|g, b| realdiv(g, &ops::conj(b)?));
    const DB: Partial = Partial::BY(|g, b, y| ops::negative(&multiply(g, &ops::conj(&realdiv(y, b)?)?)?));
    const SAMPLES: &'static [super::Sample] = super::BOTH_POSITIVE;
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|a, b| a / b);
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a / b
    }
}

/// `a / b` of floating-point tensors.
pub fn realdiv(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<RealDiv>(a, b)
}
