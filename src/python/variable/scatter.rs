//! Assignment by indices (`scatter_*` take an `IndexedSlices`, `scatter_nd_*` indices and updates) and reading by them.
//!
//! Assignments replace the value by what an operation makes of it, which tapes do not record.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::PyVariable;
use crate::python::convert;
use crate::python::error::tensorflow_error;
use crate::python::tensor::wrap;
use crate::tensor::Tensor;
use crate::{ops, tape};

impl PyVariable {
    /// Replaces the value by what the function `name` of the operation table makes of it.
    pub(super) fn through(
        &self,
        name: &str,
        indices: &Bound<'_, PyAny>,
        updates: &Bound<'_, PyAny>,
    ) -> PyResult<Py<PyAny>> {
        let py = indices.py();
        let value = {
            let _pause = tape::pause();
            let now = wrap(py, self.variable.peek())?;
            py.import("gradtape._core")?.getattr(name)?.call1((now, indices, updates))?
        };
        self.variable.assign(&convert::to_tensor(&value, None)?)?;
        self.touch();
        self.assigned(py, true)
    }

    /// The rows that `slices` names are there, and it has a value for each (or one for all).
    fn check_rows(&self, slices: &Bound<'_, PyAny>) -> PyResult<()> {
        let places = convert::to_tensor(&part_of(slices, "indices")?, None)?;
        let values = convert::to_tensor(&part_of(slices, "values")?, Some(self.dtype_of()))?;
        let fail = |text: String| Err(tensorflow_error(slices.py(), "InvalidArgumentError", &text));
        let lead = places.rank().min(values.rank());
        if values.rank() > 0 && values.shape()[..lead] != places.shape()[..] {
            let (places, values) = (places.shape(), values.shape());
            return fail(format!("shape of indices ({places}) is not compatible with the shape of updates ({values})"));
        }
        let indices = places.to_vec::<i64>()?;
        let rows = self.variable.peek().shape().first().copied().unwrap_or(0) as i64;
        let bad = indices.iter().enumerate().find(|(_, i)| !(0..rows).contains(*i));
        bad.map_or(Ok(()), |(k, i)| fail(format!("indices[{k}] = {i} is not in [0, {rows})")))
    }

    /// One row after another: a row that is named twice is changed twice.
    pub(super) fn scatter_with(&self, name: &str, slices: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slices.py();
        let core = py.import("gradtape._core")?;
        self.check_rows(slices)?;
        let indices = convert::to_tensor(&part_of(slices, "indices")?, None)?.to_vec::<i64>()?;
        let values = convert::to_tensor(&part_of(slices, "values")?, Some(self.dtype_of()))?;
        for (k, index) in indices.into_iter().enumerate() {
            let value = {
                let _pause = tape::pause();
                let row = core.getattr("gather")?.call1((wrap(py, self.variable.peek())?, index))?;
                core.getattr(name)?.call1((row, wrap(py, ops::row(&values, k)?)?))?
            };
            let place = wrap(py, Tensor::from_slice(&[1, 1], &[index]))?;
            let rows = core.getattr("expand_dims")?.call1((value, 0))?;
            self.through("tensor_scatter_nd_update", place.bind(py), &rows)?;
        }
        self.assigned(py, true)
    }

    /// Scatters the values of an `IndexedSlices` over its rows by the function `name` of the operation table.
    pub(super) fn scatter(&self, name: &str, slices: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.check_rows(slices)?;
        let core = slices.py().import("gradtape._core")?;
        let indices = core.getattr("expand_dims")?.call1((part_of(slices, "indices")?, -1))?;
        self.through(name, &indices, &part_of(slices, "values")?)
    }
}

/// What the function `name` of the operation table (`gather`, `gather_nd`) finds in the variable, which counts as read.
pub(super) fn look_up(name: &str, variable: &Bound<'_, PyVariable>, indices: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    Ok(variable.py().import("gradtape._core")?.getattr(name)?.call1((variable, indices))?.unbind())
}

/// `indices` or `values` of the argument of a scattered assignment.
fn part_of<'py>(slices: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    slices.getattr(name).map_err(|_| {
        PyTypeError::new_err(format!("Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {slices}"))
    })
}
