//! Cholesky, QR and LU factors.

use smallvec::smallvec;

use super::{adjoint, adjoint_times, batch_of, in_double, matrix, not_invertible, square, times, times_adjoint};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::kernels::linalg;
use crate::memory::try_vec;
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::def::{Input, Kind, Literal, OpDef, Param, Value, flag, on, tensor};
use crate::ops::{apply_all, apply_static};
use crate::shape::Few;
use crate::tensor::Tensor;

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
        both[1] = ops::cast(&both[1], index_type(a.dtype(1))?)?;
        Ok(Value::Named("Lu", &["lu", "p"], both))
    },
    samples: &[],
};

fn index_type(dtype: DType) -> Result<DType> {
    if matches!(dtype, DType::Int32 | DType::Int64) {
        return Ok(dtype);
    }
    let name = dtype.kernel_name();
    let text = format!("Value for attr 'output_idx_type' of {name} is not in the list of allowed values: int32, int64");
    Err(Error::invalid("Lu", text))
}

/// The Cholesky factor of hermitian positive definite matrices.
pub fn cholesky(x: &Tensor) -> Result<Tensor> {
    apply_static(&Cholesky, &[x])
}

#[derive(Debug)]
struct Cholesky;

impl Op for Cholesky {
    fn op_type(&self) -> &'static str {
        "Cholesky"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, n) = (x[0], square("Cholesky", x[0])?);
        let dtype = x.dtype();
        in_double!("Cholesky", x, T => {
            let mut out = Array::from_slice(x.shape().clone(), x.slice::<T>())?;
            linalg::cholesky::<T>(n, out.slice_mut())?;
            out.cast(dtype)
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::OUTPUTS
    }
    /// `(S + S^H) / 2` with `S = L^-H P(L^H G) L^-1`, where `P` takes the lower triangle and halves its diagonal.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let l = s.y(0);
        let middle = lower_half(&adjoint_times(l, &ops::band_part(&g[0], -1, 0)?)?)?;
        let left = ops::triangular_solve(l, &middle, true, true)?;
        let full = adjoint(&ops::triangular_solve(l, &adjoint(&left)?, true, true)?)?;
        let sum = ops::add(&full, &adjoint(&full)?)?;
        Ok(smallvec![Some(ops::multiply(&sum, &ops::like(&sum, 0.5)?)?)])
    }
}

/// The lower triangle with half the diagonal.
fn lower_half(x: &Tensor) -> Result<Tensor> {
    let (lower, diagonal) = (ops::band_part(x, -1, 0)?, ops::band_part(x, 0, 0)?);
    ops::subtract(&lower, &ops::multiply(&diagonal, &ops::like(x, 0.5)?)?)
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
        let (x, (m, n)) = (x[0], matrix("Qr", x[0])?);
        let k = if self.full { m } else { m.min(n) };
        let dtype = x.dtype();
        in_double!("Qr", x, T => {
            let mut q = Array::scratch_of::<T>(batch_of(&x).concat(&[m, k]))?;
            let mut r = Array::scratch_of::<T>(batch_of(&x).concat(&[k, n]))?;
            linalg::qr::<T>(m, n, x.slice(), q.slice_mut(), r.slice_mut(), self.full)?;
            Ok(vec![q.cast(dtype)?, r.cast(dtype)?])
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
        let inner = ops::subtract(&times_adjoint(r, &g[1])?, &adjoint_times(&g[0], q)?)?;
        let below = ops::subtract(&ops::band_part(&inner, -1, 0)?, &ops::band_part(&inner, 0, 0)?)?;
        let hermitian = ops::add(&ops::band_part(&inner, -1, 0)?, &adjoint(&below)?)?;
        let sum = ops::add(&g[0], &times(q, &hermitian)?)?;
        // X R^-H is (R^-1 X^H)^H.
        let solved = ops::triangular_solve(r, &adjoint(&sum)?, false, false)?;
        Ok(smallvec![Some(adjoint(&solved)?)])
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
        let (x, n) = (x[0], square("Lu", x[0])?);
        let dtype = x.dtype();
        in_double!("Lu", x, T => {
            let mut out = Array::from_slice(x.shape().clone(), x.slice::<T>())?;
            let mut rows = try_vec(x.elements().checked_div(n).unwrap_or(0), 0usize)?;
            linalg::lu::<T>(n, out.slice_mut(), &mut rows).map_err(|e| not_invertible("Lu", e))?;
            let mut permutation = Array::scratch_of::<i32>(batch_of(&x).concat(&[n]))?;
            permutation.slice_mut::<i32>().iter_mut().zip(rows).for_each(|(to, row)| *to = row as i32);
            Ok(vec![out.cast(dtype)?, permutation])
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
