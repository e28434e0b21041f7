//! Rows of segments back to the places they came from, and rows added up into segments: each other's gradient.

use num_complex::{Complex32, Complex64};
use smallvec::smallvec;

use super::ids::Segments;
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::segment;
use crate::kernels::segment::Layout;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::{apply, refuse};
use crate::tensor::Tensor;

/// `y[i] = x[ids[i]]` behind `batch` leading axes; zero for a row in no segment.
pub(super) fn pick(x: &Tensor, to: &Segments, batch: usize) -> Result<Tensor> {
    apply(Pick { to: to.clone(), batch }, &[x])
}

/// `y[ids[i]] += x[i]` behind `batch` leading axes.
pub(super) fn add_up(x: &Tensor, from: &Segments, batch: usize) -> Result<Tensor> {
    apply(AddUp { from: from.clone(), batch }, &[x])
}

#[derive(Debug)]
struct Pick {
    to: Segments,
    batch: usize,
}

impl Op for Pick {
    fn op_type(&self) -> &'static str {
        "GatherV2"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        pick_rows(x[0], &self.to, self.batch)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(add_up(&g[0], &self.to, self.batch + s.batch)?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct AddUp {
    from: Segments,
    batch: usize,
}

impl Op for AddUp {
    fn op_type(&self) -> &'static str {
        "UnsortedSegmentSum"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        add_up_rows(self.op_type(), x[0], &self.from, self.batch)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(pick(&g[0], &self.from, self.batch + s.batch)?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

/// [`pick`] of arrays.
pub(super) fn pick_rows(x: &Array, to: &Segments, batch: usize) -> Result<Array> {
    segment::pick(x, &to.ids, Layout { lead: batch, rows: 1 }, &to.shape)
}

/// [`add_up`] of arrays: half precision through `float32`, small integers through `int64`.
pub(super) fn add_up_rows(op: &'static str, x: &Array, from: &Segments, batch: usize) -> Result<Array> {
    let layout = from.rows(batch);
    macro_rules! sum {
        ($x:expr, $zero:expr, $add:expr) => {
            segment::combine($x, &from.ids, layout, from.count, $zero, $add)
        };
    }
    match x.dtype() {
        DType::Float32 => sum!(x, 0f32, |a, b| a + b),
        DType::Float64 => sum!(x, 0f64, |a, b| a + b),
        DType::Int64 => sum!(x, 0i64, i64::wrapping_add),
        DType::Complex64 => sum!(x, Complex32::default(), |a, b| a + b),
        DType::Complex128 => sum!(x, Complex64::default(), |a, b| a + b),
        DType::Bool | DType::String => Err(refuse(op, x.dtype())),
        dtype => {
            let wide = if dtype.is_floating() { DType::Float32 } else { DType::Int64 };
            add_up_rows(op, &x.cast(wide)?, from, batch)?.cast(dtype)
        }
    }
}
