//! Recurrent cells taken through a sequence, and the gradient back through it.
//!
//! Arrays are `[steps, rows, width]`, so that a step is one piece of memory. Rows of a batch meet only in the gradient of
//! the weights, which is one product at the end; so a thread takes some rows through all steps and waits for nobody.
//! Invariants: the parts depend on the sizes alone, and so do the results; where a mask is false, a step leaves the states
//! as they were, keeps zeros, and lets gradients pass.

mod ahead;
mod back;
pub mod cell;
#[cfg(test)]
mod tests;

pub use ahead::forward;
pub use back::{Found, Given, backward};
pub use cell::{Cell, Gru, Lstm, Simple};

use crate::error::Result;
use crate::kernels::matmul::Gemm;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
pub use crate::kernels::softmax::Real;
use crate::memory::{try_push, try_with_capacity};

/// How long a sequence is, how many there are, and how many units a state has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Steps.
    pub steps: usize,
    /// Sequences.
    pub rows: usize,
    /// Units.
    pub units: usize,
}

/// What goes into a cell.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a, T> {
    /// The states to start from, one row for each sequence; the second is empty for cells that have one.
    pub start: [&'a [T]; 2],
    /// The recurrent weights: a row for each unit, blocks of units in it.
    pub kernel: &'a [T],
    /// What is added to the product with them, or nothing.
    pub bias: &'a [T],
    /// Whether a step counts, for each step and row; nothing where all do.
    pub mask: Option<&'a [bool]>,
}

/// Fewest and most rows that a thread takes at a time.
const FEW: usize = 16;
const MANY: usize = 32;

impl Sizes {
    fn is_empty(self) -> bool {
        self.steps == 0 || self.rows == 0 || self.units == 0
    }

    /// Rows of a part.
    fn part(self) -> usize {
        (self.rows.div_ceil(2)).clamp(FEW, MANY)
    }

    /// The rows of part `i`: the first, and how many.
    fn rows_of(self, i: usize) -> (usize, usize) {
        let first = i * self.part();
        (first, self.part().min(self.rows - first))
    }

    /// Multiply-adds of a step, for cells of so many blocks.
    fn work(self, blocks: usize) -> usize {
        self.rows * self.units * self.units * blocks
    }

    fn shared(self, blocks: usize) -> bool {
        Grain::PRODUCTS.shares(self.work(blocks).saturating_mul(self.steps))
    }

    /// Threads for the product of a step: where there is one part only, its products are shared.
    fn threads(self) -> usize {
        if self.rows > self.part() { 1 } else { parallel::threads() }
    }

    /// An array of this width cut into parts, and those into steps.
    fn parts<T>(self, mut data: &mut [T], width: usize) -> Result<Vec<Vec<&mut [T]>>> {
        let count = self.rows.div_ceil(self.part());
        let mut parts = try_with_capacity(count)?;
        for _ in 0..count {
            try_push(&mut parts, try_with_capacity(self.steps)?)?;
        }
        for _ in 0..self.steps {
            for (i, part) in parts.iter_mut().enumerate() {
                let (now, rest) = std::mem::take(&mut data).split_at_mut(self.rows_of(i).1 * width);
                try_push(part, now)?;
                data = rest;
            }
        }
        Ok(parts)
    }

    /// The rows of part `i` in step `t` of an array of this width.
    fn lines<T>(self, data: &[T], t: usize, i: usize, width: usize) -> &[T] {
        let (first, count) = self.rows_of(i);
        &data[(t * self.rows + first) * width..][..count * width]
    }

    fn mask(self, mask: Option<&[bool]>, t: usize, i: usize) -> Option<&[bool]> {
        mask.map(|mask| self.lines(mask, t, i, 1))
    }
}

/// Row `i` of lines of this width.
#[inline(always)]
fn line<T>(data: &[T], i: usize, width: usize) -> &[T] {
    &data[i * width..(i + 1) * width]
}

#[inline(always)]
fn line_mut<T>(data: &mut [T], i: usize, width: usize) -> &mut [T] {
    &mut data[i * width..(i + 1) * width]
}

/// A number that these kernels compute in.
pub trait Number: Real + Gemm {}
impl<T: Real + Gemm> Number for T {}
