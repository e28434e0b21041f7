//! Eigenvalues and eigenvectors of matrices that need not be hermitian.

use num_complex::Complex64;
use smallvec::smallvec;

use super::{DOUBLE, Matrices, batch_of, failed, spectral, square};
use crate::kernels::linalg;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;

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
        DOUBLE.compute_all("Eig", x, |x| {
            let (x, n) = square("Eig", x[0])?;
            let mut e = Array::scratch_of::<Complex64>(batch_of(&x).concat(&[n]))?;
            crate::with_dtype!(x.dtype(), T: double => {
                if !self.vectors {
                    linalg::eigenvalues::<T>(n, x.slice(), e.slice_mut()).map_err(failed("Eig", FAILED))?;
                    return Ok(vec![e]);
                }
                let mut v = Array::scratch_of::<Complex64>(x.shape().clone())?;
                linalg::eig::<T>(n, x.slice(), e.slice_mut(), v.slice_mut()).map_err(failed("Eig", FAILED))?;
                Ok(vec![e, v])
            })
        })
    }
    fn keep(&self, _: Mask) -> Keep {
        if self.vectors { Keep::OUTPUTS } else { Keep::INPUTS }
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let dx = match self.vectors {
            true => gradient(s.y(0), s.y(1), &g[0], Some(&g[1])),
            false => match &eig(s.x(0), true)?[..] {
                [e, v] => gradient(e, v, &g[0], None),
                _ => unreachable!("eigenvalues and eigenvectors"),
            },
        };
        Ok(smallvec![Some(dx.cast(s.spec(0).dtype).tensor()?)])
    }
}

/// `V^-H (diag(dE) + F * (M - V^H V diag(re M))) V^H` with `M = V^H dV` and `F` the conjugate of `1 / (e_j - e_i)`
/// (Boeddeker and others, "On the computation of complex-valued gradients with application to statistically optimum
/// beamforming", 2017).
fn gradient(e: &Tensor, v: &Tensor, de: &Tensor, dv: Option<&Tensor>) -> Formula {
    let mut middle = de.on_diagonal();
    if let Some(dv) = dv {
        let along = v.adjoint_times(dv);
        let lengths = along.map(ops::main_diagonal).map(ops::real).cast(v.dtype()).row();
        let turned = &along - v.adjoint_times(v) * lengths;
        // Where nothing flows into a vector, equal eigenvalues do not matter: no infinity times 0.
        middle = middle + spectral::gaps(e).conj().multiply_no_nan(turned);
    }
    v.adjoint().solve(middle.times_adjoint(v))
}
