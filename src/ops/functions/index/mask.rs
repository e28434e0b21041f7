//! Selecting by truth values.

use crate::ops::prelude::*;
use crate::ops::{gather, indices_where};

pub(in crate::ops) const OPS: &[OpDef] = &[BOOLEAN_MASK];

const BOOLEAN_MASK: OpDef = OpDef {
    name: "boolean_mask",
    op_type: "",
    doc: "The slices of `tensor` for which `mask` is true, in order; the axes of `mask`, which begin at `axis`, \
          become one.\n\n\
          The gradient is zero where the mask is false. Errors: `ValueError` for a scalar mask, or one whose shape \
          is not that of the axes.\n\n\
          >>> tf.boolean_mask([1., 2., 3.], [True, False, True]).numpy().tolist()\n[1.0, 3.0]",
    params: &[free("tensor"), free("mask"), Param::new("axis", Kind::Int).or(Literal::None)],
    call: |a| Ok(boolean_mask(a.tensor(0), a.tensor(1), a.opt_int(2))?.into()),
    samples: &[
        on(&[reals(&[3, 2]), Input::Bools(&[3], &[true, false, true])]),
        on(&[reals(&[2, 2]), Input::Bools(&[2, 2], &[true, false, true, true])]),
        with(&[reals(&[2, 3]), Input::Bools(&[3], &[false, true, true])], &[("axis", Int(1))]),
    ],
};

/// The slices of `x` for which `mask` is true; the mask's axes begin at `axis` (the first when `None`).
pub fn boolean_mask(x: &Tensor, mask: &Tensor, axis: Option<i64>) -> Result<Tensor> {
    if mask.rank() == 0 {
        return Err(Error::value("mask cannot be scalar."));
    }
    let rank = x.rank() as i64;
    let axis = axis.unwrap_or(0);
    let start = usize::try_from(if axis < 0 { axis + rank } else { axis }).unwrap_or(usize::MAX).min(x.rank());
    let end = (start + mask.rank()).min(x.rank());
    let shape = x.shape();
    if shape[start..end] != **mask.shape() {
        let covered = Shape::new(&shape[start..end]).tuple();
        return Err(Error::value(format!("Shapes {covered} and {} are incompatible", mask.shape().tuple())));
    }
    let merged = Shape::new(&shape[..start]).concat(&[mask.shape().elements()]).concat(&shape[end..]);
    let mask = ops::cast(&ops::reshape_to(mask, &Shape::new(&[mask.shape().elements()]))?, DType::Bool)?;
    let places = ops::reshape(&indices_where(&mask)?, &[-1])?;
    gather(&ops::reshape_to(x, &merged)?, &places, Some(start as i64), 0)
}
