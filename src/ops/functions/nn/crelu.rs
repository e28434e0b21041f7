//! The concatenated rectifier.

use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[CRELU];

const CRELU: OpDef = OpDef {
    name: "crelu",
    op_type: "",
    doc: "`relu(features)` and `relu(-features)`, one after the other along `axis` (Shang et al., 2016).\n\n\
          The gradient at 0 is 0. Errors: `InvalidArgumentError` for a scalar or an axis out of range.\n\n\
          >>> tf.nn.crelu([-1., 2.]).numpy().tolist()\n[0.0, 2.0, 1.0, 0.0]",
    params: &[tensor("features"), int("axis", -1)],
    call: |a| Ok(crelu(a.tensor(0), a.int(1))?.into()),
    samples: &[on(&[Input::Real(&[3], 0.2, 2.0)]), with(&[Input::Real(&[2, 3], -2.0, -0.2)], &[("axis", Int(0))])],
};

/// `relu(x)` and `relu(-x)`, one after the other along `axis`.
pub fn crelu(x: &Tensor, axis: i64) -> Result<Tensor> {
    let both = ops::concat(&[x.clone(), ops::negative(x)?], axis);
    ops::relu(&both?)
}
