//! Reductions of truth values and counts: nothing here is differentiable.

use super::reductions;
use crate::kernels::elementwise::map;
use crate::kernels::math::isa::Target;
use crate::kernels::reduce::{Fold, in_any_order, reduce};
use crate::ops::check_dtype;
use crate::ops::prelude::*;
use crate::shape::{AxisSet, normalize_axes};

pub(super) const OPS: &[OpDef] = &[COUNT_NONZERO, ZERO_FRACTION];

const PARAMS: &[Param] = &[Param::new("input_tensor", Kind::As(DType::Bool)), axes("axis"), flag("keepdims", false)];

reductions! {
    /// Whether at least one element across `axis` is true (all axes when `None`).
    ///
    /// Of no elements, `False`. The argument is a `bool` tensor; there is no gradient. Errors: `InvalidArgumentError`
    /// for an axis out of range or named twice, and for other dtypes.
    ///
    /// >>> tf.reduce_any([[True, False], [False, False]], axis=1).numpy().tolist()
    /// [True, False]
    reduce_any: Any |x, axes| truths(Self::DECLARATION.op_type, x, axes, AnyOf),
        takes: Takes::ANY,
        grad: Rule::None,
        params: PARAMS;

    /// Whether every element across `axis` is true (all axes when `None`).
    ///
    /// Of no elements, `True`. The argument is a `bool` tensor; there is no gradient. Errors: `InvalidArgumentError`
    /// for an axis out of range or named twice, and for other dtypes.
    ///
    /// >>> tf.reduce_all([[True, False], [True, True]], axis=1).numpy().tolist()
    /// [False, True]
    reduce_all: All |x, axes| truths(Self::DECLARATION.op_type, x, axes, AllOf),
        takes: Takes::ANY,
        grad: Rule::None,
        params: PARAMS;
}

fn truths(op: &'static str, x: &Array, axes: AxisSet, fold: impl Fold<bool, Acc = bool>) -> Result<Array> {
    check_dtype(op, 0, DType::Bool, x.dtype())?;
    reduce::<bool, _>(x, axes, fold)
}

struct AnyOf;
struct AllOf;

impl Fold<bool> for AnyOf {
    type Acc = bool;
    const EMPTY: bool = false;
    #[inline(always)]
    fn lift<A: Target>(&self, _: usize, x: bool) -> bool {
        x
    }
    #[inline(always)]
    fn join(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn run<A: Target>(&self, at: usize, x: &[bool]) -> Option<bool> {
        in_any_order::<bool, Self, A>(self, at, x)
    }
}

impl Fold<bool> for AllOf {
    type Acc = bool;
    const EMPTY: bool = true;
    #[inline(always)]
    fn lift<A: Target>(&self, _: usize, x: bool) -> bool {
        x
    }
    #[inline(always)]
    fn join(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn run<A: Target>(&self, at: usize, x: &[bool]) -> Option<bool> {
        in_any_order::<bool, Self, A>(self, at, x)
    }
}

const COUNT_NONZERO: OpDef = OpDef {
    name: "count_nonzero",
    op_type: "",
    doc: "How many elements across `axis` are not zero (all axes when `None`), as a tensor of `dtype`.\n\n\
          NaN, `True` and strings that are not empty count. `keepdims` keeps reduced axes with length 1. There is no \
          gradient. Errors: `InvalidArgumentError` for an axis out of range or named twice.\n\n\
          >>> tf.math.count_nonzero([[1., 0.], [2., 3.]], axis=1).numpy().tolist()\n[1, 2]",
    params: &[
        free("input"),
        axes("axis"),
        Param::new("keepdims", Kind::Bool).or(Literal::None),
        Param::new("dtype", Kind::DType).or(Literal::DType(DType::Int64)),
    ],
    call: |a| {
        let count = count_nonzero(a.tensor(0), a.axes(1), a.opt_bool(2).unwrap_or(false))?;
        Ok(Tensor::new(count.array().cast(a.dtype(3))?).into())
    },
    samples: &[],
};

const ZERO_FRACTION: OpDef = OpDef {
    name: "zero_fraction",
    op_type: "",
    doc: "The fraction of elements that are zero, as a `float32` scalar.\n\n\
          `False` and empty strings count as zero; of no elements, NaN. There is no gradient.\n\n\
          >>> tf.math.zero_fraction([0., 1., 0., 2.]).numpy().item()\n0.5",
    params: &[free("value")],
    call: |a| Ok(zero_fraction(a.tensor(0))?.into()),
    samples: &[],
};

/// How many elements across `axes` are not zero, as `int64`; `None` means all axes.
pub fn count_nonzero(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    let axes = normalize_axes("Sum", axes, x.rank())?;
    let count = reduce::<bool, _>(&nonzero(x.array())?, axes, CountOf)?;
    Ok(Tensor::new(count.reshape(x.shape().reduced(&axes, keepdims))?))
}

/// The fraction of elements that are zero, as `float32`.
pub fn zero_fraction(x: &Tensor) -> Result<Tensor> {
    let nonzero = count_nonzero(x, None, false)?.item::<i64>() as f64;
    let size = x.array().elements() as f64;
    Ok(Tensor::scalar(((size - nonzero) / size) as f32))
}

fn nonzero(x: &Array) -> Result<Array> {
    if let Some(strings) = x.strings()? {
        let mut full = Array::scratch_of::<bool>(x.shape().clone())?;
        full.slice_mut().iter_mut().zip(strings).for_each(|(full, s)| *full = !s.is_empty());
        return Ok(full);
    }
    crate::with_dtype!(x.dtype(), T: any => map::<T, bool>(x, |v| v != T::default()), else Ok(x.clone()))
}

struct CountOf;

impl Fold<bool> for CountOf {
    type Acc = i64;
    const EMPTY: i64 = 0;
    #[inline(always)]
    fn lift<A: Target>(&self, _: usize, x: bool) -> i64 {
        i64::from(x)
    }
    #[inline(always)]
    fn join(a: i64, b: i64) -> i64 {
        a + b
    }
    #[inline(always)]
    fn run<A: Target>(&self, at: usize, x: &[bool]) -> Option<i64> {
        in_any_order::<bool, Self, A>(self, at, x)
    }
}
