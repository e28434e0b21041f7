//! `constant`, `convert_to_tensor` and their kin: tensors from Python values.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::binding::symbolic;
use super::convert::to_tensor;
use super::items::find_in;
use super::shape::dims_from;
use super::tensor::{PyTensor, wrap};
use super::variable::PyVariable;
use super::{convert, dtype, stack};
use crate::dtype::DType;
use crate::ops;
use crate::shape::{Few, Shape};
use crate::tensor::Tensor;

/// A tensor with this value: a number, string, nested sequence, ndarray.
///
/// Python floats become `float32`, integers `int32` (`int64` if they need it), ndarrays keep their dtype; `dtype` decides
/// where it is given. A scalar fills `shape`. Errors: `TypeError` for values that the dtype cannot hold, `ValueError` for
/// ragged or mixed sequences and for objects that are no values.
///
/// >>> tf.constant([1, 2.5])
/// <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1. , 2.5], dtype=float32)>
#[pyfunction]
#[pyo3(signature = (value, dtype=None, shape=None, name=None))]
pub fn constant(
    py: Python<'_>,
    value: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
    name: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let _ = name;
    stack::check()?;
    let want = dtype.map(dtype::from_any).transpose()?;
    if let Ok(tensor) = value.cast::<PyTensor>() {
        let have = tensor.get().0.dtype();
        if let Some(want) = want.filter(|w| *w != have) {
            let shown = super::tensor::numpy_text(py, &tensor.get().0, false)?;
            let text = format!("Expected tensor {shown} with dtype tf.{want}, but got dtype tf.{have}.");
            return Err(PyTypeError::new_err(text));
        }
    }
    if value.is_instance_of::<PyList>() && holds_scalar_tensors(value) {
        return Err(PyValueError::new_err("TypeError: Scalar tensor has no `len()`"));
    }
    let tensor = to_tensor(value, want)?;
    let Some(shape) = shape else {
        return same_or_wrap(py, value, tensor);
    };
    wrap(py, fill_shape(tensor, shape, value)?)
}

fn holds_scalar_tensors(value: &Bound<'_, PyAny>) -> bool {
    let is_scalar = |x: Bound<'_, PyAny>| x.cast::<PyTensor>().is_ok_and(|t| t.get().0.rank() == 0).then_some(());
    find_in(value, is_scalar).is_some()
}

fn fill_shape(tensor: Tensor, shape: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<Tensor> {
    let dims = dims_from(shape)?.and_then(|d| d.into_iter().few::<Option<Vec<usize>>>());
    let to = Shape::new(&dims.ok_or_else(|| PyValueError::new_err("constant needs a fully defined shape"))?);
    let (have, need) = (tensor.shape().elements(), to.checked_elements());
    if Some(have) == need {
        return Ok(ops::reshape_to(&tensor, &to)?);
    }
    if have == 1 && need.is_some() {
        return Ok(ops::broadcast_to_shape(&ops::reshape_to(&tensor, &Shape::scalar())?, &to)?);
    }
    let shown = super::numpy::to_numpy(value.py(), tensor.array())?.str()?;
    Err(PyTypeError::new_err(format!(
        "Eager execution of tf.constant with unsupported shape. Tensor {shown} (converted from {value}) has {have} elements, \
         but got `shape` {} with {} elements).",
        to.tuple(),
        need.unwrap_or(usize::MAX)
    )))
}

/// The object itself where it is a tensor already.
fn same_or_wrap(py: Python<'_>, value: &Bound<'_, PyAny>, tensor: Tensor) -> PyResult<Py<PyAny>> {
    if value.is_instance_of::<PyTensor>() { Ok(value.clone().unbind()) } else { wrap(py, tensor) }
}

/// `value` as a tensor; a tensor is returned as it is.
///
/// `dtype` must be that of a tensor or variable; `dtype_hint` is used for Python values if they can have it. Sequences
/// that contain tensors are packed, and gradients flow through. Errors: `ValueError` for a tensor of another dtype, and as
/// `constant`.
///
/// >>> tf.convert_to_tensor([1., tf.constant(2.)]).numpy().tolist()
/// [1.0, 2.0]
#[pyfunction]
#[pyo3(signature = (value, dtype=None, dtype_hint=None, name=None))]
pub fn convert_to_tensor(
    py: Python<'_>,
    value: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
    dtype_hint: Option<&Bound<'_, PyAny>>,
    name: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let _ = name;
    stack::check()?;
    let want = dtype.map(dtype::from_any).transpose()?;
    let hint = dtype_hint.map(dtype::from_any).transpose()?;
    if let (Some(have), Some(want)) = (convert::known_dtype(value), want)
        && have != want
    {
        return Err(conflict(value, want, have)?);
    }
    let tensor = match (want, hint) {
        (None, Some(hint)) => to_tensor(value, Some(hint)).or_else(|_| to_tensor(value, None)),
        _ => to_tensor(value, want),
    };
    match tensor {
        Ok(tensor) => same_or_wrap(py, value, tensor),
        Err(error) => symbolic::converted(value, dtype, error),
    }
}

fn conflict(value: &Bound<'_, PyAny>, want: DType, have: DType) -> PyResult<PyErr> {
    Ok(PyValueError::new_err(if value.is_instance_of::<PyVariable>() {
        format!(
            "Incompatible type conversion requested to type {want} for `tf.Variable of type {have}. (Variable: {})",
            value.repr()?
        )
    } else {
        crate::python::advice::with_advice(&format!(
            "Tensor conversion requested dtype {want} for Tensor with dtype {have}: {}",
            value.repr()?
        ))
    }))
}
