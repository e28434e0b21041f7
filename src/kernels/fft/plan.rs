//! Plans: what transforms of one length share. Those of recent lengths are kept, for all threads.

use std::sync::{Arc, Mutex, PoisonError};

use num_complex::{Complex, Complex32, Complex64};
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};

use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::memory::try_with_capacity;

/// Plans of each kind that are kept, and the numbers that they transform together.
const KEPT: usize = 32;
const KEPT_NUMBERS: usize = 1 << 20;
/// Numbers that a plan takes at most, and while it is made: a length with a large prime factor is done by a transform of
/// up to four times its length.
fn room(n: usize) -> usize {
    let rest = [2, 3, 5, 7, 11].into_iter().fold(n, |mut rest, prime| {
        while rest > 0 && rest.is_multiple_of(prime) {
            rest /= prime;
        }
        rest
    });
    n.saturating_mul(if rest == 1 { 4 } else { 16 })
}

/// `f32` or `f64`, with the complex numbers made of it.
pub(super) trait Precision: FftNum + Element {
    const COMPLEX: DType;
    /// The elements of a contiguous complex array.
    fn numbers(x: &Array) -> &[Complex<Self>];
    /// As [`Precision::numbers`], to write to.
    fn numbers_mut(x: &mut Array) -> &mut [Complex<Self>];
    fn plans() -> &'static Plans<Self>;
    /// `1 / n`.
    fn one_part(n: usize) -> Self;
    fn number(x: Complex64) -> Complex<Self>;
}

impl Precision for f32 {
    const COMPLEX: DType = DType::Complex64;
    fn numbers(x: &Array) -> &[Complex32] {
        x.slice()
    }
    fn numbers_mut(x: &mut Array) -> &mut [Complex32] {
        x.slice_mut()
    }
    fn plans() -> &'static Plans<f32> {
        static PLANS: Plans<f32> = Plans::new();
        &PLANS
    }
    fn one_part(n: usize) -> f32 {
        (1.0 / n as f64) as f32
    }
    fn number(x: Complex64) -> Complex32 {
        Complex32::new(x.re as f32, x.im as f32)
    }
}

impl Precision for f64 {
    const COMPLEX: DType = DType::Complex128;
    fn numbers(x: &Array) -> &[Complex64] {
        x.slice()
    }
    fn numbers_mut(x: &mut Array) -> &mut [Complex64] {
        x.slice_mut()
    }
    fn plans() -> &'static Plans<f64> {
        static PLANS: Plans<f64> = Plans::new();
        &PLANS
    }
    fn one_part(n: usize) -> f64 {
        1.0 / n as f64
    }
    fn number(x: Complex64) -> Complex64 {
        x
    }
}

/// The plans of one precision.
pub(super) struct Plans<T> {
    complex: Recent<dyn Fft<T>>,
    real: Recent<dyn RealToComplex<T>>,
    real_inverse: Recent<dyn ComplexToReal<T>>,
}

impl<T: FftNum> Plans<T> {
    const fn new() -> Self {
        Self { complex: Recent::new(), real: Recent::new(), real_inverse: Recent::new() }
    }

    /// Errors, here and below: `ResourceExhausted` where memory for a new plan is not to be had.
    pub(super) fn complex(&self, n: usize, inverse: bool) -> Result<Arc<dyn Fft<T>>> {
        let direction = if inverse { FftDirection::Inverse } else { FftDirection::Forward };
        self.complex.of::<T>((n, inverse), || FftPlanner::new().plan_fft(n, direction))
    }

    pub(super) fn real(&self, n: usize) -> Result<Arc<dyn RealToComplex<T>>> {
        self.real.of::<T>((n, false), || RealFftPlanner::new().plan_fft_forward(n))
    }

    pub(super) fn real_inverse(&self, n: usize) -> Result<Arc<dyn ComplexToReal<T>>> {
        self.real_inverse.of::<T>((n, true), || RealFftPlanner::new().plan_fft_inverse(n))
    }
}

/// A length, and whether the transform is an inverse.
type Key = (usize, bool);

/// Plans of one kind, latest last.
struct Recent<P: ?Sized>(Mutex<Vec<(Key, Arc<P>)>>);

impl<P: ?Sized> Recent<P> {
    const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The plan of `key`, made unless it is known. The lock is held only to look, and to note.
    fn of<T>(&self, key: Key, make: impl FnOnce() -> Arc<P>) -> Result<Arc<P>> {
        let recent = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, plan)) = recent().iter().rev().find(|(known, _)| *known == key) {
            return Ok(plan.clone());
        }
        // The crates end the process where there is no memory.
        drop(try_with_capacity::<Complex<T>>(room(key.0))?);
        let plan = make();
        let mut plans = recent();
        while !plans.is_empty() && (plans.len() == KEPT || key.0 + numbers(&plans) > KEPT_NUMBERS) {
            plans.remove(0);
        }
        plans.push((key, plan.clone()));
        Ok(plan)
    }
}

fn numbers<P: ?Sized>(plans: &[(Key, Arc<P>)]) -> usize {
    plans.iter().map(|((n, _), _)| n).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_plans_are_kept_within_bounds() {
        let plans = Plans::<f32>::new();
        let first = plans.complex(5, false).unwrap();
        assert!(Arc::ptr_eq(&first, &plans.complex(5, false).unwrap()));
        assert!(!Arc::ptr_eq(&first, &plans.complex(5, true).unwrap()));
        let kept = || plans.complex.0.lock().unwrap().iter().map(|((n, _), _)| *n).collect::<Vec<_>>();
        for n in 10..10 + KEPT - 2 {
            plans.complex(n, false).unwrap();
        }
        assert_eq!((kept().len(), kept()[0]), (KEPT, 5));
        plans.complex(100, false).unwrap();
        plans.complex(101, false).unwrap();
        assert_eq!((kept().len(), kept()[0]), (KEPT, 10));
        plans.complex(KEPT_NUMBERS - 201, false).unwrap();
        assert_eq!(kept(), [100, 101, KEPT_NUMBERS - 201]);
        assert!(plans.complex(usize::MAX / 2, false).is_err());
        assert_eq!((room(2 * 3 * 5 * 7 * 11), room(2 * 13)), (4 * 2310, 16 * 26));
    }
}
