//! Sums and means of segments.

use super::rows::AddUp;
use super::{Segments, call_sorted, call_unsorted, sorted, unsorted};
use crate::kernels::elementwise::zip;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[
    sorted(
        "segment_mean",
        "SegmentMean",
        "The mean of the rows of each segment: rows with the same number in `segment_ids`, which ascend from row to row.\n\n\
         A segment without rows has mean 0; means of integers are truncated. Errors: `InvalidArgumentError` for ids that \
         are negative, do not ascend or are not one for each row, and for `bool` and strings.\n\n\
         >>> tf.math.segment_mean([1., 2., 6.], [0, 0, 1]).numpy().tolist()\n[1.5, 6.0]",
        |a| call_sorted(segment_mean, a),
    ),
    sorted(
        "segment_sum",
        "SegmentSum",
        "The sum of the rows of each segment: rows with the same number in `segment_ids`, which ascend from row to row.\n\n\
         A segment without rows has sum 0. Errors: `InvalidArgumentError` for ids that are negative, do not ascend or \
         are not one for each row, and for `bool` and strings.\n\n\
         >>> tf.math.segment_sum([1., 2., 6.], [0, 0, 1]).numpy().tolist()\n[3.0, 6.0]",
        |a| call_sorted(segment_sum, a),
    ),
    unsorted(
        "unsorted_segment_mean",
        "",
        "The mean of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.\n\n\
         `segment_ids` has the first axes of `data`; a row with a negative id is left out, and a segment without rows has \
         mean 0. Integers give `float64` (8 and 16 bits: `float32`). Errors: `InvalidArgumentError` for ids above the \
         last segment or of a shape that `data` does not begin with, and for `bool` and strings.\n\n\
         >>> tf.math.unsorted_segment_mean([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()\n[2.0, 3.5]",
        |a| call_unsorted(unsorted_segment_mean, a),
    ),
    unsorted(
        "unsorted_segment_sqrt_n",
        "",
        "The sum of the rows of each of `num_segments` segments, divided by the square root of their number.\n\n\
         Row `i` belongs to segment `segment_ids[i]`; a row with a negative id is left out, and a segment without rows \
         has value 0. Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not \
         begin with, and for types that are not floating-point or complex.\n\n\
         >>> tf.math.unsorted_segment_sqrt_n([1., 2., 1., 1., 1.], [1, 0, 1, 1, 1], 2).numpy().tolist()\n[2.0, 2.0]",
        |a| call_unsorted(unsorted_segment_sqrt_n, a),
    ),
    unsorted(
        "unsorted_segment_sum",
        "UnsortedSegmentSum",
        "The sum of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.\n\n\
         `segment_ids` has the first axes of `data`; a row with a negative id is left out, and a segment without rows has \
         sum 0. Errors: `InvalidArgumentError` for ids above the last segment or of a shape that `data` does not begin \
         with, and for `bool` and strings.\n\n\
         >>> tf.math.unsorted_segment_sum([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()\n[2.0, 7.0]",
        |a| call_unsorted(unsorted_segment_sum, a),
    ),
];

/// The sum of the rows of each segment, with ids that ascend.
pub fn segment_sum(data: &Tensor, ids: &Tensor) -> Result<Tensor> {
    let segments = Segments::sorted("SegmentSum", data, ids)?;
    add_up_as("SegmentSum", segments, data, ids)
}

fn add_up_as(op_type: &'static str, from: Segments, data: &Tensor, ids: &Tensor) -> Result<Tensor> {
    apply(AddUp { from, batch: 0, op_type }, &[data, ids])
}

/// The sum of the rows of each of `count` segments.
pub fn unsorted_segment_sum(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    let segments = Segments::unsorted("UnsortedSegmentSum", data, ids, count)?;
    add_up_as("UnsortedSegmentSum", segments, data, ids)
}

/// The mean of the rows of each segment, with ids that ascend.
pub fn segment_mean(data: &Tensor, ids: &Tensor) -> Result<Tensor> {
    let segments = Segments::sorted("SegmentMean", data, ids)?;
    let sizes = segments.counts(1.0)?;
    divide_rows(&add_up_as("SegmentMean", segments, data, ids)?, &sizes)
}

/// The mean of the rows of each of `count` segments.
pub fn unsorted_segment_mean(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    let sizes = Segments::unsorted("UnsortedSegmentSum", data, ids, count)?.counts(1.0)?;
    let sum = unsorted_segment_sum(data, ids, count)?;
    let quotient = match sum.dtype() {
        d if d.is_trainable() => d,
        d if DTypes::SHORT.has(d) => DType::Float32,
        _ => DType::Float64,
    };
    if quotient == sum.dtype() {
        return divide_rows(&sum, &sizes);
    }
    divide_rows(&Tensor::new(sum.array().cast(quotient)?), &sizes)
}

/// The sum of the rows of each of `count` segments, divided by the square root of their number.
pub fn unsorted_segment_sqrt_n(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    DTypes::FLOATING.or(DTypes::COMPLEX).check("Sqrt", "T", data.dtype())?;
    let mut roots = Segments::unsorted("UnsortedSegmentSum", data, ids, count)?.counts(1.0)?;
    roots.iter_mut().for_each(|n| *n = n.sqrt());
    divide_rows(&unsorted_segment_sum(data, ids, count)?, &roots)
}

/// Every row divided by its divisor; integers are truncated.
fn divide_rows(x: &Tensor, by: &[f64]) -> Result<Tensor> {
    let mut column = Shape::new(&[by.len()]);
    (1..x.rank()).for_each(|_| column.push(1));
    let by = Array::from_slice(column, by)?;
    if x.dtype().is_trainable() {
        return ops::realdiv(x, &Tensor::new(by.cast(x.dtype())?));
    }
    crate::with_dtype!(x.dtype(), T: int => {
        let by = by.cast(DType::Int64)?.cast(x.dtype())?;
        let quotient = |a: T, b: T| T::cast_from(a.to_i64().checked_div(b.to_i64()).unwrap_or(0));
        Ok(Tensor::new(zip::<T, T>(x.array(), &by, x.shape(), quotient)?))
    })
}
