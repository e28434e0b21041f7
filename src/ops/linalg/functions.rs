//! Exponentials, logarithms and square roots of matrices: TensorFlow registers no gradient for the first two.

use super::{in_double, square};
use crate::array::Array;
use crate::error::{Error, Result};
use crate::kernels::linalg;
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::apply_static;
use crate::ops::def::{OpDef, tensor};
use crate::tensor::Tensor;
use crate::{interrupt, ops};

pub(in crate::ops) const OPS: &[OpDef] = &[EXPM, LOGM, SQRTM, MATRIX_SQUARE_ROOT];

const EXPM: OpDef = OpDef {
    name: "expm",
    op_type: "MatrixExponential",
    doc: "The exponential of square matrices `[..., n, n]`; no gradient is registered.\n\n\
          >>> tf.linalg.expm([[0.]]).numpy().tolist()\n[[1.0]]",
    params: &[tensor("input")],
    call: |a| Ok(apply_static(&MatrixFunction::Exp, &[a.tensor(0)])?.into()),
    samples: &[],
};

const LOGM: OpDef = OpDef {
    name: "logm",
    op_type: "MatrixLogarithm",
    doc: "The principal logarithm of complex square matrices `[..., n, n]`; no gradient is registered.\n\n\
          >>> tf.linalg.logm(tf.constant([[1 + 0j]])).numpy().tolist()\n[[0j]]",
    params: &[tensor("input")],
    call: |a| Ok(apply_static(&MatrixFunction::Log, &[a.tensor(0)])?.into()),
    samples: &[],
};

const SQRTM: OpDef = OpDef {
    name: "sqrtm",
    op_type: "MatrixSquareRoot",
    doc: "The principal square root of square matrices `[..., n, n]`; NaN where a real matrix has no real one. No gradient \
          is registered.\n\n\
          >>> tf.linalg.sqrtm([[4.]]).numpy().tolist()\n[[2.0]]",
    params: &[tensor("input")],
    call: |a| Ok(apply_static(&MatrixFunction::Sqrt, &[a.tensor(0)])?.into()),
    samples: &[],
};

const MATRIX_SQUARE_ROOT: OpDef = OpDef {
    name: "matrix_square_root",
    doc: "The principal square root of square matrices: another name of `linalg.sqrtm`.\n\n\
          >>> tf.matrix_square_root([[4.]]).numpy().tolist()\n[[2.0]]",
    ..SQRTM
};

#[derive(Debug)]
enum MatrixFunction {
    Exp,
    Log,
    Sqrt,
}

impl Op for MatrixFunction {
    fn op_type(&self) -> &'static str {
        match self {
            MatrixFunction::Exp => "MatrixExponential",
            MatrixFunction::Log => "MatrixLogarithm",
            MatrixFunction::Sqrt => "MatrixSquareRoot",
        }
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (op, x) = (self.op_type(), x[0]);
        let (n, dtype) = (square(op, x)?, x.dtype());
        if let MatrixFunction::Log = self {
            if !dtype.is_complex() {
                return Err(ops::refuse(op, dtype));
            }
            let x = x.cast(crate::dtype::DType::Complex128)?.contiguous()?;
            let mut out = Array::scratch_of::<num_complex::Complex64>(x.shape().clone())?;
            linalg::logm(n, x.slice(), out.slice_mut());
            interrupt::settle()?;
            return out.cast(dtype);
        }
        in_double!(op, x, T => {
            let mut out = Array::scratch_of::<T>(x.shape().clone())?;
            match self {
                MatrixFunction::Exp => linalg::expm::<T>(n, x.slice(), out.slice_mut()),
                _ => linalg::sqrtm::<T>(n, x.slice(), out.slice_mut()),
            }
            out.cast(dtype)
        })
    }
    fn gradient(&self) -> Gradient {
        Gradient::Missing
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::BOTH
    }
    fn grad(&self, _: &Saved, _: &[Tensor]) -> Result<Grads> {
        Err(Error::unimplemented(self.op_type(), "no gradient is registered"))
    }
}
