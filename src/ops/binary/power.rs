//! Powers, products with logarithms, and the angle of a point.

use num_complex::Complex64;

use super::{BOTH_POSITIVE, Binary, OpDef, Partial, Result, Sample, call, def, tensor};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Error;
use crate::kernels::math::{Float, complex};
use crate::ops;
use crate::ops::def::Param;
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[def::<Pow>(), def::<Atan2>(), def::<Xlogy>(), def::<Xlog1py>(), def::<Xdivy>()];

/// See [`pow`].
pub struct Pow;

impl Binary for Pow {
    const NAME: &'static str = "pow";
    const OP_TYPE: &'static str = "Pow";
    const DOC: &'static str = "`x ** y`, element by element, with broadcasting.\n\nThe gradient with respect to `y` is 0 where `x` is not positive. Errors: `InvalidArgumentError` for an integer with a negative exponent.\n\n>>> tf.pow([2., 3.], 2.).numpy().tolist()\n[4.0, 9.0]";
    const DA: Partial = Partial::AB(slope);
    const DB: Partial =
        Partial::ABY(|g, a, _, y| ops::multiply(g, &ops::conj(&ops::multiply(y, &ops::log_positive(a)?)?)?));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(integer_power);
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(complex::pow);
    const SPECIAL: Option<fn(&Array, &Array) -> Option<Result<Array>>> = Some(common_power);
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a.pow(b)
    }
}

/// `x ** y`.
pub fn pow(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Pow>(a, b)
}

/// See [`atan2`].
pub struct Atan2;

impl Binary for Atan2 {
    const NAME: &'static str = "atan2";
    const OP_TYPE: &'static str = "Atan2";
    const DOC: &'static str = "The angle in radians, between -pi and pi, of the point (`x`, `y`).\n\n>>> tf.atan2(0., 1.).numpy().item()\n0.0";
    const PARAMS: &'static [Param] = &[tensor("y"), tensor("x")];
    const DA: Partial = Partial::AB(|g, a, b| ops::realdiv(&ops::multiply(g, b)?, &norm_square(a, b)?));
    const DB: Partial =
        Partial::AB(|g, a, b| ops::negative(&ops::realdiv(&ops::multiply(g, a)?, &norm_square(a, b)?)?));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a.atan2(b)
    }
}

/// The angle in radians, between -pi and pi, of the point (`x`, `y`).
pub fn atan2(y: &Tensor, x: &Tensor) -> Result<Tensor> {
    call::<Atan2>(y, x)
}

/// See [`xlogy`].
pub struct Xlogy;

impl Binary for Xlogy {
    const NAME: &'static str = "xlogy";
    const OP_TYPE: &'static str = "Xlogy";
    const DOC: &'static str =
        "`x * log(y)`, element by element, and 0 where `x` is 0.\n\n>>> tf.math.xlogy(0., 0.).numpy().item()\n0.0";
    const DA: Partial = Partial::AB(|g, a, b| ops::multiply(g, &xlogy(&indicator(a)?, b)?));
    const DB: Partial = Partial::AB(|g, a, b| ops::multiply(g, &xdivy(a, b)?));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|a, b| if a.norm_sqr() == 0.0 { a } else { a * complex::log(b) });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(a == R::of(0.0), R::of(0.0), a * b.log())
    }
}

/// `x * log(y)`.
pub fn xlogy(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Xlogy>(a, b)
}

/// See [`xlog1py`].
pub struct Xlog1py;

impl Binary for Xlog1py {
    const NAME: &'static str = "xlog1py";
    const OP_TYPE: &'static str = "Xlog1py";
    const DOC: &'static str = "`x * log(1 + y)`, element by element, and 0 where `x` is 0.\n\n>>> tf.math.xlog1py(0., -1.).numpy().item()\n0.0";
    const DA: Partial = Partial::AB(|g, a, b| ops::multiply(g, &xlog1py(&indicator(a)?, b)?));
    const DB: Partial = Partial::AB(|g, a, b| ops::multiply(g, &xdivy(a, &ops::add(b, &ops::like(b, 1.0)?)?)?));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|a, b| if a.norm_sqr() == 0.0 { a } else { a * complex::log1p(b) });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(a == R::of(0.0), R::of(0.0), a * b.log1p())
    }
}

/// `x * log(1 + y)`.
pub fn xlog1py(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Xlog1py>(a, b)
}

/// See [`xdivy`].
pub struct Xdivy;

impl Binary for Xdivy {
    const NAME: &'static str = "xdivy";
    const OP_TYPE: &'static str = "Xdivy";
    const DOC: &'static str =
        "`x / y`, element by element, and 0 where `x` is 0.\n\n>>> tf.math.xdivy(0., 0.).numpy().item()\n0.0";
    const DA: Partial = Partial::AB(|g, a, b| ops::multiply(g, &xdivy(&indicator(a)?, b)?));
    const DB: Partial = Partial::AB(|g, a, b| ops::negative(&ops::multiply(g, &xdivy(&xdivy(a, b)?, b)?)?));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|a, b| if a.norm_sqr() == 0.0 { a } else { a / b });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(a == R::of(0.0), R::of(0.0), a / b)
    }
}

/// `x / y`.
pub fn xdivy(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Xdivy>(a, b)
}

/// The gradient of a power with respect to its base: `g b a ** (b - 1)`, exactly 0 where the exponent is 0.
fn slope(g: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let lower = pow(a, &ops::subtract(b, &ops::like(b, 1.0)?)?)?;
    ops::multiply(g, &ops::conj(&ops::multiply_no_nan(&lower, b)?)?)
}

fn integer_power(a: i128, b: i128) -> Result<i128> {
    if b < 0 {
        return Err(Error::invalid("Pow", "Integers to negative integer powers are not allowed"));
    }
    let (mut base, mut exponent, mut product) = (a, b, 1i128);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    Ok(product)
}

/// Exponents 0, 1 and 2 need no logarithm.
fn common_power(a: &Array, b: &Array) -> Option<Result<Array>> {
    if b.shape().rank() != 0 || !matches!(b.dtype(), DType::Float32 | DType::Float64) {
        return None;
    }
    match b.item::<f64>() {
        0.0 => Some(Array::scalar(1.0).cast(b.dtype()).and_then(|one| one.broadcast_to(a.shape()))),
        1.0 => Some(Ok(a.clone())),
        2.0 => Some(super::forward::<super::Multiply>(a, a)),
        _ => None,
    }
}

/// 1 where `x` is not 0, else 0.
fn indicator(x: &Tensor) -> Result<Tensor> {
    ops::cast(&ops::not_equal(x, &ops::like(x, 0.0)?)?, x.dtype())
}

/// `a ** 2 + b ** 2`.
fn norm_square(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::add(&ops::square(a)?, &ops::square(b)?)
}
