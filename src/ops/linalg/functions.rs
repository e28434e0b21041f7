//! Exponentials, logarithms and square roots of matrices, with one gradient for all of them.

use super::{SQUARE, adjoint, in_double, square};
use crate::array::{Array, AxisSlice};
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::linalg;
use crate::ops;
use crate::ops::def::{Input, OpDef, on, tensor};
use crate::ops::formula::{Formula, Term};
use crate::ops::primitive::Primitive;
use crate::ops::rule::Rule;
use crate::ops::{apply, view_axis};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[EXPM, LOGM, SQRTM, MATRIX_SQUARE_ROOT];

const EXPM: OpDef = OpDef {
    name: "expm",
    op_type: "MatrixExponential",
    doc: "The exponential of square matrices `[..., n, n]`, which has gradients of any order everywhere.\n\n\
          A matrix with an infinity or a NaN gives NaN. Errors: `InvalidArgumentError` for matrices that are not square.\n\n\
          >>> tf.linalg.expm([[0., 1.], [0., 0.]]).numpy().tolist()\n[[1.0, 1.0], [0.0, 1.0]]",
    params: &[tensor("input")],
    call: |a| Ok(of(MatrixFunction::Exp, a.tensor(0))?.into()),
    samples: &[on(&[Input::Real(&[3, 3], -1.0, 1.0)]), on(&[Input::Spd(&[2, 2, 2])])],
};

const LOGM: OpDef = OpDef {
    name: "logm",
    op_type: "MatrixLogarithm",
    doc: "The principal logarithm of complex square matrices `[..., n, n]`; NaN for singular ones.\n\n\
          Gradients of any order exist but at singular matrices; at negative eigenvalues they are those of the logarithm \
          above the branch cut. TensorFlow registers none.\n\n\
          >>> tf.linalg.logm(tf.constant([[1 + 0j]])).numpy().tolist()\n[[0j]]",
    params: &[tensor("input")],
    call: |a| Ok(of(MatrixFunction::Log, a.tensor(0))?.into()),
    samples: &[],
};

const SQRTM: OpDef = OpDef {
    name: "sqrtm",
    op_type: "MatrixSquareRoot",
    doc: "The principal square root of square matrices `[..., n, n]`; NaN where a real matrix has no real one.\n\n\
          Gradients of any order exist but at singular matrices, where they are NaN.\n\n\
          >>> tf.linalg.sqrtm([[4.]]).numpy().tolist()\n[[2.0]]",
    params: &[tensor("input")],
    call: |a| Ok(of(MatrixFunction::Sqrt, a.tensor(0))?.into()),
    samples: SQUARE,
};

const MATRIX_SQUARE_ROOT: OpDef = OpDef {
    name: "matrix_square_root",
    doc: "The principal square root of square matrices: another name of `linalg.sqrtm`.\n\n\
          >>> tf.matrix_square_root([[4.]]).numpy().tolist()\n[[2.0]]",
    ..SQRTM
};

#[derive(Clone, Copy, Debug)]
enum MatrixFunction {
    Exp,
    Log,
    Sqrt,
}

fn of(f: MatrixFunction, x: &Tensor) -> Result<Tensor> {
    apply(f, &[x])
}

impl Primitive for MatrixFunction {
    const GRAD: &'static [Rule<Self>] = &[Rule::X(|g, x| derivative(*g.op, x, g).into())];
    const BATCHED: bool = false;

    fn named(&self) -> &'static str {
        match self {
            MatrixFunction::Exp => "MatrixExponential",
            MatrixFunction::Log => "MatrixLogarithm",
            MatrixFunction::Sqrt => "MatrixSquareRoot",
        }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (op, x) = (self.named(), x[0]);
        let (n, dtype) = (square(op, x)?, x.dtype());
        if let MatrixFunction::Log = self {
            if !dtype.is_complex() {
                return Err(ops::refuse(op, dtype));
            }
            let x = x.cast(DType::Complex128)?.contiguous()?;
            let mut out = Array::scratch_of::<num_complex::Complex64>(x.shape().clone())?;
            linalg::logm(n, x.slice(), out.slice_mut())?;
            return out.cast(dtype);
        }
        in_double!(op, x, T => {
            let mut out = Array::scratch_of::<T>(x.shape().clone())?;
            match self {
                MatrixFunction::Exp => linalg::expm::<T>(n, x.slice(), out.slice_mut())?,
                _ => linalg::sqrtm::<T>(n, x.slice(), out.slice_mut())?,
            }
            out.cast(dtype)
        })
    }
}

/// The adjoint of the derivative of `f` at `a`, applied to `g`: the derivative at `a^H` in the direction `g`, which is the
/// upper right block of `f([[a^H, g], [0, a^H]])` (Mathias, "A chain rule for matrix functions and applications", 1996).
fn derivative(f: MatrixFunction, a: &Tensor, g: &Tensor) -> Result<Tensor> {
    if a.shape().elements() == 0 {
        return Ok(g.clone());
    }
    let (rank, n) = (a.rank(), a.shape()[a.rank() - 1]);
    // It is linear in `g`, which is brought to the size of `a`: what `f` calls small must be so in either.
    let (a, scale) = (adjoint(a)?, ratio(g, a).tensor()?);
    let above = ops::concat(&[a.clone(), (g / &scale).tensor()?], -1)?;
    let below = ops::concat(&[ops::zeros_of(&a)?, a], -1)?;
    let whole = of(f, &ops::concat(&[above, below], -2)?)?;
    let above = view_axis(&whole, rank - 2, AxisSlice::all(n), "Slice")?;
    let right = view_axis(&above, rank - 1, AxisSlice { start: n, step: 1, length: n }, "Slice")?;
    (&right * &scale).tensor()
}

/// How much larger the entries of `g` are than those of `a`, one number for each matrix; 1 where that is no number or 0.
/// A constant for whoever differentiates.
fn ratio(g: &Tensor, a: &Tensor) -> Formula {
    let largest = |x: &Tensor| x.abs().map(|x| ops::reduce_max(x, Some(&[-2, -1]), true)).stop_gradient();
    let ratio = largest(g) / largest(a);
    let sound = ratio.is_finite().logical_and(ratio.greater(0.0));
    sound.select(&ratio, 1.0).cast(a.dtype())
}
