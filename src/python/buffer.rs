//! Memory of the pool that something outside the crate fills, and that then is a tensor: what a message is received into.
//!
//! Invariant: the tensor exists when nobody can write any more. While views of the memory are out there is no tensor, and
//! once there is a tensor there are no views.

use std::ffi::c_int;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;

use super::shape::known_dims;
use super::tensor::wrap;
use crate::array::Array;
use crate::dtype::DType;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// Room for the elements of a tensor, to be written through the buffer protocol as bytes; then `tensor()` is the tensor,
/// in the same memory. Nothing is said of the elements before they are written.
///
/// Errors: `TypeError` for strings. No view is given out once the tensor was; no tensor while views are out (`BufferError`).
#[pyclass(frozen, module = "gradtape._core")]
pub struct TensorBuffer(Mutex<Inside>);

/// `array` stands still while there are views: this struct is part of a Python object.
struct Inside {
    array: Option<Array>,
    views: usize,
}

#[pymethods]
impl TensorBuffer {
    #[new]
    fn new(dtype: &Bound<'_, PyAny>, shape: &Bound<'_, PyAny>) -> PyResult<TensorBuffer> {
        let dtype = super::dtype::from_any(dtype)?;
        if dtype == DType::String {
            return Err(PyTypeError::new_err("strings have no fixed number of bytes to receive"));
        }
        let array = Array::scratch(dtype, Shape::new(&known_dims(shape)?))?;
        Ok(TensorBuffer(Mutex::new(Inside { array: Some(array), views: 0 })))
    }

    /// The tensor, once. Errors: `BufferError` while views are out and when it was given already; `ValueError` for bytes
    /// that are no truth values.
    fn tensor(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut array = {
            let mut inside = self.inside();
            if inside.views > 0 {
                return Err(PyBufferError::new_err("views of the buffer are still in use"));
            }
            inside.array.take().ok_or_else(gone)?
        };
        if array.dtype() == DType::Bool && array.bytes_mut().iter().any(|b| *b > 1) {
            return Err(PyValueError::new_err("bytes other than 0 and 1 are no truth values"));
        }
        wrap(py, Tensor::new(array))
    }

    /// # Safety
    /// Called by the interpreter with a valid `view`.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let object = slf.clone();
        let mut inside = slf.get().inside();
        let array = inside.array.as_mut().ok_or_else(gone)?;
        let (start, length) = (array.bytes_mut().as_mut_ptr(), array.bytes());
        // SAFETY: the memory neither moves nor goes while views are counted; the view holds the object.
        let filled =
            unsafe { ffi::PyBuffer_FillInfo(view, object.as_ptr(), start.cast(), length as ffi::Py_ssize_t, 0, flags) };
        if filled < 0 {
            return Err(PyErr::fetch(slf.py()));
        }
        inside.views += 1;
        Ok(())
    }

    /// # Safety
    /// Called by the interpreter with a view that `__getbuffer__` has filled.
    unsafe fn __releasebuffer__(&self, _view: *mut ffi::Py_buffer) {
        self.inside().views -= 1;
    }
}

impl TensorBuffer {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cold]
fn gone() -> PyErr {
    PyBufferError::new_err("the buffer has become a tensor, and tensors are immutable")
}
