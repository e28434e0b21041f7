//! What a tape is asked for that it cannot give.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::PyGradientTape;
use crate::python::advice::with_advice;

impl PyGradientTape {
    pub(super) fn check_usable(&self) -> PyResult<()> {
        if self.tape.is_usable() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(with_advice(
            "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)",
        )))
    }

    pub(super) fn check_loop(&self, what: &str, vectorized: bool) -> PyResult<()> {
        if vectorized || self.tape.is_persistent() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "GradientTape must be created with persistent=True to compute the {what} with eager execution enabled and with \
             \u{20}experimental_use_pfor set to False."
        )))
    }
}
