//! Both normalizations as Keras 3 composes them of operations: to the bit what TensorFlow gets then.
//!
//! With `r = 1 / sqrt(v + epsilon)` and `s = r scale`: `y = x s + (offset - m s)`; in a function, rows are `(x s - m s) + offset`.
//! The gradient goes back through that, the mean's part within the variance left out (it is 0 but for rounding). Sums of products
//! cancel where numbers lie far from 0: `super::columns` and `super::rows` are more exact.

use super::{Given, Wanted, down, rows, rows_of_part};
use crate::error::Result;
use crate::kernels::math::EIGHT;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::reduce::{fold_columns, fold_many_lines};
use crate::kernels::softmax::Real;
use crate::kernels::tasks::for_each_task;
use crate::memory::try_vec;

/// How.
#[derive(Clone, Copy, Debug)]
pub struct Composed {
    /// What is added to a variance before its root is taken.
    pub epsilon: f64,
    /// Whether by eager code: in a graph TensorFlow adds in another order.
    pub eager: bool,
    /// Whether numbers of elements are known: TensorFlow multiplies by the inverse then.
    pub knows_counts: bool,
}

impl Composed {
    fn share<T: Real>(self, sum: T, count: T) -> T {
        if self.knows_counts { sum * (T::of(1.0) / count) } else { sum / count }
    }

    /// The sum of what a gradient gets directly, through the variance and through the mean.
    #[inline(always)]
    fn total<T: Real, const ROWS: bool>(self, direct: T, spread: T, shift: T) -> T {
        match (self.eager, ROWS) {
            (true, _) => (direct + shift) + spread,
            (false, false) => (direct + spread) + shift,
            (false, true) => direct + (spread + shift),
        }
    }
}

/// What rows are made of: `f` of a number of each input, of each line (one number for a column) and of each list (one for a row).
struct Each<'a, T, F, const I: usize, const L: usize, const V: usize> {
    inputs: [&'a [T]; I],
    lines: [&'a [T]; L],
    values: [&'a [T]; V],
    columns: usize,
    f: F,
}

impl<T: Real, F: Fn([T; I], [T; L], [T; V]) -> T + Sync, const I: usize, const L: usize, const V: usize> Kernel
    for Each<'_, T, F, I, L, V>
{
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let n = self.columns;
        let lines = self.lines.map(|line| &line[..n]);
        for (i, out) in out.chunks_exact_mut(n).enumerate() {
            let inputs = self.inputs.map(|x| &x[i * n..][..n]);
            let values = self.values.map(|values| values[i]);
            for j in 0..n {
                out[j] = (self.f)(inputs.map(|x| x[j]), lines.map(|line| line[j]), values);
            }
        }
    }
}

impl<T: Real, F: Fn([T; I], [T; L], [T; V]) -> T + Sync, const I: usize, const L: usize, const V: usize>
    Each<'_, T, F, I, L, V>
{
    fn write(&self, out: &mut [T]) -> Result<()> {
        let n = self.columns;
        let (part, large) = (rows_of_part(out.len() / n, n), Grain::NORMALIZED.shares(out.len()));
        for_each_task(out.chunks_mut(part * n), large, |i, out| {
            let (from, rows) = (i * part, out.len() / n);
            let inputs = self.inputs.map(|x| &x[from * n..][..rows * n]);
            let values = self.values.map(|values| &values[from..][..rows]);
            dispatch(&Each { inputs, lines: self.lines, values, columns: n, f: &self.f }, out);
        })
    }

    fn made(&self, length: usize) -> Result<Vec<T>> {
        let mut out = try_vec(length, T::ZERO)?;
        self.write(&mut out)?;
        Ok(out)
    }
}

fn sums_down<T: Real>(x: &[T], n: usize) -> Result<Vec<T>> {
    let mut sums = try_vec(n, T::ZERO)?;
    fold_columns(x, &rows::Deviation::<T, false> { means: &[], first: 0 }, 0, &mut sums)?;
    Ok(sums)
}

fn sums_across<T: Real>(x: &[T], n: usize) -> Result<Vec<T>> {
    let mut sums = try_vec(x.len() / n, T::ZERO)?;
    fold_many_lines(x, n, &rows::Deviation::<T, false> { means: &[], first: 0 }, &mut sums)?;
    Ok(sums)
}

fn rates<T: Real>(variance: &[T], epsilon: f64) -> Result<Vec<T>> {
    let mut sums = try_vec(variance.len(), T::ZERO)?;
    sums.iter_mut().zip(variance).for_each(|(sum, &v)| *sum = v + T::of(epsilon));
    let mut rates = try_vec(variance.len(), T::ZERO)?;
    T::reciprocal_roots(&sums, &mut rates);
    Ok(rates)
}

/// The gradient of [`rates`], given that of each: in whole vectors as the one, in what is left as the other of TensorFlow's formulas.
fn slopes<T: Real>(rates: &[T], given: &[T]) -> Result<Vec<T>> {
    let (mut out, whole) = (try_vec(rates.len(), T::ZERO)?, rates.len() / EIGHT * EIGHT);
    for (i, (out, (&r, &d))) in out.iter_mut().zip(rates.iter().zip(given)).enumerate() {
        let half = T::of(-0.5);
        *out = if i < whole { half * (r * r) * (r * d) } else { half * (d * r) * (r * r) };
    }
    Ok(out)
}

/// As [`super::columns::forward`], of at least one row.
pub fn columns<T: Real>(x: &[T], scale: &[T], offset: &[T], epsilon: f64, out: [&mut [T]; 3]) -> Result<()> {
    let (n, [y, mean, variance]) = (scale.len(), out);
    down::moments(x, 0, mean, variance)?;
    let slope = line([&rates(variance, epsilon)?, scale], |[r, scale]| r * scale)?;
    let shift = line([offset, mean, &slope], |[offset, m, slope]| offset - m * slope)?;
    let f = |[x]: [T; 1], [slope, shift]: [T; 2], []: [T; 0]| x * slope + shift;
    Each { inputs: [x], lines: [&slope, &shift], values: [], columns: n, f }.write(y)
}

/// As [`super::columns::backward`], of at least one row.
pub fn columns_backward<T: Real>(
    g: Given<T>,
    x: &[T],
    [mean, variance]: [&[T]; 2],
    how: Composed,
    scale: &[T],
    wanted: Wanted<T>,
) -> Result<()> {
    let n = scale.len();
    let count = T::of((x.len() / n) as f64);
    let rates = rates(variance, how.epsilon)?;
    let ones = sums_down(g.y, n)?;
    let products =
        Each { inputs: [g.y, x], lines: [], values: [], columns: n, f: |[g, x]: [T; 2], []: [T; 0], []: [T; 0]| g * x };
    let distances = line([&ones, mean, &sums_down(&products.made(x.len())?, n)?], |[one, m, sum]| -one * m + sum)?;
    let of_rates = line([&distances, scale], |[distance, scale]| distance * scale)?;
    let dv = line([&slopes(&rates, &of_rates)?, g.variance], |[own, given]| own + given)?;
    let slope = line([&rates, scale], |[r, scale]| r * scale)?;
    let spread = line([&dv], |[dv]| T::of(2.0) * how.share(dv, count))?;
    let shift = line([&ones, &slope, g.mean], |[one, slope, given]| how.share(-one * slope + given, count))?;
    wanted.scale.copy_from_slice(&line([&distances, &rates], |[distance, r]| distance * r)?);
    wanted.offset.copy_from_slice(&ones);
    let f = |[g, x]: [T; 2], [m, slope, spread, shift]: [T; 4], []: [T; 0]| {
        how.total::<T, false>(g * slope, spread * (x - m), shift)
    };
    Each { inputs: [g.y, x], lines: [mean, &slope, &spread, &shift], values: [], columns: n, f }.write(wanted.x)
}

/// As [`super::rows::forward`], of at least one column.
pub fn rows<T: Real>(x: &[T], scale: &[T], offset: &[T], how: Composed, out: [&mut [T]; 3]) -> Result<()> {
    let (n, [y, mean, variance]) = (scale.len(), out);
    super::moments(x, [mean.len(), n, 1], mean, variance)?;
    let rates = rates(variance, how.epsilon)?;
    let f = |[x]: [T; 1], [scale, offset]: [T; 2], [m, r]: [T; 2]| {
        let slope = r * scale;
        if how.eager { x * slope + (-m * slope + offset) } else { (x * slope + -m * slope) + offset }
    };
    Each { inputs: [x], lines: [scale, offset], values: [mean, &rates], columns: n, f }.write(y)
}

/// As [`super::rows::backward`], of at least one column.
pub fn rows_backward<T: Real>(
    g: Given<T>,
    x: &[T],
    [mean, variance]: [&[T]; 2],
    how: Composed,
    scale: &[T],
    wanted: Wanted<T>,
) -> Result<()> {
    let n = scale.len();
    let count = T::of(n as f64);
    let rates = rates(variance, how.epsilon)?;
    let inputs = [g.y, x];
    let of_slopes = |f: fn(T, T, T) -> T| {
        let f = move |[g, x]: [T; 2], [scale]: [T; 1], [m, r]: [T; 2]| f(g * x + g * -m, scale, r);
        Each { inputs, lines: [scale], values: [mean, &rates], columns: n, f }.made(x.len())
    };
    wanted.offset.copy_from_slice(&sums_down(g.y, n)?);
    wanted.scale.copy_from_slice(&sums_down(&of_slopes(|d, _, r| d * r)?, n)?);
    let of_rates = sums_across(&of_slopes(|d, scale, _| d * scale)?, n)?;
    let dv = line([&slopes(&rates, &of_rates)?, g.variance], |[own, given]| own + given)?;
    let f = |[g]: [T; 1], [scale]: [T; 1], [r]: [T; 1]| g * (r * scale);
    let direct = Each { inputs: [g.y], lines: [scale], values: [&rates], columns: n, f }.made(x.len())?;
    let spread = line([&dv], |[dv]| T::of(2.0) * how.share(dv, count))?;
    let shift = line([&sums_across(&direct, n)?, g.mean], |[sum, given]| how.share(-sum + given, count))?;
    let f = |[direct, x]: [T; 2], []: [T; 0], [m, spread, shift]: [T; 3]| {
        how.total::<T, true>(direct, spread * (x - m), shift)
    };
    Each { inputs: [&direct, x], lines: [], values: [mean, &spread, &shift], columns: n, f }.write(wanted.x)
}

/// `f` of numbers of the same place.
fn line<T: Real, const N: usize>(given: [&[T]; N], f: impl Fn([T; N]) -> T) -> Result<Vec<T>> {
    let mut out = try_vec(given[0].len(), T::ZERO)?;
    out.iter_mut().enumerate().for_each(|(i, out)| *out = f(given.map(|given| given[i])));
    Ok(out)
}
