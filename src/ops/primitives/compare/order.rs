//! Comparisons of two tensors, element by element, with broadcasting. NaN equals nothing and orders against nothing.

use num_complex::Complex64;

use crate::kernels::elementwise::zip;
use crate::ops::check_same_dtype;
use crate::ops::doc::docs;
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;

const PARAMS: &[Param] = &[tensor("x"), tensor("y")];

/// A comparison; [`comparisons!`] makes them.
trait Compare: 'static {
    const OP_TYPE: &'static str;
    /// For comparisons that need no order: the answer for equal elements, and so for any dtype.
    const EQUAL: Option<bool>;
    fn f<T: PartialOrd>(a: T, b: T) -> bool;
}

/// The comparisons: documentation, name, operation type, rule.
macro_rules! comparisons {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ident |$a:ident, $b:ident| $rule:expr, equal: $equal:expr;)+) => {
        pub(super) const OPS: &[OpDef] = &[$(OpDef {
            name: stringify!($name),
            op_type: stringify!($type),
            doc: docs!($($doc)+),
            params: PARAMS,
            call: |a| Ok($name(a.tensor(0), a.tensor(1))?.into()),
            samples: &[],
        }),+];
        $(
            struct $type;
            impl Compare for $type {
                const OP_TYPE: &'static str = stringify!($type);
                const EQUAL: Option<bool> = $equal;
                fn f<T: PartialOrd>($a: T, $b: T) -> bool {
                    $rule
                }
            }
            $(#[doc = $doc])+
            pub fn $name($a: &Tensor, $b: &Tensor) -> Result<Tensor> {
                non_differentiable($type::OP_TYPE, &[$a, $b], |x| compare::<$type>(x[0], x[1]))
            }
        )+
    };
}

comparisons! {
    /// Whether `x == y`, element by element, with broadcasting; any dtype, strings included.
    ///
    /// NaN is not equal to itself. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for shapes
    /// that do not broadcast (the operator `==` answers `False` to those).
    ///
    /// >>> tf.equal([1., 2.], 2.).numpy().tolist()
    /// [False, True]
    equal: Equal |a, b| a == b, equal: Some(true);

    /// Whether `x != y`, element by element, with broadcasting; any dtype, strings included.
    ///
    /// NaN differs from itself. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for shapes that
    /// do not broadcast (the operator `!=` answers `True` to those).
    ///
    /// >>> tf.not_equal([1., 2.], 2.).numpy().tolist()
    /// [True, False]
    not_equal: NotEqual |a, b| a != b, equal: Some(false);

    /// Whether `x < y`, element by element, with broadcasting; real numbers only.
    ///
    /// `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    /// shapes that do not broadcast.
    ///
    /// >>> tf.less([1., 2.], 2.).numpy().tolist()
    /// [True, False]
    less: Less |a, b| a < b, equal: None;

    /// Whether `x <= y`, element by element, with broadcasting; real numbers only.
    ///
    /// `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    /// shapes that do not broadcast.
    ///
    /// >>> tf.less_equal([1., 3.], [1., 2.]).numpy().tolist()
    /// [True, False]
    less_equal: LessEqual |a, b| a <= b, equal: None;

    /// Whether `x > y`, element by element, with broadcasting; real numbers only.
    ///
    /// `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    /// shapes that do not broadcast.
    ///
    /// >>> tf.greater([1., 3.], 2.).numpy().tolist()
    /// [False, True]
    greater: Greater |a, b| a > b, equal: None;

    /// Whether `x >= y`, element by element, with broadcasting; real numbers only.
    ///
    /// `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for
    /// shapes that do not broadcast.
    ///
    /// >>> tf.greater_equal([1., 2.], 2.).numpy().tolist()
    /// [False, True]
    greater_equal: GreaterEqual |a, b| a >= b, equal: None;
}

/// Real numbers.
const ORDERED: Takes = Takes::native(WIDE)
    .through(DTypes::HALF, DType::Float32)
    .through(DTypes::SHORT, DType::Int32)
    .through(DTypes::of(&[DType::UInt32]), DType::Int64);

/// Every dtype.
const COMPARED: Takes = Takes::native(WIDE.or(DTypes::of(&[DType::Bool, DType::String])))
    .through(DTypes::HALF, DType::Float32)
    .through(DTypes::SHORT, DType::Int32)
    .through(DTypes::of(&[DType::UInt32]), DType::Int64)
    .and_complex();

/// Dtypes with a loop of their own.
const WIDE: DTypes = DTypes::SINGLE_OR_DOUBLE.or(DTypes::of(&[DType::Int32, DType::Int64, DType::UInt64]));

fn compare<C: Compare>(a: &Array, b: &Array) -> Result<Array> {
    check_same_dtype(C::OP_TYPE, a.dtype(), b.dtype())?;
    let takes = if C::EQUAL.is_some() { COMPARED } else { ORDERED };
    takes.compute(C::OP_TYPE, &[a, b], |x| native::<C>(x[0], x[1]))
}

fn native<C: Compare>(a: &Array, b: &Array) -> Result<Array> {
    let shape = a.shape().broadcast(b.shape()).ok_or_else(|| Error::shapes(C::OP_TYPE, a.shape(), b.shape()))?;
    let equal = C::EQUAL.unwrap_or_default();
    match a.dtype() {
        DType::Float32 => zip(a, b, &shape, C::f::<f32>),
        DType::Float64 => zip(a, b, &shape, C::f::<f64>),
        DType::Int32 => zip(a, b, &shape, C::f::<i32>),
        DType::Int64 => zip(a, b, &shape, C::f::<i64>),
        DType::UInt64 => zip(a, b, &shape, C::f::<u64>),
        DType::Bool => zip::<bool, bool>(a, b, &shape, |a, b| (a == b) == equal),
        DType::String => strings(a, b, &shape, equal),
        _ => zip::<Complex64, bool>(a, b, &shape, |a, b| (a == b) == equal),
    }
}

fn strings(a: &Array, b: &Array, shape: &Shape, equal: bool) -> Result<Array> {
    let (a, b) = (a.broadcast_to(shape)?, b.broadcast_to(shape)?);
    let (a, b) = (a.strings()?.unwrap_or_default(), b.strings()?.unwrap_or_default());
    let mut out = Array::scratch_of::<bool>(shape.clone())?;
    out.slice_mut().iter_mut().zip(a.iter().zip(&b)).for_each(|(o, (a, b))| *o = (a == b) == equal);
    Ok(out)
}
