//! Quotients and remainders.

use super::{BOTH_POSITIVE, binary, call, def};
use crate::ops::graph::takes_reciprocals;
use crate::ops::prelude::*;
use crate::ops::primitives::unary;

pub(super) const OPS: &[OpDef] = &[TRUEDIV, DIVIDE, MOD];

binary! {
    /// `x / y` of floating-point tensors, element by element, with broadcasting.
    ///
    /// Division by zero gives infinity, and `0 / 0` NaN.
    ///
    /// >>> tf.realdiv([1., 2.], 4.).numpy().tolist()
    /// [0.25, 0.5]
    realdiv: RealDiv |a, b| a / b,
        da: Rule::B(|g, b| g / b.conj()),
        db: Rule::BY(|g, b, y| -g * (y / b).conj()),
        samples: BOTH_POSITIVE,
        special: Some(reciprocal),
        complex: Some(|a, b| a / b);

    /// `x / y`, element by element, and 0 where `y` is 0; integers are divided as floats.
    ///
    /// >>> tf.math.divide_no_nan([1., 2.], [0., 4.]).numpy().tolist()
    /// [0.0, 0.5]
    divide_no_nan: DivideNoNan |a, b| R::select(b == R::of(0.0), R::of(0.0), a / b),
        da: Rule::B(|g, b| g.divide_no_nan(b.conj())),
        db: Rule::BY(|g, b, y| -g * y.divide_no_nan(b).conj()),
        op_type: "DivNoNan",
        entry: Some(|a, b| as_reals(a, b, call::<DivideNoNan>)),
        samples: BOTH_POSITIVE,
        complex: Some(|a, b| if b.norm_sqr() == 0.0 { b } else { a / b });

    /// `x / y` rounded down, element by element; no gradient.
    ///
    /// The quotient of two finite floats is rounded once: `1. // 0.1` is 9, since 0.1 is a little more than a tenth, and
    /// `x == x // y * y + x % y`. Errors: `InvalidArgumentError` for division of an integer by 0.
    ///
    /// >>> tf.math.floordiv([7, -7], 2).numpy().tolist()
    /// [3, -4]
    floordiv: FloorDiv |a, b| a.floordiv(b),
        da: Rule::None,
        db: Rule::None,
        divides: true,
        integer: Some(|a, b| nonzero(b).map(|b| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)));

    /// The remainder of `x / y` with the sign of `y`, as Python has it, element by element.
    ///
    /// Exact for floats of any size, but for the addition of `y` where the signs differ. NaN if `x` is infinite or `y` is
    /// 0. The gradient with respect to `y` is `-floor(x / y)`. Errors: `InvalidArgumentError` for an integer modulo 0.
    ///
    /// >>> tf.math.floormod([7, -7], 3).numpy().tolist()
    /// [1, 2]
    floormod: FloorMod |a, b| a.floormod(b),
        da: Rule::G(|g| g.into()),
        db: Rule::AB(|g, a, b| -g * a.floordiv(b)),
        divides: true,
        samples: REMAINDERS,
        integer: Some(|a, b| nonzero(b).map(|b| a - b * (a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0))));

    /// `x / y` rounded towards zero, and only once, element by element; no gradient.
    ///
    /// >>> tf.truncatediv([7, -7], 2).numpy().tolist()
    /// [3, -3]
    truncatediv: TruncateDiv |a, b| a.truncdiv(b),
        da: Rule::None,
        db: Rule::None,
        divides: true,
        integer: Some(|a, b| nonzero(b).map(|b| a / b));

    /// The remainder of `x / y` with the sign of `x`, as C has it, and exact; no gradient is registered for it.
    ///
    /// >>> tf.truncatemod([7, -7], 3).numpy().tolist()
    /// [1, -1]
    truncatemod: TruncateMod |a, b| a.fmod(b),
        da: Rule::Missing,
        db: Rule::Missing,
        divides: true,
        integer: Some(|a, b| nonzero(b).map(|b| a % b));
}

/// Samples that keep the quotient away from integers, where the remainder jumps.
const REMAINDERS: &[Sample] = &[
    on(&[Input::Real(&[], 2.2, 2.8), Input::Real(&[], 0.98, 1.02)]),
    on(&[Input::Real(&[3], -2.8, -2.2), Input::Real(&[], 0.98, 1.02)]),
];

fn nonzero(b: i128) -> Result<i128> {
    if b == 0 { Err(Error::invalid("FloorDiv", "Integer division by zero")) } else { Ok(b) }
}

/// Graphs of TensorFlow take the reciprocal for a quotient of one, but for those of datasets.
fn reciprocal(a: &Array, b: &Array) -> Option<Result<Array>> {
    let is_one = takes_reciprocals() && a.shape().rank() == 0 && a.dtype() == DType::Float32 && a.item::<f64>() == 1.0;
    is_one.then(|| unary::forward::<unary::Reciprocal>(&[b]))
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
