//! `variable.value`: the value as a tensor, which may be called as well.
//!
//! TensorFlow's variables are asked with `variable.value()`, those of Keras 3 with `variable.value`; a model's weights are
//! both here.

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use super::PyVariable;
use crate::ops;
use crate::python::observing::short;
use crate::python::operators::PyOperand;
use crate::python::tensor::{PyTensor, wrap};
use crate::tensor::Tensor;

/// The value of a variable at this moment.
pub(super) fn of(variable: &Bound<'_, PyVariable>) -> PyResult<Py<PyAny>> {
    let py = variable.py();
    let value = variable.get().read();
    let value = short(py, || Ok(ops::identity(&value)?))?;
    let called = VariableValue { value: value.clone(), variable: variable.clone().unbind() };
    let init = PyClassInitializer::from(PyOperand).add_subclass(PyTensor::of(value)).add_subclass(called);
    Ok(Py::new(py, init)?.into_any())
}

/// The value of a variable: a tensor that returns itself when it is called.
#[pyclass(frozen, extends = PyTensor, name = "EagerTensor", module = "gradtape")]
pub struct VariableValue {
    value: Tensor,
    variable: Py<PyVariable>, // what keeps the class apart, as in `slice`
}

#[pymethods]
impl VariableValue {
    /// The plain tensor.
    fn __call__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        wrap(py, self.value.clone())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.variable)
    }
}
