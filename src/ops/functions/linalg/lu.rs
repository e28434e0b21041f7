//! What the factors of `lu` are for: solving, putting the matrix together again, inverting it.
//!
//! Row `i` of `L U` is row `perm[i]` of the matrix. Everything is composed of recorded operations.

use crate::ops::prelude::*;
use crate::ops::primitives::linalg::Matrices;

pub(in crate::ops) const OPS: &[OpDef] = &[LU_SOLVE, LU_RECONSTRUCT, LU_MATRIX_INVERSE];

const PERM: Param = Param::new("perm", Kind::Index);

const LU_SOLVE: OpDef = OpDef {
    name: "lu_solve",
    op_type: "",
    doc: "The solution `x` of `A x = rhs`, from the factors and the permutation of `lu(A)`.\n\n\
          `lower_upper` is `[..., n, n]`, `perm` `[..., n]`, `rhs` `[..., n, k]`; batches broadcast. Factors and right \
          sides have gradients. `validate_args` changes nothing: all is checked always. Errors: `ValueError` for \
          shapes that do not fit.\n\n\
          >>> lu, p = tf.linalg.lu([[0., 2.], [4., 0.]])\n\
          >>> tf.linalg.lu_solve(lu, p, [[2.], [8.]]).numpy().ravel().tolist()\n[2.0, 1.0]",
    params: &[tensor("lower_upper"), PERM, tensor("rhs"), flag("validate_args", false)],
    call: |a| Ok(lu_solve(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: &[
        on(&[Input::Real(&[3, 3], 0.5, 2.0), Input::Ints(&[3], &[2, 0, 1]), Input::Real(&[3, 2], -2.0, 2.0)]),
        on(&[Input::Real(&[2, 2, 2], 0.5, 2.0), Input::Ints(&[2, 2], &[1, 0, 0, 1]), Input::Real(&[2, 1], -2.0, 2.0)]),
    ],
};

const LU_RECONSTRUCT: OpDef = OpDef {
    name: "lu_reconstruct",
    op_type: "",
    doc: "The matrices whose `lu` is `lower_upper` and `perm`.\n\n\
          Shapes, gradients and errors as for `lu_solve`.\n\n\
          >>> lu, p = tf.linalg.lu([[0., 2.], [4., 0.]])\n\
          >>> tf.linalg.lu_reconstruct(lu, p).numpy().tolist()\n[[0.0, 2.0], [4.0, 0.0]]",
    params: &[tensor("lower_upper"), PERM, flag("validate_args", false)],
    call: |a| Ok(lu_reconstruct(a.tensor(0), a.tensor(1))?.into()),
    samples: &[on(&[Input::Real(&[2, 3, 3], 0.5, 2.0), Input::Ints(&[2, 3], &[2, 0, 1, 0, 2, 1])])],
};

const LU_MATRIX_INVERSE: OpDef = OpDef {
    name: "lu_matrix_inverse",
    op_type: "",
    doc: "The inverses of the matrices whose `lu` is `lower_upper` and `perm`.\n\n\
          Shapes, gradients and errors as for `lu_solve`.\n\n\
          >>> lu, p = tf.linalg.lu([[0., 2.], [4., 0.]])\n\
          >>> tf.linalg.lu_matrix_inverse(lu, p).numpy().tolist()\n[[0.0, 0.25], [0.5, 0.0]]",
    params: &[tensor("lower_upper"), PERM, flag("validate_args", false)],
    call: |a| Ok(lu_matrix_inverse(a.tensor(0), a.tensor(1))?.into()),
    samples: &[on(&[Input::Real(&[3, 3], 0.5, 2.0), Input::Ints(&[3], &[2, 0, 1])])],
};

/// The number of rows, and the batch. Errors: `ValueError` for factors and permutations that do not fit.
fn check(lu: &Tensor, perm: &Tensor) -> Result<(usize, Shape)> {
    let fail = |text: &str| Err(Error::value(text));
    let Some(lead) = lu.rank().checked_sub(2) else {
        return fail("Input `lower_upper` must have at least 2 dimensions.");
    };
    let n = lu.shape()[lead];
    if lu.shape()[lead + 1] != n {
        return fail("Input `lower_upper` must be square.");
    }
    if perm.rank() != lead + 1 || perm.shape()[..lead] != lu.shape()[..lead] || perm.shape()[lead] != n {
        return fail("`lower_upper` must have one more dimension than `perm`, and their shapes must fit.");
    }
    let valid = |line: &[i64]| (0..n as i64).all(|i| line.contains(&i));
    if !perm.dtype().is_integer() || !perm.to_vec::<i64>()?.chunks(n.max(1)).all(valid) {
        return fail("`perm` must contain permutations of the rows.");
    }
    Ok((n, lu.shape()[..lead].into()))
}

/// Rows of `x` in the order that `perm` says, for each matrix.
fn permuted(x: impl Term, perm: &Tensor) -> Formula {
    x.map(|x| ops::gather(x, perm, Some(-2), perm.rank() as i64 - 1))
}

/// The factor with ones on its diagonal.
fn unit_lower(lu: &impl Term) -> Formula {
    lu.lower() - lu.band(0, 0) + lu.unit()
}

/// The solution of `A x = rhs`, given `lu(A)`.
pub fn lu_solve(lu: &Tensor, perm: &Tensor, rhs: &Tensor) -> Result<Tensor> {
    let (n, lead) = check(lu, perm)?;
    if rhs.rank() < 2 {
        return Err(Error::value("Input `rhs` must have at least 2 dimensions."));
    }
    let (own, rows) = rhs.shape().split_at(rhs.rank() - 2);
    if rows[0] != n {
        return Err(Error::value("`lower_upper.shape[-1]` must equal `rhs.shape[-1]`."));
    }
    let Some(batch) = lead.broadcast(&Shape::new(own)) else {
        return Err(Error::value(format!(
            "the batches of `lower_upper` {lead} and `rhs` {} do not fit",
            Shape::new(own)
        )));
    };
    let perm = ops::broadcast_to_shape(perm, &batch.concat(&[n]))?;
    let lu = lu.broadcast_to(&batch.concat(&[n, n]));
    let x = permuted(rhs.broadcast_to(&batch.concat(rows)), &perm);
    lu.solve_triangle(unit_lower(&lu).solve_triangle(x, true, false), false, false).tensor()
}

/// The matrix whose `lu` this is.
pub fn lu_reconstruct(lu: &Tensor, perm: &Tensor) -> Result<Tensor> {
    let (n, _) = check(lu, perm)?;
    permuted(unit_lower(lu).times(lu.band(0, -1)), &inverted(perm, n)?).tensor()
}

/// The inverse of each permutation.
fn inverted(perm: &Tensor, n: usize) -> Result<Tensor> {
    let order = perm.to_vec::<i64>()?;
    let mut inverse = Array::scratch_of::<i64>(perm.shape().clone())?;
    for (places, order) in inverse.slice_mut::<i64>().chunks_mut(n.max(1)).zip(order.chunks(n.max(1))) {
        order.iter().enumerate().for_each(|(i, &p)| places[p as usize] = i as i64);
    }
    Ok(Tensor::new(inverse))
}

/// The inverse of the matrix whose `lu` this is.
pub fn lu_matrix_inverse(lu: &Tensor, perm: &Tensor) -> Result<Tensor> {
    let (n, _) = check(lu, perm)?;
    lu_solve(lu, perm, &ops::eye(n as i64, None, &[], lu.dtype())?)
}
