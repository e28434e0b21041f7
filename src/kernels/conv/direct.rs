//! Convolution by plain loops, for windows too small to be worth copying.
//!
//! Images are padded once; then the number of window `j` at tap `t` of its line is `x[windows[j] + taps[t]]`, and both the
//! output and the gradient for the filter are sums over one index for each value of the other: a matrix product whose
//! left factor is never written down. A block of the result stays in registers while the loop runs over the sum.

use super::Convolution;
use super::Real;
use super::Window;
use super::for_each_chunk;
use crate::array::Array;
use crate::error::Result;
use crate::kernels::math::isa::Avx512;
use crate::kernels::math::isa::Kernel;
use crate::kernels::math::isa::Target;
use crate::kernels::math::isa::dispatch;
use crate::shape::Shape;
use std::any::TypeId;
use std::marker::PhantomData;
use std::ops::Range;

/// A batch of padded images, and where on a line the windows and their numbers are.
pub(super) struct Direct<'a, T> {
    convolution: &'a Convolution,
    /// From the pool: fresh memory would cost more than filling it.
    padded: Array,
    number: PhantomData<T>,
    /// Places of a padded image.
    extent: [usize; 3],
    /// Offsets of the windows of a line from its first.
    windows: Vec<usize>,
    /// Offsets of a window's numbers from its first.
    taps: Vec<usize>,
}

impl<'a, T: Real> Direct<'a, T> {
    /// None where there is no memory for padded images.
    pub(super) fn new(convolution: &'a Convolution, x: &[T]) -> Option<Self> {
        let (window, from) = (&convolution.window, convolution.from);
        let extent = extent(window);
        let offset = |k: usize| {
            let [_, height, width] = window.kernel;
            let place = [k / (height * width), k / width % height, k % width];
            let [d, h, w]: [usize; 3] = std::array::from_fn(|axis| place[axis] * window.dilations[axis]);
            ((d * extent[1] + h) * extent[2] + w) * from
        };
        let taps = (0..window.places()).flat_map(|k| (0..from).map(move |c| offset(k) + c)).collect();
        let windows = (0..window.output[2]).map(|j| j * window.strides[2] * from).collect();
        let padded = padded(convolution, extent, x).ok()?;
        Some(Self { convolution, padded, number: PhantomData, extent, windows, taps })
    }

    /// Lines of the batch's output.
    pub(super) fn lines(&self) -> usize {
        let [depth, height, _] = self.convolution.window.output;
        self.convolution.batch * depth * height
    }

    /// The output's line number `line`.
    pub(super) fn forward(&self, line: usize, filter: &[T], out: &mut [T]) {
        out.fill(T::zero());
        let (x, to) = (self.line(line), self.convolution.to);
        dispatch(&Product::new(x, &self.windows, &self.taps, filter, to), out);
    }

    /// Adds what these lines of the output contribute to the gradient for the filter.
    pub(super) fn filter_gradient(&self, lines: Range<usize>, dy: &[T], sum: &mut [T]) {
        let to = self.convolution.to;
        let length = self.windows.len() * to;
        for line in lines {
            let dy = &dy[line * length..][..length];
            dispatch(&Product::new(self.line(line), &self.taps, &self.windows, dy, to), sum);
        }
    }

    /// The images from the first window of a line on.
    fn line(&self, line: usize) -> &[T] {
        let (window, from) = (&self.convolution.window, self.convolution.from);
        let [depth, height, _] = window.output;
        let (image, d, h) = (line / (depth * height), line / height % depth, line % height);
        let plane = (image * self.extent[0] + d * window.strides[0]) * self.extent[1] + h * window.strides[1];
        &self.padded.slice::<T>()[plane * self.extent[2] * from..]
    }
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
        for (at, out) in out.chunks_mut(line.max(1)).enumerate() {
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
    });
    Ok(out)
}

/// Channels in one vector variable of a block: one register of AVX-512, two of AVX2.
const LANES: usize = 16;
/// Rows of a block.
const ROWS: usize = 6;

/// `out[j][c] += sum over t of x[rows[j] + terms[t]] * factors[t][c]`, with `channels` values of `c`.
struct Product<'a, T> {
    x: &'a [T],
    rows: &'a [usize],
    terms: &'a [usize],
    factors: &'a [T],
    channels: usize,
}

impl<'a, T: Real> Product<'a, T> {
    /// Checks that every element lies in its slice: what the blocks rely on.
    fn new(x: &'a [T], rows: &'a [usize], terms: &'a [usize], factors: &'a [T], channels: usize) -> Self {
        let last = |offsets: &[usize]| offsets.iter().copied().max();
        if let (Some(row), Some(term)) = (last(rows), last(terms)) {
            assert!(row + term < x.len(), "a window leaves its padded image");
        }
        assert_eq!(factors.len(), terms.len() * channels, "a row of factors for each term");
        Self { x, rows, terms, factors, channels }
    }
}

impl<T: Real> Kernel for Product<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let mut channel = 0;
        while TypeId::of::<A>() == TypeId::of::<Avx512>() && channel + 2 * LANES <= self.channels {
            self.columns::<A, 2, LANES>(channel, out);
            channel += 2 * LANES;
        }
        while channel + LANES <= self.channels {
            self.columns::<A, 1, LANES>(channel, out);
            channel += LANES;
        }
        while channel + 4 <= self.channels {
            self.columns::<A, 1, 4>(channel, out);
            channel += 4;
        }
        (channel..self.channels).for_each(|channel| self.columns::<A, 1, 1>(channel, out));
    }
}

impl<T: Real> Product<'_, T> {
    /// `H * W` channels of all rows.
    #[inline(always)]
    fn columns<A: Target, const H: usize, const W: usize>(&self, channel: usize, out: &mut [T]) {
        let (blocks, rest) = self.rows.as_chunks::<ROWS>();
        let (pairs, last) = rest.as_chunks::<2>();
        let mut out = out.chunks_exact_mut(self.channels);
        blocks.iter().for_each(|rows| self.block::<A, ROWS, H, W>(rows, channel, &mut out));
        pairs.iter().for_each(|rows| self.block::<A, 2, H, W>(rows, channel, &mut out));
        last.iter().for_each(|&row| self.block::<A, 1, H, W>(&[row], channel, &mut out));
    }

    /// `P` rows, added to the next that `out` gives. The sums of `H = 2` vectors are two variables, not an array of two:
    /// LLVM keeps those in registers.
    #[inline(always)]
    fn block<'o, A: Target, const P: usize, const H: usize, const W: usize>(
        &self,
        rows: &[usize; P],
        channel: usize,
        out: &mut impl Iterator<Item = &'o mut [T]>,
    ) where
        T: 'o,
    {
        let (mut low, mut high) = ([[T::zero(); W]; P], [[T::zero(); W]; P]);
        for (t, &term) in self.terms.iter().enumerate() {
            // SAFETY: `new` has checked that a row and a term stay inside `x`.
            let x: [T; P] = unsafe { rows.map(|row| *self.x.get_unchecked(row + term)) };
            // SAFETY: `new` has checked that there are `channels` factors for each term, and `run` asks for no more
            // than those.
            let factors = |h: usize| unsafe {
                let first = t * self.channels + channel + h * W;
                &*self.factors.as_ptr().add(first).cast::<[T; W]>()
            };
            add_products::<T, A, P, W>(&mut low, x, factors(0));
            if H == 2 {
                add_products::<T, A, P, W>(&mut high, x, factors(1));
            }
        }
        for ((low, high), out) in low.iter().zip(&high).zip(out) {
            add(low, &mut out[channel..]);
            if H == 2 {
                add(high, &mut out[channel + W..]);
            }
        }
    }
}

#[inline(always)]
fn add<T: Real, const W: usize>(sums: &[T; W], out: &mut [T]) {
    if let Some(out) = out.first_chunk_mut::<W>() {
        (0..W).for_each(|i| out[i] += sums[i]);
    }
}

#[inline(always)]
fn add_products<T: Real, A: Target, const P: usize, const W: usize>(
    sums: &mut [[T; W]; P],
    x: [T; P],
    factors: &[T; W],
) {
    for p in 0..P {
        for i in 0..W {
            let product = if A::FMA { x[p].mul_add(factors[i], sums[p][i]) } else { x[p] * factors[i] + sums[p][i] };
            sums[p][i] = product;
        }
    }
}
