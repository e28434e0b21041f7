//! The largest and the smallest element.
//!
//! NaN wins over every number. Elements that tie for the extremum share its gradient evenly.

use super::{Reduction, reductions};
use crate::kernels::elementwise::zip;
use crate::kernels::math::isa::Target;
use crate::kernels::reduce::{Fold, reduce};
use crate::ops::prelude::*;
use crate::shape::AxisSet;

const COMPARED: Takes =
    Takes::native(DTypes::SINGLE_OR_DOUBLE.or(DTypes::INTEGER)).through(DTypes::HALF, DType::Float32);

reductions! {
    /// The largest element across `axis` (all axes when `None`).
    ///
    /// NaN if one of them is NaN; of no elements, negative infinity or the smallest integer. Elements that tie for
    /// the maximum share its gradient evenly; where it is NaN, so is every gradient. `keepdims` keeps reduced axes
    /// with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and for complex, `bool`
    /// and `string`.
    ///
    /// >>> tf.reduce_max([[1., 5.], [7., 2.]], axis=1).numpy().tolist()
    /// [5.0, 7.0]
    reduce_max: Max |x, axes| extremum(x, axes, Largest),
        takes: COMPARED,
        grad: Rule::XY(|g, x, y| g * g.in_place(y).map(|y| shares(x, y)));

    /// The smallest element across `axis` (all axes when `None`).
    ///
    /// NaN if one of them is NaN; of no elements, infinity or the largest integer. Elements that tie for the minimum
    /// share its gradient evenly; where it is NaN, so is every gradient. `keepdims` keeps reduced axes with length 1.
    /// Errors: `InvalidArgumentError` for an axis out of range or named twice, and for complex, `bool` and `string`.
    ///
    /// >>> tf.reduce_min([[1., 5.], [7., 2.]], axis=1).numpy().tolist()
    /// [1.0, 2.0]
    reduce_min: Min |x, axes| extremum(x, axes, Smallest),
        takes: COMPARED,
        grad: Rule::XY(|g, x, y| g * g.in_place(y).map(|y| shares(x, y)));
}

/// Which share of the cotangent each element gets: those that equal the extremum `y` an even one, the others none. It is a
/// piecewise constant function of `x`, so no tape need record it.
fn shares(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let shares = Takes::FLOATING.compute("Equal", &[x.array(), y.array()], |xy| shares_of(xy[0], xy[1]))?;
    Ok(Tensor::new(shares))
}

/// 1 / (number of elements that equal `y`) where `x` does, else 0; `y` broadcasts to the shape of `x`.
fn shares_of(x: &Array, y: &Array) -> Result<Array> {
    let mut axes = AxisSet::default();
    for i in (0..x.shape().rank()).filter(|&i| y.shape()[i] == 1) {
        axes.insert(i);
    }
    crate::with_dtype!(x.dtype(), T: float => {
        let equal = zip::<T, T>(x, y, x.shape(), |x, y| if x == y { 1.0 } else { 0.0 })?;
        let ties = super::Sum::forward(&equal, axes)?.reshape(y.shape().clone())?;
        zip::<T, T>(&equal, &ties, x.shape(), |e, n| e / n)
    }, else unreachable!("{}", x.dtype()))
}

/// Takes the larger of two, NaN before all.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Largest;
/// Takes the smaller of two, NaN before all.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Smallest;

/// What comparing leaves out.
trait OrNan: Copy {
    /// Stands for a number in comparisons.
    type Key: Ord + Copy;
    /// This number, or NaN if `other` is.
    fn or_nan(self, other: Self) -> Self;
    /// An integer in the order of the numbers; that of NaN is beyond all others, above them if `above`.
    fn key(self, above: bool) -> Self::Key;
    /// The number that a key stands for.
    fn of_key(key: Self::Key) -> Self;
}

macro_rules! or_nan {
    (floats $($t:ident $bits:ident $int:ident)*) => {$(
        impl OrNan for $t {
            type Key = $int;
            // Bits are set where a selection would do: LLVM merges that with the comparison in front of it, and what waits
            // for the last result would be four instructions instead of two.
            #[inline(always)]
            fn or_nan(self, other: $t) -> $t {
                let nan = if other.is_nan() { $t::NAN.to_bits() } else { 0 };
                $t::from_bits(self.to_bits() | nan)
            }
            #[inline(always)]
            fn key(self, above: bool) -> $int {
                let nan = if above { $t::NAN } else { $t::from_bits($t::NAN.to_bits() | (-0.0 as $t).to_bits()) };
                turned((if self.is_nan() { nan } else { self }).to_bits() as $int)
            }
            #[inline(always)]
            fn of_key(key: $int) -> $t {
                $t::from_bits(turned(key) as $bits)
            }
        }
    )*};
    (integers $($t:ident)*) => {$(
        impl OrNan for $t {
            type Key = $t;
            #[inline(always)]
            fn or_nan(self, _: $t) -> $t {
                self
            }
            #[inline(always)]
            fn key(self, _: bool) -> $t {
                self
            }
            #[inline(always)]
            fn of_key(key: $t) -> $t {
                key
            }
        }
    )*};
}
or_nan!(floats f32 u32 i32 f64 u64 i64);
or_nan!(integers i32 i64 u64);

/// The bits of negative floats, which count down, made to count up; twice is not at all.
#[inline(always)]
fn turned<T: num_traits::PrimInt + num_traits::Signed>(bits: T) -> T {
    let sign = bits >> (8 * size_of::<T>() - 1);
    bits ^ (sign & T::max_value())
}

macro_rules! extremum_of {
    ($($name:ident: $op:tt, $float:ident, $int:ident, $best:ident;)*) => {$(
        extremum_of!(@each $name $op $best $float f32 f64);
        extremum_of!(@each $name $op $best $int i32 i64 u64);
    )*};
    (@each $name:ident $op:tt $best:ident $empty:ident $($t:ident)*) => {$(
        impl Fold<$t> for $name {
            type Acc = $t;
            const EMPTY: $t = $t::$empty;
            #[inline(always)]
            fn lift<A: Target>(&self, _: usize, x: $t) -> $t {
                x
            }
            // A NaN in `a` stays: nothing compares with it.
            #[inline(always)]
            fn join(a: $t, b: $t) -> $t {
                let best = if b $op a { b } else { a };
                best.or_nan(b)
            }
            // Integers in place of floats: they may be compared in any order.
            #[inline(always)]
            fn run<A: Target>(&self, _: usize, x: &[$t]) -> Option<$t> {
                let above = $t::MAX $op $t::MIN;
                let keys = x.iter().map(|v| v.key(above));
                Some($t::of_key(keys.fold($t::$empty.key(above), |best, key| best.$best(key))))
            }
        }
    )*};
}
extremum_of! {
    Largest: >, NEG_INFINITY, MIN, max;
    Smallest: <, INFINITY, MAX, min;
}

/// The extremum over `axes`; small integers through wider ones.
fn extremum<F>(x: &Array, axes: AxisSet, fold: F) -> Result<Array>
where
    F: Copy + Fold<f32, Acc = f32> + Fold<f64> + Fold<i32, Acc = i32> + Fold<i64> + Fold<u64>,
{
    let dtype = x.dtype();
    match dtype {
        DType::Float32 => reduce::<f32, _>(x, axes, fold),
        DType::Float64 => reduce::<f64, _>(x, axes, fold),
        DType::Int32 => reduce::<i32, _>(x, axes, fold),
        DType::Int64 => reduce::<i64, _>(x, axes, fold),
        DType::UInt64 => reduce::<u64, _>(x, axes, fold),
        DType::UInt32 => within(dtype, reduce::<i64, _>(&x.cast(DType::Int64)?, axes, fold)?),
        _ => within(dtype, reduce::<i32, _>(&x.cast(DType::Int32)?, axes, fold)?),
    }
}

/// The extremum cast back to `dtype`: that of no elements is the limit of the wider type, and must become the narrow
/// one's.
fn within(dtype: DType, wide: Array) -> Result<Array> {
    let (low, high) = limits(dtype);
    crate::with_dtype!(wide.dtype(), T: hot => {
        crate::kernels::elementwise::map::<T, i64>(&wide, |v| v.to_i64().clamp(low, high))
    }, else Ok(wide))?
    .cast(dtype)
}

/// The smallest and the largest value of an integer type of less than 64 bits.
fn limits(dtype: DType) -> (i64, i64) {
    let bits = 8 * dtype.size() as u32;
    if dtype.is_unsigned() { (0, (1 << bits) - 1) } else { (-1 << (bits - 1), (1 << (bits - 1)) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::math::isa::Baseline;

    /// The loop over keys gives what joining element by element gives: the same number, or NaN.
    fn check<T: Element + PartialOrd, F: Fold<T, Acc = T>>(fold: F, x: &[T]) {
        let plain = x.iter().fold(F::EMPTY, |best, &v| F::join(best, fold.lift::<Baseline>(0, v)));
        let fast = fold.run::<Baseline>(0, x).unwrap();
        let nan = |v: T| v.partial_cmp(&v).is_none();
        assert!(fast == plain || nan(fast) && nan(plain), "{fast:?} {plain:?} of {x:?}");
    }

    #[test]
    fn keys_are_in_the_order_of_the_numbers() {
        let special = [
            0.0,
            -0.0,
            1.5,
            -1.5,
            f64::MAX,
            f64::MIN,
            5e-324,
            -5e-324,
            1e-40,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            -f64::NAN,
        ];
        for (i, a) in special.into_iter().enumerate() {
            for &b in &special[i..] {
                for x in [[a, b, 0.25], [b, 0.25, a], [0.25, a, b]] {
                    let narrow = x.map(|v| v as f32);
                    (0..=3).for_each(|n| check(Largest, &x[..n]));
                    (0..=3).for_each(|n| check(Smallest, &x[..n]));
                    (0..=3).for_each(|n| check(Largest, &narrow[..n]));
                    (0..=3).for_each(|n| check(Smallest, &narrow[..n]));
                }
            }
        }
        check(Largest, &[i32::MIN, -5, 7]);
        check(Smallest, &[u64::MAX, 1 << 63, 7]);
        check(Largest, &[i64::MIN, i64::MAX]);
    }
}
