//! Reductions over axes.
//!
//! The family knows what `axis` and `keepdims` mean: it checks them, shapes the output, and hands a member's gradient
//! formula `g` and `y` with every reduced axis in place (of length 1, behind the axes of a batch), so that they broadcast
//! against `x`. The variant of [`Rule`] says what the tape keeps.

mod argument;
mod extremum;
mod log_sum_exp;
mod logic;
mod product;
mod square;
mod sum;
mod variance;

pub use argument::*;
pub use extremum::*;
pub use log_sum_exp::*;
pub use logic::*;
pub use product::*;
pub use square::*;
pub use sum::*;
pub use variance::*;

use std::marker::PhantomData;

use smallvec::smallvec;

use super::def::{Input, Literal, OpDef, Param, Sample, axes, flag, on, tensor, with};
use super::{apply, broadcast_to_shape, reshape_to};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::shape::{AxisSet, Shape, normalize_axes};
use crate::tensor::Tensor;

pub(super) const TABLES: &[&[OpDef]] =
    &[argument::OPS, extremum::OPS, log_sum_exp::OPS, logic::OPS, product::OPS, square::OPS, sum::OPS, variance::OPS];

/// Samples for a reduction of all reals.
pub(in crate::ops) const SAMPLES: &[Sample] = &[
    on(&[Input::Real(&[], -2.0, 2.0)]),
    on(&[Input::Real(&[2, 3], -2.0, 2.0)]),
    with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("axis", Literal::Ints(&[0]))]),
    with(
        &[Input::Real(&[2, 3, 2], -2.0, 2.0)],
        &[("axis", Literal::Ints(&[0, -1])), ("keepdims", Literal::Bool(true))],
    ),
];

/// Samples for a function of a whole tensor.
pub(in crate::ops) const SCALAR_SAMPLES: &[Sample] =
    &[on(&[Input::Real(&[], -2.0, 2.0)]), on(&[Input::Real(&[3], -2.0, 2.0)]), on(&[Input::Real(&[2, 3], -2.0, 2.0)])];

/// The parameters of every reduction.
pub(in crate::ops) const PARAMS: &[Param] = &[tensor("input_tensor"), axes("axis"), flag("keepdims", false)];

/// How the gradient of a reduction is written; the variant is what the tape keeps. `g` and `y` have the reduced axes
/// with length 1; the result broadcasts to the shape of `x`.
#[derive(Clone, Copy)]
pub enum Rule {
    /// Registered as not differentiable.
    None,
    /// From `g` and the number of elements behind each output.
    G(fn(&Tensor, f64) -> Result<Tensor>),
    /// From `g`, `x`, and the axes of `x` that were reduced.
    X(fn(&Tensor, &Tensor, AxisSet) -> Result<Tensor>),
    /// From `g`, `x` and the output `y`.
    XY(fn(&Tensor, &Tensor, &Tensor) -> Result<Tensor>),
}

/// A reduction.
pub trait Reduction: Send + Sync + 'static {
    /// The function's name.
    const NAME: &'static str;
    /// TensorFlow's operation type.
    const OP_TYPE: &'static str;
    /// The documentation.
    const DOC: &'static str;
    /// The parameters.
    const PARAMS: &'static [Param] = PARAMS;
    /// The gradient.
    const GRAD: Rule;
    /// Where gradients are checked.
    const SAMPLES: &'static [Sample] = SAMPLES;
    /// The reduced array, without the reduced axes.
    fn forward(x: &Array, axes: AxisSet) -> Result<Array>;
}

/// The operation of a [`Reduction`].
struct Reduce<R> {
    axes: AxisSet,
    keepdims: bool,
    of: PhantomData<R>,
}

/// Reduces `axes` of `x`; `None` means all of them.
pub(in crate::ops) fn call<R: Reduction>(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    over::<R>(x, normalize_axes(R::OP_TYPE, axes, x.rank())?, keepdims)
}

/// As [`call`], with axes that are known to be right.
pub(in crate::ops) fn over<R: Reduction>(x: &Tensor, axes: AxisSet, keepdims: bool) -> Result<Tensor> {
    apply(Reduce::<R> { axes, keepdims, of: PhantomData }, &[x])
}

/// The row of the reduction of type `R`.
pub(in crate::ops) const fn def<R: Reduction>() -> OpDef {
    OpDef {
        name: R::NAME,
        op_type: R::OP_TYPE,
        doc: R::DOC,
        params: R::PARAMS,
        call: |a| Ok(call::<R>(a.tensor(0), a.axes(1), a.bool(2))?.into()),
        samples: if matches!(R::GRAD, Rule::None) { &[] } else { R::SAMPLES },
    }
}

impl<R> std::fmt::Debug for Reduce<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", std::any::type_name::<R>(), self.axes)
    }
}

impl<R: Reduction> Op for Reduce<R> {
    fn op_type(&self) -> &'static str {
        R::OP_TYPE
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let y = R::forward(x[0], self.axes)?;
        let done = !self.keepdims && y.is_contiguous();
        if done { Ok(y) } else { y.reshape(x[0].shape().reduced(&self.axes, self.keepdims)) }
    }

    fn gradient(&self) -> Gradient {
        if matches!(R::GRAD, Rule::None) { Gradient::NotDifferentiable } else { Gradient::Defined }
    }

    fn keep(&self, _: Mask) -> Keep {
        match R::GRAD {
            Rule::None | Rule::G(_) => Keep::NOTHING,
            Rule::X(_) => Keep::INPUTS,
            Rule::XY(_) => Keep::BOTH,
        }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let shape = &s.spec(0).shape;
        let lead: Shape = g[0].shape()[..s.batch].into();
        let kept = shape.reduced(&self.axes, true);
        let g = reshape_to(&g[0], &lead.concat(&kept))?;
        let dx = match R::GRAD {
            Rule::None => return Ok(smallvec![None]),
            Rule::G(f) => f(&g, count_behind(shape, self.axes)),
            Rule::X(f) => f(&g, s.x(0), self.axes),
            Rule::XY(f) => f(&g, s.x(0), &reshape_to(s.y(0), &kept)?),
        }?;
        Ok(smallvec![Some(broadcast_to_shape(&dx, &lead.concat(shape))?)])
    }

    fn batched(&self) -> bool {
        true
    }
}

/// How many elements lie behind each output.
pub(in crate::ops) fn count_behind(shape: &Shape, axes: AxisSet) -> f64 {
    axes.iter().map(|i| shape[i]).product::<usize>() as f64
}

/// The error for a dtype that a reduction does not take.
pub(in crate::ops) fn refuse(op: &'static str, dtype: DType) -> Error {
    let text = format!("Value for attr 'T' of {} is not in the list of allowed values", dtype.kernel_name());
    Error::invalid(op, text)
}
