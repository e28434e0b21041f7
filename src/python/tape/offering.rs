//! Gradients that are offered as soon as they are final, while the backward pass goes on: what may be sent meanwhile is
//! sent meanwhile.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::structure::Flat;
use super::{PyGradientTape, arguments, results, warnings};
use crate::python::error::from_python;
use crate::python::items::list_of;
use crate::slices::Gradient;

/// The gradients of `target` with respect to the flat list `sources`, as `tape.gradient` gives them. `offer(i, gradient)`
/// is called for each source that is connected as soon as nothing more will be added to its gradient; of a source that
/// stands twice, for both places. What it raises ends the backward pass.
///
/// Errors: those of `tape.gradient`.
#[pyfunction]
#[pyo3(signature = (tape, target, sources, output_gradients, offer))]
pub fn gradient_offered<'py>(
    tape: &Bound<'py, PyGradientTape>,
    target: &Bound<'py, PyAny>,
    sources: &Bound<'py, PyList>,
    output_gradients: Option<&Bound<'py, PyAny>>,
    offer: Py<PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let (py, this) = (tape.py(), tape.get());
    this.check_usable()?;
    warnings::inside_context(py, &this.tape)?;
    let (targets, flat) = (Flat::of(target)?, Flat::of(sources.as_any())?);
    let (wanted, wrt) = (targets.watched("target")?, flat.watched("sources")?);
    warnings::gradient_dtypes(py, &wanted, &wrt)?;
    let cotangents = arguments::cotangents(output_gradients, target, &wanted)?;
    let mut hand_over = |i: usize, g: &Gradient| {
        let call = |py: Python<'_>| offer.call1(py, (i, results::object(py, g.clone())?)).map(drop);
        Python::attach(call).map_err(from_python)
    };
    let backward = || this.tape.gradient_offered(&wanted, &wrt, &cotangents, &mut hand_over);
    let found = this.backward(py, this.work(), backward)?;
    let objects = results::objects(py, found, &wrt, |_| false, |source| source.shape().clone())?;
    list_of(py, objects.into_iter().map(Ok))
}
