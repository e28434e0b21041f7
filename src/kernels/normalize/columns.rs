//! Columns normalized: statistics run down the rows of a row-major matrix.
//!
//! Narrow matrices are read several rows at a time as one long row.

use super::{BLOCK, Given, Statistics, Wanted, down, rows_of_part, total};
use crate::error::Result;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::softmax::Real;
use crate::kernels::tasks::for_each_task;
use crate::memory::{try_collect, try_vec};

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
    down::moments(x, 0, mean, variance)?;
    let statistics = Statistics { mean, variance, epsilon };
    let slope = try_collect(scale.iter().enumerate().map(|(j, &scale)| statistics.rate(j) * scale))?;
    let (slope, offset, mean) = (widened(&slope)?, widened(offset)?, widened(mean)?);
    let part = rows_of_part(x.len() / n, n) * n;
    for_each_task(y.chunks_mut(part).zip(x.chunks(part)), Grain::NORMALIZED.shares(x.len()), |_, (y, x)| {
        dispatch(&Normalize { x, mean: &mean, slope: &slope, offset: &offset }, y);
    })
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

/// Adds the rows that were read as one to the first of them.
#[inline(always)]
fn fold<T: Real>(sums: &mut [T], n: usize) {
    let (first, rest) = sums.split_at_mut(n);
    for row in rest.chunks_exact(n) {
        first.iter_mut().zip(row).for_each(|(s, &x)| *s = *s + x);
    }
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
