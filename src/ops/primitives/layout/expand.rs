//! Axes of length 1: put in and taken out, without a copy.

use crate::ops::prelude::*;
use crate::ops::primitives::layout::reshape::reshape_as;
use crate::shape::{AxisSet, normalize_axis};

pub(in crate::ops) const OPS: &[OpDef] = &[EXPAND_DIMS, SQUEEZE];

const EXPAND_DIMS: OpDef = OpDef {
    name: "expand_dims",
    op_type: "ExpandDims",
    doc: "`input` with a new axis of length 1 at `axis`, counted from the end of the result when negative; no data \
          is copied.\n\n\
          Errors: `InvalidArgumentError` for an axis out of range.\n\n\
          >>> tf.expand_dims([1., 2.], axis=-1).shape\nTensorShape([2, 1])",
    params: &[free("input"), Param::new("axis", Kind::Ints)],
    call: |a| match a.ints(1) {
        [axis] => Ok(expand_dims(a.tensor(0), *axis)?.into()),
        _ => Err(Error::invalid("ExpandDims", "'dim' must be a tensor with a single value")),
    },
    samples: &[with(&[reals(&[2, 3])], &[("axis", Int(1))]), with(&[reals(&[])], &[("axis", Int(-1))])],
};

const SQUEEZE: OpDef = OpDef {
    name: "squeeze",
    op_type: "Squeeze",
    doc: "`input` without those of the axes `axis` (all axes when `None`) that have length 1; no data is \
          copied.\n\n\
          Errors: `InvalidArgumentError` for an axis out of range, or named and longer than 1.\n\n\
          >>> tf.squeeze([[[1.], [2.]]]).shape\nTensorShape([2])",
    params: &[free("input"), axes("axis")],
    call: |a| Ok(squeeze(a.tensor(0), a.axes(1))?.into()),
    samples: &[on(&[reals(&[1, 3, 1])]), with(&[reals(&[1, 3, 1])], &[("axis", Ints(&[-1]))])],
};

/// `x` with a new axis of length 1 at `axis`.
pub fn expand_dims(x: &Tensor, axis: i64) -> Result<Tensor> {
    let rank = x.rank();
    let Some(at) = normalize_axis(axis, rank + 1) else {
        let text = format!("Tried to expand dim index {axis} for tensor with {rank} dimensions.");
        return Err(Error::invalid("ExpandDims", text));
    };
    let mut shape = x.shape().clone();
    shape.insert(at, 1);
    reshape_as("ExpandDims", x, shape)
}

/// `x` without its axes of length 1, or without those of `axes`.
pub fn squeeze(x: &Tensor, axes: Option<&[i64]>) -> Result<Tensor> {
    let (rank, shape) = (x.rank(), x.shape());
    let mut gone = AxisSet::default();
    // An empty list means all of them, as `None` does.
    for &axis in axes.unwrap_or_default() {
        let Some(at) = normalize_axis(axis, rank) else {
            let text = format!("Tried to squeeze dim index {axis} for tensor with {rank} dimensions.");
            return Err(Error::invalid("Squeeze", text));
        };
        if shape[at] != 1 {
            let text = format!("Can not squeeze dim[{at}], expected a dimension of 1, got {}", shape[at]);
            return Err(Error::invalid("Squeeze", text));
        }
        gone.insert(at);
    }
    if axes.is_none_or(<[i64]>::is_empty) {
        (0..rank).filter(|&i| shape[i] == 1).for_each(|i| {
            gone.insert(i);
        });
    }
    reshape_as("Squeeze", x, shape.reduced(&gone, false))
}
