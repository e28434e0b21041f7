//! Indices made visible: one-hot codes, masks of sequences, coordinates. Nothing here is differentiable.

use crate::interrupt::Pace;
use crate::kernels::elementwise::map;
use crate::kernels::place::filled;
use crate::memory::{try_copy, try_vec};
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[ONE_HOT, SEQUENCE_MASK, UNRAVEL_INDEX];

const ONE_HOT: OpDef = OpDef {
    name: "one_hot",
    op_type: "OneHot",
    doc: "A new axis of length `depth` at `axis` (last when `None`) that holds `on_value` at the place that the \
          index names and `off_value` elsewhere.\n\n\
          An index outside `[0, depth)` gives `off_value` alone. The values are 1 and 0 when `None`, of dtype \
          `dtype`, which is theirs or `float32` when `None`. No gradient passes, not even to `on_value`. Errors: \
          `InvalidArgumentError` for a negative depth, an axis out of range, or indices that are not integers; \
          `TypeError` for values of two dtypes.\n\n\
          >>> tf.one_hot([0, 2], 3).numpy().tolist()\n[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]",
    params: &[
        Param::new("indices", Kind::Labels),
        Param::new("depth", Kind::Int),
        Param::new("on_value", Kind::Number).or(Literal::None),
        Param::new("off_value", Kind::Number).or(Literal::None),
        Param::new("axis", Kind::Int).or(Literal::None),
        dtype("dtype"),
    ],
    call: |a| {
        let dtype = a.opt_dtype(5);
        let (on, off) = (value_of(a.get(2), dtype)?, value_of(a.get(3), dtype)?);
        Ok(one_hot(a.tensor(0), a.int(1), (on.as_ref(), off.as_ref()), a.opt_int(4), dtype)?.into())
    },
    samples: &[],
};

const SEQUENCE_MASK: OpDef = OpDef {
    name: "sequence_mask",
    op_type: "",
    doc: "A new last axis of length `maxlen` (the largest of `lengths` when `None`) that is true at its first \
          `lengths[...]` places, as `dtype`.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for a negative `maxlen`.\n\n\
          >>> tf.sequence_mask([1, 3], 4, dtype=tf.int32).numpy().tolist()\n[[1, 0, 0, 0], [1, 1, 1, 0]]",
    params: &[
        free("lengths"),
        Param::new("maxlen", Kind::Int).or(Literal::None),
        dtype("dtype").or(Literal::DType(DType::Bool)),
    ],
    call: |a| Ok(sequence_mask(a.tensor(0), a.opt_int(1), a.dtype(2))?.into()),
    samples: &[],
};

const UNRAVEL_INDEX: OpDef = OpDef {
    name: "unravel_index",
    op_type: "UnravelIndex",
    doc: "The coordinates, in a tensor of shape `dims`, of the elements with the row-major numbers `indices`: one \
          row for each axis.\n\n\
          No gradient passes. Errors: `InvalidArgumentError` for a number outside the tensor, or indices of rank \
          above 1.\n\n\
          >>> tf.unravel_index([2, 5], [3, 3]).numpy().tolist()\n[[0, 1], [2, 2]]",
    params: &[Param::new("indices", Kind::Index), Param::new("dims", Kind::Ints)],
    call: |a| Ok(unravel_index(a.tensor(0), a.ints(1))?.into()),
    samples: &[],
};

/// What indices are made of.
const INDICES: DTypes = DTypes::INDEX.or(DTypes::of(&[DType::UInt8, DType::Int8]));

/// One-hot codes of `indices` along a new axis of length `depth`, with the values (on, off).
pub fn one_hot(
    indices: &Tensor,
    depth: i64,
    values: (Option<&Tensor>, Option<&Tensor>),
    axis: Option<i64>,
    dtype: Option<DType>,
) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("OneHot", text));
    let rank = indices.rank() as i64;
    let axis = axis.unwrap_or(-1);
    if !(-1..=rank).contains(&axis) {
        return fail(format!("Expected axis to be -1 or between [0, {}).  But received: {axis}", rank + 1));
    }
    if !indices.dtype().is_integer() {
        return Err(INDICES.refuse("OneHot", "TI", indices.dtype()));
    }
    let Ok(depth) = usize::try_from(depth) else {
        return fail(format!("depth must be non-negative, got: {depth}"));
    };
    let dtype = value_dtype(values, dtype)?;
    let (on, off) = (value(values.0, 1, dtype)?, value(values.1, 0, dtype)?);
    let axis = if axis == -1 { rank as usize } else { axis as usize };
    non_differentiable("OneHot", &[indices, &on, &off], move |x| codes(x, depth, axis))
}

/// `off` everywhere, and `on` at each index; one that is outside of the depth has no place.
fn codes(x: &[&Array], depth: usize, axis: usize) -> Result<Array> {
    let mut shape = x[0].shape().clone();
    let inner: usize = shape[axis..].iter().product();
    shape.insert(axis, depth);
    let indices = x[0].cast(DType::Int64)?.contiguous()?;
    let inside = |&(_, &index): &(usize, &i64)| (0..depth as i64).contains(&index);
    let places = indices.slice::<i64>().iter().enumerate().filter(inside);
    // The axis of the codes lies between those before it and `inner` elements behind it.
    let places = places.map(|(i, &index)| ((i / inner * depth) + index as usize) * inner + i % inner);
    if let Some([off, on]) = x[2].strings()?.zip(x[1].strings()?).map(|(off, on)| [off[0], on[0]]) {
        let mut all = try_vec(shape.elements(), off.clone())?;
        places.for_each(|i| all[i] = on.clone());
        return Array::from_strings(shape, all);
    }
    let mut out = filled("OneHot", x[2], &shape)?;
    crate::with_dtype!(x[1].dtype(), T: any => {
        let (on, out) = (x[1].item::<T>(), out.slice_mut::<T>());
        places.for_each(|i| out[i] = on);
    }, else ());
    Ok(out)
}

/// `0, 1, ..., n - 1`.
fn counting(n: usize) -> Result<Array> {
    let mut numbers = Array::scratch_of::<i64>(Shape::new(&[n]))?;
    let mut pace = Pace::default();
    for (place, i) in numbers.slice_mut::<i64>().iter_mut().zip(0..) {
        *place = i;
        pace.after(1)?;
    }
    Ok(numbers)
}

/// An argument as a scalar: Python's numbers take `dtype`.
fn value_of(arg: &Arg, dtype: Option<DType>) -> Result<Option<Tensor>> {
    let cast = |t: Tensor| Ok(Some(Tensor::new(t.array().cast(dtype.unwrap_or(t.dtype()))?)));
    match arg {
        Arg::Tensor(t) => Ok(Some(t.clone())),
        Arg::Int(i) => cast(i32::try_from(*i).map_or_else(|_| Tensor::scalar(*i), Tensor::scalar)),
        Arg::Float(x) if dtype.is_none() => Ok(Some(Tensor::scalar(*x as f32))),
        Arg::Float(x) => cast(Tensor::scalar(*x)),
        _ => Ok(None),
    }
}

fn value_dtype(values: (Option<&Tensor>, Option<&Tensor>), dtype: Option<DType>) -> Result<DType> {
    let show = |d: DType| format!("<dtype: '{d}'>");
    let named = [("on_value", values.0), ("off_value", values.1)];
    let known: Vec<_> = named.iter().filter_map(|(name, v)| v.map(|v| (*name, v.dtype()))).few();
    if let Some(dtype) = dtype
        && let Some((name, other)) = known.iter().find(|(_, d)| *d != dtype)
    {
        let (a, b) = (show(*other), show(dtype));
        return Err(Error::type_error(format!("dtype {a} of {name} does not match dtype parameter {b}")));
    }
    if let [(_, on), (_, off)] = known[..]
        && on != off
    {
        let (a, b) = (show(on), show(off));
        return Err(Error::type_error(format!("dtype {a} of on_value does not match dtype {b} of off_value")));
    }
    Ok(dtype.or(known.first().map(|(_, d)| *d)).unwrap_or(DType::Float32))
}

fn value(given: Option<&Tensor>, otherwise: i32, dtype: DType) -> Result<Tensor> {
    match given {
        Some(value) if value.rank() > 0 => {
            let text = format!("on_value and off_value must be scalars, but one has shape {}", value.shape());
            Err(Error::invalid("OneHot", text))
        }
        Some(value) => Ok(value.clone()),
        None if matches!(dtype, DType::Bool | DType::String) => {
            Err(Error::type_error(format!("Cannot convert {otherwise} to EagerTensor of dtype {dtype}")))
        }
        None => Ok(Tensor::new(Array::scalar(otherwise).cast(dtype)?)),
    }
}

/// Which of the first `maxlen` places each length covers.
pub fn sequence_mask(lengths: &Tensor, maxlen: Option<i64>, dtype: DType) -> Result<Tensor> {
    if !lengths.dtype().is_integer() && !lengths.dtype().is_floating() {
        let name = lengths.dtype().kernel_name();
        return Err(Error::invalid("Less", format!("lengths must be real numbers, not {name}")));
    }
    let all = lengths.to_vec::<f64>()?;
    if all.iter().any(|length| length.is_nan()) {
        return Err(Error::invalid("Range", "lengths must be numbers, not NaN"));
    }
    let longest = || all.iter().fold(0.0f64, |m, &v| m.max(v)) as i64;
    let maxlen = maxlen.unwrap_or_else(longest);
    let Ok(n) = usize::try_from(maxlen) else {
        let text = format!("Requires start <= limit when delta > 0: 0/{maxlen}");
        return Err(Error::invalid("Range", text));
    };
    let places = Tensor::new(map::<i64, f64>(&counting(n)?, |v| v as f64)?);
    let lengths = ops::cast(&ops::expand_dims(lengths, -1)?, DType::Float64)?;
    ops::cast(&ops::less(&places, &lengths)?, dtype)
}

/// The coordinates of elements by their row-major numbers.
pub fn unravel_index(indices: &Tensor, dims: &[i64]) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("UnravelIndex", text));
    DTypes::INDEX.check("UnravelIndex", "Tidx", indices.dtype())?;
    if indices.rank() > 1 {
        return fail(format!("The indices can only be scalar or vector, got \"{}\"", indices.shape()));
    }
    if let Some(i) = dims.iter().position(|&d| d == 0) {
        return fail(format!("Input dims cannot contain a dim of zero, but dims contains zero at index {i}"));
    }
    let shape = ops::shape_of("UnravelIndex", dims)?;
    let (dtype, rank) = (indices.dtype(), shape.rank());
    let out = Shape::new(&[rank]).concat(indices.shape());
    non_differentiable("UnravelIndex", &[indices], move |x| coordinates(x[0], &shape, out.clone())?.cast(dtype))
}

fn coordinates(indices: &Array, shape: &Shape, out: Shape) -> Result<Array> {
    let numbers = indices.to_vec::<i64>()?;
    let total = shape.checked_elements().and_then(|n| i64::try_from(n).ok()).unwrap_or(i64::MAX);
    if numbers.iter().any(|n| !(0..total).contains(n)) {
        return Err(Error::invalid("UnravelIndex", "index is out of bound as with dims"));
    }
    let mut all = Array::scratch_of::<i64>(out)?;
    let (mut left, mut pace) = (try_copy(&numbers)?, Pace::default());
    if !numbers.is_empty() {
        for (row, &n) in all.slice_mut::<i64>().chunks_exact_mut(numbers.len()).zip(shape.iter()).rev() {
            for (place, number) in row.iter_mut().zip(&mut left) {
                *place = *number % n as i64;
                *number /= n as i64;
                pace.after(1)?;
            }
        }
    }
    Ok(all)
}
