//! The norm of several tensors together.

use crate::memory::try_collect_ok;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[GLOBAL_NORM];

const GLOBAL_NORM: OpDef = OpDef {
    name: "global_norm",
    op_type: "",
    doc: "The Euclidean norm of all elements of all tensors of `t_list` together, as a scalar.\n\n\
          `None` among the tensors counts for nothing; of nothing, 0. Where the norm is 0 its gradient is NaN (0 if its \
          cotangent is 0). Errors: `TypeError` when `t_list` is not a sequence, `InvalidArgumentError` for dtypes that \
          differ or are not real floating-point.\n\n\
          >>> tf.linalg.global_norm([[3., 4.], None, 12.]).numpy().item()\n13.0",
    params: &[Param::new("t_list", Kind::Options)],
    call: |a| Ok(global_norm(a.options(0))?.into()),
    samples: &[on(&[Input::List(&[reals(&[2]), reals(&[2, 2])])]), on(&[Input::List(&[Input::Real(&[], 0.5, 2.0)])])],
};

/// The Euclidean norm of all elements of all tensors together.
pub fn global_norm(tensors: &[Option<Tensor>]) -> Result<Tensor> {
    let halves = try_collect_ok(tensors.iter().flatten().map(ops::l2_loss))?;
    let half = Formula::from(ops::stack(&halves, 0)).map(|all| ops::reduce_sum(all, None, false));
    (half * 2.0).sqrt().tensor()
}
