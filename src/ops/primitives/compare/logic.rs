//! Logic of truth values, element by element, with broadcasting.

use crate::kernels::elementwise::{map, zip};
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR, LOGICAL_NOT];

/// A parameter for truth values.
const fn truth(name: &'static str) -> Param {
    Param::new(name, Kind::As(DType::Bool))
}

const LOGICAL_AND: OpDef = OpDef {
    name: "logical_and",
    op_type: "LogicalAnd",
    doc: "Whether both `x` and `y` are true, element by element, with broadcasting.\n\n\
          No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool, \
          `InvalidArgumentError` for shapes that do not broadcast.\n\n\
          >>> tf.logical_and([True, False], True).numpy().tolist()\n[True, False]",
    params: &[truth("x"), truth("y")],
    call: |a| Ok(logical_and(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

const LOGICAL_OR: OpDef = OpDef {
    name: "logical_or",
    op_type: "LogicalOr",
    doc: "Whether `x` or `y` is true, element by element, with broadcasting.\n\n\
          No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool, \
          `InvalidArgumentError` for shapes that do not broadcast.\n\n\
          >>> tf.logical_or([True, False], False).numpy().tolist()\n[True, False]",
    params: &[truth("x"), truth("y")],
    call: |a| Ok(logical_or(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

const LOGICAL_XOR: OpDef = OpDef {
    name: "logical_xor",
    op_type: "",
    doc: "Whether exactly one of `x` and `y` is true, element by element, with broadcasting.\n\n\
          No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool, \
          `InvalidArgumentError` for shapes that do not broadcast.\n\n\
          >>> tf.math.logical_xor([True, False], True).numpy().tolist()\n[False, True]",
    params: &[truth("x"), truth("y")],
    call: |a| Ok(logical_xor(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

const LOGICAL_NOT: OpDef = OpDef {
    name: "logical_not",
    op_type: "LogicalNot",
    doc: "Whether `x` is false, element by element.\n\n\
          No gradient passes. Errors: `TypeError` for Python values and `InvalidArgumentError` for tensors that are not bool.\n\n\
          >>> tf.logical_not([True, False]).numpy().tolist()\n[False, True]",
    params: &[truth("x")],
    call: |a| Ok(logical_not(a.tensor(0))?.into()),
    samples: &[],
};

/// `a and b`.
pub fn logical_and(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("LogicalAnd", &[a, b], |x| join("LogicalAnd", x, |a, b| a & b))
}

/// `a or b`.
pub fn logical_or(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("LogicalOr", &[a, b], |x| join("LogicalOr", x, |a, b| a | b))
}

/// Exactly one of `a` and `b`.
pub fn logical_xor(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    non_differentiable("LogicalOr", &[a, b], |x| join("LogicalOr", x, |a, b| a ^ b))
}

/// `not x`.
pub fn logical_not(x: &Tensor) -> Result<Tensor> {
    non_differentiable("LogicalNot", &[x], |x| {
        check_bool("LogicalNot", 0, x[0])?;
        map::<bool, bool>(x[0], |x| !x)
    })
}

fn join(op: &'static str, x: &[&Array], f: impl Fn(bool, bool) -> bool + Sync) -> Result<Array> {
    let (a, b) = (x[0], x[1]);
    check_bool(op, 0, a)?;
    check_bool(op, 1, b)?;
    let shape = a.shape().broadcast(b.shape()).ok_or_else(|| Error::shapes(op, a.shape(), b.shape()))?;
    zip(a, b, &shape, f)
}

fn check_bool(op: &'static str, i: usize, x: &Array) -> Result<()> {
    if x.dtype() == DType::Bool {
        return Ok(());
    }
    let got = x.dtype().kernel_name();
    Err(Error::invalid(
        op,
        format!("cannot compute {op} as input #{i}(zero-based) was expected to be a bool tensor but is a {got} tensor"),
    ))
}
