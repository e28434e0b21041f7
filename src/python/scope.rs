//! What a thread is in the middle of: name scopes, lists of variables being read, suspended tapes.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::items::list_of;
use super::stack;
use super::variable::PyVariable;
use crate::tape;
use crate::variable::Variable;

thread_local! {
    static SCOPE: RefCell<Option<String>> = const { RefCell::new(None) };
    static WATCHING: Cell<usize> = const { Cell::new(0) };
    static READ: RefCell<Vec<Vec<Variable>>> = const { RefCell::new(Vec::new()) };
    /// How many [`NoRecording`] contexts this thread is in.
    static SUSPENSIONS: Cell<usize> = const { Cell::new(0) };
}

/// Sets the prefix (`a/b/`) of names of variables made from now on by this thread; `None` for no prefix.
#[pyfunction]
#[pyo3(signature = (prefix))]
pub fn set_name_scope(prefix: Option<String>) {
    SCOPE.set(prefix);
}

/// What [`set_name_scope`] has set; "" for no prefix.
#[pyfunction]
pub fn get_name_scope() -> String {
    SCOPE.with_borrow(|scope| scope.clone().unwrap_or_default())
}

/// A variable's name within the present scope.
pub fn prefixed(name: String) -> String {
    SCOPE.with_borrow(|scope| match scope {
        Some(prefix) => format!("{prefix}{name}"),
        None => name,
    })
}

/// Starts a list of the trainable variables that this thread reads. Lists nest: a reading counts for all of them.
#[pyfunction]
pub fn start_variable_watch() -> PyResult<()> {
    stack::check()?;
    READ.with_borrow_mut(|lists| {
        lists.push(Vec::new());
        WATCHING.set(lists.len());
    });
    Ok(())
}

/// Ends the innermost list and returns it, in the order of construction.
#[pyfunction]
pub fn stop_variable_watch(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let mut list = READ.with_borrow_mut(|lists| {
        let last = lists.pop().unwrap_or_default();
        WATCHING.set(lists.len());
        last
    });
    list.sort_unstable_by_key(Variable::key);
    list_of(py, list.into_iter().map(|v| PyVariable::object(py, v)))
}

/// Tells the lists of this thread that a trainable variable was read.
#[inline]
pub fn note_variable(variable: &Variable) {
    if WATCHING.get() == 0 {
        return;
    }
    READ.with_borrow_mut(|lists| {
        for list in lists.iter_mut().filter(|list| list.iter().all(|v| v.key() != variable.key())) {
            list.push(variable.clone());
        }
    });
}

/// A context in which no tape of this thread records.
#[pyclass(frozen, module = "gradtape._core")]
pub struct NoRecording;

#[pymethods]
impl NoRecording {
    fn __enter__(&self) -> PyResult<()> {
        stack::check()?;
        SUSPENSIONS.set(SUSPENSIONS.get() + 1);
        tape::suspend();
        Ok(())
    }

    #[pyo3(signature = (_kind, _value, _traceback))]
    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _traceback: &Bound<'_, PyAny>) {
        if let Some(left) = SUSPENSIONS.get().checked_sub(1) {
            SUSPENSIONS.set(left);
            tape::resume();
        }
    }
}

/// A context in which no tape of this thread records.
#[pyfunction]
pub fn stop_recording_all() -> NoRecording {
    NoRecording
}

/// Whether some tape of this thread is recording.
#[pyfunction]
pub fn is_recording() -> bool {
    tape::recording_gradients()
}
