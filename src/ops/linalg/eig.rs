//! Eigenvalues and eigenvectors of matrices that need not be hermitian.

use num_complex::Complex64;
use smallvec::smallvec;

use super::{adjoint, adjoint_times, as_rows, batch_of, failed, in_double, square, times};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::apply_all;
use crate::ops::def::{Input, OpDef, Value, on, tensor};
use crate::ops::formula::{Formula, Term};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[EIG, EIGVALS];

const EIG: OpDef = OpDef {
    name: "eig",
    op_type: "Eig",
    doc: "Eigenvalues `e` of square matrices `[..., n, n]`, in no particular order, and eigenvectors, the columns of `v`: \
          `tensor v = v diag(e)`. Both are complex.\n\n\
          Vectors have norm 1; their phase, in which the largest entry is real and positive, is arbitrary, and the gradient \
          is that of functions which do not depend on it. It is infinite or NaN where eigenvalues are equal. Errors: \
          `InvalidArgumentError` for matrices that are not square, or not finite.\n\n\
          >>> e, v = tf.linalg.eig([[0., 2.], [2., 3.]])\n>>> sorted(tf.math.real(e).numpy().round(5).tolist())\n[-1.0, 4.0]",
    params: &[tensor("tensor")],
    call: |a| Ok(Value::Tuple(eig(a.tensor(0), true)?)),
    samples: &[on(&[Input::Spd(&[3, 3])]), on(&[Input::Spd(&[2, 2, 2])])],
};

const EIGVALS: OpDef = OpDef {
    name: "eigvals",
    op_type: "Eig",
    doc: "Eigenvalues of square matrices, complex, in no particular order.\n\n\
          The gradient is infinite or NaN where the matrix has too few eigenvectors. Errors as for `eig`.\n\n\
          >>> tf.math.imag(tf.linalg.eigvals([[0., -1.], [1., 0.]])).numpy().max().item()\n1.0",
    params: &[tensor("tensor")],
    call: |a| Ok(eig(a.tensor(0), false)?.swap_remove(0).into()),
    samples: &[on(&[Input::Real(&[3, 3], -1.0, 1.0)]), on(&[Input::Spd(&[2, 2, 2])])],
};

/// Eigenvalues, and eigenvectors if they are wanted.
pub fn eig(x: &Tensor, vectors: bool) -> Result<Vec<Tensor>> {
    apply_all(Eig { vectors }, &[x])
}

#[derive(Debug)]
struct Eig {
    vectors: bool,
}

const FAILED: &str = "Eigen decomposition was not successful. The input might not be valid.";

impl Op for Eig {
    fn op_type(&self) -> &'static str {
        "Eig"
    }
    fn outputs(&self) -> usize {
        1 + usize::from(self.vectors)
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let (x, n) = (x[0], square("Eig", x[0])?);
        let single = !matches!(x.dtype(), DType::Float64 | DType::Complex128);
        let dtype = if single { DType::Complex64 } else { DType::Complex128 };
        in_double!("Eig", x, T => {
            let mut e = Array::scratch_of::<Complex64>(batch_of(&x).concat(&[n]))?;
            if !self.vectors {
                linalg::eigenvalues::<T>(n, x.slice(), e.slice_mut()).map_err(failed("Eig", FAILED))?;
                return Ok(vec![e.cast(dtype)?]);
            }
            let mut v = Array::scratch_of::<Complex64>(x.shape().clone())?;
            linalg::eig::<T>(n, x.slice(), e.slice_mut(), v.slice_mut()).map_err(failed("Eig", FAILED))?;
            Ok(vec![e.cast(dtype)?, v.cast(dtype)?])
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        if self.vectors { Keep::OUTPUTS } else { Keep::INPUTS }
    }
    /// `V^-H (diag(dE) + F * (M - V^H V diag(re M))) V^H` with `M = V^H dV` and `F` the conjugate of `1 / (e_j - e_i)`
    /// (Boeddeker and others, "On the computation of complex-valued gradients with application to statistically optimum
    /// beamforming", 2017).
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let known = if self.vectors { vec![s.y(0).clone(), s.y(1).clone()] } else { eig(s.x(0), true)? };
        let (e, v) = (&known[0], &known[1]);
        let mut middle = Formula::from(super::spectral::diagonal_matrix(&g[0]));
        if self.vectors {
            let along = adjoint_times(v, &g[1])?;
            let lengths = ops::real(&ops::main_diagonal(&along)?)?.cast(along.dtype()).map(as_rows);
            let stretched = &adjoint_times(v, v)? * lengths;
            middle = middle + super::spectral::gaps(e)?.conj() * (&along - stretched);
        }
        let full = ops::solve(&adjoint(v)?, &times(&middle.tensor()?, &adjoint(v)?)?)?;
        Ok(smallvec![Some(ops::cast(&full, s.spec(0).dtype)?)])
    }
}
