//! What `ForwardAccumulator` of the Python package is made from: the core's accumulator, for one tensor or variable at a
//! time.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use super::stack;
use super::tape::watched;
use super::tensor::{PyTensor, wrap};
use crate::forward::ForwardAccumulator;

/// Computes derivatives along a direction while operations run.
#[pyclass(frozen, name = "Accumulator", module = "gradtape._core")]
#[derive(Default)]
pub struct PyAccumulator(ForwardAccumulator);

#[pymethods]
impl PyAccumulator {
    #[new]
    fn new() -> PyAccumulator {
        PyAccumulator::default()
    }

    /// Gives a tensor or a variable its tangent.
    ///
    /// Errors: `ValueError` for a tangent of another dtype or shape.
    fn watch(&self, primal: &Bound<'_, PyAny>, tangent: &PyTensor) -> PyResult<()> {
        Ok(self.0.watch(&watched(primal, "primals")?, tangent.0.clone())?)
    }

    /// Starts following this thread. Errors: `ValueError` if it follows one already.
    fn start(&self) -> PyResult<()> {
        stack::check()?;
        Ok(self.0.start()?)
    }

    /// Stops following; does nothing if it was not.
    fn stop(&self) {
        self.0.stop();
    }

    /// The tangent of a tensor or a variable; `None` where it has none.
    fn jvp(&self, of: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let of_what = watched(of, "primals").map_err(|_| {
            let class = of.get_type().name().map_or_else(|_| "object".into(), |name| name.to_string());
            PyAttributeError::new_err(format!("'{class}' object has no tangent: jvp takes tensors and variables"))
        })?;
        self.0.jvp(&of_what).map(|tangent| wrap(of.py(), tangent)).transpose()
    }
}
