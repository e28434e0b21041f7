//! Elementwise functions of one tensor.
//!
//! A member is a type with a name, a sentence, a formula and its derivative. The derivative's variant says what the tape
//! keeps: nothing, the input, or the output. Half precision computes in `float32`, complex types in `complex128`;
//! gradients of complex functions carry the conjugate of the derivative, TensorFlow's convention.

mod activation;
mod arithmetic;
mod bessel;
mod error_function;
mod exponential;
mod fused;
mod gamma;
mod hyperbolic;
mod integral;
mod relu;
mod rounding;
mod trigonometric;

pub use activation::*;
pub use arithmetic::*;
pub use bessel::*;
pub use error_function::*;
pub use exponential::*;
pub use gamma::*;
pub use hyperbolic::*;
pub use integral::*;
pub use relu::*;
pub use rounding::*;
pub use trigonometric::*;

use std::marker::PhantomData;

use fused::{Fused, fused};
use num_complex::Complex64;
use smallvec::smallvec;

use super::apply_static;
use super::def::{Input, OpDef, Param, Sample, on, tensor};
use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::{Error, Result};
use crate::kernels::elementwise::{at, map, map_float};
use crate::kernels::math::{Float, Map, Native, Stored};
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::tensor::Tensor;

pub(super) const TABLES: &[&[OpDef]] = &[
    activation::OPS,
    arithmetic::OPS,
    bessel::OPS,
    error_function::OPS,
    exponential::OPS,
    gamma::OPS,
    hyperbolic::OPS,
    integral::OPS,
    relu::OPS,
    rounding::OPS,
    trigonometric::OPS,
];

/// How the gradient of `y = f(x)` is written; the variant is what the tape keeps.
#[derive(Clone, Copy)]
pub enum Derivative {
    /// Registered as not differentiable.
    None,
    /// From the output's gradient alone.
    G(fn(&Tensor) -> Result<Tensor>),
    /// From `g` and the input `x`.
    X(fn(&Tensor, &Tensor) -> Result<Tensor>),
    /// From `g` and the output `y`.
    Y(fn(&Tensor, &Tensor) -> Result<Tensor>),
    /// The same, in one pass that may write over `g`.
    Fused(Fused),
    /// From `g`, `x` and `y`.
    XY(fn(&Tensor, &Tensor, &Tensor) -> Result<Tensor>),
}

/// A function of one tensor, element by element.
pub trait Unary: Send + Sync + 'static {
    /// The function's name.
    const NAME: &'static str;
    /// TensorFlow's operation type.
    const OP_TYPE: &'static str;
    /// The documentation.
    const DOC: &'static str;
    /// The parameter.
    const PARAMS: &'static [Param] = &[tensor("x")];
    /// The gradient.
    const GRAD: Derivative;
    /// Where gradients are checked.
    const SAMPLES: &'static [Sample] = ANYWHERE;
    /// The same function of integers, where there is one.
    const INTEGER: Option<fn(i128) -> i128> = None;
    /// The same function of complex numbers, where there is one.
    const COMPLEX: Option<fn(Complex64) -> Complex64> = None;
    /// Whether there are numbers that the vector formula does not cover: see [`Map::covers`].
    const PARTIAL: bool = false;
    /// The formula.
    fn f<R: Float>(x: R) -> R;
    /// Whether the vector formula holds at `x`.
    #[inline(always)]
    fn covers<R: Float>(_x: R) -> bool {
        true
    }
}

/// Samples for a function of all reals.
pub const ANYWHERE: &[Sample] = &[
    on(&[Input::Real(&[], -2.0, 2.0)]),
    on(&[Input::Real(&[3], -2.0, 2.0)]),
    on(&[Input::Real(&[2, 1, 3], -2.0, 2.0)]),
];

/// Samples for a function of positive reals.
pub const POSITIVE: &[Sample] =
    &[on(&[Input::Real(&[], 0.2, 3.0)]), on(&[Input::Real(&[3], 0.2, 3.0)]), on(&[Input::Real(&[2, 3], 0.2, 3.0)])];

/// Samples for a function on the open interval from -1 to 1.
pub const INSIDE_ONE: &[Sample] =
    &[on(&[Input::Real(&[], -0.8, 0.8)]), on(&[Input::Real(&[3], -0.8, 0.8)]), on(&[Input::Real(&[2, 3], -0.8, 0.8)])];

/// Samples for a function with a kink at 0: no difference quotient straddles it.
pub const AWAY_FROM_ZERO: &[Sample] =
    &[on(&[Input::Real(&[], 0.3, 2.0)]), on(&[Input::Real(&[3], -2.0, -0.3)]), on(&[Input::Real(&[2, 3], 0.3, 2.0)])];

/// Samples for a function of numbers above 1.
pub const ABOVE_ONE: &[Sample] = &[on(&[Input::Real(&[], 1.2, 3.0)]), on(&[Input::Real(&[2, 3], 1.2, 3.0)])];

/// Samples for a function on the open interval from 0 to 1.
pub const UNIT: &[Sample] = &[on(&[Input::Real(&[], 0.15, 0.85)]), on(&[Input::Real(&[2, 3], 0.15, 0.85)])];

/// The operation of a [`Unary`] function.
struct UnaryOp<U>(PhantomData<U>);

impl<U> std::fmt::Debug for UnaryOp<U> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(std::any::type_name::<U>())
    }
}

/// Runs the function of type `U`.
#[inline]
pub(in crate::ops) fn call<U: Unary>(x: &Tensor) -> Result<Tensor> {
    apply_static(const { &UnaryOp::<U>(PhantomData) }, &[x])
}

/// The row of the function of type `U`.
pub(in crate::ops) const fn def<U: Unary>() -> OpDef {
    OpDef {
        name: U::NAME,
        op_type: U::OP_TYPE,
        doc: U::DOC,
        params: U::PARAMS,
        call: |a| Ok(call::<U>(a.tensor(0))?.into()),
        samples: if matches!(U::GRAD, Derivative::None) { &[] } else { U::SAMPLES },
    }
}

impl<U: Unary> Map<1> for UnaryOp<U> {
    const PARTIAL: bool = U::PARTIAL;
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        U::f(x)
    }
    #[inline(always)]
    fn covers<R: Float>(&self, [x]: [R; 1]) -> bool {
        U::covers(x)
    }
}

impl<U: Unary> Op for UnaryOp<U> {
    fn op_type(&self) -> &'static str {
        U::OP_TYPE
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        forward::<U>(x[0])
    }

    fn gradient(&self) -> Gradient {
        if matches!(U::GRAD, Derivative::None) { Gradient::NotDifferentiable } else { Gradient::Defined }
    }

    fn keep(&self, _: Mask) -> Keep {
        match U::GRAD {
            Derivative::None | Derivative::G(_) => Keep::NOTHING,
            Derivative::X(_) => Keep::INPUTS,
            Derivative::Y(_) | Derivative::Fused(_) => Keep::OUTPUTS,
            Derivative::XY(_) => Keep::BOTH,
        }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let g = &g[0];
        let dx = match U::GRAD {
            Derivative::None => return Ok(smallvec![None]),
            Derivative::G(f) => f(g),
            Derivative::X(f) => f(g, s.x(0)),
            Derivative::Y(f) => f(g, s.y(0)),
            Derivative::Fused(f) => (f.apart)(g, s.y(0)),
            Derivative::XY(f) => f(g, s.x(0), s.y(0)),
        };
        Ok(smallvec![Some(dx?)])
    }

    fn grad_over(&self, s: &Saved, g: &mut Array) -> Result<bool> {
        match U::GRAD {
            Derivative::Fused(f) => (f.over)(g, s.y(0).array()),
            _ => Ok(false),
        }
    }

    fn batched(&self) -> bool {
        true
    }
}

fn forward<U: Unary>(x: &Array) -> Result<Array> {
    match x.dtype() {
        DType::Float32 => floats::<U, f32>(x),
        DType::Float64 => floats::<U, f64>(x),
        DType::Float16 | DType::BFloat16 => floats::<U, f32>(&x.cast(DType::Float32)?)?.cast(x.dtype()),
        DType::Complex64 | DType::Complex128 => match U::COMPLEX {
            Some(f) => map::<Complex64, Complex64>(&x.cast(DType::Complex128)?, f)?.cast(x.dtype()),
            None => Err(refuse::<U>(x.dtype())),
        },
        DType::Bool | DType::String => Err(refuse::<U>(x.dtype())),
        integer => match U::INTEGER {
            Some(f) => crate::with_dtype!(integer, T: int => {
                map::<T, T>(x, |v| T::cast_from(f(widen(v)) as i64))
            }, else Err(refuse::<U>(integer))),
            None => Err(refuse::<U>(integer)),
        },
    }
}

#[inline]
fn floats<U: Unary, T: Native + Stored + Element>(x: &Array) -> Result<Array> {
    let op = UnaryOp::<U>(PhantomData);
    if x.shape().rank() == 0 {
        return Ok(Array::scalar(at(&op, [x.slice::<T>()[0]])));
    }
    map_float::<_, T>(&op, x)
}

/// Any integer element as an `i128`.
fn widen<T: Element>(v: T) -> i128 {
    if T::DTYPE == DType::UInt64 { i128::from(v.to_i64() as u64) } else { i128::from(v.to_i64()) }
}

fn refuse<U: Unary>(dtype: DType) -> Error {
    let mut allowed = String::from("bfloat16, half, float, double");
    if U::INTEGER.is_some() {
        allowed += ", int8, int16, int32, int64, uint8, uint16, uint32, uint64";
    }
    if U::COMPLEX.is_some() {
        allowed += ", complex64, complex128";
    }
    let text = format!("Value for attr 'T' of {} is not in the list of allowed values: {allowed}", dtype.kernel_name());
    Error::invalid(U::OP_TYPE, text)
}
