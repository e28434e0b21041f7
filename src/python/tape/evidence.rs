//! What a tape can tell, as Python data for `gradtape._explain`; and the way to the functions there.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::gradient_tape::Evidence;
use crate::memory::try_collect;
use crate::op::{Gradient, Mask};
use crate::python::items::list_of;
use crate::python::observing::described;
use crate::tape::{Past, PastOperation, Source};

/// Calls a function of `gradtape._explain`.
pub(super) fn ask<'py, A>(py: Python<'py>, module: &str, function: &str, arguments: A) -> PyResult<Bound<'py, PyAny>>
where
    A: pyo3::call::PyCallArgs<'py>,
{
    py.import(format!("gradtape._explain.{module}"))?.getattr(function)?.call1(arguments)
}

/// All that a tape can tell, by name.
pub(super) fn object<'py>(py: Python<'py>, evidence: Evidence) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    let times = evidence.times;
    told.set_item("persistent", evidence.persistent)?;
    told.set_item("watches_accessed_variables", evidence.watches_accessed_variables)?;
    told.set_item("recording", evidence.recording)?;
    told.set_item("used_up", evidence.used_up)?;
    told.set_item("earlier", times.earlier)?;
    told.set_item("opened", times.opened)?;
    told.set_item("closed", times.closed)?;
    told.set_item("reset", times.reset)?;
    told.set_item("thread", evidence.thread)?;
    told.set_item("asked", evidence.asked)?;
    told.set_item("past", evidence.past.map(|past| recorded(py, past)).transpose()?)?;
    Ok(told)
}

/// `(operations, leaves, notes)`.
fn recorded<'py>(py: Python<'py>, past: Past) -> PyResult<Bound<'py, PyTuple>> {
    let operations = listed(py, past.operations.into_iter().map(|op| operation(py, op)))?;
    let leaf = |l: crate::tape::PastLeaf| (l.id, l.key, l.since, described(&l.spec));
    let leaves = listed(py, past.leaves.into_iter().map(|l| leaf(l).into_pyobject(py).map(Bound::into_any)))?;
    let note = |n: crate::tape::Note| {
        let from = try_collect(n.from)?;
        (n.how, from, n.to, n.dtype, n.variable, n.when).into_pyobject(py).map(Bound::into_any)
    };
    let notes = listed(py, past.notes.into_iter().map(note))?;
    (operations, leaves, notes).into_pyobject(py)
}

fn listed<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyList>> {
    list_of(py, items.map(|item| item.map(Bound::unbind)))
}

/// `(type, gradient, inputs, outputs, kept, inputs without gradient)`.
fn operation<'py>(py: Python<'py>, op: PastOperation) -> PyResult<Bound<'py, PyAny>> {
    let gradient = match op.gradient {
        Gradient::Defined => "defined",
        Gradient::NotDifferentiable => "none",
        Gradient::Missing => "missing",
    };
    let source = |s: &Source| match s {
        Source::Untracked => None,
        Source::Leaf(leaf) => Some((-1, *leaf)),
        Source::Operation(op, output) => Some((*op as i64, *output)),
    };
    let nothing = try_collect((0..op.inputs.len()).filter(|&i| op.nothing != Mask::NONE && op.nothing.has(i)))?;
    let inputs = try_collect(op.inputs.iter().map(source))?;
    let outputs = try_collect(op.outputs.iter().map(|(id, spec)| (*id, described(spec))))?;
    let kept = try_collect(op.kept)?;
    Ok((op.op_type, gradient, inputs, outputs, kept, nothing).into_pyobject(py)?.into_any())
}
