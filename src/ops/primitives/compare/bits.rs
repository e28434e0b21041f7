//! Bits of integers, element by element, with broadcasting.
//!
//! Computed in 64 bits with the operand's signedness and cut back to its width, which changes no bit of any answer.

use crate::kernels::elementwise::{map, zip};
use crate::ops::check_same_dtype;
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[BITWISE_AND, BITWISE_OR, BITWISE_XOR, INVERT, LEFT_SHIFT, RIGHT_SHIFT];

const BITWISE_AND: OpDef = OpDef {
    name: "bitwise_and",
    op_type: "BitwiseAnd",
    doc: "The bits set in both `x` and `y`; integers of one dtype, with broadcasting.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for other dtypes.\n\n\
          >>> tf.bitwise.bitwise_and(6, 3).numpy().item()\n2",
    params: &[tensor("x"), tensor("y")],
    call: |a| Ok(bitwise_and(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

const BITWISE_OR: OpDef = OpDef {
    name: "bitwise_or",
    op_type: "BitwiseOr",
    doc: "The bits set in `x` or `y`; integers of one dtype, with broadcasting.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for other dtypes.\n\n\
          >>> tf.bitwise.bitwise_or(6, 3).numpy().item()\n7",
    params: &[tensor("x"), tensor("y")],
    call: |a| Ok(bitwise_or(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

const BITWISE_XOR: OpDef = OpDef {
    name: "bitwise_xor",
    op_type: "BitwiseXor",
    doc: "The bits set in exactly one of `x` and `y`; integers of one dtype, with broadcasting.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for other dtypes.\n\n\
          >>> tf.bitwise.bitwise_xor(6, 3).numpy().item()\n5",
    params: &[tensor("x"), tensor("y")],
    call: |a| Ok(bitwise_xor(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

const INVERT: OpDef = OpDef {
    name: "invert",
    op_type: "Invert",
    doc: "Every bit of the integers `x` flipped.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for other dtypes.\n\n\
          >>> tf.bitwise.invert(6).numpy().item()\n-7",
    params: &[tensor("x")],
    call: |a| Ok(invert(a.tensor(0))?.into()),
    samples: &[],
};

const LEFT_SHIFT: OpDef = OpDef {
    name: "left_shift",
    op_type: "LeftShift",
    doc: "The bits of `x` moved left by `y` places; integers of one dtype, with broadcasting.\n\n\
          A shift below 0 counts as 0, one beyond the width as the width less one. No gradient passes. Errors: \
          `InvalidArgumentError` for other dtypes.\n\n\
          >>> tf.bitwise.left_shift(1, 4).numpy().item()\n16",
    params: &[tensor("x"), tensor("y")],
    call: |a| Ok(left_shift(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

const RIGHT_SHIFT: OpDef = OpDef {
    name: "right_shift",
    op_type: "RightShift",
    doc: "The bits of `x` moved right by `y` places; negative numbers stay negative. Integers of one dtype, with \
          broadcasting.\n\n\
          A shift below 0 counts as 0, one beyond the width as the width less one. No gradient passes. Errors: \
          `InvalidArgumentError` for other dtypes.\n\n\
          >>> tf.bitwise.right_shift(-8, 1).numpy().item()\n-4",
    params: &[tensor("x"), tensor("y")],
    call: |a| Ok(right_shift(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

/// `a & b`.
pub fn bitwise_and(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("BitwiseAnd", &[a, b], |x| words("BitwiseAnd", x, |a, b, _| a & b, |a, b, _| a & b))
}

/// `a | b`.
pub fn bitwise_or(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("BitwiseOr", &[a, b], |x| words("BitwiseOr", x, |a, b, _| a | b, |a, b, _| a | b))
}

/// `a ^ b`.
pub fn bitwise_xor(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("BitwiseXor", &[a, b], |x| words("BitwiseXor", x, |a, b, _| a ^ b, |a, b, _| a ^ b))
}

/// `a << b`.
pub fn left_shift(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("LeftShift", &[a, b], |x| {
        words("LeftShift", x, |a, b, top| a << b.clamp(0, top), |a, b, top| a << b.min(top as u64))
    })
}

/// `a >> b`.
pub fn right_shift(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("RightShift", &[a, b], |x| {
        words("RightShift", x, |a, b, top| a >> b.clamp(0, top), |a, b, top| a >> b.min(top as u64))
    })
}

/// `!x`.
pub fn invert(x: &Tensor) -> Result<Tensor> {
    non_differentiable("Invert", &[x], |x| {
        let dtype = x[0].dtype();
        DTypes::INTEGER.check("Invert", "T", dtype)?;
        map::<i64, i64>(&x[0].cast(DType::Int64)?, |x| !x)?.cast(dtype)
    })
}

/// Applies the formula for signed or for unsigned numbers; both get the highest bit's place as well.
fn words(
    op: &'static str,
    x: &[&Array],
    signed: fn(i64, i64, i64) -> i64,
    unsigned: fn(u64, u64, i64) -> u64,
) -> Result<Array> {
    let (a, b) = (x[0], x[1]);
    let dtype = a.dtype();
    DTypes::INTEGER.check(op, "T", dtype)?;
    check_same_dtype(op, dtype, b.dtype())?;
    let shape = a.shape().broadcast(b.shape()).ok_or_else(|| Error::shapes(op, a.shape(), b.shape()))?;
    let top = dtype.size() as i64 * 8 - 1;
    let wide = if dtype.is_unsigned() { DType::UInt64 } else { DType::Int64 };
    let (a, b) = (a.cast(wide)?, b.cast(wide)?);
    let wide = match wide {
        DType::UInt64 => zip::<u64, u64>(&a, &b, &shape, |a, b| unsigned(a, b, top)),
        _ => zip::<i64, i64>(&a, &b, &shape, |a, b| signed(a, b, top)),
    };
    wide?.cast(dtype)
}
