//! Nested structures of targets and sources, flattened for the core and packed again for the user.
//!
//! A single object, and a list of tensors and variables, pass without Python; everything else goes through `gradtape._autodiff.composed`.
//! Results come back in the structure of the sources.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use smallvec::{SmallVec, smallvec};

use crate::gradient_tape::Watched;
use crate::memory::{try_collect_short, try_reserve_short};
use crate::python::advice::with_advice;
use crate::python::convert;
use crate::python::items::{find_in, list_of};
use crate::python::numpy::is_numpy;
use crate::python::tensor::PyTensor;
use crate::python::variable::PyVariable;

/// What takes structures apart in which ragged and sparse tensors stand for their values.
const COMPOSED: &str = "gradtape._autodiff.composed";

/// A structure of tensors and variables, flattened.
pub(super) struct Flat<'py> {
    pub(super) items: SmallVec<[Bound<'py, PyAny>; 4]>,
    /// `None` for a single object.
    structure: Option<Bound<'py, PyAny>>,
}

impl<'py> Flat<'py> {
    pub(super) fn of(object: &Bound<'py, PyAny>) -> PyResult<Flat<'py>> {
        let py = object.py();
        if is_value(object) {
            return Ok(Flat { items: smallvec![object.clone()], structure: None });
        }
        if let Ok(list) = object.cast_exact::<PyList>()
            && list.iter().all(|x| is_value(&x))
        {
            return Ok(Flat { items: items_of(list)?, structure: Some(object.clone()) });
        }
        let composed = py.import(COMPOSED)?;
        let items = composed.getattr("flatten")?.call1((object,))?.cast_into::<PyList>()?;
        let single = composed.getattr("is_plain")?.call1((object,))?.is_truthy()?;
        Ok(Flat { items: items_of(&items)?, structure: (!single).then(|| object.clone()) })
    }

    /// Results in the structure of the sources; the same object for the same source.
    pub(super) fn pack(&self, py: Python<'py>, results: SmallVec<[Py<PyAny>; 4]>) -> PyResult<Py<PyAny>> {
        let Some(structure) = &self.structure else {
            return Ok(results.into_iter().next().unwrap_or_else(|| py.None()));
        };
        let flat = list_of(py, results.into_iter().map(Ok))?;
        if structure.is_exact_instance_of::<PyList>()
            && self.items.len() == structure.len()?
            && find_in(structure, |x| (!is_value(&x)).then_some(())).is_none()
        {
            return Ok(flat.into_any().unbind());
        }
        Ok(py.import(COMPOSED)?.getattr("pack")?.call1((structure, flat))?.unbind())
    }

    pub(super) fn watched(&self, argument: &str) -> PyResult<SmallVec<[Watched; 4]>> {
        let mut all = SmallVec::new();
        try_reserve_short(&mut all, self.items.len())?;
        self.items.iter().try_for_each(|item| watched(item, argument).map(|one| all.push(one)))?;
        Ok(all)
    }
}

fn items_of<'py>(list: &Bound<'py, PyList>) -> PyResult<SmallVec<[Bound<'py, PyAny>; 4]>> {
    Ok(try_collect_short(list.iter())?)
}

pub(super) fn is_value(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyTensor>() || object.is_instance_of::<PyVariable>()
}

pub(in crate::python) fn watched(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Watched> {
    if let Ok(tensor) = object.cast::<PyTensor>() {
        return Ok(Watched::Tensor(tensor.get().0.clone()));
    }
    if let Ok(variable) = object.cast::<PyVariable>() {
        return Ok(Watched::Variable(variable.get().variable.clone()));
    }
    // The sum of slices is that of their values, which tapes know; a conversion may come too late to be recorded.
    if argument == "target"
        && let Some(inner) = summands_of(object)
    {
        return watched(&inner, argument);
    }
    if let Some(inner) = tensor_of(object) {
        return watched(&inner, argument);
    }
    let shown = object.repr().map_or_else(|_| "object".into(), |r| r.to_string());
    Err(PyTypeError::new_err(with_advice(&format!(
        "Argument `{argument}` should be a list or nested structure of Tensors, Variables or CompositeTensors to be \
         differentiated, but received {shown}."
    ))))
}

/// The values of slices. Whether an object has some is for its class to say: there are objects with every attribute.
fn summands_of<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let known = object.get_type().hasattr("_summands").unwrap_or(false);
    known.then(|| object.getattr("_summands").ok()).flatten().filter(is_value)
}

/// The tensor behind an object with `__tf_tensor__`.
pub(super) fn tensor_of<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    if !object.get_type().hasattr("__tf_tensor__").unwrap_or(false) {
        return None;
    }
    object.call_method0("__tf_tensor__").ok().filter(is_value)
}

/// The one tensor or variable that a jacobian takes.
pub(super) fn one_tensor(object: &Bound<'_, PyAny>) -> PyResult<Watched> {
    match watched(object, "jacobian") {
        Ok(one) => Ok(one),
        Err(_) => {
            if is_numpy(object) {
                // What cannot be a tensor at all has its own error.
                convert::to_tensor(object, None)?;
            }
            let class = object.get_type().name()?;
            Err(PyAttributeError::new_err(format!(
                "'{class}' object has no attribute 'shape': a jacobian takes one tensor"
            )))
        }
    }
}
