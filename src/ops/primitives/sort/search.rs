//! Places in sorted sequences, and questions about order. The answers have no gradient.

use crate::interrupt::Pace;
use crate::ops::prelude::*;
use crate::ops::{check_dtype, check_same_dtype};

pub(super) const OPS: &[OpDef] = &[IN_TOP_K, IS_NON_DECREASING, IS_STRICTLY_INCREASING, SEARCHSORTED];

const SEARCHSORTED: OpDef = OpDef {
    name: "searchsorted",
    op_type: "LowerBound",
    doc: "Where `values` belong in `sorted_sequence`, row by row along the last axis: how many elements lie below each \
          (`side='left'`), or not above it (`side='right'`).\n\n\
          `out_type` is `int32` or `int64`. There is no gradient. Errors: `ValueError` for another side, \
          `InvalidArgumentError` when the numbers of rows or the dtypes differ.\n\n\
          >>> tf.searchsorted([1., 3., 5.], [0., 3., 6.]).numpy().tolist()\n[0, 1, 3]",
    params: &[
        tensor("sorted_sequence"),
        tensor("values"),
        string("side", "left"),
        Param::new("out_type", Kind::DType).or(Literal::DType(DType::Int32)),
    ],
    call: |a| {
        let right = match a.str(2) {
            "left" => false,
            "right" => true,
            other => return Err(bad_side(other)),
        };
        Ok(searchsorted(a.tensor(0), a.tensor(1), right, a.dtype(3))?.into())
    },
    samples: &[],
};

const IN_TOP_K: OpDef = OpDef {
    name: "in_top_k",
    op_type: "InTopKV2",
    doc: "For each row of `predictions` (`float32` of shape `[batch, classes]`), whether fewer than `k` classes have a \
          larger prediction than the row's class in `targets`.\n\n\
          False where the target is no class, or a prediction of the row is not finite. There is no gradient. Errors: \
          `InvalidArgumentError` for other ranks, lengths that differ, and other dtypes.\n\n\
          >>> tf.math.in_top_k([0, 1], [[.1, .5, .2], [.3, .6, .1]], k=1).numpy().tolist()\n[False, True]",
    params: &[
        Param::new("targets", Kind::Labels),
        Param::new("predictions", Kind::As(DType::Float32)),
        Param::new("k", Kind::Int),
    ],
    call: |a| Ok(in_top_k(a.tensor(0), a.tensor(1), a.int(2))?.into()),
    samples: &[],
};

const IS_NON_DECREASING: OpDef = OpDef {
    name: "is_non_decreasing",
    op_type: "",
    doc: "Whether no element of `x`, in row-major order, is smaller than the one before it.\n\n\
          True for fewer than two elements, false where NaN is among them. Errors: `TypeError` for `bool` and strings, \
          `InvalidArgumentError` for complex numbers.\n\n\
          >>> tf.math.is_non_decreasing([1., 1., 2.]).numpy().item()\nTrue",
    params: &[free("x")],
    call: |a| Ok(is_non_decreasing(a.tensor(0))?.into()),
    samples: &[],
};

const IS_STRICTLY_INCREASING: OpDef = OpDef {
    name: "is_strictly_increasing",
    op_type: "",
    doc: "Whether every element of `x`, in row-major order, is larger than the one before it.\n\n\
          True for fewer than two elements, false where NaN is among them. Errors: `TypeError` for `bool` and strings, \
          `InvalidArgumentError` for complex numbers.\n\n\
          >>> tf.math.is_strictly_increasing([1., 1., 2.]).numpy().item()\nFalse",
    params: &[free("x")],
    call: |a| Ok(is_strictly_increasing(a.tensor(0))?.into()),
    samples: &[],
};

#[cold]
fn bad_side(side: &str) -> Error {
    Error::value(format!("Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'."))
}

/// How many elements of a row of `sorted` lie below each value of the same row of `values` (or not above it, if
/// `right`).
pub fn searchsorted(sorted: &Tensor, values: &Tensor, right: bool, out_type: DType) -> Result<Tensor> {
    let op = if right { "UpperBound" } else { "LowerBound" };
    check_same_dtype(op, sorted.dtype(), values.dtype())?;
    DTypes::INDEX.check(op, "out_type", out_type)?;
    let rows = |t: &Tensor| -> Result<usize> {
        let (_, lead) = t.shape().split_last().ok_or_else(scalar)?;
        Ok(lead.iter().product())
    };
    if rows(sorted)? != rows(values)? {
        return Err(Error::invalid(op, "Leading dim_size of both tensors must match."));
    }
    let (sorted, values) = (real(op, sorted.array())?, real(op, values.array())?);
    let found = crate::with_dtype!(sorted.dtype(), T: real => {
        search::<T>(&sorted, &values, |s, v| if right { s <= v } else { s < v })
    })?;
    Ok(Tensor::new(found.cast(out_type)?))
}

#[cold]
fn scalar() -> Error {
    Error::invalid("StridedSlice", "slice index -1 of dimension 0 out of bounds.")
}

/// The array in a type that is compared as it is: half precision as `float32`.
fn real(op: &'static str, x: &Array) -> Result<Array> {
    match x.dtype() {
        dtype if DTypes::HALF.has(dtype) => x.cast(DType::Float32),
        dtype => DTypes::REAL.check(op, "T", dtype).and_then(|()| x.contiguous()),
    }
}

fn search<T: Element>(sorted: &Array, values: &Array, before: impl Fn(&T, &T) -> bool) -> Result<Array> {
    let lengths = [sorted, values].map(|x| x.shape()[x.shape().rank() - 1]);
    let mut out = Array::zeros(DType::Int64, values.shape().clone())?;
    if out.is_empty() || sorted.is_empty() {
        return Ok(out);
    }
    let rows = sorted.slice::<T>().chunks_exact(lengths[0]).zip(values.slice::<T>().chunks_exact(lengths[1]));
    let mut pace = Pace::default();
    for ((sorted, values), out) in rows.zip(out.slice_mut::<i64>().chunks_exact_mut(lengths[1])) {
        for (o, v) in out.iter_mut().zip(values) {
            *o = sorted.partition_point(|s| before(s, v)) as i64;
            pace.after(1)?;
        }
    }
    Ok(out)
}

/// For each row of `predictions`, whether fewer than `k` classes are predicted above the target.
pub fn in_top_k(targets: &Tensor, predictions: &Tensor, k: i64) -> Result<Tensor> {
    const OP: &str = "InTopKV2";
    DTypes::INDEX.check(OP, "T", targets.dtype())?;
    check_dtype(OP, 0, DType::Float32, predictions.dtype())?;
    let (&[batch, classes], &[count]) = (&predictions.shape()[..], &targets.shape()[..]) else {
        let wrong =
            if predictions.rank() == 2 { "targets must be 1-dimensional" } else { "predictions must be 2-dimensional" };
        return Err(Error::invalid(OP, wrong));
    };
    if batch != count {
        let text = format!("First dimension of predictions {batch} must match length of targets {count}");
        return Err(Error::invalid(OP, text));
    }
    let predictions = predictions.array().contiguous()?;
    let mut hits = Array::scratch_of::<bool>(Shape::new(&[batch]))?;
    let row = |i: usize| &predictions.slice::<f32>()[i * classes..][..classes];
    let mut pace = Pace::default();
    for (i, (hit, target)) in hits.slice_mut::<bool>().iter_mut().zip(targets.to_vec::<i64>()?).enumerate() {
        *hit = is_hit(row(i), target, k);
        pace.after(classes)?;
    }
    Ok(Tensor::new(hits))
}

fn is_hit(row: &[f32], target: i64, k: i64) -> bool {
    let Some(&of_target) = usize::try_from(target).ok().and_then(|t| row.get(t)) else {
        return false;
    };
    row.iter().all(|p| p.is_finite()) && (row.iter().filter(|p| **p > of_target).count() as i64) < k
}

/// Whether no element is smaller than the one before it.
pub fn is_non_decreasing(x: &Tensor) -> Result<Tensor> {
    ascending(x, "GreaterEqual", |a, b| a <= b)
}

/// Whether every element is larger than the one before it.
pub fn is_strictly_increasing(x: &Tensor) -> Result<Tensor> {
    ascending(x, "Greater", |a, b| a < b)
}

fn ascending(x: &Tensor, op: &'static str, ordered: fn(f64, f64) -> bool) -> Result<Tensor> {
    match x.dtype() {
        DType::Bool | DType::String => {
            Err(Error::type_error(format!("Expected x to be numeric, instead found: {x:?}")))
        }
        dtype if dtype.is_complex() => Err(DTypes::REAL.refuse(op, "T", dtype)),
        // 64-bit integers do not fit a float, but their order is that of their differences.
        DType::UInt64 => each_pair(&x.to_vec::<u64>()?, |a, b| ordered(0.0, compare(a, b))),
        dtype if dtype.is_integer() => each_pair(&x.to_vec::<i64>()?, |a, b| ordered(0.0, compare(a, b))),
        _ => each_pair(&x.to_vec::<f64>()?, |a, b| ordered(*a, *b)),
    }
}

/// Whether it holds for all neighbours.
fn each_pair<T>(all: &[T], holds: impl Fn(&T, &T) -> bool) -> Result<Tensor> {
    let mut pace = Pace::default();
    for pair in all.windows(2) {
        if !holds(&pair[0], &pair[1]) {
            return Ok(Tensor::scalar(false));
        }
        pace.after(1)?;
    }
    Ok(Tensor::scalar(true))
}

/// The sign of `b - a`.
fn compare<T: Ord>(a: &T, b: &T) -> f64 {
    f64::from(b.cmp(a) as i8)
}
