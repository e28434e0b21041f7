//! How the operations of this folder hand tensors to the kernels that work on rows: contiguous, with the axis in question
//! last.

use smallvec::SmallVec;

use crate::kernels::softmax::{Real, Rows};
use crate::ops::prelude::*;
use crate::shape::{Few, normalize_axis};

/// The inputs, contiguous, as what kernels read.
pub(super) fn whole(x: &[&Array]) -> Result<SmallVec<[Array; 3]>> {
    x.iter().map(|x| x.contiguous()).few()
}

/// A new array of this shape, every element of which `fill` writes.
pub(super) fn filled<T: Element>(shape: Shape, fill: impl FnOnce(&mut [T]) -> Result<()>) -> Result<Array> {
    let mut out = Array::scratch_of::<T>(shape)?;
    fill(out.slice_mut())?;
    Ok(out)
}

/// The rows of a contiguous array.
pub(super) fn rows<T: Real>(x: &Array) -> Rows<'_, T> {
    Rows { data: x.slice(), columns: x.shape().last().copied().unwrap_or(1) }
}

/// `f` of `x` with axis `axis` moved to the end, and that axis moved back.
pub(super) fn with_axis_last(x: &Tensor, axis: i64, f: impl Fn(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let rank = x.rank();
    if rank == 0 || axis == -1 {
        return f(x);
    }
    let at = checked_axis(axis, rank)?;
    if at + 1 == rank {
        return f(x);
    }
    let mut perm: Vec<usize> = (0..rank).few();
    perm.swap(at, rank - 1);
    x.map(|x| ops::transpose_by(x, &perm)).map(f).map(|y| ops::transpose_by(y, &perm)).tensor()
}

/// The axis counted from the front. Error: `InvalidArgumentError` when out of range.
pub(super) fn checked_axis(axis: i64, rank: usize) -> Result<usize> {
    normalize_axis(axis, rank).ok_or_else(|| {
        let text = format!(
            "`dim` must be in the range [-{rank}, {rank}) where {rank} is the number of dimensions in the input. \
             Received: dim={axis}"
        );
        Error::invalid("", text)
    })
}

/// `x` with one more axis, of length 1, at the end.
pub(super) fn column(x: &Tensor) -> Formula {
    x.reshape_to(&x.shape().concat(&[1]))
}

/// A shape without its last axis.
pub(super) fn outer(shape: &Shape) -> Shape {
    shape[..shape.rank().saturating_sub(1)].into()
}

/// The sum over the last axis, which stays with length 1.
pub(super) fn row_sums(x: impl Term) -> Formula {
    x.map(|x| ops::reduce_sum(x, Some(&[-1]), true))
}

/// The sum over the last axis, which goes.
pub(super) fn sums(x: impl Term) -> Formula {
    x.map(|x| ops::reduce_sum(x, Some(&[-1]), false))
}
