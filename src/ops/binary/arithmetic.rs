//! Sum, difference, product, and what is made of them.

use num_complex::Complex64;

use super::{Binary, Input, OpDef, Partial, Result, call, def, on};
use crate::array::Text;
use crate::dtype::DType;
use crate::error::Error;
use crate::kernels::math::Float;
use crate::memory::try_collect;
use crate::ops;
use crate::ops::def::tensors;
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] =
    &[def::<Add>(), def::<Subtract>(), def::<Multiply>(), def::<MultiplyNoNan>(), def::<SquaredDifference>(), ADD_N];

/// See [`add`].
pub struct Add;

impl Binary for Add {
    const NAME: &'static str = "add";
    const OP_TYPE: &'static str = "AddV2";
    const DOC: &'static str = "`x + y`, element by element, with broadcasting; strings are joined.\n\n>>> tf.add([1., 2.], 3.).numpy().tolist()\n[4.0, 5.0]";
    const DA: Partial = Partial::G(|g| Ok(g.clone()));
    const DB: Partial = Partial::G(|g| Ok(g.clone()));
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| Ok(a + b));
    const WRAPPING: Option<(fn(i32, i32) -> i32, fn(i64, i64) -> i64)> = Some((i32::wrapping_add, i64::wrapping_add));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|a, b| a + b);
    const STRINGS: Option<fn(&[u8], &[u8]) -> Result<Text>> =
        Some(|a, b| try_collect([a, b].into_iter().flatten().copied()).map(Text::from));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a + b
    }
}

/// `x + y`.
pub fn add(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Add>(a, b)
}

/// See [`subtract`].
pub struct Subtract;

impl Binary for Subtract {
    const NAME: &'static str = "subtract";
    const OP_TYPE: &'static str = "Sub";
    const DOC: &'static str = "`x - y`, element by element, with broadcasting.\n\n>>> tf.subtract([1., 2.], 3.).numpy().tolist()\n[-2.0, -1.0]";
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

/// `x - y`.
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

/// `x * y`.
pub fn multiply(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Multiply>(a, b)
}

/// See [`multiply_no_nan`].
pub struct MultiplyNoNan;

impl Binary for MultiplyNoNan {
    const NAME: &'static str = "multiply_no_nan";
    const OP_TYPE: &'static str = "MulNoNan";
    const DOC: &'static str = "`x * y`, element by element, and 0 where `y` is 0 even if `x` is infinite or NaN.\n\n>>> tf.math.multiply_no_nan(float(\"inf\"), 0.).numpy().item()\n0.0";
    const DA: Partial = Partial::B(|g, b| multiply_no_nan(g, &ops::conj(b)?));
    const DB: Partial = Partial::A(|g, a| multiply(g, &ops::conj(a)?));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|a, b| if b.norm_sqr() == 0.0 { b } else { a * b });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b == R::of(0.0), R::of(0.0), a * b)
    }
}

/// `x * y`.
pub fn multiply_no_nan(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<MultiplyNoNan>(a, b)
}

/// See [`squared_difference`].
pub struct SquaredDifference;

impl Binary for SquaredDifference {
    const NAME: &'static str = "squared_difference";
    const OP_TYPE: &'static str = "SquaredDifference";
    const DOC: &'static str = "`(x - y) ** 2`, element by element, with broadcasting (`x - y` times its conjugate for complex numbers).\n\n>>> tf.math.squared_difference([1., 2.], 3.).numpy().tolist()\n[4.0, 1.0]";
    const DA: Partial = Partial::AB(twice_difference);
    const DB: Partial = Partial::AB(|g, a, b| twice_difference(g, b, a));
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| Ok((a - b).wrapping_mul(a - b)));
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|a, b| (a - b) * (a - b).conj());
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        (a - b) * (a - b)
    }
}

/// `(x - y) ** 2`.
pub fn squared_difference(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<SquaredDifference>(a, b)
}

const ADD_N: OpDef = OpDef {
    name: "add_n",
    op_type: "AddN",
    doc: "The sum of tensors of one shape and dtype.\n\n\
          Errors: `ValueError` for an empty list, `InvalidArgumentError` for shapes that differ.\n\n\
          >>> tf.add_n([[1., 2.], [3., 4.]]).numpy().tolist()\n[4.0, 6.0]",
    params: &[tensors("inputs")],
    call: |a| Ok(add_n(a.tensors(0))?.into()),
    samples: &[on(&[Input::List(&[
        Input::Real(&[3], -2.0, 2.0),
        Input::Real(&[3], -2.0, 2.0),
        Input::Real(&[3], -2.0, 2.0),
    ])])],
};

/// The sum of tensors of one shape and dtype.
pub fn add_n(inputs: &[Tensor]) -> Result<Tensor> {
    let Some((first, rest)) = inputs.split_first() else {
        return Err(Error::value(
            "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape.",
        ));
    };
    for (i, x) in rest.iter().enumerate() {
        super::check_dtype("AddN", i + 1, first.dtype(), x.dtype())?;
        if x.shape() != first.shape() {
            let text = format!(
                "Inputs to operation AddN must have the same size and shape.  Input 0: {} != input {}: {}",
                first.shape(),
                i + 1,
                x.shape()
            );
            return Err(Error::invalid("AddN", text));
        }
    }
    if !rest.is_empty() && matches!(first.dtype(), DType::Bool | DType::String) {
        let text =
            format!("Value for attr 'T' of {} is not in the list of allowed values", first.dtype().kernel_name());
        return Err(Error::invalid("AddN", text));
    }
    match rest {
        [] => ops::identity(first),
        rest => rest.iter().try_fold(first.clone(), |sum, x| add(&sum, x)),
    }
}

/// `2 g conj(a - b)`.
fn twice_difference(g: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    multiply(g, &multiply(&ops::like(a, 2.0)?, &subtract(a, b)?)?)
}
