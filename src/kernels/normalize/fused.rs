//! Batch normalization as one operation of oneDNN, with AVX-512 and two threads: to the bit what TensorFlow's `FusedBatchNormV3`
//! gives where channels come by fours.
//!
//! Examples are cut in two halves (a single one between its lines), whose sums are added. Squares are added in one rounding, and
//! gradients example by example.

use std::ops::Range;

use super::rows::Deviation;
use super::{Given, Wanted};
use crate::error::Result;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::math::{Float, Lane};
use crate::kernels::parallel::Grain;
use crate::kernels::reduce::{Fold, fold_in_turn};
use crate::kernels::softmax::Real;
use crate::kernels::tasks::for_each_task;
use crate::memory::{try_collect, try_vec};

/// Examples of some rows each, of so many channels.
#[derive(Clone, Copy, Debug)]
pub struct Examples {
    /// How many.
    pub count: usize,
    /// Rows of each.
    pub rows: usize,
    /// Numbers in a row.
    pub channels: usize,
}

impl Examples {
    /// Whether it is these that oneDNN's kernel takes.
    pub fn fit(&self) -> bool {
        self.channels.is_multiple_of(4) && self.count * self.rows * self.channels > 0
    }

    /// Rows of all of them.
    fn all(&self) -> usize {
        self.count * self.rows
    }

    /// Rows of the first half.
    fn half(&self) -> usize {
        if self.count > 1 { self.count.div_ceil(2) * self.rows } else { self.rows.div_ceil(2) }
    }

    /// The sum of what `sum` finds of the rows of either half.
    fn summed<T: Real>(&self, sum: impl Fn([usize; 2], &mut [T]) -> Result<()> + Sync) -> Result<Vec<T>> {
        let n = self.channels;
        let mut halves = try_vec(2 * n, T::ZERO)?;
        let large = Grain::NORMALIZED.shares(self.all() * n);
        for_each_task(halves.chunks_mut(n), large, |i, out| {
            sum(if i == 0 { [0, self.half()] } else { [self.half(), self.all()] }, out)
        })?;
        let (first, second) = halves.split_at_mut(n);
        first.iter_mut().zip(&*second).for_each(|(a, &b)| *a = *a + b);
        halves.truncate(n);
        Ok(halves)
    }

    /// The same for a fold of the rows, divided by their number.
    fn mean<T: Real>(&self, x: &[T], fold: &impl Fold<T, Acc = T>, out: &mut [T]) -> Result<()> {
        let n = self.channels;
        let sums = self.summed(
            |[start, end], out| {
                if end > start { fold_in_turn(&x[start * n..end * n], fold, out) } else { Ok(()) }
            },
        )?;
        out.iter_mut().zip(sums).for_each(|(out, sum)| *out = sum / T::of(self.all() as f64));
        Ok(())
    }

    /// Sums over the examples of what `of_example` finds of the rows of each.
    fn by_example<T: Real>(&self, of_example: impl Fn(Range<usize>, &mut [T]) -> Result<()> + Sync) -> Result<Vec<T>> {
        self.summed(|[start, end], out| {
            let mut one = try_vec(out.len(), T::ZERO)?;
            for start in (start..end).step_by(self.rows) {
                let numbers = start * self.channels..(start + self.rows).min(end) * self.channels;
                of_example(numbers, &mut one)?;
                out.iter_mut().zip(&one).for_each(|(sum, &x)| *sum = *sum + x);
            }
            Ok(())
        })
    }
}

/// Squared distances from means, each added in one rounding.
struct Squares<'a, T>(&'a [T]);

impl<T: Real> Fold<T> for Squares<'_, T> {
    type Acc = T;
    const EMPTY: T = T::ZERO;
    #[inline(always)]
    fn lift<A: Target>(&self, at: usize, x: T) -> T {
        (x - self.0[at]) * (x - self.0[at])
    }
    #[inline(always)]
    fn join(a: T, b: T) -> T {
        a + b
    }
    #[inline(always)]
    fn join_row<A: Target>(&self, at: usize, row: &[T], results: &mut [T]) {
        for ((sum, &x), &mean) in results.iter_mut().zip(row).zip(&self.0[at..]) {
            let d = Lane::<T, A>::new(x - mean);
            *sum = d.mul_add(d, Lane::new(*sum)).get();
        }
    }
}

fn rate<T: Real>(variance: T, epsilon: f64) -> T {
    T::of(1.0) / (variance + T::of(epsilon)).sqrt()
}

/// As [`super::columns::forward`].
pub fn forward<T: Real>(
    examples: Examples,
    x: &[T],
    scale: &[T],
    offset: &[T],
    epsilon: f64,
    [y, mean, variance]: [&mut [T]; 3],
) -> Result<()> {
    examples.mean(x, &Deviation::<T, false> { means: &[], first: 0 }, mean)?;
    examples.mean(x, &Squares(mean), variance)?;
    let mut rates = try_vec(variance.len(), T::ZERO)?;
    rates.iter_mut().zip(&*variance).for_each(|(r, &v)| *r = rate(v, epsilon));
    let part = examples.rows * examples.channels;
    for_each_task(y.chunks_mut(part).zip(x.chunks(part)), Grain::NORMALIZED.shares(x.len()), |_, (y, x)| {
        dispatch(&Normalize { x, lines: [mean, &rates, scale, offset] }, y);
    })
}

struct Normalize<'a, T> {
    x: &'a [T],
    lines: [&'a [T]; 4],
}

impl<T: Real> Kernel for Normalize<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let n = self.lines[0].len();
        let [mean, rate, scale, offset] = self.lines.map(|line| &line[..n]);
        for (y, x) in out.chunks_exact_mut(n).zip(self.x.chunks_exact(n)) {
            for j in 0..n {
                let distance = Lane::<T, A>::new((x[j] - mean[j]) * rate[j]);
                y[j] = distance.mul_add(Lane::new(scale[j]), Lane::new(offset[j])).get();
            }
        }
    }
}

/// As [`super::columns::backward`], where nothing is asked of means and variances.
pub fn backward<T: Real>(
    examples: Examples,
    g: &Given<T>,
    x: &[T],
    [mean, variance]: [&[T]; 2],
    epsilon: f64,
    scale: &[T],
    wanted: &mut Wanted<T>,
) -> Result<()> {
    let Examples { rows, channels: n, .. } = examples;
    let rates = try_collect(variance.iter().map(|&v| rate(v, epsilon)))?;
    let ones = examples
        .by_example(|numbers, out| fold_in_turn(&g.y[numbers], &Deviation::<T, false> { means: &[], first: 0 }, out))?;
    let distances = examples.by_example(|numbers, out| {
        let (g, x) = (&g.y[numbers.clone()], &x[numbers]);
        dispatch(&Products { g, x, mean, rates: &rates }, out);
        Ok(())
    })?;
    let count = T::of(examples.all() as f64);
    let shift = try_collect(ones.iter().map(|&one| one / count))?;
    let spread = try_collect(distances.iter().zip(&rates).map(|(&d, &r)| d * r / count))?;
    let lines = [mean, &shift, &spread, scale, &rates];
    let part = rows * n;
    let pieces = wanted.x.chunks_mut(part).zip(g.y.chunks(part).zip(x.chunks(part)));
    for_each_task(pieces, Grain::NORMALIZED.shares(x.len()), |_, (dx, (g, x))| {
        dispatch(&Spread { g, x, lines }, dx);
    })?;
    wanted.scale.copy_from_slice(&distances);
    wanted.offset.copy_from_slice(&ones);
    Ok(())
}

/// The sums of `g (x - m)` of an example, times the rates.
struct Products<'a, T> {
    g: &'a [T],
    x: &'a [T],
    mean: &'a [T],
    rates: &'a [T],
}

impl<T: Real> Kernel for Products<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let n = out.len();
        let (mean, rates) = (&self.mean[..n], &self.rates[..n]);
        out.fill(T::ZERO);
        for (g, x) in self.g.chunks_exact(n).zip(self.x.chunks_exact(n)) {
            for j in 0..n {
                let distance = Lane::<T, A>::new(x[j] - mean[j]);
                out[j] = distance.mul_add(Lane::new(g[j]), Lane::new(out[j])).get();
            }
        }
        out.iter_mut().zip(rates).for_each(|(sum, &r)| *sum = *sum * r);
    }
}

struct Spread<'a, T> {
    g: &'a [T],
    x: &'a [T],
    lines: [&'a [T]; 5],
}

impl<T: Real> Kernel for Spread<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let n = self.lines[0].len();
        let [mean, shift, spread, scale, rate] = self.lines.map(|line| &line[..n]);
        for ((dx, g), x) in out.chunks_exact_mut(n).zip(self.g.chunks_exact(n)).zip(self.x.chunks_exact(n)) {
            for j in 0..n {
                dx[j] = ((g[j] - shift[j]) - (x[j] - mean[j]) * spread[j]) * scale[j] * rate[j];
            }
        }
    }
}
