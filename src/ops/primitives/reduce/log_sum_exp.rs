//! The logarithm of a sum of exponentials.

use super::extremum::{Largest, Max};
use super::{Axes, over, reductions};
use crate::kernels::math::isa::{Baseline, Exact, Target};
use crate::kernels::math::{EIGHT, Float, Lane, Native};
use crate::kernels::reduce::{Arranged, Fold};
use crate::ops::prelude::*;
use crate::shape::AxisSet;

reductions! {
    /// The logarithm of the sum of the exponentials across `axis` (all axes when `None`), without overflow.
    ///
    /// Of no elements, negative infinity. The gradient is `softmax(x)`: NaN behind an infinite result. `keepdims`
    /// keeps reduced axes with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and
    /// for types that are not real floating-point.
    ///
    /// >>> tf.reduce_logsumexp([1000., 1000.]).numpy().round(2).item() - 1000 < 0.7
    /// True
    reduce_logsumexp: LogSumExp |x, axes| log_sum_exp(x, axes),
        takes: Takes::FLOATING,
        grad: Rule::X(share);
}

/// `g` times the share that each element has in the sum: from the elements, because the result is rounded.
fn share(g: &Cotangent<Axes>, x: &Tensor) -> Formula {
    let largest = x.map(|x| over::<Max>(x, g.axes(), true)).stop_gradient();
    let shift = largest.is_finite().select(&largest, 0.0);
    let powers = (x - shift).exp();
    g * powers.sum(g.axes()).reciprocal() * powers
}

fn log_sum_exp(x: &Array, axes: AxisSet) -> Result<Array> {
    crate::with_dtype!(x.dtype(), T: float => typed::<T>(x, axes), else unreachable!("{}", x.dtype()))
}

/// Two passes: for the largest element, which is taken off the exponents, and for the sum.
fn typed<T>(x: &Array, axes: AxisSet) -> Result<Array>
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
    let whole = y.elements() / EIGHT * EIGHT;
    for (i, (y, &s)) in y.slice_mut::<T>().iter_mut().zip(shift.slice::<T>()).enumerate() {
        // As TensorFlow does it: with the scalar library behind whole vectors.
        let log =
            if i < whole { Lane::<T, Baseline>::new(*y).log().get() } else { Lane::<T, Exact>::new(*y).log().get() };
        *y = log + s;
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
                self.of_output::<A>(at)(x)
            }
            #[inline(always)]
            fn of_output<A: Target>(&self, at: usize) -> impl Fn($t) -> $t {
                let shift = self.shift[at];
                move |x| Lane::<$t, A>::new(x - shift).exp().get()
            }
            #[inline(always)]
            fn join_row<A: Target>(&self, at: usize, row: &[$t], results: &mut [$t]) {
                let columns = results.iter_mut().zip(row).zip(&self.shift[at..]);
                columns.for_each(|((sum, x), shift)| *sum += Lane::<$t, A>::new(x - shift).exp().get());
            }
            #[inline(always)]
            fn join(a: $t, b: $t) -> $t {
                a + b
            }
        }
    )*};
}
exponentials!(f32 f64);
