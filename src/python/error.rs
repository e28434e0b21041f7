//! One match from the core's errors to Python's exceptions.
//!
//! TensorFlow's exception classes live in `gradtape.errors`, which is imported when the first one is raised. An exception
//! that came from Python (a gradient function that raised) travels through the core and comes out as itself.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use pyo3::exceptions::{
    PyAttributeError, PyIndexError, PyKeyError, PyKeyboardInterrupt, PyLookupError, PyRuntimeError, PyTypeError,
    PyValueError,
};
use pyo3::prelude::*;

use super::advice::with_advice;
use crate::error::{Error, ErrorKind};

/// The exception for a core error.
#[cold]
pub fn to_python(py: Python<'_>, error: &Error) -> PyErr {
    if let Some(carried) = carried(py, error) {
        return carried;
    }
    let text = with_advice(&error.to_string());
    match error.kind() {
        ErrorKind::InvalidArgument => tensorflow_error(py, "InvalidArgumentError", &text),
        ErrorKind::Unimplemented => tensorflow_error(py, "UnimplementedError", &text),
        ErrorKind::ResourceExhausted => tensorflow_error(py, "ResourceExhaustedError", &text),
        ErrorKind::Internal => tensorflow_error(py, "InternalError", &text),
        ErrorKind::NotFound => tensorflow_error(py, "NotFoundError", &text),
        ErrorKind::Type => PyTypeError::new_err(text),
        ErrorKind::Value => PyValueError::new_err(text),
        ErrorKind::Runtime => PyRuntimeError::new_err(text),
        ErrorKind::Lookup => PyLookupError::new_err(text),
        ErrorKind::Key => PyKeyError::new_err(text),
        ErrorKind::Attribute => PyAttributeError::new_err(text),
        ErrorKind::Index => PyIndexError::new_err(text),
        ErrorKind::Interrupt => PyKeyboardInterrupt::new_err(text),
    }
}

/// The error for a panic: a defect of ours. The user gets an exception that can be caught and reported.
#[cold]
pub fn panicked(payload: &(dyn Any + Send)) -> Error {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    Error::new(ErrorKind::Internal, format!("gradtape failed internally: {}", text.unwrap_or("unknown cause")))
}

/// An exception of `gradtape.errors`.
#[cold]
pub fn tensorflow_error(py: Python<'_>, class: &str, text: &str) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = py.import("gradtape.errors")?.getattr(class)?;
        let text = if text.contains("\nWhat to do: ") { text.to_owned() } else { with_advice(text) };
        Ok(PyErr::from_value(class.call1((py.None(), py.None(), text))?))
    };
    make().unwrap_or_else(|failed| failed)
}

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        Python::attach(|py| to_python(py, &error))
    }
}

/// A Python exception on its way through the core.
struct Carried(PyErr);

impl fmt::Debug for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for Carried {}

/// The exception that came from Python, if this error is one.
pub fn carried(py: Python<'_>, error: &Error) -> Option<PyErr> {
    error.source_error().and_then(|s| s.downcast_ref::<Carried>()).map(|carried| carried.0.clone_ref(py))
}

/// Wraps a Python exception for the core.
pub fn from_python(error: PyErr) -> Error {
    Error::foreign(ErrorKind::Runtime, Arc::new(Carried(error)))
}

/// Logs a warning on the logger `tensorflow`. A logging system that fails must not make the operation fail.
pub fn log_warning(py: Python<'_>, text: &str) {
    let logger = py.import("gradtape._logging").and_then(|m| m.call_method0("get_logger"));
    let _ = logger.and_then(|logger| logger.call_method1("warning", ("%s", text)));
}
