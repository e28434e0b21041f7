//! NaN, infinite, finite.

use crate::kernels::elementwise::map;
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[IS_NAN, IS_INF, IS_FINITE];

const IS_NAN: OpDef = OpDef {
    name: "is_nan",
    op_type: "IsNan",
    doc: "Which elements are NaN.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for a dtype that is not floating.\n\n\
          >>> tf.math.is_nan([1., float('nan')]).numpy().tolist()\n[False, True]",
    params: &[tensor("x")],
    call: |a| Ok(is_nan(a.tensor(0))?.into()),
    samples: &[],
};

const IS_INF: OpDef = OpDef {
    name: "is_inf",
    op_type: "IsInf",
    doc: "Which elements are infinite, of either sign.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for a dtype that is not floating.\n\n\
          >>> tf.math.is_inf([1., -float('inf')]).numpy().tolist()\n[False, True]",
    params: &[tensor("x")],
    call: |a| Ok(is_inf(a.tensor(0))?.into()),
    samples: &[],
};

const IS_FINITE: OpDef = OpDef {
    name: "is_finite",
    op_type: "IsFinite",
    doc: "Which elements are neither infinite nor NaN.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for a dtype that is not floating.\n\n\
          >>> tf.math.is_finite([1., float('inf')]).numpy().tolist()\n[True, False]",
    params: &[tensor("x")],
    call: |a| Ok(is_finite(a.tensor(0))?.into()),
    samples: &[],
};

/// Which elements are NaN.
pub fn is_nan(x: &Tensor) -> Result<Tensor> {
    non_differentiable("IsNan", &[x], |x| classify("IsNan", x[0], f32::is_nan, f64::is_nan))
}

/// Which elements are infinite.
pub fn is_inf(x: &Tensor) -> Result<Tensor> {
    non_differentiable("IsInf", &[x], |x| classify("IsInf", x[0], f32::is_infinite, f64::is_infinite))
}

/// Which elements are finite.
pub fn is_finite(x: &Tensor) -> Result<Tensor> {
    non_differentiable("IsFinite", &[x], |x| classify("IsFinite", x[0], f32::is_finite, f64::is_finite))
}

fn classify(op: &'static str, x: &Array, single: fn(f32) -> bool, double: fn(f64) -> bool) -> Result<Array> {
    match x.dtype() {
        DType::Float32 => map(x, single),
        DType::Float64 => map(x, double),
        other => map(&x.cast(Takes::FLOATING.computed(op, other)?)?, single),
    }
}
