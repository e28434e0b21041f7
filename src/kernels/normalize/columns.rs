//! Columns normalized: statistics run down the rows of a row-major matrix.
//!
//! Blocks of rows are read while they are in the cache: the mean and the squared deviations of a block, in one pass over
//! memory, are joined with those of the blocks before as Chan, Golub and LeVeque (1983) do it. Narrow matrices are read
//! several rows at a time as one long row.

use super::{BLOCK, Given, Statistics, Wanted, rows_of_part, total};
use crate::error::Result;
use crate::interrupt;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::softmax::Real;
use crate::kernels::tasks::for_each_task;
use crate::memory::{try_collect, try_collect_ok, try_vec};

/// `y = (x - m) r scale + offset` for each column of `x`, whose rows are as long as `scale`; and the means and variances
/// of columns.
///
/// ```
/// use gradtape::kernels::normalize::columns;
///
/// let (mut y, mut mean, mut variance) = ([0.0; 4], [0.0; 2], [0.0; 2]);
/// let x = [1.0, 6.0, 3.0, 8.0];
/// columns::forward(&x, &[1.0, 10.0], &[0.0, 5.0], 0.0, [&mut y, &mut mean, &mut variance])?;
/// assert_eq!((y, mean, variance), ([-1.0, -5.0, 1.0, 15.0], [2.0, 7.0], [1.0, 1.0]));
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn forward<T: Real>(x: &[T], scale: &[T], offset: &[T], epsilon: f64, out: [&mut [T]; 3]) -> Result<()> {
    let (n, [y, mean, variance]) = (scale.len(), out);
    if x.is_empty() {
        mean.fill(T::of(f64::NAN));
        variance.fill(T::of(f64::NAN));
        return Ok(());
    }
    moments(x, mean, variance)?;
    let statistics = Statistics { mean, variance, epsilon };
    let slope = try_collect(scale.iter().enumerate().map(|(j, &scale)| statistics.rate(j) * scale))?;
    let (slope, offset, mean) = (widened(&slope)?, widened(offset)?, widened(mean)?);
    let part = rows_of_part(x.len() / n, n) * n;
    for_each_task(y.chunks_mut(part).zip(x.chunks(part)), Grain::NORMALIZED.shares(x.len()), |_, (y, x)| {
        dispatch(&Normalize { x, mean: &mean, slope: &slope, offset: &offset }, y);
    })
}

/// The means and variances of the columns.
pub(super) fn moments<T: Real>(x: &[T], mean: &mut [T], variance: &mut [T]) -> Result<()> {
    let n = mean.len();
    let rows = rows_of_part(x.len() / n, n);
    let mut parts = try_collect_ok((0..x.len().div_ceil(rows * n)).map(|_| Moments::new(n)))?;
    for_each_task(parts.iter_mut().zip(x.chunks(rows * n)), Grain::NORMALIZED.shares(x.len()), |_, (part, x)| {
        let wide = together(n) * n;
        let room = || try_vec(wide, T::ZERO);
        dispatch(&Measure(x), &mut (part, [room()?, room()?, room()?]));
        Ok(())
    })?;
    let mut all = Moments::new(n)?;
    for part in &parts {
        all.join(part);
        interrupt::check()?;
    }
    mean.iter_mut().zip(&all.mean).for_each(|(m, &x)| *m = T::of(x));
    variance.iter_mut().zip(&all.squares).for_each(|(v, &x)| *v = T::of(x / all.count));
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
    if x.is_empty() {
        dscale.fill(T::ZERO);
        doffset.fill(T::ZERO);
        return Ok(());
    }
    let rows = x.len() / n;
    let (part, large) = (rows_of_part(rows, n) * n, Grain::NORMALIZED.shares(x.len()));
    let mean = widened(statistics.mean)?;
    let mut sums = try_vec(x.len().div_ceil(part) * 2 * n, 0.0)?;
    for_each_task(sums.chunks_mut(2 * n).zip(g.y.chunks(part).zip(x.chunks(part))), large, |_, (sums, (g, x))| {
        let room = || try_vec(mean.len(), T::ZERO);
        dispatch(&Sums { g, x, mean: &mean, columns: n }, &mut (sums, [room()?, room()?]));
        Ok(())
    })?;
    let sums = total(&sums, 2 * n)?;
    let line = || try_vec(n, T::ZERO);
    let mut lines = [line()?, line()?, line()?];
    for j in 0..n {
        let (scale, [ones, distances]) = (scale[j].f64(), [sums[n + j], sums[j]]);
        let [slope, shift] = statistics.slopes(&g, j, rows, [scale * ones, scale * distances]);
        let rate = statistics.rate(j);
        [lines[0][j], lines[1][j], lines[2][j]] = [rate * T::of(scale), slope, shift];
        (dscale[j], doffset[j]) = (T::of(distances) * rate, T::of(ones));
    }
    let lines = [widened(&lines[0])?, widened(&lines[1])?, widened(&lines[2])?];
    for_each_task(dx.chunks_mut(part).zip(g.y.chunks(part).zip(x.chunks(part))), large, |_, (dx, (g, x))| {
        dispatch(&Spread { g, x, mean: &mean, lines: [&lines[0], &lines[1], &lines[2]] }, dx);
    })
}

/// Elements of a row that a loop down the rows needs to be fast.
const WIDE: usize = 128;

/// Rows of `n` elements that are read as one.
fn together(n: usize) -> usize {
    (WIDE / n.max(1)).max(1)
}

/// A row, as often as rows are read as one.
fn widened<T: Real>(line: &[T]) -> Result<Vec<T>> {
    let mut wide = try_vec(together(line.len()) * line.len(), T::ZERO)?;
    wide.chunks_exact_mut(line.len().max(1)).for_each(|row| row.copy_from_slice(line));
    Ok(wide)
}

/// The count, the means and the sums of squared deviations of some rows.
pub(super) struct Moments {
    pub(super) count: f64,
    pub(super) mean: Vec<f64>,
    pub(super) squares: Vec<f64>,
}

impl Moments {
    pub(super) fn new(columns: usize) -> Result<Moments> {
        Ok(Moments { count: 0.0, mean: try_vec(columns, 0.0)?, squares: try_vec(columns, 0.0)? })
    }

    /// Takes other rows in.
    fn join(&mut self, other: &Moments) {
        self.take(other.count, other.mean.iter().copied().zip(other.squares.iter().copied()));
    }

    /// Takes `count` rows in, given the mean and the squared deviations of each column.
    #[inline(always)]
    pub(super) fn take(&mut self, count: f64, columns: impl Iterator<Item = (f64, f64)>) {
        let share = count / (self.count + count);
        let weight = self.count * share;
        self.count += count;
        for ((m, s), (mean, squares)) in self.mean.iter_mut().zip(&mut self.squares).zip(columns) {
            let apart = mean - *m;
            *m += apart * share;
            *s += squares + apart * apart * weight;
        }
    }
}

/// Measures rows.
struct Measure<'a, T>(&'a [T]);

impl<'o, T: Real> Kernel for Measure<'o, T> {
    /// What is found; and room for three rows, each as many as are read as one.
    type Out = (&'o mut Moments, [Vec<T>; 3]);
    #[inline(always)]
    fn run<A: Target>(&self, (out, [sums, squares, mean]): &mut Self::Out) {
        let n = out.mean.len();
        let wide = mean.len();
        for block in self.0.chunks((BLOCK / wide).max(1) * wide) {
            let count = T::of((block.len() / n) as f64);
            sums.fill(T::ZERO);
            for row in block.chunks(wide) {
                sums.iter_mut().zip(row).for_each(|(s, &x)| *s = *s + x);
            }
            fold(sums, n);
            mean[..n].iter_mut().zip(&*sums).for_each(|(m, &s)| *m = s / count);
            repeat(mean, n);
            squares.fill(T::ZERO);
            for row in block.chunks(wide) {
                squares.iter_mut().zip(row).zip(&*mean).for_each(|((s, &x), &m)| {
                    let d = x - m;
                    *s = *s + d * d;
                });
            }
            fold(squares, n);
            out.take(count.f64(), mean[..n].iter().map(|m| m.f64()).zip(squares.iter().map(|s| s.f64())));
        }
    }
}

/// Adds the rows that were read as one to the first of them.
#[inline(always)]
fn fold<T: Real>(sums: &mut [T], n: usize) {
    let (first, rest) = sums.split_at_mut(n);
    for row in rest.chunks_exact(n) {
        first.iter_mut().zip(row).for_each(|(s, &x)| *s = *s + x);
    }
}

/// Copies the first `n` elements over all that follow.
#[inline(always)]
fn repeat<T: Real>(line: &mut [T], n: usize) {
    let (first, rest) = line.split_at_mut(n);
    rest.chunks_exact_mut(n).for_each(|row| row.copy_from_slice(first));
}

struct Normalize<'a, T> {
    x: &'a [T],
    mean: &'a [T],
    slope: &'a [T],
    offset: &'a [T],
}

impl<T: Real> Kernel for Normalize<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let wide = self.mean.len();
        for (y, x) in out.chunks_mut(wide).zip(self.x.chunks(wide)) {
            let columns = self.mean.iter().zip(self.slope).zip(self.offset);
            let numbers = y.iter_mut().zip(x).zip(columns);
            numbers.for_each(|((y, &x), ((&m, &slope), &offset))| *y = (x - m) * slope + offset);
        }
    }
}

/// The sums of `g (x - m)`, and behind them those of `g`, for each column.
struct Sums<'a, T> {
    g: &'a [T],
    x: &'a [T],
    mean: &'a [T],
    columns: usize,
}

impl<'o, T: Real> Kernel for Sums<'o, T> {
    /// The sums; and room for those of some rows, each as many as are read as one.
    type Out = (&'o mut [f64], [Vec<T>; 2]);
    #[inline(always)]
    fn run<A: Target>(&self, (out, [distances, ones]): &mut Self::Out) {
        let (n, wide) = (self.columns, self.mean.len());
        let block = (BLOCK / wide).max(1) * wide;
        for (g, x) in self.g.chunks(block).zip(self.x.chunks(block)) {
            distances.fill(T::ZERO);
            ones.fill(T::ZERO);
            for (g, x) in g.chunks(wide).zip(x.chunks(wide)) {
                let sums = distances.iter_mut().zip(ones.iter_mut()).zip(self.mean);
                for (((distance, one), &m), (&g, &x)) in sums.zip(g.iter().zip(x)) {
                    *distance = *distance + g * (x - m);
                    *one = *one + g;
                }
            }
            fold(distances, n);
            fold(ones, n);
            let found = distances[..n].iter().chain(&ones[..n]);
            out.iter_mut().zip(found).for_each(|(sum, x)| *sum += x.f64());
        }
    }
}

/// `g` times the first line, `x - m` times the second, and the third.
struct Spread<'a, T> {
    g: &'a [T],
    x: &'a [T],
    mean: &'a [T],
    lines: [&'a [T]; 3],
}

impl<T: Real> Kernel for Spread<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let wide = self.mean.len();
        let [rate, slope, shift] = self.lines;
        for ((dx, g), x) in out.chunks_mut(wide).zip(self.g.chunks(wide)).zip(self.x.chunks(wide)) {
            let columns = self.mean.iter().zip(rate).zip(slope.iter().zip(shift));
            for ((dx, (&g, &x)), ((&m, &a), (&b, &c))) in dx.iter_mut().zip(g.iter().zip(x)).zip(columns) {
                *dx = g * a + (x - m) * b + c;
            }
        }
    }
}
