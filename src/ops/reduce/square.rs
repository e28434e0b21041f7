//! Sums of squares: the Euclidean norm, and half the sum of squares as a loss.

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use super::{Reduction, Rule, call, def, over, refuse};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::elementwise::map;
use crate::kernels::math::isa::Target;
use crate::kernels::reduce::{Fold, reduce};
use crate::ops;
use crate::ops::def::{OpDef, tensor};
use crate::shape::AxisSet;
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[L2_LOSS, def::<EuclideanNorm>()];

/// See [`reduce_euclidean_norm`].
pub(super) struct EuclideanNorm;

impl Reduction for EuclideanNorm {
    const NAME: &'static str = "reduce_euclidean_norm";
    const OP_TYPE: &'static str = "EuclideanNorm";
    const DOC: &'static str = "The square root of the sum of squared magnitudes across `axis` (all axes when `None`).\n\n\
        The norm of integers is truncated to an integer, that of complex numbers is complex. The gradient is \
        `x / norm`, NaN where the norm is 0. `keepdims` keeps reduced axes with length 1. Errors: \
        `InvalidArgumentError` for an axis out of range or named twice, and for `bool` and `string`.\n\n\
        >>> tf.math.reduce_euclidean_norm([[3., 4.], [5., 12.]], axis=1).numpy().tolist()\n[5.0, 13.0]";
    const GRAD: Rule = Rule::XY(|g, x, y| ops::multiply(g, &ops::realdiv(x, y)?));
    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        let squares = squares(Self::OP_TYPE, x, axes)?;
        let root = match squares.dtype() {
            DType::Float32 => map::<f32, f32>(&squares, f32::sqrt),
            _ => map::<f64, f64>(&squares, f64::sqrt),
        };
        root?.cast(x.dtype())
    }
}

/// The Euclidean norm of the elements across `axes`; `None` means all of them.
pub fn reduce_euclidean_norm(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    call::<EuclideanNorm>(x, axes, keepdims)
}

/// The sum of the squares of a real tensor.
struct SumSquares;

impl Reduction for SumSquares {
    const NAME: &'static str = "";
    const OP_TYPE: &'static str = "Sum";
    const DOC: &'static str = "";
    const GRAD: Rule = Rule::X(|g, x, _| ops::multiply(&ops::multiply(g, &ops::like(g, 2.0)?)?, x));
    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        squares(Self::OP_TYPE, x, axes)?.cast(x.dtype())
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
    const NAME: &'static str = L2_LOSS.name;
    const OP_TYPE: &'static str = L2_LOSS.op_type;
    const DOC: &'static str = L2_LOSS.doc;
    const GRAD: Rule = Rule::X(|g, x, _| ops::multiply(g, x));
    fn forward(x: &Array, axes: AxisSet) -> Result<Array> {
        if !x.dtype().is_floating() {
            return Err(refuse(Self::OP_TYPE, x.dtype()));
        }
        let half = match x.dtype() {
            DType::Float64 => map::<f64, f64>(&squares(Self::OP_TYPE, x, axes)?, |v| v / 2.0),
            _ => map::<f32, f32>(&squares(Self::OP_TYPE, x, axes)?, |v| v / 2.0),
        };
        half?.cast(x.dtype())
    }
}

/// The sum of squared magnitudes over `axes`: `float32` for `float32` and narrower, else `float64`.
fn squares(op: &'static str, x: &Array, axes: AxisSet) -> Result<Array> {
    match x.dtype() {
        DType::Float16 => reduce::<f16, _>(x, axes, SquaresOf),
        DType::BFloat16 => reduce::<bf16, _>(x, axes, SquaresOf),
        DType::Float32 => reduce::<f32, _>(x, axes, SquaresOf),
        DType::Complex64 => reduce::<Complex32, _>(x, axes, SquaresOf),
        DType::Complex128 => reduce::<Complex64, _>(x, axes, SquaresOf),
        DType::Bool | DType::String => Err(refuse(op, x.dtype())),
        _ => reduce::<f64, _>(&x.cast(DType::Float64)?, axes, SquaresOf),
    }
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
    f16 => f32: |x| x.to_f32() * x.to_f32();
    bf16 => f32: |x| x.to_f32() * x.to_f32();
    Complex32 => f32: |x| x.norm_sqr();
    Complex64 => f64: |x| x.norm_sqr();
}
