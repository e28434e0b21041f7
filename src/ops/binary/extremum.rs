//! The larger and the smaller of two.

use super::{Binary, Input, OpDef, Partial, Result, Sample, call, def, on};
use crate::kernels::math::Float;
use crate::ops;
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[def::<Maximum>(), def::<Minimum>()];

/// See [`maximum`].
pub struct Maximum;

impl Binary for Maximum {
    const NAME: &'static str = "maximum";
    const OP_TYPE: &'static str = "Maximum";
    const DOC: &'static str = "The larger of `x` and `y`, element by element; NaN if one is NaN.\n\nThe gradient goes to the larger one; where both are equal all of it goes to `x`, where one is NaN to `y`.\n\n>>> tf.maximum([1., 4.], [2., 3.]).numpy().tolist()\n[2.0, 4.0]";
    const DA: Partial = Partial::AB(|g, a, b| where_else_zero(&ops::greater_equal(a, b)?, g, true));
    const DB: Partial = Partial::AB(|g, a, b| where_else_zero(&ops::greater_equal(a, b)?, g, false));
    const SAMPLES: &'static [Sample] = APART;
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| Ok(a.max(b)));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a.max(b)
    }
}

/// The larger of `x` and `y`.
pub fn maximum(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Maximum>(a, b)
}

/// See [`minimum`].
pub struct Minimum;

impl Binary for Minimum {
    const NAME: &'static str = "minimum";
    const OP_TYPE: &'static str = "Minimum";
    const DOC: &'static str = "The smaller of `x` and `y`, element by element; NaN if one is NaN.\n\nThe gradient goes to the smaller one; where both are equal all of it goes to `x`, where one is NaN to `y`.\n\n>>> tf.minimum([1., 4.], [2., 3.]).numpy().tolist()\n[1.0, 3.0]";
    const DA: Partial = Partial::AB(|g, a, b| where_else_zero(&ops::less_equal(a, b)?, g, true));
    const DB: Partial = Partial::AB(|g, a, b| where_else_zero(&ops::less_equal(a, b)?, g, false));
    const SAMPLES: &'static [Sample] = APART;
    const INTEGER: Option<fn(i128, i128) -> Result<i128>> = Some(|a, b| Ok(a.min(b)));
    #[inline(always)]
    fn f<R: Float>(a: R, b: R) -> R {
        a.min(b)
    }
}

/// The smaller of `x` and `y`.
pub fn minimum(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Minimum>(a, b)
}

/// Samples in which no pair comes near a tie.
const APART: &[Sample] = &[
    on(&[Input::Real(&[3], 0.3, 1.0), Input::Real(&[3], 1.3, 2.0)]),
    on(&[Input::Real(&[2, 3], 1.3, 2.0), Input::Real(&[3], 0.3, 1.0)]),
    on(&[Input::Real(&[], -2.0, -1.0), Input::Real(&[2], 0.3, 1.0)]),
];

/// `g` where `condition` is `wanted`, else 0.
fn where_else_zero(condition: &Tensor, g: &Tensor, wanted: bool) -> Result<Tensor> {
    let zero = ops::like(g, 0.0)?;
    if wanted { ops::select(condition, g, &zero) } else { ops::select(condition, &zero, g) }
}
