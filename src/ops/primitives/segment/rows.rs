//! Rows of segments back to the places they came from, and rows added up into segments: each other's gradient.

use num_complex::{Complex32, Complex64};

use super::ids::Segments;
use crate::kernels::segment;
use crate::kernels::segment::Layout;
use crate::ops::prelude::*;

/// What is added up and multiplied: half precision through `float32`, small integers through `int64`.
pub(super) const TAKES: Takes =
    Takes::FLOATING.and(DTypes::COMPLEX.or(DTypes::of(&[DType::Int64]))).through(DTypes::INTEGER, DType::Int64);

/// `y[i] = x[ids[i]]` behind `batch` leading axes; zero for a row in no segment.
pub(super) fn pick(x: &Tensor, to: &Segments, batch: usize) -> Result<Tensor> {
    apply(Pick { to: to.clone(), batch }, &[x])
}

/// `y[ids[i]] += x[i]` behind `batch` leading axes.
pub(super) fn add_up(x: &Tensor, from: &Segments, batch: usize) -> Result<Tensor> {
    apply(AddUp { from: from.clone(), batch, op_type: "UnsortedSegmentSum" }, &[x])
}

#[derive(Debug)]
struct Pick {
    to: Segments,
    batch: usize,
}

impl Primitive for Pick {
    const OP_TYPE: &'static str = "GatherV2";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|dy| add_up(dy, &g.op.to, g.op.batch + g.batch())))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        pick_rows(x[0], &self.to, self.batch)
    }
}

/// A second input is the segments' numbers as a tensor.
#[derive(Debug)]
pub(super) struct AddUp {
    pub(super) from: Segments,
    pub(super) batch: usize,
    pub(super) op_type: &'static str,
}

impl Primitive for AddUp {
    const TAKES: Takes = TAKES;
    const GRAD: &'static [Rule<Self>] =
        &[Rule::G(|g| g.map(|dy| pick(dy, &g.op.from, g.op.batch + g.batch()))), Rule::None];

    fn named(&self) -> &'static str {
        self.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        add_up_rows(x[0], &self.from, self.batch)
    }
}

/// [`pick`] of arrays.
pub(super) fn pick_rows(x: &Array, to: &Segments, batch: usize) -> Result<Array> {
    segment::pick(x, &to.ids, Layout { lead: batch, rows: 1 }, &to.shape)
}

/// [`add_up`] of arrays of a dtype that [`TAKES`] has loops for.
pub(super) fn add_up_rows(x: &Array, from: &Segments, batch: usize) -> Result<Array> {
    let layout = from.rows(batch);
    macro_rules! sum {
        ($zero:expr, $add:expr) => {
            segment::combine(x, &from.ids, layout, from.count, $zero, $add)
        };
    }
    match x.dtype() {
        DType::Float32 => sum!(0f32, |a, b| a + b),
        DType::Float64 => sum!(0f64, |a, b| a + b),
        DType::Complex64 => sum!(Complex32::default(), |a, b| a + b),
        DType::Complex128 => sum!(Complex64::default(), |a, b| a + b),
        _ => sum!(0i64, i64::wrapping_add),
    }
}
