//! Pooling: the largest or the mean of what each window sees of a channel.

use std::marker::PhantomData;
use std::ops::Range;

use super::lines::{Line, Maxima, Means, Spread};
use super::{GRAIN, Real, Window, for_each_chunk};
use crate::error::Result;
use crate::interrupt::{Pace, in_chunks};
use crate::kernels::math::isa::dispatch;
use crate::kernels::parallel::Grain;
use crate::kernels::tasks::for_each_task;
use crate::memory::try_with_capacity;

/// A batch of images pooled by a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Images.
    pub batch: usize,
    /// The window's place on an image.
    pub window: Window,
    /// Channels.
    pub channels: usize,
}

/// An element type that has a largest of several numbers.
pub trait Ordered: Copy + PartialOrd + Send + Sync {
    /// What no number is smaller than.
    const LEAST: Self;

    /// Whether this is not a number.
    fn is_nan(self) -> bool;
}

impl Ordered for f32 {
    const LEAST: f32 = f32::NEG_INFINITY;
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

impl Ordered for f64 {
    const LEAST: f64 = f64::NEG_INFINITY;
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

impl Ordered for i64 {
    const LEAST: i64 = i64::MIN;
    #[inline(always)]
    fn is_nan(self) -> bool {
        false
    }
}

/// The place of a maximum where a window sees nothing but padding.
pub(super) const NOWHERE: i64 = -1;

impl Pool {
    /// The largest number of each window, and its place: `input place * channels + channel` within its image.
    ///
    /// Of equal numbers the first in row-major order of the window is the maximum; a NaN is larger than any number.
    /// A window that sees nothing but padding has the maximum minus infinity and the place -1.
    ///
    /// ```
    /// use gradtape::kernels::conv::{Padding, Pool, Window};
    ///
    /// let window = Window::new([1, 1, 4], [1, 1, 2], [1, 1, 2], [1; 3], Padding::Valid).unwrap();
    /// let (mut out, mut places) = ([0.0; 2], [0; 2]);
    /// Pool { batch: 1, window, channels: 1 }.max(&[1.0, 1.0, 2.0, 5.0], &mut out, &mut places)?;
    /// assert_eq!((out, places), ([1.0, 5.0], [0, 3]));
    /// # Ok::<(), gradtape::error::Error>(())
    /// ```
    pub fn max<T: Ordered>(&self, x: &[T], out: &mut [T], places: &mut [i64]) -> Result<()> {
        self.check(x.len(), out.len());
        assert_eq!(out.len(), places.len(), "places of {self:?}");
        let line = self.line();
        let lines = out.chunks_mut(line).zip(places.chunks_mut(line));
        for_each_task(lines, self.is_large(), |i, (out, places)| {
            let (image, first) = self.windows(x, i);
            let mut room = self.room_to_see()?;
            self.in_parts(out.len() / self.channels.max(1), |part| {
                let line = Line { pool: self, image, first: first + part.start };
                let part = part.start * self.channels..part.end * self.channels;
                let seen = std::mem::take(&mut room);
                let mut job = (&mut out[part.clone()], &mut places[part], seen);
                dispatch(&Maxima(line, PhantomData), &mut job);
                room = job.2;
            })
        })
    }

    /// The gradient of [`Pool::max`] for its input: each maximum's gradient goes to its place. Places are repeated where
    /// there are more images than they have.
    pub fn max_gradient<T: Real>(&self, dy: &[T], places: &[i64], dx: &mut [T]) -> Result<()> {
        self.check(dx.len(), dy.len());
        let (inputs, outputs) = (self.inputs(), self.outputs());
        for_each_chunk(dx, inputs, self.is_large(), |i, dx| {
            dx.fill(T::zero());
            let (dy, places) = (image(dy, outputs, i), image(places, outputs, i));
            let mut pace = Pace::default();
            for (&dy, &place) in dy.iter().zip(places) {
                pace.after(1)?;
                if let Some(slot) = usize::try_from(place).ok().and_then(|place| dx.get_mut(place)) {
                    *slot += dy;
                }
            }
            Ok(())
        })
    }

    /// What `x` has at the places of the maxima; 0 for none. The gradient of [`Pool::max_gradient`] for `dy`.
    pub fn max_chosen<T: Real>(&self, x: &[T], places: &[i64], out: &mut [T]) -> Result<()> {
        self.check(x.len(), out.len());
        let (inputs, outputs) = (self.inputs(), self.outputs());
        for_each_chunk(out, outputs, self.is_large(), |i, out| {
            out.fill(T::zero());
            let (x, places) = (image(x, inputs, i), image(places, outputs, i));
            let mut pace = Pace::default();
            for (out, &place) in out.iter_mut().zip(places) {
                pace.after(1)?;
                let chosen = usize::try_from(place).ok().and_then(|place| x.get(place));
                *out = chosen.copied().unwrap_or(T::zero());
            }
            Ok(())
        })
    }

    /// The mean of what each window sees, padding not counted; 0 for a window that sees nothing else.
    pub fn average<T: Real>(&self, x: &[T], out: &mut [T]) -> Result<()> {
        self.check(x.len(), out.len());
        for_each_chunk(out, self.line(), self.is_large(), |i, out| {
            let (image, first) = self.windows(x, i);
            let mut room = self.room_to_see()?;
            self.in_parts(out.len() / self.channels.max(1), |part| {
                let line = Line { pool: self, image, first: first + part.start };
                let out = &mut out[part.start * self.channels..part.end * self.channels];
                let mut job = (out, std::mem::take(&mut room));
                dispatch(&Means(line), &mut job);
                room = job.1;
            })
        })
    }

    /// The gradient of [`Pool::average`] for its input.
    pub fn average_gradient<T: Real>(&self, dy: &[T], dx: &mut [T]) -> Result<()> {
        self.check(dx.len(), dy.len());
        let (inputs, outputs) = (self.inputs(), self.outputs());
        for_each_chunk(dx, inputs, self.is_large(), |image, dx| {
            dx.fill(T::zero());
            let mut room = self.room_to_see()?;
            let dy = self::image(dy, outputs, image);
            self.in_parts(dy.len() / self.channels.max(1), |part| {
                let own = &dy[part.start * self.channels..part.end * self.channels];
                let mut job = (&mut *dx, std::mem::take(&mut room));
                dispatch(&Spread { pool: self, dy: own, first: part.start }, &mut job);
                room = job.1;
            })
        })
    }

    /// Calls `work` with parts of that many windows, between which the user may stop it.
    fn in_parts(&self, windows: usize, work: impl FnMut(Range<usize>)) -> Result<()> {
        in_chunks(windows, GRAIN / (self.channels * self.seen()).max(1), work)
    }

    /// Numbers of an input image, and of an output image; 1 where there are none, since such images are skipped anyway.
    pub(super) fn inputs(&self) -> usize {
        (self.window.inputs() * self.channels).max(1)
    }

    pub(super) fn outputs(&self) -> usize {
        (self.window.outputs() * self.channels).max(1)
    }

    /// Numbers of a line of output.
    fn line(&self) -> usize {
        (self.window.output[2] * self.channels).max(1)
    }

    /// The image that line `i` of the batch's output sees, and the line's first window.
    fn windows<'a, T>(&self, x: &'a [T], i: usize) -> (&'a [T], usize) {
        let lines = self.window.output[0] * self.window.output[1];
        let length = self.window.inputs() * self.channels;
        (&x[i / lines * length..][..length], i % lines * self.window.output[2])
    }

    /// Calls `see` with where in an image each place that window `at` sees begins.
    #[inline(always)]
    pub(super) fn for_each_place(&self, at: usize, mut see: impl FnMut(usize)) {
        self.window.for_each_seen(at, |input| see(input * self.channels));
    }

    /// The most places of an image that a window sees.
    pub(super) fn seen(&self) -> usize {
        let Window { input, kernel, .. } = self.window;
        (0..3).map(|axis| kernel[axis].min(input[axis])).product()
    }

    /// A list with room for the places that a window sees.
    fn room_to_see(&self) -> Result<Vec<usize>> {
        try_with_capacity(self.seen())
    }

    /// Whether the work is worth sharing.
    pub(super) fn is_large(&self) -> bool {
        Grain::PRODUCTS.shares((self.batch * self.window.outputs() * self.channels).saturating_mul(self.seen()))
    }

    fn check(&self, input: usize, output: usize) {
        assert_eq!(input, self.batch * self.window.inputs() * self.channels, "input of {self:?}");
        assert_eq!(output, self.batch * self.window.outputs() * self.channels, "output of {self:?}");
    }
}

/// Image `i` of those of `length` numbers; they are repeated where there are fewer. Nothing if there are none.
pub(super) fn image<T>(images: &[T], length: usize, i: usize) -> &[T] {
    let count = (images.len() / length).max(1);
    images.get(i % count * length..).map_or(&[], |rest| &rest[..length.min(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::super::Padding;
    use super::super::testing::*;
    use super::*;
    use crate::kernels::random::Words;

    fn line(input: usize, kernel: usize, stride: usize, padding: Padding) -> Window {
        Window::new([1, 1, input], [1, 1, kernel], [1, 1, stride], [1; 3], padding).unwrap()
    }

    /// What the windows of an image see, channel by channel: pairs of output and input element, in order.
    fn pairs(p: &Pool) -> Vec<(usize, usize)> {
        let channels = |(output, _, input): (usize, usize, usize)| {
            (0..p.channels).map(move |c| (output * p.channels + c, input * p.channels + c))
        };
        triples(&p.window).into_iter().flat_map(channels).collect()
    }

    fn check(p: Pool, words: &mut Words) {
        let x = whole(words, p.batch * p.window.inputs() * p.channels);
        let dy = whole(words, p.batch * p.window.outputs() * p.channels);
        let (inputs, outputs) = (p.window.inputs() * p.channels, p.window.outputs() * p.channels);
        let (mut largest, mut place) = (vec![f32::NEG_INFINITY; dy.len()], vec![-1; dy.len()]);
        let (mut sum, mut count) = (vec![0.0; dy.len()], vec![0.0f32; dy.len()]);
        for image in 0..p.batch {
            for (output, input) in pairs(&p) {
                let (y, seen) = (image * outputs + output, x[image * inputs + input]);
                if seen > largest[y] {
                    (largest[y], place[y]) = (seen, input as i64);
                }
                sum[y] += seen;
                count[y] += 1.0;
            }
        }
        let (mut got, mut places) = (vec![9.5; dy.len()], vec![7; dy.len()]);
        p.max(&x, &mut got, &mut places).unwrap();
        assert_eq!((got, &places), (largest, &place), "{p:?}");
        let mean: Vec<f32> = sum.iter().zip(&count).map(|(s, n)| s / n.max(1.0)).collect();
        let mut got = vec![9.5; dy.len()];
        p.average(&x, &mut got).unwrap();
        assert_eq!(got, mean, "{p:?}");
        check_gradients(p, &x, &dy, &places);
    }

    /// Each gradient is the adjoint of its operation: `<dy, f(x)> = <f'(dy), x>`, in integers or nearly so.
    fn check_gradients(p: Pool, x: &[f32], dy: &[f32], places: &[i64]) {
        let wide = |v: &[f32]| v.iter().map(|&v| f64::from(v)).collect::<Vec<f64>>();
        let (x, dy) = (wide(x), wide(dy));
        let inner = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (mut y, mut dx) = (vec![9.5; dy.len()], vec![9.5; x.len()]);
        p.max_chosen(&x, places, &mut y).unwrap();
        p.max_gradient(&dy, places, &mut dx).unwrap();
        assert_eq!(inner(&y, &dy), inner(&x, &dx), "{p:?}");
        p.average(&x, &mut y).unwrap();
        p.average_gradient(&dy, &mut dx).unwrap();
        assert!((inner(&y, &dy) - inner(&x, &dx)).abs() < 1e-9, "{p:?}");
    }

    #[test]
    fn every_geometry_gives_what_the_naive_loops_give() {
        let mut words = words(4);
        for _ in 0..1000 {
            let window = window(&mut words);
            let [batch, channels] = [3, 5].map(|bound| below(&mut words, bound));
            check(Pool { batch, window, channels }, &mut words);
        }
        let window = Window::new([1, 60, 60], [1, 3, 3], [1, 2, 2], [1; 3], Padding::Same).unwrap();
        check(Pool { batch: 6, window, channels: 50 }, &mut words);
    }

    #[test]
    fn the_first_of_equals_is_the_maximum() {
        let pool = Pool { batch: 2, window: line(4, 2, 2, Padding::Valid), channels: 1 };
        let (mut out, mut places) = ([0.0; 4], [0; 4]);
        pool.max(&[1.0, 1.0, 2.0, 5.0, -1.0, -2.0, 0.0, -0.0], &mut out, &mut places).unwrap();
        assert_eq!((out, places), ([1.0, 5.0, -1.0, 0.0], [0, 3, 0, 2]));
        let mut dx = [9.0; 8];
        pool.max_gradient(&[1.0, 2.0, 3.0, 4.0], &places, &mut dx).unwrap();
        assert_eq!(dx, [1.0, 0.0, 0.0, 2.0, 3.0, 0.0, 4.0, 0.0]);
    }

    #[test]
    fn nan_and_minus_infinity_have_places() {
        let pool = Pool { batch: 1, window: line(4, 2, 1, Padding::Valid), channels: 1 };
        let (mut out, mut places) = ([0.0; 3], [0; 3]);
        pool.max(&[1.0, f64::NAN, f64::NEG_INFINITY, f64::NEG_INFINITY], &mut out, &mut places).unwrap();
        assert!(out[0].is_nan() && out[1].is_nan() && out[2] == f64::NEG_INFINITY);
        assert_eq!(places, [1, 1, 2]);
    }

    #[test]
    fn padding_is_not_counted() {
        let pool = Pool { batch: 1, window: line(3, 2, 2, Padding::Same), channels: 1 };
        let mut out = [0.0; 2];
        pool.average(&[1.0, 3.0, 7.0], &mut out).unwrap();
        assert_eq!(out, [2.0, 7.0]);
    }
}
