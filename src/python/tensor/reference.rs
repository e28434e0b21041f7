//! `Reference`: what `ref()` of a tensor or a variable returns.
//!
//! Tensors compare by elements and are unhashable; references compare and hash by identity.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// `t.ref()`.
pub fn reference_to<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    Bound::new(object.py(), Reference(object.clone().unbind())).map(Bound::into_any)
}

/// A hashable stand-in for a tensor or variable, equal when it stands for the same object.
#[pyclass(frozen, name = "Reference", module = "gradtape")]
pub struct Reference(Py<PyAny>);

#[pymethods]
impl Reference {
    /// The object itself.
    fn deref(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.clone_ref(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Reference>() {
            Ok(other) => Ok(other.get().0.is(&self.0)),
            Err(_) => Err(PyTypeError::new_err("Cannot compare wrapped object with unwrapped object.")),
        }
    }

    fn __hash__(&self) -> usize {
        self.0.as_ptr() as usize >> 4
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Reference wrapping {}>", self.0.bind(py).repr()?))
    }

    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.0)
    }
}
