//! Products of segments, whose gradients of every order are exact where rows are zero.

use std::sync::Arc;

use num_complex::{Complex32, Complex64};

use super::rows::{TAKES, add_up, pick};
use super::{Segments, call_sorted, call_unsorted, sorted, unsorted};
use crate::kernels::scan::Chain;
use crate::kernels::segment;
use crate::memory::try_collect;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[
    sorted(
        "segment_prod",
        "SegmentProd",
        "The product of the rows of each segment: rows with the same number in `segment_ids`, which ascend.\n\n\
         A segment without rows has product 1. Gradients are exact where rows are zero. Errors: `InvalidArgumentError` \
         for ids that are negative, do not ascend or are not one for each row, and for `bool` and strings.\n\n\
         >>> tf.math.segment_prod([3., 2., 6.], [0, 0, 1]).numpy().tolist()\n[6.0, 6.0]",
        |a| call_sorted(segment_prod, a),
    ),
    unsorted(
        "unsorted_segment_prod",
        "UnsortedSegmentProd",
        "The product of the rows of each of `num_segments` segments: row `i` belongs to segment `segment_ids[i]`.\n\n\
         A row with a negative id is left out, and a segment without rows has product 1. Gradients of every order are \
         exact where rows are zero (TensorFlow's second ones are NaN). Errors: `InvalidArgumentError` for ids above the \
         last segment or of a shape that `data` does not begin with, and for `bool` and strings.\n\n\
         >>> tf.math.unsorted_segment_prod([3., 2., 6.], [1, 0, 1], 2).numpy().tolist()\n[2.0, 18.0]",
        |a| call_unsorted(unsorted_segment_prod, a),
    ),
];

/// The product of the rows of each segment, with ids that ascend.
pub fn segment_prod(data: &Tensor, ids: &Tensor) -> Result<Tensor> {
    let segments = Segments::sorted("SegmentProd", data, ids)?;
    apply(Product { segments, op_type: "SegmentProd" }, &[data, ids])
}

/// The product of the rows of each of `count` segments.
pub fn unsorted_segment_prod(data: &Tensor, ids: &Tensor, count: i64) -> Result<Tensor> {
    let segments = Segments::unsorted("UnsortedSegmentProd", data, ids, count)?;
    apply(Product { segments, op_type: "UnsortedSegmentProd" }, &[data, ids])
}

#[derive(Debug)]
struct Product {
    segments: Segments,
    op_type: &'static str,
}

impl Primitive for Product {
    const TAKES: Takes = TAKES;
    const GRAD: &'static [Rule<Self>] = &[
        Rule::X(|g, x| {
            let rows = &g.op.segments;
            g.map(|dy| pick(dy, rows, g.batch())) * x.conj().map(|x| others(x, rows))
        }),
        Rule::None,
    ];

    fn named(&self) -> &'static str {
        self.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (s, layout) = (&self.segments, self.segments.rows(0));
        macro_rules! product {
            ($one:expr, $multiply:expr) => {
                segment::combine(x[0], &s.ids, layout, s.count, $one, $multiply)
            };
        }
        match x[0].dtype() {
            DType::Float32 => product!(1f32, |a, b| a * b),
            DType::Float64 => product!(1f64, |a, b| a * b),
            DType::Complex64 => product!(Complex32::new(1.0, 0.0), |a, b| a * b),
            DType::Complex128 => product!(Complex64::new(1.0, 0.0), |a, b| a * b),
            _ => product!(1i64, i64::wrapping_mul),
        }
    }
}

/// For each row the product of all others of its segment: of those before it times of those after it, with the rows of
/// a segment brought together.
fn others(x: &Tensor, segments: &Segments) -> Result<Tensor> {
    let n = segments.ids.len();
    let row: usize = x.shape()[segments.shape.rank()..].iter().product();
    let rows = ops::reshape_to(x, &Shape::new(&[n, row]))?;
    let mut order = try_collect((0..n as i64).filter(|&i| segments.ids[i as usize] >= 0))?;
    // The numbers of the rows keep those of one segment in order; a stable sort would allocate.
    order.sort_unstable_by_key(|&i| (segments.ids[i as usize], i));
    let differs = |i: usize| segments.ids[order[i - 1] as usize] != segments.ids[order[i] as usize];
    let starts = try_collect((0..order.len()).map(|i| i == 0 || differs(i)))?;
    let together = Segments { shape: Shape::new(&[order.len()]), count: n, ids: Arc::new(order) };
    let sorted = pick(&rows, &together, 0)?;
    let forward = Chain { from_last: 1, reverse: false, breaks: Some(Arc::new(starts)) };
    let product = sorted.map(|x| before(x, &forward)) * sorted.map(|x| before(x, &forward.reversed()));
    product.map(|rows| add_up(rows, &together, 0)).reshape_to(x.shape()).tensor()
}

/// For each row the product of those that come before it along the chain: 1 where none does.
fn before(x: &Tensor, chain: &Chain) -> Result<Tensor> {
    let starts = ops::shift(&Tensor::new(Array::zeros(x.dtype(), x.shape().clone())?), chain, 1.0)?;
    ops::recurrence(x, &starts, chain, true)
}
