//! Elementwise functions of two tensors, with broadcasting.
//!
//! The family undoes broadcasting once: a member's gradients are formulas at the output's shape, and [`BinaryOp`] sums
//! them back to each operand's shape. The variants of [`Partial`] say what the tape keeps; a tape that tracks only one
//! operand keeps only what that one's gradient reads.

mod arithmetic;
mod derivative;
mod division;
mod extremum;
mod incomplete;
mod power;
mod special;

pub use arithmetic::*;
pub use derivative::*;
pub use division::*;
pub use extremum::*;
pub use incomplete::*;
pub use power::*;
pub use special::*;

use std::marker::PhantomData;
use std::sync::OnceLock;

use num_complex::Complex64;

use super::def::{Input, OpDef, Sample, on, tensor};
use super::{apply_static, sum_to};
use crate::array::{Array, Text};
use crate::dtype::{DType, Element};
use crate::error::{Error, Result};
use crate::kernels::elementwise::{at, zip, zip_float, zip_float_over};
use crate::kernels::math::{Float, Map, Native, Stored};
use crate::memory::try_collect_ok;
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::shape::Shape;
use crate::tensor::Tensor;

pub(super) const TABLES: &[&[OpDef]] =
    &[arithmetic::OPS, derivative::OPS, division::OPS, extremum::OPS, incomplete::OPS, power::OPS, special::OPS];

/// How the gradient with respect to one operand of `y = f(a, b)` is written; the variant is what the tape keeps.
#[derive(Clone, Copy)]
pub enum Partial {
    /// Nothing flows to this operand.
    Zero,
    /// From the output's gradient alone.
    G(fn(&Tensor) -> Result<Tensor>),
    /// From `g` and `a`.
    A(fn(&Tensor, &Tensor) -> Result<Tensor>),
    /// From `g` and `b`.
    B(fn(&Tensor, &Tensor) -> Result<Tensor>),
    /// From `g`, `a` and `b`.
    AB(fn(&Tensor, &Tensor, &Tensor) -> Result<Tensor>),
    /// From `g`, `b` and the output `y`.
    BY(fn(&Tensor, &Tensor, &Tensor) -> Result<Tensor>),
    /// From `g`, `a`, `b` and the output `y`.
    ABY(fn(&Tensor, &Tensor, &Tensor, &Tensor) -> Result<Tensor>),
}

/// A function of two tensors of one dtype, element by element.
pub trait Binary: Send + Sync + 'static {
    /// The function's name.
    const NAME: &'static str;
    /// TensorFlow's operation type.
    const OP_TYPE: &'static str;
    /// The documentation.
    const DOC: &'static str;
    /// The names of the two parameters.
    const PARAMS: &'static [super::def::Param] = &[tensor("x"), tensor("y")];
    /// The gradient with respect to the first operand.
    const DA: Partial;
    /// The gradient with respect to the second operand.
    const DB: Partial;
    /// Registered as not differentiable.
    const DIFFERENTIABLE: bool = true;
    /// Where gradients are checked.
    const SAMPLES: &'static [Sample] = BOTH_ANYWHERE;
    /// The same function of integers (any width, computed in 128 bits and truncated), where there is one.
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = None;
    /// The same function of complex numbers, where there is one.
    const COMPLEX: Option<fn(Complex64, Complex64) -> Complex64> = None;
    /// The same function of strings, where there is one.
    const STRINGS: Option<fn(&[u8], &[u8]) -> Result<Text>> = None;
    /// A faster way for some operands (a constant exponent, say), with the same results.
    const SPECIAL: Option<fn(&Array, &Array) -> Option<Result<Array>>> = None;
    /// The formula.
    fn f<R: Float>(a: R, b: R) -> R;
    /// A fast loop for `int32` and `int64`, where wrapping arithmetic is all there is to it.
    const WRAPPING: Option<(fn(i32, i32) -> i32, fn(i64, i64) -> i64)> = None;
}

/// Samples with and without broadcasting, over all reals.
pub const BOTH_ANYWHERE: &[Sample] = &[
    on(&[Input::Real(&[], -2.0, 2.0), Input::Real(&[], -2.0, 2.0)]),
    on(&[Input::Real(&[3], -2.0, 2.0), Input::Real(&[3], -2.0, 2.0)]),
    on(&[Input::Real(&[2, 3], -2.0, 2.0), Input::Real(&[3], -2.0, 2.0)]),
    on(&[Input::Real(&[1, 3], -2.0, 2.0), Input::Real(&[2, 1], -2.0, 2.0)]),
    on(&[Input::Real(&[], -2.0, 2.0), Input::Real(&[2, 2], -2.0, 2.0)]),
];

/// Samples with and without broadcasting, over positive reals.
pub const BOTH_POSITIVE: &[Sample] = &[
    on(&[Input::Real(&[], 0.3, 2.0), Input::Real(&[], 0.3, 2.0)]),
    on(&[Input::Real(&[3], 0.3, 2.0), Input::Real(&[3], 0.3, 2.0)]),
    on(&[Input::Real(&[2, 3], 0.3, 2.0), Input::Real(&[3], 0.3, 2.0)]),
    on(&[Input::Real(&[1, 3], 0.3, 2.0), Input::Real(&[2, 1], 0.3, 2.0)]),
];

/// The operation of a [`Binary`] function.
struct BinaryOp<B>(PhantomData<B>);

impl<B> std::fmt::Debug for BinaryOp<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(std::any::type_name::<B>())
    }
}

/// Runs the function of type `B`.
#[inline]
pub(in crate::ops) fn call<B: Binary>(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply_static(const { &BinaryOp::<B>(PhantomData) }, &[a, b])
}

/// `f(g, other)`, or `f(other, g)` if `G` is 1, over `g`; says whether it could: for two arrays of one shape, both of
/// `float32` or `float64`. The same bits as [`call`] gives.
pub(in crate::ops) fn over<B: Binary, const G: usize>(g: &mut Array, other: &Array) -> Result<bool> {
    let op = BinaryOp::<B>(PhantomData);
    if g.spec() != other.spec() {
        return Ok(false);
    }
    match g.dtype() {
        DType::Float32 => zip_float_over::<_, f32, G>(&op, g, other)?,
        DType::Float64 => zip_float_over::<_, f64, G>(&op, g, other)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The row of the function of type `B`.
pub(in crate::ops) const fn def<B: Binary>() -> OpDef {
    OpDef {
        name: B::NAME,
        op_type: B::OP_TYPE,
        doc: B::DOC,
        params: B::PARAMS,
        call: |a| Ok(call::<B>(a.tensor(0), a.tensor(1))?.into()),
        samples: if B::DIFFERENTIABLE { B::SAMPLES } else { &[] },
    }
}

impl<B: Binary> Map<2> for BinaryOp<B> {
    #[inline(always)]
    fn f<R: Float>(&self, [a, b]: [R; 2]) -> R {
        B::f(a, b)
    }
}

impl Partial {
    const fn keep(self) -> Keep {
        let (a, b) = (Mask::one(0), Mask::one(1));
        match self {
            Partial::Zero | Partial::G(_) => Keep::NOTHING,
            Partial::A(_) => Keep { inputs: a, outputs: Mask::NONE },
            Partial::B(_) => Keep { inputs: b, outputs: Mask::NONE },
            Partial::AB(_) => Keep::INPUTS,
            Partial::BY(_) => Keep { inputs: b, outputs: Mask::ALL },
            Partial::ABY(_) => Keep::BOTH,
        }
    }

    /// The gradient at the output's shape.
    fn eval(self, s: &Saved, g: &Tensor) -> Result<Option<Tensor>> {
        match self {
            Partial::Zero => return Ok(None),
            Partial::G(f) => f(g),
            Partial::A(f) => f(g, s.x(0)),
            Partial::B(f) => f(g, s.x(1)),
            Partial::AB(f) => f(g, s.x(0), s.x(1)),
            Partial::BY(f) => f(g, s.x(1), s.y(0)),
            Partial::ABY(f) => f(g, s.x(0), s.x(1), s.y(0)),
        }
        .map(Some)
    }
}

impl<B: Binary> Op for BinaryOp<B> {
    fn op_type(&self) -> &'static str {
        B::OP_TYPE
    }

    #[inline]
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        forward::<B>(x[0], x[1])
    }

    fn gradient(&self) -> Gradient {
        if B::DIFFERENTIABLE { Gradient::Defined } else { Gradient::NotDifferentiable }
    }

    fn keep(&self, tracked: Mask) -> Keep {
        let (da, db) = (B::DA.keep(), B::DB.keep());
        let (a, b) = (tracked.has(0), tracked.has(1));
        Keep { inputs: da.inputs.when(a).or(db.inputs.when(b)), outputs: da.outputs.when(a).or(db.outputs.when(b)) }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let one = |i: usize, partial: Partial| {
            if !s.wants(i) {
                return Ok(None);
            }
            let dx = partial.eval(s, &g[0])?;
            dx.map(|dx| sum_to(dx, &s.spec(i).shape, s.batch)).transpose()
        };
        Ok(Grads::from_buf([one(0, B::DA)?, one(1, B::DB)?]))
    }

    fn batched(&self) -> bool {
        true
    }
}

/// Refuses operands of two dtypes, in TensorFlow's words.
pub fn check_same_dtype(op_type: &'static str, a: DType, b: DType) -> Result<()> {
    check_dtype(op_type, 1, a, b)
}

/// Input `place` has the dtype `want`. Errors: `InvalidArgument` when it is `got`.
pub fn check_dtype(op_type: &'static str, place: usize, want: DType, got: DType) -> Result<()> {
    if want == got {
        return Ok(());
    }
    Err(Error::invalid(
        op_type,
        format!(
            "cannot compute {op_type} as input #{place}(zero-based) was expected to be a {} tensor but is a {} tensor",
            want.kernel_name(),
            got.kernel_name()
        ),
    ))
}

#[inline]
fn forward<B: Binary>(a: &Array, b: &Array) -> Result<Array> {
    let dtype = a.dtype();
    check_same_dtype(B::OP_TYPE, dtype, b.dtype())?;
    if let Some(special) = B::SPECIAL.and_then(|special| special(a, b)) {
        return special;
    }
    if a.shape() == b.shape() {
        return of_shape::<B>(a, b, a.shape());
    }
    let shape = a.shape().broadcast(b.shape()).ok_or_else(|| Error::shapes(B::OP_TYPE, a.shape(), b.shape()))?;
    of_shape::<B>(a, b, &shape)
}

/// The result of this shape.
#[inline]
fn of_shape<B: Binary>(a: &Array, b: &Array, shape: &Shape) -> Result<Array> {
    let dtype = a.dtype();
    match dtype {
        DType::Float32 => floats::<B, f32>(a, b, shape),
        DType::Float64 => floats::<B, f64>(a, b, shape),
        DType::Float16 | DType::BFloat16 => {
            let (a, b) = (a.cast(DType::Float32)?, b.cast(DType::Float32)?);
            floats::<B, f32>(&a, &b, shape)?.cast(dtype)
        }
        DType::Complex64 | DType::Complex128 => {
            let f = B::COMPLEX.ok_or_else(|| refuse::<B>(dtype))?;
            let (a, b) = (a.cast(DType::Complex128)?, b.cast(DType::Complex128)?);
            zip::<Complex64, Complex64>(&a, &b, shape, f)?.cast(dtype)
        }
        DType::Bool => Err(refuse::<B>(dtype)),
        DType::String => strings::<B>(a, b, shape),
        integer => integers::<B>(a, b, shape, integer),
    }
}

#[inline]
fn floats<B: Binary, T: Native + Stored + Element>(a: &Array, b: &Array, shape: &Shape) -> Result<Array> {
    let op = BinaryOp::<B>(PhantomData);
    if shape.rank() == 0 {
        return Ok(Array::scalar(at(&op, [a.slice::<T>()[0], b.slice::<T>()[0]])));
    }
    zip_float::<_, T>(&op, a, b, shape)
}

#[cold]
fn strings<B: Binary>(a: &Array, b: &Array, shape: &Shape) -> Result<Array> {
    let f = B::STRINGS.ok_or_else(|| refuse::<B>(DType::String))?;
    let (a, b) = (a.broadcast_to(shape)?, b.broadcast_to(shape)?);
    let (a, b) = (a.strings()?.unwrap_or_default(), b.strings()?.unwrap_or_default());
    Array::from_strings(shape.clone(), try_collect_ok(a.into_iter().zip(b).map(|(a, b)| f(a, b)))?)
}

fn integers<B: Binary>(a: &Array, b: &Array, shape: &Shape, dtype: DType) -> Result<Array> {
    match (dtype, B::WRAPPING) {
        // Named inside of the loop, the function is known to the compiler, and inlined.
        (DType::Int32, Some(_)) => return zip::<i32, i32>(a, b, shape, |a, b| wrapping::<B>().0(a, b)),
        (DType::Int64, Some(_)) => return zip::<i64, i64>(a, b, shape, |a, b| wrapping::<B>().1(a, b)),
        _ => {}
    }
    let f = B::INTEGER.ok_or_else(|| refuse::<B>(dtype))?;
    let failed = OnceLock::new();
    let out = crate::with_dtype!(dtype, T: int => {
        zip::<T, T>(a, b, shape, |a, b| match f(widen(a), widen(b)) {
            Ok(y) => T::cast_from(y as i64),
            Err(e) => { let _ = failed.set(e); T::default() }
        })
    }, else Err(refuse::<B>(dtype)));
    failed.into_inner().map_or(out, Err)
}

/// [`Binary::WRAPPING`]; where there is none, functions that nobody calls.
#[inline(always)]
fn wrapping<B: Binary>() -> (fn(i32, i32) -> i32, fn(i64, i64) -> i64) {
    B::WRAPPING.unwrap_or((|a, _| a, |a, _| a))
}

fn widen<T: Element>(v: T) -> i128 {
    if T::DTYPE == DType::UInt64 { i128::from(v.to_i64() as u64) } else { i128::from(v.to_i64()) }
}

fn refuse<B: Binary>(dtype: DType) -> Error {
    let text = format!("Value for attr 'T' of {} is not in the list of allowed values", dtype.kernel_name());
    Error::invalid(B::OP_TYPE, text)
}
