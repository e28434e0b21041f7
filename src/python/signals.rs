//! Signals that arrive during long work: the answer to the core's question whether to stop.
//!
//! Python runs signal handlers on the main thread, between bytecodes; so the core's loops, which have none, run them every
//! [`INTERVAL`]. Where a loop has kept the interpreter's lock, the other threads of the program get a turn too.

use std::cell::Cell;
use std::time::{Duration, Instant};

use pyo3::ffi;
use pyo3::prelude::*;

use super::error::from_python;
use crate::error::Result;
use crate::interrupt;

/// For how long signals wait at most, but for the chunk of work that goes on. Asking may take as long as another thread
/// keeps the interpreter's lock: 5 ms, if it runs Python code.
const INTERVAL: Duration = Duration::from_millis(50);

thread_local!(static ASKED: Cell<Option<Instant>> = const { Cell::new(None) });

/// Makes the core's loops ask.
pub fn install() {
    interrupt::set_hook(|| {
        let now = Instant::now();
        match ASKED.get() {
            Some(asked) if now.duration_since(asked) < INTERVAL => Ok(()),
            _ => ask(),
        }
    });
}

/// Runs `f` without the interpreter's lock, which it takes for the first time after [`INTERVAL`], to ask.
pub fn detached<T: Send>(py: Python<'_>, f: impl FnOnce() -> T + Send) -> T {
    ASKED.set(Some(Instant::now()));
    py.detach(f)
}

#[cold]
fn ask() -> Result<()> {
    // SAFETY: may be asked at any time.
    let attached = unsafe { ffi::PyGILState_Check() } == 1;
    // None while the interpreter shuts down, when no handler runs any more.
    let answer = Python::try_attach(|py| {
        py.check_signals()?;
        if attached {
            py.detach(|| ());
        }
        Ok(())
    });
    // The wait for the lock does not count.
    ASKED.set(Some(Instant::now()));
    answer.unwrap_or(Ok(())).map_err(from_python)
}
