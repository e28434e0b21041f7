//! Depthwise convolution: each channel has filters of its own.
//!
//! Nothing is multiplied by more than `multiplier` numbers, so that memory decides: plain loops along the channels.

use std::ops::Range;

use super::row_tiles::RowTiles;
use super::{GRAIN, Real, Window, for_each_chunk, sum_of_parts};
use crate::error::Result;
use crate::interrupt::in_chunks;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::tasks::for_each_task;
use crate::memory::try_collect;

/// A batch of images, each channel of which is convolved with `multiplier` filters. Output channel
/// `c * multiplier + m` comes from channel `c` and filter `m`; the filter is `places x channels x multiplier`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depthwise {
    /// Images.
    pub batch: usize,
    /// The filter's place on an image.
    pub window: Window,
    /// Channels of the input.
    pub channels: usize,
    /// Filters of each channel.
    pub multiplier: usize,
}

impl Depthwise {
    /// `out = x * filter`.
    ///
    /// Errors, here and below: what [`interrupt::check`](crate::interrupt::check) answers.
    pub fn forward<T: Real>(&self, x: &[T], filter: &[T], out: &mut [T]) -> Result<()> {
        self.check(x.len(), filter.len(), out.len());
        if let Some(tiles) = self.tiles()? {
            return self.forward_by_tiles(&tiles, x, filter, out);
        }
        self.forward_by_places(x, filter, out)
    }

    /// The lines of the output a tile at a time, where channels have one filter each.
    fn tiles(&self) -> Result<Option<RowTiles<'_>>> {
        if self.multiplier == 1 { RowTiles::new(&self.window, self.channels) } else { Ok(None) }
    }

    fn forward_by_tiles<T: Real>(&self, tiles: &RowTiles, x: &[T], filter: &[T], out: &mut [T]) -> Result<()> {
        let (lines, line) = (tiles.lines(), self.window.output[2] * self.channels);
        let images = out.chunks_mut(self.window.outputs() * self.channels).enumerate();
        let pieces =
            images.flat_map(|(i, out)| out.chunks_mut(lines * line).enumerate().map(move |(b, out)| (i, b, out)));
        for_each_task(pieces, self.is_large(), |_, (i, tile, out)| {
            let range = tile * lines..tile * lines + out.len() / line;
            tiles.forward(self.image(x, i), filter, range, out)
        })
    }

    fn forward_by_places<T: Real>(&self, x: &[T], filter: &[T], out: &mut [T]) -> Result<()> {
        let (lines, width) = (self.window.output[0] * self.window.output[1], self.window.output[2]);
        for_each_chunk(out, width * self.outs(), self.is_large(), |i, out| {
            let x = self.image(x, i / lines);
            self.in_parts(width, |part| {
                let first = i % lines * width + part.start;
                let out = &mut out[part.start * self.outs()..part.end * self.outs()];
                dispatch(&Forward { shape: self, x, filter, first }, out);
            })
        })
    }

    /// The gradient for `x`, given that for the output.
    pub fn input_gradient<T: Real>(&self, dy: &[T], filter: &[T], dx: &mut [T]) -> Result<()> {
        self.check(dx.len(), filter.len(), dy.len());
        if let (Some(window), 1) = (self.window.turned(), self.multiplier) {
            let places = filter.chunks(self.channels.max(1)).rev();
            let filter = try_collect(places.flatten().copied())?;
            return Depthwise { window, ..*self }.forward(dy, &filter, dx);
        }
        let (length, outputs) = (self.window.inputs() * self.channels, self.window.outputs() * self.outs());
        for_each_chunk(dx, length, self.is_large(), |i, dx| {
            dx.fill(T::zero());
            self.in_parts(self.window.outputs(), |part| {
                let dy = &dy[i * outputs..][part.start * self.outs()..part.end * self.outs()];
                dispatch(&InputGradient { shape: self, dy, filter, first: part.start }, dx);
            })
        })
    }

    /// The gradient for the filter, given that for the output.
    pub fn filter_gradient<T: Real>(&self, x: &[T], dy: &[T], dfilter: &mut [T]) -> Result<()> {
        self.check(x.len(), dfilter.len(), dy.len());
        dfilter.fill(T::zero());
        if let Some(tiles) = self.tiles()? {
            return self.filter_gradient_by_tiles(&tiles, x, dy, dfilter);
        }
        self.filter_gradient_by_places(x, dy, dfilter)
    }

    fn filter_gradient_by_tiles<T: Real>(&self, tiles: &RowTiles, x: &[T], dy: &[T], dfilter: &mut [T]) -> Result<()> {
        let (lines, height) = (tiles.lines(), self.window.output[1]);
        let (line, each) = (self.window.output[2] * self.channels, height.div_ceil(tiles.lines()));
        sum_of_parts(self.batch * each, dfilter, self.is_large(), |pieces: Range<usize>, sum| {
            for (i, tile) in pieces.map(|at| (at / each, at % each)) {
                let range = tile * lines..height.min((tile + 1) * lines);
                let dy = &dy[(i * height + range.start) * line..(i * height + range.end) * line];
                tiles.add_filter_gradient(self.image(x, i), dy, range, sum)?;
            }
            Ok(())
        })
    }

    fn filter_gradient_by_places<T: Real>(&self, x: &[T], dy: &[T], dfilter: &mut [T]) -> Result<()> {
        sum_of_parts(self.batch * self.window.outputs(), dfilter, self.is_large(), |windows: Range<usize>, sum| {
            self.in_parts(windows.len(), |part| {
                let windows = windows.start + part.start..windows.start + part.end;
                dispatch(&FilterGradient { shape: self, x, dy, windows }, sum);
            })
        })
    }

    /// Calls `work` with parts of that many windows, between which the user may stop it.
    fn in_parts(&self, windows: usize, work: impl FnMut(Range<usize>)) -> Result<()> {
        in_chunks(windows, GRAIN / (self.outs() * self.window.places()).max(1), work)
    }

    /// Channels of the output.
    fn outs(&self) -> usize {
        self.channels * self.multiplier
    }

    fn image<'a, T>(&self, x: &'a [T], i: usize) -> &'a [T] {
        let length = self.window.inputs() * self.channels;
        &x[i * length..][..length]
    }

    /// Whether the work is worth sharing.
    fn is_large(&self) -> bool {
        Grain::PRODUCTS.shares((self.batch * self.window.outputs() * self.outs()).saturating_mul(self.window.places()))
    }

    fn check(&self, input: usize, filter: usize, output: usize) {
        assert_eq!(input, self.batch * self.window.inputs() * self.channels, "input of {self:?}");
        assert_eq!(filter, self.window.places() * self.outs(), "filter of {self:?}");
        assert_eq!(output, self.batch * self.window.outputs() * self.outs(), "output of {self:?}");
    }

    /// Calls `term(k, input)` for every place `k` of window `at` that sees an input place.
    #[inline(always)]
    fn for_each_place(&self, at: usize, mut term: impl FnMut(usize, usize)) {
        self.window.for_each_run(at, |places, start| {
            if let Some(start) = start {
                places.enumerate().for_each(|(i, k)| term(k, start + i));
            }
        });
    }
}

/// Windows of one image, from `first` on.
struct Forward<'a, T> {
    shape: &'a Depthwise,
    x: &'a [T],
    filter: &'a [T],
    first: usize,
}

impl<T: Real> Kernel for Forward<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let (channels, outs) = (self.shape.channels, self.shape.outs());
        let mut seen = Vec::new();
        for (i, out) in out.chunks_exact_mut(outs.max(1)).enumerate() {
            seen.clear();
            self.shape.for_each_place(self.first + i, |k, input| seen.push((input * channels, k * outs)));
            if channels == outs {
                self.single::<A>(&seen, out);
                continue;
            }
            out.fill(T::zero());
            for &(x, filter) in &seen {
                spread(out, &self.x[x..][..channels], &self.filter[filter..][..outs]);
            }
        }
    }
}

/// Channels whose sums are kept in registers.
const LANES: usize = 16;

impl<T: Real> Forward<'_, T> {
    /// One window with one filter for each channel; `seen` are the places of image and filter.
    #[inline(always)]
    fn single<A: Target>(&self, seen: &[(usize, usize)], out: &mut [T]) {
        let (blocks, rest) = out.as_chunks_mut::<LANES>();
        let begin = blocks.len() * LANES;
        for (i, out) in blocks.iter_mut().enumerate() {
            *out = self.block::<A, LANES>(seen, i * LANES);
        }
        for (i, out) in rest.iter_mut().enumerate() {
            [*out] = self.block::<A, 1>(seen, begin + i);
        }
    }

    #[inline(always)]
    fn block<A: Target, const W: usize>(&self, seen: &[(usize, usize)], channel: usize) -> [T; W] {
        let mut sums = [T::zero(); W];
        for &(x, filter) in seen {
            let (x, filter) = (&self.x[x + channel..][..W], &self.filter[filter + channel..][..W]);
            for i in 0..W {
                sums[i] = if A::FMA { x[i].mul_add(filter[i], sums[i]) } else { x[i] * filter[i] + sums[i] };
            }
        }
        sums
    }
}

/// Windows of one image, from `first` on.
struct InputGradient<'a, T> {
    shape: &'a Depthwise,
    dy: &'a [T],
    filter: &'a [T],
    first: usize,
}

impl<T: Real> Kernel for InputGradient<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, dx: &mut [T]) {
        let (channels, outs) = (self.shape.channels, self.shape.outs());
        for (at, dy) in (self.first..).zip(self.dy.chunks_exact(outs.max(1))) {
            self.shape.for_each_place(at, |k, input| {
                gather(&mut dx[input * channels..][..channels], dy, &self.filter[k * outs..][..outs]);
            });
        }
    }
}

/// Some windows of the batch.
struct FilterGradient<'a, T> {
    shape: &'a Depthwise,
    x: &'a [T],
    dy: &'a [T],
    windows: Range<usize>,
}

impl<T: Real> Kernel for FilterGradient<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, sum: &mut [T]) {
        let (channels, outs, outputs) = (self.shape.channels, self.shape.outs(), self.shape.window.outputs());
        for at in self.windows.clone() {
            let x = self.shape.image(self.x, at / outputs);
            let dy = &self.dy[at * outs..][..outs];
            self.shape.for_each_place(at % outputs, |k, input| {
                spread(&mut sum[k * outs..][..outs], &x[input * channels..][..channels], dy);
            });
        }
    }
}

/// `out[c, m] += x[c] y[c, m]`.
#[inline(always)]
fn spread<T: Real>(out: &mut [T], x: &[T], y: &[T]) {
    if out.len() == x.len() {
        out.iter_mut().zip(x).zip(y).for_each(|((out, &x), &y)| *out += x * y);
    } else {
        let multiplier = out.len() / x.len().max(1);
        for (i, &x) in x.iter().enumerate() {
            let part = i * multiplier..(i + 1) * multiplier;
            out[part.clone()].iter_mut().zip(&y[part]).for_each(|(out, &y)| *out += x * y);
        }
    }
}

/// `out[c] += sum over m of x[c, m] y[c, m]`.
#[inline(always)]
fn gather<T: Real>(out: &mut [T], x: &[T], y: &[T]) {
    if out.len() == x.len() {
        out.iter_mut().zip(x).zip(y).for_each(|((out, &x), &y)| *out += x * y);
    } else {
        let multiplier = x.len() / out.len().max(1);
        for (i, out) in out.iter_mut().enumerate() {
            let part = i * multiplier..(i + 1) * multiplier;
            *out += x[part.clone()].iter().zip(&y[part]).fold(T::zero(), |sum, (&x, &y)| sum + x * y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Padding;
    use super::super::testing::*;
    use super::*;
    use crate::kernels::random::Words;

    fn check(d: Depthwise, words: &mut Words) {
        let x = whole(words, d.batch * d.window.inputs() * d.channels);
        let w = whole(words, d.window.places() * d.outs());
        let dy = whole(words, d.batch * d.window.outputs() * d.outs());
        let (mut y, mut dx, mut dw) = (vec![0.0; dy.len()], vec![0.0; x.len()], vec![0.0; w.len()]);
        for image in 0..d.batch {
            for (output, k, input) in triples(&d.window) {
                for o in 0..d.outs() {
                    let at_y = (image * d.window.outputs() + output) * d.outs() + o;
                    let at_x = (image * d.window.inputs() + input) * d.channels + o / d.multiplier;
                    let at_w = k * d.outs() + o;
                    y[at_y] += x[at_x] * w[at_w];
                    dx[at_x] += dy[at_y] * w[at_w];
                    dw[at_w] += x[at_x] * dy[at_y];
                }
            }
        }
        let (mut got_y, mut got_dx, mut got_dw) = (vec![9.5; y.len()], vec![9.5; x.len()], vec![9.5; w.len()]);
        d.forward(&x, &w, &mut got_y).unwrap();
        d.input_gradient(&dy, &w, &mut got_dx).unwrap();
        d.filter_gradient(&x, &dy, &mut got_dw).unwrap();
        assert_eq!(got_y, y, "forward {d:?}");
        assert_eq!(got_dx, dx, "input gradient {d:?}");
        assert_eq!(got_dw, dw, "filter gradient {d:?}");
        let (mut got_y, mut got_dw) = (vec![9.5; y.len()], vec![0.0; w.len()]);
        d.forward_by_places(&x, &w, &mut got_y).unwrap();
        d.filter_gradient_by_places(&x, &dy, &mut got_dw).unwrap();
        assert_eq!(got_y, y, "forward by places {d:?}");
        assert_eq!(got_dw, dw, "filter gradient by places {d:?}");
    }

    #[test]
    fn every_geometry_gives_what_the_naive_loops_give() {
        let mut words = words(3);
        for _ in 0..1000 {
            let window = window(&mut words);
            let [batch, channels, multiplier] = [3, 5, 4].map(|bound| below(&mut words, bound));
            check(Depthwise { batch, window, channels, multiplier }, &mut words);
        }
        for multiplier in [1, 3] {
            let window = Window::new([1, 40, 40], [1, 3, 3], [1; 3], [1; 3], Padding::Same).unwrap();
            check(Depthwise { batch: 4, window, channels: 40, multiplier }, &mut words);
        }
    }
}
