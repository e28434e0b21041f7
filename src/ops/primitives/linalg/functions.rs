//! Exponentials, logarithms and square roots of matrices, with one gradient for all of them.

use super::{DOUBLE, Matrices, SQUARE, square};
use crate::array::AxisSlice;
use crate::kernels::linalg;
use crate::ops::prelude::*;
use crate::ops::view_axis;

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
    if let MatrixFunction::Log = f {
        DTypes::COMPLEX.check("MatrixLogarithm", "T", x.dtype())?;
    }
    apply(f, &[x])
}

impl Primitive for MatrixFunction {
    const TAKES: Takes = DOUBLE;
    const GRAD: &'static [Rule<Self>] = &[Rule::X(|g, a| derivative(*g.op, a, g))];
    const BATCHED: bool = false;

    fn named(&self) -> &'static str {
        match self {
            MatrixFunction::Exp => "MatrixExponential",
            MatrixFunction::Log => "MatrixLogarithm",
            MatrixFunction::Sqrt => "MatrixSquareRoot",
        }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, n) = square(self.named(), x[0])?;
        let mut out = Array::scratch(x.dtype(), x.shape().clone())?;
        if let MatrixFunction::Log = self {
            linalg::logm(n, x.slice(), out.slice_mut())?;
            return Ok(out);
        }
        let function = self;
        crate::with_dtype!(x.dtype(), T: double => match function {
            MatrixFunction::Exp => linalg::expm::<T>(n, x.slice(), out.slice_mut())?,
            _ => linalg::sqrtm::<T>(n, x.slice(), out.slice_mut())?,
        });
        Ok(out)
    }
}

/// The adjoint of the derivative of `f` at `a`, applied to `g`: the derivative at `a^H` in the direction `g`, which is the
/// upper right block of `f([[a^H, g], [0, a^H]])` (Mathias, "A chain rule for matrix functions and applications", 1996).
fn derivative(f: MatrixFunction, a: &Tensor, g: &Tensor) -> Formula {
    if a.shape().elements() == 0 {
        return g.clone().into();
    }
    // It is linear in `g`, which is brought to the size of `a`: what `f` calls small must be so in either.
    let (a, scale) = (a.adjoint(), ratio(g, a));
    let above = beside(&a, g / &scale, -1);
    let below = beside(a.zeros_of(), &a, -1);
    upper_right(beside(above, below, -2).map(|whole| of(f, whole))) * scale
}

fn beside(a: impl Term, b: impl Term, axis: i64) -> Formula {
    a.map(|a| b.map(|b| ops::concat(&[a.clone(), b.clone()], axis)).tensor())
}

/// Of four blocks of one size.
fn upper_right(blocks: Formula) -> Formula {
    blocks.map(|x| {
        let (rank, n) = (x.rank(), x.shape()[x.rank() - 1] / 2);
        let above = view_axis(x, rank - 2, AxisSlice::all(n), "Slice")?;
        view_axis(&above, rank - 1, AxisSlice { start: n, step: 1, length: n }, "Slice")
    })
}

/// How much larger the entries of `g` are than those of `a`, one number for each matrix; 1 where that is no number or 0.
/// A constant for whoever differentiates.
fn ratio(g: &Tensor, a: &Tensor) -> Formula {
    let largest = |x: &Tensor| x.abs().map(|x| ops::reduce_max(x, Some(&[-2, -1]), true)).stop_gradient();
    let ratio = largest(g) / largest(a);
    let sound = ratio.is_finite().logical_and(ratio.greater(0.0));
    sound.select(&ratio, 1.0).cast(a.dtype())
}
