//! Comparisons of two tensors, element by element, with broadcasting. NaN equals nothing and orders against nothing.

use num_complex::Complex64;

use crate::array::Array;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::kernels::elementwise::zip;
use crate::ops::check_same_dtype;
use crate::ops::def::{OpDef, Param, tensor};
use crate::ops::opaque::opaque;
use crate::shape::Shape;
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] =
    &[def::<Equal>(), def::<NotEqual>(), def::<Less>(), def::<LessEqual>(), def::<Greater>(), def::<GreaterEqual>()];

const PARAMS: &[Param] = &[tensor("x"), tensor("y")];

/// A comparison: its names and its rule.
trait Compare: 'static {
    const NAME: &'static str;
    const OP_TYPE: &'static str;
    const DOC: &'static str;
    /// For comparisons that need no order: the answer for equal elements, and so for any dtype.
    const EQUAL: Option<bool> = None;
    fn f<T: PartialOrd>(a: T, b: T) -> bool;
}

const fn def<C: Compare>() -> OpDef {
    OpDef {
        name: C::NAME,
        op_type: C::OP_TYPE,
        doc: C::DOC,
        params: PARAMS,
        call: |a| Ok(call::<C>(a.tensor(0), a.tensor(1))?.into()),
        samples: &[],
    }
}

#[inline]
fn call<C: Compare>(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    opaque(C::OP_TYPE, &[a, b], |x| compare::<C>(x[0], x[1]))
}

fn compare<C: Compare>(a: &Array, b: &Array) -> Result<Array> {
    check_same_dtype(C::OP_TYPE, a.dtype(), b.dtype())?;
    let shape = a.shape().broadcast(b.shape()).ok_or_else(|| Error::shapes(C::OP_TYPE, a.shape(), b.shape()))?;
    match (a.dtype(), C::EQUAL) {
        (DType::Float32, _) => zip(a, b, &shape, C::f::<f32>),
        (DType::Float64, _) => zip(a, b, &shape, C::f::<f64>),
        (DType::Int32, _) => zip(a, b, &shape, C::f::<i32>),
        (DType::Int64, _) => zip(a, b, &shape, C::f::<i64>),
        (DType::UInt64, _) => zip(a, b, &shape, C::f::<u64>),
        (DType::Complex64 | DType::Complex128, Some(equal)) => {
            let (a, b) = (a.cast(DType::Complex128)?, b.cast(DType::Complex128)?);
            zip::<Complex64, bool>(&a, &b, &shape, |a, b| (a == b) == equal)
        }
        (DType::String, Some(equal)) => strings(a, b, &shape, equal),
        (DType::Bool, None) | (DType::Complex64 | DType::Complex128 | DType::String, None) => {
            Err(refuse(C::OP_TYPE, a.dtype()))
        }
        (dtype, _) => {
            let wide = wider(dtype);
            compare::<C>(&a.cast(wide)?, &b.cast(wide)?)
        }
    }
}

/// A dtype that holds all values of a rarer one.
fn wider(dtype: DType) -> DType {
    match dtype {
        DType::Float16 | DType::BFloat16 => DType::Float32,
        DType::UInt32 => DType::Int64,
        _ => DType::Int32,
    }
}

fn strings(a: &Array, b: &Array, shape: &Shape, equal: bool) -> Result<Array> {
    let (a, b) = (a.broadcast_to(shape)?, b.broadcast_to(shape)?);
    let (a, b) = (a.strings()?.unwrap_or_default(), b.strings()?.unwrap_or_default());
    let mut out = Array::scratch_of::<bool>(shape.clone())?;
    out.slice_mut().iter_mut().zip(a.iter().zip(&b)).for_each(|(o, (a, b))| *o = (a == b) == equal);
    Ok(out)
}

fn refuse(op: &'static str, dtype: DType) -> Error {
    let allowed = "float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64";
    let name = dtype.kernel_name();
    Error::invalid(op, format!("Value for attr 'T' of {name} is not in the list of allowed values: {allowed}"))
}

/// See [`equal`].
struct Equal;

impl Compare for Equal {
    const NAME: &'static str = "equal";
    const OP_TYPE: &'static str = "Equal";
    const DOC: &'static str = "Whether `x == y`, element by element, with broadcasting; any dtype, strings included.\n\n\
        NaN is not equal to itself. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for \
        shapes that do not broadcast (the operator `==` answers `False` to those).\n\n\
        >>> tf.equal([1., 2.], 2.).numpy().tolist()\n[False, True]";
    const EQUAL: Option<bool> = Some(true);
    fn f<T: PartialOrd>(a: T, b: T) -> bool {
        a == b
    }
}

/// `a == b`.
pub fn equal(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Equal>(a, b)
}

/// See [`not_equal`].
struct NotEqual;

impl Compare for NotEqual {
    const NAME: &'static str = "not_equal";
    const OP_TYPE: &'static str = "NotEqual";
    const DOC: &'static str = "Whether `x != y`, element by element, with broadcasting; any dtype, strings included.\n\n\
        NaN differs from itself. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or for shapes \
        that do not broadcast (the operator `!=` answers `True` to those).\n\n\
        >>> tf.not_equal([1., 2.], 2.).numpy().tolist()\n[True, False]";
    const EQUAL: Option<bool> = Some(false);
    fn f<T: PartialOrd>(a: T, b: T) -> bool {
        a != b
    }
}

/// `a != b`.
pub fn not_equal(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<NotEqual>(a, b)
}

/// See [`less`].
struct Less;

impl Compare for Less {
    const NAME: &'static str = "less";
    const OP_TYPE: &'static str = "Less";
    const DOC: &'static str = "Whether `x < y`, element by element, with broadcasting; real numbers only.\n\n\
        `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or \
        for shapes that do not broadcast.\n\n\
        >>> tf.less([1., 2.], 2.).numpy().tolist()\n[True, False]";
    fn f<T: PartialOrd>(a: T, b: T) -> bool {
        a < b
    }
}

/// `a < b`.
pub fn less(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Less>(a, b)
}

/// See [`less_equal`].
struct LessEqual;

impl Compare for LessEqual {
    const NAME: &'static str = "less_equal";
    const OP_TYPE: &'static str = "LessEqual";
    const DOC: &'static str = "Whether `x <= y`, element by element, with broadcasting; real numbers only.\n\n\
        `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or \
        for shapes that do not broadcast.\n\n\
        >>> tf.less_equal([1., 3.], [1., 2.]).numpy().tolist()\n[True, False]";
    fn f<T: PartialOrd>(a: T, b: T) -> bool {
        a <= b
    }
}

/// `a <= b`.
pub fn less_equal(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<LessEqual>(a, b)
}

/// See [`greater`].
struct Greater;

impl Compare for Greater {
    const NAME: &'static str = "greater";
    const OP_TYPE: &'static str = "Greater";
    const DOC: &'static str = "Whether `x > y`, element by element, with broadcasting; real numbers only.\n\n\
        `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or \
        for shapes that do not broadcast.\n\n\
        >>> tf.greater([1., 3.], 2.).numpy().tolist()\n[False, True]";
    fn f<T: PartialOrd>(a: T, b: T) -> bool {
        a > b
    }
}

/// `a > b`.
pub fn greater(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<Greater>(a, b)
}

/// See [`greater_equal`].
struct GreaterEqual;

impl Compare for GreaterEqual {
    const NAME: &'static str = "greater_equal";
    const OP_TYPE: &'static str = "GreaterEqual";
    const DOC: &'static str = "Whether `x >= y`, element by element, with broadcasting; real numbers only.\n\n\
        `False` wherever an element is NaN. No gradient passes. Errors: `InvalidArgumentError` for two dtypes, or \
        for shapes that do not broadcast.\n\n\
        >>> tf.greater_equal([1., 2.], 2.).numpy().tolist()\n[False, True]";
    fn f<T: PartialOrd>(a: T, b: T) -> bool {
        a >= b
    }
}

/// `a >= b`.
pub fn greater_equal(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    call::<GreaterEqual>(a, b)
}
