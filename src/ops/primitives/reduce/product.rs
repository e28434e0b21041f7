//! The product.

use num_complex::{Complex32, Complex64};

use super::reductions;
use super::stepped::product_of_halves;
use super::sum::SUMMED;
use crate::kernels::math::isa::Target;
use crate::kernels::reduce::{Fold, in_any_order, reduce};
use crate::ops::prelude::*;
use crate::ops::to_the_letter::is_to_the_letter;
use crate::shape::AxisSet;

reductions! {
    /// The product of the elements across `axis` (all axes when `None`).
    ///
    /// The product of no elements is 1. Gradients of every order are exact where elements are zero: each element's
    /// gradient is the product of the others. `keepdims` keeps reduced axes with length 1. Errors:
    /// `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and `string`.
    ///
    /// >>> tf.reduce_prod([[1., 2.], [3., 4.]], axis=0).numpy().tolist()
    /// [3.0, 8.0]
    reduce_prod: Prod |x, axes| product(x, axes)?.cast(x.dtype()),
        takes: SUMMED.and(DTypes::HALF),
        grad: Rule::X(|g, x| g * x.conj().map(|x| others(x, g.axes())));
}

fn product(x: &Array, axes: AxisSet) -> Result<Array> {
    match x.dtype() {
        DType::Float16 | DType::BFloat16 if is_to_the_letter() => product_of_halves(x, axes),
        DType::Float16 | DType::BFloat16 => product(&x.cast(DType::Float32)?, axes),
        DType::Complex64 => reduce::<Complex32, _>(x, axes, ProductOf),
        DType::Complex128 => reduce::<Complex64, _>(x, axes, ProductOf),
        dtype => crate::with_dtype!(dtype, T: hot => reduce::<T, _>(x, axes, ProductOf), else unreachable!("{dtype}")),
    }
}

/// For each element the product of all the others along `axes`: of those before it times of those after it. Nothing is
/// divided, so zeros do no harm.
fn others(x: &Tensor, axes: AxisSet) -> Result<Tensor> {
    let (last, mut perm): (Vec<usize>, Vec<usize>) = (0..x.rank()).partition(|&i| axes.contains(i));
    let kept = perm.len();
    perm.extend(last);
    let moved = ops::transpose_by(x, &perm)?;
    let n: usize = moved.shape()[kept..].iter().product();
    let lines = ops::reshape_to(&moved, &Shape::new(&moved.shape()[..kept]).concat(&[n]))?;
    let before = ops::cumprod(&lines, kept as i64, true, false)?;
    let after = ops::cumprod(&lines, kept as i64, true, true)?;
    let product = ops::reshape_to(&ops::multiply(&before, &after)?, moved.shape())?;
    let mut back = perm.clone();
    perm.iter().enumerate().for_each(|(i, &p)| back[p] = i);
    ops::transpose_by(&product, &back)
}

struct ProductOf;

macro_rules! product_of {
    ($($t:ty: $one:expr, |$a:ident, $b:ident| $join:expr $(, $run:ident)?;)*) => {$(
        impl Fold<$t> for ProductOf {
            type Acc = $t;
            const EMPTY: $t = $one;
            #[inline(always)]
            fn lift<A: Target>(&self, _: usize, x: $t) -> $t { x }
            #[inline(always)]
            fn join($a: $t, $b: $t) -> $t { $join }
            $(
                #[inline(always)]
                fn run<A: Target>(&self, at: usize, x: &[$t]) -> Option<$t> { $run::<$t, Self, A>(self, at, x) }
            )?
        }
    )*};
}
product_of! {
    f32: 1.0, |a, b| a * b;
    f64: 1.0, |a, b| a * b;
    i32: 1, |a, b| a.wrapping_mul(b), in_any_order;
    i64: 1, |a, b| a.wrapping_mul(b), in_any_order;
    Complex32: Complex32 { re: 1.0, im: 0.0 }, |a, b| a * b;
    Complex64: Complex64 { re: 1.0, im: 0.0 }, |a, b| a * b;
}
