//! What the core asks of the interpreter: whether to stop (in `signals`), to log a warning, and to let others run while a
//! thread waits.
//!
//! At the end of the process there may be no interpreter any more; then nobody is asked.

use pyo3::ffi;
use pyo3::prelude::*;

use super::error::log_warning;
use super::signals;
use crate::waiting::Wait;
use crate::{waiting, warning};

/// Has the core ask here.
pub fn install() {
    signals::install();
    super::tape::install_leaks();
    waiting::set_hook(wait);
    warning::set_hook(|text| {
        Python::try_attach(|py| log_warning(py, text));
    });
}

/// Gives up the interpreter's lock, if this thread holds it, while it waits.
fn wait(wait: Wait<'_>) {
    // SAFETY: may be asked by any thread at any time.
    if unsafe { ffi::PyGILState_Check() } == 0 {
        return wait();
    }
    // SAFETY: this thread is attached to the interpreter, as was just found out.
    unsafe { Python::assume_attached() }.detach(wait);
}
