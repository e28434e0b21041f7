//! The largest and the smallest row of each segment, element by element.
//!
//! NaN wins over every number; rows that tie share the gradient evenly.

use super::rows::{add_up_rows, pick, pick_rows};
use super::{Segments, call_sorted, call_unsorted, sorted, unsorted};
use crate::kernels::elementwise::zip;
use crate::kernels::segment;
use crate::ops::prelude::*;

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
    apply(Extremum { segments, max: true, sorted: true, dtype: data.dtype() }, &[data, ids])
}

/// The smallest element of the rows of each segment, with ids that ascend.
pub fn segment_min(data: &Tensor, ids: &Tensor) -> Result<Tensor> {
    let segments = Segments::sorted("SegmentMin", data, ids)?;
    apply(Extremum { segments, max: false, sorted: true, dtype: data.dtype() }, &[data, ids])
}

/// The largest element of the rows of each of `count` segments.
pub fn unsorted_segment_max(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    let segments = Segments::unsorted("UnsortedSegmentMax", data, ids, count)?;
    apply(Extremum { segments, max: true, sorted: false, dtype: data.dtype() }, &[data, ids])
}

/// The smallest element of the rows of each of `count` segments.
pub fn unsorted_segment_min(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    let segments = Segments::unsorted("UnsortedSegmentMin", data, ids, count)?;
    apply(Extremum { segments, max: false, sorted: false, dtype: data.dtype() }, &[data, ids])
}

#[derive(Debug)]
struct Extremum {
    segments: Segments,
    max: bool,
    /// Empty segments are 0; otherwise the value that every number beats.
    sorted: bool,
    /// The dtype of the data, which is not that of the kernel where it is rare.
    dtype: DType,
}

impl Primitive for Extremum {
    const TAKES: Takes = Takes::FLOATING.and(DTypes::INTEGER);
    /// What each row gets of its segment's gradient is a piecewise constant function of the rows.
    const GRAD: &'static [Rule<Self>] = &[
        Rule::XY(|g, x, y| {
            let rows = &g.op.segments;
            let shares = shares(x.array(), y.array(), rows).map(Tensor::new);
            g.map(|dy| pick(dy, rows, g.batch())) * Formula::from(shares)
        }),
        Rule::None,
    ];

    fn named(&self) -> &'static str {
        match (self.max, self.sorted) {
            (true, true) => "SegmentMax",
            (false, true) => "SegmentMin",
            (true, false) => "UnsortedSegmentMax",
            (false, false) => "UnsortedSegmentMin",
        }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: float => {
            let limit = self.dtype.largest().unwrap_or(f64::MAX) as T;
            let (start, last) = if self.max { (T::NEG_INFINITY, -limit) } else { (T::INFINITY, limit) };
            let beats = |a: T, b: T| b.is_nan() || (if self.max { b > a } else { b < a });
            self.combine::<T>(x[0], start, last, |a, b| if beats(a, b) { b } else { a })
        }, else crate::with_dtype!(x[0].dtype(), T: int => {
            let start = if self.max { T::MIN } else { T::MAX };
            self.combine::<T>(x[0], start, start, if self.max { T::max } else { T::min })
        }))
    }
}

impl Extremum {
    /// The extremum of each segment, which begins with `start`; `last` in one without rows, or 0.
    fn combine<T: Element>(&self, x: &Array, start: T, last: T, join: impl Fn(T, T) -> T) -> Result<Array> {
        let rows = &self.segments;
        let mut y = segment::combine(x, &rows.ids, rows.rows(0), rows.count, start, join)?;
        let (row, empty) = (y.shape()[1..].iter().product::<usize>(), if self.sorted { T::default() } else { last });
        let all = y.slice_mut::<T>().chunks_exact_mut(row.max(1)).zip(rows.counts(0.0)?);
        all.filter(|(_, n)| *n == 0.0).for_each(|(row, _)| row.fill(empty));
        Ok(y)
    }
}

/// 1 / (number of elements that equal the extremum `y` of their segment) where `x` does, else 0.
fn shares(x: &Array, y: &Array, segments: &Segments) -> Result<Array> {
    Takes::FLOATING.compute("Equal", &[x, y], |x| {
        let (x, y) = (x[0], x[1]);
        crate::with_dtype!(x.dtype(), T: float => {
            let best = pick_rows(y, segments, 0)?;
            let equal = zip::<T, T>(x, &best, x.shape(), |x, best| if x == best { 1.0 } else { 0.0 })?;
            let ties = pick_rows(&add_up_rows(&equal, segments, 0)?, segments, 0)?;
            // A row in no segment has no ties to divide by, and its gradient is zero.
            let mut shares = zip::<T, T>(&equal, &ties, x.shape(), |e, n| e / n)?;
            let row = (x.elements() / segments.ids.len().max(1)).max(1);
            let rows = shares.slice_mut::<T>().chunks_exact_mut(row);
            rows.zip(segments.ids.iter()).filter(|(_, id)| **id < 0).for_each(|(row, _)| row.fill(0.0));
            Ok(shares)
        })
    })
}
