//! Convolution by plain loops over padded images.
//!
//! Images are padded once; then number `t` of window `j` is `x[windows[j] + taps[t]]`, and both the output and the gradient
//! for the filter are sums over one index for each value of the other: products whose left factor is never written down.
//! The work is cut so that what a loop reads again and again stays in the nearest cache: a panel of factors for some of
//! the terms.

use std::marker::PhantomData;
use std::ops::Range;

use super::panels::{PANEL, Panels};
use super::product::Product;
use super::sequence::Sequence;
use super::{Convolution, GRAIN, Real, Window, for_each_chunk, panels};
use crate::array::Array;
use crate::error::Result;
use crate::interrupt;
use crate::interrupt::Pace;
use crate::memory::{try_collect, try_vec};
use crate::shape::Shape;

/// Bytes of a panel's rows that are used again and again: they and what else a loop reads fit into the first cache.
const NEAREST: usize = 32 << 10;
/// Bytes of images and output that a part of the work goes over for each panel: they fit into the second cache.
const NEAR: usize = 1 << 19;
/// Parts that there should be at least, to share them.
const PARTS: usize = 8;
/// Rows of a part are a multiple of that: what blocks of the loop take.
const ROWS: usize = 8;

/// A batch of padded images, and where in them the windows and their numbers are.
pub(super) struct Direct<'a, T> {
    convolution: &'a Convolution,
    /// From the pool: fresh memory would cost more than filling it.
    padded: Array,
    number: PhantomData<T>,
    /// Places of a padded image.
    extent: [usize; 3],
    /// Offsets of a window's numbers from its first, line by line.
    taps: Vec<usize>,
}

/// Which windows are added up before their sum is added to a filter's gradient.
#[derive(Clone, Copy, Debug)]
pub(super) enum Runs {
    /// All.
    All,
    /// So many at a time.
    Of(usize),
}

impl<'a, T: Real> Direct<'a, T> {
    /// Errors: no memory for padded images; an interrupt.
    pub(super) fn new(convolution: &'a Convolution, x: &[T]) -> Result<Self> {
        let (window, from) = (&convolution.window, convolution.from);
        let extent = extent(window);
        let offset = |k: usize| {
            let [_, height, width] = window.kernel;
            let place = [k / (height * width), k / width % height, k % width];
            let [d, h, w]: [usize; 3] = std::array::from_fn(|axis| place[axis] * window.dilations[axis]);
            ((d * extent[1] + h) * extent[2] + w) * from
        };
        let taps = try_collect((0..window.places()).flat_map(|k| (0..from).map(move |c| offset(k) + c)))?;
        let padded = padded(convolution, extent, x)?;
        Ok(Self { convolution, padded, number: PhantomData, extent, taps })
    }

    /// The output, given the filter with its places in the order of `sequence`.
    pub(super) fn forward(&self, filter: &Panels<T>, sequence: &Sequence, out: &mut [T]) -> Result<()> {
        let (to, from) = (filter.columns(), self.convolution.from);
        let rows = self.part();
        let places = sequence.places.iter();
        let taps: Vec<usize> = try_collect(places.flat_map(|&k| &self.taps[k * from..(k + 1) * from]).copied())?;
        let (group, whole) = (sequence.group * from, sequence.group == sequence.places.len());
        for_each_chunk(out, rows * to, self.convolution.is_large(), |i, out| {
            out.fill(T::zero());
            let windows = self.windows(i * rows..i * rows + out.len() / to)?;
            for (first, panel) in filter.each() {
                let width = PANEL.min(to - first);
                let terms = if whole { share(taps.len(), NEAREST / (PANEL * size_of::<T>())) } else { group };
                for (taps, factors) in taps.chunks(terms).zip(panel.chunks(terms * width)) {
                    let product = Product::new(self.x(), [&windows, taps], factors, width, to);
                    let product = if whole { product } else { product.starting_from_zero() };
                    product.add_to(&mut out[first..]);
                    interrupt::check()?;
                }
            }
            Ok(())
        })
    }

    /// Windows of a part of the output.
    fn part(&self) -> usize {
        let Convolution { from, to, window, .. } = *self.convolution;
        let bytes = from.saturating_mul(window.strides[2]).saturating_add(to).saturating_mul(size_of::<T>());
        let windows = self.convolution.rows();
        (NEAR / bytes.max(1)).min(windows.div_ceil(PARTS)).next_multiple_of(ROWS).max(ROWS)
    }

    /// Adds what these windows contribute to the gradient for these numbers of the filter: to their rows of it.
    pub(super) fn add_filter_gradient(
        &self,
        rows: Range<usize>,
        taps: Range<usize>,
        dy: &[T],
        runs: Runs,
        sum: &mut [T],
    ) -> Result<()> {
        let (to, taps) = (self.convolution.to, &self.taps[taps]);
        let terms = share(rows.len(), NEAREST / (PANEL * size_of::<T>()));
        let (terms, run) = match runs {
            Runs::All => (terms, terms),
            Runs::Of(run) => (terms.next_multiple_of(run), run),
        };
        let mut factors = try_vec(terms * PANEL, T::zero())?;
        for start in rows.clone().step_by(terms) {
            let rows = start..rows.end.min(start + terms);
            let windows = self.windows(rows.clone())?;
            for first in (0..to).step_by(PANEL) {
                let width = PANEL.min(to - first);
                let factors = &mut factors[..rows.len() * width];
                panels::copy(&dy[rows.start * to..rows.end * to], to, first..first + width, factors);
                for (windows, factors) in windows.chunks(run).zip(factors.chunks(run * width)) {
                    let product = Product::new(self.x(), [taps, windows], factors, width, to);
                    let product = if let Runs::All = runs { product } else { product.starting_from_zero() };
                    product.add_to(&mut sum[first..]);
                }
                interrupt::check()?;
            }
        }
        Ok(())
    }

    fn x(&self) -> &[T] {
        self.padded.slice::<T>()
    }

    /// Offsets of the first numbers of these windows of the batch.
    fn windows(&self, rows: Range<usize>) -> Result<Vec<usize>> {
        let (window, from) = (&self.convolution.window, self.convolution.from);
        let outputs = window.outputs();
        let offset = |at: usize| {
            let [d, h, w]: [usize; 3] = window.coordinates(at % outputs);
            let plane = (at / outputs * self.extent[0] + d * window.strides[0]) * self.extent[1];
            ((plane + h * window.strides[1]) * self.extent[2] + w * window.strides[2]) * from
        };
        try_collect(rows.map(offset))
    }
}

/// `n` cut into equal shares of at most `most`.
fn share(n: usize, most: usize) -> usize {
    n.div_ceil(n.div_ceil(most.max(1)).max(1)).max(1)
}

/// Places of an image with all the padding that windows see.
pub(super) fn extent(window: &Window) -> [usize; 3] {
    std::array::from_fn(|axis| {
        let span = (window.kernel[axis] - 1) * window.dilations[axis] + 1;
        let reach = (window.output[axis].max(1) - 1) * window.strides[axis] + span;
        reach.max(window.input[axis] + window.before[axis])
    })
}

/// The images with zeros around them.
fn padded<T: Real>(c: &Convolution, extent: [usize; 3], x: &[T]) -> Result<Array> {
    let [depth, height, width] = c.window.input;
    let [before_d, before_h, before_w] = c.window.before;
    let (line, own) = (extent[2] * c.from, width * c.from);
    let image = extent[0] * extent[1] * line;
    let mut out = Array::scratch_of::<T>(Shape::new(&[c.batch * image]))?;
    for_each_chunk(out.slice_mut::<T>(), image, c.is_large(), |i, out| {
        let mut pace = Pace::new(GRAIN);
        for (at, out) in out.chunks_mut(line.max(1)).enumerate() {
            pace.after(line)?;
            let (d, h) = ((at / extent[1]).wrapping_sub(before_d), (at % extent[1]).wrapping_sub(before_h));
            if d >= depth || h >= height {
                out.fill(T::zero());
                continue;
            }
            let (left, rest) = out.split_at_mut(before_w * c.from);
            let (middle, right) = rest.split_at_mut(own);
            left.fill(T::zero());
            middle.copy_from_slice(&x[((i * depth + d) * height + h) * own..][..own]);
            right.fill(T::zero());
        }
        Ok(())
    })?;
    Ok(out)
}
