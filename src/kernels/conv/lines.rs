//! The loops of pooling, over the windows of one line of output. A window's places are found once; then channels are
//! worked on a few at a time, in registers.

use std::marker::PhantomData;

use super::pool::{NOWHERE, Ordered};
use super::{Pool, Real};
use crate::kernels::math::isa::{Kernel, Target};

/// Channels at a time.
const LANES: usize = 16;

/// Windows of one image, from `first` on.
#[derive(Clone, Copy)]
pub(super) struct Line<'a, T> {
    pub(super) pool: &'a Pool,
    pub(super) image: &'a [T],
    pub(super) first: usize,
}

impl<T: Copy> Line<'_, T> {
    /// Where the places that window `i` of the line sees begin in the image; the list has room for as many as one sees.
    #[inline(always)]
    fn find(&self, i: usize, seen: &mut Vec<usize>) {
        seen.clear();
        self.pool.for_each_place(self.first + i, |input| seen.push(input));
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
        let channels = self.0.pool.channels.max(1);
        for (i, (out, places)) in out.chunks_exact_mut(channels).zip(places.chunks_exact_mut(channels)).enumerate() {
            self.0.find(i, seen);
            let (blocks, rest) = out.as_chunks_mut::<LANES>();
            let (places, places_rest) = places.as_chunks_mut::<LANES>();
            let begin = blocks.len() * LANES;
            for (b, (out, places)) in blocks.iter_mut().zip(places).enumerate() {
                (*out, *places) = self.block::<LANES>(seen, b * LANES);
            }
            for (c, (out, place)) in rest.iter_mut().zip(places_rest).enumerate() {
                ([*out], [*place]) = self.block::<1>(seen, begin + c);
            }
        }
    }
}

impl<T: Ordered> Maxima<'_, '_, T> {
    /// `W` channels from `channel` on. Which of the places seen is the largest fits into 32 bits, as many as a number.
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
        for (i, out) in out.chunks_exact_mut(self.0.pool.channels.max(1)).enumerate() {
            self.0.find(i, seen);
            let count = T::from(seen.len().max(1)).unwrap_or(T::one());
            let (blocks, rest) = out.as_chunks_mut::<LANES>();
            let begin = blocks.len() * LANES;
            for (b, out) in blocks.iter_mut().enumerate() {
                *out = self.block(seen, b * LANES, count);
            }
            for (c, out) in rest.iter_mut().enumerate() {
                [*out] = self.block(seen, begin + c, count);
            }
        }
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
    /// The image's gradient; and room for a number of each channel.
    type Out = (&'o mut [T], Vec<T>);
    #[inline(always)]
    fn run<A: Target>(&self, (dx, share): &mut Self::Out) {
        let channels = share.len();
        for (at, dy) in (self.first..).zip(self.dy.chunks_exact(channels)) {
            let count = self.pool.count(at);
            share.iter_mut().zip(dy).for_each(|(share, &dy)| *share = dy / count);
            self.pool.for_each_place(at, |input| {
                dx[input..input + channels].iter_mut().zip(&*share).for_each(|(dx, &share)| *dx += share);
            });
        }
    }
}
