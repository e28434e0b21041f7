//! Turns of loops over tensors: what Python does once, as printing, is held back in all but the first.
//!
//! `gradtape._runtime.bodies_of_loops` has what is done; a loop that is left before its end ends when its iterator is
//! dropped.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::super::graph;

static BODY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The loop of a function, where its turns are held back.
pub struct Turns {
    body: Py<PyAny>,
    is_within: AtomicBool,
}

impl Turns {
    /// That of a loop that begins here; `None` where nothing is held back.
    pub fn here(py: Python<'_>) -> PyResult<Option<Self>> {
        if graph::number() == 0 {
            return Ok(None);
        }
        let body = BODY.import(py, "gradtape._runtime.bodies_of_loops", "body_of_loop")?.call0()?;
        Ok((!body.is_none()).then(|| Self { body: body.unbind(), is_within: AtomicBool::new(false) }))
    }

    /// That a turn begins, and the one before has ended.
    pub fn next(&self, py: Python<'_>) -> PyResult<()> {
        self.end(py)?;
        self.is_within.store(true, Relaxed);
        self.body.call_method0(py, intern!(py, "begin")).map(drop)
    }

    /// That the turn has ended, if one has begun.
    pub fn end(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_within.swap(false, Relaxed) {
            self.body.call_method0(py, intern!(py, "end"))?;
        }
        Ok(())
    }
}

impl Drop for Turns {
    /// What has left the loop may be an exception that is on its way.
    fn drop(&mut self) {
        if !self.is_within.load(Relaxed) {
            return;
        }
        Python::try_attach(|py| {
            let on_its_way = PyErr::take(py);
            self.end(py).ok();
            on_its_way.into_iter().for_each(|error| error.restore(py));
        });
    }
}
