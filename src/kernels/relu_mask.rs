//! Which elements of an array are positive, as one bit for each: what a gradient of `relu` needs, in a thirty-second of
//! the memory of a `f32`.
//!
//! The bits of element `i` lie in word `i / 32`, the lowest first. Words are `f32`s that are never read as numbers.

use std::marker::PhantomData;

use super::parallel;
use crate::dtype::Element;
use crate::error::Result;
use crate::kernels::math::Native;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel::Grain;
use crate::kernels::tasks::for_each_task;

/// Elements whose bits share a word.
pub const PER_WORD: usize = 32;

/// An element type of these kernels.
pub trait Signed: Native + Element + PartialOrd {}

impl Signed for f32 {}
impl Signed for f64 {}

/// How many of `n` elements a thread takes at a time.
fn share(n: usize) -> usize {
    Grain::ELEMENTS.size(n).next_multiple_of(PER_WORD)
}

/// `y = max(x, 0)` (NaN stays NaN), and the bits of the elements that are positive; long arrays on several threads.
///
/// Errors: as [`parallel::for_each`].
pub fn rectify<T: Signed>(x: &[T], y: &mut [T], signs: &mut [f32]) -> Result<()> {
    let size = share(x.len()).max(PER_WORD);
    let outputs = y.chunks_mut(size).zip(signs.chunks_mut(size / PER_WORD));
    for_each_task(x.chunks(size).zip(outputs), Grain::ELEMENTS.shares(x.len()), |_, (x, (y, signs))| {
        dispatch(&Rectify { x, out: PhantomData }, &mut Rectified { y, signs });
    })
}

/// `dx = g` where the bit is set, else 0 times `g`, so NaN of what is not finite; long arrays on several threads.
///
/// Errors: as [`parallel::for_each`].
pub fn masked<T: Signed>(g: &[T], signs: &[f32], dx: &mut [T]) -> Result<()> {
    parallel::for_each_chunk(dx, share(g.len()), |start, dx| {
        dispatch(&Masked { g: &g[start..], signs: &signs[start / PER_WORD..] }, dx);
    })
}

/// As [`masked`], over `g`.
///
/// Errors: as [`parallel::for_each`].
pub fn mask<T: Signed>(g: &mut [T], signs: &[f32]) -> Result<()> {
    let size = share(g.len());
    parallel::for_each_chunk(g, size, |start, g| {
        dispatch(&Mask { signs: &signs[start / PER_WORD..], of: PhantomData }, g);
    })
}

struct Rectify<'x, 'y, T> {
    x: &'x [T],
    out: PhantomData<&'y mut T>,
}

struct Rectified<'y, T> {
    y: &'y mut [T],
    signs: &'y mut [f32],
}

impl<'y, T: Signed> Kernel for Rectify<'_, 'y, T> {
    type Out = Rectified<'y, T>;
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut Rectified<'y, T>) {
        let zero = T::default();
        for ((x, y), word) in self.x.chunks(PER_WORD).zip(out.y.chunks_mut(PER_WORD)).zip(out.signs.iter_mut()) {
            let mut bits = 0u32;
            for (i, (&x, y)) in x.iter().zip(y).enumerate() {
                *y = if x < zero { zero } else { x };
                bits |= u32::from(x > zero) << i;
            }
            *word = f32::from_bits(bits);
        }
    }
}

/// 1 where bit `i` is set, else 0.
#[inline(always)]
fn bit<T: Signed>(bits: u32, i: usize) -> T {
    if bits >> i & 1 == 1 { T::of(1.0) } else { T::default() }
}

struct Masked<'a, T> {
    g: &'a [T],
    signs: &'a [f32],
}

impl<T: Signed> Kernel for Masked<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, dx: &mut [T]) {
        for ((g, dx), word) in self.g.chunks(PER_WORD).zip(dx.chunks_mut(PER_WORD)).zip(self.signs) {
            let bits = word.to_bits();
            for (i, (&g, dx)) in g.iter().zip(dx).enumerate() {
                *dx = g * bit::<T>(bits, i);
            }
        }
    }
}

struct Mask<'a, T> {
    signs: &'a [f32],
    of: PhantomData<fn(T)>,
}

impl<T: Signed> Kernel for Mask<'_, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, g: &mut [T]) {
        for (g, word) in g.chunks_mut(PER_WORD).zip(self.signs) {
            let bits = word.to_bits();
            for (i, g) in g.iter_mut().enumerate() {
                *g = *g * bit::<T>(bits, i);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(x: &[f32]) {
        let (mut y, mut signs, mut dx) =
            (vec![9.0; x.len()], vec![0.0; x.len().div_ceil(PER_WORD)], vec![9.0; x.len()]);
        let g: Vec<f32> = (0..x.len()).map(|i| i as f32 + 0.5).collect();
        let mut over = g.clone();
        parallel::with_threads(3, || {
            rectify(x, &mut y, &mut signs).unwrap();
            masked(&g, &signs, &mut dx).unwrap();
            mask(&mut over, &signs).unwrap();
        });
        assert_eq!(over, dx);
        for i in 0..x.len() {
            let same = y[i] == x[i].max(0.0) || (y[i].is_nan() && x[i].is_nan());
            assert!(same && dx[i] == if x[i] > 0.0 { g[i] } else { 0.0 }, "{i}: {} {} {}", x[i], y[i], dx[i]);
        }
    }

    const MANY: usize = Grain::ELEMENTS.shared;

    #[test]
    fn bits_say_what_was_positive() {
        for n in [0, 1, 31, 32, 33, 71, MANY - 1, MANY, MANY + 40_017] {
            let x = (0..n).map(|i| if i % 3 == 0 { -1.0 } else { i as f32 });
            check(&x.chain([f32::NAN, 0.0, -0.0]).take(n.max(3)).collect::<Vec<_>>());
            check(&vec![2.0; n]);
        }
    }
}
