//! Gradients of pooling where all that nearly is a maximum has the whole of it, as TensorFlow has it for volumes.
//!
//! Both are linear in their first argument, and each is the adjoint of the other.

use super::pool::{Pool, image};
use super::{Real, for_each_chunk};
use crate::error::Result;
use crate::interrupt::Pace;

/// What is less below a maximum counts as equal to it.
const NEAR: f64 = 1e-5;

impl Pool {
    /// `dx` has at each place of `x` the sum of `dy` over the windows whose maximum `y` it nearly equals. Images and maxima are
    /// repeated where there are fewer than gradients.
    pub fn spread_to_equals<T: Real>(&self, dy: &[T], x: &[T], y: &[T], dx: &mut [T]) -> Result<()> {
        let (inputs, outputs) = (self.inputs(), self.outputs());
        for_each_chunk(dx, inputs, self.is_large(), |i, dx| {
            dx.fill(T::zero());
            let (dy, x, y) = (image(dy, outputs, i), image(x, inputs, i), image(y, outputs, i));
            self.for_each_equal(x, y, |at, place| dx[place] += dy[at])
        })
    }

    /// `out` has for each window the sum of `from` over the places where `x` nearly equals its maximum `y`.
    pub fn gather_from_equals<T: Real>(&self, from: &[T], x: &[T], y: &[T], out: &mut [T]) -> Result<()> {
        let (inputs, outputs) = (self.inputs(), self.outputs());
        for_each_chunk(out, outputs, self.is_large(), |i, out| {
            out.fill(T::zero());
            let (from, x, y) = (image(from, inputs, i), image(x, inputs, i), image(y, outputs, i));
            self.for_each_equal(x, y, |at, place| out[at] += from[place])
        })
    }

    /// Calls `meet` with each element of an output image and each of the input image that it sees and nearly equals.
    fn for_each_equal<T: Real>(&self, x: &[T], y: &[T], mut meet: impl FnMut(usize, usize)) -> Result<()> {
        let mut pace = Pace::default();
        for (window, y) in y.chunks(self.channels.max(1)).enumerate() {
            pace.after(self.seen() * self.channels)?;
            self.for_each_place(window, |place| {
                for (channel, (&x, &y)) in x[place..][..self.channels].iter().zip(y).enumerate() {
                    if (x - y).abs() < T::cast_from(NEAR) {
                        meet(window * self.channels + channel, place + channel);
                    }
                }
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Padding, Window};
    use super::*;

    #[test]
    fn each_of_near_equals_has_the_whole() {
        let window = Window::new([1, 2, 2], [1, 2, 2], [1, 2, 2], [1; 3], Padding::Valid).unwrap();
        let pool = Pool { batch: 1, window, channels: 1 };
        let (x, y) = ([2.0, 1.0, 1.999_991, 2.0], [2.0]);
        let (mut dx, mut out) = ([9.0; 4], [9.0]);
        pool.spread_to_equals(&[3.0], &x, &y, &mut dx).unwrap();
        pool.gather_from_equals(&[1.0, 10.0, 100.0, 1000.0], &x, &y, &mut out).unwrap();
        assert_eq!((dx, out), ([3.0, 0.0, 3.0, 3.0], [1101.0]));
    }

    #[test]
    fn overlapping_windows_add_up() {
        let window = Window::new([1, 1, 3], [1, 1, 2], [1, 1, 1], [1; 3], Padding::Valid).unwrap();
        let pool = Pool { batch: 1, window, channels: 1 };
        let mut dx = [9.0; 3];
        pool.spread_to_equals(&[1.0, 10.0], &[0.0, 5.0, 5.0], &[5.0, 5.0], &mut dx).unwrap();
        assert_eq!(dx, [0.0, 11.0, 10.0]);
    }
}
