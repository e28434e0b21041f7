//! [`Product`] for panels of `f32` on processors with AVX-512, whole or half: 8 rows of 32 channels are 16 registers of
//! sums.
//!
//! LLVM does not keep that many in registers by itself; of more it loses some. Sums are added up in the order of
//! [`Product::run`], with the same fused operations, so that the results are the same to the last bit.

use super::Real;
use super::product::Product;

/// Adds a product to `out` if this processor and the product's sizes allow; says whether it did.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn add_to<T: Real>(_: &Product<T>, _: &mut [T]) -> bool {
    false
}

#[cfg(target_arch = "x86_64")]
pub(super) use registers::add_to;

#[cfg(target_arch = "x86_64")]
mod registers {
    use std::arch::x86_64::{
        __m512, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
    };

    use super::{Product, Real};
    use crate::kernels::conv::panels::PANEL;
    use crate::kernels::math::isa::Isa;

    /// Numbers in a register.
    const LANES: usize = PANEL / 2;

    /// Adds a product to `out` if this processor and the product's sizes allow; says whether it did.
    pub fn add_to<T: Real>(product: &Product<T>, out: &mut [T]) -> bool {
        let run = match product.channels {
            PANEL => panel::<8, 3, PANEL>,
            LANES => panel::<12, 4, LANES>,
            _ => return false,
        };
        let (Some(x), Some(factors), Some(out)) = (single(product.x), single(product.factors), single_mut(out)) else {
            return false;
        };
        if Isa::current() != Isa::Avx512 {
            return false;
        }
        let Product { rows, terms, channels, step, from_zero, .. } = *product;
        // SAFETY: the processor has AVX-512.
        unsafe { run(&Product { x, rows, terms, factors, channels, step, from_zero }, out) };
        true
    }

    fn single<T: Real>(x: &[T]) -> Option<&[f32]> {
        // SAFETY: the very same type.
        (size_of::<T>() == 4).then(|| unsafe { std::slice::from_raw_parts(x.as_ptr().cast(), x.len()) })
    }

    fn single_mut<T: Real>(x: &mut [T]) -> Option<&mut [f32]> {
        // SAFETY: the very same type.
        (size_of::<T>() == 4).then(|| unsafe { std::slice::from_raw_parts_mut(x.as_mut_ptr().cast(), x.len()) })
    }

    /// Some rows at a time, then fewer of those that are left, then one.
    #[target_feature(enable = "avx512f")]
    fn panel<const MANY: usize, const FEW: usize, const WIDTH: usize>(product: &Product<f32>, out: &mut [f32]) {
        let (many, rest) = product.rows.as_chunks::<MANY>();
        let (few, last) = rest.as_chunks::<FEW>();
        let mut out = out.chunks_mut(product.step);
        for rows in many {
            block::<MANY, WIDTH>(product, rows, &mut out);
        }
        for rows in few {
            block::<FEW, WIDTH>(product, rows, &mut out);
        }
        for &row in last {
            block::<1, WIDTH>(product, &[row], &mut out);
        }
    }

    /// `P` rows, added to the next that `out` gives.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn block<'o, const P: usize, const WIDTH: usize>(
        product: &Product<f32>,
        rows: &[usize; P],
        out: &mut impl Iterator<Item = &'o mut [f32]>,
    ) {
        let (mut low, mut high) = ([_mm512_setzero_ps(); P], [_mm512_setzero_ps(); P]);
        let results: [Option<&mut [f32; WIDTH]>; P] =
            std::array::from_fn(|_| out.next().and_then(|out| out.first_chunk_mut::<WIDTH>()));
        if !product.from_zero {
            for (j, line) in results.iter().enumerate() {
                if let Some(line) = line {
                    low[j] = load(&line[..LANES]);
                    high[j] = if WIDTH == PANEL { load(&line[WIDTH - LANES..]) } else { high[j] };
                }
            }
        }
        let (lines, _) = product.factors.as_chunks::<WIDTH>();
        for (&term, line) in product.terms.iter().zip(lines) {
            // SAFETY: a line has one register, or two.
            let [first, second] =
                unsafe { [_mm512_loadu_ps(line.as_ptr()), _mm512_loadu_ps(line.as_ptr().add(WIDTH - LANES))] };
            for j in 0..P {
                // SAFETY: `Product::new` has checked that a row and a term stay inside `x`.
                let x = _mm512_set1_ps(unsafe { *product.x.get_unchecked(rows[j] + term) });
                low[j] = _mm512_fmadd_ps(x, first, low[j]);
                if WIDTH == PANEL {
                    high[j] = _mm512_fmadd_ps(x, second, high[j]);
                }
            }
        }
        for (j, line) in results.into_iter().enumerate() {
            let Some(line) = line else {
                return;
            };
            store(product, low[j], &mut line[..LANES]);
            if WIDTH == PANEL {
                store(product, high[j], &mut line[LANES..]);
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(line: &[f32]) -> __m512 {
        assert!(line.len() == LANES);
        // SAFETY: that many.
        unsafe { _mm512_loadu_ps(line.as_ptr()) }
    }

    /// Writes the sums that are in a register, or adds them.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(product: &Product<f32>, sums: __m512, line: &mut [f32]) {
        let sums = if product.from_zero { _mm512_add_ps(sums, load(line)) } else { sums };
        assert!(line.len() == LANES);
        // SAFETY: that many.
        unsafe { _mm512_storeu_ps(line.as_mut_ptr(), sums) };
    }
}
