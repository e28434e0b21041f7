//! Which graph TensorFlow would build where this thread is: that of a function, or of a step of a model.
//!
//! In a graph Keras's losses see what `softmax` and `sigmoid` were given; their results remember it here. Invariant: a
//! graph has a number of its own, 0 means none, and what one graph remembers another does not see.

use std::cell::Cell;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::intern;
use pyo3::prelude::*;

use super::binding::Slots;
use super::joined;
use super::tensor::PyTensor;
use crate::ops::{
    self,
    def::{Args, OpDef},
};
use crate::tape;

static NUMBERS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static GRAPH: Cell<u64> = const { Cell::new(0) };
    static FUNCTIONS: Cell<usize> = const { Cell::new(0) };
    /// Whether a tape recorded when the outermost function was called.
    static TAPED: Cell<bool> = const { Cell::new(false) };
}

/// The number of the graph; 0 outside of any.
#[inline]
pub fn number() -> u64 {
    GRAPH.get()
}

/// A function is called; the graph that it is called in, which [`leave_graph`] is to be told.
#[pyfunction]
pub fn enter_graph() -> u64 {
    if FUNCTIONS.replace(FUNCTIONS.get() + 1) == 0 {
        TAPED.set(tape::recording_gradients());
    }
    enter(true)
}

/// The function has returned.
#[pyfunction]
pub fn leave_graph(before: u64) {
    FUNCTIONS.set(FUNCTIONS.get().saturating_sub(1));
    leave_step(before);
}

/// A dataset's function is called; what [`leave_dataset`] is to be told.
#[pyfunction]
pub fn enter_dataset() -> (u64, bool) {
    (enter_graph(), ops::is_of_dataset(true))
}

/// The dataset's function has returned.
#[pyfunction]
pub fn leave_dataset(before: (u64, bool)) {
    ops::is_of_dataset(before.1);
    leave_graph(before.0);
}

/// A step of a model begins; the graph that it begins in, which [`leave_step`] is to be told.
#[pyfunction]
pub fn enter_step() -> u64 {
    enter(false)
}

fn enter(knows_sizes: bool) -> u64 {
    let before = GRAPH.replace(NUMBERS.fetch_add(1, Relaxed) + 1);
    if before == 0 {
        ops::builds_graph(true, knows_sizes);
    }
    before
}

/// The step has ended.
#[pyfunction]
pub fn leave_step(before: u64) {
    GRAPH.set(before);
    if before == 0 {
        ops::builds_graph(false, false);
        joined::forget();
        tape::leave_loops();
    }
}

/// Whether this thread is in a function.
#[pyfunction]
pub fn is_in_function() -> bool {
    FUNCTIONS.get() > 0
}

/// Whether this thread is in a function or in a step of a model.
#[pyfunction]
pub fn is_traced() -> bool {
    number() > 0
}

/// Whether a tape recorded when the outermost function was called, or does if there is none.
#[pyfunction]
pub fn is_taped() -> bool {
    if is_in_function() { TAPED.get() } else { tape::recording_gradients() }
}

/// Whether losses look behind results of this operation.
pub fn shows_input(def: &OpDef) -> bool {
    matches!(def.op_type, "Softmax" | "Sigmoid")
}

/// Has `result` of an operation remember the first of its arguments, if this is a graph.
#[inline]
pub fn remember(def: &OpDef, args: &Args, slots: &Slots<'_, '_>, result: &Bound<'_, PyAny>) -> PyResult<()> {
    if number() == 0 { Ok(()) } else { keep(def, args, slots, result) }
}

#[cold]
fn keep(def: &OpDef, args: &Args, slots: &Slots<'_, '_>, result: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(tensor) = result.cast::<PyTensor>() else { return Ok(()) };
    if is_along_last(def, args, tensor.get().0.rank())
        && let Some(Some(input)) = slots.first()
    {
        result.setattr(intern!(result.py(), "_graph_input"), (number(), def.op_type, &**input))?;
    }
    Ok(())
}

/// Whether a softmax is taken along the last axis: along another TensorFlow transposes before and behind it.
fn is_along_last(def: &OpDef, args: &Args, rank: usize) -> bool {
    let axis = def.params.iter().position(|p| p.name == "axis").and_then(|at| args.opt_int(at)).unwrap_or(-1);
    axis == -1 || usize::try_from(axis).is_ok_and(|axis| axis + 1 == rank)
}

/// What a tensor was made from if an operation of this type did so in the graph that this thread is in; None otherwise.
#[pyfunction]
pub fn graph_input<'py>(x: &Bound<'py, PyAny>, op_type: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Ok(tensor) = x.cast::<PyTensor>() else { return Ok(None) };
    let Some(known) = tensor.get().attribute(intern!(x.py(), "_graph_input"))?.filter(|_| number() > 0) else {
        return Ok(None);
    };
    let (graph, kind, input): (u64, String, Bound<'py, PyAny>) = known.extract()?;
    Ok((graph == number() && kind == op_type).then_some(input))
}
