//! Elementwise functions of one tensor.
//!
//! A member is an entry of its file's [`unary!`]: documentation, name, formula, gradient ([`Rule`]). Gradients of
//! complex functions carry the conjugate of the derivative, TensorFlow's convention.

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

use fused::fused;
use num_complex::Complex64;
use smallvec::smallvec;

use crate::kernels::elementwise::{at, map, map_float, map_slices};
use crate::kernels::math::stepped::{Binary16, Brain16, Steps};
use crate::kernels::math::{Float, Map, Native};
use crate::op::{Along, Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::graph;
use crate::ops::prelude::*;
use crate::ops::to_the_letter::is_to_the_letter;

pub(super) const TABLES: &[&[OpDef]] = &[
    activation::MEMBERS,
    activation::OPS,
    arithmetic::MEMBERS,
    bessel::MEMBERS,
    error_function::MEMBERS,
    exponential::MEMBERS,
    gamma::MEMBERS,
    hyperbolic::MEMBERS,
    integral::MEMBERS,
    relu::MEMBERS,
    rounding::MEMBERS,
    trigonometric::MEMBERS,
];

/// A function of one tensor, element by element; [`unary!`] makes them.
pub(in crate::ops) trait Unary: Send + Sync + 'static {
    /// What is known of the function.
    const DECLARATION: Declaration;
    /// The formula.
    fn f<R: Float>(x: R) -> R;
}

/// A member of the family, but for its formula.
pub(in crate::ops) struct Declaration {
    /// The function's name.
    name: &'static str,
    /// TensorFlow's operation type.
    op_type: &'static str,
    /// The documentation.
    doc: &'static str,
    /// The parameter.
    params: &'static [Param],
    /// The gradient.
    grad: Rule,
    /// Where gradients are checked.
    samples: &'static [Sample],
    /// The same function of integers, where there is one.
    integer: Option<fn(i128) -> i128>,
    /// The same function of complex numbers, where there is one.
    complex: Option<fn(Complex64) -> Complex64>,
    /// Whether the vector formula holds for moderate numbers only: see [`Map::covers`].
    moderate: bool,
    /// See [`Map::SCALAR_TAIL`].
    scalar_tail: bool,
    /// Whether the formula has several steps, after each of which 16-bit floats are rounded in TensorFlow's place.
    steps: bool,
    /// The same function of arrays of `float32`, where that is not the formula.
    single: Option<fn(&[f32], &mut [f32])>,
    /// What runs in place of the operation, and may run it.
    entry: Option<fn(&Tensor) -> Result<Tensor>>,
}

const PARAMS: &[Param] = &[tensor("x")];

impl Declaration {
    /// With everything that most functions have in common.
    const fn new(name: &'static str, op_type: &'static str, doc: &'static str, grad: Rule) -> Declaration {
        Declaration {
            name,
            op_type,
            doc,
            params: PARAMS,
            grad,
            samples: ANYWHERE,
            integer: None,
            complex: None,
            moderate: false,
            scalar_tail: false,
            steps: false,
            single: None,
            entry: None,
        }
    }

    /// The dtypes.
    const fn takes(&self) -> Takes {
        let mut takes = Takes::FLOATING;
        if self.integer.is_some() {
            takes = takes.and(DTypes::INTEGER);
        }
        if self.complex.is_some() { takes.and_complex() } else { takes }
    }
}

/// The functions of a file: documentation, name, type, formula (`R` is the type of `x`), gradient, and what else
/// [`Declaration`] has. Makes for each its type and its Rust function, and of all the table `MEMBERS`. The operation type is
/// the type's name unless `op_type` says otherwise.
macro_rules! unary {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $type:ident |$x:ident| $formula:expr, grad: $grad:expr $(, $field:ident: $value:expr)*;
    )+) => {
        pub(super) const MEMBERS: &[$crate::ops::def::OpDef] = &[$($crate::ops::primitives::unary::def::<$type>()),+];
        $(
            #[doc = concat!("See [`", stringify!($name), "`].")]
            pub(in crate::ops) struct $type;
            impl $crate::ops::primitives::unary::Unary for $type {
                const DECLARATION: $crate::ops::primitives::unary::Declaration = $crate::ops::primitives::unary::Declaration {
                    $($field: $value,)*
                    ..$crate::ops::primitives::unary::Declaration::new(
                        stringify!($name),
                        stringify!($type),
                        $crate::ops::doc::docs!($($doc)+),
                        $grad,
                    )
                };
                #[inline(always)]
                fn f<R: $crate::kernels::math::Float>($x: R) -> R {
                    $formula
                }
            }
            $(#[doc = $doc])+
            pub fn $name(x: &$crate::tensor::Tensor) -> $crate::error::Result<$crate::tensor::Tensor> {
                $crate::ops::primitives::unary::run::<$type>(x)
            }
        )+
    };
}
use unary;

/// Samples for a function of all reals.
pub const ANYWHERE: &[Sample] = &[on(&[reals(&[])]), on(&[reals(&[3])]), on(&[reals(&[2, 1, 3])])];

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

/// The function of type `U`.
#[inline]
fn run<U: Unary>(x: &Tensor) -> Result<Tensor> {
    U::DECLARATION.entry.unwrap_or(call::<U>)(x)
}

/// Runs the operation of the function of type `U`.
#[inline]
fn call<U: Unary>(x: &Tensor) -> Result<Tensor> {
    apply_static(const { &UnaryOp::<U>(PhantomData) }, &[x])
}

/// Whether a graph of TensorFlow computes an activation of `x` together with the product of matrices and the bias before it.
fn is_behind_matrices(x: &Tensor) -> bool {
    graph::biased(x) == Some(graph::Product::Matrices)
}

/// The row of the function of type `U`.
const fn def<U: Unary>() -> OpDef {
    OpDef {
        name: U::DECLARATION.name,
        op_type: U::DECLARATION.op_type,
        doc: U::DECLARATION.doc,
        params: U::DECLARATION.params,
        call: |a| Ok(run::<U>(a.tensor(0))?.into()),
        samples: if matches!(U::DECLARATION.grad, Rule::None) { &[] } else { U::DECLARATION.samples },
    }
}

impl<U: Unary> Map<1> for UnaryOp<U> {
    const PARTIAL: bool = U::DECLARATION.moderate;
    const SCALAR_TAIL: bool = U::DECLARATION.scalar_tail;
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        U::f(x)
    }
    #[inline(always)]
    fn covers<R: Float>(&self, [x]: [R; 1]) -> bool {
        !U::DECLARATION.moderate || x.is_moderate()
    }
}

impl<U: Unary> Op for UnaryOp<U> {
    fn op_type(&self) -> &'static str {
        U::DECLARATION.op_type
    }

    #[inline]
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        forward::<U>(x)
    }

    fn gradient(&self) -> Gradient {
        const { Rule::gradient(&[U::DECLARATION.grad]) }
    }

    fn keep(&self, _: Mask) -> Keep {
        const { U::DECLARATION.grad.keep() }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![U::DECLARATION.grad.eval(self.op_type(), &Cotangent::new(&(), s, &g[0], 0))?])
    }

    fn grad_over(&self, s: &Saved, g: &mut Array) -> Result<bool> {
        match U::DECLARATION.grad {
            Rule::Fused(f) => (f.over)(g, s.y(0).array()),
            _ => Ok(false),
        }
    }

    fn along(&self) -> Along {
        Along::Elements
    }

    fn batched(&self) -> bool {
        true
    }
}

#[inline]
pub(in crate::ops) fn forward<U: Unary>(x: &[&Array]) -> Result<Array> {
    let y = number::<U, f32>(x[0]).or_else(|| number::<U, f64>(x[0]));
    y.map_or_else(|| array::<U>(U::DECLARATION.op_type, x), Ok)
}

/// The function of a scalar of dtype `T`, if that is what this is.
#[inline]
fn number<U: Unary, T: Native + Element>(x: &Array) -> Option<Array> {
    Some(Array::scalar(at(&UnaryOp::<U>(PhantomData), [x.number::<T>()?])))
}

#[inline(never)]
fn array<U: Unary>(op: &'static str, x: &[&Array]) -> Result<Array> {
    let takes = const { U::DECLARATION.takes() };
    let dtype = x[0].dtype();
    if const { U::DECLARATION.steps } && DTypes::HALF.has(dtype) && is_to_the_letter() {
        return takes.compute(op, x, |x| stepped::<U>(dtype, x[0]));
    }
    takes.compute(op, x, |x| native::<U>(x[0]))
}

/// The function of 16-bit floats of this dtype, which stand in `float32`.
fn stepped<U: Unary>(dtype: DType, x: &Array) -> Result<Array> {
    let op = UnaryOp::<U>(PhantomData);
    if dtype == DType::Float16 {
        map_float::<_, f32>(&Steps::<_, Binary16>::new(&op), x)
    } else {
        map_float::<_, f32>(&Steps::<_, Brain16>::new(&op), x)
    }
}

/// The function of a dtype that it has a loop for.
fn native<U: Unary>(x: &Array) -> Result<Array> {
    match x.dtype() {
        DType::Float32 => match U::DECLARATION.single {
            Some(single) => map_slices(single, x),
            None => map_float::<_, f32>(&UnaryOp::<U>(PhantomData), x),
        },
        DType::Float64 => map_float::<_, f64>(&UnaryOp::<U>(PhantomData), x),
        DType::Complex128 => map::<Complex64, Complex64>(x, U::DECLARATION.complex.expect("declared")),
        integer => crate::with_dtype!(integer, T: int => {
            let f = U::DECLARATION.integer.expect("declared");
            map::<T, T>(x, |v| T::cast_from(f(v.to_i128()) as i64))
        }, else unreachable!("{integer}")),
    }
}
