//! Persistent tapes that pile up: how many of those that one line of the program has made are alive, and how often one is
//! entered again with what it holds. Python is asked only where there is something to say.

use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};

use pyo3::ffi;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use super::evidence::ask;
use crate::python::error::from_python;

/// A line of a program: the address of its code, and its number.
pub(super) type Line = (usize, c_int);

static ALIVE: Mutex<Option<FxHashMap<Line, usize>>> = Mutex::new(None);

/// How many tapes of one line are alive before that is told: a loop that lets go of its tape has two for a moment.
const MANY: usize = 3;

/// A persistent tape is made at the line that the program is at.
pub(super) fn made(py: Python<'_>) -> PyResult<Option<Line>> {
    let Some(line) = here(py) else {
        return Ok(None);
    };
    if count(line, true) == MANY {
        ask(py, "leaks", "tapes_pile_up", (MANY,))?;
    }
    Ok(Some(line))
}

/// A persistent tape made at `line` dies.
pub(super) fn died(line: Line) {
    count(line, false);
}

fn count(line: Line, more: bool) -> usize {
    let mut alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = alive.get_or_insert_default();
    let count = lines.entry(line).or_default();
    *count = if more { *count + 1 } else { count.saturating_sub(1) };
    let now = *count;
    if now == 0 {
        lines.remove(&line);
    }
    now
}

fn here(_py: Python<'_>) -> Option<Line> {
    // SAFETY: with the interpreter's lock held; the frame is borrowed and alive while its code runs, and the code is
    // given back after its address was taken, which is only compared.
    unsafe {
        let frame = ffi::PyEval_GetFrame();
        if frame.is_null() {
            return None;
        }
        let code = ffi::PyFrame_GetCode(frame);
        let line = (code as usize, ffi::PyFrame_GetLineNumber(frame));
        ffi::Py_XDECREF(code.cast());
        Some(line)
    }
}

/// Has Python told of tapes that grow without bound.
pub fn install() {
    crate::tape::set_growth_hook(|operations, bytes| {
        // Errors are told of where the operation returns: one may be a signal's, which must not get lost.
        let told = |py: Python<'_>| ask(py, "leaks", "tape_grows", (operations, bytes)).map(drop).map_err(from_python);
        Python::try_attach(told).unwrap_or(Ok(()))
    });
}
