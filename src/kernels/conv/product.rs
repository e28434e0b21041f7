//! The loop that convolutions by plain loops spend their time in: a matrix product whose left factor is given by offsets
//! into one slice, `x[rows[j] + terms[t]]`. A block of the result stays in registers while the loop runs over the terms.
//!
//! [`Product::run`] is for any channels and instruction set, and what it adds specifies [`wide`], which has its registers
//! spelled out.

use std::any::TypeId;

use super::{Real, wide};
use crate::kernels::math::isa::{Avx512, Kernel, Target, dispatch};

/// Channels in one vector variable of a block: one register of AVX-512, two of AVX2.
const LANES: usize = 16;
/// Rows of a block.
const ROWS: usize = 6;

/// `out[j][c] += sum over t of x[rows[j] + terms[t]] * factors[t][c]`, with `channels` values of `c`. Rows of the output are
/// `step` apart. The sum runs term by term: from what is in `out`, or from zero and what is in `out` is added last.
pub(super) struct Product<'a, T> {
    pub(super) x: &'a [T],
    pub(super) rows: &'a [usize],
    pub(super) terms: &'a [usize],
    pub(super) factors: &'a [T],
    pub(super) channels: usize,
    pub(super) step: usize,
    pub(super) from_zero: bool,
}

impl<'a, T: Real> Product<'a, T> {
    /// Checks that every element lies in its slice: what the blocks rely on.
    pub(super) fn new(
        x: &'a [T],
        [rows, terms]: [&'a [usize]; 2],
        factors: &'a [T],
        channels: usize,
        step: usize,
    ) -> Self {
        let last = |offsets: &[usize]| offsets.iter().copied().max();
        if let (Some(row), Some(term)) = (last(rows), last(terms)) {
            assert!(row + term < x.len(), "a window leaves its padded image");
        }
        assert_eq!(factors.len(), terms.len() * channels, "a row of factors for each term");
        assert!(channels <= step, "rows of the output do not overlap");
        Self { x, rows, terms, factors, channels, step, from_zero: false }
    }

    /// The same with sums that start from zero.
    pub(super) fn starting_from_zero(self) -> Self {
        Self { from_zero: true, ..self }
    }

    /// Adds to `out`, from its first column on.
    pub(super) fn add_to(&self, out: &mut [T]) {
        if !wide::add_to(self, out) {
            dispatch(self, out);
        }
    }
}

impl<T: Real> Kernel for Product<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        let mut channel = 0;
        while TypeId::of::<A>() == TypeId::of::<Avx512>() && channel + 2 * LANES <= self.channels {
            self.columns::<A, 2, LANES>(channel, out);
            channel += 2 * LANES;
        }
        while channel + LANES <= self.channels {
            self.columns::<A, 1, LANES>(channel, out);
            channel += LANES;
        }
        while channel + 4 <= self.channels {
            self.columns::<A, 1, 4>(channel, out);
            channel += 4;
        }
        (channel..self.channels).for_each(|channel| self.columns::<A, 1, 1>(channel, out));
    }
}

impl<T: Real> Product<'_, T> {
    /// `H * W` channels of all rows.
    #[inline(always)]
    fn columns<A: Target, const H: usize, const W: usize>(&self, channel: usize, out: &mut [T]) {
        let (blocks, rest) = self.rows.as_chunks::<ROWS>();
        let (pairs, last) = rest.as_chunks::<2>();
        let mut out = out.chunks_mut(self.step);
        blocks.iter().for_each(|rows| self.block::<A, ROWS, H, W>(rows, channel, &mut out));
        pairs.iter().for_each(|rows| self.block::<A, 2, H, W>(rows, channel, &mut out));
        last.iter().for_each(|&row| self.block::<A, 1, H, W>(&[row], channel, &mut out));
    }

    /// `P` rows, for the next that `out` gives. The sums of `H = 2` vectors are two variables, not an array of two:
    /// LLVM keeps those in registers.
    #[inline(always)]
    fn block<'o, A: Target, const P: usize, const H: usize, const W: usize>(
        &self,
        rows: &[usize; P],
        channel: usize,
        out: &mut impl Iterator<Item = &'o mut [T]>,
    ) where
        T: 'o,
    {
        let mut lines: [Option<&mut [T]>; P] = std::array::from_fn(|_| out.next());
        let start = |line: &Option<&mut [T]>, channel: usize| {
            let old = line.as_ref().and_then(|line| line[channel..].first_chunk::<W>().copied());
            if self.from_zero { [T::zero(); W] } else { old.unwrap_or([T::zero(); W]) }
        };
        let mut low: [[T; W]; P] = std::array::from_fn(|p| start(&lines[p], channel));
        let mut high = [[T::zero(); W]; P];
        if H == 2 {
            high = std::array::from_fn(|p| start(&lines[p], channel + W));
        }
        for (t, &term) in self.terms.iter().enumerate() {
            // SAFETY: `new` has checked that a row and a term stay inside `x`.
            let x: [T; P] = unsafe { rows.map(|row| *self.x.get_unchecked(row + term)) };
            // SAFETY: `new` has checked that there are `channels` factors for each term, and `run` asks for no more
            // than those.
            let factors = |h: usize| unsafe {
                let first = t * self.channels + channel + h * W;
                &*self.factors.as_ptr().add(first).cast::<[T; W]>()
            };
            add_products::<T, A, P, W>(&mut low, x, factors(0));
            if H == 2 {
                add_products::<T, A, P, W>(&mut high, x, factors(1));
            }
        }
        for ((low, high), out) in low.iter().zip(&high).zip(lines.iter_mut().flatten()) {
            self.store(low, &mut out[channel..]);
            if H == 2 {
                self.store(high, &mut out[channel + W..]);
            }
        }
    }

    #[inline(always)]
    fn store<const W: usize>(&self, sums: &[T; W], out: &mut [T]) {
        if let Some(out) = out.first_chunk_mut::<W>() {
            (0..W).for_each(|i| out[i] = if self.from_zero { out[i] + sums[i] } else { sums[i] });
        }
    }
}

#[inline(always)]
fn add_products<T: Real, A: Target, const P: usize, const W: usize>(
    sums: &mut [[T; W]; P],
    x: [T; P],
    factors: &[T; W],
) {
    for p in 0..P {
        for i in 0..W {
            let product = if A::FMA { x[p].mul_add(factors[i], sums[p][i]) } else { x[p] * factors[i] + sums[p][i] };
            sums[p][i] = product;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Offsets that repeat and go back and forth; numbers whose order of summation shows.
    fn check(rows: usize, terms: usize, channels: usize) {
        let x: Vec<f32> = (0..500).map(|i| (i as f32 * 0.37).sin()).collect();
        let offsets = |n: usize, factor: usize| (0..n).map(|i| i * factor % 250).collect::<Vec<_>>();
        let (rows, terms) = (offsets(rows, 17), offsets(terms, 7));
        let factors: Vec<f32> = (0..terms.len() * channels).map(|i| (i as f32 * 0.11).cos()).collect();
        let step = channels + 3;
        let product = Product::new(&x, [&rows, &terms], &factors, channels, step);
        let mut plain: Vec<f32> = (0..rows.len() * step).map(|i| i as f32).collect();
        let mut got = plain.clone();
        dispatch(&product, &mut plain);
        product.add_to(&mut got);
        assert_eq!(got, plain, "{} x {} x {channels}", rows.len(), terms.len());
        for (j, &row) in rows.iter().enumerate() {
            let c = channels - 1;
            let sum: f64 =
                (0..terms.len()).map(|t| f64::from(x[row + terms[t]]) * f64::from(factors[t * channels + c])).sum();
            assert!((f64::from(got[j * step + c]) - (j * step + c) as f64 - sum).abs() < 1e-2);
            assert_eq!(got[j * step + channels], (j * step + channels) as f32, "nothing else is written");
        }
    }

    #[test]
    fn spelled_out_registers_hold_what_the_plain_loop_adds() {
        for channels in [1, 5, 16, 21, 32] {
            for (rows, terms) in [(0, 3), (1, 0), (1, 1), (7, 9), (12, 2), (31, 40)] {
                check(rows, terms, channels);
            }
        }
    }
}
