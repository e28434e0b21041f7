//! Solutions of linear systems, and inverses.

use smallvec::smallvec;

use super::{SQUARE, adjoint, adjoint_times, failed, in_double, not_invertible, square, times, times_adjoint};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::def::{Input, Literal, OpDef, flag, on, tensor, with};
use crate::ops::{apply, apply_static};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[INV, SOLVE, TRIANGULAR_SOLVE, CHOLESKY_SOLVE];

const INV: OpDef = OpDef {
    name: "inv",
    op_type: "MatrixInverse",
    doc: "The inverse of square matrices `[..., n, n]` (of their conjugate transposes with `adjoint`).\n\n\
          Errors: `InvalidArgumentError` for matrices that are singular or not square.\n\n\
          >>> tf.linalg.inv([[2., 0.], [0., 4.]]).numpy().tolist()\n[[0.5, 0.0], [0.0, 0.25]]",
    params: &[tensor("input"), flag("adjoint", false)],
    call: |a| if a.bool(1) { inv(&adjoint(a.tensor(0))?) } else { inv(a.tensor(0)) }.map(Into::into),
    samples: SQUARE,
};

const SOLVE: OpDef = OpDef {
    name: "solve",
    op_type: "MatrixSolve",
    doc: "`x` with `matrix x = rhs` (`matrix^H x = rhs` with `adjoint`), for `matrix` `[..., n, n]` and `rhs` `[..., n, k]`.\n\n\
          Errors: `InvalidArgumentError` for singular matrices and shapes that do not fit.\n\n\
          >>> tf.linalg.solve([[2., 0.], [0., 4.]], [[2.], [4.]]).numpy().tolist()\n[[1.0], [1.0]]",
    params: &[tensor("matrix"), tensor("rhs"), flag("adjoint", false)],
    call: |a| {
        if a.bool(2) { solve(&adjoint(a.tensor(0))?, a.tensor(1)) } else { solve(a.tensor(0), a.tensor(1)) }
            .map(Into::into)
    },
    samples: &[
        on(&[Input::Spd(&[3, 3]), Input::Real(&[3, 2], -1.0, 1.0)]),
        with(&[Input::Spd(&[2, 2, 2]), Input::Real(&[2, 2, 1], -1.0, 1.0)], &[("adjoint", Literal::Bool(true))]),
    ],
};

const TRIANGULAR_SOLVE: OpDef = OpDef {
    name: "triangular_solve",
    op_type: "MatrixTriangularSolve",
    doc: "`x` with `matrix x = rhs` for triangular matrices, of which one triangle is read (the lower one if `lower`).\n\n\
          A zero on the diagonal gives infinities or NaN. Errors: `InvalidArgumentError` for shapes that do not fit.\n\n\
          >>> tf.linalg.triangular_solve([[2., 9.], [0., 4.]], [[2.], [4.]]).numpy().tolist()\n[[1.0], [1.0]]",
    params: &[tensor("matrix"), tensor("rhs"), flag("lower", true), flag("adjoint", false)],
    call: |a| Ok(triangular_solve(a.tensor(0), a.tensor(1), a.bool(2), a.bool(3))?.into()),
    samples: &[
        on(&[Input::Spd(&[3, 3]), Input::Real(&[3, 2], -1.0, 1.0)]),
        with(
            &[Input::Spd(&[3, 3]), Input::Real(&[3, 1], -1.0, 1.0)],
            &[("lower", Literal::Bool(false)), ("adjoint", Literal::Bool(true))],
        ),
    ],
};

const CHOLESKY_SOLVE: OpDef = OpDef {
    name: "cholesky_solve",
    op_type: "",
    doc: "`x` with `A x = rhs`, given the Cholesky factor `chol` of `A`.\n\n\
          >>> tf.linalg.cholesky_solve([[2.]], [[8.]]).numpy().tolist()\n[[2.0]]",
    params: &[tensor("chol"), tensor("rhs")],
    call: |a| {
        let half = triangular_solve(a.tensor(0), a.tensor(1), true, false)?;
        Ok(triangular_solve(a.tensor(0), &half, true, true)?.into())
    },
    samples: &[on(&[Input::Spd(&[3, 3]), Input::Real(&[3, 2], -1.0, 1.0)])],
};

/// The inverse of square matrices.
pub fn inv(x: &Tensor) -> Result<Tensor> {
    apply_static(&MatrixInverse, &[x])
}

#[derive(Debug)]
struct MatrixInverse;

impl Op for MatrixInverse {
    fn op_type(&self) -> &'static str {
        "MatrixInverse"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, n) = (x[0], square("MatrixInverse", x[0])?);
        let dtype = x.dtype();
        in_double!("MatrixInverse", x, T => {
            let mut out = Array::scratch_of::<T>(x.shape().clone())?;
            linalg::inverse::<T>(n, x.slice(), out.slice_mut(), false).map_err(|e| not_invertible("MatrixInverse", e))?;
            out.cast(dtype)
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    /// `-Y^H G Y^H`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let y = s.y(0);
        Ok(smallvec![Some(ops::negative(&times_adjoint(&adjoint_times(y, &g[0])?, y)?)?)])
    }
}

/// The solution of `a x = b`.
pub fn solve(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply_static(&MatrixSolve, &[a, b])
}

/// Checks that `b` has as many rows as the matrices `a`, and the same batch; returns both sizes.
fn system(op: &'static str, a: &Array, b: &Array) -> Result<(usize, usize)> {
    if a.shape().rank() != b.shape().rank() {
        let ranks = format!("{} and {}", a.shape().rank(), b.shape().rank());
        return Err(Error::invalid(op, format!("All input tensors must have the same rank, not {ranks}.")));
    }
    let (n, width) = super::matrix(op, a)?;
    if n != width {
        return Err(Error::invalid(op, format!("Input matrix must be a square matrix, not {n} x {width}.")));
    }
    let (rows, columns) = super::matrix(op, b)?;
    if rows != n || super::batch_of(a) != super::batch_of(b) {
        let text = format!("Input matrix and rhs are incompatible: {} vs. {}", a.shape(), b.shape());
        return Err(Error::invalid(op, text));
    }
    ops::check_same_dtype(op, a.dtype(), b.dtype())?;
    Ok((n, columns))
}

#[derive(Debug)]
struct MatrixSolve;

impl Op for MatrixSolve {
    fn op_type(&self) -> &'static str {
        "MatrixSolve"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (a, b) = (x[0], x[1]);
        let (n, m) = system("MatrixSolve", a, b)?;
        let dtype = a.dtype();
        in_double!("MatrixSolve", a, T => {
            let mut out = Array::from_slice(b.shape().clone(), &b.to_vec::<T>()?)?;
            linalg::solve::<T>(n, m, a.slice(), out.slice_mut(), false)
                .map_err(failed("MatrixSolve", "Input matrix is not invertible."))?;
            out.cast(dtype)
        })
    }
    fn keep(&self, tracked: Mask) -> Keep {
        Keep { inputs: Mask::one(0), outputs: Mask::ALL.when(tracked.has(0)) }
    }
    /// `dB = A^-H G`, `dA = -dB X^H`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let db = solve(&adjoint(s.x(0))?, &g[0])?;
        let da = if s.wants(0) { Some(ops::negative(&times_adjoint(&db, s.y(0))?)?) } else { None };
        Ok(smallvec![da, Some(db)])
    }
}

/// The solution of `a x = b` for triangular `a` (of `a^H x = b` with `adjoint`).
pub fn triangular_solve(a: &Tensor, b: &Tensor, lower: bool, adjoint: bool) -> Result<Tensor> {
    apply(TriangularSolve { lower, adjoint }, &[a, b])
}

#[derive(Debug)]
struct TriangularSolve {
    lower: bool,
    adjoint: bool,
}

impl Op for TriangularSolve {
    fn op_type(&self) -> &'static str {
        "MatrixTriangularSolve"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (a, b) = (x[0], x[1]);
        let (n, m) = system("MatrixTriangularSolve", a, b)?;
        let dtype = a.dtype();
        in_double!("MatrixTriangularSolve", a, T => {
            let mut out = Array::from_slice(b.shape().clone(), &b.to_vec::<T>()?)?;
            linalg::triangular_solve::<T>(n, m, a.slice(), out.slice_mut(), self.lower, self.adjoint)?;
            out.cast(dtype)
        })
    }
    fn keep(&self, tracked: Mask) -> Keep {
        Keep { inputs: Mask::one(0), outputs: Mask::ALL.when(tracked.has(0)) }
    }
    /// As for a full matrix, but only one triangle of `dA` is read, so only it has a gradient.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let db = triangular_solve(s.x(0), &g[0], self.lower, !self.adjoint)?;
        if !s.wants(0) {
            return Ok(smallvec![None, Some(db)]);
        }
        let full = if self.adjoint { times_adjoint(s.y(0), &db)? } else { times_adjoint(&db, s.y(0))? };
        let (low, high) = if self.lower { (-1, 0) } else { (0, -1) };
        let da = ops::band_part(&ops::negative(&full)?, low, high)?;
        Ok(smallvec![Some(da), Some(db)])
    }
}

/// `a b` for callers that name it as part of a solution.
pub(super) fn product(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    times(a, b)
}
