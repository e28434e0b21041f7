//! Calls with an argument that has no value yet, such as a symbolic input of a Keras model.
//!
//! Such an object has a method `__tensor_function__(function, arguments)`, which answers the call in the function's place.
//! It is looked for when an argument could not be converted, so that calls with values pay nothing for it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::Slots;
use crate::ops::def::OpDef;

const METHOD: &str = "__tensor_function__";

/// What the first symbolic argument makes of the call; `error` where no argument is symbolic.
#[cold]
pub(super) fn answered(py: Python<'_>, def: &OpDef, slots: &Slots<'_, '_>, error: PyErr) -> PyResult<Py<PyAny>> {
    let Some(object) = slots.iter().flatten().find_map(|slot| symbolic(slot)) else {
        return Err(error);
    };
    let function = py.import("gradtape._core")?.getattr(def.name)?;
    let arguments = PyDict::new(py);
    for (param, slot) in def.params.iter().zip(slots) {
        if let Some(value) = slot {
            arguments.set_item(PyString::intern(py, param.name), value)?;
        }
    }
    Ok(object.call_method1(METHOD, (function, arguments))?.unbind())
}

/// What stands for the tensor of a symbolic value: the object itself, or the stack of a list with symbolic items; `error`
/// where nothing is symbolic.
#[cold]
pub(in crate::python) fn converted(py: Python<'_>, value: &Bound<'_, PyAny>, error: PyErr) -> PyResult<Py<PyAny>> {
    match symbolic(value) {
        Some(object) if object.is(value) => Ok(object.unbind()),
        Some(_) => Ok(py.import("gradtape._core")?.call_method1("stack", (value,))?.unbind()),
        None => Err(error),
    }
}

/// The object itself if it is symbolic, or the first such item of a list or tuple.
fn symbolic<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    if let Ok(list) = object.cast::<PyList>() {
        return list.iter().find_map(|item| symbolic_object(&item));
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return tuple.iter().find_map(|item| symbolic_object(&item));
    }
    symbolic_object(object)
}

fn symbolic_object<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    object.get_type().hasattr(METHOD).unwrap_or(false).then(|| object.clone())
}
