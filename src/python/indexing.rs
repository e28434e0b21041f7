//! `t[...]`: Python's index objects to the core's, and TensorFlow's rules for them.
//!
//! A list index means a tuple of integers, not a selection; arrays of integers are refused; a boolean mask selects.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PyInt, PyList, PySlice, PyString, PyTuple};

use super::convert;
use super::items::Most;
use super::observing::short;
use super::tensor::wrap;
use crate::dtype::DType;
use crate::ops;
use crate::ops::IndexItem;
use crate::shape::Few;
use crate::tensor::Tensor;

/// `tensor[key]` as a Python object.
pub fn get(tensor: &Tensor, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    wrap(key.py(), short(key.py(), || get_tensor(tensor, key))?)
}

/// `tensor[key]`.
pub fn get_tensor(tensor: &Tensor, key: &Bound<'_, PyAny>) -> PyResult<Tensor> {
    if let Some(mask) = mask(key)? {
        if mask.rank() == 0 {
            return Err(PyValueError::new_err("mask cannot be scalar."));
        }
        return Ok(ops::boolean_mask(tensor, &mask, None)?);
    }
    let items = items(key)?;
    Ok(ops::index(tensor, &items)?)
}

/// Whether `key` selects by truth values.
pub fn is_mask(key: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(mask(key)?.is_some())
}

/// A boolean tensor or ndarray, which selects; `True` and `False` count as scalar masks.
fn mask(key: &Bound<'_, PyAny>) -> PyResult<Option<Tensor>> {
    let array = convert::known_dtype(key) == Some(DType::Bool) || key.is_instance_of::<PyBool>();
    let numpy = || -> PyResult<bool> {
        Ok(key.cast::<numpy::PyUntypedArray>().is_ok()
            && key.getattr("dtype")?.getattr("kind")?.extract::<String>()? == "b")
    };
    if array || numpy()? { convert::to_tensor(key, None).map(Some) } else { Ok(None) }
}

/// What `key` says, one item for each of its parts.
pub fn items(key: &Bound<'_, PyAny>) -> PyResult<Vec<IndexItem>> {
    if let Ok(tuple) = key.cast::<PyTuple>() {
        Most::Axes("key").check(tuple.len())?;
        return tuple.iter().map(|item| one(&item)).few();
    }
    if let Ok(list) = key.cast::<PyList>() {
        Most::Axes("key").check(list.len())?;
        return list.iter().map(|item| one(&item)).few();
    }
    Ok(vec![one(key)?])
}

fn one(item: &Bound<'_, PyAny>) -> PyResult<IndexItem> {
    if item.is_none() {
        return Ok(IndexItem::NewAxis);
    }
    if item.is_instance_of::<PyEllipsis>() {
        return Ok(IndexItem::Ellipsis);
    }
    if let Ok(slice) = item.cast::<PySlice>() {
        let bound = |name: &Bound<'_, PyString>| -> PyResult<Option<i64>> {
            let value = slice.getattr(name)?;
            if value.is_none() { Ok(None) } else { integer(&value).map(Some) }
        };
        let [start, stop, step] = [intern!(item.py(), "start"), intern!(item.py(), "stop"), intern!(item.py(), "step")];
        return Ok(IndexItem::Slice { start: bound(start)?, stop: bound(stop)?, step: bound(step)? });
    }
    integer(item).map(IndexItem::Int)
}

/// An integer, or a scalar integer tensor.
fn integer(item: &Bound<'_, PyAny>) -> PyResult<i64> {
    if item.is_exact_instance_of::<PyInt>() {
        return item.extract();
    }
    if item.is_instance_of::<PyBool>() {
        return Err(bool_index(item));
    }
    if let Some(tensor) = convert::known(item) {
        let allowed = matches!(tensor.dtype(), DType::Int16 | DType::Int32 | DType::Int64);
        return if tensor.rank() == 0 && allowed { Ok(tensor.item()) } else { Err(refuse(item)) };
    }
    if super::numpy::is_numpy(item) && item.getattr("dtype")?.getattr("kind")?.extract::<String>()? == "b" {
        return Err(refuse(item));
    }
    let scalar = !item.hasattr("shape")? || item.getattr("shape")?.len()? == 0;
    if scalar && item.hasattr("__index__")? {
        return item.call_method0("__index__")?.extract();
    }
    Err(refuse(item))
}

#[cold]
fn bool_index(item: &Bound<'_, PyAny>) -> PyErr {
    let text =
        "Value for attr 'Index' of bool is not in the list of allowed values: int16, int32, int64 [Op:StridedSlice]";
    super::error::tensorflow_error(item.py(), "InvalidArgumentError", text)
}

#[cold]
fn refuse(item: &Bound<'_, PyAny>) -> PyErr {
    let shown = item.repr().map_or_else(|_| "object".into(), |s| s.to_string());
    PyTypeError::new_err(format!(
        "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid \
         indices, got {shown}"
    ))
}
