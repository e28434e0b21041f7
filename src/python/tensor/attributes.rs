//! Attributes that a program gives to a tensor object.
//!
//! The dictionary for them is made with the first one. CPython 3.11 and 3.12 would make it for every tensor if the class
//! said that its objects have one, and hardly any tensor is ever given an attribute.

use std::ptr::null_mut;

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};
use pyo3::{PyTraverseError, PyVisit, ffi};

use super::PyTensor;
use super::allocation::track;

/// The attributes of one object.
pub struct Attributes(PyOnceLock<Py<PyDict>>);

impl Attributes {
    /// None so far.
    pub const fn none() -> Attributes {
        Attributes(PyOnceLock::new())
    }

    /// The dictionary of `object`, whose attributes these are; made if it is not there yet.
    pub fn dict<'py>(&self, object: &Bound<'py, PyTensor>) -> &Bound<'py, PyDict> {
        let make = || {
            track(object);
            PyDict::new(object.py()).unbind()
        };
        self.0.get_or_init(object.py(), make).bind(object.py())
    }

    /// The attribute of this name.
    pub fn get<'py>(&self, py: Python<'py>, name: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.get(py).map_or(Ok(None), |dict| dict.bind(py).get_item(name))
    }

    /// `object.name = value`, for an object that these attributes belong to.
    pub fn set(
        &self,
        object: &Bound<'_, PyTensor>,
        name: &Bound<'_, PyString>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        // SAFETY: three live objects, with the interpreter lock held.
        let done = unsafe { ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value.as_ptr()) };
        self.unless_done(object, name, done, |dict| dict.set_item(name, value))
    }

    /// `del object.name`, for an object that these attributes belong to.
    pub fn delete(&self, object: &Bound<'_, PyTensor>, name: &Bound<'_, PyString>) -> PyResult<()> {
        if self.get(object.py(), name)?.is_some() {
            return self.dict(object).del_item(name);
        }
        // SAFETY: two live objects, with the interpreter lock held.
        let done = unsafe { ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), null_mut()) };
        self.unless_done(object, name, done, |_| Err(super::missing_attribute(&name.to_string())))
    }

    /// Shows the dictionary to the garbage collector.
    pub fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // SAFETY: the collector holds the interpreter lock; nothing is touched but a pointer that was set once.
        match self.0.get(unsafe { Python::assume_attached() }) {
            Some(dict) => visit.call(dict),
            None => Ok(()),
        }
    }

    /// Runs `f` where Python's own rule failed since the class knows nothing of `name`.
    fn unless_done(
        &self,
        object: &Bound<'_, PyTensor>,
        name: &Bound<'_, PyString>,
        done: i32,
        f: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
    ) -> PyResult<()> {
        if done == 0 {
            return Ok(());
        }
        let error = PyErr::fetch(object.py());
        let unknown = error.is_instance_of::<PyAttributeError>(object.py()) && !object.get_type().hasattr(name)?;
        if unknown { f(self.dict(object)) } else { Err(error) }
    }
}
