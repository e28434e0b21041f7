//! Jacobians: the backward pass of a gradient, run for many cotangents at once.
//!
//! The cotangents are rows of an identity matrix, stacked along one leading axis. As many go through in one backward
//! pass as memory bears, so the result does not depend on how many that are.

use std::ops::Range;

use super::{GradientTape, How, Watched, dense, run};
use crate::array::Array;
use crate::dtype::Element;
use crate::error::{Error, Result};
use crate::memory::{try_collect_ok, try_push};
use crate::shape::Shape;
use crate::tape::Tape;
use crate::tensor::Tensor;
use crate::{interrupt, ops};

impl GradientTape {
    /// The derivative of every element of `target` with respect to every element of each source, of shape
    /// `target.shape + source.shape`; `None` where they are not connected, as for a target of integers, truth values or strings.
    ///
    /// Errors: `ResourceExhausted` where memory for it is not to be had, which is found out before most of the work.
    pub fn jacobian(&self, target: &Watched, sources: &[Watched]) -> Result<Vec<Option<Tensor>>> {
        let tape = self.use_up()?;
        if !target.dtype().is_trainable() {
            return Ok(vec![None; sources.len()]);
        }
        let value = target.value();
        let rows = self.rows(&tape, target, sources, value.shape().elements(), |rows| identity_rows(&value, rows))?;
        let shape = value.shape();
        let join = |(rows, source): (Option<Tensor>, &Watched)| {
            rows.map(|r| ops::reshape_to(&r, &shape.concat(source.value().shape()))).transpose()
        };
        rows.into_iter().zip(sources).map(join).collect()
    }

    /// For a target `[b, y...]` and a source `[b, x...]`: `[b, y..., x...]`, the derivatives within each entry of the
    /// batch (those across entries are summed over the target's batch). `None` where they are not connected.
    ///
    /// Errors: `ValueError` for ranks below 2 or batches that differ; `ResourceExhausted` as [`GradientTape::jacobian`].
    pub fn batch_jacobian(&self, target: &Watched, source: &Watched) -> Result<Option<Tensor>> {
        let (y, x) = (target.value(), source.value());
        for t in [&y, &x] {
            if t.rank() < 2 {
                return Err(Error::value(format!("Shape {} must have rank at least 2", t.shape().tuple())));
            }
        }
        if y.shape()[0] != x.shape()[0] {
            return Err(Error::value(format!(
                "Need first dimension of target shape ({}) and source shape ({}) to match.",
                y.shape().tuple(),
                x.shape().tuple()
            )));
        }
        let tape = self.use_up()?;
        if !target.dtype().is_trainable() {
            return Ok(None);
        }
        let entry: Shape = y.shape()[1..].into();
        let batch = y.shape()[0];
        let rows =
            self.rows(&tape, target, std::slice::from_ref(source), entry.elements(), |rows| entry_rows(&y, rows))?;
        let Some(rows) = rows.into_iter().next().flatten() else {
            return Ok(None);
        };
        // [k, b, x...] -> [b, k, x...] -> [b, y..., x...]
        let perm: Vec<usize> = [1, 0].into_iter().chain(2..rows.rank()).collect();
        let swapped = ops::transpose_by(&rows, &perm)?;
        ops::reshape_to(&swapped, &Shape::new(&[batch]).concat(&entry).concat(&x.shape()[1..])).map(Some)
    }

    /// One cotangent after another, as many at once as memory bears: `[k, source.shape]` for each source.
    ///
    /// Errors: `ResourceExhausted` where memory for all of them is not to be had, before more than the first are computed.
    fn rows(
        &self,
        tape: &Tape,
        target: &Watched,
        sources: &[Watched],
        count: usize,
        seed: impl Fn(Range<usize>) -> Result<Tensor>,
    ) -> Result<Vec<Option<Tensor>>> {
        let at_once = rows_at_once(tape, target, sources);
        let mut recording = self.recording(tape)?;
        let mut chunks: Vec<Vec<Tensor>> = vec![Vec::new(); sources.len()];
        let mut start = 0;
        // An empty target still tells which sources are connected.
        while start < count || start == 0 {
            // Of several backward passes the first is short: it tells whether there is anything to do.
            let end = if start == 0 && count > at_once { 1 } else { count.min(start + at_once) };
            let last = end == count;
            let release = last && !self.is_persistent();
            let targets = std::slice::from_ref(target);
            let how = How { batch: 1, release, slices: false, offer: None };
            let found = dense(run(&mut recording, targets, &[Some(seed(start..end)?)], sources, how)?)?;
            if start == 0 && !last && !is_worth_going_on(&found, count)? {
                break;
            }
            for (chunk, g) in chunks.iter_mut().zip(found).filter_map(|(chunk, g)| Some((chunk, g?))) {
                try_push(chunk, g)?;
            }
            if last {
                break;
            }
            start = end;
            interrupt::check()?;
        }
        self.remember_if(chunks.iter().any(Vec::is_empty), &mut recording, std::slice::from_ref(target))?;
        chunks.into_iter().map(join_rows).collect()
    }
}

/// How many cotangents go through in one backward pass.
fn rows_at_once(tape: &Tape, target: &Watched, sources: &[Watched]) -> usize {
    const ELEMENTS_AT_ONCE: usize = 8 << 20;
    let own = sources.iter().chain([target]).map(|w| w.value().shape().elements()).max().unwrap_or(0);
    (ELEMENTS_AT_ONCE / tape.arena().largest().max(own).max(1)).max(1)
}

/// Whether any source is connected, as the first rows tell.
///
/// Errors: `ResourceExhausted` where memory for `count` rows is not to be had.
fn is_worth_going_on(first: &[Option<Tensor>], count: usize) -> Result<bool> {
    let rooms = first.iter().flatten().map(|g| Array::scratch(g.dtype(), Shape::new(&[count]).concat(&g.shape()[1..])));
    // All at the same time, and given back untouched.
    Ok(!try_collect_ok(rooms)?.is_empty())
}

/// Rows `rows` of the identity matrix over the elements of `y`: `[k, y...]`.
fn identity_rows(y: &Tensor, rows: Range<usize>) -> Result<Tensor> {
    let n = y.shape().elements();
    let mut eye = Array::zeros(y.dtype(), Shape::new(&[rows.len(), n]))?;
    crate::with_dtype!(y.dtype(), T: any => {
        let eye = eye.slice_mut::<T>();
        rows.enumerate().for_each(|(k, i)| eye[k * n + i] = T::cast_from(1i8));
    }, else {});
    let k = eye.shape()[0];
    Ok(Tensor::new(eye.reshape(Shape::new(&[k]).concat(y.shape()))?))
}

/// For element `i` of an entry of the batch: ones there in every entry, zeros elsewhere. `[k, b, y...]`.
fn entry_rows(y: &Tensor, rows: Range<usize>) -> Result<Tensor> {
    let (b, k) = (y.shape()[0], rows.len());
    let entry: Shape = y.shape()[1..].into();
    let one = Tensor::new(Array::zeros(y.dtype(), entry)?);
    let eye = identity_rows(&one, rows)?.array().clone();
    let middle = eye.reshape(Shape::new(&[k, 1]).concat(one.shape()))?;
    Ok(Tensor::new(middle.broadcast_to(&Shape::new(&[k, b]).concat(one.shape()))?))
}

fn join_rows(mut chunks: Vec<Tensor>) -> Result<Option<Tensor>> {
    match chunks.len() {
        0 => Ok(None),
        1 => Ok(chunks.pop()),
        _ => ops::concat(&chunks, 0).map(Some),
    }
}
