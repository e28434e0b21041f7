//! The largest and the smallest row of each segment, element by element.
//!
//! NaN wins over every number; rows that tie share the gradient evenly.

use super::rows::{add_up_rows, pick, pick_rows};
use super::{OpDef, Segments, call_sorted, call_unsorted, sorted, unsorted};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::elementwise::zip;
use crate::kernels::segment;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::{apply, refuse};
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[
    sorted(
        "segment_max",
        "SegmentMax",
        "The largest element of the rows of each segment: rows with the same number in `segment_ids`, which ascend.\n\n\
         NaN counts as the largest; a segment without rows has value 0. Rows that tie share the gradient evenly. Errors: \
         `InvalidArgumentError` for ids that are negative, do not ascend or are not one for each row, and for complex \
         numbers, `bool` and strings.\n\n\
         >>> tf.math.segment_max([1., 2., 6.], [0, 0, 1]).numpy().tolist()\n[2.0, 6.0]",
        |a| call_sorted(segment_max, a),
    ),
    sorted(
        "segment_min",
        "SegmentMin",
        "The smallest element of the rows of each segment: rows with the same number in `segment_ids`, which ascend.\n\n\
         NaN counts as the smallest; a segment without rows has value 0. Rows that tie share the gradient evenly. \
         Errors: `InvalidArgumentError` for ids that are negative, do not ascend or are not one for each row, and for \
         complex numbers, `bool` and strings.\n\n\
         >>> tf.math.segment_min([1., 2., 6.], [0, 0, 1]).numpy().tolist()\n[1.0, 6.0]",
        |a| call_sorted(segment_min, a),
    ),
    unsorted(
        "unsorted_segment_max",
        "UnsortedSegmentMax",
        "The largest element of the rows of each of `num_segments` segments: row `i` belongs to segment \
         `segment_ids[i]`.\n\n\
         NaN counts as the largest; a row with a negative id is left out, and a segment without rows has the lowest \
         value of the dtype. Rows that tie share the gradient evenly. Errors: `InvalidArgumentError` for ids above the \
         last segment or of a shape that `data` does not begin with, and for complex numbers, `bool` and strings.\n\n\
         >>> tf.math.unsorted_segment_max([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()\n[2.0, 6.0]",
        |a| call_unsorted(unsorted_segment_max, a),
    ),
    unsorted(
        "unsorted_segment_min",
        "UnsortedSegmentMin",
        "The smallest element of the rows of each of `num_segments` segments: row `i` belongs to segment \
         `segment_ids[i]`.\n\n\
         NaN counts as the smallest; a row with a negative id is left out, and a segment without rows has the highest \
         value of the dtype. Rows that tie share the gradient evenly. Errors: `InvalidArgumentError` for ids above the \
         last segment or of a shape that `data` does not begin with, and for complex numbers, `bool` and strings.\n\n\
         >>> tf.math.unsorted_segment_min([1., 2., 6.], [1, 0, 1], 2).numpy().tolist()\n[2.0, 1.0]",
        |a| call_unsorted(unsorted_segment_min, a),
    ),
];

/// The largest element of the rows of each segment, with ids that ascend.
pub fn segment_max(data: &Tensor, ids: &Tensor) -> Result<Tensor> {
    let segments = Segments::sorted("SegmentMax", data, ids)?;
    apply(Extremum { segments, max: true, sorted: true }, &[data, ids])
}

/// The smallest element of the rows of each segment, with ids that ascend.
pub fn segment_min(data: &Tensor, ids: &Tensor) -> Result<Tensor> {
    let segments = Segments::sorted("SegmentMin", data, ids)?;
    apply(Extremum { segments, max: false, sorted: true }, &[data, ids])
}

/// The largest element of the rows of each of `count` segments.
pub fn unsorted_segment_max(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    let segments = Segments::unsorted("UnsortedSegmentMax", data, ids, count)?;
    apply(Extremum { segments, max: true, sorted: false }, &[data, ids])
}

/// The smallest element of the rows of each of `count` segments.
pub fn unsorted_segment_min(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    let segments = Segments::unsorted("UnsortedSegmentMin", data, ids, count)?;
    apply(Extremum { segments, max: false, sorted: false }, &[data, ids])
}

#[derive(Debug)]
struct Extremum {
    segments: Segments,
    max: bool,
    /// Empty segments are 0; otherwise the value that every number beats.
    sorted: bool,
}

impl Extremum {
    fn of_floats(&self, x: &Array, limit: f64) -> Result<Array> {
        let y = crate::with_dtype!(x.dtype(), T: float => {
            let start = if self.max { T::NEG_INFINITY } else { T::INFINITY };
            self.combine::<T>(x, start, |a, b| if b.is_nan() || (if self.max { b > a } else { b < a }) { b } else { a })
        }, else Err(refuse(self.op_type(), x.dtype())))?;
        self.fill_empty(y, if self.max { -limit } else { limit })
    }

    fn combine<T: crate::dtype::Element>(&self, x: &Array, start: T, join: impl Fn(T, T) -> T) -> Result<Array> {
        segment::combine(x, &self.segments.ids, self.segments.rows(0), self.segments.count, start, join)
    }

    /// Segments without rows become 0, or `limit`.
    fn fill_empty(&self, mut y: Array, limit: f64) -> Result<Array> {
        let row = y.shape()[1..].iter().product::<usize>();
        let sizes = self.segments.counts(0.0)?;
        crate::with_dtype!(y.dtype(), T: float => {
            let value = if self.sorted { 0.0 } else { limit as T };
            let rows = y.slice_mut::<T>().chunks_exact_mut(row.max(1));
            rows.zip(sizes).filter(|(_, n)| *n == 0.0).for_each(|(row, _)| row.fill(value));
        }, else ());
        Ok(y)
    }
}

impl Op for Extremum {
    fn op_type(&self) -> &'static str {
        match (self.max, self.sorted) {
            (true, true) => "SegmentMax",
            (false, true) => "SegmentMin",
            (true, false) => "UnsortedSegmentMax",
            (false, false) => "UnsortedSegmentMin",
        }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let x = x[0];
        match x.dtype() {
            DType::Float32 => self.of_floats(x, f64::from(f32::MAX)),
            DType::Float64 => self.of_floats(x, f64::MAX),
            DType::Float16 => self.of_floats(&x.cast(DType::Float32)?, half::f16::MAX.to_f64())?.cast(x.dtype()),
            DType::BFloat16 => self.of_floats(&x.cast(DType::Float32)?, half::bf16::MAX.to_f64())?.cast(x.dtype()),
            dtype => crate::with_dtype!(dtype, T: int => {
                let empty = if self.sorted { 0 } else if self.max { T::MIN } else { T::MAX };
                let sizes = self.segments.counts(0.0)?;
                let start = if self.max { T::MIN } else { T::MAX };
                let mut y = self.combine::<T>(x, start, if self.max { T::max } else { T::min })?;
                let row = y.shape()[1..].iter().product::<usize>().max(1);
                let rows = y.slice_mut::<T>().chunks_exact_mut(row);
                rows.zip(sizes).filter(|(_, n)| *n == 0.0).for_each(|(row, _)| row.fill(empty));
                Ok(y)
            }, else Err(refuse(self.op_type(), dtype))),
        }
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep { inputs: Mask::one(0), outputs: Mask::one(0) }
    }

    /// What each row gets of its segment's gradient is a piecewise constant function of the rows.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let shares = Tensor::new(shares(s.x(0).array(), s.y(0).array(), &self.segments)?);
        let dx = ops::multiply(&pick(&g[0], &self.segments, s.batch)?, &shares)?;
        Ok([Some(dx), None].into_iter().collect())
    }

    fn batched(&self) -> bool {
        true
    }
}

/// 1 / (number of elements that equal the extremum `y` of their segment) where `x` does, else 0.
fn shares(x: &Array, y: &Array, segments: &Segments) -> Result<Array> {
    if matches!(x.dtype(), DType::Float16 | DType::BFloat16) {
        return shares(&x.cast(DType::Float32)?, &y.cast(DType::Float32)?, segments)?.cast(x.dtype());
    }
    crate::with_dtype!(x.dtype(), T: float => {
        let best = pick_rows(y, segments, 0)?;
        let equal = zip::<T, T>(x, &best, x.shape(), |x, best| if x == best { 1.0 } else { 0.0 })?;
        let ties = pick_rows(&add_up_rows("UnsortedSegmentSum", &equal, segments, 0)?, segments, 0)?;
        // A row in no segment has no ties to divide by, and its gradient is zero.
        let mut shares = zip::<T, T>(&equal, &ties, x.shape(), |e, n| e / n)?;
        let row = (x.elements() / segments.ids.len().max(1)).max(1);
        let rows = shares.slice_mut::<T>().chunks_exact_mut(row);
        rows.zip(segments.ids.iter()).filter(|(_, id)| **id < 0).for_each(|(row, _)| row.fill(0.0));
        Ok(shares)
    }, else Err(refuse("Equal", x.dtype())))
}
