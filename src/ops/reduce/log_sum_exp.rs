//! The logarithm of a sum of exponentials.

use super::extremum::{Largest, Max};
use super::{Reduction, Rule, call, def, over, refuse};
use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::kernels::math::isa::Target;
use crate::kernels::math::{Float, Lane, Native};
use crate::kernels::reduce::{Arranged, Fold};
use crate::ops;
use crate::ops::def::OpDef;
use crate::shape::AxisSet;
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[def::<LogSumExp>()];

/// See [`reduce_logsumexp`].
pub(super) struct LogSumExp;

impl Reduction for LogSumExp {
    const NAME: &'static str = "reduce_logsumexp";
    const OP_TYPE: &'static str = "LogSumExp";
    const DOC: &'static str = "The logarithm of the sum of the exponentials across `axis` (all axes when `None`), without overflow.\n\n\
        Of no elements, negative infinity. The gradient is `softmax(x)`: NaN behind an infinite result. `keepdims` \
        keeps reduced axes with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and \
        for types that are not real floating-point.\n\n\
        >>> tf.reduce_logsumexp([1000., 1000.]).numpy().round(2).item() - 1000 < 0.7\nTrue";
    const GRAD: Rule = Rule::X(share);
    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        match x.dtype() {
            DType::Float32 => log_sum_exp::<f32>(x, axes),
            DType::Float64 => log_sum_exp::<f64>(x, axes),
            DType::Float16 | DType::BFloat16 => log_sum_exp::<f32>(&x.cast(DType::Float32)?, axes)?.cast(x.dtype()),
            dtype => Err(refuse(Self::OP_TYPE, dtype)),
        }
    }
}

/// The log-sum-exp of the elements across `axes`; `None` means all of them.
pub fn reduce_logsumexp(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    call::<LogSumExp>(x, axes, keepdims)
}

/// `g` times the share that each element has in the sum: from the elements, because the result is rounded.
fn share(g: &Tensor, x: &Tensor, axes: AxisSet) -> Result<Tensor> {
    let largest = ops::stop_gradient(&over::<Max>(x, axes, true)?)?;
    let shift = ops::select(&ops::is_finite(&largest)?, &largest, &ops::like(x, 0.0)?)?;
    let powers = ops::exp(&ops::subtract(x, &shift)?)?;
    ops::multiply(g, &ops::realdiv(&powers, &ops::sum_over(&powers, axes, true)?)?)
}

/// Two passes: for the largest element, which is taken off the exponents, and for the sum.
fn log_sum_exp<T>(x: &Array, axes: AxisSet) -> Result<Array>
where
    T: Native + Element,
    Largest: Fold<T, Acc = T>,
    for<'a> Exponentials<'a, T>: Fold<T, Acc = T>,
{
    let x = Arranged::new(x, axes)?;
    let mut shift = x.fold::<T, _>(&Largest)?;
    for s in shift.slice_mut::<T>().iter_mut().filter(|s| !s.f64().is_finite()) {
        *s = T::default();
    }
    let mut y = x.fold::<T, _>(&Exponentials { shift: shift.slice::<T>() })?;
    for (y, s) in y.slice_mut::<T>().iter_mut().zip(shift.slice::<T>()) {
        *y = T::of(y.f64().ln() + s.f64());
    }
    Ok(x.finish(y))
}

/// Adds up `exp(x - shift)`, with a shift for each output.
struct Exponentials<'a, T> {
    shift: &'a [T],
}

macro_rules! exponentials {
    ($($t:ty)*) => {$(
        impl Fold<$t> for Exponentials<'_, $t> {
            type Acc = $t;
            const EMPTY: $t = 0.0;
            #[inline(always)]
            fn lift<A: Target>(&self, at: usize, x: $t) -> $t {
                Lane::<$t, A>::new(x - self.shift[at]).exp().get()
            }
            #[inline(always)]
            fn join(a: $t, b: $t) -> $t {
                a + b
            }
        }
    )*};
}
exponentials!(f32 f64);
