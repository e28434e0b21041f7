//! `variable.value`: the variable once more, which may be called as well.
//!
//! TensorFlow's variables are asked with `variable.value()`. Those of Keras 3 hold one as `variable.value`, which programs
//! read, assign, watch and differentiate by; a model's weights are both here.

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use super::PyVariable;

/// The cell of a variable as an object of its own.
pub(super) fn of(variable: &Bound<'_, PyVariable>) -> PyResult<Py<PyAny>> {
    let called = VariableValue { variable: variable.clone().unbind() };
    let init = variable.get().twin().add_subclass(called);
    Ok(Py::new(variable.py(), init)?.into_any())
}

/// A variable that returns its value when it is called.
#[pyclass(frozen, extends = PyVariable, name = "ResourceVariable", module = "gradtape")]
pub struct VariableValue {
    variable: Py<PyVariable>, // what keeps the class apart, as in `slice`
}

#[pymethods]
impl VariableValue {
    /// The value as a new tensor.
    fn __call__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.variable.get().read_value(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.variable)
    }
}
