//! Assignment by indices (`scatter_*` take an `IndexedSlices`, `scatter_nd_*` indices and updates) and reading by them.
//!
//! Arguments become tensors first, which may run any code of the program; the change itself is one step for other threads
//! and is not recorded.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::PyVariable;
use crate::array::Array;
use crate::dtype::DType;
use crate::error::{Error, ErrorKind, Result};
use crate::kernels::gather::Merge;
use crate::ops;
use crate::python::convert;
use crate::python::forks::change;
use crate::shape::Shape;
use crate::tensor::Tensor;

impl PyVariable {
    /// Puts `updates` at the places that the last axis of `indices` holds, or merges them with what is there.
    pub(super) fn scatter_nd(
        &self,
        op: &'static str,
        indices: &Bound<'_, PyAny>,
        updates: &Bound<'_, PyAny>,
        how: Option<Merge>,
    ) -> PyResult<Py<PyAny>> {
        let py = indices.py();
        let (indices, updates) =
            (convert::to_tensor(indices, None)?, convert::to_tensor(updates, Some(self.dtype_of()))?);
        let write = |table: &mut Array| ops::scatter_into(op, table, &indices, &updates, how);
        change(py, updates.shape().elements(), || self.variable.modify(write))?;
        self.touch();
        self.assigned(py, true)
    }

    /// Puts the values of an `IndexedSlices` into its rows, or merges them, one after another: a row that is named twice
    /// is changed twice. A single value stands for all.
    pub(super) fn scatter(
        &self,
        op: &'static str,
        slices: &Bound<'_, PyAny>,
        how: Option<Merge>,
    ) -> PyResult<Py<PyAny>> {
        let places = convert::to_tensor(&part_of(slices, "indices")?, None)?;
        let values = convert::to_tensor(&part_of(slices, "values")?, Some(self.dtype_of()))?;
        if !places.dtype().is_integer() {
            let text = format!("indices of rows must be integers, not {}", places.dtype());
            return Err(Error::invalid(op, text).into());
        }
        let write = |table: &mut Array| scatter_rows(op, table, &places, &values, how);
        change(slices.py(), values.shape().elements().max(places.shape().elements()), || self.variable.modify(write))?;
        self.touch();
        self.assigned(slices.py(), true)
    }
}

fn scatter_rows(
    op: &'static str,
    table: &mut Array,
    places: &Tensor,
    values: &Tensor,
    how: Option<Merge>,
) -> Result<()> {
    check_rows(table.shape(), places, values)?;
    let points = Tensor::new(places.array().cast(DType::Int64)?.reshape(places.shape().concat(&Shape::new(&[1])))?);
    if values.rank() > 0 {
        return ops::scatter_into(op, table, &points, values, how);
    }
    let all = places.shape().concat(table.shape().get(1..).unwrap_or_default());
    ops::scatter_into(op, table, &points, &Tensor::new(values.array().broadcast_to(&all)?), how)
}

/// The rows that `places` name are there, and there is a value for each (or one for all).
fn check_rows(table: &Shape, places: &Tensor, values: &Tensor) -> Result<()> {
    let fail = |text: String| Err(Error::new(ErrorKind::InvalidArgument, text));
    let lead = places.rank().min(values.rank());
    if values.rank() > 0 && values.shape()[..lead] != places.shape()[..] {
        let (places, values) = (places.shape(), values.shape());
        return fail(format!("shape of indices ({places}) is not compatible with the shape of updates ({values})"));
    }
    let rows = table.first().copied().unwrap_or(0) as i64;
    let indices = places.to_vec::<i64>()?;
    let bad = indices.iter().enumerate().find(|(_, i)| !(0..rows).contains(*i));
    bad.map_or(Ok(()), |(k, i)| fail(format!("indices[{k}] = {i} is not in [0, {rows})")))
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
