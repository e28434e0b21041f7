//! Casts of `f32` and `f64` to integers, with vector instructions.
//!
//! What an integer cannot hold is what TensorFlow makes of it on x86-64: see [`small`] for integers of 8 and 16 bits; the
//! others have the answers of [`Element::cast_from`].

use std::marker::PhantomData;

use super::{Loop, slices};
use crate::dtype::{DType, Element};
use crate::kernels::math::isa::{Kernel, Target, dispatch};

/// The loop for a dtype of integers.
pub(super) fn to_integer<F: Truncate>(to: DType) -> Option<Loop> {
    match to {
        DType::Int8 => Some(small::<F, i8>),
        DType::UInt8 => Some(small::<F, u8>),
        DType::Int16 => Some(small::<F, i16>),
        DType::UInt16 => Some(small::<F, u16>),
        DType::Int32 => Some(truncated::<F, i32>),
        _ => crate::with_dtype!(to, T: int => Some(lengthened::<F, T>), else None),
    }
}

/// Whether casts of floats to a dtype end at the bounds of the integer.
pub(super) fn is_small(to: DType) -> bool {
    [DType::Int8, DType::UInt8, DType::Int16, DType::UInt16].contains(&to)
}

/// A float that is truncated to an integer.
pub(super) trait Truncate: Element {
    /// `i32::MIN`.
    const LEAST: Self;
    /// How many elements TensorFlow's vectors convert at once.
    const AT_ONCE: usize;
    /// Whether the integer has 32 bits.
    fn fits(self) -> bool;
    /// The integer below in magnitude.
    ///
    /// # Safety
    /// The number [`fits`](Truncate::fits), or is [`LEAST`](Truncate::LEAST).
    unsafe fn truncate(self) -> i32;
}

macro_rules! truncate {
    ($($t:ty, $at_once:literal;)*) => {$(
        impl Truncate for $t {
            const LEAST: $t = -2_147_483_648.0;
            const AT_ONCE: usize = $at_once;
            #[inline(always)]
            fn fits(self) -> bool {
                self.abs() < -<$t>::LEAST
            }
            #[inline(always)]
            unsafe fn truncate(self) -> i32 {
                // SAFETY: the caller's promise. What saturates (`as`) has no vector instruction.
                unsafe { self.to_int_unchecked() }
            }
        }
    )*};
}
truncate!(f32, 32; f64, 16;);

/// An integer of less than 32 bits.
trait Small: Element {
    fn saturated(x: i32) -> Self;
}

macro_rules! small {
    ($($t:ty)*) => {$(
        impl Small for $t {
            #[inline(always)]
            fn saturated(x: i32) -> $t { x.clamp(<$t>::MIN as i32, <$t>::MAX as i32) as $t }
        }
    )*};
}
small!(i8 u8 i16 u16);

/// To integers of less than 32 bits, as TensorFlow's vectors do it: they end at the bounds of the integer; what is left over
/// of the last vector is cut to length.
///
/// # Safety
/// As for [`Loop`], with elements `F` and `T`.
unsafe fn small<F: Truncate, T: Small>(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller's promise.
    let (from, to) = unsafe { slices::<F, T>(from, to, n) };
    let (from, left) = from.split_at(n - n % F::AT_ONCE);
    let (to, rest) = to.split_at_mut(from.len());
    dispatch(&Saturated(from, PhantomData), to);
    dispatch(&Truncated(left, PhantomData), rest);
}

struct Saturated<'a, F, T>(&'a [F], PhantomData<T>);

impl<F: Truncate, T: Small> Kernel for Saturated<'_, F, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        for (o, &x) in out.iter_mut().zip(self.0) {
            let x = if x.fits() { x } else { F::LEAST };
            // SAFETY: it fits, or is the least.
            *o = T::saturated(unsafe { x.truncate() });
        }
    }
}

/// To integers of at most 32 bits (not `u32`, which holds more than those).
///
/// # Safety
/// As for [`Loop`], with elements `F` and `T`.
unsafe fn truncated<F: Truncate, T: Element>(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller's promise.
    let (from, to) = unsafe { slices::<F, T>(from, to, n) };
    dispatch(&Truncated(from, PhantomData), to);
}

struct Truncated<'a, F, T>(&'a [F], PhantomData<T>);

impl<F: Truncate, T: Element> Kernel for Truncated<'_, F, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        for (o, &x) in out.iter_mut().zip(self.0) {
            let x = if x.fits() { x } else { F::LEAST };
            // SAFETY: it fits, or is the least.
            *o = T::cast_from(unsafe { x.truncate() });
        }
    }
}

/// Elements that are truncated in one go on the way to longer integers.
pub(super) const BLOCK: usize = 1024;

/// To longer integers by way of 32 bits, for which there are vector instructions; blocks with larger numbers, or NaN, one by
/// one.
///
/// # Safety
/// As for [`Loop`], with elements `F` and `T`.
unsafe fn lengthened<F: Truncate, T: Element>(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller's promise.
    let (from, to) = unsafe { slices::<F, T>(from, to, n) };
    let mut narrow = Narrow { block: [0; BLOCK], fits: false };
    for (from, to) in from.chunks(BLOCK).zip(to.chunks_mut(BLOCK)) {
        dispatch(&Narrowed(from), &mut narrow);
        if narrow.fits {
            to.iter_mut().zip(&narrow.block).for_each(|(t, &s)| *t = T::cast_from(s));
        } else {
            to.iter_mut().zip(from).for_each(|(t, &s)| *t = T::cast_from(s));
        }
    }
}

/// What [`Narrowed`] writes: the integers if all fit, and whether they do.
struct Narrow {
    block: [i32; BLOCK],
    fits: bool,
}

struct Narrowed<'a, F>(&'a [F]);

impl<F: Truncate> Kernel for Narrowed<'_, F> {
    type Out = Narrow;
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut Narrow) {
        // No early exit: the loop is to be vectorised.
        out.fits = self.0.iter().fold(0, |bad, x| bad | u32::from(!x.fits())) == 0;
        if out.fits {
            for (o, &x) in out.block.iter_mut().zip(self.0) {
                // SAFETY: all of them fit.
                *o = unsafe { x.truncate() };
            }
        }
    }
}
