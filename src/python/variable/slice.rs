//! `variable[key]`: a tensor that can also be assigned to.
//!
//! The tensor is the value at the time of slicing; the assignment goes to the variable as it is then, to the places that the
//! key named when it was given.

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use super::PyVariable;
use crate::array::Array;
use crate::ops;
use crate::ops::IndexItem;
use crate::python::binding::symbolic;
use crate::python::forks::change;
use crate::python::indexing;
use crate::python::observing::assigned;
use crate::python::operators::PyOperand;
use crate::python::tensor::{PyTensor, wrap};
use crate::tensor::Tensor;

/// `variable[key]`. What a mask selects cannot be assigned to: a plain tensor. What is symbolic has the value of now.
pub(super) fn of(variable: &Bound<'_, PyVariable>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let (py, value) = (variable.py(), variable.get().read());
    part(variable, &value, key).or_else(|error| symbolic::indexed(wrap(py, value)?, key, error))
}

fn part(variable: &Bound<'_, PyVariable>, value: &Tensor, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = variable.py();
    if indexing::is_mask(key)? {
        return wrap(py, indexing::get_tensor(value, key)?);
    }
    let key = indexing::items(key)?;
    let part = ops::index(value, &key)?;
    let slice = VariableSlice { variable: variable.clone().unbind(), key };
    let init = PyClassInitializer::from(PyOperand).add_subclass(PyTensor::of(part)).add_subclass(slice);
    Ok(Py::new(py, init)?.into_any())
}

/// A slice of a variable: a tensor that can also be assigned to.
#[pyclass(frozen, extends = PyTensor, name = "EagerTensor", module = "gradtape")]
pub struct VariableSlice {
    variable: Py<PyVariable>,
    key: Vec<IndexItem>,
}

#[pymethods]
impl VariableSlice {
    /// Replaces this slice of the variable; `value` is broadcast to it.
    #[pyo3(signature = (value, name=None))]
    fn assign(&self, py: Python<'_>, value: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Py<PyAny>> {
        let _ = name;
        let holder = self.variable.get();
        let value = holder.value_for(value)?;
        assigned(py, "ResourceStridedSliceAssign", &value, holder.variable.key())?;
        let put = |array: &mut Array| ops::index_put(array, &self.key, value.array());
        change(py, value.shape().elements(), || holder.variable.modify(put))?;
        holder.touch();
        holder.assigned(py, true)
    }

    // Also what keeps this class apart for PyO3, which tells the classes of a hierarchy by the addresses of their
    // traversal functions: the linker may fold this one into `Operand`'s if they were the same, and it never returns.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.variable)
    }
}
