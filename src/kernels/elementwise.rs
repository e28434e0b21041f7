//! Elementwise loops over arrays, with broadcasting.
//!
//! Operands are made contiguous first and walked as a [`Broadcast`]: every line of them is a run of elements or one
//! element repeated, and those three cases are plain loops that LLVM vectorises. Long results are shared among threads.
//! Invariant: an element's value does not depend on where it stands, so results do not depend on the number of threads.

use std::borrow::Cow;
use std::mem::MaybeUninit;

use super::broadcast::Broadcast;
use super::math::isa::{Exact, Kernel, Target, dispatch};
use super::math::{EIGHT, Float, Lane, Map, Native, Operand, Stored};
use super::{math, parallel};
use crate::array::{Array, AxisSlice, AxisSlices};
use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt;
use crate::kernels::parallel::Grain;
use crate::shape::{Few, Shape};

/// One line of an operand: elements, or one element repeated.
#[derive(Clone, Copy)]
pub enum Line<'a, T> {
    /// As many elements as the output's line has.
    Run(&'a [T]),
    /// One element.
    Repeat(T),
}

/// `out[i] = f(x[i])`; long arrays on several threads.
pub fn map<S: Element, T: Element>(x: &Array, f: impl Fn(S) -> T + Sync) -> Result<Array> {
    let x = x.as_contiguous()?;
    let mut out = Array::scratch_of::<T>(x.shape().clone())?;
    let x = x.slice::<S>();
    parallel::for_each_chunk(out.slice_mut::<T>(), Grain::ELEMENTS.size(x.len()), |start, out| {
        out.iter_mut().zip(&x[start..]).for_each(|(o, &x)| *o = f(x));
    })?;
    Ok(out)
}

/// `out[i] = f(a[i], b[i])`, both broadcast to `shape`; long results on several threads.
pub fn zip<S: Element, T: Element>(a: &Array, b: &Array, shape: &Shape, f: impl Fn(S, S) -> T + Sync) -> Result<Array> {
    let mut out = Array::scratch_of::<T>(shape.clone())?;
    let (a, b) = (compact(a)?, compact(b)?);
    let operands = Broadcast::new(&a, &b, shape);
    let line = |lines: [Line<S>; 2], out: &mut [T]| match lines {
        [Line::Run(a), Line::Run(b)] => {
            for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
                *o = f(a, b);
            }
        }
        [Line::Run(a), Line::Repeat(b)] => out.iter_mut().zip(a).for_each(|(o, &a)| *o = f(a, b)),
        [Line::Repeat(a), Line::Run(b)] => out.iter_mut().zip(b).for_each(|(o, &b)| *o = f(a, b)),
        [Line::Repeat(a), Line::Repeat(b)] => out.fill(f(a, b)),
    };
    parallel::for_each_chunk(
        out.slice_mut::<T>(),
        operands.chunk(Grain::ELEMENTS.size(shape.elements())),
        |start, out| {
            operands.visit(start, out, line);
        },
    )?;
    Ok(out)
}

/// A contiguous array with the same broadcast elements: repeated axes shrink to length 1 before anything is copied.
pub(crate) fn compact(x: &Array) -> Result<Cow<'_, Array>> {
    if x.is_contiguous() {
        return Ok(Cow::Borrowed(x));
    }
    let strides = x.strides();
    let axes: AxisSlices = (0..x.shape().rank())
        .map(|i| AxisSlice {
            start: 0,
            step: 1,
            length: if strides[i] == 0 { x.shape()[i].min(1) } else { x.shape()[i] },
        })
        .few();
    Ok(Cow::Owned(x.slice_axes(&axes).contiguous()?))
}

/// As [`zip`], for a formula of floats, compiled for each instruction set; long results on several threads.
pub fn zip_float<F: Map<2> + Sync, T: Stored + Element>(op: &F, a: &Array, b: &Array, shape: &Shape) -> Result<Array> {
    let mut out = Array::scratch_of::<T>(shape.clone())?;
    let (a, b) = (compact(a)?, compact(b)?);
    let operands = Broadcast::new(&a, &b, shape);
    parallel::for_each_chunk(
        out.slice_mut::<T>(),
        operands.chunk(Grain::ELEMENTS.size(shape.elements())),
        |start, out| {
            operands.visit(start, out, |lines, out| map_lines(op, lines.map(Line::operand), out));
        },
    )?;
    if has_scalar_tail::<F, T, 2>() {
        scalars_of_two(op, &operands, out.slice_mut::<T>());
    }
    Ok(out)
}

/// The formula on the scalar path where `out` ends, behind its whole vectors.
fn scalars_of_two<F: Map<2>, T: Stored + Element>(op: &F, operands: &Broadcast<T>, out: &mut [T]) {
    let whole = out.len() - out.len() % EIGHT;
    // Visits begin with a line where lines are short.
    let mut at = whole - whole % operands.chunk(1);
    operands.visit(at, &mut out[at..], |lines, out| {
        let ends = out.iter_mut().enumerate().skip(whole.saturating_sub(at));
        ends.for_each(|(i, out)| scalar(op, lines.map(|line| line.get(i)), out));
        at += out.len();
    });
}

/// As [`zip_float`] for two arrays of one shape, over operand `G` (0 or 1), which is `x`.
pub fn zip_float_over<F: Map<2> + Sync, T: Native + Element, const G: usize>(
    op: &F,
    x: &mut Array,
    other: &Array,
) -> Result<()> {
    const { assert!(!F::PARTIAL) };
    let other = other.as_contiguous()?;
    let (other, count) = (other.slice::<T>(), x.elements());
    let whole = if has_scalar_tail::<F, T, 2>() { count - count % EIGHT } else { count };
    let (x, scalars) = x.slice_mut::<T>().split_at_mut(whole);
    parallel::for_each_chunk(x, Grain::ELEMENTS.size(count), |start, x| {
        dispatch(&Over::<F, T, G> { op, other: &other[start..] }, x);
    })?;
    if has_scalar_tail::<F, T, 2>() {
        for (x, &other) in scalars.iter_mut().zip(&other[whole..]) {
            let operands = if G == 0 { [*x, other] } else { [other, *x] };
            *x = op.f(operands.map(Lane::<T, Exact>::new)).get();
        }
    }
    Ok(())
}

/// See [`Map::SCALAR_TAIL`].
const fn has_scalar_tail<F: Map<N>, T, const N: usize>() -> bool {
    F::SCALAR_TAIL && size_of::<T>() == size_of::<f32>()
}

struct Over<'a, F, T, const G: usize> {
    op: &'a F,
    other: &'a [T],
}

impl<F: Map<2>, T: Native, const G: usize> Kernel for Over<'_, F, T, G> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, x: &mut [T]) {
        for (x, &other) in x.iter_mut().zip(self.other) {
            let (old, other) = (Lane::<T, A>::new(*x), Lane::new(other));
            *x = self.op.f(if G == 0 { [old, other] } else { [other, old] }).get();
        }
    }
}

/// As [`map`], for a formula of floats, compiled for each instruction set; long arrays on several threads.
pub fn map_float<F: Map<1> + Sync, T: Stored + Element>(op: &F, x: &Array) -> Result<Array> {
    let x = x.as_contiguous()?;
    let mut out = Array::scratch_of::<T>(x.shape().clone())?;
    let x = x.slice::<T>();
    parallel::for_each_chunk(out.slice_mut(), Grain::ELEMENTS.size(x.len()), |start, out| {
        map_lines(op, [Operand::Slice(&x[start..start + out.len()])], out);
    })?;
    if has_scalar_tail::<F, T, 1>() {
        let whole = x.len() - x.len() % EIGHT;
        let ends = x[whole..].iter().zip(&mut out.slice_mut()[whole..]);
        ends.for_each(|(&x, out)| scalar(op, [x], out));
    }
    Ok(out)
}

/// A function of arrays of `f32`, that takes them in parts of whole vectors.
pub fn map_slices(function: fn(&[f32], &mut [f32]), x: &Array) -> Result<Array> {
    let x = x.as_contiguous()?;
    let mut out = Array::scratch_of::<f32>(x.shape().clone())?;
    let x = x.slice::<f32>();
    parallel::for_each_chunk(out.slice_mut(), Grain::ELEMENTS.size(x.len()).next_multiple_of(EIGHT), |start, out| {
        function(&x[start..start + out.len()], out);
    })?;
    Ok(out)
}

/// The formula on the scalar path.
fn scalar<F: Map<N>, T: Stored, const N: usize>(op: &F, x: [T; N], out: &mut T) {
    *out = T::narrow(op.f(x.map(|x| Lane::<T::Wide, Exact>::new(x.widen()))).get());
}

impl<'a, T: Copy> Line<'a, T> {
    fn get(&self, i: usize) -> T {
        match self {
            Line::Run(x) => x[i],
            Line::Repeat(x) => *x,
        }
    }

    fn operand(self) -> Operand<'a, T> {
        match self {
            Line::Run(x) => Operand::Slice(x),
            Line::Repeat(x) => Operand::Scalar(x),
        }
    }
}

fn map_lines<F: Map<N>, T: Stored, const N: usize>(op: &F, inputs: [Operand<'_, T>; N], out: &mut [T]) {
    let out = std::ptr::from_mut(out) as *mut [MaybeUninit<T>];
    // SAFETY: the same elements; `map` only writes initialised ones.
    math::map(op, inputs, unsafe { &mut *out });
}

/// The formula at one point, with the instructions of the loops or, where [`Map::SCALAR_TAIL`] says so, of the scalar
/// library: no slices, no staging.
#[inline]
pub fn at<F: Map<N>, T: Native, const N: usize>(op: &F, x: [T; N]) -> T {
    let mut out = T::default();
    dispatch(&Point { op, x }, &mut out);
    out
}

struct Point<'a, F, T, const N: usize> {
    op: &'a F,
    x: [T; N],
}

impl<F: Map<N>, T: Native, const N: usize> Kernel for Point<'_, F, T, N> {
    type Out = T;
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut T) {
        let x = self.x.map(Lane::<T, A>::new);
        *out = if has_scalar_tail::<F, T, N>() || (F::PARTIAL && !self.op.covers(x)) {
            self.op.f(self.x.map(Lane::<T, Exact>::new)).get()
        } else {
            self.op.f(x).get()
        };
    }
}

/// `sum += x`, element by element; says whether it could (same dtype, same shape, a dtype of floats or complex numbers).
///
/// Errors: `ResourceExhausted` where memory to lay a view out is not to be had.
pub fn add_in_place(sum: &mut Array, x: &Array) -> Result<bool> {
    update_in_place(sum, x, false)
}

/// `difference -= x`, as [`add_in_place`].
pub fn subtract_in_place(difference: &mut Array, x: &Array) -> Result<bool> {
    update_in_place(difference, x, true)
}

fn update_in_place(y: &mut Array, x: &Array, negate: bool) -> Result<bool> {
    if y.dtype() != x.dtype() || y.shape() != x.shape() {
        return Ok(false);
    }
    let x = x.as_contiguous()?;
    crate::with_dtype!(x.dtype(), T: inexact => {
        let x = x.slice::<T>();
        let update = || parallel::for_each_chunk(y.slice_mut::<T>(), Grain::ELEMENTS.size(x.len()), |start, y| {
            let pairs = y.iter_mut().zip(&x[start..]);
            if negate { pairs.for_each(|(y, x)| *y -= x) } else { pairs.for_each(|(y, x)| *y += x) }
        });
        // To the end: half an update could not be taken back.
        Ok(interrupt::shielded(update).is_ok())
    }, else Ok(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Derivative;

    impl Map<2> for Derivative {
        #[inline(always)]
        fn f<R: Float>(&self, [a, b]: [R; 2]) -> R {
            b * (R::of(1.0) - a * a) + a
        }
    }

    fn check<T: Native + Stored + Element + PartialEq>(n: usize) {
        let values = |from: usize| -> Vec<T> {
            (0..n).map(|i| T::cast_from(((i + from) * 37 % 101) as f64 / 7.0 - 6.0)).collect()
        };
        let (a, b) = (Array::vector(&values(0)).unwrap(), Array::vector(&values(13)).unwrap());
        let apart = zip_float::<_, T>(&Derivative, &a, &b, a.shape()).unwrap();
        let (mut left, mut right) = (Array::vector(&values(0)).unwrap(), Array::vector(&values(13)).unwrap());
        parallel::with_threads(3, || {
            zip_float_over::<_, T, 0>(&Derivative, &mut left, &b).unwrap();
            zip_float_over::<_, T, 1>(&Derivative, &mut right, &a).unwrap();
        });
        assert!(left.slice::<T>() == apart.slice::<T>() && right.slice::<T>() == apart.slice::<T>(), "{n}");
    }

    struct Tell;

    impl Map<2> for Tell {
        const SCALAR_TAIL: bool = true;
        /// `a * b`, negative where the formula is the scalar library's.
        #[inline(always)]
        fn f<R: Float>(&self, [a, b]: [R; 2]) -> R {
            if R::EXACT { -(a * b) } else { a * b }
        }
    }

    #[test]
    fn the_last_elements_of_the_whole_result_are_the_scalar_librarys() {
        for (rows, columns) in [(1, 1), (1, 8), (3, 3), (5, 9), (2, 1500), (7, 1025), (300, 7)] {
            let count = |n: usize| Array::vector(&(1..=n).map(|i| i as f32).collect::<Vec<f32>>()).unwrap();
            let (a, b) = (count(rows).reshape(Shape::new(&[rows, 1])).unwrap(), count(columns));
            let shape = Shape::new(&[rows, columns]);
            let y = zip_float::<_, f32>(&Tell, &a, &b, &shape).unwrap();
            let whole = rows * columns - rows * columns % EIGHT;
            for (i, &y) in y.slice::<f32>().iter().enumerate() {
                let product = ((i / columns + 1) * (i % columns + 1)) as f32;
                assert_eq!(y, if i < whole { product } else { -product }, "{rows} by {columns}, element {i}");
            }
        }
    }

    #[test]
    fn writing_over_an_operand_gives_the_same_bits() {
        for n in [0, 1, 7, 64, 1023, Grain::ELEMENTS.shared + 17] {
            check::<f32>(n);
            check::<f64>(n);
        }
    }
}
