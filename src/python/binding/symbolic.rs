//! Calls with an argument that has no value yet, such as a symbolic input of a Keras model.
//!
//! Such an object has a method `__tensor_function__(function, arguments)`, which answers the call in the function's place,
//! and maybe `__tensor_conversion__(value, dtype)` and `__tensor_index__(tensor, key)`, which `convert_to_tensor` and
//! `tensor[key]` ask.
//! All are looked for when an argument could not be converted, so that calls with values pay nothing for it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple};

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

/// What stands for the tensor of a symbolic value: what it says itself, or else the object, or the stack of a list with
/// such items; `error` where nothing is symbolic.
#[cold]
pub(in crate::python) fn converted(
    value: &Bound<'_, PyAny>,
    dtype: Option<&Bound<'_, PyAny>>,
    error: PyErr,
) -> PyResult<Py<PyAny>> {
    let Some(object) = symbolic(value) else {
        return Err(error);
    };
    if let Some(method) = object.getattr_opt("__tensor_conversion__")? {
        return Ok(method.call1((value, dtype))?.unbind());
    }
    if object.is(value) {
        return Ok(object.unbind());
    }
    Ok(value.py().import("gradtape._core")?.call_method1("stack", (value,))?.unbind())
}

/// What the first symbolic part of `key` makes of `tensor[key]`; `error` where no part is symbolic, or it makes nothing.
#[cold]
pub(in crate::python) fn indexed(tensor: Py<PyAny>, key: &Bound<'_, PyAny>, error: PyErr) -> PyResult<Py<PyAny>> {
    let Some(object) = in_key(key)? else {
        return Err(error);
    };
    match object.getattr_opt("__tensor_index__")? {
        Some(method) => Ok(method.call1((tensor, key))?.unbind()),
        None => Err(error),
    }
}

/// The first symbolic object in a key: an index, or a bound of a slice.
fn in_key<'py>(key: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(parts) = key.cast::<PyTuple>() else { return in_part(key) };
    for part in parts.iter() {
        if let Some(object) = in_part(&part)? {
            return Ok(Some(object));
        }
    }
    Ok(None)
}

fn in_part<'py>(part: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if part.cast::<PySlice>().is_err() {
        return Ok(symbolic(part));
    }
    for bound in ["start", "stop", "step"] {
        if let Some(object) = symbolic(&part.getattr(bound)?) {
            return Ok(Some(object));
        }
    }
    Ok(None)
}

/// The object itself if it is symbolic, or the first such item of a list or tuple, or of lists and tuples in these.
fn symbolic<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let mut left = MOST;
    symbolic_within(object, DEEPEST, &mut left)
}

/// Tensors have fewer axes; a list may hold itself, and often.
const DEEPEST: usize = 32;
const MOST: usize = 1 << 20;

fn symbolic_within<'py>(object: &Bound<'py, PyAny>, depth: usize, left: &mut usize) -> Option<Bound<'py, PyAny>> {
    *left = left.checked_sub(1)?;
    let mut within = |item: Bound<'py, PyAny>| symbolic_within(&item, depth - 1, left);
    match (object.cast::<PyList>(), object.cast::<PyTuple>()) {
        (Ok(_), _) | (_, Ok(_)) if depth == 0 => None,
        (Ok(list), _) => list.iter().find_map(&mut within),
        (_, Ok(tuple)) => tuple.iter().find_map(&mut within),
        _ => object.get_type().hasattr(METHOD).unwrap_or(false).then(|| object.clone()),
    }
}
