//! How a [`Binary`] function of two arrays is computed: numbers at once, 16-bit floats step by step where TensorFlow does that,
//! and every dtype by the loop it has.

use std::marker::PhantomData;
use std::sync::OnceLock;

use num_complex::Complex64;

use super::{Binary, BinaryOp, arithmetic};
use crate::kernels::elementwise::{at, zip, zip_float};
use crate::kernels::math::Native;
use crate::kernels::math::stepped::{Binary16, Brain16, Steps};
use crate::memory::try_collect_ok;
use crate::ops::prelude::*;
use crate::ops::to_the_letter::is_to_the_letter;

/// The sum of two arrays, with broadcasting.
#[inline]
pub(in crate::ops) fn sum(a: &Array, b: &Array) -> Result<Array> {
    forward::<arithmetic::Add>(a, b)
}

/// The function of two arrays, with broadcasting.
#[inline]
pub(in crate::ops) fn forward<B: Binary>(a: &Array, b: &Array) -> Result<Array> {
    // Looked for first: all else that is done for an array takes longer than a scalar's arithmetic.
    match numbers::<B, f32>(a, b).or_else(|| numbers::<B, f64>(a, b)) {
        Some(y) => y,
        None => arrays::<B>(a, b),
    }
}

/// The function of two scalars of dtype `T`, if that is what these are.
#[inline]
fn numbers<B: Binary, T: Native + Element>(a: &Array, b: &Array) -> Option<Result<Array>> {
    let (x, y) = (a.number::<T>()?, b.number::<T>()?);
    let special = B::DECLARATION.special.and_then(|special| special(a, b));
    special.or_else(|| Some(Ok(Array::scalar(at(&BinaryOp::<B>(PhantomData), [x, y])))))
}

#[inline(never)]
fn arrays<B: Binary>(a: &Array, b: &Array) -> Result<Array> {
    let (takes, op, x) = (const { B::DECLARATION.takes() }, B::DECLARATION.op_type, [a, b]);
    let dtype = a.dtype();
    if const { B::DECLARATION.steps } && DTypes::HALF.has(dtype) && is_to_the_letter() {
        return takes.compute(op, &x, |x| stepped::<B>(dtype, x[0], x[1]));
    }
    takes.compute(op, &x, |x| broadcast::<B>(x[0], x[1]))
}

/// The function of 16-bit floats of this dtype, which stand in `float32`.
fn stepped<B: Binary>(dtype: DType, a: &Array, b: &Array) -> Result<Array> {
    let (op, shape) = (BinaryOp::<B>(PhantomData), common_shape::<B>(a, b)?);
    if dtype == DType::Float16 {
        zip_float::<_, f32>(&Steps::<_, Binary16>::new(&op), a, b, &shape)
    } else {
        zip_float::<_, f32>(&Steps::<_, Brain16>::new(&op), a, b, &shape)
    }
}

/// The function of a dtype that it has a loop for.
#[inline]
fn broadcast<B: Binary>(a: &Array, b: &Array) -> Result<Array> {
    if let Some(special) = B::DECLARATION.special.and_then(|special| special(a, b)) {
        return special;
    }
    if a.shape() == b.shape() {
        return of_shape::<B>(a, b, a.shape());
    }
    of_shape::<B>(a, b, &common_shape::<B>(a, b)?)
}

fn common_shape<B: Binary>(a: &Array, b: &Array) -> Result<Shape> {
    let shape = a.shape().broadcast(b.shape());
    shape.ok_or_else(|| Error::shapes(B::DECLARATION.op_type, a.shape(), b.shape()))
}

/// The result of this shape.
#[inline]
fn of_shape<B: Binary>(a: &Array, b: &Array, shape: &Shape) -> Result<Array> {
    match a.dtype() {
        DType::Float32 => zip_float::<_, f32>(&BinaryOp::<B>(PhantomData), a, b, shape),
        DType::Float64 => zip_float::<_, f64>(&BinaryOp::<B>(PhantomData), a, b, shape),
        DType::Complex128 => zip::<Complex64, Complex64>(a, b, shape, B::DECLARATION.complex.expect("declared")),
        DType::String => strings::<B>(a, b, shape),
        integer => integers::<B>(a, b, shape, integer),
    }
}

#[cold]
fn strings<B: Binary>(a: &Array, b: &Array, shape: &Shape) -> Result<Array> {
    let f = B::DECLARATION.strings.expect("declared");
    let (a, b) = (a.broadcast_to(shape)?, b.broadcast_to(shape)?);
    let (a, b) = (a.strings()?.unwrap_or_default(), b.strings()?.unwrap_or_default());
    Array::from_strings(shape.clone(), try_collect_ok(a.into_iter().zip(b).map(|(a, b)| f(a, b)))?)
}

fn integers<B: Binary>(a: &Array, b: &Array, shape: &Shape, dtype: DType) -> Result<Array> {
    match (dtype, B::DECLARATION.wrapping) {
        // Named inside of the loop, the function is known to the compiler, and inlined.
        (DType::Int32, Some(_)) => return zip::<i32, i32>(a, b, shape, |a, b| wrapping::<B>().0(a, b)),
        (DType::Int64, Some(_)) => return zip::<i64, i64>(a, b, shape, |a, b| wrapping::<B>().1(a, b)),
        _ => {}
    }
    let f = B::DECLARATION.integer.expect("declared");
    let failed = OnceLock::new();
    let out = crate::with_dtype!(dtype, T: int => {
        zip::<T, T>(a, b, shape, |a, b| match f(a.to_i128(), b.to_i128()) {
            Ok(y) => T::cast_from(y as i64),
            Err(e) => { let _ = failed.set(e); T::default() }
        })
    }, else unreachable!("{dtype}"));
    failed.into_inner().map_or(out, Err)
}

/// [`Declaration::wrapping`]; where there is none, functions that nobody calls.
#[inline(always)]
fn wrapping<B: Binary>() -> (fn(i32, i32) -> i32, fn(i64, i64) -> i64) {
    B::DECLARATION.wrapping.unwrap_or((|a, _| a, |a, _| a))
}
