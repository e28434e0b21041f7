//! Where the largest and the smallest element stand. The answers are integers: there is no gradient.

use crate::kernels::argument;
use crate::kernels::argument::Ranked;
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;
use crate::shape::normalize_axis;

pub(in crate::ops) const OPS: &[OpDef] = &[ARGMAX, ARGMIN];

const RANKED: Takes = Takes::native(DTypes::SINGLE_OR_DOUBLE.or(DTypes::INDEX).or(DTypes::of(&[DType::UInt64])))
    .through(DTypes::HALF, DType::Float32)
    .through(DTypes::SHORT.or(DTypes::of(&[DType::UInt32, DType::Bool])), DType::Int64);

const PARAMS: &[Param] = &[
    free("input"),
    Param::new("axis", Kind::Int).or(Literal::None),
    Param::new("output_type", Kind::DType).or(Literal::DType(DType::Int64)),
];

const ARGMAX: OpDef = OpDef {
    name: "argmax",
    op_type: "ArgMax",
    doc: "The index of the largest element along `axis` (the first axis when `None`): of the first one where several \
          tie.\n\n\
          NaN is passed over. `output_type` is `int16`, `uint16`, `int32` or `int64`. There is no gradient. Errors: \
          `InvalidArgumentError` for an axis that is out of range or empty, and for complex numbers and strings.\n\n\
          >>> tf.argmax([[1., 5., 2.], [9., 3., 4.]], axis=1).numpy().tolist()\n[1, 0]",
    params: PARAMS,
    call: |a| Ok(argmax(a.tensor(0), a.opt_int(1).unwrap_or(0), a.dtype(2))?.into()),
    samples: &[],
};

const ARGMIN: OpDef = OpDef {
    name: "argmin",
    op_type: "ArgMin",
    doc: "The index of the smallest element along `axis` (the first axis when `None`): of the first one where several \
          tie.\n\n\
          NaN is passed over. `output_type` is `int32` or `int64`. There is no gradient. Errors: \
          `InvalidArgumentError` for an axis that is out of range or empty, and for complex numbers and strings.\n\n\
          >>> tf.argmin([[1., 5., 2.], [9., 3., 4.]], axis=1).numpy().tolist()\n[0, 1]",
    params: PARAMS,
    call: |a| Ok(argmin(a.tensor(0), a.opt_int(1).unwrap_or(0), a.dtype(2))?.into()),
    samples: &[],
};

/// The index of the largest element along `axis`, as a tensor of `output_type`.
pub fn argmax(x: &Tensor, axis: i64, output_type: DType) -> Result<Tensor> {
    DTypes::INDEX.or(DTypes::of(&[DType::Int16, DType::UInt16])).check("ArgMax", "output_type", output_type)?;
    non_differentiable("ArgMax", &[x], move |x| place::<true>("ArgMax", x[0], axis)?.cast(output_type))
}

/// The index of the smallest element along `axis`, as a tensor of `output_type`.
pub fn argmin(x: &Tensor, axis: i64, output_type: DType) -> Result<Tensor> {
    DTypes::INDEX.check("ArgMin", "output_type", output_type)?;
    non_differentiable("ArgMin", &[x], move |x| place::<false>("ArgMin", x[0], axis)?.cast(output_type))
}

fn place<const MAX: bool>(op: &'static str, x: &Array, axis: i64) -> Result<Array> {
    let shape = x.shape();
    let rank = shape.rank();
    let Some(axis) = normalize_axis(axis, rank) else {
        let text = format!("Expected dimension in the range [{}, {rank}), but got {axis}", -(rank as i64));
        return Err(Error::invalid(op, text));
    };
    let mut kept = shape.clone();
    if kept.remove(axis) == 0 && kept.elements() > 0 {
        return Err(Error::invalid(op, format!("Reduction axis {axis} is empty in shape {shape}")));
    }
    match RANKED.computed(op, x.dtype())? {
        DType::UInt64 => lines::<u64, MAX>(x, axis, kept),
        dtype => crate::with_dtype!(dtype, T: hot => lines::<T, MAX>(&x.cast(dtype)?, axis, kept), else {
            unreachable!("{dtype}")
        }),
    }
}

/// The places along `axis`, where there are elements.
fn lines<T: Ranked, const MAX: bool>(x: &Array, axis: usize, kept: Shape) -> Result<Array> {
    let (length, inner) = (x.shape()[axis], x.shape()[axis + 1..].iter().product::<usize>());
    let x = x.contiguous()?;
    let mut out = Array::scratch_of::<i64>(kept)?;
    if !out.is_empty() {
        argument::locate::<T, MAX>(x.slice(), length, inner, out.slice_mut())?;
    }
    Ok(out)
}
