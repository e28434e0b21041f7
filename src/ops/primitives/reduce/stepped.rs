//! Sums and products of 16-bit floats that are rounded after each step, as TensorFlow rounds them.
//!
//! Invariant: the order is that of `float32`; only the lanes of a packet are joined without being rounded between.

use std::marker::PhantomData;

use crate::kernels::math::isa::Target;
use crate::kernels::math::stepped::{Binary16, Brain16, Short};
use crate::kernels::reduce::{Fold, reduce};
use crate::ops::prelude::*;
use crate::shape::AxisSet;

/// The sum over `axes` of numbers of `float16`, in `float32`.
pub(super) fn sum_of_halves(x: &Array, axes: AxisSet) -> Result<Array> {
    reduce::<f32, _>(&x.cast(DType::Float32)?, axes, Steps::<Sum, Binary16>(PhantomData))
}

/// The product over `axes` of 16-bit floats, in `float32`.
pub(super) fn product_of_halves(x: &Array, axes: AxisSet) -> Result<Array> {
    let wide = x.cast(DType::Float32)?;
    if x.dtype() == DType::Float16 {
        reduce::<f32, _>(&wide, axes, Steps::<Product, Binary16>(PhantomData))
    } else {
        reduce::<f32, _>(&wide, axes, Steps::<Product, Brain16>(PhantomData))
    }
}

/// How many numbers there are, as a number of `float16`.
pub(super) fn half_count(n: f64) -> f64 {
    f64::from(Binary16::round(n as f32))
}

/// What is done at each step.
trait Step: Sync {
    /// What does nothing.
    const NEUTRAL: f32;
    fn step(a: f32, b: f32) -> f32;
}

struct Sum;
struct Product;

impl Step for Sum {
    const NEUTRAL: f32 = 0.0;
    #[inline(always)]
    fn step(a: f32, b: f32) -> f32 {
        a + b
    }
}

impl Step for Product {
    const NEUTRAL: f32 = 1.0;
    #[inline(always)]
    fn step(a: f32, b: f32) -> f32 {
        a * b
    }
}

struct Steps<S, H>(PhantomData<fn() -> (S, H)>);

impl<S: Step, H: Short> Fold<f32> for Steps<S, H> {
    type Acc = f32;
    const EMPTY: f32 = S::NEUTRAL;
    #[inline(always)]
    fn lift<A: Target>(&self, _: usize, x: f32) -> f32 {
        x
    }
    #[inline(always)]
    fn join(a: f32, b: f32) -> f32 {
        H::round(S::step(a, b))
    }
    #[inline(always)]
    fn across<const P: usize>(mut lanes: [f32; P]) -> f32 {
        let mut half = P / 2;
        while half > 0 {
            (0..half).for_each(|i| lanes[i] = S::step(lanes[i], lanes[i + half]));
            half /= 2;
        }
        H::round(lanes[0])
    }
}
