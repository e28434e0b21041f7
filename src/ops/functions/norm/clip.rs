//! Clipping between two bounds.

use super::check_unstretched;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[CLIP_BY_VALUE];

const CLIP_BY_VALUE: OpDef = OpDef {
    name: "clip_by_value",
    op_type: "",
    doc: "`t` with every element below `clip_value_min` or above `clip_value_max` replaced by that bound.\n\n\
          The bounds broadcast against `t`; where they cross, the lower one wins. An element on a bound keeps its gradient; \
          that of a clipped one goes to the bound. NaN stays NaN. Errors: `ValueError` for bounds that would stretch `t`, \
          `InvalidArgumentError` for shapes that do not broadcast, dtypes that differ, complex numbers, `bool` and strings.\n\n\
          >>> tf.clip_by_value([-1., .5, 2.], 0., 1.).numpy().tolist()\n[0.0, 0.5, 1.0]",
    params: &[tensor("t"), tensor("clip_value_min"), tensor("clip_value_max")],
    call: |a| Ok(clip_by_value(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: &[
        on(&[reals(&[5]), Input::Real(&[], -1.0, -0.5), Input::Real(&[], 0.5, 1.0)]),
        on(&[reals(&[2, 3]), Input::Real(&[3], -1.0, -0.5), Input::Real(&[2, 1], 0.5, 1.0)]),
    ],
};

/// `t` between two bounds.
pub fn clip_by_value(t: &Tensor, low: &Tensor, high: &Tensor) -> Result<Tensor> {
    let below = ops::minimum(t, high)?;
    check_unstretched(t.shape(), &below)?;
    let clipped = ops::maximum(&below, low)?;
    check_unstretched(t.shape(), &clipped)?;
    Ok(clipped)
}
