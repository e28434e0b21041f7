//! The product.

use num_complex::{Complex32, Complex64};

use super::{Reduction, Rule, call, def, refuse};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::math::isa::Target;
use crate::kernels::reduce::{Fold, in_any_order, reduce};
use crate::ops;
use crate::ops::def::OpDef;
use crate::shape::{AxisSet, Shape};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[def::<Product>()];

/// See [`reduce_prod`].
pub(super) struct Product;

impl Reduction for Product {
    const NAME: &'static str = "reduce_prod";
    const OP_TYPE: &'static str = "Prod";
    const DOC: &'static str = "The product of the elements across `axis` (all axes when `None`).\n\n\
        The product of no elements is 1. Gradients of every order are exact where elements are zero: each element's \
        gradient is the product of the others. `keepdims` keeps reduced axes with length 1. Errors: \
        `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and `string`.\n\n\
        >>> tf.reduce_prod([[1., 2.], [3., 4.]], axis=0).numpy().tolist()\n[3.0, 8.0]";
    const GRAD: Rule = Rule::X(|g, x, axes| ops::multiply(g, &others(&ops::conj(x)?, axes)?));
    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        let dtype = x.dtype();
        match dtype {
            DType::Float16 | DType::BFloat16 => {
                reduce::<f32, _>(&x.cast(DType::Float32)?, axes, ProductOf)?.cast(dtype)
            }
            DType::Complex64 => reduce::<Complex32, _>(x, axes, ProductOf),
            DType::Complex128 => reduce::<Complex64, _>(x, axes, ProductOf),
            _ => crate::with_dtype!(dtype, T: hot => reduce::<T, _>(x, axes, ProductOf), else match dtype {
                DType::Bool | DType::String => Err(refuse(Self::OP_TYPE, dtype)),
                _ => reduce::<i64, _>(&x.cast(DType::Int64)?, axes, ProductOf)?.cast(dtype),
            }),
        }
    }
}

/// The product of the elements across `axes`; `None` means all of them.
pub fn reduce_prod(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    call::<Product>(x, axes, keepdims)
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
