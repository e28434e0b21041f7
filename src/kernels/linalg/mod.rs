//! Linear algebra on row-major matrices in slices: factorisations, solutions, eigenvalues, functions of matrices.
//!
//! Every function takes a batch: as many matrices as the slices hold, one after the other. Elements are [`Scalar`]s,
//! in double precision. Large matrices are worked on in blocks, so that most of the work is matrix products; a
//! large batch is shared out among threads.
//!
//! A factorisation that takes long asks [`interrupt::check`](crate::interrupt::check) now and then, on the thread that called, and has no meaningful
//! result if it was told to stop, or if memory was not to be had.
//!
//! Invariants: any input gets an answer in bounded time, infinities and NaN included; nothing panics but for slices of
//! the wrong length; results do not depend on the number of threads.

mod banded;
mod batch;
mod bidiagonal;
mod cholesky;
mod eig;
mod eigh;
mod entries;
mod functions;
mod jacobi;
mod lu;
mod product;
mod qr;
mod reflect;
mod rotate;
mod scalar;
mod schur;
mod svd;
#[cfg(test)]
mod testing;
mod triangular;
mod tridiagonal;

pub use banded::{Band, banded_product, banded_solve, outer_bands};
pub use cholesky::cholesky;
pub use eig::{eig, eigenvalues};
pub use eigh::{eigh, eigvalsh};
pub use functions::{expm, logm, sqrtm};
pub use lu::{determinant, inverse, log_determinant, lu, solve};
pub use qr::qr;
pub use scalar::Scalar;
pub use svd::{Form, singular_values, svd};
pub use triangular::triangular_solve;

use crate::error::Error;

/// Why a matrix has no such factorisation or solution.
#[derive(Clone, Debug)]
pub enum Failure {
    /// A pivot is exactly zero.
    Singular,
    /// The iteration was given up, as it is at once for a matrix with an infinity or a NaN.
    NotConverged,
    /// The user has asked to stop, or memory was not to be had.
    Stopped(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Stopped(error)
    }
}

/// What a factorisation answers that not every matrix has.
pub type Outcome<T = ()> = std::result::Result<T, Failure>;

/// The rows of a block of Householder vectors, and the columns of a panel of LU and Cholesky.
const BLOCK: usize = 32;

/// Rotations after which the user is asked whether to go on: some hundredths of a second for a large matrix.
const PATIENCE: usize = 1 << 13;

/// What counts as nothing in a matrix whose largest entry is about 1, on the way to its eigenvalues or singular values:
/// far below what rounding has done, and far enough above zero that squares and quotients keep their digits.
const NOTHING: f64 = 1e-140;
