//! Rows normalized one by one: each is read once from memory, and then from the cache.

use super::{BLOCK, Given, Statistics, Wanted, rows_of_part, total};
use crate::error::Result;
use crate::interrupt;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::reduce::{Fold, fold_lines, fold_many_lines};
use crate::kernels::softmax::Real;
use crate::kernels::tasks::for_each_task;
use crate::memory::try_vec;

/// `y = (x - m) r scale + offset` for each row of `x`, as long as `scale`; and the means and variances of rows.
///
/// ```
/// use gradtape::kernels::normalize::rows;
///
/// let (mut y, mut mean, mut variance) = ([0.0; 2], [0.0; 1], [0.0; 1]);
/// rows::forward(&[1.0, 3.0], &[1.0, 10.0], &[0.0, 5.0], 0.0, [&mut y, &mut mean, &mut variance])?;
/// assert_eq!((y, mean, variance), ([-1.0, 15.0], [2.0], [1.0]));
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn forward<T: Real>(x: &[T], scale: &[T], offset: &[T], epsilon: f64, out: [&mut [T]; 3]) -> Result<()> {
    let (n, [y, mean, variance]) = (scale.len(), out);
    if x.is_empty() {
        mean.fill(T::of(f64::NAN));
        variance.fill(T::of(f64::NAN));
        return Ok(());
    }
    let rows = (BLOCK / n).max(1);
    let outputs = y.chunks_mut(rows * n).zip(mean.chunks_mut(rows)).zip(variance.chunks_mut(rows));
    let pieces = x.chunks(rows * n).zip(outputs);
    for_each_task(pieces, Grain::NORMALIZED.shares(x.len()), |_, (x, ((y, mean), variance))| {
        measure(x, n, mean, variance)?;
        let statistics = Statistics { mean, variance, epsilon };
        // A row that is longer than a block comes alone.
        in_chunks(n, grain::COMPUTED, |part| {
            let rows = if part.len() == n { 0..y.len() } else { part.clone() };
            let (scale, offset) = (&scale[part.clone()], &offset[part]);
            dispatch(&Normalize { x: &x[rows.clone()], scale, offset, statistics }, &mut y[rows]);
        })
    })
}

/// The means and variances of rows of `n` elements (the last may be shorter).
pub(super) fn moments<T: Real>(x: &[T], n: usize, mean: &mut [T], variance: &mut [T]) -> Result<()> {
    let (part, some) = (rows_of_part(mean.len(), n), (BLOCK / n).max(1));
    let pieces = x.chunks(part * n).zip(mean.chunks_mut(part).zip(variance.chunks_mut(part)));
    for_each_task(pieces, Grain::NORMALIZED.shares(x.len()), |_, (x, (mean, variance))| {
        for (x, (mean, variance)) in x.chunks(some * n).zip(mean.chunks_mut(some).zip(variance.chunks_mut(some))) {
            measure(x, n.min(x.len()), mean, variance)?;
            interrupt::check()?;
        }
        Ok(())
    })
}

/// As [`moments`], of rows that are too long for the cache.
pub(super) fn moments_of_long<T: Real>(x: &[T], n: usize, mean: &mut [T], variance: &mut [T]) -> Result<()> {
    fold_many_lines(x, n, &Deviation::<T, false> { means: &[], first: 0 }, mean)?;
    mean.iter_mut().for_each(|m| *m = *m / T::of(n as f64));
    fold_many_lines(x, n, &Deviation::<T, true> { means: mean, first: 0 }, variance)?;
    variance.iter_mut().for_each(|v| *v = *v / T::of(n as f64));
    Ok(())
}

/// The same for a few rows, which are in the cache when they are read again.
fn measure<T: Real>(x: &[T], n: usize, mean: &mut [T], variance: &mut [T]) -> Result<()> {
    fold_lines(x, n, &Deviation::<T, false> { means: &[], first: 0 }, mean)?;
    mean.iter_mut().for_each(|m| *m = *m / T::of(n as f64));
    fold_lines(x, n, &Deviation::<T, true> { means: mean, first: 0 }, variance)?;
    variance.iter_mut().for_each(|v| *v = *v / T::of(n as f64));
    Ok(())
}

/// The gradients of [`forward`].
pub fn backward<T: Real>(
    g: Given<T>,
    x: &[T],
    statistics: Statistics<T>,
    scale: &[T],
    wanted: Wanted<T>,
) -> Result<()> {
    let n = scale.len();
    let Wanted { x: dx, scale: dscale, offset: doffset } = wanted;
    let rows = rows_of_part(statistics.mean.len(), n);
    let mut sums = try_vec(dx.len().div_ceil((rows * n).max(1)) * 2 * n, 0.0)?;
    let pieces = dx.chunks_mut((rows * n).max(1)).zip(sums.chunks_mut((2 * n).max(1)));
    for_each_task(pieces, Grain::NORMALIZED.shares(x.len()), |i, (dx, sums)| {
        let part = Backward { g, x, statistics, scale, first: i * rows };
        dispatch(&part, &mut (dx, sums, try_vec(2 * n, T::ZERO)?));
        Ok(())
    })?;
    let sums = total(&sums, 2 * n)?;
    dscale.iter_mut().zip(&sums).for_each(|(d, &sum)| *d = T::of(sum));
    doffset.iter_mut().zip(&sums[n..]).for_each(|(d, &sum)| *d = T::of(sum));
    Ok(())
}

/// The sum of what rows have; with `SQUARED`, of squared distances from their means.
pub(super) struct Deviation<'a, T, const SQUARED: bool> {
    /// Those of outputs from number `first` on.
    pub(super) means: &'a [T],
    pub(super) first: usize,
}

impl<T: Real, const SQUARED: bool> Fold<T> for Deviation<'_, T, SQUARED> {
    type Acc = T;
    const EMPTY: T = T::ZERO;
    #[inline(always)]
    fn lift<A: Target>(&self, at: usize, x: T) -> T {
        self.of_output::<A>(at)(x)
    }
    #[inline(always)]
    fn of_output<A: Target>(&self, at: usize) -> impl Fn(T) -> T {
        let mean = if SQUARED { self.means[at - self.first] } else { T::ZERO };
        move |x| if SQUARED { (x - mean) * (x - mean) } else { x }
    }
    #[inline(always)]
    fn join_row<A: Target>(&self, at: usize, row: &[T], results: &mut [T]) {
        if !SQUARED {
            return results.iter_mut().zip(row).for_each(|(sum, &x)| *sum = *sum + x);
        }
        let means = &self.means[at - self.first..];
        let columns = results.iter_mut().zip(row).zip(means);
        columns.for_each(|((sum, &x), &mean)| *sum = *sum + (x - mean) * (x - mean));
    }
    #[inline(always)]
    fn join(a: T, b: T) -> T {
        a + b
    }
}

struct Normalize<'a, T> {
    x: &'a [T],
    scale: &'a [T],
    offset: &'a [T],
    statistics: Statistics<'a, T>,
}

impl<T: Real> Kernel for Normalize<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let n = self.scale.len();
        for (i, (y, x)) in out.chunks_exact_mut(n).zip(self.x.chunks_exact(n)).enumerate() {
            let (m, r) = (self.statistics.mean[i], self.statistics.rate(i));
            let columns = x.iter().zip(self.scale).zip(self.offset);
            y.iter_mut().zip(columns).for_each(|(y, ((&x, &scale), &offset))| *y = (x - m) * r * scale + offset);
        }
    }
}

/// Running sums of a row: what fills a few vectors.
const LANES: usize = 32;
/// Elements that are added to a running sum before it is put aside.
const RUN: usize = 1 << 12;
/// Rows whose sums down the columns are added before they are put aside.
const ROWS: usize = 32;

/// The gradients for rows `first` and following, as many as the output has.
struct Backward<'a, T> {
    g: Given<'a, T>,
    x: &'a [T],
    statistics: Statistics<'a, T>,
    scale: &'a [T],
    first: usize,
}

impl<'o, T: Real> Kernel for Backward<'o, T> {
    /// `dx`; sums down the columns: those of `g (x - m) r`, then those of `g`; and room for as many of some rows.
    type Out = (&'o mut [T], &'o mut [f64], Vec<T>);
    #[inline(always)]
    fn run<A: Target>(&self, (dx, sums, some): &mut Self::Out) {
        let n = self.scale.len();
        for (block, dx) in dx.chunks_mut(ROWS * n).enumerate() {
            some.fill(T::ZERO);
            for (i, dx) in dx.chunks_exact_mut(n).enumerate() {
                self.row(self.first + block * ROWS + i, dx, some);
            }
            sums.iter_mut().zip(&*some).for_each(|(sum, x)| *sum += x.f64());
        }
    }
}

impl<T: Real> Backward<'_, T> {
    #[inline(always)]
    fn row(&self, i: usize, dx: &mut [T], sums: &mut [T]) {
        let n = self.scale.len();
        let (x, g) = (&self.x[i * n..][..n], &self.g.y[i * n..][..n]);
        let (m, r) = (self.statistics.mean[i], self.statistics.rate(i));
        let runs = g.chunks(RUN).zip(x.chunks(RUN)).zip(self.scale.chunks(RUN)).map(|((g, x), s)| weighted(g, x, s, m));
        let of_row = runs.fold([0.0; 2], |sum, run| [sum[0] + run[0], sum[1] + run[1]]);
        let [slope, shift] = self.statistics.slopes(&self.g, i, n, of_row);
        let (scales, offsets) = sums.split_at_mut(n);
        let columns = scales.iter_mut().zip(offsets).zip(self.scale);
        for ((dx, (&x, &g)), ((ds, doff), &scale)) in dx.iter_mut().zip(x.iter().zip(g)).zip(columns) {
            let d = x - m;
            *dx = g * scale * r + d * slope + shift;
            *ds = *ds + g * (d * r);
            *doff = *doff + g;
        }
    }
}

/// The sums of `g scale` and of `g scale (x - m)`.
#[inline(always)]
fn weighted<T: Real>(g: &[T], x: &[T], scale: &[T], m: T) -> [f64; 2] {
    let (mut ones, mut distances) = ([T::ZERO; LANES], [T::ZERO; LANES]);
    let (g, g_rest) = g.as_chunks::<LANES>();
    let (x, x_rest) = x.as_chunks::<LANES>();
    let (scale, scale_rest) = scale.as_chunks::<LANES>();
    for ((g, x), scale) in g.iter().zip(x).zip(scale) {
        for i in 0..LANES {
            let weight = g[i] * scale[i];
            ones[i] = ones[i] + weight;
            distances[i] = distances[i] + weight * (x[i] - m);
        }
    }
    for (i, ((&g, &x), &scale)) in g_rest.iter().zip(x_rest).zip(scale_rest).enumerate() {
        ones[i] = ones[i] + g * scale;
        distances[i] = distances[i] + g * scale * (x - m);
    }
    [ones, distances].map(|lanes| across(&lanes))
}

/// The sum of the lanes, neighbours first.
#[inline(always)]
fn across<T: Real>(lanes: &[T; LANES]) -> f64 {
    let mut x = *lanes;
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            x[i] = x[i] + x[i + half];
        }
        half /= 2;
    }
    x[0].f64()
}
