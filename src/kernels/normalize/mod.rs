//! Normalization with the statistics of the data itself, and its gradient: of the rows of a matrix ([`rows`], what layer
//! normalization is) or of its columns ([`columns`], batch normalization).
//!
//! With `m` and `v` the mean and the mean squared deviation of a group of `n` numbers, and `r = 1 / sqrt(v + epsilon)`:
//! `y = (x - m) r scale + offset`, where `scale` and `offset` belong to columns. Given gradients `g`, `gm` and `gv` of
//! `y`, `m` and `v`, and with sums over a group,
//!
//! `dx = g scale r + (x - m) 2 dv / n + dm / n`, where
//! `dv = gv - r^3 / 2 sum(g scale (x - m))` and `dm = gm - r sum(g scale)`.
//!
//! The gradients for `scale` and `offset` are the sums of `g (x - m) r` and of `g` down the columns. Invariant: work is cut
//! into parts by the size of the matrix alone, and the sums of parts are added in their order, so that results do not
//! depend on the number of threads.

pub mod columns;
pub mod composed;
mod down;
pub mod fused;
pub mod rows;
#[cfg(test)]
mod tests;

use crate::error::Result;
pub use crate::kernels::softmax::Real;
use crate::memory::try_vec;

/// Means and variances down the middle axis of an array of these three lengths, none of which is 0.
pub fn moments<T: Real>(x: &[T], lengths: [usize; 3], mean: &mut [T], variance: &mut [T]) -> Result<()> {
    let [_, rows, inner] = lengths;
    if inner > 1 {
        let outputs = mean.chunks_mut(inner).zip(variance.chunks_mut(inner));
        let mut planes = x.chunks(rows * inner).zip(outputs).enumerate();
        return planes.try_for_each(|(i, (x, (mean, variance)))| down::moments(x, i, mean, variance));
    }
    if rows <= BLOCK { rows::moments(x, rows, mean, variance) } else { rows::moments_of_long(x, rows, mean, variance) }
}

/// Elements that are worked on while they are in the cache.
const BLOCK: usize = 1 << 13;
/// Elements of a part, and the most parts that are made.
const PART: usize = 1 << 15;
const PARTS: usize = 32;

/// What a group is normalized with.
#[derive(Clone, Copy, Debug)]
pub struct Statistics<'a, T> {
    /// Means, one for each group.
    pub mean: &'a [T],
    /// Mean squared deviations from them.
    pub variance: &'a [T],
    /// What is added to a variance before its root is taken.
    pub epsilon: f64,
}

/// Gradients of what normalizing gives.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a, T> {
    /// Of the normalized numbers.
    pub y: &'a [T],
    /// Of the means.
    pub mean: &'a [T],
    /// Of the variances.
    pub variance: &'a [T],
}

/// Gradients of what goes in: where they are written. Nothing of them is read.
#[derive(Debug)]
pub struct Wanted<'a, T> {
    /// For the numbers.
    pub x: &'a mut [T],
    /// For the factors of columns.
    pub scale: &'a mut [T],
    /// For the offsets of columns.
    pub offset: &'a mut [T],
}

impl<T: Real> Statistics<'_, T> {
    /// `1 / sqrt(v + epsilon)` of group `i`.
    fn rate(&self, i: usize) -> T {
        T::of(1.0 / (self.variance[i].f64() + self.epsilon).sqrt())
    }

    /// What `dx` has of `x - m` and of 1, given the sums of `g scale` and `g scale (x - m)` over a group of `n`.
    fn slopes(&self, g: &Given<T>, i: usize, n: usize, sums: [f64; 2]) -> [T; 2] {
        let (r, n) = (1.0 / (self.variance[i].f64() + self.epsilon).sqrt(), n as f64);
        let dv = g.variance[i].f64() - 0.5 * r * r * r * sums[1];
        let dm = g.mean[i].f64() - r * sums[0];
        [T::of(2.0 * dv / n), T::of(dm / n)]
    }
}

/// Rows of a part of a matrix; not all parts need have as many.
fn rows_of_part(rows: usize, columns: usize) -> usize {
    let parts = (rows * columns / PART).clamp(1, PARTS);
    rows.div_ceil(parts).max(1)
}

/// Sums down columns as parts have found them, each a row of `parts`, added in their order.
fn total(parts: &[f64], columns: usize) -> Result<Vec<f64>> {
    let mut sums = try_vec(columns, 0.0)?;
    for part in parts.chunks_exact(columns.max(1)) {
        sums.iter_mut().zip(part).for_each(|(sum, x)| *sum += x);
    }
    Ok(sums)
}
