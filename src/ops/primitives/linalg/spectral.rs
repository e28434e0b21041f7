//! Singular values and eigenvalues of hermitian matrices, with their vectors.

use smallvec::smallvec;

use super::{DOUBLE, Matrices, batch_of, failed, matrices, square};
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[SVD, EIGH, EIGVALSH];

const SVD: OpDef = OpDef {
    name: "svd",
    op_type: "Svd",
    doc: "Singular values `s` in descending order, and vectors with `tensor = u diag(s) v^H`, for matrices `[..., m, n]`.\n\n\
          Returns `(s, u, v)`, or `s` alone if not `compute_uv`. Signs of vectors are arbitrary, but TensorFlow's for real matrices of up to 15 columns. Gradients with respect to \
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

/// What a computation in the precision of `x` cannot tell from nothing beside 1: TensorFlow's iterations end there.
fn rounding(x: &Array) -> f64 {
    match x.dtype() {
        DType::Float64 | DType::Complex128 => f64::EPSILON,
        _ => f32::EPSILON.into(),
    }
}

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
        let epsilon = rounding(x[0]);
        DOUBLE.compute_all("Svd", x, |x| {
            let (x, m, n) = matrices("Svd", x[0])?;
            let form = linalg::Form { m, n, full: self.full, epsilon };
            let (lead, k) = (batch_of(&x), m.min(n));
            let (left, right) = if self.full { (m, n) } else { (k, k) };
            let mut s = Array::scratch_of::<f64>(lead.concat(&[k]))?;
            crate::with_dtype!(x.dtype(), T: double => {
                let mut u = Array::scratch_of::<T>(lead.concat(&[m, left]))?;
                let mut v = Array::scratch_of::<T>(lead.concat(&[n, right]))?;
                linalg::svd::<T>(form, x.slice(), s.slice_mut(), u.slice_mut(), v.slice_mut())?;
                Ok(vec![s, u, v])
            })
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
        Ok(smallvec![Some(svd_grad([s.y(0), u, v], [&g[0], &g[1], &g[2]]).tensor()?)])
    }
}

/// Giles (2008), section 3.2.3, with the terms for vectors outside the spans of `u` and `v`.
fn svd_grad([s, u, v]: [&Tensor; 3], [ds, du, dv]: [&Tensor; 3]) -> Formula {
    let (row, f) = (s.row(), gaps(&s.square()));
    let skew = |x: &Formula| x - x.adjoint();
    let (pu, pv) = (u.adjoint_times(du), v.adjoint_times(dv));
    // Where nothing flows into a vector, equal or vanishing singular values do not matter: no infinity times 0.
    let turned = |p: &Formula| f.multiply_no_nan(skew(p));
    let core = turned(&pu) * &row + row.adjoint() * turned(&pv) + ds.on_diagonal();
    let rest_u = row.reciprocal().multiply_no_nan(du - u.times(pu));
    let rest_v = row.reciprocal().multiply_no_nan(dv - v.times(pv));
    u.times(core).times_adjoint(v) + (rest_u.times_adjoint(v) + u.times_adjoint(rest_v))
}

/// `1 / (x_j - x_i)` in row `i` and column `j`, and 0 on the diagonal.
pub(super) fn gaps(x: &impl Term) -> Formula {
    let (row, unit) = (x.row(), x.unit());
    // The diagonal is divided by 1 and then taken away, so that nothing there is infinite on the way.
    (&row - row.matrix_transpose() + &unit).reciprocal() - unit
}

/// Eigenvalues and eigenvectors of hermitian matrices.
pub fn eigh(x: &Tensor) -> Result<Vec<Tensor>> {
    apply_all(Eigh, &[x])
}

#[derive(Debug)]
struct Eigh;

const FAILED: &str = "Self-adjoint eigen decomposition was not successful. The input might not be valid.";

impl Op for Eigh {
    fn op_type(&self) -> &'static str {
        "SelfAdjointEigV2"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let epsilon = rounding(x[0]);
        DOUBLE.compute_all(self.op_type(), x, |x| {
            let (x, n) = square(self.op_type(), x[0])?;
            let mut w = Array::scratch_of::<f64>(batch_of(&x).concat(&[n]))?;
            let mut v = Array::scratch(x.dtype(), x.shape().clone())?;
            crate::with_dtype!(x.dtype(), T: double => {
                linalg::eigh::<T>(n, epsilon, x.slice(), w.slice_mut(), v.slice_mut())
            })
            .map_err(failed(self.op_type(), FAILED))?;
            Ok(vec![w.cast(x.dtype())?, v])
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    /// `V (diag(dw) + F * (V^H dV)) V^H`, folded onto the lower triangle, which is all that is read.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (w, v) = (s.y(0), s.y(1));
        let f = gaps(&w.map(ops::real)).cast(v.dtype());
        // Where nothing flows into a vector, equal eigenvalues do not matter: no infinity times 0.
        let core = g[0].on_diagonal() + f.conj().multiply_no_nan(v.adjoint_times(&g[1]));
        let full = v.times(core).times_adjoint(v);
        Ok(smallvec![Some((&full + full.adjoint()).lower_half().tensor()?)])
    }
}
