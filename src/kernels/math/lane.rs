//! [`Lane`]: what stands behind every [`Float`]: a plain number that knows the instruction set of the code around it.
//!
//! Invariant: a `Lane` is its number, bit for bit; all methods are inlined into the loop that holds it.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::float::Float;
use super::isa::Target;
use super::native::Native;

/// An `f32` or `f64` in code compiled for the instruction set `A`.
#[repr(transparent)]
pub struct Lane<T, A>(T, PhantomData<A>);

impl<T: Native, A: Target> Float for Lane<T, A> {
    type Native = T;
    type Wide = Lane<f64, A>;
    const FMA: bool = A::FMA;
    const EXACT: bool = A::EXACT;

    #[inline(always)]
    fn new(x: T) -> Self {
        Lane(x, PhantomData)
    }
    #[inline(always)]
    fn get(self) -> T {
        self.0
    }
    #[inline(always)]
    fn widen(self) -> Self::Wide {
        Lane(self.0.f64(), PhantomData)
    }
    #[inline(always)]
    fn narrow(x: Self::Wide) -> Self {
        Self::of(x.0)
    }
}

/// Copies, text and comparisons of a number that wraps one: those of what is inside.
macro_rules! as_inside {
    ($Number:ident, $Bound:ident) => {
        impl<T: Copy, A> Clone for $Number<T, A> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T: Copy, A> Copy for $Number<T, A> {}

        impl<T: Debug, A> Debug for $Number<T, A> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<T: $Bound, A> PartialEq for $Number<T, A> {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        // The comparisons are spelt out: those that the language derives go through `partial_cmp` and do not vectorise.
        impl<T: $Bound, A> PartialOrd for $Number<T, A> {
            #[inline(always)]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.0.partial_cmp(&other.0)
            }
            #[inline(always)]
            fn lt(&self, other: &Self) -> bool {
                self.0 < other.0
            }
            #[inline(always)]
            fn le(&self, other: &Self) -> bool {
                self.0 <= other.0
            }
            #[inline(always)]
            fn gt(&self, other: &Self) -> bool {
                self.0 > other.0
            }
            #[inline(always)]
            fn ge(&self, other: &Self) -> bool {
                self.0 >= other.0
            }
        }
    };
}
pub(super) use as_inside;

as_inside!(Lane, Native);

macro_rules! operator {
    ($Trait:ident, $method:ident) => {
        impl<T: Native, A: Target> $Trait for Lane<T, A> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self::new(self.0.$method(other.0))
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<T: Native, A: Target> Neg for Lane<T, A> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.0)
    }
}
