//! The gradient for the input of a convolution whose windows move by longer steps, which transposed convolution is.
//!
//! Inputs that lie a step apart see the same places of the filter: their phase. For each line of the input and each phase, the
//! filter's places give a product, line by line. Where lines of the input are whole steps long each column of places has one of its
//! own, whose sum starts from zero, and they are added in their order: as in TensorFlow.

use super::panels::{PANEL, Panels, transpose};
use super::product::Product;
use super::{Convolution, Real, for_each_chunk};
use crate::error::Result;
use crate::interrupt;
use crate::memory::{try_collect, try_push, try_vec};

/// One axis: places of the filter from number `phase` on, `step` apart, are seen by inputs of that phase.
#[derive(Clone, Copy)]
struct Axis {
    input: usize,
    kernel: usize,
    output: usize,
    step: usize,
    before: usize,
}

impl Axis {
    /// How many places of the filter this phase has.
    fn places(&self, phase: usize) -> usize {
        self.kernel.saturating_sub(phase).div_ceil(self.step)
    }

    /// Zeros before the outputs: as many as any phase has places, but one.
    fn margin(&self) -> usize {
        (self.kernel - 1) / self.step
    }

    /// Outputs with the zeros around them.
    fn padded(&self) -> usize {
        (self.input - 1 + self.before) / self.step + self.margin() + 1
    }

    /// The first input of a phase.
    fn first(&self, phase: usize) -> usize {
        (phase + self.step - self.before % self.step) % self.step
    }
}

/// Places of the filter whose products are one sum.
struct Group<T> {
    /// Which columns of the input it is for.
    phase: usize,
    /// Lines and columns of the filter, and output channels, by input channels.
    factors: Panels<T>,
    /// The offsets of what they meet.
    terms: Vec<usize>,
}

/// All that the lines of the input share.
struct Phases<T> {
    height: Axis,
    width: Axis,
    from: usize,
    to: usize,
    /// For each phase of lines.
    groups: Vec<Vec<Group<T>>>,
    /// For each phase of columns, the offsets of its windows.
    windows: Vec<Vec<usize>>,
}

/// The gradient, if the windows are flat and without gaps, and no step leaps over both the input and the filter.
pub(super) fn input_gradient<T: Real>(c: &Convolution, dy: &[T], filter: &[T], dx: &mut [T]) -> Result<bool> {
    let window = &c.window;
    let flat = window.kernel[0] == 1 && window.input[0] == 1 && window.output[0] == 1 && window.before[0] == 0;
    let leaps = (1..3).any(|i| window.strides[i] > window.input[i].max(window.kernel[i]));
    if !flat || leaps || window.dilations != [1; 3] || dx.is_empty() || c.to == 0 {
        return Ok(false);
    }
    let phases = Phases::new(c, filter)?;
    let padded = phases.padded(c, dy)?;
    let (lines, image) = (phases.height.input, padded.len() / c.batch);
    for_each_chunk(dx, phases.width.input * c.from, c.is_large(), |i, line| {
        line.fill(T::zero());
        phases.add_line(&padded[i / lines * image..][..image], i % lines, line);
        interrupt::check()
    })?;
    Ok(true)
}

impl<T: Real> Phases<T> {
    fn new(c: &Convolution, filter: &[T]) -> Result<Self> {
        let axis = |i: usize| {
            let w = &c.window;
            Axis {
                input: w.input[i],
                kernel: w.kernel[i],
                output: w.output[i],
                step: w.strides[i],
                before: w.before[i],
            }
        };
        let (height, width) = (axis(1), axis(2));
        let mut windows = Vec::new();
        for phase in 0..width.step {
            let inputs = (width.first(phase)..width.input).step_by(width.step);
            try_push(&mut windows, try_collect(inputs.map(|x| (x + width.before) / width.step * c.to))?)?;
        }
        let mut phases = Self { height, width, from: c.from, to: c.to, groups: Vec::new(), windows };
        for line in 0..height.step {
            let groups = phases.groups_of(filter, line)?;
            try_push(&mut phases.groups, groups)?;
        }
        Ok(phases)
    }

    /// Those of a phase of lines.
    fn groups_of(&self, filter: &[T], line: usize) -> Result<Vec<Group<T>>> {
        let (width, mut groups) = (self.width, Vec::new());
        let apart = width.input.is_multiple_of(width.step);
        for phase in 0..width.step {
            let columns = try_collect((phase..width.kernel).step_by(width.step))?;
            let size = if apart { 1 } else { columns.len().max(1) };
            for columns in columns.chunks(size) {
                try_push(&mut groups, self.group(filter, line, phase, columns)?)?;
            }
        }
        Ok(groups)
    }

    fn group(&self, filter: &[T], line: usize, phase: usize, columns: &[usize]) -> Result<Group<T>> {
        let Self { height, width, from, to, .. } = *self;
        let lines = height.places(line);
        let places = || (0..lines).flat_map(|i| columns.iter().map(move |&column| (i, column)));
        let mut matrix = try_vec(lines * columns.len() * to * from, T::zero())?;
        for ((i, column), part) in places().zip(matrix.chunks_exact_mut((to * from).max(1))) {
            let place = (line + i * height.step) * width.kernel + column;
            transpose(&filter[place * from * to..][..from * to], to, part);
        }
        let start = |(i, column): (usize, usize)| {
            ((height.margin() - i) * width.padded() + width.margin() - column / width.step) * to
        };
        let terms = try_collect(places().flat_map(|place| start(place)..start(place) + to))?;
        Ok(Group { phase, factors: Panels::new(&matrix, from, false)?, terms })
    }

    /// The outputs' gradient with zeros around each image.
    fn padded(&self, c: &Convolution, dy: &[T]) -> Result<Vec<T>> {
        let (height, width) = (self.height, self.width);
        let (row, own) = (width.padded() * self.to, width.output * self.to);
        let mut padded = try_vec(c.batch * height.padded() * row, T::zero())?;
        for_each_chunk(&mut padded, height.padded() * row, c.is_large(), |i, image| {
            let lines = height.output.min(height.padded() - height.margin());
            for line in 0..lines {
                let own = own.min(row - width.margin() * self.to);
                let from = &dy[(i * height.output + line) * width.output * self.to..][..own];
                image[(height.margin() + line) * row + width.margin() * self.to..][..own].copy_from_slice(from);
            }
        })?;
        Ok(padded)
    }

    fn add_line(&self, image: &[T], y: usize, out: &mut [T]) {
        let (height, width) = (self.height, self.width);
        let (line, phase) = ((y + height.before) / height.step, (y + height.before) % height.step);
        let x = &image[line * width.padded() * self.to..];
        for Group { phase, factors, terms } in &self.groups[phase] {
            let (windows, start) = (&self.windows[*phase], width.first(*phase));
            if windows.is_empty() || terms.is_empty() {
                continue;
            }
            for (channel, panel) in factors.each() {
                let channels = PANEL.min(self.from - channel);
                let product = Product::new(x, [windows, terms], panel, channels, width.step * self.from);
                product.starting_from_zero().add_to(&mut out[start * self.from + channel..]);
            }
        }
    }
}
