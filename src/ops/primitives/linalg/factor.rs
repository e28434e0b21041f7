//! Cholesky, QR and LU factors.

use smallvec::smallvec;

use super::{DOUBLE, Matrices, batch_of, matrices, not_invertible, square};
use crate::kernels::linalg;
use crate::memory::try_vec;
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[CHOLESKY, QR, LU];

const CHOLESKY: OpDef = OpDef {
    name: "cholesky",
    op_type: "Cholesky",
    doc: "The lower triangular `L` with `L L^H = input`, for hermitian positive definite matrices `[..., n, n]`.\n\n\
          Only the lower triangle is read, and a matrix that is not positive definite gives NaN. The gradient is \
          symmetrised. Errors: `InvalidArgumentError` for matrices that are not square.\n\n\
          >>> tf.linalg.cholesky([[4.]]).numpy().tolist()\n[[2.0]]",
    params: &[tensor("input")],
    call: |a| Ok(cholesky(a.tensor(0))?.into()),
    samples: super::SQUARE,
};

const QR: OpDef = OpDef {
    name: "qr",
    op_type: "Qr",
    doc: "`q` with orthonormal columns and upper triangular `r`, with `q r = input`, for matrices `[..., m, n]`.\n\n\
          With `full_matrices` `q` is `[..., m, m]`, else `[..., m, min(m, n)]`. The gradient exists where `m >= n` (and \
          `m == n` with `full_matrices`).\n\n\
          >>> tf.linalg.qr([[3.], [4.]]).r.shape\nTensorShape([1, 1])",
    params: &[tensor("input"), flag("full_matrices", false)],
    call: |a| Ok(Value::Named("Qr", &["q", "r"], qr(a.tensor(0), a.bool(1))?)),
    samples: &[on(&[Input::Real(&[3, 2], -1.0, 1.0)]), on(&[Input::Spd(&[2, 3, 3])])],
};

const LU: OpDef = OpDef {
    name: "lu",
    op_type: "Lu",
    doc: "The factors `L` (below the diagonal, its own ones left out) and `U` of square matrices with permuted rows, and \
          the permutation, of dtype `output_idx_type` (`int32` or `int64`).\n\nNo gradient is registered. Errors: `InvalidArgumentError` for a singular matrix.\n\n\
          >>> tf.linalg.lu([[0., 1.], [2., 3.]]).p.numpy().tolist()\n[1, 0]",
    params: &[tensor("input"), Param::new("output_idx_type", Kind::DType).or(Literal::DType(DType::Int32))],
    call: |a| {
        let mut both = apply_all(Lu, &[a.tensor(0)])?;
        DTypes::INDEX.check("Lu", "output_idx_type", a.dtype(1))?;
        both[1] = ops::cast(&both[1], a.dtype(1))?;
        Ok(Value::Named("Lu", &["lu", "p"], both))
    },
    samples: &[],
};

/// The Cholesky factor of hermitian positive definite matrices.
pub fn cholesky(x: &Tensor) -> Result<Tensor> {
    apply_static(&Cholesky, &[x])
}

#[derive(Debug)]
struct Cholesky;

impl Primitive for Cholesky {
    const OP_TYPE: &'static str = "Cholesky";
    const TAKES: Takes = DOUBLE;
    const BATCHED: bool = false;
    /// `(S + S^H) / 2` with `S = L^-H P(L^H G) L^-1`, where `P` takes the lower triangle and halves its diagonal.
    const GRAD: &'static [Rule<Self>] = &[Rule::Y(|g, l| {
        let left = l.solve_triangle(l.adjoint_times(g.lower()).lower_half(), true, true);
        let s = l.solve_triangle(left.adjoint(), true, true).adjoint();
        0.5 * (&s + s.adjoint())
    })];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, n) = square(Self::OP_TYPE, x[0])?;
        crate::with_dtype!(x.dtype(), T: double => {
            let mut out = Array::from_slice(x.shape().clone(), x.slice::<T>())?;
            linalg::cholesky::<T>(n, out.slice_mut())?;
            Ok(out)
        })
    }
}

/// `q` and `r` with `q r = x`.
pub fn qr(x: &Tensor, full: bool) -> Result<Vec<Tensor>> {
    apply_all(Qr { full }, &[x])
}

#[derive(Debug)]
struct Qr {
    full: bool,
}

impl Op for Qr {
    fn op_type(&self) -> &'static str {
        "Qr"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        DOUBLE.compute_all("Qr", x, |x| {
            let (x, m, n) = matrices("Qr", x[0])?;
            let k = if self.full { m } else { m.min(n) };
            crate::with_dtype!(x.dtype(), T: double => {
                let mut q = Array::scratch_of::<T>(batch_of(&x).concat(&[m, k]))?;
                let mut r = Array::scratch_of::<T>(batch_of(&x).concat(&[k, n]))?;
                linalg::qr::<T>(m, n, x.slice(), q.slice_mut(), r.slice_mut(), self.full)?;
                Ok(vec![q, r])
            })
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    /// `(dQ + Q C(R dR^H - dQ^H Q)) R^-H`, where `C` makes the lower triangle hermitian (Walter and Lehmann, 2013).
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (q, r) = (s.y(0), s.y(1));
        let (m, n) = (q.shape()[q.rank() - 2], r.shape()[r.rank() - 1]);
        if m < n || (self.full && m != n) {
            return Err(Error::unimplemented(
                "Qr",
                "the gradient of qr needs at least as many rows as columns, and full_matrices=False",
            ));
        }
        let inner = r.times_adjoint(&g[1]) - g[0].adjoint_times(q);
        let hermitian = inner.lower() + (inner.lower() - inner.band(0, 0)).adjoint();
        let sum = &g[0] + q.times(hermitian);
        // X R^-H is (R^-1 X^H)^H.
        Ok(smallvec![Some(r.solve_triangle(sum.adjoint(), false, false).adjoint().tensor()?)])
    }
}

#[derive(Debug)]
struct Lu;

impl Op for Lu {
    fn op_type(&self) -> &'static str {
        "Lu"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        DOUBLE.compute_all("Lu", x, |x| {
            let (x, n) = square("Lu", x[0])?;
            let mut rows = try_vec(x.elements().checked_div(n).unwrap_or(0), 0usize)?;
            let out = crate::with_dtype!(x.dtype(), T: double => {
                let mut out = Array::from_slice(x.shape().clone(), x.slice::<T>())?;
                linalg::lu::<T>(n, out.slice_mut(), &mut rows).map_err(not_invertible("Lu"))?;
                out
            });
            let mut permutation = Array::scratch_of::<i32>(batch_of(&x).concat(&[n]))?;
            permutation.slice_mut::<i32>().iter_mut().zip(rows).for_each(|(to, row)| *to = row as i32);
            Ok(vec![out, permutation])
        })
    }
    fn gradient(&self) -> Gradient {
        Gradient::Missing
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::BOTH
    }
    fn grad(&self, s: &Saved, _: &[Tensor]) -> Result<Grads> {
        Ok((0..s.len()).map(|_| None).few())
    }
}
