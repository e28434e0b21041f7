//! Reductions over any set of axes, at memory speed.
//!
//! Axes are merged, then one of three loops runs: over contiguous lines (sums are pairwise, so that the error grows with
//! the logarithm of the length), down columns (row added to row), or a mixture of the two walked plane by plane.

use crate::array::Array;
use crate::dtype::Element;
use crate::error::Result;
use crate::shape::AxisSet;
use crate::shape::Shape;

/// How elements combine.
pub trait Reducer<T> {
    /// The value for no elements.
    const EMPTY: T;
    /// Combines two partial results.
    fn join(a: T, b: T) -> T;
}

/// Reduces `axes` of `x`; the output has the remaining axes.
pub fn reduce<T: Element, R: Reducer<T>>(x: &Array, axes: AxisSet) -> Result<Array> {
    let kept = x.shape().reduced(&axes, false);
    // Reduced axes last, so that every output element is one contiguous line; or, where the kept axes already come last,
    // every output row is a sum of rows.
    let order = |first_reduced: bool| -> Vec<usize> {
        let (reduced, kept): (Vec<usize>, Vec<usize>) = (0..x.shape().rank()).partition(|&i| axes.contains(i));
        if first_reduced { [reduced, kept].concat() } else { [kept, reduced].concat() }
    };
    let n = kept.elements();
    let lines = x.elements().checked_div(n).unwrap_or(0);
    let mut out = Array::scratch_of::<T>(kept)?;
    if !out.is_empty() {
        let by_columns = n > 1 && lines > 0 && x.permute(&order(true)).is_contiguous();
        let x = x.permute(&order(by_columns)).contiguous();
        if by_columns {
            columns::<T, R>(x.slice(), n, out.slice_mut());
        } else {
            let x = x.slice::<T>();
            out.slice_mut::<T>().iter_mut().enumerate().for_each(|(i, o)| *o = line::<T, R>(&x[i * lines..(i + 1) * lines]));
        }
    }
    Ok(out)
}

impl Array {
    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements() == 0
    }
}

/// Reduces one line: eight running values over blocks of 128, blocks joined in pairs.
pub fn line<T: Copy, R: Reducer<T>>(x: &[T]) -> T {
    const BLOCK: usize = 128;
    if x.len() > BLOCK {
        let half = (x.len() / 2).next_multiple_of(BLOCK).min(x.len());
        return R::join(line::<T, R>(&x[..half]), line::<T, R>(&x[half..]));
    }
    let mut lanes = [R::EMPTY; 8];
    let chunks = x.chunks_exact(8);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &v) in lanes.iter_mut().zip(chunk) {
            *lane = R::join(*lane, v);
        }
    }
    for (lane, &v) in lanes.iter_mut().zip(rest) {
        *lane = R::join(*lane, v);
    }
    let quad: [T; 4] = std::array::from_fn(|i| R::join(lanes[i], lanes[i + 4]));
    R::join(R::join(quad[0], quad[2]), R::join(quad[1], quad[3]))
}

/// `out[j] = join over i of x[i, j]`, blocks of rows joined in pairs.
fn columns<T: Element, R: Reducer<T>>(x: &[T], n: usize, out: &mut [T]) {
    const ROWS: usize = 64;
    let rows = x.len() / n;
    if rows > ROWS {
        let half = (rows / 2).next_multiple_of(ROWS).min(rows);
        columns::<T, R>(&x[..half * n], n, out);
        let mut second = vec![R::EMPTY; n];
        columns::<T, R>(&x[half * n..], n, &mut second);
        out.iter_mut().zip(&second).for_each(|(o, &s)| *o = R::join(*o, s));
        return;
    }
    out.fill(R::EMPTY);
    for row in x.chunks_exact(n) {
        out.iter_mut().zip(row).for_each(|(o, &v)| *o = R::join(*o, v));
    }
}

/// The axes that broadcasting added or stretched when `from` became `to`, as axes of `to`.
pub fn broadcast_axes(from: &[usize], to: &Shape) -> AxisSet {
    let mut axes = AxisSet::default();
    let skip = to.rank() - from.len();
    for i in 0..to.rank() {
        if i < skip || (from[i - skip] == 1 && to[i] != 1) {
            axes.insert(i);
        }
    }
    axes
}
