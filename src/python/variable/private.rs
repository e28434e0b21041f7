//! What libraries ask of a variable that is the same for all, or by names that are not TensorFlow's public ones; hints that
//! one process does not need.
//!
//! Hints (`aggregation`, `synchronization`) are kept as attributes of the object where a program gives them; the names
//! here are what is left when Python has found no attribute.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::PyVariable;

const HINTS: [(&str, &str, &str); 2] =
    [("aggregation", "VariableAggregation", "NONE"), ("synchronization", "VariableSynchronization", "AUTO")];

/// Keeps the hints that the object was made with.
pub(super) fn keep_hints(object: &Bound<'_, PyVariable>, given: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    let Some(given) = given else { return Ok(()) };
    for (name, ..) in HINTS {
        if let Some(hint) = given.get_item(name)?.filter(|hint| !hint.is_none()) {
            object.setattr(name, hint)?;
        }
    }
    Ok(())
}

/// What stands behind a name that the class does not have.
pub(super) fn of<'py>(object: &Bound<'py, PyVariable>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let (py, variable) = (name.py(), &object.get().variable);
    let wanted = name.to_str()?;
    if let Some((_, class, member)) = HINTS.iter().find(|(hint, ..)| *hint == wanted) {
        return py.import("gradtape")?.getattr(*class)?.getattr(*member);
    }
    match wanted {
        "initializer" => Ok(py.None().into_bound(py)),
        "_shared_name" => variable.name().into_bound_py_any(py),
        "_unique_id" => format!("{}_{}", variable.name(), variable.key()).into_bound_py_any(py),
        "_handle_name" => format!("{}:0", variable.name()).into_bound_py_any(py),
        "_trainable" => variable.trainable().into_bound_py_any(py),
        "_in_graph_mode" => false.into_bound_py_any(py),
        "op" if object.get().unread => Ok(py.None().into_bound(py)), // of what an assignment returned
        "count_up_to" => {
            let count = py.import("gradtape._legacy.variables")?.getattr(wanted)?;
            py.import("functools")?.getattr("partial")?.call1((count, object))
        }
        "op" | "graph" => {
            Err(PyAttributeError::new_err(format!("Tensor.{wanted} is undefined when eager execution is enabled.")))
        }
        _ => Err(PyAttributeError::new_err(format!("'gradtape.ResourceVariable' object has no attribute '{wanted}'"))),
    }
}
