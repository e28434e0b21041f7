//! Matrices in the last two axes: their transposes.

use crate::ops::prelude::*;
use crate::ops::transpose_by;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[MATRIX_TRANSPOSE, ADJOINT];

const MATRIX_TRANSPOSE: OpDef = OpDef {
    name: "matrix_transpose",
    op_type: "",
    doc: "`a` with its last two axes exchanged, conjugated if `conjugate`; no data is copied.\n\n\
          Errors: `ValueError` for a rank below 2.\n\n\
          >>> tf.linalg.matrix_transpose([[1., 2.], [3., 4.]]).numpy().tolist()\n[[1.0, 3.0], [2.0, 4.0]]",
    params: &[free("a"), flag("conjugate", false)],
    call: |a| Ok(matrix_transpose(a.tensor(0), a.bool(1))?.into()),
    samples: &[on(&[reals(&[2, 3])]), on(&[reals(&[2, 2, 3])])],
};

const ADJOINT: OpDef = OpDef {
    name: "adjoint",
    op_type: "",
    doc: "The conjugate of `matrix` with its last two axes exchanged.\n\n\
          Errors: `ValueError` for a rank below 2.\n\n\
          >>> tf.linalg.adjoint([[1j, 2.]]).numpy().tolist()\n[[-1j], [(2-0j)]]",
    params: &[free("matrix")],
    call: |a| Ok(matrix_transpose(a.tensor(0), true)?.into()),
    samples: &[on(&[reals(&[2, 3])])],
};

/// `x` with its last two axes exchanged, conjugated if `conjugate`.
pub fn matrix_transpose(x: &Tensor, conjugate: bool) -> Result<Tensor> {
    let rank = x.rank();
    if rank < 2 {
        let shape = x.shape().tuple();
        return Err(Error::value(format!(
            "Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` with shape: {shape}"
        )));
    }
    let mut perm: Vec<usize> = (0..rank).few();
    perm.swap(rank - 2, rank - 1);
    let y = transpose_by(x, &perm)?;
    if conjugate { ops::conj(&y) } else { Ok(y) }
}
