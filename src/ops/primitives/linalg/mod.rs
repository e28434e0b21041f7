//! Linear algebra: solutions, determinants, factorisations, spectra, over batches of matrices `[..., m, n]`.
//!
//! Everything computes in double precision and is converted back. Gradients are the adjoint formulas of Giles (2008),
//! "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", written with recorded
//! operations, so that any order works.

mod banded;
mod determinant;
mod eig;
mod factor;
mod functions;
mod solve;
mod spectral;

pub use banded::*;
pub use determinant::*;
pub use eig::*;
pub use factor::*;
pub use solve::*;
pub use spectral::*;

use crate::kernels::linalg::Failure;
use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] =
    &[banded::OPS, determinant::OPS, eig::OPS, factor::OPS, functions::OPS, solve::OPS, spectral::OPS];

/// Samples of one well-conditioned square matrix, and of a batch.
const SQUARE: &[Sample] = &[on(&[Input::Spd(&[3, 3])]), on(&[Input::Spd(&[2, 2, 2])])];

/// Real numbers, computed in `float64`, and complex ones, computed in `complex128`.
const DOUBLE: Takes = Takes::native(DTypes::of(&[DType::Float64]))
    .through(DTypes::of(&[DType::Float32]).or(DTypes::HALF), DType::Float64)
    .and_complex();

/// Matrices one after the other in memory, and their rows and columns. Errors: `InvalidArgument` for rank below 2.
fn matrices(op: &'static str, x: &Array) -> Result<(Array, usize, usize)> {
    match **x.shape() {
        [.., m, n] => Ok((x.contiguous()?, m, n)),
        _ => Err(Error::invalid(op, format!("Input tensor 0 must have rank >= 2, got {}", x.shape().rank()))),
    }
}

/// The same of square matrices. Errors: `InvalidArgument` for others.
fn square(op: &'static str, x: &Array) -> Result<(Array, usize)> {
    match matrices(op, x)? {
        (x, m, n) if m == n => Ok((x, n)),
        (_, m, n) => Err(Error::invalid(op, format!("Input matrix must be square, got {m} != {n}"))),
    }
}

/// The axes of the batch.
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

/// [`failed`], of a matrix that has to have an inverse.
fn not_invertible(op: &'static str) -> impl FnOnce(Failure) -> Error {
    failed(op, "Input is not invertible.")
}

/// What formulas about matrices are written with.
pub(in crate::ops) trait Matrices: Term {
    /// The conjugate transpose `A^H`.
    fn adjoint(&self) -> Formula {
        self.map(|a| ops::matrix_transpose(a, true))
    }

    /// `A B`.
    fn times(&self, b: impl Term) -> Formula {
        self.matmul(b, false, false)
    }

    /// `A^H B`.
    fn adjoint_times(&self, b: impl Term) -> Formula {
        self.conj().matmul(b, true, false)
    }

    /// `A B^H`.
    fn times_adjoint(&self, b: impl Term) -> Formula {
        self.matmul(b.conj(), false, true)
    }

    /// `A^-1 B`.
    fn solve(&self, b: impl Term) -> Formula {
        self.map(|a| b.map(|b| ops::solve(a, b)).tensor())
    }

    /// `A^-1 B` for triangular `A`, of which the lower triangle is read if `lower`; `A^-H B` with `adjoint`.
    fn solve_triangle(&self, b: impl Term, lower: bool, adjoint: bool) -> Formula {
        self.map(|a| b.map(|b| ops::triangular_solve(a, b, lower, adjoint)).tensor())
    }

    /// `A` with nothing but `below` diagonals under the main one and `above` over it; all of them where that is -1.
    fn band(&self, below: i64, above: i64) -> Formula {
        self.map(|a| ops::band_part(a, below, above))
    }

    /// The lower triangle, diagonal included.
    fn lower(&self) -> Formula {
        self.band(-1, 0)
    }

    /// The lower triangle with half the diagonal.
    fn lower_half(&self) -> Formula {
        self.lower() - 0.5 * self.band(0, 0)
    }

    /// The unit matrix of as many columns.
    fn unit(&self) -> Formula {
        self.map(|a| ops::eye(a.shape()[a.rank() - 1] as i64, None, &[], a.dtype()))
    }

    /// Vectors as matrices of one row.
    fn row(&self) -> Formula {
        self.map(|x| {
            let mut shape = x.shape().clone();
            shape.insert(x.rank() - 1, 1);
            ops::reshape_to(x, &shape)
        })
    }

    /// Matrices with these vectors as diagonals, 0 elsewhere.
    fn on_diagonal(&self) -> Formula {
        self.row() * self.unit()
    }

    /// Numbers as matrices of one element.
    fn entry(&self) -> Formula {
        self.map(|x| ops::reshape_to(x, &x.shape().concat(&[1, 1])))
    }

    /// The largest element of each vector, as a vector of one.
    fn largest(&self) -> Formula {
        self.map(|x| ops::reduce_max(x, Some(&[-1]), true))
    }
}

impl<T: Term> Matrices for T {}
