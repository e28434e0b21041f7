//! What a tape was made with, under TensorFlow's private names: wrappers of tapes make others like it.
//!
//! They are no attributes of the class, so that a program can assign them.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::gradient_tape::GradientTape;

/// The attribute of this name; `AttributeError` if there is none.
pub fn attribute(py: Python<'_>, tape: &GradientTape, name: &str) -> PyResult<Py<PyAny>> {
    let value = match name {
        "_persistent" => tape.is_persistent(),
        "_watch_accessed_variables" => tape.watches_accessed_variables(),
        "_recording" => tape.is_recording(),
        _ => {
            let text = format!("'GradientTape' object has no attribute '{name}'");
            return Err(PyAttributeError::new_err(text));
        }
    };
    Ok(value.into_pyobject(py)?.to_owned().into_any().unbind())
}
