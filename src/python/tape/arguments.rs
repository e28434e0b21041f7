//! The further arguments of `gradient`: cotangents for the targets, and what stands for unconnected sources.
//!
//! A cotangent that gets past here has its target's dtype and shape.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use smallvec::smallvec;

use super::PyGradientTape;
use super::evidence::ask;
use super::structure::{Flat, is_value};
use crate::gradient_tape::Watched;
use crate::memory::{try_collect, try_collect_ok};
use crate::python::convert;
use crate::python::error::tensorflow_error;
use crate::python::numpy::is_numpy;
use crate::python::traced::ways::Place;
use crate::tensor::Tensor;

/// What stands for the gradient of an unconnected source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unconnected {
    Nothing,
    Zeros,
    /// An error that says why.
    Refused,
}

impl Unconnected {
    /// The error that says why sources are not connected, if that is wanted and some are not.
    pub(super) fn check<G>(
        self,
        tape: &Bound<'_, PyGradientTape>,
        target: &Bound<'_, PyAny>,
        sources: &Bound<'_, PyAny>,
        found: &[Option<G>],
    ) -> PyResult<()> {
        if self == Unconnected::Refused && found.iter().any(Option::is_none) {
            let connected = try_collect(found.iter().map(Option::is_some))?;
            ask(tape.py(), "explaining", "refuse", (tape, target, sources, connected))?;
        }
        Ok(())
    }

    /// Whether zeros stand for what is not connected: also for what a way of a branch may connect that was not gone,
    /// if there was any since a tape was made at this place.
    pub(super) fn gives_zeros(self, place: Place) -> bool {
        self == Unconnected::Zeros || (self == Unconnected::Nothing && place.has_seen_more())
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Unconnected {
    type Error = PyErr;
    fn extract(choice: Borrowed<'a, 'py, PyAny>) -> PyResult<Unconnected> {
        wanted(&choice)
    }
}

fn wanted(choice: &Bound<'_, PyAny>) -> PyResult<Unconnected> {
    let text = if choice.is_instance_of::<PyString>() {
        Some(choice.extract::<String>()?)
    } else {
        choice.getattr("value").ok().and_then(|v| v.extract::<String>().ok())
    };
    match text.as_deref() {
        Some("none") => Ok(Unconnected::Nothing),
        Some("zero") => Ok(Unconnected::Zeros),
        Some("error") => Ok(Unconnected::Refused),
        _ => Err(PyValueError::new_err(format!("Unknown value for unconnected_gradients: {}", choice.repr()?))),
    }
}

/// One cotangent for each target, checked and brought to the target's shape.
pub(super) fn cotangents(
    given: Option<&Bound<'_, PyAny>>,
    target: &Bound<'_, PyAny>,
    targets: &[Watched],
) -> PyResult<Vec<Option<Tensor>>> {
    let Some(given) = given else {
        return Ok(Vec::new());
    };
    let listed =
        given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() || given.is_instance_of::<PyDict>();
    let whole = targets.len() == 1 && is_value(target) && !listed;
    let items = if whole { smallvec![given.clone()] } else { Flat::of(given)?.items };
    if items.is_empty() {
        return Ok(Vec::new());
    }
    if items.len() != targets.len() {
        return Err(PyValueError::new_err(format!(
            "output_gradients has {} entries for {} targets; give one for each, None standing for ones",
            items.len(),
            targets.len()
        )));
    }
    try_collect_ok(items.iter().zip(targets).enumerate().map(|(i, (g, t))| cotangent(i, g, &t.value())))
}

fn cotangent(i: usize, g: &Bound<'_, PyAny>, target: &Tensor) -> PyResult<Option<Tensor>> {
    if g.is_none() {
        return Ok(None);
    }
    let want = if is_numpy(g) { None } else { Some(target.dtype()) };
    let g = convert::to_tensor(g, want)?;
    let py_error = |text: String| Python::attach(|py| tensorflow_error(py, "InvalidArgumentError", &text));
    if g.dtype() != target.dtype() {
        return Err(py_error(format!(
            "output_gradients[{i}] has dtype {} but the target has dtype {}",
            g.dtype(),
            target.dtype()
        )));
    }
    if g.shape() == target.shape() {
        return Ok(Some(g));
    }
    Err(py_error(format!(
        "Incompatible shapes: {} vs. {}: output_gradients[{i}] must have the shape of its target",
        g.shape(),
        target.shape()
    )))
}
