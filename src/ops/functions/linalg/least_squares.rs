//! Least squares, pseudo-inverses and ranks.

use crate::ops::prelude::*;
use crate::ops::primitives::linalg::Matrices;

pub(in crate::ops) const OPS: &[OpDef] = &[LSTSQ, PINV, MATRIX_RANK];

const LSTSQ: OpDef = OpDef {
    name: "lstsq",
    op_type: "",
    doc: "`x` that makes `|matrix x - rhs|**2 + l2_regularizer |x|**2` least, through the normal equations.\n\n\
          The smallest such `x` where there are more columns than rows. Errors: `InvalidArgumentError` where the normal \
          equations are singular.\n\n\
          >>> tf.linalg.lstsq([[1.], [1.]], [[1.], [3.]]).numpy().tolist()\n[[2.0]]",
    params: &[tensor("matrix"), tensor("rhs"), float("l2_regularizer", 0.0), flag("fast", true)],
    call: |a| Ok(lstsq(a.tensor(0), a.tensor(1), a.float(2))?.into()),
    samples: &[
        on(&[Input::Real(&[4, 2], -1.0, 1.0), Input::Real(&[4, 1], -1.0, 1.0)]),
        on(&[Input::Real(&[2, 3], -1.0, 1.0), Input::Real(&[2, 1], -1.0, 1.0)]),
    ],
};

const PINV: OpDef = OpDef {
    name: "pinv",
    op_type: "",
    doc: "The Moore-Penrose pseudo-inverse of matrices `[..., m, n]`.\n\n\
          Singular values up to `rcond` (`10 max(m, n)` roundings when `None`) times the largest count as 0.\n\n\
          >>> tf.linalg.pinv([[2.], [0.]]).numpy().tolist()\n[[0.5, 0.0]]",
    params: &[tensor("a"), tensor("rcond").or(Literal::None), flag("validate_args", false)],
    call: |a| Ok(pinv(a.tensor(0), a.opt_tensor(1))?.into()),
    samples: &[on(&[Input::Real(&[3, 2], -1.0, 1.0)])],
};

const MATRIX_RANK: OpDef = OpDef {
    name: "matrix_rank",
    op_type: "",
    doc: "How many singular values exceed `tol` (`max(m, n)` roundings of the largest when `None`); no gradient.\n\n\
          >>> tf.linalg.matrix_rank([[1., 1.], [1., 1.]]).numpy().item()\n1",
    params: &[tensor("a"), tensor("tol").or(Literal::None), flag("validate_args", false)],
    call: |a| {
        let s = ops::svd(a.tensor(0), false)?.swap_remove(0);
        let tolerance = match a.opt_tensor(1) {
            Some(tol) => tol.cast(s.dtype()),
            None => s.largest() * roundings(a.tensor(0), 1.0),
        };
        let above = s.greater(tolerance).cast(DType::Int32);
        Ok(above.map(|x| ops::reduce_sum(x, Some(&[-1]), false)).tensor()?.into())
    },
    samples: &[],
};

/// `factor max(m, n)` times the rounding of the dtype.
fn roundings(x: &Tensor, factor: f64) -> f64 {
    let size = x.shape()[x.rank() - 2..].iter().copied().max().unwrap_or(1) as f64;
    let epsilon = if x.dtype().real() == DType::Float64 { f64::EPSILON } else { f64::from(f32::EPSILON) };
    factor * size * epsilon
}

/// The least-squares solution of `a x = b`.
pub fn lstsq(a: &Tensor, b: &Tensor, regularizer: f64) -> Result<Tensor> {
    if a.rank() < 2 || b.rank() < 2 {
        let text = format!("lstsq takes matrices, got shapes {} and {}", a.shape(), b.shape());
        return Err(Error::invalid("MatrixSolveLs", text));
    }
    let regular = |gram: Formula| &gram + gram.unit() * regularizer;
    let (m, n) = (a.shape()[a.rank() - 2], a.shape()[a.rank() - 1]);
    let x = if m >= n {
        regular(a.adjoint_times(a)).solve(a.adjoint_times(b))
    } else {
        a.adjoint().times(regular(a.times_adjoint(a)).solve(b))
    };
    x.tensor()
}

/// The pseudo-inverse.
pub fn pinv(a: &Tensor, rcond: Option<&Tensor>) -> Result<Tensor> {
    if a.rank() < 2 {
        return Err(Error::value(format!("Input `a` must have at least 2 dimensions, got shape {}", a.shape())));
    }
    let parts = ops::svd(a, false)?;
    let (s, u, v) = (&parts[0], &parts[1], &parts[2]);
    let cutoff = match rcond {
        Some(rcond) => s.largest() * rcond.cast(s.dtype()),
        None => s.largest() * roundings(a, 10.0),
    };
    let inverse = s.greater(cutoff).cast(s.dtype()).divide_no_nan(s);
    (v * inverse.cast(a.dtype()).row()).times_adjoint(u).tensor()
}
