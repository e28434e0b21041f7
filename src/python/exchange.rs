//! Raw bytes in and out: pickling, checkpoints, and Python's buffer protocol.

use std::ffi::CStr;

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::items::{Most, listed};
use super::numpy::{bytes, bytes_of};
use super::shape::known_dims;
use super::tensor::{PyTensor, wrap};
use crate::array::Array;
use crate::dtype::DType;
use crate::shape::{Few, Shape};
use crate::tensor::Tensor;

/// The elements in row-major order as bytes (a list of `bytes` for strings).
pub fn tensor_bytes(py: Python<'_>, tensor: &Tensor) -> PyResult<Py<PyAny>> {
    let array = tensor.array();
    if let Some(strings) = array.strings()? {
        let items = PyList::empty(py);
        strings.into_iter().try_for_each(|s| items.append(bytes(py, s)?))?;
        return Ok(items.into_any().unbind());
    }
    let all = PyBytes::new_with(py, array.bytes(), |to| {
        // SAFETY: room for as many bytes as are written.
        Ok(unsafe { array.write_to(to.as_mut_ptr()) }?)
    })?;
    Ok(all.into_any().unbind())
}

/// The elements of a tensor in row-major order, native byte order.
#[pyfunction]
pub fn tensor_to_bytes(py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    tensor_bytes(py, &super::convert::to_tensor(t, None)?)
}

/// The tensor that [`tensor_to_bytes`] was given.
#[pyfunction]
pub fn tensor_from_bytes(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    dtype: &Bound<'_, PyAny>,
    shape: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    let dtype = super::dtype::from_any(dtype)?;
    let shape = Shape::new(&known_dims(shape)?);
    let mismatch =
        |n: usize| PyValueError::new_err(format!("{n} values or bytes do not make a {dtype} tensor of shape {shape}"));
    if dtype == DType::String {
        let items = listed(data, Most::Any, |item| bytes_of(&item))?;
        if shape.checked_elements() != Some(items.len()) {
            return Err(mismatch(items.len()));
        }
        return wrap(py, Tensor::new(Array::from_strings(shape, items)?));
    }
    let bytes = data.cast::<PyBytes>()?.as_bytes();
    if shape.checked_elements().and_then(|n| n.checked_mul(dtype.size())) != Some(bytes.len()) {
        return Err(mismatch(bytes.len()));
    }
    if dtype == DType::Bool && bytes.iter().any(|b| *b > 1) {
        return Err(PyValueError::new_err("bytes other than 0 and 1 are no truth values"));
    }
    wrap(py, Tensor::new(Array::from_bytes(dtype, shape, bytes)?))
}

/// What a filled buffer view keeps alive.
struct View {
    /// A contiguous array of the same elements (the tensor's own storage where that is contiguous).
    array: Array,
    shape: Vec<ffi::Py_ssize_t>,
    strides: Vec<ffi::Py_ssize_t>,
}

fn format_of(dtype: DType) -> Option<&'static CStr> {
    Some(match dtype {
        DType::Float32 => c"f",
        DType::Float64 => c"d",
        DType::Float16 => c"e",
        DType::Int8 => c"b",
        DType::Int16 => c"h",
        DType::Int32 => c"i",
        DType::Int64 => c"q",
        DType::UInt8 => c"B",
        DType::UInt16 => c"H",
        DType::UInt32 => c"I",
        DType::UInt64 => c"Q",
        DType::Bool => c"?",
        DType::Complex64 => c"Zf",
        DType::Complex128 => c"Zd",
        // Those that `struct` has no letter for.
        _ => return None,
    })
}

/// Fills a buffer view of a tensor.
///
/// # Safety
/// `view` is valid for writing, as the buffer protocol promises.
pub unsafe fn fill_buffer(slf: Bound<'_, PyTensor>, view: *mut ffi::Py_buffer, flags: std::ffi::c_int) -> PyResult<()> {
    if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
        return Err(PyBufferError::new_err("a tensor is immutable; its buffer is read-only"));
    }
    let tensor = slf.get().0.clone();
    let format = format_of(tensor.dtype())
        .ok_or_else(|| PyTypeError::new_err(format!("a {} tensor has no buffer format", tensor.dtype())))?;
    let size = tensor.dtype().size() as ffi::Py_ssize_t;
    let array = tensor.array().contiguous()?;
    let shape: Vec<ffi::Py_ssize_t> = array.shape().iter().map(|&d| d as ffi::Py_ssize_t).few();
    let strides = array.shape().strides().iter().map(|&s| (s as ffi::Py_ssize_t).saturating_mul(size)).few();
    let mut held = Box::new(View { array, shape, strides });
    // SAFETY: the caller's promise; everything pointed to lives in `held` (whose inline data does not move inside its
    // box) until the view is released, or is static.
    unsafe {
        (*view).buf = held.array.as_ptr().cast_mut().cast();
        (*view).len = held.array.bytes() as ffi::Py_ssize_t;
        (*view).readonly = 1;
        (*view).itemsize = size;
        (*view).format = if flags & ffi::PyBUF_FORMAT != 0 { format.as_ptr().cast_mut() } else { std::ptr::null_mut() };
        (*view).ndim = held.shape.len() as std::ffi::c_int;
        (*view).shape = if flags & ffi::PyBUF_ND != 0 { held.shape.as_mut_ptr() } else { std::ptr::null_mut() };
        (*view).strides = if flags & ffi::PyBUF_STRIDES == ffi::PyBUF_STRIDES {
            held.strides.as_mut_ptr()
        } else {
            std::ptr::null_mut()
        };
        (*view).suboffsets = std::ptr::null_mut();
        (*view).internal = Box::into_raw(held).cast();
        (*view).obj = slf.into_any().into_ptr();
    }
    Ok(())
}

/// Gives back what [`fill_buffer`] held.
///
/// # Safety
/// `view` was filled by [`fill_buffer`] and is released once.
pub unsafe fn release_buffer(view: *mut ffi::Py_buffer) {
    // SAFETY: the caller's promise: `internal` is the box that `fill_buffer` leaked.
    drop(unsafe { Box::from_raw((*view).internal.cast::<View>()) });
}
