//! Casts between dtypes, through which gradients pass by the reverse cast.

use crate::op::Gradient;
use crate::ops::prelude::*;
use crate::warning::warn;

pub(in crate::ops) const OPS: &[OpDef] = &[CAST];

const CAST: OpDef = OpDef {
    name: "cast",
    op_type: "Cast",
    doc: "`x` converted to `dtype`, of the same shape; `x` itself when it has that dtype already.\n\n\
          Floats are cut off towards zero on their way to integers, integers wrap around, the imaginary part of a \
          complex number is dropped with a warning on the way to a real one; every number but 0 is `True`. The gradient is cast \
          back; none passes through integers or truth values. A float that is too large for the integer, or NaN, becomes the \
          least `int32` (`int64` for `uint32` and 64 bits), cut to length. \
          Errors: `UnimplementedError` to or from strings.\n\n\
          >>> tf.cast([1.8, -2.2], tf.int32).numpy().tolist()\n[1, -2]",
    params: &[free("x"), Param::new("dtype", Kind::DType)],
    call: |a| {
        let (x, dtype) = (a.tensor(0), a.dtype(1));
        warn_of_loss(x.dtype(), dtype);
        Ok(if x.dtype() == dtype { Value::Given(x.clone()) } else { cast(x, dtype)?.into() })
    },
    samples: &[
        with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("dtype", Literal::DType(DType::Complex128))]),
        with(&[Input::Real(&[], -2.0, 2.0)], &[("dtype", Literal::DType(DType::Complex128))]),
    ],
};

fn warn_of_loss(from: DType, to: DType) {
    if from.is_complex() && to.is_floating() {
        warn(&format!(
            "You are casting an input of type {from} to an incompatible dtype {to}.  This will discard the imaginary part \
             and may not be what you intended."
        ));
    }
}

/// `x` converted to `dtype`; the same tensor where it has that dtype.
pub fn cast(x: &Tensor, dtype: DType) -> Result<Tensor> {
    if x.dtype() == dtype {
        return Ok(x.clone());
    }
    apply(Cast { to: dtype }, &[x])
}

#[derive(Debug)]
struct Cast {
    to: DType,
}

impl Primitive for Cast {
    const OP_TYPE: &'static str = "Cast";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.cast(g.input().dtype))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        x[0].cast(self.to)
    }

    fn gradient(&self) -> Gradient {
        if self.to.is_trainable() { Gradient::Defined } else { Gradient::NotDifferentiable }
    }
}
