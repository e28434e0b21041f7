//! Determinants and their logarithms.

use smallvec::smallvec;

use super::{SQUARE, adjoint, as_matrices, batch_of, in_double, like_dtype, square};
use crate::array::Array;
use crate::error::Result;
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::def::{OpDef, Value, tensor};
use crate::ops::{apply_all, apply_static};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[DET, SLOGDET, LOGDET];

const DET: OpDef = OpDef {
    name: "det",
    op_type: "MatrixDeterminant",
    doc: "The determinant of square matrices `[..., n, n]`.\n\n\
          Errors: `InvalidArgumentError` for matrices that are not square; the gradient at a singular matrix also.\n\n\
          >>> tf.linalg.det([[2., 0.], [0., 4.]]).numpy().item()\n8.0",
    params: &[tensor("input")],
    call: |a| Ok(det(a.tensor(0))?.into()),
    samples: SQUARE,
};

const SLOGDET: OpDef = OpDef {
    name: "slogdet",
    op_type: "LogMatrixDeterminant",
    doc: "The sign of the determinant of square matrices, and the logarithm of its magnitude, which does not overflow.\n\n\
          A singular matrix has sign 0 and logarithm minus infinity. No gradient flows through the sign.\n\n\
          >>> tf.linalg.slogdet([[-1.]]).sign.numpy().item()\n-1.0",
    params: &[tensor("input")],
    call: |a| Ok(Value::Named("LogMatrixDeterminant", &["sign", "log_abs_determinant"], slogdet(a.tensor(0))?)),
    samples: SQUARE,
};

const LOGDET: OpDef = OpDef {
    name: "logdet",
    op_type: "",
    doc: "The logarithm of the determinant of hermitian positive definite matrices; NaN for others.\n\n\
          >>> tf.linalg.logdet([[1.]]).numpy().item()\n0.0",
    params: &[tensor("matrix")],
    call: |a| {
        let factor = ops::cholesky(a.tensor(0))?;
        let diagonal = ops::real(&ops::main_diagonal(&factor)?)?;
        let sum = ops::reduce_sum(&ops::log(&diagonal)?, Some(&[-1]), false)?;
        Ok(ops::multiply(&sum, &ops::like(&sum, 2.0)?)?.into())
    },
    samples: SQUARE,
};

/// The determinant of square matrices.
pub fn det(x: &Tensor) -> Result<Tensor> {
    apply_static(&Determinant, &[x])
}

#[derive(Debug)]
struct Determinant;

impl Op for Determinant {
    fn op_type(&self) -> &'static str {
        "MatrixDeterminant"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, n) = (x[0], square("MatrixDeterminant", x[0])?);
        let dtype = x.dtype();
        in_double!("MatrixDeterminant", x, T => {
            let mut out = Array::scratch_of::<T>(batch_of(&x))?;
            linalg::determinant::<T>(n, x.slice(), out.slice_mut())?;
            out.cast(dtype)
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::BOTH
    }
    /// `g conj(det A) A^-H`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let scale = as_matrices(&ops::multiply(&g[0], &ops::conj(s.y(0))?)?)?;
        Ok(smallvec![Some(ops::multiply(&scale, &adjoint(&ops::inv(s.x(0))?)?)?)])
    }
}

/// The sign of the determinant of square matrices, and the logarithm of its magnitude.
pub fn slogdet(x: &Tensor) -> Result<Vec<Tensor>> {
    apply_all(LogDeterminant, &[x])
}

#[derive(Debug)]
struct LogDeterminant;

impl Op for LogDeterminant {
    fn op_type(&self) -> &'static str {
        "LogMatrixDeterminant"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let (x, n) = (x[0], square("LogMatrixDeterminant", x[0])?);
        let dtype = x.dtype();
        in_double!("LogMatrixDeterminant", x, T => {
            let mut signs = Array::scratch_of::<T>(batch_of(&x))?;
            let mut logs = Array::scratch_of::<f64>(batch_of(&x))?;
            linalg::log_determinant::<T>(n, x.slice(), signs.slice_mut(), logs.slice_mut())?;
            Ok(vec![signs.cast(dtype)?, logs.cast(dtype)?])
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::INPUTS
    }
    /// `g A^-H` for the gradient of the logarithm.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let scale = as_matrices(&like_dtype(&g[1], s.x(0).dtype())?)?;
        Ok(smallvec![Some(ops::multiply(&scale, &adjoint(&ops::inv(s.x(0))?)?)?)])
    }
}
