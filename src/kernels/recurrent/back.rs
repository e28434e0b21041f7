//! Back through all steps of a sequence.

use std::marker::PhantomData;

use super::cell::{Back, Cell};
use super::{Inputs, Number, Sizes, line, line_mut};
use crate::error::Result;
use crate::interrupt::{Pace, grain};
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::matmul::{Matrix, MatrixMut, Size, gemm};
use crate::kernels::parallel;
use crate::kernels::tasks::for_each_task;
use crate::memory::try_vec;

/// Multiply-adds that take as long as an element that is computed.
const QUICK: usize = 64;

/// What the way back starts from.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a, T> {
    /// Gradients of the states after each step; the second may be empty, which is zeros.
    pub states: [&'a [T]; 2],
    /// The states after each step.
    pub after: [&'a [T]; 2],
    /// What [`forward`](super::forward) kept.
    pub kept: &'a [T],
}

/// The gradients: where they are written. What is not wanted may not be left out.
#[derive(Debug)]
pub struct Found<'a, T> {
    /// Of the projected inputs.
    pub projected: &'a mut [T],
    /// Of the states at the start.
    pub start: [&'a mut [T]; 2],
    /// Of the recurrent weights.
    pub kernel: &'a mut [T],
    /// Of the bias; empty where there is none.
    pub bias: &'a mut [T],
}

/// The gradients of [`forward`](super::forward).
pub fn backward<C: Cell, T: Number>(sizes: Sizes, given: Given<T>, inputs: Inputs<T>, found: Found<T>) -> Result<()> {
    let Found { projected, start: [dh, dc], kernel, bias } = found;
    for zeros in [&mut *dh, dc, kernel, bias] {
        zeros.fill(T::ZERO);
    }
    if sizes.is_empty() {
        return Ok(());
    }
    let width = C::BLOCKS * sizes.units;
    // Rows of the transpose are what the product of each step reads.
    let turned = transposed(inputs.kernel, width)?;
    let mut apart = try_vec(if C::SUMS { 0 } else { projected.len() }, T::ZERO)?;
    let pass = Pass::<C, T> { sizes, given, inputs, turned: &turned, cell: PhantomData };
    pass.all_parts(projected, &mut apart, [dh, dc])?;
    let product = if C::SUMS { &*projected } else { &apart };
    weights(sizes, product, [inputs.start[0], given.after[0]], kernel)?;
    if !bias.is_empty() {
        let mut pace = Pace::new(grain::COMPUTED);
        for row in product.chunks(width) {
            bias.iter_mut().zip(row).for_each(|(sum, &d)| *sum = *sum + d);
            pace.after(width)?;
        }
    }
    Ok(())
}

fn transposed<T: Number>(kernel: &[T], width: usize) -> Result<Vec<T>> {
    let (mut turned, units) = (try_vec(kernel.len(), T::ZERO)?, kernel.len() / width);
    let mut pace = Pace::new(grain::COMPUTED);
    for (i, row) in kernel.chunks(width).enumerate() {
        row.iter().enumerate().for_each(|(j, &x)| turned[j * units + i] = x);
        pace.after(width)?;
    }
    Ok(turned)
}

/// The gradient of the recurrent weights: the states before each step, times the gradients of their products.
fn weights<T: Number>(sizes: Sizes, product: &[T], [start, after]: [&[T]; 2], out: &mut [T]) -> Result<()> {
    let (n, width) = (sizes.units, out.len() / sizes.units);
    let (first, others) = product.split_at(sizes.rows * width);
    for (states, product, accumulate) in [(start, first, false), (after, others, true)] {
        let size = Size { m: n, n: width, k: product.len() / width };
        let (states, product) = (Matrix::rows(states, n).transposed(), Matrix::rows(product, width));
        gemm(size, MatrixMut::rows(out, width), states, product, accumulate, parallel::threads())?;
    }
    Ok(())
}

struct Pass<'a, C, T> {
    sizes: Sizes,
    given: Given<'a, T>,
    inputs: Inputs<'a, T>,
    turned: &'a [T],
    cell: PhantomData<C>,
}

impl<C: Cell, T: Number> Pass<'_, C, T> {
    fn all_parts(&self, projected: &mut [T], apart: &mut [T], [dh, dc]: [&mut [T]; 2]) -> Result<()> {
        let (sizes, n) = (self.sizes, self.sizes.units);
        let width = C::BLOCKS * n;
        let once = Sizes { steps: 1, ..sizes };
        let gradients = sizes.parts(projected, width)?.into_iter();
        let gradients = gradients.zip(sizes.parts(apart, if C::SUMS { 0 } else { width })?);
        let states = once.parts(dh, n)?.into_iter().zip(once.parts(dc, C::MEMORY * n)?);
        for_each_task(
            gradients.zip(states),
            sizes.shared(C::BLOCKS),
            |part, ((mut dz, mut apart), (mut dh, mut dc))| {
                let (dh, dc) = (&mut *dh[0], &mut *dc[0]);
                let mut pace = Pace::new(grain::COMPUTED * QUICK);
                for t in (0..sizes.steps).rev() {
                    self.step(part, t, [&mut *dz[t], &mut *apart[t]], [dh, dc])?;
                    pace.after(sizes.work(C::BLOCKS))?;
                }
                Ok(())
            },
        )
    }

    /// From the gradients of the states after step `t` to those of the states before it.
    fn step(&self, part: usize, t: usize, [dz, apart]: [&mut [T]; 2], [dh, dc]: [&mut [T]; 2]) -> Result<()> {
        let (sizes, n) = (self.sizes, self.sizes.units);
        let (memory, width) = (C::MEMORY * n, C::BLOCKS * n);
        let lines = |data, width| sizes.lines(data, t, part, width);
        add(dh, lines(self.given.states[0], n));
        if !self.given.states[1].is_empty() {
            add(dc, lines(self.given.states[1], memory));
        }
        let before = |k: usize, width| match t {
            0 => sizes.lines(self.inputs.start[k], 0, part, width),
            _ => sizes.lines(self.given.after[k], t - 1, part, width),
        };
        let step = Step::<C, T> {
            units: n,
            kept: lines(self.given.kept, C::KEPT * n),
            after: [lines(self.given.after[0], n), lines(self.given.after[1], memory)],
            before: [before(0, n), before(1, memory)],
            mask: sizes.mask(self.inputs.mask, t, part),
            cell: PhantomData,
        };
        dispatch(&step, &mut (&mut *dh, dc, &mut *dz, &mut *apart));
        let product = Matrix::rows(if C::SUMS { dz } else { apart }, width);
        let size = Size { m: dh.len() / n, n, k: width };
        gemm(size, MatrixMut::rows(dh, n), product, Matrix::rows(self.turned, n), true, sizes.threads())
    }
}

fn add<T: Number>(out: &mut [T], x: &[T]) {
    out.iter_mut().zip(x).for_each(|(out, &x)| *out = *out + x);
}

struct Step<'a, C, T> {
    units: usize,
    kept: &'a [T],
    after: [&'a [T]; 2],
    before: [&'a [T]; 2],
    mask: Option<&'a [bool]>,
    cell: PhantomData<C>,
}

impl<'a, C: Cell, T: Number> Kernel for Step<'a, C, T> {
    type Out = (&'a mut [T], &'a mut [T], &'a mut [T], &'a mut [T]);
    #[inline(always)]
    fn run<A: Target>(&self, (dh, dc, dz, apart): &mut Self::Out) {
        let (n, memory, width) = (self.units, C::MEMORY * self.units, C::BLOCKS * self.units);
        for i in 0..dh.len() / n {
            let (dz, dproduct) = (line_mut(dz, i, width), line_mut(apart, i, if C::SUMS { 0 } else { width }));
            if self.mask.is_some_and(|mask| !mask[i]) {
                dz.fill(T::ZERO);
                dproduct.fill(T::ZERO);
                continue;
            }
            let pair = |of: [&'a [T]; 2]| [line(of[0], i, n), line(of[1], i, memory)];
            C::back::<T, A>(Back {
                kept: line(self.kept, i, C::KEPT * n),
                after: pair(self.after),
                before: pair(self.before),
                dh: line_mut(dh, i, n),
                dc: line_mut(dc, i, memory),
                dz,
                dproduct,
            });
        }
    }
}
