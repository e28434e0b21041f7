//! One row of a tensor, and rows put together: what iteration and the batch loop of the sweep need.

use smallvec::smallvec;

use crate::array::{Array, AxisSlice};
use crate::error::Result;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::apply;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// Row `index` along the first axis: a view. `index` lies inside it.
pub fn row(x: &Tensor, index: usize) -> Result<Tensor> {
    apply(Row { index, rows: x.shape()[0] }, &[x])
}

/// Tensors of one shape and dtype, stacked along a new first axis.
pub fn stack_rows(rows: &[Tensor]) -> Result<Tensor> {
    let inputs: Vec<&Tensor> = rows.iter().collect();
    apply(StackRows, &inputs)
}

#[derive(Debug)]
struct Row {
    index: usize,
    rows: usize,
}

impl Op for Row {
    fn op_type(&self) -> &'static str {
        "StridedSlice"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        Ok(x[0].row(self.index))
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let place = PlaceRow { index: self.index, rows: self.rows, batch: s.batch };
        Ok(smallvec![Some(apply(place, &[&g[0]])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

/// The gradient of [`Row`]: zeros but for one row, behind `batch` leading axes.
#[derive(Debug)]
struct PlaceRow {
    index: usize,
    rows: usize,
    batch: usize,
}

impl PlaceRow {
    fn axes(&self, full: &[usize], shift: usize) -> Vec<AxisSlice> {
        let mut axes: Vec<AxisSlice> = full.iter().map(|&length| AxisSlice { start: 0, step: 1, length }).collect();
        axes[self.batch + shift] = AxisSlice { start: self.index, step: 1, length: 1 };
        axes
    }
}

impl Op for PlaceRow {
    fn op_type(&self) -> &'static str {
        "StridedSliceGrad"
    }
    fn forward(&self, g: &[&Array]) -> Result<Array> {
        let mut shape = g[0].shape().clone();
        shape.insert(self.batch, self.rows);
        let mut out = Array::zeros(g[0].dtype(), shape)?;
        let lead: usize = g[0].shape()[..self.batch].iter().product();
        let row = g[0].bytes().checked_div(lead).unwrap_or(0);
        let from = g[0].contiguous()?;
        // SAFETY: contiguous, `bytes()` long, plain data.
        let from = unsafe { std::slice::from_raw_parts(from.as_ptr(), from.bytes()) };
        let to = out.bytes_mut();
        for i in 0..lead {
            let at = (i * self.rows + self.index) * row;
            to[at..at + row].copy_from_slice(&from[i * row..(i + 1) * row]);
        }
        Ok(out)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let take = TakeRow { axes: self.axes(g[0].shape(), s.batch), axis: self.batch + s.batch };
        Ok(smallvec![Some(apply(take, &[&g[0]])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

/// The gradient of [`PlaceRow`]: the row again, wherever its axis has moved.
#[derive(Debug)]
struct TakeRow {
    axes: Vec<AxisSlice>,
    axis: usize,
}

impl Op for TakeRow {
    fn op_type(&self) -> &'static str {
        "StridedSlice"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let mut shape = x[0].shape().clone();
        shape.remove(self.axis);
        x[0].slice_axes(&self.axes).reshape(shape)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let place = PlaceRow {
            index: self.axes[self.axis].start,
            rows: s.spec(0).shape[self.axis],
            batch: self.axis + s.batch,
        };
        Ok(smallvec![Some(apply(place, &[&g[0]])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct StackRows;

impl Op for StackRows {
    fn op_type(&self) -> &'static str {
        "Pack"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let shape = Shape::new(&[x.len()]).concat(x[0].shape());
        let mut out = Array::scratch(x[0].dtype(), shape)?;
        let row = x[0].bytes();
        for (i, x) in x.iter().enumerate() {
            let from = x.contiguous()?;
            // SAFETY: contiguous, `bytes()` long, plain data.
            let from = unsafe { std::slice::from_raw_parts(from.as_ptr(), row) };
            out.bytes_mut()[i * row..(i + 1) * row].copy_from_slice(from);
        }
        Ok(out)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        s.each(|i| row(&g[0], i))
    }
}
