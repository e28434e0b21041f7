//! Quotients and remainders.

use num_complex::Complex64;

use super::{BOTH_POSITIVE, Binary, Input, OpDef, Partial, Result, Sample, call, def, on, tensor};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Error;
use crate::kernels::math::Float;
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[
    def::<RealDiv>(),
    OpDef { call: |a| Ok(divide_no_nan(a.tensor(0), a.tensor(1))?.into()), ..def::<DivideNoNan>() },
    def::<FloorDiv>(),
    def::<FloorMod>(),
    def::<TruncateDiv>(),
    TRUEDIV,
    DIVIDE,
    MOD,
    TRUNCATE_MOD,
];

/// See [`realdiv`].
pub struct RealDiv;

impl Binary for RealDiv {
    const NAME: &'static str = "realdiv";
    const OP_TYPE: &'static str = "RealDiv";
    const DOC: &'static str = "`x / y` of floating-point tensors, element by element, with broadcasting.\n\nDivision by zero gives infinity, and `0 / 0` NaN.\n\n>>> tf.realdiv([1., 2.], 4.).numpy().tolist()\n[0.25, 0.5]";
    const DA: Partial = Partial::B(|g, b| realdiv(g, &ops::conj(b)?));
    const DB: Partial = Partial::BY(|g, b, y| ops::negative(&ops::multiply(g, &ops::conj(&realdiv(y, b)?)?)?));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = Some(|a, b| a / b);
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a / b
    }
}

/// `x / y` of floating-point tensors.
pub fn realdiv(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<RealDiv>(a, b)
}

/// See [`divide_no_nan`].
pub struct DivideNoNan;

impl Binary for DivideNoNan {
    const NAME: &'static str = "divide_no_nan";
    const OP_TYPE: &'static str = "DivNoNan";
    const DOC: &'static str = "`x / y`, element by element, and 0 where `y` is 0; integers are divided as floats.\n\n>>> tf.math.divide_no_nan([1., 2.], [0., 4.]).numpy().tolist()\n[0.0, 0.5]";
    const DA: Partial = Partial::B(|g, b| divide_no_nan(g, &ops::conj(b)?));
    const DB: Partial = Partial::BY(|g, b, y| ops::negative(&ops::multiply(g, &ops::conj(&divide_no_nan(y, b)?)?)?));
    const SAMPLES: &'static [Sample] = BOTH_POSITIVE;
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> =
        Some(|a, b| if b.norm_sqr() == 0.0 { b } else { a / b });
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select(b == R::of(0.0), R::of(0.0), a / b)
    }
}

/// `x / y`.
pub fn divide_no_nan(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    as_reals(a, b, call::<DivideNoNan>)
}

/// See [`floordiv`].
pub struct FloorDiv;

impl Binary for FloorDiv {
    const NAME: &'static str = "floordiv";
    const OP_TYPE: &'static str = "FloorDiv";
    const DOC: &'static str = "`x / y` rounded down, element by element; no gradient.\n\nErrors: `InvalidArgumentError` for division of an integer by 0.\n\n>>> tf.math.floordiv([7, -7], 2).numpy().tolist()\n[3, -4]";
    const DA: Partial = Partial::Zero;
    const DB: Partial = Partial::Zero;
    const DIFFERENTIABLE: bool = false;
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> =
        Some(|a, b| nonzero(b).map(|b| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        (a / b).floor()
    }
}

/// `x / y` rounded down.
pub fn floordiv(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<FloorDiv>(a, b)
}

/// See [`floormod`].
pub struct FloorMod;

impl Binary for FloorMod {
    const NAME: &'static str = "floormod";
    const OP_TYPE: &'static str = "FloorMod";
    const DOC: &'static str = "The remainder of `x / y` with the sign of `y`, as Python has it, element by element.\n\nThe gradient with respect to `y` is `-floor(x / y)`. Errors: `InvalidArgumentError` for an integer modulo 0.\n\n>>> tf.math.floormod([7, -7], 3).numpy().tolist()\n[1, 2]";
    const DA: Partial = Partial::G(|g| Ok(g.clone()));
    const DB: Partial = Partial::AB(|g, a, b| ops::negative(&ops::multiply(g, &ops::floor(&realdiv(a, b)?)?)?));
    const SAMPLES: &'static [Sample] = REMAINDERS;
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> =
        Some(|a, b| nonzero(b).map(|b| a - b * (a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0))));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        R::select((a - (a / b).floor() * b) == b, R::of(0.0), a - (a / b).floor() * b)
    }
}

/// The remainder of `x / y` with the sign of `y`, as Python has it.
pub fn floormod(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<FloorMod>(a, b)
}

/// See [`truncatediv`].
pub struct TruncateDiv;

impl Binary for TruncateDiv {
    const NAME: &'static str = "truncatediv";
    const OP_TYPE: &'static str = "TruncateDiv";
    const DOC: &'static str = "`x / y` rounded towards zero, element by element; no gradient.\n\n>>> tf.truncatediv([7, -7], 2).numpy().tolist()\n[3, -3]";
    const DA: Partial = Partial::Zero;
    const DB: Partial = Partial::Zero;
    const DIFFERENTIABLE: bool = false;
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| nonzero(b).map(|b| a / b));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        truncate(a / b)
    }
}

/// `x / y` rounded towards zero.
pub fn truncatediv(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<TruncateDiv>(a, b)
}

/// Samples that keep the quotient away from integers, where the remainder jumps.
const REMAINDERS: &[Sample] = &[
    on(&[Input::Real(&[], 2.2, 2.8), Input::Real(&[], 0.98, 1.02)]),
    on(&[Input::Real(&[3], -2.8, -2.2), Input::Real(&[], 0.98, 1.02)]),
];

fn nonzero(b: i128) -> Result<i128> {
    if b == 0 { Err(Error::invalid("FloorDiv", "Integer division by zero")) } else { Ok(b) }
}

#[inline(always)]
fn truncate<R: Float>(x: R) -> R {
    x.abs().floor().copysign(x)
}

/// `a / b` of Python 3: integers are divided as floats (`float32` up to 16 bits, else `float64`).
pub fn truediv(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if a.dtype() != b.dtype() {
        let text = format!("`x` and `y` must have the same dtype, got tf.{} != tf.{}.", a.dtype(), b.dtype());
        return Err(Error::type_error(text));
    }
    as_reals(a, b, realdiv)
}

/// A quotient of floats, or of integers as floats.
#[inline]
fn as_reals(a: &Tensor, b: &Tensor, quotient: fn(&Tensor, &Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let wide = match a.dtype() {
        DType::Int8 | DType::UInt8 | DType::Int16 | DType::UInt16 => DType::Float32,
        d if d.is_integer() => DType::Float64,
        _ => return quotient(a, b),
    };
    quotient(&ops::cast(a, wide)?, &ops::cast(b, wide)?)
}

const TRUEDIV: OpDef = OpDef {
    name: "truediv",
    op_type: "",
    doc: "`x / y`, element by element, with broadcasting; integers are divided as floats.\n\n\
          `int8`, `uint8`, `int16` and `uint16` give `float32`, wider integers `float64`. Errors: `TypeError` for two dtypes.\n\n\
          >>> tf.truediv([1, 2], 4).numpy().tolist()\n[0.25, 0.5]",
    params: &[tensor("x"), tensor("y")],
    call: |a| Ok(truediv(a.tensor(0), a.tensor(1))?.into()),
    samples: BOTH_POSITIVE,
};

const DIVIDE: OpDef = OpDef {
    name: "divide",
    doc: "`x / y`, element by element, with broadcasting; integers are divided as floats.\n\n\
          >>> tf.divide([1, 2], 4).numpy().tolist()\n[0.25, 0.5]",
    ..TRUEDIV
};

const MOD: OpDef = OpDef {
    name: "mod",
    doc: "The remainder of `x / y` with the sign of `y`: another name of `floormod`.\n\n\
          >>> tf.math.mod([7, -7], 3).numpy().tolist()\n[1, 2]",
    ..def::<FloorMod>()
};

/// The remainder of `a / b` with the sign of `a`.
pub fn truncatemod(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::apply_static(&TruncateMod, &[a, b])
}

const TRUNCATE_MOD: OpDef = OpDef {
    name: "truncatemod",
    op_type: "TruncateMod",
    doc: "The remainder of `x / y` with the sign of `x`, as C has it; no gradient is registered for it.\n\n\
          >>> tf.truncatemod([7, -7], 3).numpy().tolist()\n[1, -1]",
    params: &[tensor("x"), tensor("y")],
    call: |a| Ok(truncatemod(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

/// `a - b trunc(a / b)`, with TensorFlow's missing gradient.
#[derive(Debug)]
struct TruncateMod;

impl Op for TruncateMod {
    fn op_type(&self) -> &'static str {
        "TruncateMod"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        super::check_same_dtype("TruncateMod", x[0].dtype(), x[1].dtype())?;
        super::forward::<Remainder>(x[0], x[1])
    }
    fn gradient(&self) -> Gradient {
        Gradient::Missing
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::BOTH
    }
    fn grad(&self, s: &Saved, _: &[Tensor]) -> Result<Grads> {
        Ok((0..s.len()).map(|_| None).collect())
    }
}

/// The formula of [`TruncateMod`].
struct Remainder;

impl Binary for Remainder {
    const NAME: &'static str = "truncatemod";
    const OP_TYPE: &'static str = "TruncateMod";
    const DOC: &'static str = "";
    const DA: Partial = Partial::Zero;
    const DB: Partial = Partial::Zero;
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| nonzero(b).map(|b| a % b));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a - truncate(a / b) * b
    }
}
