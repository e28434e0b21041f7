//! Linear algebra: solutions, determinants, factorisations, spectra, over batches of matrices.
//!
//! Everything computes in double precision and is cast back. Gradients are the adjoint formulas of Giles (2008),
//! "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", written with recorded
//! operations, so that any order works.

mod determinant;
mod eig;
mod factor;
mod functions;
mod least_squares;
mod lu;
mod solve;
mod spectral;

pub use determinant::*;
pub use eig::*;
pub use factor::*;
pub use least_squares::*;
pub use lu::*;
pub use solve::*;
pub use spectral::*;

use super::def::{Input, OpDef, Sample, on};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::kernels::linalg::Failure;
use crate::ops;
use crate::shape::Shape;
use crate::tensor::Tensor;

pub(super) const TABLES: &[&[OpDef]] =
    &[determinant::OPS, eig::OPS, factor::OPS, functions::OPS, least_squares::OPS, lu::OPS, solve::OPS, spectral::OPS];

/// Samples of one well-conditioned square matrix, and of a batch.
const SQUARE: &[Sample] = &[on(&[Input::Spd(&[3, 3])]), on(&[Input::Spd(&[2, 2, 2])])];

/// Runs `$body` with `$T` bound to `f64` or `Complex64`, and `$x` to the array in that type, contiguous.
macro_rules! in_double {
    ($op:expr, $x:ident, $T:ident => $body:expr) => {
        match $x.dtype() {
            d if d.is_floating() => {
                type $T = f64;
                let $x = $x.cast(crate::dtype::DType::Float64)?.contiguous()?;
                $body
            }
            d if d.is_complex() => {
                type $T = num_complex::Complex64;
                let $x = $x.cast(crate::dtype::DType::Complex128)?.contiguous()?;
                $body
            }
            d => Err(crate::ops::refuse($op, d)),
        }
    };
}
use in_double;

/// Rows and columns of the matrices of an array. Errors: `InvalidArgument` for rank below 2.
fn matrix(op: &'static str, x: &Array) -> Result<(usize, usize)> {
    match **x.shape() {
        [.., m, n] => Ok((m, n)),
        _ => Err(Error::invalid(op, format!("Input tensor 0 must have rank >= 2, got {}", x.shape().rank()))),
    }
}

/// The size of the square matrices of an array. Errors: `InvalidArgument` for matrices that are not square.
fn square(op: &'static str, x: &Array) -> Result<usize> {
    match matrix(op, x)? {
        (m, n) if m == n => Ok(n),
        (m, n) => Err(Error::invalid(op, format!("Input matrix must be square, got {m} != {n}"))),
    }
}

/// The batch axes.
fn batch_of(x: &Array) -> Shape {
    x.shape()[..x.shape().rank() - 2].into()
}

/// The error of a kernel that has no answer: this text, unless it was stopped.
fn failed(op: &'static str, text: &'static str) -> impl FnOnce(Failure) -> Error {
    move |failure| match failure {
        Failure::Stopped(error) => error,
        Failure::Singular | Failure::NotConverged => Error::invalid(op, text),
    }
}

fn not_invertible(op: &'static str, failure: Failure) -> Error {
    failed(op, "Input is not invertible.")(failure)
}

/// `a^H b`.
fn adjoint_times(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::matmul(&ops::conj(a)?, b, true, false)
}

/// `a b^H`.
fn times_adjoint(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::matmul(a, &ops::conj(b)?, false, true)
}

/// `a b`.
fn times(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::matmul(a, b, false, false)
}

/// The conjugate transpose.
fn adjoint(a: &Tensor) -> Result<Tensor> {
    ops::matrix_transpose(a, true)
}

/// A number for each matrix, with two axes of length 1 behind.
fn as_matrices(x: &Tensor) -> Result<Tensor> {
    ops::reshape_to(x, &x.shape().concat(&[1, 1]))
}

/// A vector for each matrix as one row.
fn as_rows(x: &Tensor) -> Result<Tensor> {
    let mut shape = x.shape().clone();
    shape.insert(x.rank() - 1, 1);
    ops::reshape_to(x, &shape)
}

/// A real tensor in the (perhaps complex) dtype of another.
fn like_dtype(x: &Tensor, dtype: DType) -> Result<Tensor> {
    ops::cast(x, dtype)
}
