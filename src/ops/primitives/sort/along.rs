//! Elements taken from, and put back into, the places that an array of indices names along the last axis.
//!
//! The two are each other's gradient. The indices are part of the operation: nothing flows to them.

use std::ops::Range;

use crate::interrupt::{Pace, grain};
use crate::ops::prelude::*;

/// `y[.., j] = x[.., at[.., j]]`; `x` may have leading axes of a batch that `at` lacks.
pub(super) fn take_along(x: &Tensor, at: &Array) -> Result<Tensor> {
    let n = x.shape()[x.rank() - 1];
    apply(Take { at: at.clone(), n }, &[x])
}

#[derive(Debug)]
struct Take {
    at: Array,
    n: usize,
}

/// `y[.., at[.., j]] += x[.., j]`, with `n` elements along the last axis.
#[derive(Debug)]
struct Put {
    at: Array,
    n: usize,
}

/// `y[.., at[.., j]] = x[.., j]`, zero where `at` names nothing.
pub(super) fn put_along(x: &Tensor, at: &Array, n: usize) -> Result<Tensor> {
    apply(Put { at: at.clone(), n }, &[x])
}

impl Primitive for Take {
    const OP_TYPE: &'static str = "GatherV2";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|dy| put_along(dy, &g.op.at, g.op.n)))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        take(x[0], &self.at)
    }
}

impl Primitive for Put {
    const OP_TYPE: &'static str = "ScatterNd";
    const TAKES: Takes = Takes::FLOATING.and(DTypes::COMPLEX);
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|dy| take_along(dy, &g.op.at)))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: inexact => {
            walk::<T>(x[0], &self.at, self.n, |x, at, y, part| {
                x[part.clone()].iter().zip(&at[part]).for_each(|(x, &p)| y[p as usize] += *x);
            })
        })
    }
}

/// `y[.., j] = x[.., at[.., j]]` for any dtype but strings.
pub(super) fn take(x: &Array, at: &Array) -> Result<Array> {
    crate::with_dtype!(x.dtype(), T: any => {
        walk::<T>(x, at, at.shape()[at.shape().rank() - 1], |x, at, y, part| {
            y[part.clone()].iter_mut().zip(&at[part]).for_each(|(y, &p)| *y = x[p as usize]);
        })
    })
}

/// Calls `part` with a row of `x`, the indices that belong to it, a row of `length` zeros to fill, and which of the indices
/// it is to go by; long rows are done in parts.
fn walk<T: Element>(
    x: &Array,
    at: &Array,
    length: usize,
    part: impl Fn(&[T], &[i32], &mut [T], Range<usize>),
) -> Result<Array> {
    let last = x.shape().rank() - 1;
    let mut y = Array::full(x.shape().with(last, length), T::default())?;
    if x.is_empty() || y.is_empty() {
        return Ok(y);
    }
    let (x, at) = (x.contiguous()?, at.contiguous()?);
    let (n, k) = (x.shape()[last], at.shape()[at.shape().rank() - 1]);
    let places = at.slice::<i32>().chunks_exact(k).cycle();
    let rows = x.slice::<T>().chunks_exact(n).zip(places);
    let mut pace = Pace::new(grain::COMPUTED);
    for ((x, at), y) in rows.zip(y.slice_mut::<T>().chunks_exact_mut(length)) {
        for start in (0..k).step_by(grain::COMPUTED) {
            let end = k.min(start + grain::COMPUTED);
            part(x, at, y, start..end);
            pace.after(end - start)?;
        }
    }
    Ok(y)
}
