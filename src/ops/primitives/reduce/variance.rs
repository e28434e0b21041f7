//! Variance and standard deviation, and the mean and the variance together.

use num_complex::{Complex32, Complex64};

use super::sum::{SumOf, divide};
use super::{Axes, reductions};
use crate::kernels::math::isa::Target;
use crate::kernels::normalize::{Real, moments};
use crate::kernels::reduce::{Arranged, Fold};
use crate::ops::prelude::*;
use crate::shape::{AxisSet, normalize_axes};

pub(super) const OPS: &[OpDef] = &[REDUCE_STD];

/// Samples in which every output has several elements behind it: the deviation of one has no derivative.
const SPREAD: &[Sample] = &[
    on(&[reals(&[4])]),
    with(&[reals(&[2, 3])], &[("axis", Ints(&[0]))]),
    with(&[reals(&[2, 3, 2])], &[("axis", Ints(&[0, -1])), ("keepdims", Bool(true))]),
];

reductions! {
    /// The variance of the elements across `axis` (all axes when `None`): the mean squared distance from their mean.
    ///
    /// The variance of complex numbers is real; that of no elements is NaN. `keepdims` keeps reduced axes with length
    /// 1. Errors: `TypeError` for integers, `InvalidArgumentError` for an axis out of range or named twice, and for
    /// `bool` and `string`.
    ///
    /// >>> tf.math.reduce_variance([1., 2., 6.]).numpy().item()
    /// 4.666666507720947
    reduce_variance: Variance |x, axes| moments_of(x, axes).map(|[_, variance]| variance),
        takes: Takes::ANY,
        grad: Rule::X(slope);
}

/// The second summand, which comes of the mean, is zero but for rounding: TensorFlow adds it.
fn slope(g: &Cotangent<Axes>, x: &Tensor) -> Formula {
    let own = (g / g.count()).cast(x.dtype()) * ((x - x.mean(g.axes())) * 2.0);
    let of_mean = (-&own).sum(g.axes().shifted(g.batch())) / g.count();
    own + of_mean
}

const REDUCE_STD: OpDef = OpDef {
    name: "reduce_std",
    op_type: "",
    doc: "The standard deviation of the elements across `axis` (all axes when `None`): the square root of their \
          variance.\n\n\
          That of complex numbers is real, that of no elements NaN; where it is 0 the gradient is NaN (0 if its cotangent \
          is 0). `keepdims` keeps reduced axes with length 1. Errors: as `reduce_variance`.\n\n\
          >>> tf.math.reduce_std([1., 3.]).numpy().item()\n1.0",
    params: super::PARAMS,
    call: |a| Ok(reduce_std(a.tensor(0), a.axes(1), a.bool(2))?.into()),
    samples: SPREAD,
};

/// The standard deviation of the elements across `axes`; `None` means all of them.
pub fn reduce_std(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    normalize_axes("Variance", axes, x.rank())?;
    x.map(|x| reduce_variance(x, axes, keepdims)).sqrt().tensor()
}

/// Mean and variance over `axes`, without the reduced axes. The variance of complex numbers is real.
pub(in crate::ops) fn moments_of(x: &Array, axes: AxisSet) -> Result<[Array; 2]> {
    let dtype = x.dtype();
    match dtype {
        DType::Float32 => real_moments::<f32>(x, axes),
        DType::Float64 => real_moments::<f64>(x, axes),
        DType::Complex64 => complex_moments::<Complex32>(Arranged::new(x, axes)?),
        DType::Complex128 => complex_moments::<Complex64>(Arranged::new(x, axes)?),
        integer if integer.is_integer() => Err(Error::type_error(format!(
            "Input must be either real or complex. Received integer type <dtype: '{dtype}'>."
        ))),
        rare => {
            let [mean, variance] = moments_of(&x.cast(Takes::FLOATING.computed("Mean", rare)?)?, axes)?;
            Ok([mean.cast(dtype)?, variance.cast(dtype)?])
        }
    }
}

fn real_moments<T: Real>(x: &Array, axes: AxisSet) -> Result<[Array; 2]> {
    let x = Arranged::new(x, axes)?;
    let (mut mean, mut variance) = (x.output::<T>()?, x.output::<T>()?);
    let (to_mean, to_variance) = (mean.slice_mut::<T>(), variance.slice_mut::<T>());
    if x.array().is_empty() {
        to_mean.fill(T::of(f64::NAN));
        to_variance.fill(T::of(f64::NAN));
    } else {
        moments(x.array().slice(), x.planes(), to_mean, to_variance)?;
    }
    Ok([x.finish(mean), x.finish(variance)])
}

/// The same for complex numbers, whose variance is real.
fn complex_moments<T: Element>(x: Arranged) -> Result<[Array; 2]>
where
    SumOf: Fold<T, Acc = T>,
    for<'a> Deviation<'a, T>: Fold<T>,
{
    let n = x.count() as f64;
    let mean = divide(&x.fold::<T, _>(&SumOf)?, n)?;
    let squares = x.fold::<T, _>(&Deviation { mean: mean.slice::<T>() })?;
    Ok([x.finish(mean), x.finish(divide(&squares, n)?)])
}

/// Adds up the squared distances from the mean of each output.
struct Deviation<'a, T> {
    mean: &'a [T],
}

macro_rules! deviation {
    ($($t:ty => $square:ty;)*) => {$(
        impl Fold<$t> for Deviation<'_, $t> {
            type Acc = $square;
            const EMPTY: $square = 0.0;
            #[inline(always)]
            fn lift<A: Target>(&self, at: usize, x: $t) -> $square { (x - self.mean[at]).norm_sqr() }
            #[inline(always)]
            fn join(a: $square, b: $square) -> $square { a + b }
        }
    )*};
}
deviation! {
    Complex32 => f32;
    Complex64 => f64;
}
