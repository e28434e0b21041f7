//! What the files of operations are written with: values, declarations, formulas.

pub(in crate::ops) use super::def::Literal::{Bool, Float, Int, Ints, Str};
pub(in crate::ops) use super::def::{
    Arg, Args, Input, Kind, Literal, OpDef, Param, Sample, Value, axes, dtype, exact, flag, float, free, int, on,
    reals, string, tensor, tensors, with,
};
pub(in crate::ops) use super::formula::{Formula, Term};
pub(in crate::ops) use super::primitive::Primitive;
pub(in crate::ops) use super::rule::{Cotangent, Rule};
pub(in crate::ops) use super::takes::Takes;
pub(in crate::ops) use super::{apply, apply_all, apply_static};
pub(in crate::ops) use crate::array::Array;
pub(in crate::ops) use crate::dtype::{DType, DTypes, Element};
pub(in crate::ops) use crate::error::{Error, Result};
pub(in crate::ops) use crate::ops;
pub(in crate::ops) use crate::shape::Shape;
pub(in crate::ops) use crate::tensor::Tensor;
