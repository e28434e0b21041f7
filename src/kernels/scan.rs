//! Running results along one axis: scans, linear recurrences, and shifts by one step.
//!
//! An array is walked plane by plane, row by row, so that the innermost loop runs over contiguous elements whatever the
//! axis. A [`Chain`] says in which order the rows of a plane come, and which of them have nothing before them.

use std::ops::{Add, Mul, Range};
use std::sync::Arc;

use crate::array::Array;
use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt::grain;
use crate::interrupt::{Pace, in_chunks};
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::memory::try_vec;

/// The steps along an axis: their direction, and where they begin anew.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The axis, counted from the last one (0), so that leading axes of a batch do not move it.
    pub from_last: usize,
    /// From the last step to the first.
    pub reverse: bool,
    /// Where true, the step and the one below it are not connected; one entry for each step.
    pub breaks: Option<Arc<Vec<bool>>>,
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

    /// Those steps among `n`, counted in order, each with the one before it where they are connected.
    fn steps(&self, n: usize, which: Range<usize>) -> impl Iterator<Item = (usize, Option<usize>)> {
        which.map(move |i| {
            let at = |i: usize| if self.reverse { n - 1 - i } else { i };
            let (k, before) = (at(i), i.checked_sub(1).map(at));
            (k, before.filter(|&p| !self.breaks.as_ref().is_some_and(|b| b[k.max(p)])))
        })
    }
}

/// `y[k] = out(state)` with `state = step(state, x[k])` along the chain, from `start`; the state before the step if
/// `exclusive`.
pub fn scan<S: Element, A: Copy + Sync, T: Element>(
    x: &Array,
    chain: &Chain,
    exclusive: bool,
    start: A,
    step: impl Fn(A, S) -> A + Sync,
    out: impl Fn(A) -> T + Sync,
) -> Result<Array> {
    let (n, inner) = chain.lengths(x);
    let x = x.contiguous()?;
    let mut y = Array::scratch_of::<T>(x.shape().clone())?;
    let (x, size) = (x.slice::<S>(), (n * inner).max(1));
    let next = |y: &mut T, state: &mut A, x: S| {
        let after = step(*state, x);
        *y = out(if exclusive { *state } else { after });
        *state = after;
    };
    let planes = match Grain::ELEMENTS {
        grain if grain.shares(x.len()) => (grain.chunk / size).max(1).next_multiple_of(ABREAST),
        _ => x.len() / size,
    };
    parallel::for_each_chunk(y.slice_mut::<T>(), planes * size, |at, y| {
        let (mut x, mut y) = (&x[at..at + y.len()], y);
        while inner == 1 && y.len() >= ABREAST * n {
            let (first, rest) = y.split_at_mut(ABREAST * n);
            abreast(&x[..ABREAST * n], first, chain, start, next)?;
            (x, y) = (&x[ABREAST * n..], rest);
        }
        let mut planes = x.chunks_exact(size).zip(y.chunks_exact_mut(size));
        planes.try_for_each(|(x, y)| plane(x, y, inner, chain, start, next))
    })?;
    Ok(y)
}

/// Lines of single elements that are walked at the same time: each waits for itself only.
const ABREAST: usize = 8;

/// Walks [`ABREAST`] lines, which lie one after another.
fn abreast<S: Copy, A: Copy, T>(
    x: &[S],
    y: &mut [T],
    chain: &Chain,
    start: A,
    next: impl Fn(&mut T, &mut A, S),
) -> Result<()> {
    let n = x.len() / ABREAST;
    let mut states = [start; ABREAST];
    in_chunks(n, grain::STEPS, |chunk| {
        for (k, _) in chain.steps(n, chunk) {
            for (line, state) in states.iter_mut().enumerate() {
                next(&mut y[line * n + k], state, x[line * n + k]);
            }
        }
    })
}

/// Walks one plane, `inner` elements at a time.
fn plane<S: Copy, A: Copy, T>(
    x: &[S],
    y: &mut [T],
    inner: usize,
    chain: &Chain,
    start: A,
    next: impl Fn(&mut T, &mut A, S),
) -> Result<()> {
    let mut states = try_vec(inner, start)?;
    let n = x.len() / inner;
    if inner < grain::STEPS {
        return in_chunks(n, grain::STEPS / inner, |chunk| {
            for (k, _) in chain.steps(n, chunk) {
                let row = k * inner..(k + 1) * inner;
                for ((y, &x), state) in y[row.clone()].iter_mut().zip(&x[row]).zip(&mut states) {
                    next(y, state, x);
                }
            }
        });
    }
    for (k, _) in chain.steps(n, 0..n) {
        let (x, y) = (&x[k * inner..][..inner], &mut y[k * inner..][..inner]);
        in_chunks(inner, grain::STEPS, |part| {
            let states = &mut states[part.clone()];
            y[part.clone()].iter_mut().zip(&x[part]).zip(states).for_each(|((y, &x), state)| next(y, state, x));
        })?;
    }
    Ok(())
}

/// `h[k] = b[k] + a[k] h[before k]`, or `a[before k]` if `lagged`; `h[k] = b[k]` where nothing comes before. `a` and `b`
/// have one shape.
pub fn recurrence<T>(a: &Array, b: &Array, chain: &Chain, lagged: bool) -> Result<Array>
where
    T: Element + Add<Output = T> + Mul<Output = T>,
{
    let (n, inner) = chain.lengths(b);
    let (a, b) = (a.contiguous()?, b.contiguous()?);
    let mut h = Array::scratch_of::<T>(b.shape().clone())?;
    let size = (n * inner).max(1);
    let inputs = a.slice::<T>().chunks_exact(size).zip(b.slice::<T>().chunks_exact(size));
    let mut pace = Pace::new(grain::STEPS);
    for ((a, b), h) in inputs.zip(h.slice_mut::<T>().chunks_exact_mut(size)) {
        let mut carry = try_vec(inner, T::default())?;
        for (k, before) in chain.steps(n, 0..n) {
            let row = |k: usize| k * inner..(k + 1) * inner;
            match before {
                None => carry.copy_from_slice(&b[row(k)]),
                Some(p) => {
                    let a = &a[row(if lagged { p } else { k })];
                    carry.iter_mut().zip(a).zip(&b[row(k)]).for_each(|((c, &a), &b)| *c = b + a * *c);
                }
            }
            h[row(k)].copy_from_slice(&carry);
            pace.after(inner)?;
        }
    }
    Ok(h)
}

/// `y[k] = x[before k]`, and `fill` where nothing comes before.
pub fn shift<T: Element>(x: &Array, chain: &Chain, fill: T) -> Result<Array> {
    let (n, inner) = chain.lengths(x);
    let x = x.contiguous()?;
    let mut y = Array::scratch_of::<T>(x.shape().clone())?;
    let size = (n * inner).max(1);
    let mut pace = Pace::new(grain::STEPS);
    for (x, y) in x.slice::<T>().chunks_exact(size).zip(y.slice_mut::<T>().chunks_exact_mut(size)) {
        for (k, before) in chain.steps(n, 0..n) {
            let row = |k: usize| k * inner..(k + 1) * inner;
            match before {
                None => y[row(k)].fill(fill),
                Some(p) => y[row(k)].copy_from_slice(&x[row(p)]),
            }
            pace.after(inner)?;
        }
    }
    Ok(y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    fn chain(reverse: bool, breaks: Option<&[bool]>) -> Chain {
        Chain { from_last: 1, reverse, breaks: breaks.map(|b| Arc::new(b.to_vec())) }
    }

    fn columns(rows: &[f64]) -> Array {
        let both: Vec<f64> = rows.iter().flat_map(|&v| [v, 10.0 * v]).collect();
        Array::from_slice(Shape::new(&[rows.len(), 2]), &both).unwrap()
    }

    #[test]
    fn a_recurrence_follows_its_chain() {
        let (a, b) = (columns(&[2.0, 3.0, 5.0]), columns(&[1.0, 1.0, 1.0]));
        let first = |chain: &Chain, lagged: bool| -> Vec<f64> {
            recurrence::<f64>(&a, &b, chain, lagged).unwrap().to_vec::<f64>().unwrap().into_iter().step_by(2).collect()
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
        assert_eq!(y.to_vec::<f64>().unwrap(), [-1.0, -1.0, 3.0, 30.0, -1.0, -1.0]);
    }

    /// Lines side by side and one by one, on several threads and on one.
    #[test]
    fn a_scan_of_many_lines_is_that_of_each() {
        for (lines, n) in [(1usize, 3usize), (8, 3), (21, 5), (3000, 100), (2, 200_000)] {
            let data: Vec<i64> = (0..lines * n).map(|i| (i * 37 % 101) as i64 - 50).collect();
            let x = Array::from_slice(Shape::new(&[lines, n]), &data).unwrap();
            let along = Chain { from_last: 0, ..chain(true, None) };
            let y = scan(&x, &along, true, 0, |a, x: i64| a + x, |a| a).unwrap().to_vec::<i64>().unwrap();
            for (x, y) in data.chunks(n).zip(y.chunks(n)) {
                let mut sum = 0;
                x.iter().zip(y).rev().for_each(|(x, y)| {
                    assert_eq!(*y, sum);
                    sum += x;
                });
            }
        }
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
