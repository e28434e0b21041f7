//! The contexts in which one tape does not record, or does.

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use super::PyGradientTape;

/// The context in which a tape does not record.
#[pyclass(frozen, module = "gradtape._core")]
pub struct StopRecording(Py<PyGradientTape>);

/// A context in which `tape` records: itself, unless it does already.
pub(super) fn ensure_recording<'py>(tape: &Bound<'py, PyGradientTape>) -> PyResult<Bound<'py, PyAny>> {
    if tape.get().tape.is_recording() {
        return tape.py().import("contextlib")?.getattr("nullcontext")?.call0();
    }
    Ok(tape.clone().into_any())
}

impl StopRecording {
    pub(super) fn of(tape: Py<PyGradientTape>) -> StopRecording {
        StopRecording(tape)
    }
}

#[pymethods]
impl StopRecording {
    fn __enter__(&self) -> PyResult<()> {
        Ok(self.0.get().tape.suspend()?)
    }

    #[pyo3(signature = (_kind, _value, _traceback))]
    fn __exit__(
        &self,
        _kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        Ok(self.0.get().tape.start()?)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        visit.call(&self.0)
    }
}
