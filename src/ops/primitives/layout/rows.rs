//! One row of a tensor, and rows put together: what iteration and the batch loop of the backward pass need.

use crate::array::AxisSlice;
use crate::memory::try_collect;
use crate::ops::prelude::*;
use crate::shape::Few;

/// Row `index` along the first axis: a view. `index` lies inside it.
pub fn row(x: &Tensor, index: usize) -> Result<Tensor> {
    apply(Row { index, rows: x.shape()[0] }, &[x])
}

/// Tensors of one shape and dtype, stacked along a new first axis.
pub fn stack_rows(rows: &[Tensor]) -> Result<Tensor> {
    apply(StackRows, &try_collect(rows)?)
}

#[derive(Debug)]
struct Row {
    index: usize,
    rows: usize,
}

impl Primitive for Row {
    const OP_TYPE: &'static str = "StridedSlice";
    const GRAD: &'static [Rule<Self>] =
        &[Rule::G(|g| g.through(PlaceRow { index: g.op.index, rows: g.op.rows, batch: g.batch() }, &[]))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        Ok(x[0].row(self.index))
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
        let mut axes: Vec<AxisSlice> = full.iter().map(|&length| AxisSlice { start: 0, step: 1, length }).few();
        axes[self.batch + shift] = AxisSlice { start: self.index, step: 1, length: 1 };
        axes
    }
}

impl Primitive for PlaceRow {
    const OP_TYPE: &'static str = "StridedSliceGrad";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let take = TakeRow { axes: g.op.axes(g.shape(), g.batch()), axis: g.op.batch + g.batch() };
        g.through(take, &[])
    })];

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
}

/// The gradient of [`PlaceRow`]: the row again, wherever its axis has moved.
#[derive(Debug)]
struct TakeRow {
    axes: Vec<AxisSlice>,
    axis: usize,
}

impl Primitive for TakeRow {
    const OP_TYPE: &'static str = "StridedSlice";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let (index, rows) = (g.op.axes[g.op.axis].start, g.input().shape[g.op.axis]);
        g.through(PlaceRow { index, rows, batch: g.op.axis + g.batch() }, &[])
    })];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let mut shape = x[0].shape().clone();
        shape.remove(self.axis);
        x[0].slice_axes(&self.axes).reshape(shape)
    }
}

#[derive(Debug)]
struct StackRows;

impl Primitive for StackRows {
    const OP_TYPE: &'static str = "Pack";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|t| row(t, g.index())))];
    const BATCHED: bool = false;

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
}
