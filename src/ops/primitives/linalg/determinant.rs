//! Determinants and their logarithms.

use smallvec::smallvec;

use super::{DOUBLE, Matrices, SQUARE, batch_of, square};
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;

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
        let diagonal = a.tensor(0).map(ops::cholesky).map(ops::main_diagonal).map(ops::real);
        let sum = diagonal.log().map(|x| ops::reduce_sum(x, Some(&[-1]), false));
        Ok((sum * 2.0).tensor()?.into())
    },
    samples: SQUARE,
};

/// The determinant of square matrices.
pub fn det(x: &Tensor) -> Result<Tensor> {
    apply_static(&Determinant, &[x])
}

#[derive(Debug)]
struct Determinant;

impl Primitive for Determinant {
    const OP_TYPE: &'static str = "MatrixDeterminant";
    const TAKES: Takes = DOUBLE;
    const BATCHED: bool = false;
    const GRAD: &'static [Rule<Self>] = &[Rule::XY(|g, a, det| (g * det.conj()).entry() * a.map(ops::inv).adjoint())];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, n) = square(Self::OP_TYPE, x[0])?;
        crate::with_dtype!(x.dtype(), T: double => {
            let mut out = Array::scratch_of::<T>(batch_of(&x))?;
            linalg::determinant::<T>(n, x.slice(), out.slice_mut())?;
            Ok(out)
        })
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
        DOUBLE.compute_all(self.op_type(), x, |x| {
            let (x, n) = square(self.op_type(), x[0])?;
            crate::with_dtype!(x.dtype(), T: double => {
                let mut signs = Array::scratch_of::<T>(batch_of(&x))?;
                let mut logs = Array::scratch_of::<f64>(batch_of(&x))?;
                linalg::log_determinant::<T>(n, x.slice(), signs.slice_mut(), logs.slice_mut())?;
                Ok(vec![signs, logs.cast(x.dtype())?])
            })
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::INPUTS
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let a = s.x(0);
        Ok(smallvec![Some((g[1].entry() * a.map(ops::inv).adjoint()).tensor()?)])
    }
}
