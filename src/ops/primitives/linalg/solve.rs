//! Solutions of linear systems, and inverses.

use smallvec::smallvec;

use super::{DOUBLE, Matrices, SQUARE, batch_of, failed, matrices, not_invertible, square};
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[INV, SOLVE, TRIANGULAR_SOLVE, CHOLESKY_SOLVE];

const INV: OpDef = OpDef {
    name: "inv",
    op_type: "MatrixInverse",
    doc: "The inverse of square matrices `[..., n, n]` (of their conjugate transposes with `adjoint`).\n\n\
          Errors: `InvalidArgumentError` for matrices that are singular or not square.\n\n\
          >>> tf.linalg.inv([[2., 0.], [0., 4.]]).numpy().tolist()\n[[0.5, 0.0], [0.0, 0.25]]",
    params: &[tensor("input"), flag("adjoint", false)],
    call: |a| Ok(inv(&conjugated(a.tensor(0), a.bool(1))?)?.into()),
    samples: SQUARE,
};

const SOLVE: OpDef = OpDef {
    name: "solve",
    op_type: "MatrixSolve",
    doc: "`x` with `matrix x = rhs` (`matrix^H x = rhs` with `adjoint`), for `matrix` `[..., n, n]` and `rhs` `[..., n, k]`.\n\n\
          Errors: `InvalidArgumentError` for singular matrices and shapes that do not fit.\n\n\
          >>> tf.linalg.solve([[2., 0.], [0., 4.]], [[2.], [4.]]).numpy().tolist()\n[[1.0], [1.0]]",
    params: &[tensor("matrix"), tensor("rhs"), flag("adjoint", false)],
    call: |a| Ok(solve(&conjugated(a.tensor(0), a.bool(2))?, a.tensor(1))?.into()),
    samples: &[
        on(&[Input::Spd(&[3, 3]), Input::Real(&[3, 2], -1.0, 1.0)]),
        with(&[Input::Spd(&[2, 2, 2]), Input::Real(&[2, 2, 1], -1.0, 1.0)], &[("adjoint", Bool(true))]),
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
            &[("lower", Bool(false)), ("adjoint", Bool(true))],
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
        let half = a.tensor(0).solve_triangle(a.tensor(1), true, false);
        Ok(a.tensor(0).solve_triangle(half, true, true).tensor()?.into())
    },
    samples: &[on(&[Input::Spd(&[3, 3]), Input::Real(&[3, 2], -1.0, 1.0)])],
};

/// The matrices, or their adjoints where these are asked for.
fn conjugated(x: &Tensor, adjoint: bool) -> Result<Tensor> {
    if adjoint { x.adjoint().tensor() } else { Ok(x.clone()) }
}

/// The inverse of square matrices.
pub fn inv(x: &Tensor) -> Result<Tensor> {
    apply_static(&MatrixInverse, &[x])
}

#[derive(Debug)]
struct MatrixInverse;

impl Primitive for MatrixInverse {
    const OP_TYPE: &'static str = "MatrixInverse";
    const TAKES: Takes = DOUBLE;
    const BATCHED: bool = false;
    const GRAD: &'static [Rule<Self>] = &[Rule::Y(|g, y| -y.adjoint_times(g).times_adjoint(y))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, n) = square(Self::OP_TYPE, x[0])?;
        crate::with_dtype!(x.dtype(), T: double => {
            let mut out = Array::scratch_of::<T>(x.shape().clone())?;
            linalg::inverse::<T>(n, x.slice(), out.slice_mut(), false).map_err(not_invertible(Self::OP_TYPE))?;
            Ok(out)
        })
    }
}

/// The solution of `a x = b`.
pub fn solve(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply_static(&MatrixSolve, &[a, b])
}

/// The matrices `a` of a system, a copy of its right sides `b`, and how many rows and columns those have. Errors where they
/// have not as many rows as the matrices, or another batch.
fn system(op: &'static str, a: &Array, b: &Array) -> Result<(Array, Array, usize, usize)> {
    if a.shape().rank() != b.shape().rank() {
        let ranks = format!("{} and {}", a.shape().rank(), b.shape().rank());
        return Err(Error::invalid(op, format!("All input tensors must have the same rank, not {ranks}.")));
    }
    let (a, n, width) = matrices(op, a)?;
    if n != width {
        return Err(Error::invalid(op, format!("Input matrix must be a square matrix, not {n} x {width}.")));
    }
    let (b, rows, columns) = matrices(op, b)?;
    if rows != n || batch_of(&a) != batch_of(&b) {
        let text = format!("Input matrix and rhs are incompatible: {} vs. {}", a.shape(), b.shape());
        return Err(Error::invalid(op, text));
    }
    let b = crate::with_dtype!(b.dtype(), T: double => Array::from_slice(b.shape().clone(), b.slice::<T>())?);
    Ok((a, b, n, columns))
}

/// What the gradients of `A X = B` read: `A`, and `X` where that of `A` is wanted.
pub(super) fn kept(tracked: Mask) -> Keep {
    Keep { inputs: Mask::one(0), outputs: Mask::ALL.when(tracked.has(0)) }
}

#[derive(Debug)]
struct MatrixSolve;

impl Op for MatrixSolve {
    fn op_type(&self) -> &'static str {
        "MatrixSolve"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        DOUBLE.alike(2).compute("MatrixSolve", x, |x| {
            let (a, mut out, n, m) = system("MatrixSolve", x[0], x[1])?;
            crate::with_dtype!(a.dtype(), T: double => linalg::solve::<T>(n, m, a.slice(), out.slice_mut(), false))
                .map_err(failed("MatrixSolve", "Input matrix is not invertible."))?;
            Ok(out)
        })
    }
    fn keep(&self, tracked: Mask) -> Keep {
        kept(tracked)
    }
    /// `dB = A^-H G`, `dA = -dB X^H`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let db = s.x(0).adjoint().solve(&g[0]);
        let da = s.wants(0).then(|| (-db.times_adjoint(s.y(0))).tensor()).transpose()?;
        Ok(smallvec![da, Some(db.tensor()?)])
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
        DOUBLE.alike(2).compute(self.op_type(), x, |x| {
            let (a, mut out, n, m) = system(self.op_type(), x[0], x[1])?;
            let TriangularSolve { lower, adjoint } = *self;
            crate::with_dtype!(a.dtype(), T: double => {
                linalg::triangular_solve::<T>(n, m, a.slice(), out.slice_mut(), lower, adjoint)?;
            });
            Ok(out)
        })
    }
    fn keep(&self, tracked: Mask) -> Keep {
        kept(tracked)
    }
    /// As for a full matrix, but only one triangle of `A` is read, so only it has a gradient.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let db = s.x(0).solve_triangle(&g[0], self.lower, !self.adjoint);
        let da = |x: &Tensor| -> Result<Tensor> {
            let full = if self.adjoint { x.times_adjoint(&db) } else { db.times_adjoint(x) };
            let (below, above) = if self.lower { (-1, 0) } else { (0, -1) };
            (-full).band(below, above).tensor()
        };
        let da = s.wants(0).then(|| da(s.y(0))).transpose()?;
        Ok(smallvec![da, Some(db.tensor()?)])
    }
}
