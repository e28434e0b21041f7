//! Strided slices: the engine behind indexing, [`slice`](crate::ops::slice), reversal and pieces.
//!
//! A slice is a view, never a copy. Its gradient puts the cotangent in its place among zeros, and the gradient of that
//! is the slice again, so any order of differentiation is made of these two operations.

use crate::array::{AxisSlice, AxisSlices};
use crate::kernels::place::{place, refuse_strings};
use crate::ops::prelude::*;
use crate::shape::Few;

/// One item of an index, as in Python's `t[1, ::2, ..., None]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexItem {
    /// One place of an axis, counted from the end when negative; the axis disappears.
    Int(i64),
    /// A range of an axis, as Python's `slice`: absent ends are the axis' own, ends out of range are cut off.
    #[allow(missing_docs)]
    Slice { start: Option<i64>, stop: Option<i64>, step: Option<i64> },
    /// As many whole axes as are left over.
    Ellipsis,
    /// A new axis of length 1.
    NewAxis,
}

/// What `x[spec]` is in Python: a view. Axes that the index does not reach stay whole.
///
/// Errors: `InvalidArgument` for a place outside its axis, more items than axes, two ellipses, or a step of 0.
pub fn index(x: &Tensor, spec: &[IndexItem]) -> Result<Tensor> {
    let (axes, shape) = resolve(x.shape(), spec)?;
    view(x, axes, shape, "StridedSlice")
}

/// Writes `value`, broadcast, to the elements of `array` that `spec` names, as [`index`]; no tape takes note. `array` is one
/// that nobody shares; on an error it stays as it was.
///
/// Errors: as [`index`], and `InvalidArgument` for a value that does not broadcast to the slice or has another dtype.
pub fn index_put(array: &mut Array, spec: &[IndexItem], value: &Array) -> Result<()> {
    const OP: &str = "ResourceStridedSliceAssign";
    let (axes, shape) = resolve(array.shape(), spec)?;
    refuse_strings(OP, value)?;
    if value.dtype() != array.dtype() {
        return Err(Error::invalid(OP, format!("cannot put {} into {}", value.dtype(), array.dtype())));
    }
    if value.shape().broadcast(&shape).as_ref() != Some(&shape) {
        return Err(Error::shapes(OP, &shape, value.shape()));
    }
    let lengths = axes.iter().map(|a| a.length).few();
    place(array, &axes, &value.broadcast_to(&shape)?.reshape_view(lengths)?)
}

/// The view of `x` that `axes` describe, under `shape`, which differs from their lengths in axes of length 1 alone.
pub(in crate::ops) fn view(x: &Tensor, axes: AxisSlices, shape: Shape, op_type: &'static str) -> Result<Tensor> {
    apply(StridedSlice { axes, shape, op_type }, &[x])
}

/// The view of `x` that `axes` describe.
pub(in crate::ops) fn view_of(x: &Tensor, axes: AxisSlices, op_type: &'static str) -> Result<Tensor> {
    let shape = axes.iter().map(|a| a.length).few();
    view(x, axes, shape, op_type)
}

/// `x` with axis `axis` cut down to `slice`: a view.
pub(in crate::ops) fn view_axis(x: &Tensor, axis: usize, slice: AxisSlice, op_type: &'static str) -> Result<Tensor> {
    let mut axes = AxisSlice::whole(x.shape());
    axes[axis] = slice;
    view_of(x, axes, op_type)
}

fn fail<T>(text: String) -> Result<T> {
    Err(Error::invalid("StridedSlice", text))
}

fn resolve(shape: &Shape, spec: &[IndexItem]) -> Result<(AxisSlices, Shape)> {
    let rank = shape.rank();
    let taking = spec.iter().filter(|i| matches!(i, IndexItem::Int(_) | IndexItem::Slice { .. })).count();
    if spec.iter().filter(|i| **i == IndexItem::Ellipsis).count() > 1 {
        return fail("Multiple ellipses in slice spec not allowed".into());
    }
    if taking > 0 && rank == 0 {
        return fail("Attempting to slice scalar input.".into());
    }
    if taking > rank {
        return fail(format!("Index out of range using input dim {rank}; input has only {rank} dims"));
    }
    let (mut axes, mut out) = (AxisSlices::new(), Shape::scalar());
    let whole = |axes: &mut AxisSlices, out: &mut Shape, count: usize| {
        for _ in 0..count {
            let length = shape[axes.len()];
            axes.push(AxisSlice::all(length));
            out.push(length);
        }
    };
    for item in spec {
        let axis = axes.len();
        match *item {
            IndexItem::NewAxis => out.push(1),
            IndexItem::Ellipsis => whole(&mut axes, &mut out, rank - taking),
            IndexItem::Int(i) => axes.push(AxisSlice { start: place_of(i, axis, shape[axis])?, step: 1, length: 1 }),
            IndexItem::Slice { start, stop, step } => {
                let slice = range_of(start, stop, step.unwrap_or(1), axis, shape[axis])?;
                axes.push(slice);
                out.push(slice.length);
            }
        }
    }
    let left = rank - axes.len();
    whole(&mut axes, &mut out, left);
    Ok((axes, out))
}

/// A place on an axis of length `n`.
fn place_of(i: i64, axis: usize, n: usize) -> Result<usize> {
    let place = if i < 0 { i.saturating_add(n as i64) } else { i };
    match usize::try_from(place).ok().filter(|&p| p < n) {
        Some(place) => Ok(place),
        None => fail(format!("slice index {place} of dimension {axis} out of bounds.")),
    }
}

/// A range of an axis of length `n`, its ends cut off as Python does.
fn range_of(start: Option<i64>, stop: Option<i64>, step: i64, axis: usize, n: usize) -> Result<AxisSlice> {
    if step == 0 {
        return fail(format!("strides[{axis}] must be non-zero"));
    }
    let n = n as i64;
    let (low, high) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let cut = |end: i64| (if end < 0 { end.saturating_add(n) } else { end }).clamp(low, high);
    let (first, last) = if step > 0 { (low, high) } else { (high, low) };
    let (start, stop) = (start.map_or(first, cut), stop.map_or(last, cut));
    let distance = if step > 0 { stop - start } else { start - stop };
    let length = if distance > 0 { (distance as u64).div_ceil(step.unsigned_abs()) } else { 0 };
    Ok(match length {
        0 => AxisSlice { start: 0, step: 1, length: 0 },
        1 => AxisSlice { start: start as usize, step: 1, length: 1 },
        length => AxisSlice { start: start as usize, step: step as isize, length: length as usize },
    })
}

/// These slices behind the leading axes of `g`, and the shape of its input there.
fn behind<P>(axes: &AxisSlices, g: &Cotangent<P>) -> (AxisSlices, Shape) {
    let mut all = AxisSlice::whole(&g.lead());
    all.extend_from_slice(axes);
    (all, g.home())
}

#[derive(Debug)]
struct StridedSlice {
    axes: AxisSlices,
    shape: Shape,
    op_type: &'static str,
}

impl Primitive for StridedSlice {
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let (axes, shape) = behind(&g.op.axes, g);
        g.through(StridedSliceGrad { axes, shape }, &[])
    })];

    fn named(&self) -> &'static str {
        self.op_type
    }

    #[inline]
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        x[0].slice_axes(&self.axes).reshape_view(self.shape.clone())
    }
}

/// Zeros of `shape` with the input at `axes`.
#[derive(Debug)]
struct StridedSliceGrad {
    axes: AxisSlices,
    shape: Shape,
}

impl Primitive for StridedSliceGrad {
    const OP_TYPE: &'static str = "StridedSliceGrad";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let (axes, shape) = behind(&g.op.axes, g);
        g.map(|g| view(g, axes, shape, "StridedSlice"))
    })];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        refuse_strings("StridedSliceGrad", x[0])?;
        let mut out = Array::zeros(x[0].dtype(), self.shape.clone())?;
        place(&mut out, &self.axes, &x[0].reshape_view(self.axes.iter().map(|a| a.length).few())?)?;
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: Option<i64>, stop: Option<i64>, step: i64, n: usize) -> Vec<isize> {
        let a = range_of(start, stop, step, 0, n).unwrap();
        (0..a.length as isize).map(|i| a.start as isize + i * a.step).collect()
    }

    #[test]
    fn ranges_are_cut_off_as_pythons_are() {
        assert_eq!(range(None, None, 1, 3), [0, 1, 2]);
        assert_eq!(range(None, None, -1, 3), [2, 1, 0]);
        assert_eq!(range(Some(-2), Some(i64::MAX), 1, 3), [1, 2]);
        assert_eq!(range(Some(i64::MIN), Some(-1), 1, 3), [0, 1]);
        assert_eq!(range(Some(10), Some(-10), -2, 5), [4, 2, 0]);
        assert_eq!(range(None, None, i64::MIN, 3), [2]);
        assert_eq!(range(None, None, i64::MAX, 3), [0]);
        assert_eq!(range(Some(2), Some(1), 1, 3), [0isize; 0]);
        assert_eq!(range(None, None, -1, 0), [0isize; 0]);
    }
}
