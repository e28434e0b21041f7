//! Sums, means, and undoing a broadcast.

use half::bf16;
use num_complex::{Complex32, Complex64};

use super::stepped::{half_count, sum_of_halves};
use super::{Declaration, Reduction, count_behind, over, reductions};
use crate::kernels::elementwise::map;
use crate::kernels::math::isa::Target;
use crate::kernels::reduce::{Fold, broadcast_axes, fold_rows, in_any_order, reduce};
use crate::ops::graph::has_known_sizes;
use crate::ops::prelude::*;
use crate::ops::to_the_letter::is_to_the_letter;
use crate::shape::AxisSet;

/// Narrow types are accumulated in a wider one.
pub(super) const SUMMED: Takes = Takes::native(WIDE.or(DTypes::COMPLEX))
    .through(DTypes::HALF, DType::Float32)
    .through(DTypes::INTEGER.without(WIDE), DType::Int64);

/// `float32`, `float64`, `int32` and `int64`.
const WIDE: DTypes = DTypes::SINGLE_OR_DOUBLE.or(DTypes::INDEX);

reductions! {
    /// The sum of the elements across `axis` (all axes when `None`; none when the list is empty).
    ///
    /// The sum of no elements is 0. Half-precision sums are accumulated in `float32`; in TensorFlow's place those of
    /// `float16` are rounded at each step, as there. `keepdims` keeps reduced axes
    /// with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and
    /// `string`.
    ///
    /// >>> tf.reduce_sum([[1., 2.], [3., 4.]], axis=0).numpy().tolist()
    /// [4.0, 6.0]
    reduce_sum: Sum |x, axes| wide_sum(x, axes)?.cast(x.dtype()),
        takes: SUMMED.and(DTypes::HALF),
        grad: Rule::G(|g| g.into());

    /// The mean of the elements across `axis` (all axes when `None`; none when the list is empty).
    ///
    /// The mean of no elements is NaN; the mean of integers is truncated to an integer. `keepdims` keeps reduced axes
    /// with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and
    /// `string`.
    ///
    /// >>> tf.reduce_mean([1., 2., 6.]).numpy().item()
    /// 3.0
    reduce_mean: Mean |x, axes| divide(&wide_sum(x, axes)?, count(x, axes))?.cast(x.dtype()),
        takes: SUMMED.and(DTypes::HALF),
        // Divided before it is spread: one division for each output, not for each input.
        // Where TensorFlow knows the number, it multiplies by the inverse.
        grad: Rule::G(|g| if has_known_sizes() { g * (1.0 / g.count()) } else { g / g.count() });
}

/// As [`reduce_sum`], with axes that are known to be right.
pub fn sum_over(x: &Tensor, axes: AxisSet, keepdims: bool) -> Result<Tensor> {
    over::<Sum>(x, axes, keepdims)
}

/// As [`reduce_mean`], with axes that are known to be right.
pub(in crate::ops) fn mean_over(x: &Tensor, axes: AxisSet, keepdims: bool) -> Result<Tensor> {
    over::<Mean>(x, axes, keepdims)
}

/// Sums `g` back to `shape`, which was broadcast to the shape of `g` (behind `batch` leading axes that stay).
pub fn sum_to(g: Tensor, shape: &Shape, batch: usize) -> Result<Tensor> {
    if g.rank() == batch + shape.rank() && g.shape()[batch..] == **shape {
        return Ok(g);
    }
    let (lead, rest): (Shape, Shape) = (g.shape()[..batch].into(), g.shape()[batch..].into());
    if rest.elements() == shape.elements() {
        // Axes of length 1 alone.
        return ops::reshape_to(&g, &lead.concat(shape));
    }
    let summed = sum_over(&g, broadcast_axes(shape, &rest).shifted(batch), false)?;
    ops::reshape_to(&summed, &lead.concat(shape))
}

/// The sum across all axes but that of channels, and leading ones of a batch: the gradient of a bias, for which TensorFlow
/// adds one row after the other.
pub(in crate::ops) fn sum_to_channels(g: &Tensor, batch: usize, channels: usize) -> Result<Tensor> {
    let mut axes = AxisSet::default();
    (batch..g.rank()).filter(|&i| i != channels).for_each(|i| _ = axes.insert(i));
    if batch > 0 { sum_over(g, axes, false) } else { over::<BiasAddGrad>(g, axes, false) }
}

struct BiasAddGrad;

impl Reduction for BiasAddGrad {
    const DECLARATION: Declaration =
        Declaration::new("", "BiasAddGrad", "", SUMMED.and(DTypes::of(&[DType::BFloat16])), Rule::G(|g| g.into()));

    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        let channels_last = !axes.contains(x.shape().rank() - 1);
        match x.dtype() {
            DType::Float32 if channels_last => sum_of_rows::<f32>(x),
            DType::Float64 if channels_last => sum_of_rows::<f64>(x),
            DType::BFloat16 if channels_last && is_to_the_letter() => sum_of_rows::<bf16>(x),
            DType::BFloat16 => wide_sum(&x.cast(DType::Float32)?, axes)?.cast(x.dtype()),
            _ => wide_sum(x, axes)?.cast(x.dtype()),
        }
    }
}

fn sum_of_rows<T: Element>(x: &Array) -> Result<Array>
where
    SumOf: Fold<T, Acc = T>,
{
    let (x, channels) = (x.as_contiguous()?, x.shape()[x.shape().rank() - 1]);
    if x.is_empty() {
        return Array::full(Shape::new(&[channels]), SumOf::EMPTY);
    }
    let mut out = Array::scratch_of::<T>(Shape::new(&[channels]))?;
    fold_rows(x.slice::<T>(), &SumOf, out.slice_mut())?;
    Ok(out)
}

/// The sum over `axes` in the type it is accumulated in.
fn wide_sum(x: &Array, axes: AxisSet) -> Result<Array> {
    match x.dtype() {
        DType::Float16 if is_to_the_letter() => sum_of_halves(x, axes),
        DType::Float16 | DType::BFloat16 => wide_sum(&x.cast(DType::Float32)?, axes),
        DType::Complex64 => reduce::<Complex32, _>(x, axes, SumOf),
        DType::Complex128 => reduce::<Complex64, _>(x, axes, SumOf),
        dtype => crate::with_dtype!(dtype, T: hot => reduce::<T, _>(x, axes, SumOf), else unreachable!("{dtype}")),
    }
}

/// What a sum over `axes` is divided by.
fn count(x: &Array, axes: AxisSet) -> f64 {
    let n = count_behind(x.shape(), axes);
    if x.dtype() == DType::Float16 && is_to_the_letter() { half_count(n) } else { n }
}

pub(super) struct SumOf;

macro_rules! sum_of {
    ($($s:ty => $t:ty: $zero:expr, |$x:ident| $lift:expr, |$a:ident, $b:ident| $join:expr $(, $run:ident)?;)*) => {$(
        impl Fold<$s> for SumOf {
            type Acc = $t;
            const EMPTY: $t = $zero;
            #[inline(always)]
            fn lift<A: Target>(&self, _: usize, $x: $s) -> $t { $lift }
            #[inline(always)]
            fn join($a: $t, $b: $t) -> $t { $join }
            $(
                #[inline(always)]
                fn run<A: Target>(&self, at: usize, x: &[$s]) -> Option<$t> { $run::<$s, Self, A>(self, at, x) }
            )?
        }
    )*};
}
sum_of! {
    f32 => f32: 0.0, |x| x, |a, b| a + b;
    f64 => f64: 0.0, |x| x, |a, b| a + b;
    bf16 => bf16: bf16::ZERO, |x| x, |a, b| a + b;
    i32 => i64: 0, |x| i64::from(x), |a, b| a.wrapping_add(b), in_any_order;
    i64 => i64: 0, |x| x, |a, b| a.wrapping_add(b), in_any_order;
    Complex32 => Complex32: Complex32 { re: 0.0, im: 0.0 }, |x| x, |a, b| a + b;
    Complex64 => Complex64: Complex64 { re: 0.0, im: 0.0 }, |x| x, |a, b| a + b;
}

/// A sum of `n` elements divided by `n`.
pub(super) fn divide(sum: &Array, n: f64) -> Result<Array> {
    match sum.dtype() {
        DType::Float32 => map::<f32, f32>(sum, |v| (f64::from(v) / n) as f32),
        DType::Float64 => map::<f64, f64>(sum, |v| v / n),
        DType::Int64 => map::<i64, i64>(sum, |v| v.checked_div(n as i64).unwrap_or(0)),
        dtype => map::<Complex64, Complex64>(&sum.cast(DType::Complex128)?, |v| v / n)?.cast(dtype),
    }
}
