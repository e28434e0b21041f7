//! Banded matrices, given by their diagonals: products with them, and systems of equations in proportion to their size.
//!
//! The gradients of the product, of the solution and of the bands of an outer product are each written with the others.

use smallvec::smallvec;

use super::solve::kept;
use super::{DOUBLE, batch_of, failed, matrices};
use crate::kernels::linalg;
use crate::kernels::linalg::Band;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[TRIDIAGONAL_MATMUL, TRIDIAGONAL_SOLVE, BANDED_TRIANGULAR_SOLVE];

const TRIDIAGONAL_MATMUL: OpDef = OpDef {
    name: "tridiagonal_matmul",
    op_type: "TridiagonalMatMul",
    doc: "The product of tridiagonal matrices with `rhs` `[..., n, k]`.\n\n\
          `diagonals` is `[..., 3, n]`: what stands right of the diagonal (its last element is not read), the diagonal, what \
          stands left of it (its first is not read), each element in its row.\n\n\
          Errors: `InvalidArgumentError` for shapes that do not fit.\n\n\
          >>> tf.linalg.tridiagonal_matmul([[1., 0.], [2., 2.], [0., 1.]], [[1.], [2.]]).numpy().tolist()\n[[4.0], [5.0]]",
    params: &[tensor("diagonals"), tensor("rhs")],
    call: |a| Ok(tridiagonal_matmul(a.tensor(0), a.tensor(1))?.into()),
    samples: TRIDIAGONAL,
};

const TRIDIAGONAL_SOLVE: OpDef = OpDef {
    name: "tridiagonal_solve",
    op_type: "TridiagonalSolve",
    doc: "`x` with `A x = rhs` for tridiagonal matrices `A` and `rhs` `[..., n, k]`, in proportion to `n`.\n\n\
          `diagonals` is as for `tridiagonal_matmul`. Gaussian elimination with exchanged rows.\n\n\
          Errors: `InvalidArgumentError` for singular matrices and shapes that do not fit.\n\n\
          >>> tf.linalg.tridiagonal_solve([[1., 0.], [2., 2.], [0., 1.]], [[4.], [5.]]).numpy().tolist()\n[[1.0], [2.0]]",
    params: &[tensor("diagonals"), tensor("rhs")],
    call: |a| Ok(tridiagonal_solve(a.tensor(0), a.tensor(1))?.into()),
    samples: TRIDIAGONAL,
};

const TRIDIAGONAL: &[Sample] = &[
    on(&[Input::Real(&[3, 4], 0.5, 1.5), Input::Real(&[4, 2], -1.0, 1.0)]),
    on(&[Input::Real(&[2, 3, 3], 0.5, 1.5), Input::Real(&[2, 3, 1], -1.0, 1.0)]),
];

const BANDED_TRIANGULAR_SOLVE: OpDef = OpDef {
    name: "banded_triangular_solve",
    op_type: "BandedTriangularSolve",
    doc: "`x` with `A x = rhs` (`A^H x = rhs` with `adjoint`) for triangular matrices of few diagonals.\n\n\
          `bands` is `[..., k, n]`, each element in its row of the matrix: the diagonal and the `k - 1` ones below it if \
          `lower`, else the ones above it, the farthest first, and the diagonal. What would lie outside of the matrix is not \
          read. `rhs` is `[..., n, m]`.\n\n\
          Batches broadcast. Errors: `InvalidArgumentError` for a zero on the diagonal and for shapes that do not fit.\n\n\
          >>> tf.linalg.banded_triangular_solve([[2., 4.], [0., 1.]], [[2.], [9.]]).numpy().tolist()\n[[1.0], [2.0]]",
    params: &[tensor("bands"), tensor("rhs"), flag("lower", true), flag("adjoint", false)],
    call: |a| Ok(banded_triangular_solve(a.tensor(0), a.tensor(1), a.bool(2), a.bool(3))?.into()),
    samples: &[
        on(&[Input::Real(&[2, 4], 0.5, 1.5), Input::Real(&[4, 2], -1.0, 1.0)]),
        with(
            &[Input::Real(&[2, 3, 3], 0.5, 1.5), Input::Real(&[2, 3, 1], -1.0, 1.0)],
            &[("lower", Bool(false)), ("adjoint", Bool(true))],
        ),
    ],
};

/// The products of tridiagonal matrices with `x`; `diagonals` is `[..., 3, n]`.
pub fn tridiagonal_matmul(diagonals: &Tensor, x: &Tensor) -> Result<Tensor> {
    let of = Banded { op_type: TRIDIAGONAL_MATMUL.op_type, k: Some(3), top: 1, adjoint: false };
    apply(Times(of), &[diagonals, x])
}

/// `x` with `A x = b` for tridiagonal `A`; `diagonals` is `[..., 3, n]`.
pub fn tridiagonal_solve(diagonals: &Tensor, b: &Tensor) -> Result<Tensor> {
    let of = Banded { op_type: TRIDIAGONAL_SOLVE.op_type, k: Some(3), top: 1, adjoint: false };
    apply(Solution(of), &[diagonals, b])
}

/// `x` with `A x = b` for triangular `A` of these diagonals, or with `A^H x = b`.
pub fn banded_triangular_solve(bands: &Tensor, b: &Tensor, lower: bool, adjoint: bool) -> Result<Tensor> {
    let rank = bands.rank();
    let k = if rank < 2 { 1 } else { bands.shape()[rank - 2] };
    let top = if lower { 0 } else { k.saturating_sub(1) };
    let of = Banded { op_type: BANDED_TRIANGULAR_SOLVE.op_type, k: None, top, adjoint };
    let shared = if rank < 2 || b.rank() < 2 { None } else { lead(bands).broadcast(&lead(b)) };
    match shared {
        Some(shared) if lead(bands) != lead(b) => of.solve(over(bands, &shared), over(b, &shared)).tensor(),
        _ => apply(Solution(of), &[bands, b]),
    }
}

/// The axes of the batch of matrices.
fn lead(x: &Tensor) -> Shape {
    x.shape()[..x.rank() - 2].into()
}

/// Matrices repeated over the axes of a batch.
fn over(x: &Tensor, batch: &Shape) -> Formula {
    x.broadcast_to(&batch.concat(&x.shape()[x.rank() - 2..]))
}

/// Which matrices the bands are of.
#[derive(Clone, Copy, Debug)]
struct Banded {
    /// For whom, in errors.
    op_type: &'static str,
    /// How many diagonals there must be.
    k: Option<usize>,
    /// How far right of the main diagonal the first one lies.
    top: usize,
    /// The conjugate transposes of the matrices are meant.
    adjoint: bool,
}

impl Banded {
    fn turned(self) -> Banded {
        Banded { adjoint: !self.adjoint, ..self }
    }

    /// The bands and `x` in memory, the band, and the columns of `x`.
    fn read(&self, bands: &Array, x: &Array) -> Result<(Array, Array, Band, usize)> {
        let (bands, k, n) = matrices(self.op_type, bands)?;
        let (x, rows, m) = matrices(self.op_type, x)?;
        if k == 0 || self.k.is_some_and(|wanted| wanted != k) {
            let wanted = self.k.map_or("at least 1".into(), |wanted| wanted.to_string());
            let text =
                format!("Expected {wanted} diagonals of the matrix, in the last axis but one; got {}.", bands.shape());
            return Err(Error::invalid(self.op_type, text));
        }
        if rows != n || batch_of(&bands) != batch_of(&x) {
            let text = format!("The diagonals and rhs are incompatible: {} vs. {}", bands.shape(), x.shape());
            return Err(Error::invalid(self.op_type, text));
        }
        Ok((bands, x, Band { n, k, top: self.top }, m))
    }

    /// The `k` bands of `u v^H`.
    fn of_product(self, k: usize, u: impl Term, v: impl Term) -> Formula {
        u.map(|u| v.map(|v| apply(Outer { of: self, k }, &[u, v])).tensor())
    }

    /// The gradient of the bands, from what flows out of the side that has the rows and what flows into the other one.
    fn flows(self, k: usize, rows: impl Term, columns: impl Term) -> Formula {
        if self.adjoint { self.of_product(k, columns, rows) } else { self.of_product(k, rows, columns) }
    }

    fn times(self, bands: impl Term, x: impl Term) -> Formula {
        bands.map(|a| x.map(|x| apply(Times(self), &[a, x])).tensor())
    }

    fn solve(self, bands: impl Term, b: impl Term) -> Formula {
        bands.map(|a| b.map(|b| apply(Solution(self), &[a, b])).tensor())
    }
}

/// How many diagonals the input of bands has.
fn diagonals<P>(g: &Cotangent<P>) -> usize {
    let shape = &g.input().shape;
    shape[shape.rank() - 2]
}

/// `A x`.
#[derive(Debug)]
struct Times(Banded);

impl Primitive for Times {
    const TAKES: Takes = DOUBLE.alike(2);
    const BATCHED: bool = false;
    const GRAD: &'static [Rule<Self>] =
        &[Rule::B(|g, x| g.op.0.flows(diagonals(g), g, x)), Rule::A(|g, bands| g.op.0.turned().times(bands, g))];

    fn named(&self) -> &'static str {
        self.0.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (bands, x, at, m) = self.0.read(x[0], x[1])?;
        crate::with_dtype!(x.dtype(), T: double => {
            let mut y = Array::zeros(x.dtype(), x.shape().clone())?;
            linalg::banded_product::<T>(at, m, bands.slice(), x.slice(), y.slice_mut(), self.0.adjoint)?;
            Ok(y)
        })
    }
}

/// `A^-1 b`.
#[derive(Debug)]
struct Solution(Banded);

impl Op for Solution {
    fn op_type(&self) -> &'static str {
        self.0.op_type
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        DOUBLE.alike(2).compute(self.0.op_type, x, |x| {
            let (bands, b, at, m) = self.0.read(x[0], x[1])?;
            crate::with_dtype!(b.dtype(), T: double => {
                let mut out = Array::from_slice(b.shape().clone(), b.slice::<T>())?;
                linalg::banded_solve::<T>(at, m, bands.slice(), out.slice_mut(), self.0.adjoint)
                    .map_err(failed(self.0.op_type, "The matrix is not invertible."))?;
                Ok(out)
            })
        })
    }
    fn keep(&self, tracked: Mask) -> Keep {
        kept(tracked)
    }
    /// `dB = A^-H G`, `dA = -dB X^H` as far as the bands reach.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let bands = s.x(0);
        let db = self.0.turned().solve(bands, &g[0]);
        let k = bands.shape()[bands.rank() - 2];
        let da = s.wants(0).then(|| (-self.0.flows(k, &db, s.y(0))).tensor()).transpose()?;
        Ok(smallvec![da, Some(db.tensor()?)])
    }
}

/// The bands of `u v^H`.
#[derive(Debug)]
struct Outer {
    of: Banded,
    k: usize,
}

impl Primitive for Outer {
    const TAKES: Takes = DOUBLE.alike(2);
    const BATCHED: bool = false;
    const GRAD: &'static [Rule<Self>] =
        &[Rule::B(|g, v| g.op.straight().times(g, v)), Rule::A(|g, u| g.op.straight().turned().times(g, u))];

    fn named(&self) -> &'static str {
        self.of.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (u, n, m) = matrices(self.of.op_type, x[0])?;
        let v = x[1].contiguous()?;
        crate::with_dtype!(u.dtype(), T: double => {
            let mut bands = Array::scratch_of::<T>(batch_of(&u).concat(&[self.k, n]))?;
            let at = Band { n, k: self.k, top: self.of.top };
            linalg::outer_bands::<T>(at, m, u.slice(), v.slice(), bands.slice_mut())?;
            Ok(bands)
        })
    }
}

impl Outer {
    /// The matrices whose bands these are, as they stand.
    fn straight(&self) -> Banded {
        Banded { adjoint: false, ..self.of }
    }
}
