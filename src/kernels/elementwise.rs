//! Elementwise loops over arrays, with broadcasting.
//!
//! Operands are made contiguous first; after axes are merged the innermost line of each is then either a run of elements
//! or one element repeated, and those three cases are plain loops that LLVM vectorises.

use super::math::Float;
use super::math::Kernel;
use super::math::Lane;
use super::math::Native;
use super::math::Target;
use super::math::dispatch;
use crate::array::Array;
use crate::array::collapse;
use crate::array::for_each_run;
use crate::dtype::Element;
use crate::error::Result;
use crate::shape::Shape;

/// One line of an operand: elements, or one element repeated.
#[derive(Clone, Copy)]
pub enum Line<'a, T> {
    /// As many elements as the output's line has.
    Run(&'a [T]),
    /// One element.
    Repeat(T),
}

/// `out[i] = f(x[i])`.
pub fn map<S: Element, T: Element>(x: &Array, f: impl Fn(S) -> T) -> Result<Array> {
    let x = x.contiguous();
    let mut out = Array::scratch_of::<T>(x.shape().clone())?;
    for (o, &x) in out.slice_mut::<T>().iter_mut().zip(x.slice::<S>()) {
        *o = f(x);
    }
    Ok(out)
}

/// `out[i] = f(a[i], b[i])`, both broadcast to `shape`.
pub fn zip<S: Element, T: Element>(a: &Array, b: &Array, shape: &Shape, f: impl Fn(S, S) -> T) -> Result<Array> {
    zip_lines(a, b, shape, |a, b, out: &mut [T]| match (a, b) {
        (Line::Run(a), Line::Run(b)) => {
            for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
                *o = f(a, b);
            }
        }
        (Line::Run(a), Line::Repeat(b)) => out.iter_mut().zip(a).for_each(|(o, &a)| *o = f(a, b)),
        (Line::Repeat(a), Line::Run(b)) => out.iter_mut().zip(b).for_each(|(o, &b)| *o = f(a, b)),
        (Line::Repeat(a), Line::Repeat(b)) => out.fill(f(a, b)),
    })
}

/// Calls `line` for every line of the output, with the lines of both operands that belong to it.
pub fn zip_lines<S: Element, T: Element>(
    a: &Array,
    b: &Array,
    shape: &Shape,
    mut line: impl FnMut(Line<S>, Line<S>, &mut [T]),
) -> Result<Array> {
    let mut out = Array::scratch_of::<T>(shape.clone())?;
    if a.is_contiguous() && b.is_contiguous() && a.shape() == b.shape() {
        line(Line::Run(a.slice()), Line::Run(b.slice()), out.slice_mut());
        return Ok(out);
    }
    let (a, b) = (compact(a), compact(b));
    let strides = [a.shape().broadcast_strides(&a.strides(), shape), b.shape().broadcast_strides(&b.strides(), shape)];
    let (dims, strides) = collapse(shape, [&strides[0], &strides[1]]);
    let last = dims.len() - 1;
    let (inner, steps) = (dims[last], [strides[0][last], strides[1][last]]);
    let (a, b) = (a.slice::<S>(), b.slice::<S>());
    let mut rest = out.slice_mut::<T>();
    for_each_run(&dims, &strides, |[i, j]| {
        let (head, tail) = std::mem::take(&mut rest).split_at_mut(inner);
        rest = tail;
        line(pick(a, i, steps[0], inner), pick(b, j, steps[1], inner), head);
    });
    Ok(out)
}

/// A contiguous array with the same broadcast elements: repeated axes shrink to length 1 before anything is copied.
fn compact(x: &Array) -> Array {
    if x.is_contiguous() {
        return x.clone();
    }
    let strides = x.strides();
    let axes: Vec<_> = (0..x.shape().rank())
        .map(|i| crate::array::AxisSlice {
            start: 0,
            step: 1,
            length: if strides[i] == 0 { x.shape()[i].min(1) } else { x.shape()[i] },
        })
        .collect();
    x.slice_axes(&axes).contiguous()
}

fn pick<T: Copy>(x: &[T], start: isize, step: isize, length: usize) -> Line<'_, T> {
    let start = start as usize;
    if step == 0 { Line::Repeat(x[start]) } else { Line::Run(&x[start..start + length]) }
}

/// A formula of two floats.
pub trait Formula2 {
    /// The formula.
    fn f<R: Float>(a: R, b: R) -> R;
}

/// As [`zip`], for a formula of floats, compiled for each instruction set.
pub fn zip_float<F: Formula2, T: Native + Element>(a: &Array, b: &Array, shape: &Shape) -> Result<Array> {
    zip_lines(a, b, shape, |a, b, out: &mut [T]| {
        let mut out = Out(out);
        dispatch(&Loop2::<F, T> { a, b, f: std::marker::PhantomData }, &mut out.0);
    })
}

struct Out<'a, T>(&'a mut [T]);

struct Loop2<'a, F, T> {
    a: Line<'a, T>,
    b: Line<'a, T>,
    f: std::marker::PhantomData<F>,
}

impl<F: Formula2, T: Native> Kernel for Loop2<'_, F, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let f = |a: T, b: T| F::f(Lane::<T, A>::new(a), Lane::<T, A>::new(b)).get();
        match (self.a, self.b) {
            (Line::Run(a), Line::Run(b)) => {
                for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
                    *o = f(a, b);
                }
            }
            (Line::Run(a), Line::Repeat(b)) => {
                for (o, &a) in out.iter_mut().zip(a) {
                    *o = f(a, b);
                }
            }
            (Line::Repeat(a), Line::Run(b)) => {
                for (o, &b) in out.iter_mut().zip(b) {
                    *o = f(a, b);
                }
            }
            (Line::Repeat(a), Line::Repeat(b)) => out.fill(f(a, b)),
        }
    }
}

/// A formula of one float.
pub trait Formula1 {
    /// The formula.
    fn f<R: Float>(x: R) -> R;
}

/// As [`map`], for a formula of floats, compiled for each instruction set.
pub fn map_float<F: Formula1, T: Native + Element>(x: &Array) -> Result<Array> {
    let x = x.contiguous();
    let mut out = Array::scratch_of::<T>(x.shape().clone())?;
    dispatch(&Loop1::<F, T> { x: x.slice(), f: std::marker::PhantomData }, out.slice_mut());
    Ok(out)
}

struct Loop1<'a, F, T> {
    x: &'a [T],
    f: std::marker::PhantomData<F>,
}

impl<F: Formula1, T: Native> Kernel for Loop1<'_, F, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        for (o, &x) in out.iter_mut().zip(self.x) {
            *o = F::f(Lane::<T, A>::new(x)).get();
        }
    }
}

/// `sum += x`, element by element; says whether it could (same dtype, same shape, a dtype of floats or complex numbers).
pub fn add_in_place(sum: &mut Array, x: &Array) -> bool {
    if sum.dtype() != x.dtype() || sum.shape() != x.shape() {
        return false;
    }
    let x = x.contiguous();
    crate::with_dtype!(x.dtype(), T: inexact => {
        sum.slice_mut::<T>().iter_mut().zip(x.slice::<T>()).for_each(|(s, x)| *s += x);
        true
    }, else false)
}
