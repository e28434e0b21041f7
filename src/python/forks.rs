//! Forks of the process, which must not happen while a thread without the interpreter's lock holds a variable's cell: in the
//! child that thread does not exist, and whoever asked for the variable would wait for ever.
//!
//! Threads that hold the interpreter's lock need not care: a fork needs it too.

use std::cell::RefCell;
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::wrap_pyfunction;

use super::operators::{LONG, run};
use crate::error::Result;

/// Held for reading by who changes a variable, for writing by who forks.
static CHANGES: RwLock<()> = RwLock::new(());

thread_local! {
    static FORKING: RefCell<Option<RwLockWriteGuard<'static, ()>>> = const { RefCell::new(None) };
}

/// As [`run`], for a change of a variable.
#[inline]
pub fn change<T: Send>(py: Python<'_>, size: usize, f: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
    if size < LONG {
        return run(py, size, f);
    }
    run(py, size, || {
        let _change = CHANGES.read().unwrap_or_else(PoisonError::into_inner);
        f()
    })
}

/// Has Python call us before and after each fork, where there are forks.
pub fn install(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let os = module.py().import("os")?;
    if !os.hasattr("register_at_fork")? {
        return Ok(());
    }
    let hooks = PyDict::new(module.py());
    hooks.set_item("before", wrap_pyfunction!(before, module)?)?;
    for name in ["after_in_parent", "after_in_child"] {
        hooks.set_item(name, wrap_pyfunction!(after, module)?)?;
    }
    os.call_method("register_at_fork", (), Some(&hooks))?;
    Ok(())
}

#[pyfunction]
fn before() {
    let guard = CHANGES.write().unwrap_or_else(PoisonError::into_inner);
    FORKING.set(Some(guard));
}

#[pyfunction]
fn after() {
    drop(FORKING.take());
}
