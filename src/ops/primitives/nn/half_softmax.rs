//! Softmax, its logarithm and their gradients of 16-bit floats along the last axis, step by step as TensorFlow rounds them.
//!
//! Invariant: each step is a function of the registry, of arrays of the 16-bit type.

use crate::ops::prelude::*;
use crate::ops::primitives::reduce::{maxima_of_rows, sums_of_rows};
use crate::ops::primitives::{binary, unary};
use crate::ops::to_the_letter::is_to_the_letter;
use crate::ops::{Exp, Log, Multiply, Reciprocal, Subtract};

/// Whether these numbers are taken step by step. The function itself TensorFlow computes of `bfloat16` in `float32`.
pub(super) fn is_stepped(x: &Array) -> bool {
    DTypes::HALF.has(x.dtype()) && is_to_the_letter()
}

/// `e^(x - max) (1 / sum(e^(x - max)))`.
pub(super) fn softmax(x: &Array) -> Result<Array> {
    let powers = unary::forward::<Exp>(&[&below_maximum(x)?])?;
    let inverse = unary::forward::<Reciprocal>(&[&sums_of_rows(&powers)?])?;
    binary::forward::<Multiply>(&powers, &inverse)
}

/// `x - max - log(sum(e^(x - max)))`.
pub(super) fn log_softmax(x: &Array) -> Result<Array> {
    let x = below_maximum(x)?;
    let powers = unary::forward::<Exp>(&[&x])?;
    binary::forward::<Subtract>(&x, &unary::forward::<Log>(&[&sums_of_rows(&powers)?])?)
}

/// `(g - sum(g y)) y`.
pub(super) fn softmax_grad(g: &Array, y: &Array) -> Result<Array> {
    let sums = sums_of_rows(&binary::forward::<Multiply>(g, y)?)?;
    binary::forward::<Multiply>(&binary::forward::<Subtract>(g, &sums)?, y)
}

/// `g - sum(g) e^y`.
pub(super) fn log_softmax_grad(g: &Array, y: &Array) -> Result<Array> {
    let share = binary::forward::<Multiply>(&sums_of_rows(g)?, &unary::forward::<Exp>(&[y])?)?;
    binary::forward::<Subtract>(g, &share)
}

fn below_maximum(x: &Array) -> Result<Array> {
    binary::forward::<Subtract>(x, &maxima_of_rows(x)?)
}
