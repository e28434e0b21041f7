//! Exponentials of the elements of rows, and the logarithms of their sums, in TensorFlow's order.

use super::sums::sums;
use super::{Real, Rows, Scratch, copied};
use crate::error::Result;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::kernels::math::isa::{Baseline, Exact};
use crate::kernels::math::{EIGHT, Float, Lane, Map, map_in_place};

/// The exponential of each element, where `behind` more come in the whole array, whose last ones TensorFlow gives to the scalar
/// library.
pub(super) fn exponentials<T: Real>(x: &mut [T], behind: usize) -> Result<()> {
    let alone = ((x.len() + behind) % EIGHT).saturating_sub(behind);
    let from = x.len() - alone.min(x.len());
    let mut last = [T::ZERO; EIGHT];
    last[..x.len() - from].copy_from_slice(&x[from..]);
    in_chunks(x.len(), grain::COMPUTED, |chunk| map_in_place(&Exp, [None], &mut x[chunk]))?;
    x[from..].iter_mut().zip(last).for_each(|(y, x)| *y = Lane::<T, Exact>::new(x).unfused_exp().get());
    Ok(())
}

/// The sum of the exponentials of each row, of which TensorFlow gives the last ones of a row to the scalar library; where the row
/// has none, `powers` are those.
pub(super) fn sums_of_exponentials<T: Real>(columns: usize, shifted: &[T], powers: &[T]) -> Result<Scratch<T>> {
    if columns.is_multiple_of(EIGHT) {
        return sums(columns, powers);
    }
    let mut powers = copied(powers)?;
    let from = columns - columns % EIGHT;
    for (row, x) in powers.chunks_exact_mut(columns).zip(shifted.chunks_exact(columns)) {
        row[from..].iter_mut().zip(&x[from..]).for_each(|(y, &x)| *y = Lane::<T, Exact>::new(x).unfused_exp().get());
    }
    sums(columns, &powers)
}

/// The exponential of each element as the library oneDNN has it, which computes TensorFlow's softmax.
pub(super) fn exponentials_for_softmax<T: Real>(x: &mut [T]) -> Result<()> {
    in_chunks(x.len(), grain::COMPUTED, |chunk| map_in_place(&FusedExp, [None], &mut x[chunk]))
}

/// The logarithm of the sum of the exponentials of each row of a block, which `x` holds shifted; and the exponentials. From row
/// `scalar` on the scalar library is asked, as in TensorFlow.
pub(super) fn logarithms<T: Real>(
    of: Rows<T>,
    first: usize,
    mut x: Scratch<T>,
    scalar: usize,
) -> Result<(Scratch<T>, Scratch<T>)> {
    let (behind, shifted) = (of.behind(first, x.len()), copied(&x)?);
    exponentials(&mut x, behind)?;
    let mut logs = sums_of_exponentials(of.columns, &shifted, &x)?;
    for (i, sum) in logs.iter_mut().enumerate() {
        *sum = if first + i < scalar {
            Lane::<T, Baseline>::new(*sum).log().get()
        } else {
            Lane::<T, Exact>::new(*sum).log().get()
        };
    }
    Ok((x, logs))
}

struct Exp;

impl Map<1> for Exp {
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        x.unfused_exp()
    }
}

struct FusedExp;

impl Map<1> for FusedExp {
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        x.fused_exp()
    }
}
