//! Singular values and eigenvalues of hermitian matrices, with their vectors.

use smallvec::smallvec;

use super::{
    adjoint, adjoint_times, as_rows, batch_of, failed, in_double, like_dtype, matrix, square, times, times_adjoint,
};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::apply_all;
use crate::ops::def::{Input, OpDef, Value, flag, on, tensor};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[SVD, EIGH, EIGVALSH];

const SVD: OpDef = OpDef {
    name: "svd",
    op_type: "Svd",
    doc: "Singular values `s` in descending order, and vectors with `tensor = u diag(s) v^H`, for matrices `[..., m, n]`.\n\n\
          Returns `(s, u, v)`, or `s` alone if not `compute_uv`. Signs of vectors are arbitrary. Gradients with respect to \
          vectors are infinite or NaN where singular values are equal; they need `full_matrices=False`.\n\n\
          >>> s, u, v = tf.linalg.svd([[3., 0.], [0., 4.]])\n>>> s.numpy().tolist()\n[4.0, 3.0]",
    params: &[tensor("tensor"), flag("full_matrices", false), flag("compute_uv", true)],
    call: |a| {
        let mut all = svd(a.tensor(0), a.bool(1) && a.bool(2))?;
        Ok(if a.bool(2) { Value::Tuple(all) } else { all.swap_remove(0).into() })
    },
    samples: &[
        on(&[Input::Real(&[3, 2], -1.0, 1.0)]),
        on(&[Input::Real(&[2, 3], -1.0, 1.0)]),
        on(&[Input::Real(&[2, 2, 2], -1.0, 1.0)]),
    ],
};

const EIGH: OpDef = OpDef {
    name: "eigh",
    op_type: "SelfAdjointEigV2",
    doc: "Eigenvalues in ascending order and eigenvectors (columns) of hermitian matrices `[..., n, n]`.\n\n\
          Only the lower triangle is read, and only it has a gradient, which is infinite or NaN where eigenvalues are \
          equal.\n\n\
          >>> w, v = tf.linalg.eigh([[2., 0.], [0., 1.]])\n>>> w.numpy().tolist()\n[1.0, 2.0]",
    params: &[tensor("tensor")],
    call: |a| Ok(Value::Tuple(eigh(a.tensor(0))?)),
    samples: &[on(&[Input::Spd(&[3, 3])])],
};

const EIGVALSH: OpDef = OpDef {
    name: "eigvalsh",
    op_type: "",
    doc: "Eigenvalues of hermitian matrices in ascending order.\n\n\
          >>> tf.linalg.eigvalsh([[2., 0.], [0., 1.]]).numpy().tolist()\n[1.0, 2.0]",
    params: &[tensor("tensor")],
    call: |a| Ok(eigh(a.tensor(0))?.swap_remove(0).into()),
    samples: &[on(&[Input::Spd(&[3, 3])])],
};

/// `(s, u, v)` with `x = u diag(s) v^H`.
pub fn svd(x: &Tensor, full: bool) -> Result<Vec<Tensor>> {
    apply_all(Svd { full }, &[x])
}

#[derive(Debug)]
struct Svd {
    full: bool,
}

impl Op for Svd {
    fn op_type(&self) -> &'static str {
        "Svd"
    }
    fn outputs(&self) -> usize {
        3
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let (x, (m, n)) = (x[0], matrix("Svd", x[0])?);
        let (dtype, k) = (x.dtype(), m.min(n));
        let (left, right) = if self.full { (m, n) } else { (k, k) };
        in_double!("Svd", x, T => {
            let lead = batch_of(&x);
            let mut s = Array::scratch_of::<f64>(lead.concat(&[k]))?;
            let mut u = Array::scratch_of::<T>(lead.concat(&[m, left]))?;
            let mut v = Array::scratch_of::<T>(lead.concat(&[n, right]))?;
            linalg::svd::<T>(m, n, x.slice(), s.slice_mut(), u.slice_mut(), v.slice_mut(), self.full)?;
            Ok(vec![s.cast(dtype.real())?, u.cast(dtype)?, v.cast(dtype)?])
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (u, v) = (s.y(1), s.y(2));
        let k = s.output_spec(0).shape.last().copied().unwrap_or(0);
        if u.shape()[u.rank() - 1] != k || v.shape()[v.rank() - 1] != k {
            return Err(Error::unimplemented("Svd", "the gradient of svd needs full_matrices=False"));
        }
        if u.dtype().is_complex() {
            return Err(Error::unimplemented("Svd", "the gradient of svd of complex matrices is not supported"));
        }
        svd_grad(s.y(0), u, v, g).map(|dx| smallvec![Some(dx)])
    }
}

/// Giles (2008), section 3.2.3, with the terms for vectors outside the spans of `u` and `v`.
fn svd_grad(s: &Tensor, u: &Tensor, v: &Tensor, g: &[Tensor]) -> Result<Tensor> {
    let row = as_rows(s)?;
    let f = gaps(&ops::square(s)?)?;
    let skew = |x: &Tensor| ops::subtract(x, &adjoint(x)?);
    let (pu, pv) = (adjoint_times(u, &g[1])?, adjoint_times(v, &g[2])?);
    let from_u = ops::multiply(&ops::multiply(&f, &skew(&pu)?)?, &row)?;
    let from_v = ops::multiply(&adjoint(&row)?, &ops::multiply(&f, &skew(&pv)?)?)?;
    let from_s = diagonal_matrix(&g[0])?;
    let core = ops::add(&ops::add(&from_u, &from_v)?, &from_s)?;
    let inside = times_adjoint(&times(u, &core)?, v)?;
    let rest_u = ops::realdiv(&ops::subtract(&g[1], &times(u, &pu)?)?, &row)?;
    let rest_v = ops::realdiv(&ops::subtract(&g[2], &times(v, &pv)?)?, &row)?;
    let outside = ops::add(&times_adjoint(&rest_u, v)?, &times_adjoint(u, &rest_v)?)?;
    ops::add(&inside, &outside)
}

/// `1 / (x_j - x_i)` in row `i` and column `j`, and 0 on the diagonal.
pub(super) fn gaps(x: &Tensor) -> Result<Tensor> {
    let row = as_rows(x)?;
    let differences = ops::subtract(&row, &ops::matrix_transpose(&row, false)?)?;
    let n = x.shape()[x.rank() - 1] as i64;
    let eye = ops::eye(n, None, &[], x.dtype())?;
    // The diagonal is divided by 1 and then taken away, so that nothing there is infinite on the way.
    let inverse = ops::reciprocal(&ops::add(&differences, &eye)?)?;
    ops::subtract(&inverse, &eye)
}

/// Matrices with these diagonals.
pub(super) fn diagonal_matrix(x: &Tensor) -> Result<Tensor> {
    let n = x.shape()[x.rank() - 1] as i64;
    ops::multiply(&as_rows(x)?, &ops::eye(n, None, &[], x.dtype())?)
}

/// Eigenvalues and eigenvectors of hermitian matrices.
pub fn eigh(x: &Tensor) -> Result<Vec<Tensor>> {
    apply_all(Eigh, &[x])
}

#[derive(Debug)]
struct Eigh;

impl Op for Eigh {
    fn op_type(&self) -> &'static str {
        "SelfAdjointEigV2"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let (x, n) = (x[0], square("SelfAdjointEigV2", x[0])?);
        let dtype = x.dtype();
        in_double!("SelfAdjointEigV2", x, T => {
            let mut w = Array::scratch_of::<f64>(batch_of(&x).concat(&[n]))?;
            let mut v = Array::scratch_of::<T>(x.shape().clone())?;
            linalg::eigh::<T>(n, x.slice(), w.slice_mut(), v.slice_mut()).map_err(failed(
                "SelfAdjointEigV2",
                "Self-adjoint eigen decomposition was not successful. The input might not be valid.",
            ))?;
            Ok(vec![w.cast(dtype)?, v.cast(dtype)?])
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    /// `V (diag(dw) + F * (V^H dV)) V^H`, folded onto the lower triangle, which is all that is read.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (w, v) = (s.y(0), s.y(1));
        let f = like_dtype(&gaps(&ops::real(w)?)?, v.dtype())?;
        let core = ops::add(&diagonal_matrix(&g[0])?, &ops::multiply(&ops::conj(&f)?, &adjoint_times(v, &g[1])?)?)?;
        let full = times_adjoint(&times(v, &core)?, v)?;
        let folded = ops::band_part(&ops::add(&full, &adjoint(&full)?)?, -1, 0)?;
        let half = ops::multiply(&ops::band_part(&folded, 0, 0)?, &ops::like(&folded, 0.5)?)?;
        Ok(smallvec![Some(ops::subtract(&folded, &half)?)])
    }
}

/// The largest singular value of each matrix.
pub(super) fn largest(s: &Tensor) -> Result<Tensor> {
    ops::reduce_max(s, Some(&[-1]), true)
}
