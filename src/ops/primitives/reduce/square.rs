//! Sums of squares: the Euclidean norm, and half the sum of squares as a loss.

use num_complex::{Complex32, Complex64};

use super::{Declaration, Reduction, over, reductions};
use crate::kernels::elementwise::map;
use crate::kernels::math::isa::Target;
use crate::kernels::reduce::{Fold, reduce};
use crate::ops::prelude::*;
use crate::shape::AxisSet;

pub(super) const OPS: &[OpDef] = &[L2_LOSS];

/// Integers are summed as `float64`.
const SQUARED: Takes = Takes::native(DTypes::SINGLE_OR_DOUBLE.or(DTypes::COMPLEX))
    .through(DTypes::HALF, DType::Float32)
    .through(DTypes::INTEGER, DType::Float64);

reductions! {
    /// The square root of the sum of squared magnitudes across `axis` (all axes when `None`).
    ///
    /// The norm of integers is truncated to an integer, that of complex numbers is complex. The gradient is
    /// `x / norm`, NaN where the norm is 0. `keepdims` keeps reduced axes with length 1. Errors:
    /// `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and `string`.
    ///
    /// >>> tf.math.reduce_euclidean_norm([[3., 4.], [5., 12.]], axis=1).numpy().tolist()
    /// [5.0, 13.0]
    reduce_euclidean_norm: EuclideanNorm |x, axes| squares(x, axes).and_then(|y| root(&y)?.cast(x.dtype())),
        takes: SQUARED,
        grad: Rule::XY(|g, x, y| g * (x / g.in_place(y)));
}

fn root(y: &Array) -> Result<Array> {
    crate::with_dtype!(y.dtype(), T: float => map::<T, T>(y, T::sqrt))
}

/// The sum of the squares of a real tensor.
struct SumSquares;

impl Reduction for SumSquares {
    const DECLARATION: Declaration = Declaration::new("", "Sum", "", SQUARED, Rule::X(|g, x| g * 2.0 * x));
    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        squares(x, axes)
    }
}

/// The sum of the squares of real `x` over `axes`, in one pass and without a temporary tensor.
pub(in crate::ops) fn sum_of_squares(x: &Tensor, axes: AxisSet, keepdims: bool) -> Result<Tensor> {
    over::<SumSquares>(x, axes, keepdims)
}

const L2_LOSS: OpDef = OpDef {
    name: "l2_loss",
    op_type: "L2Loss",
    doc: "Half the sum of the squares of all elements of a floating-point tensor, as a scalar.\n\n\
          The gradient is `t` itself. Errors: `InvalidArgumentError` for other dtypes.\n\n\
          >>> tf.nn.l2_loss([3., 4.]).numpy().item()\n12.5",
    params: &[tensor("t")],
    call: |a| Ok(l2_loss(a.tensor(0))?.into()),
    samples: super::SCALAR_SAMPLES,
};

/// Half the sum of the squares of all elements.
pub fn l2_loss(x: &Tensor) -> Result<Tensor> {
    over::<L2Loss>(x, AxisSet::all(x.rank()), false)
}

struct L2Loss;

impl Reduction for L2Loss {
    const DECLARATION: Declaration =
        Declaration::new(L2_LOSS.name, L2_LOSS.op_type, L2_LOSS.doc, Takes::FLOATING, Rule::X(|g, x| g * x));
    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        let y = squares(x, axes)?;
        crate::with_dtype!(y.dtype(), T: float => map::<T, T>(&y, |v| v / 2.0), else unreachable!("{}", y.dtype()))
    }
}

/// The sum of squared magnitudes over `axes`.
fn squares(x: &Array, axes: AxisSet) -> Result<Array> {
    crate::with_dtype!(x.dtype(), T: inexact => reduce::<T, _>(x, axes, SquaresOf), else unreachable!("{}", x.dtype()))
}

struct SquaresOf;

macro_rules! squares_of {
    ($($s:ty => $t:ty: |$x:ident| $lift:expr;)*) => {$(
        impl Fold<$s> for SquaresOf {
            type Acc = $t;
            const EMPTY: $t = 0.0;
            #[inline(always)]
            fn lift<A: Target>(&self, _: usize, $x: $s) -> $t { $lift }
            #[inline(always)]
            fn join(a: $t, b: $t) -> $t { a + b }
        }
    )*};
}
squares_of! {
    f32 => f32: |x| x * x;
    f64 => f64: |x| x * x;
    Complex32 => f32: |x| x.norm_sqr();
    Complex64 => f64: |x| x.norm_sqr();
}
