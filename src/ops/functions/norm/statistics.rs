//! Weighted moments, and the sums that moments are computed from.

use crate::ops::prelude::*;
use crate::shape::{AxisSet, normalize_axes};

pub(super) const OPS: &[OpDef] = &[SUFFICIENT_STATISTICS, WEIGHTED_MOMENTS];

const WEIGHTED_MOMENTS: OpDef = OpDef {
    name: "weighted_moments",
    op_type: "",
    doc: "The weighted mean and variance of `x` across `axes`: `(mean, variance)`.\n\n\
          `frequency_weights` broadcast against `x` and are converted to its dtype; where they add up to 0, so do both \
          results. `float16` is computed in `float32`. `keepdims` keeps reduced axes with length 1. Errors: \
          `InvalidArgumentError` for shapes that do not broadcast, and an axis out of range or named twice.\n\n\
          >>> mean, _ = tf.nn.weighted_moments([1., 2., 6.], axes=[0], frequency_weights=[1., 1., 2.])\n>>> mean.numpy().item()\n3.75",
    params: &[free("x"), Param::new("axes", Kind::Axes), free("frequency_weights"), flag("keepdims", false)],
    call: |a| Ok(Value::Tuple(weighted_moments(a.tensor(0), a.axes(1), a.tensor(2), a.bool(3))?.into())),
    samples: &[
        with(&[reals(&[4]), Input::Real(&[4], 0.5, 2.0)], &[("axes", Ints(&[0]))]),
        with(&[reals(&[2, 3]), Input::Real(&[3], 0.5, 2.0)], &[("axes", Ints(&[0])), ("keepdims", Bool(true))]),
    ],
};

/// The weighted mean and variance of `x` across `axes`; `None` means all of them.
pub fn weighted_moments(x: &Tensor, axes: Option<&[i64]>, weights: &Tensor, keepdims: bool) -> Result<[Tensor; 2]> {
    let dtype = x.dtype();
    let x = &ops::cast(x, if dtype == DType::Float16 { DType::Float32 } else { dtype })?;
    let weights = ops::cast(weights, x.dtype())?;
    let weighted = ops::multiply(&weights, x)?;
    let axes = normalize_axes("Sum", axes, weighted.rank())?;
    let total = weights.broadcast_to(weighted.shape()).sum(axes);
    let mean = weighted.sum(axes).divide_no_nan(&total);
    let variance = (weights * x.squared_difference(&mean)).sum(axes).divide_no_nan(&total);
    let shape = weighted.shape().reduced(&axes, keepdims);
    let finish = |t: Formula| t.reshape_to(&shape).cast(dtype).tensor();
    Ok([finish(mean)?, finish(variance)?])
}

const SUFFICIENT_STATISTICS: OpDef = OpDef {
    name: "sufficient_statistics",
    op_type: "",
    doc: "What the mean and the variance of `x` across `axes` are computed from: `(count, sum, sum_of_squares, shift)`.\n\n\
          The number of elements (a scalar), the sums of `x - shift` and of its square, and `shift` (`None` if there is \
          none). `keepdims` keeps reduced axes with length 1. Errors: `InvalidArgumentError` for an axis out of range, \
          `bool` and strings.\n\n\
          >>> count, total, squares, _ = tf.nn.sufficient_statistics([1., 2., 6.], axes=[0])\n\
          >>> count.numpy().item(), total.numpy().item(), squares.numpy().item()\n(3.0, 9.0, 41.0)",
    params: &[tensor("x"), Param::new("axes", Kind::Axes), tensor("shift").or(Literal::None), flag("keepdims", false)],
    call: |a| {
        let [count, sum, squares] = sufficient_statistics(a.tensor(0), a.axes(1), a.opt_tensor(2), a.bool(3))?;
        let shift = a.opt_tensor(2).map_or(Value::Nothing, |shift| shift.clone().into());
        Ok(Value::Several(vec![count.into(), sum.into(), squares.into(), shift]))
    },
    samples: &[
        with(&[reals(&[4]), Input::Absent], &[("axes", Ints(&[0]))]),
        with(&[reals(&[2, 3]), reals(&[3])], &[("axes", Ints(&[0])), ("keepdims", Bool(true))]),
    ],
};

/// The number of elements across `axes`, the sum of `x - shift` and the sum of its squares; `None` means all axes.
pub fn sufficient_statistics(
    x: &Tensor,
    axes: Option<&[i64]>,
    shift: Option<&Tensor>,
    keepdims: bool,
) -> Result<[Tensor; 3]> {
    let mut set = AxisSet::default();
    match axes {
        None => set = AxisSet::all(x.rank()),
        // An axis may be named twice here.
        Some(axes) => axes.iter().try_for_each(|axis| {
            normalize_axes("Sum", Some(&[*axis]), x.rank())?.iter().for_each(|i| _ = set.insert(i));
            Ok(())
        })?,
    }
    let count: usize = set.iter().map(|i| x.shape()[i]).product();
    let (values, squares) = match shift {
        Some(shift) => (ops::subtract(x, shift)?, ops::squared_difference(x, shift)?),
        None => (x.clone(), ops::square(x)?),
    };
    let count = Tensor::new(Array::scalar(count as f64).cast(x.dtype())?);
    Ok([count, ops::sum_over(&values, set, keepdims)?, ops::sum_over(&squares, set, keepdims)?])
}
