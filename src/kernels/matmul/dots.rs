//! Scalar products of contiguous rows of `f32`, with sums that run side by side.

use super::Matrix;
use crate::error::Result;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::matmul::product::Ring;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;

/// Which numbers a sum is made of, and how sums are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// Sixteen sums, of every sixteenth number; the upper half of them is added to the lower one until one is left.
    Lanes,
    /// Eight sums, whose neighbours are added; then eight, four, two and one of the numbers that sixteen leave over.
    Neighbours,
}

/// Rows that are multiplied by one at a time: their sums wait for nothing but their own.
const AT_ONCE: usize = 8;

/// `out[i, j]` is the scalar product of row `i` of the left matrix and row `j` of the right one, each with its number
/// of rows, all of `k` contiguous elements.
pub(super) fn scalar_products(
    sum: Sum,
    k: usize,
    out: &mut [f32],
    (left, m): (Matrix<f32>, usize),
    (right, n): (Matrix<f32>, usize),
) -> Result<()> {
    let each = Grain::PRODUCTS.lines(out.len().saturating_mul(k), k.max(1));
    if m == 1 {
        return parallel::for_each_chunk(out, each, |at, out| {
            dispatch(&Dots { sum, k, n: out.len(), left, right: right.from(at, 0) }, out);
        });
    }
    parallel::for_each_chunk(out, each.div_ceil(n) * n, |at, out| {
        dispatch(&Dots { sum, k, n, left: left.from(at / n, 0), right }, out);
    })
}

struct Dots<'a> {
    sum: Sum,
    k: usize,
    /// Rows of `right`.
    n: usize,
    left: Matrix<'a, f32>,
    right: Matrix<'a, f32>,
}

impl Kernel for Dots<'_> {
    type Out = [f32];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [f32]) {
        match self.sum {
            Sum::Lanes => self.by(out, lanes::<A, AT_ONCE>, lanes::<A, 1>),
            Sum::Neighbours => self.by(out, neighbours::<A, AT_ONCE>, neighbours::<A, 1>),
        }
    }
}

impl Dots<'_> {
    #[inline(always)]
    fn by(
        &self,
        out: &mut [f32],
        several: impl Fn(&[f32], [&[f32]; AT_ONCE]) -> [f32; AT_ONCE],
        one: impl Fn(&[f32], [&[f32]; 1]) -> [f32; 1],
    ) {
        let (n, k) = (self.n, self.k);
        let whole = n / AT_ONCE * AT_ONCE;
        for j in (0..whole).step_by(AT_ONCE) {
            let rows = std::array::from_fn(|r| self.right.row(j + r, k));
            for (i, out) in out.chunks_exact_mut(n).enumerate() {
                out[j..j + AT_ONCE].copy_from_slice(&several(self.left.row(i, k), rows));
            }
        }
        for j in whole..n {
            for (i, out) in out.chunks_exact_mut(n).enumerate() {
                [out[j]] = one(self.left.row(i, k), [self.right.row(j, k)]);
            }
        }
    }
}

/// `L` sums of the products of `x` and each of the rows, as far as there are whole groups of `L`.
#[inline(always)]
fn running<A: Target, const R: usize, const L: usize>(x: &[f32], rows: [&[f32]; R]) -> [[f32; L]; R] {
    let x = x.as_chunks::<L>().0;
    let rows = rows.map(|row| &row.as_chunks::<L>().0[..x.len()]);
    let mut sums = [[0.0; L]; R];
    for (at, x) in x.iter().enumerate() {
        for r in 0..R {
            for l in 0..L {
                sums[r][l] = f32::multiply_add::<A>(sums[r][l], x[l], rows[r][at][l]);
            }
        }
    }
    sums
}

#[inline(always)]
fn lanes<A: Target, const R: usize>(x: &[f32], rows: [&[f32]; R]) -> [f32; R] {
    let whole = x.len() / 16 * 16;
    let mut sums = running::<A, R, 16>(&x[..whole], rows.map(|row| &row[..whole]));
    for (sums, row) in sums.iter_mut().zip(rows) {
        for (sum, (&x, &y)) in sums.iter_mut().zip(x[whole..].iter().zip(&row[whole..])) {
            *sum = f32::multiply_add::<A>(*sum, x, y);
        }
    }
    sums.map(halves)
}

#[inline(always)]
fn halves(mut sums: [f32; 16]) -> f32 {
    for half in [8, 4, 2, 1] {
        for l in 0..half {
            sums[l] += sums[l + half];
        }
    }
    sums[0]
}

#[inline(always)]
fn neighbours<A: Target, const R: usize>(x: &[f32], rows: [&[f32]; R]) -> [f32; R] {
    let whole = x.len() / 16 * 16;
    let mut sums = running::<A, R, 8>(&x[..whole], rows.map(|row| &row[..whole])).map(joined);
    for (sum, row) in sums.iter_mut().zip(rows) {
        let mut products = x[whole..].iter().zip(&row[whole..]).map(|(x, y)| x * y);
        let left = products.len();
        let mut next = |_| products.next().unwrap_or_default();
        if left & 8 > 0 {
            *sum += joined(std::array::from_fn(&mut next));
        }
        if left & 4 > 0 {
            let [a, b, c, d] = std::array::from_fn(&mut next);
            *sum += (a + b) + (c + d);
        }
        if left & 2 > 0 {
            *sum += next(0) + next(1);
        }
        if left & 1 > 0 {
            *sum += next(0);
        }
    }
    sums
}

#[inline(always)]
fn joined([a, b, c, d, e, f, g, h]: [f32; 8]) -> f32 {
    ((a + b) + (e + f)) + ((c + d) + (g + h))
}
