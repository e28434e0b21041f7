//! How often a thread's functions have come to branches that ask a tensor.
//!
//! TensorFlow traces all ways of such a branch, and what only those compute that are not gone has a gradient of zeros.
//! Where it is followed to the letter tapes ask here whether they have seen a branch; elsewhere none is counted.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::super::graph;
use crate::ops::is_to_the_letter;

/// What `gradtape._control.branches` has for this.
static BY_PROGRAM: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

thread_local! {
    static SEEN: Cell<u64> = const { Cell::new(0) };
}

/// How many there were.
#[inline]
pub fn seen() -> u64 {
    SEEN.get()
}

/// A branch begins.
pub(super) fn note() {
    if is_branching() {
        SEEN.set(SEEN.get() + 1);
    }
}

/// A tensor is asked for its truth, which is a branch where the program asks.
pub(super) fn note_truth(py: Python<'_>) -> PyResult<()> {
    if is_branching() && BY_PROGRAM.import(py, "gradtape._control.branches", "is_by_program")?.call0()?.is_truthy()? {
        note();
    }
    Ok(())
}

fn is_branching() -> bool {
    graph::is_traced() && is_to_the_letter()
}
