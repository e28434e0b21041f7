//! Python's operators, once for tensors and variables: both classes inherit them from this one.
//!
//! An ndarray, number or sequence on the other side becomes a tensor of this side's dtype. An object that cannot be
//! converted but has the reflected operator is given its chance.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyString, PyTuple};

use super::convert::{from_value, held};
use super::error;
use super::graph;
use super::joined::{self, Operator};
use super::numpy::is_numpy_scalar;
use super::observing::{THRESHOLD, long};
use super::tensor::{PyTensor, wrap};
use crate::dtype::{DType, DTypes};
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;

/// What tensors and variables have in common: arithmetic and comparison.
#[pyclass(frozen, subclass, name = "Operand", module = "gradtape._core")]
pub struct PyOperand;

/// What an operator does with two tensors.
pub type Function = fn(&Tensor, &Tensor) -> Result<Tensor>;

/// Elements from which an operation is long enough to let other Python threads run meanwhile.
pub const LONG: usize = 1 << 16;

/// Runs `f`, without the interpreter lock where the operands are large. A panic becomes an error.
#[inline]
pub fn run<T: Send>(py: Python<'_>, size: usize, f: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    let guarded = || compute(py, size, f);
    let result = catch_unwind(AssertUnwindSafe(guarded)).unwrap_or_else(|panic| Err(error::panicked(&*panic)));
    result.map_err(|e| error::to_python(py, &e))
}

/// As [`run`], for who catches panics.
#[inline]
pub fn compute<T: Send>(py: Python<'_>, size: usize, f: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    if size < THRESHOLD.load(Relaxed) { f() } else { long(py, size, f) }
}

#[inline]
fn finish(py: Python<'_>, f: Function, a: &Tensor, b: &Tensor) -> PyResult<Py<PyAny>> {
    let y = run(py, a.shape().elements().max(b.shape().elements()), || f(a, b))?;
    wrap(py, y)
}

/// A number of Python's or NumPy's as a tensor of `x`'s type.
fn number_in_graph(x: &Tensor, other: &Bound<'_, PyAny>) -> PyResult<Option<Tensor>> {
    let number = other.is_instance_of::<PyFloat>() || other.is_exact_instance_of::<PyInt>() || is_numpy_scalar(other);
    let known = if number { from_value(other, Some(x.dtype())).ok() } else { None };
    Ok(known.filter(|k| k.dtype() == x.dtype()))
}

/// One over a number: TensorFlow's graphs multiply by it where eager code divides.
fn inverse_in_graph(x: &Tensor, other: &Bound<'_, PyAny>) -> PyResult<Option<Tensor>> {
    if !ops::takes_reciprocals() || !x.dtype().is_floating() {
        return Ok(None);
    }
    let normal = |k: &Tensor| match k.dtype() {
        DType::Float32 => k.item::<f32>().is_normal(),
        _ => k.item::<f64>().is_normal(),
    };
    Ok(number_in_graph(x, other)?.filter(normal).map(|k| ops::reciprocal(&k)).transpose()?)
}

/// An operator with a number in a graph, where numbers are joined; `None` elsewhere.
#[inline]
fn in_graph(slf: &Bound<'_, PyOperand>, other: &Bound<'_, PyAny>, operator: Operator) -> PyResult<Option<Py<PyAny>>> {
    if graph::number() == 0 {
        return Ok(None);
    }
    let x = me(slf);
    if !operator.joins(x.dtype()) {
        return Ok(None);
    }
    let known = number_in_graph(&x, other)?;
    known.map(|k| join(slf, &x, operator, &k)).transpose()
}

fn join(slf: &Bound<'_, PyOperand>, x: &Tensor, operator: Operator, k: &Tensor) -> PyResult<Py<PyAny>> {
    let passes = joined::is_passing(slf.as_any());
    let y = run(slf.py(), x.shape().elements(), || operator.apply(x, passes, k))?;
    wrap(slf.py(), y)
}

#[inline]
fn me<'a>(slf: &'a Bound<'_, PyOperand>) -> Cow<'a, Tensor> {
    held(slf.as_any()).expect("an operand is a tensor or a variable")
}

/// `slf OP other`.
#[inline]
fn forward(slf: &Bound<'_, PyOperand>, other: &Bound<'_, PyAny>, reflected: &str, f: Function) -> PyResult<Py<PyAny>> {
    let a = me(slf);
    match operand(other, &a, reflected)? {
        Some(b) => finish(slf.py(), f, &a, &b),
        None => Ok(slf.py().NotImplemented()),
    }
}

/// `other OP slf`.
#[inline]
fn reflected(slf: &Bound<'_, PyOperand>, other: &Bound<'_, PyAny>, f: Function) -> PyResult<Py<PyAny>> {
    let b = me(slf);
    let a = match held(other) {
        Some(a) => a,
        None => Cow::Owned(from_value(other, Some(b.dtype()))?),
    };
    finish(slf.py(), f, &a, &b)
}

/// The other operand as a tensor; `None` to let Python ask the other object.
#[inline]
fn operand<'a>(other: &'a Bound<'_, PyAny>, like: &Tensor, reflected: &str) -> PyResult<Option<Cow<'a, Tensor>>> {
    // A float is looked at first, since telling that it is no variable takes a walk over its base classes.
    if !other.is_exact_instance_of::<PyFloat>()
        && let Some(tensor) = held(other)
    {
        return Ok(Some(tensor));
    }
    match from_value(other, Some(like.dtype())) {
        Ok(tensor) => Ok(Some(Cow::Owned(tensor))),
        Err(error) => Ok(refuse(other, reflected, error)?.map(Cow::Owned)),
    }
}

#[cold]
fn refuse(other: &Bound<'_, PyAny>, reflected: &str, error: PyErr) -> PyResult<Option<Tensor>> {
    let py = other.py();
    // TensorFlow adds a float to integers by first making a float tensor of it, and then refuses the pair.
    if reflected == "__radd__" && other.is_instance_of::<PyFloat>() && error.is_instance_of::<PyTypeError>(py) {
        return from_value(other, None).map(Some);
    }
    let builtin = other.is_none()
        || other.is_instance_of::<PyFloat>()
        || other.is_instance_of::<PyInt>()
        || other.is_instance_of::<PyString>()
        || other.is_instance_of::<PyList>()
        || other.is_instance_of::<PyTuple>();
    let theirs = !builtin && other.get_type().hasattr(reflected)?;
    let conversion = error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyValueError>(py);
    if theirs && conversion { Ok(None) } else { Err(error) }
}

/// `x / y` of Python 3: integers are divided as floats.
pub fn truediv(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::truediv(a, b)
}

fn logical(name: &'static str, a: &Tensor, b: &Tensor, bits: Function, truth: Function) -> Result<Tensor> {
    match a.dtype() {
        DType::Bool => truth(a, b),
        d if d.is_integer() => bits(a, b),
        d => Err(DTypes::INTEGER.or(DTypes::of(&[DType::Bool])).refuse(name, "T", d)),
    }
}

fn and(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    logical("BitwiseAnd", a, b, ops::bitwise_and, ops::logical_and)
}

fn or(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    logical("BitwiseOr", a, b, ops::bitwise_or, ops::logical_or)
}

fn xor(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    logical("BitwiseXor", a, b, ops::bitwise_xor, ops::logical_xor)
}

/// `x @ y`.
pub fn matmul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    ops::matmul(a, b, false, false)
}

fn single(slf: &Bound<'_, PyOperand>, f: fn(&Tensor) -> Result<Tensor>) -> PyResult<Py<PyAny>> {
    let x = me(slf);
    let y = run(slf.py(), x.shape().elements(), || f(&x))?;
    wrap(slf.py(), y)
}

type Me<'a, 'py> = &'a Bound<'py, PyOperand>;
type Other<'a, 'py> = &'a Bound<'py, PyAny>;

#[pymethods]
impl PyOperand {
    fn __add__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        match in_graph(slf, other, Operator::Plus)? {
            Some(y) => Ok(y),
            None => forward(slf, other, "__radd__", ops::add),
        }
    }
    fn __radd__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        match in_graph(slf, other, Operator::Plus)? {
            Some(y) => Ok(y),
            None => reflected(slf, other, ops::add),
        }
    }
    fn __sub__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        match in_graph(slf, other, Operator::Minus)? {
            Some(y) => Ok(y),
            None => forward(slf, other, "__rsub__", ops::subtract),
        }
    }
    fn __rsub__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        match in_graph(slf, other, Operator::From)? {
            Some(y) => Ok(y),
            None => reflected(slf, other, ops::subtract),
        }
    }
    fn __mul__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        match in_graph(slf, other, Operator::Times)? {
            Some(y) => Ok(y),
            None => forward(slf, other, "__rmul__", ops::multiply),
        }
    }
    fn __rmul__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        match in_graph(slf, other, Operator::Times)? {
            Some(y) => Ok(y),
            None => reflected(slf, other, ops::multiply),
        }
    }
    fn __truediv__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        if me(slf).dtype().is_integer() && other.is_instance_of::<PyFloat>() {
            let other = wrap(slf.py(), from_value(other, None)?)?;
            return forward(slf, other.bind(slf.py()), "__rtruediv__", truediv);
        }
        if let Some(inverse) = inverse_in_graph(&me(slf), other)? {
            return join(slf, &me(slf), Operator::Times, &inverse);
        }
        forward(slf, other, "__rtruediv__", truediv)
    }
    fn __rtruediv__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        reflected(slf, other, truediv)
    }
    fn __floordiv__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        forward(slf, other, "__rfloordiv__", ops::floordiv)
    }
    fn __rfloordiv__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        reflected(slf, other, ops::floordiv)
    }
    fn __mod__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        forward(slf, other, "__rmod__", ops::floormod)
    }
    fn __rmod__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        reflected(slf, other, ops::floormod)
    }
    fn __matmul__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        forward(slf, other, "__rmatmul__", matmul)
    }
    fn __rmatmul__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        reflected(slf, other, matmul)
    }
    fn __pow__(slf: Me<'_, '_>, other: Other<'_, '_>, modulo: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        if !modulo.is_none() {
            return Ok(slf.py().NotImplemented());
        }
        forward(slf, other, "__rpow__", ops::pow)
    }
    fn __rpow__(slf: Me<'_, '_>, other: Other<'_, '_>, modulo: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        if !modulo.is_none() {
            return Ok(slf.py().NotImplemented());
        }
        reflected(slf, other, ops::pow)
    }
    fn __and__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        forward(slf, other, "__rand__", and)
    }
    fn __rand__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        reflected(slf, other, and)
    }
    fn __or__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        forward(slf, other, "__ror__", or)
    }
    fn __ror__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        reflected(slf, other, or)
    }
    fn __xor__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        forward(slf, other, "__rxor__", xor)
    }
    fn __rxor__(slf: Me<'_, '_>, other: Other<'_, '_>) -> PyResult<Py<PyAny>> {
        reflected(slf, other, xor)
    }
    fn __neg__(slf: Me<'_, '_>) -> PyResult<Py<PyAny>> {
        if graph::number() == 0 {
            return single(slf, ops::negative);
        }
        let (x, passes) = (me(slf), joined::is_passing(slf.as_any()));
        let y = run(slf.py(), x.shape().elements(), || joined::negative(&x, passes))?;
        wrap(slf.py(), y)
    }
    fn __abs__(slf: Me<'_, '_>) -> PyResult<Py<PyAny>> {
        single(slf, ops::abs)
    }
    fn __invert__(slf: Me<'_, '_>) -> PyResult<Py<PyAny>> {
        let x = me(slf);
        single(slf, if x.dtype() == DType::Bool { ops::logical_not } else { ops::invert })
    }

    fn __richcmp__(slf: Me<'_, '_>, other: Other<'_, '_>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let tensor_like = slf.is_instance_of::<PyTensor>();
        match op {
            CompareOp::Eq | CompareOp::Ne if other.is_none() && tensor_like => {
                Ok(matches!(op, CompareOp::Ne).into_pyobject(slf.py())?.to_owned().into_any().unbind())
            }
            CompareOp::Eq => forward(slf, other, "__eq__", equal_or_false),
            CompareOp::Ne => forward(slf, other, "__ne__", different_or_true),
            CompareOp::Lt => forward(slf, other, "__gt__", ops::less),
            CompareOp::Le => forward(slf, other, "__ge__", ops::less_equal),
            CompareOp::Gt => forward(slf, other, "__lt__", ops::greater),
            CompareOp::Ge => forward(slf, other, "__le__", ops::greater_equal),
        }
    }

    /// So that `ndarray * tensor` is a tensor.
    #[classattr]
    fn __array_priority__() -> i32 {
        100
    }

    fn __hash__(slf: Me<'_, '_>) -> PyResult<isize> {
        Err(PyTypeError::new_err(if slf.is_instance_of::<PyTensor>() {
            "Tensor is unhashable. Instead, use tensor.ref() as the key.".to_owned()
        } else {
            format!("Variable is unhashable. Instead, use variable.ref() as the key. (Variable: {})", slf.repr()?)
        }))
    }
}

/// `==`, which answers a single `False` for shapes that do not fit.
fn equal_or_false(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if a.shape().broadcast(b.shape()).is_none() && a.dtype() == b.dtype() {
        return Ok(Tensor::scalar(false));
    }
    ops::equal(a, b)
}

fn different_or_true(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if a.shape().broadcast(b.shape()).is_none() && a.dtype() == b.dtype() {
        return Ok(Tensor::scalar(true));
    }
    ops::not_equal(a, b)
}
