//! From what a row's function returned to Python objects.
//!
//! A function that returns one of its arguments unchanged returns the object that it was given.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use super::Slot;
use crate::ops::def::{Arg, Args, OpDef, Value};
use crate::python::error::to_python;
use crate::python::items::{list_of, tuple_of};
use crate::python::operators::{PyOperand, compute};
use crate::python::tensor::{PyTensor, wrap};
use crate::tensor::Tensor;

/// Calls the row's function; long calls let other Python threads run.
pub(super) fn invoke(py: Python<'_>, def: &'static OpDef, args: &Args, slots: &[Slot<'_, '_>]) -> PyResult<Py<PyAny>> {
    let size = args.0.iter().map(elements).fold(0, usize::saturating_add);
    let call = || (def.call)(args).map_err(|error| error.in_op(own_name(def)));
    let value = compute(py, size, call).map_err(|error| to_python(py, &error))?;
    let same = match &value {
        Value::Tensor(y) => itself(y, args, slots).filter(|object| object.is_instance_of::<PyTensor>()),
        Value::Given(y) => itself(y, args, slots).filter(|object| object.is_instance_of::<PyOperand>()),
        _ => None,
    };
    same.map_or_else(|| to_object(py, value), |object| Ok(object.unbind()))
}

/// The name that errors print.
fn own_name(def: &OpDef) -> &'static str {
    if def.op_type.is_empty() { def.name } else { def.op_type }
}

/// The argument that a function returned unchanged, as the object that it was.
fn itself<'py>(y: &Tensor, args: &Args, slots: &[Slot<'_, 'py>]) -> Option<Bound<'py, PyAny>> {
    let place = args.0.iter().position(|arg| matches!(arg, Arg::Tensor(x) if x.is(y)))?;
    slots[place].as_ref().map(|object| (**object).clone())
}

fn elements(arg: &Arg) -> usize {
    match arg {
        Arg::Tensor(t) => t.shape().elements(),
        Arg::Tensors(ts) => ts.iter().map(|t| t.shape().elements()).fold(0, usize::saturating_add),
        Arg::Options(ts) => ts.iter().flatten().map(|t| t.shape().elements()).fold(0, usize::saturating_add),
        // A shape to fill is as large as what it describes.
        Arg::Ints(i) => i.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).unwrap_or(1))).unwrap_or(0),
        _ => 0,
    }
}

/// The Python object for what a function returned.
pub fn to_object(py: Python<'_>, value: Value) -> PyResult<Py<PyAny>> {
    let tuple = |ts: Vec<Tensor>| tuple_of(py, ts.into_iter().map(|t| wrap(py, t)));
    Ok(match value {
        Value::Tensor(t) | Value::Given(t) => wrap(py, t)?,
        Value::List(ts) => list_of(py, ts.into_iter().map(|t| wrap(py, t)))?.into_any().unbind(),
        Value::Tuple(ts) => tuple(ts)?.into_any().unbind(),
        Value::Named(name, fields, ts) => named_tuple(py, name, fields)?.call1(tuple(ts)?)?.unbind(),
        Value::Options(ts) => {
            let object = |t: Option<Tensor>| t.map_or_else(|| Ok(py.None()), |t| wrap(py, t));
            list_of(py, ts.into_iter().map(object))?.into_any().unbind()
        }
        Value::Several(values) => tuple_of(py, values.into_iter().map(|v| to_object(py, v)))?.into_any().unbind(),
        Value::Nothing => py.None(),
    })
}

fn named_tuple<'py>(py: Python<'py>, name: &'static str, fields: &[&'static str]) -> PyResult<Bound<'py, PyAny>> {
    static KINDS: Mutex<BTreeMap<&str, Py<PyAny>>> = Mutex::new(BTreeMap::new());
    let kinds = || KINDS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = || kinds().get(name).map(|kind| kind.bind(py).clone());
    if let Some(kind) = known() {
        return Ok(kind);
    }
    // Not under the lock: Python lets other threads run, which may wait for it.
    let kind = py.import("collections")?.getattr("namedtuple")?.call1((name, fields))?;
    if let Some(earlier) = known() {
        return Ok(earlier);
    }
    kinds().insert(name, kind.clone().unbind());
    Ok(kind)
}
