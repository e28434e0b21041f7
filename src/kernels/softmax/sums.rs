//! Sums of the elements of rows: in the order of Eigen, and of oneDNN.

use super::{Real, Scratch, scratch};
use crate::error::Result;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::reduce::{Fold, fold_lines};

/// The sum of each row.
pub(super) fn sums<T: Real>(columns: usize, x: &[T]) -> Result<Scratch<T>> {
    let mut sums = scratch(x.len() / columns)?;
    fold_lines(x, columns, &Total, &mut sums)?;
    Ok(sums)
}

/// The sum of each row in the order of oneDNN with AVX-512: four vectors side by side, what is left over of them to the first.
pub(super) fn sums_for_softmax<T: Real>(columns: usize, x: &[T]) -> Result<Scratch<T>> {
    let mut sums = scratch(x.len() / columns)?;
    dispatch(&FourVectors { columns, x }, &mut sums);
    Ok(sums)
}

struct FourVectors<'a, T> {
    columns: usize,
    x: &'a [T],
}

impl<T: Real> Kernel for FourVectors<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        for (sum, row) in out.iter_mut().zip(self.x.chunks_exact(self.columns)) {
            *sum = four_vectors(row);
        }
    }
}

#[inline(always)]
fn four_vectors<T: Real>(row: &[T]) -> T {
    let add = |sums: &mut [T; 16], x: &[T]| sums.iter_mut().zip(x).for_each(|(sum, &x)| *sum = *sum + x);
    let mut sums = [[T::ZERO; 16]; 4];
    let (fours, rest) = row.as_chunks::<64>();
    for four in fours {
        (0..4).for_each(|i| add(&mut sums[i], &four[16 * i..16 * i + 16]));
    }
    let (vectors, rest) = rest.as_chunks::<16>();
    vectors.iter().zip(&mut sums).for_each(|(x, sums)| add(sums, x));
    add(&mut sums[0], rest);
    let [a, b, c, d] = sums;
    let sum: [T; 16] = std::array::from_fn(|l| (a[l] + b[l]) + (c[l] + d[l]));
    // Out of LLVM's sight, which would run the loops above in vectors of two for the last of these halves.
    let mut sum = std::hint::black_box(sum);
    for half in [8, 4, 2, 1] {
        (0..half).for_each(|l| sum[l] = sum[l] + sum[l + half]);
    }
    sum[0]
}

struct Total;

impl<T: Real> Fold<T> for Total {
    type Acc = T;
    const EMPTY: T = T::ZERO;
    #[inline(always)]
    fn lift<A: Target>(&self, _: usize, x: T) -> T {
        x
    }
    #[inline(always)]
    fn join(a: T, b: T) -> T {
        a + b
    }
}
