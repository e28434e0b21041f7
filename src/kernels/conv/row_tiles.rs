//! Depthwise convolution, one filter for each channel, over tiles of lines that are padded in a buffer which stays in
//! the cache: then every window sees its numbers at the same offsets.

use std::ops::Range;

use super::direct::extent;
use super::{GRAIN, Real, Window};
use crate::error::Result;
use crate::interrupt::in_chunks;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::memory::{try_collect, try_with_capacity};

/// Numbers of a tile with its padding, if a line is not longer.
const ROW_TILE: usize = 1 << 14;

/// Bytes of a line of the cache: a register that straddles two takes twice as long to load.
const ALIGNED: usize = 64;

/// Padded lines, which begin where a line of the cache does.
struct RowTile<T> {
    numbers: Vec<T>,
    start: usize,
}

/// Images of one plane, and the lines of their output that are worked on together.
pub(super) struct RowTiles<'a> {
    window: &'a Window,
    channels: usize,
    /// Numbers of a padded line.
    line: usize,
    /// Offsets of the places of a window from its first.
    taps: Vec<usize>,
}

impl<'a> RowTiles<'a> {
    /// None for volumes, and for windows that are larger than what they see.
    pub(super) fn new(window: &'a Window, channels: usize) -> Result<Option<Self>> {
        let [depth, height, width] = extent(window);
        let [_, kernel_h, kernel_w] = window.kernel;
        let [_, own_h, own_w] = window.input;
        let is_small = height <= 2 * own_h && width <= 2 * own_w;
        if depth != 1 || window.input[0] != 1 || !is_small || window.outputs() * channels == 0 {
            return Ok(None);
        }
        let line = width * channels;
        let tap = |k: usize| {
            let [h, w] = [k / kernel_w * window.dilations[1], k % kernel_w * window.dilations[2]];
            h * line + w * channels
        };
        let taps = try_collect((0..kernel_h * kernel_w).map(tap))?;
        Ok(Some(Self { window, channels, line, taps }))
    }

    /// Lines of output of a tile.
    pub(super) fn lines(&self) -> usize {
        (ROW_TILE / self.line.saturating_mul(self.window.strides[1])).clamp(1, self.window.output[1])
    }

    /// Lines of input that a tile of `lines` sees.
    fn rows(&self, lines: usize) -> usize {
        (lines - 1) * self.window.strides[1] + (self.window.kernel[1] - 1) * self.window.dilations[1] + 1
    }

    /// What the tile of these lines of the image's output sees, with its padding.
    fn padded<T: Real>(&self, image: &[T], lines: &Range<usize>) -> Result<RowTile<T>> {
        let ([_, height, width], [_, before_h, before_w]) = (self.window.input, self.window.before);
        let (own, left) = (width * self.channels, before_w * self.channels);
        let rows = self.rows(lines.len());
        let mut tile = try_with_capacity::<T>(rows * self.line + ALIGNED / size_of::<T>())?;
        let start = tile.as_ptr().align_offset(ALIGNED).min(ALIGNED / size_of::<T>());
        for i in 0..rows {
            let row = (lines.start * self.window.strides[1] + i).wrapping_sub(before_h);
            if row < height {
                // bounded: by the room that was made
                tile.resize(start + i * self.line + left, T::zero());
                tile.extend_from_slice(&image[row * own..][..own]);
            }
            // bounded: by the room that was made
            tile.resize(start + (i + 1) * self.line, T::zero());
        }
        Ok(RowTile { numbers: tile, start })
    }

    /// Offsets of the windows of that many lines of output.
    fn windows(&self, lines: usize) -> Result<Vec<usize>> {
        let ([_, _, width], [_, step_h, step_w]) = (self.window.output, self.window.strides);
        let window = |h: usize| (0..width).map(move |w| h * step_h * self.line + w * step_w * self.channels);
        try_collect((0..lines).flat_map(window))
    }

    /// These lines of one image's output.
    pub(super) fn forward<T: Real>(&self, image: &[T], filter: &[T], lines: Range<usize>, out: &mut [T]) -> Result<()> {
        let (tile, windows) = (self.padded(image, &lines)?, self.windows(lines.len())?);
        out.fill(T::zero());
        let x = &tile.numbers[tile.start..];
        in_chunks(windows.len(), self.rows_at_once(self.taps.len()), |part| {
            let out = &mut out[part.start * self.channels..part.end * self.channels];
            dispatch(&Products::new(x, &windows[part], &self.taps, filter, self.channels), out);
        })
    }

    /// Adds what these lines contribute to the gradient for the filter, given that for them.
    pub(super) fn add_filter_gradient<T: Real>(
        &self,
        image: &[T],
        dy: &[T],
        lines: Range<usize>,
        sum: &mut [T],
    ) -> Result<()> {
        let (tile, windows) = (self.padded(image, &lines)?, self.windows(lines.len())?);
        let x = &tile.numbers[tile.start..];
        in_chunks(self.taps.len(), self.rows_at_once(windows.len()), |part| {
            let sum = &mut sum[part.start * self.channels..part.end * self.channels];
            dispatch(&Products::new(x, &self.taps[part], &windows, dy, self.channels), sum);
        })
    }

    /// How many rows of products of so many terms are computed before the user may stop it.
    fn rows_at_once(&self, terms: usize) -> usize {
        (GRAIN / (terms * self.channels).max(1)).next_multiple_of(ROWS).max(ROWS)
    }
}

/// Rows of a block.
const ROWS: usize = 6;

/// `out[j][c] += sum over t of x[rows[j] + terms[t] + c] * factors[t][c]`, with `channels` values of `c`.
struct Products<'a, T> {
    x: &'a [T],
    rows: &'a [usize],
    terms: &'a [usize],
    factors: &'a [T],
    channels: usize,
}

impl<'a, T: Real> Products<'a, T> {
    /// Checks that every element lies in its slice: what the blocks rely on.
    fn new(x: &'a [T], rows: &'a [usize], terms: &'a [usize], factors: &'a [T], channels: usize) -> Self {
        let last = |offsets: &[usize]| offsets.iter().copied().max();
        if let (Some(row), Some(term)) = (last(rows), last(terms)) {
            assert!(row + term + channels <= x.len(), "a window leaves its padded tile");
        }
        assert_eq!(factors.len(), terms.len() * channels, "a row of factors for each term");
        Self { x, rows, terms, factors, channels }
    }
}

impl<T: Real> Kernel for Products<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let (blocks, rest) = self.rows.as_chunks::<ROWS>();
        let (trios, last) = rest.as_chunks::<3>();
        let (out, out_rest) = out.split_at_mut(blocks.len() * ROWS * self.channels);
        let (out_trios, out_last) = out_rest.split_at_mut(trios.len() * 3 * self.channels);
        for (rows, out) in blocks.iter().zip(out.chunks_exact_mut(ROWS * self.channels)) {
            self.rows::<A, ROWS>(rows, out);
        }
        for (rows, out) in trios.iter().zip(out_trios.chunks_exact_mut(3 * self.channels)) {
            self.rows::<A, 3>(rows, out);
        }
        for (&row, out) in last.iter().zip(out_last.chunks_exact_mut(self.channels)) {
            self.rows::<A, 1>(&[row], out);
        }
    }
}

impl<T: Real> Products<'_, T> {
    /// All channels of `P` rows: what they see is read while it is in the cache.
    #[inline(always)]
    fn rows<A: Target, const P: usize>(&self, rows: &[usize; P], out: &mut [T]) {
        let from = self.blocks::<A, P, 16>(rows, 0, out);
        let from = self.blocks::<A, P, 8>(rows, from, out);
        let from = self.blocks::<A, P, 4>(rows, from, out);
        self.blocks::<A, P, 1>(rows, from, out);
    }

    /// As many whole blocks of `W` channels as there are from channel `from` on; where they end.
    #[inline(always)]
    fn blocks<A: Target, const P: usize, const W: usize>(
        &self,
        rows: &[usize; P],
        mut from: usize,
        out: &mut [T],
    ) -> usize {
        while from + W <= self.channels {
            self.block::<A, P, W>(rows, from, out);
            from += W;
        }
        from
    }

    /// `W` channels of `P` rows.
    #[inline(always)]
    fn block<A: Target, const P: usize, const W: usize>(&self, rows: &[usize; P], channel: usize, out: &mut [T]) {
        let mut sums = [[T::zero(); W]; P];
        for (t, &term) in self.terms.iter().enumerate() {
            // SAFETY: `new` has checked that there are `channels` factors for each term, and that so many numbers behind
            // a row and a term stay inside `x`; `run` asks for no more channels than those.
            let line = |x: &[T], at: usize| unsafe { *x.as_ptr().add(at + channel).cast::<[T; W]>() };
            let factors = line(self.factors, t * self.channels);
            for p in 0..P {
                let x = line(self.x, rows[p] + term);
                for i in 0..W {
                    let sum = sums[p][i];
                    sums[p][i] = if A::FMA { x[i].mul_add(factors[i], sum) } else { x[i] * factors[i] + sum };
                }
            }
        }
        for (sums, out) in sums.iter().zip(out.chunks_exact_mut(self.channels)) {
            out[channel..channel + W].iter_mut().zip(sums).for_each(|(o, &s)| *o += s);
        }
    }
}
