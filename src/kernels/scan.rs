//! Running results along one axis: scans, linear recurrences, and shifts by one step.
//!
//! An array is walked plane by plane, row by row, so that the innermost loop runs over contiguous elements whatever the
//! axis. A [`Chain`] says in which order the rows of a plane come, and which of them have nothing before them.

use crate::array::Array;
use crate::dtype::Element;
use crate::error::Result;
use std::ops::Add;
use std::ops::Mul;
use std::sync::Arc;

/// The steps along an axis: their direction, and where they begin anew.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The axis, counted from the last one (0), so that leading axes of a batch do not move it.
    pub from_last: usize,
    /// From the last step to the first.
    pub reverse: bool,
    /// Where true, the step and the one below it are not connected; one entry for each step.
    pub breaks: Option<Arc<[bool]>>,
}

impl Chain {
    /// The same steps walked the other way.
    pub fn reversed(&self) -> Chain {
        Chain { reverse: !self.reverse, ..self.clone() }
    }

    /// (steps, elements in a row of one plane) for an array.
    fn lengths(&self, x: &Array) -> (usize, usize) {
        let axis = x.shape().rank() - 1 - self.from_last;
        (x.shape()[axis], x.shape()[axis + 1..].iter().product())
    }

    /// The steps in order, each with the one before it where they are connected.
    fn steps(&self, n: usize) -> impl Iterator<Item = (usize, Option<usize>)> {
        (0..n).map(move |i| {
            let at = |i: usize| if self.reverse { n - 1 - i } else { i };
            let (k, before) = (at(i), i.checked_sub(1).map(at));
            (k, before.filter(|&p| !self.breaks.as_ref().is_some_and(|b| b[k.max(p)])))
        })
    }
}

/// `y[k] = out(state)` with `state = step(state, x[k])` along the chain, from `start`; the state before the step if
/// `exclusive`.
pub fn scan<S: Element, A: Copy, T: Element>(
    x: &Array,
    chain: &Chain,
    exclusive: bool,
    start: A,
    step: impl Fn(A, S) -> A,
    out: impl Fn(A) -> T,
) -> Result<Array> {
    let (n, inner) = chain.lengths(x);
    let x = x.contiguous();
    let mut y = Array::scratch_of::<T>(x.shape().clone())?;
    let size = (n * inner).max(1);
    for (x, y) in x.slice::<S>().chunks_exact(size).zip(y.slice_mut::<T>().chunks_exact_mut(size)) {
        let mut states = vec![start; inner];
        for (k, _) in chain.steps(n) {
            let row = k * inner..(k + 1) * inner;
            for ((y, &x), state) in y[row.clone()].iter_mut().zip(&x[row]).zip(&mut states) {
                let next = step(*state, x);
                *y = out(if exclusive { *state } else { next });
                *state = next;
            }
        }
    }
    Ok(y)
}

/// `h[k] = b[k] + a[k] h[before k]`, or `a[before k]` if `lagged`; `h[k] = b[k]` where nothing comes before. `a` and `b`
/// have one shape.
pub fn recurrence<T>(a: &Array, b: &Array, chain: &Chain, lagged: bool) -> Result<Array>
where
    T: Element + Add<Output = T> + Mul<Output = T>,
{
    let (n, inner) = chain.lengths(b);
    let (a, b) = (a.contiguous(), b.contiguous());
    let mut h = Array::scratch_of::<T>(b.shape().clone())?;
    let size = (n * inner).max(1);
    let inputs = a.slice::<T>().chunks_exact(size).zip(b.slice::<T>().chunks_exact(size));
    for ((a, b), h) in inputs.zip(h.slice_mut::<T>().chunks_exact_mut(size)) {
        let mut carry = vec![T::default(); inner];
        for (k, before) in chain.steps(n) {
            let row = |k: usize| k * inner..(k + 1) * inner;
            match before {
                None => carry.copy_from_slice(&b[row(k)]),
                Some(p) => {
                    let a = &a[row(if lagged { p } else { k })];
                    carry.iter_mut().zip(a).zip(&b[row(k)]).for_each(|((c, &a), &b)| *c = b + a * *c);
                }
            }
            h[row(k)].copy_from_slice(&carry);
        }
    }
    Ok(h)
}

/// `y[k] = x[before k]`, and `fill` where nothing comes before.
pub fn shift<T: Element>(x: &Array, chain: &Chain, fill: T) -> Result<Array> {
    let (n, inner) = chain.lengths(x);
    let x = x.contiguous();
    let mut y = Array::scratch_of::<T>(x.shape().clone())?;
    let size = (n * inner).max(1);
    for (x, y) in x.slice::<T>().chunks_exact(size).zip(y.slice_mut::<T>().chunks_exact_mut(size)) {
        for (k, before) in chain.steps(n) {
            let row = |k: usize| k * inner..(k + 1) * inner;
            match before {
                None => y[row(k)].fill(fill),
                Some(p) => y[row(k)].copy_from_slice(&x[row(p)]),
            }
        }
    }
    Ok(y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    fn chain(reverse: bool, breaks: Option<&[bool]>) -> Chain {
        Chain { from_last: 1, reverse, breaks: breaks.map(Arc::from) }
    }

    fn columns(rows: &[f64]) -> Array {
        let both: Vec<f64> = rows.iter().flat_map(|&v| [v, 10.0 * v]).collect();
        Array::from_slice(Shape::new(&[rows.len(), 2]), &both).unwrap()
    }

    #[test]
    fn a_recurrence_follows_its_chain() {
        let (a, b) = (columns(&[2.0, 3.0, 5.0]), columns(&[1.0, 1.0, 1.0]));
        let first = |chain: &Chain, lagged: bool| -> Vec<f64> {
            recurrence::<f64>(&a, &b, chain, lagged).unwrap().to_vec::<f64>().into_iter().step_by(2).collect()
        };
        assert_eq!(first(&chain(false, None), false), [1.0, 4.0, 21.0]);
        assert_eq!(first(&chain(false, None), true), [1.0, 3.0, 10.0]);
        assert_eq!(first(&chain(true, None), false), [9.0, 4.0, 1.0]);
        assert_eq!(first(&chain(true, None), true), [19.0, 6.0, 1.0]);
        let cut = [false, false, true];
        assert_eq!(first(&chain(false, Some(&cut)), false), [1.0, 4.0, 1.0]);
        assert_eq!(first(&chain(true, Some(&cut)), false), [3.0, 1.0, 1.0]);
    }

    #[test]
    fn a_shift_moves_rows_and_fills() {
        let x = columns(&[1.0, 2.0, 3.0]);
        let y = shift(&x, &chain(true, Some(&[false, true, false])), -1.0).unwrap();
        assert_eq!(y.to_vec::<f64>(), [-1.0, -1.0, 3.0, 30.0, -1.0, -1.0]);
    }

    #[test]
    fn a_scan_of_nothing_is_nothing() {
        for shape in [[0usize, 2], [2, 0]] {
            let x = Array::zeros(crate::dtype::DType::Float64, Shape::new(&shape)).unwrap();
            let y = scan(&x, &chain(false, None), true, 0.0, |a, x: f64| a + x, |a| a).unwrap();
            assert_eq!(**y.shape(), shape);
        }
    }
}
