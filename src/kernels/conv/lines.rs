//! The loops of pooling, over the windows of one line of output. A window's places are found once, and once for all windows
//! that see the same a place further; then the numbers of these windows, channel by channel, are worked on a few at a time,
//! in registers.

use std::marker::PhantomData;

use super::pool::{NOWHERE, Ordered};
use super::{Pool, Real};
use crate::kernels::math::isa::{Kernel, Target};

/// The places that a window sees, and how far behind them lies what another like it sees.
type See<'a> = (&'a [usize], usize);

/// Runs of numbers of the output that see the same places of the input, each run `step` further than the one before.
struct Alike {
    runs: usize,
    numbers: usize,
    step: usize,
}

/// Windows of one image, from `first` on.
#[derive(Clone, Copy)]
pub(super) struct Line<'a, T> {
    pub(super) pool: &'a Pool,
    pub(super) image: &'a [T],
    pub(super) first: usize,
}

impl<T: Copy> Line<'_, T> {
    /// Where the places begin that the window of output number `at` of the line sees; the list has room for as many as one
    /// sees. And what of the `all` numbers of the line is like that.
    #[inline(always)]
    fn find(&self, at: usize, all: usize, seen: &mut Vec<usize>) -> Alike {
        let channels = self.pool.channels.max(1);
        let (window, stride) = (self.first + at / channels, self.pool.window.strides[2]);
        seen.clear();
        self.pool.for_each_place(window, |input| seen.push(input));
        let windows = self.pool.window.alike(window).min((all - at) / channels);
        match stride {
            1 => Alike { runs: 1, numbers: windows * channels, step: 0 },
            _ => Alike { runs: windows, numbers: channels, step: stride * channels },
        }
    }

    /// `W` numbers of the image.
    #[inline(always)]
    fn numbers<const W: usize>(&self, at: usize) -> [T; W] {
        let numbers = &self.image[at..at + W];
        std::array::from_fn(|i| numbers[i])
    }
}

/// The largest of what each window sees, and its place.
pub(super) struct Maxima<'a, 'o, T>(pub(super) Line<'a, T>, pub(super) PhantomData<&'o ()>);

impl<'o, T: Ordered + 'o> Kernel for Maxima<'_, 'o, T> {
    /// The two; and a list for the places that a window sees.
    type Out = (&'o mut [T], &'o mut [i64], Vec<usize>);
    #[inline(always)]
    fn run<A: Target>(&self, (out, places, seen): &mut Self::Out) {
        let mut done = 0;
        while done < out.len() {
            let alike = self.0.find(done, out.len(), seen);
            for run in 0..alike.runs {
                let (out, places) = (&mut out[done..][..alike.numbers], &mut places[done..][..alike.numbers]);
                let see = (&seen[..], run * alike.step);
                let from = self.blocks::<16>(see, out, places, 0);
                let from = self.blocks::<8>(see, out, places, from);
                let from = self.blocks::<4>(see, out, places, from);
                self.blocks::<1>(see, out, places, from);
                done += alike.numbers;
            }
        }
    }
}

impl<T: Ordered> Maxima<'_, '_, T> {
    /// As many whole blocks of `W` as there are from number `from` on; where they end. What is seen lies `step` further.
    #[inline(always)]
    fn blocks<const W: usize>(&self, (seen, step): See, out: &mut [T], places: &mut [i64], from: usize) -> usize {
        let (blocks, _) = out[from..].as_chunks_mut::<W>();
        let (of_places, _) = places[from..].as_chunks_mut::<W>();
        for (b, (out, places)) in blocks.iter_mut().zip(of_places).enumerate() {
            (*out, *places) = self.block(seen, step + from + b * W);
        }
        from + blocks.len() * W
    }
}

impl<T: Ordered> Maxima<'_, '_, T> {
    /// `W` numbers from `channel` on. Which of the places seen is the largest fits into 32 bits, as many as a number.
    #[inline(always)]
    fn block<const W: usize>(&self, seen: &[usize], channel: usize) -> ([T; W], [i64; W]) {
        let Some((&first, later)) = seen.split_first() else {
            return ([T::LEAST; W], [NOWHERE; W]);
        };
        let (mut best, mut steps) = (self.0.numbers::<W>(first + channel), [0u32; W]);
        for &input in later {
            let (x, step) = (self.0.numbers::<W>(input + channel), (input - first) as u32);
            for i in 0..W {
                // Also where `x` is not a number; the first of those stays, as the first of equals does.
                let larger = !(x[i] <= best[i]) & !best[i].is_nan();
                best[i] = if larger { x[i] } else { best[i] };
                steps[i] = if larger { step } else { steps[i] };
            }
        }
        let start = (first + channel) as i64;
        (best, std::array::from_fn(|i| start + i as i64 + i64::from(steps[i])))
    }
}

/// The mean of what each window sees.
pub(super) struct Means<'a, T>(pub(super) Line<'a, T>);

impl<'o, T: Real> Kernel for Means<'o, T> {
    /// The means; and a list for the places that a window sees.
    type Out = (&'o mut [T], Vec<usize>);
    #[inline(always)]
    fn run<A: Target>(&self, (out, seen): &mut Self::Out) {
        let mut done = 0;
        while done < out.len() {
            let alike = self.0.find(done, out.len(), seen);
            for run in 0..alike.runs {
                let (out, see) = (&mut out[done..][..alike.numbers], (&seen[..], run * alike.step));
                let from = self.blocks::<16>(see, out, 0);
                let from = self.blocks::<8>(see, out, from);
                let from = self.blocks::<4>(see, out, from);
                self.blocks::<1>(see, out, from);
                done += alike.numbers;
            }
        }
    }
}

impl<T: Real> Means<'_, T> {
    /// As many whole blocks of `W` as there are from number `from` on; where they end. What is seen lies `step` further.
    #[inline(always)]
    fn blocks<const W: usize>(&self, (seen, step): See, out: &mut [T], from: usize) -> usize {
        let count = T::from(seen.len().max(1)).unwrap_or(T::one());
        let (blocks, _) = out[from..].as_chunks_mut::<W>();
        for (b, out) in blocks.iter_mut().enumerate() {
            *out = self.block(seen, step + from + b * W, count);
        }
        from + blocks.len() * W
    }
}

impl<T: Real> Means<'_, T> {
    #[inline(always)]
    fn block<const W: usize>(&self, seen: &[usize], channel: usize, count: T) -> [T; W] {
        let mut sums = [T::zero(); W];
        for &input in seen {
            let x = self.0.numbers::<W>(input + channel);
            for i in 0..W {
                sums[i] += x[i];
            }
        }
        for sum in &mut sums {
            *sum = *sum / count;
        }
        sums
    }
}

/// Adds to an image its part of the gradient of each of its means.
pub(super) struct Spread<'a, T> {
    pub(super) pool: &'a Pool,
    pub(super) dy: &'a [T],
    /// The window of its first.
    pub(super) first: usize,
}

impl<'o, T: Real> Kernel for Spread<'o, T> {
    /// The image's gradient; and a list for the places that a window sees.
    type Out = (&'o mut [T], Vec<usize>);
    #[inline(always)]
    fn run<A: Target>(&self, (dx, seen): &mut Self::Out) {
        let line = Line { pool: self.pool, image: self.dy, first: self.first };
        let mut done = 0;
        while done < self.dy.len() {
            let alike = line.find(done, self.dy.len(), seen);
            for run in 0..alike.runs {
                let (dy, see) = (&self.dy[done..][..alike.numbers], (&seen[..], run * alike.step));
                let from = self.blocks::<16>(see, dy, dx, 0);
                let from = self.blocks::<8>(see, dy, dx, from);
                let from = self.blocks::<4>(see, dy, dx, from);
                self.blocks::<1>(see, dy, dx, from);
                done += alike.numbers;
            }
        }
    }
}

impl<T: Real> Spread<'_, T> {
    /// As many whole blocks of `W` as there are from number `from` on; where they end. What is seen lies `step` further.
    #[inline(always)]
    fn blocks<const W: usize>(&self, (seen, step): See, dy: &[T], dx: &mut [T], from: usize) -> usize {
        let count = T::from(seen.len().max(1)).unwrap_or(T::one());
        let (blocks, _) = dy[from..].as_chunks::<W>();
        for (b, dy) in blocks.iter().enumerate() {
            let share = dy.map(|dy| dy / count);
            for &input in seen {
                let dx = &mut dx[input + step + from + b * W..][..W];
                for i in 0..W {
                    dx[i] += share[i];
                }
            }
        }
        from + blocks.len() * W
    }
}
