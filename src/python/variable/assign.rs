//! Assignment of whole values.
//!
//! A value keeps the variable's dtype and fits its shape. An assignment counts as a reading: recording tapes begin to watch
//! the variable.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::PyVariable;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::python::advice::with_advice;
use crate::python::convert;
use crate::python::forks::change;
use crate::python::observing::assigned;
use crate::tape;
use crate::tensor::Tensor;

impl PyVariable {
    /// A value for an assignment: Python values and ndarrays take the variable's dtype, tensors must have it.
    pub(super) fn value_for(&self, value: &Bound<'_, PyAny>) -> PyResult<Tensor> {
        let dtype = self.dtype_of();
        let tensor = convert::to_tensor(value, Some(dtype))?;
        if tensor.dtype() == dtype {
            return Ok(tensor);
        }
        Err(PyValueError::new_err(with_advice(&format!(
            "Tensor conversion requested dtype {dtype} for Tensor with dtype {}: {}",
            tensor.dtype(),
            value.repr()?
        ))))
    }

    /// Replaces the value.
    pub(super) fn replace(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, value) = (value.py(), self.value_for(value)?);
        assigned(py, "AssignVariableOp", &value, self.variable.key())?;
        self.variable.assign(&value)?;
        self.touch();
        Ok(())
    }

    /// What an assignment returns: the same cell, as an object of its own.
    pub(super) fn assigned(&self, py: Python<'_>, read_value: bool) -> PyResult<Py<PyAny>> {
        if !read_value {
            return Ok(py.None());
        }
        let unread = Self::parts(self.variable.clone(), None, true);
        Ok(Bound::new(py, unread)?.into_any().unbind())
    }

    /// Replaces the value by `f(value, delta)`, in one step for other threads; tapes record nothing of it.
    pub(super) fn update(
        &self,
        op: &'static str,
        delta: &Bound<'_, PyAny>,
        f: fn(&Tensor, &Tensor) -> Result<Tensor>,
        in_place: fn(&mut Array, &Array) -> Result<bool>,
    ) -> PyResult<()> {
        let (py, delta) = (delta.py(), self.value_for(delta)?);
        assigned(py, op, &delta, self.variable.key())?;
        let size = delta.shape().elements();
        if !change(py, size, || self.variable.modify_in_place(|value| in_place(value, delta.array())))? {
            change(py, size, || self.update_by_copy(op, &delta, f))?;
        }
        self.touch();
        Ok(())
    }

    fn update_by_copy(
        &self,
        op: &'static str,
        delta: &Tensor,
        f: fn(&Tensor, &Tensor) -> Result<Tensor>,
    ) -> Result<()> {
        let _pause = tape::pause();
        self.variable.update(|old| {
            if delta.shape() == old.shape() {
                return f(old, delta);
            }
            let (old, new) = (old.shape(), delta.shape());
            let text = format!(
                "Cannot update variable with shape {old} using a Tensor with shape {new}, shapes must be equal."
            );
            Err(Error::invalid(op, text))
        })
    }

    /// An assignment counts as an access: recording tapes begin to watch the variable.
    pub(super) fn touch(&self) {
        if tape::recording() {
            drop(self.read());
        }
    }
}

/// The error of `variable += value`, which would bind the name to something else.
pub(super) fn in_place(operator: &str, method: &str) -> PyErr {
    let shown = if operator == "-" { "*" } else { operator };
    PyRuntimeError::new_err(format!(
        "`variable {operator}= value` with `tf.Variable`s is not supported. Use `variable.{method}(value)` to modify the \
         variable, or `out = variable {shown} value` if you need to get a new output Tensor."
    ))
}
