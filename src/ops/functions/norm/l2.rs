//! Scaling to Euclidean norm 1.

use crate::ops::prelude::*;
use crate::ops::sum_of_squares;
use crate::shape::normalize_axes;

pub(super) const OPS: &[OpDef] = &[L2_NORMALIZE];

const L2_NORMALIZE: OpDef = OpDef {
    name: "l2_normalize",
    op_type: "",
    doc: "`x` divided by its Euclidean norm over `axis` (all axes when `None`): `x / sqrt(max(sum(x ** 2), epsilon))`.\n\n\
          Where the sum of squares is below `epsilon`, `x` is divided by `sqrt(epsilon)`. `dim` is an old name of `axis`. \
          Complex numbers keep their directions. Errors: `TypeError` for integers, `ValueError` when both `axis` and \
          `dim` are given, `InvalidArgumentError` for an axis out of range or named twice.\n\n\
          >>> tf.math.l2_normalize([[3., 4.], [0., 2.]], axis=1).numpy().tolist()\n[[0.6000000238418579, 0.800000011920929], [0.0, 1.0]]",
    params: &[free("x"), axes("axis"), float("epsilon", 1e-12), axes("dim")],
    call: |a| {
        let axes = match (a.axes(1), a.axes(3)) {
            (Some(_), Some(_)) => return Err(Error::value("Cannot specify both 'axis' and 'dim'.")),
            (axis, dim) => axis.or(dim),
        };
        Ok(l2_normalize(a.tensor(0), axes, a.float(2))?.into())
    },
    samples: &[
        on(&[Input::Real(&[3], 0.5, 2.0)]),
        with(&[Input::Real(&[2, 3], 0.5, 2.0)], &[("axis", Ints(&[-1]))]),
        with(&[Input::Real(&[2, 3], 0.5, 2.0)], &[("epsilon", Float(100.0))]),
    ],
};

/// `x` divided by its Euclidean norm over `axes`, or by `sqrt(epsilon)` if that is more; `None` means all axes.
pub fn l2_normalize(x: &Tensor, axes: Option<&[i64]>, epsilon: f64) -> Result<Tensor> {
    if !x.dtype().is_trainable() {
        let text = format!("Cannot convert {epsilon:?} to EagerTensor of dtype {}", x.dtype());
        return Err(Error::type_error(text));
    }
    let axes = normalize_axes("Sum", axes, x.rank())?;
    let squares = match x.dtype().is_complex() {
        true => (x * x.conj()).sum(axes).map(ops::real),
        false => x.map(|x| sum_of_squares(x, axes, true)),
    };
    (x * squares.maximum(epsilon).rsqrt().cast(x.dtype())).tensor()
}
