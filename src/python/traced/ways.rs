//! How often a thread's functions have come to branches that ask a tensor.
//!
//! TensorFlow traces all ways of such a branch, and what only those compute that are not gone has a gradient of zeros.
//! Where it is followed to the letter tapes ask here whether they have seen a branch; elsewhere none is counted.

use std::cell::Cell;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::super::graph;
use crate::ops::is_to_the_letter;

/// What `gradtape._control.branches` has for this.
static BY_PROGRAM: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

static THREADS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static THREAD: u64 = THREADS.fetch_add(1, Relaxed);
    static SEEN: Cell<u64> = const { Cell::new(0) };
}

/// Where a thread is: its number, and how many branches it has come to.
#[derive(Clone, Copy)]
pub struct Place {
    thread: u64,
    seen: u64,
}

impl Place {
    pub fn here() -> Self {
        Self { thread: THREAD.with(|number| *number), seen: SEEN.get() }
    }

    /// Whether this thread has come to a branch since it was there; another thread never was.
    pub fn has_seen_more(self) -> bool {
        let now = Self::here();
        now.thread == self.thread && now.seen != self.seen
    }
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
