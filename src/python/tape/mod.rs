//! `GradientTape` for Python: TensorFlow's methods over the core's tape, whose states are in `crate::gradient_tape`.
//!
//! A method flattens its arguments (`structure`, `arguments`), warns (`warnings`), asks the core, and packs the answer
//! (`results`). Long backward passes let other Python threads run.

mod arguments;
mod results;
mod structure;
mod warnings;

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use arguments::Unconnected;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{PyTraverseError, PyVisit};
pub(super) use structure::watched;
use structure::{Flat, is_value, one_tensor, tensor_of};

use super::operators::run;
use super::stack;
use super::tensor::{PyTensor, wrap};
use super::variable::PyVariable;
use crate::error::Result;
use crate::gradient_tape::{GradientTape, Watched};
use crate::python::items::tuple_of;

/// Records operations for automatic differentiation.
///
/// Operations inside the tape's context are recorded if one of their inputs is watched: trainable variables are watched
/// when they are read (unless `watch_accessed_variables` is false), tensors after `watch`. A tape gives one gradient (or
/// jacobian), a `persistent` one any number.
///
/// >>> x = tf.Variable(3.0)
/// >>> with tf.GradientTape() as tape:
/// ...     y = x ** 2
/// >>> tape.gradient(y, x).numpy().item()
/// 6.0
#[pyclass(frozen, subclass, dict, weakref, name = "GradientTape", module = "gradtape")]
pub struct PyGradientTape {
    tape: GradientTape,
    /// How many backward passes are running. Changes under the interpreter lock alone, which the backward passes
    /// themselves may not hold.
    sweeps: AtomicUsize,
}

#[pymethods]
impl PyGradientTape {
    #[new]
    #[pyo3(signature = (persistent=None, watch_accessed_variables=None), text_signature = "(persistent=False, watch_accessed_variables=True)")]
    fn new(
        persistent: Option<&Bound<'_, PyAny>>,
        watch_accessed_variables: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        stack::check()?;
        let truth = |given: Option<&Bound<'_, PyAny>>, default: bool| given.map_or(Ok(default), |g| g.is_truthy());
        let tape = GradientTape::new(truth(persistent, false)?, truth(watch_accessed_variables, true)?);
        Ok(PyGradientTape { tape, sweeps: AtomicUsize::new(0) })
    }

    fn __enter__(slf: Py<Self>) -> PyResult<Py<Self>> {
        slf.get().tape.start()?;
        Ok(slf)
    }

    #[pyo3(signature = (_kind, _value, _traceback))]
    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _traceback: &Bound<'_, PyAny>) {
        self.tape.stop();
    }

    /// Records what depends on `tensor` (a tensor, a variable, or a structure of them) from now on.
    ///
    /// Errors: `ValueError` for anything else. Tensors of integer, bool or string dtype are accepted with a warning, and
    /// nothing is recorded for them.
    fn watch(&self, tensor: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = tensor.py();
        for item in Flat::of(tensor)?.items {
            let item = if is_value(&item) { item } else { tensor_of(&item).unwrap_or(item) };
            if let Ok(t) = item.cast::<PyTensor>() {
                let t = &t.get().0;
                if !t.dtype().is_trainable() {
                    warnings::watched_dtype(py, t.dtype())?;
                }
                self.tape.watch(t)?;
            } else if let Ok(v) = item.cast::<PyVariable>() {
                self.tape.watch(&v.get().variable)?;
            } else {
                let (shown, class) = (item.str()?, item.get_type().name()?);
                return Err(PyValueError::new_err(format!(
                    "Passed in object {shown} of type '{class}', not tf.Tensor or tf.Variable or ExtensionType."
                )));
            }
        }
        Ok(())
    }

    /// The watched variables in the order of their construction.
    fn watched_variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let variables = self.tape.watched_variables();
        tuple_of(py, variables.into_iter().map(|v| PyVariable::object(py, v)))
    }

    /// Suspends recording in the context that it returns.
    fn stop_recording(slf: Py<Self>) -> StopRecording {
        StopRecording(slf)
    }

    /// Forgets everything recorded and watched so far. Errors: `ValueError` outside the tape's context.
    fn reset(&self) -> PyResult<()> {
        Ok(self.tape.reset()?)
    }

    /// The gradient of the sum of `target` with respect to `sources`, in the structure of `sources`.
    ///
    /// `None` (or zeros with `UnconnectedGradients.ZERO`) stands where the target does not depend on a source.
    /// `output_gradients` are the cotangents, one for each target; `None` stands for ones. Errors: `RuntimeError` when the
    /// tape is used up; `LookupError` for an operation without gradient on the way; `TypeError` for anything that is not
    /// a tensor or variable; `ValueError` for cotangents that do not fit.
    #[pyo3(signature = (target, sources, output_gradients=None, unconnected_gradients=Unconnected(false)),
        text_signature = "($self, target, sources, output_gradients=None, unconnected_gradients='none')")]
    fn gradient(
        &self,
        py: Python<'_>,
        target: &Bound<'_, PyAny>,
        sources: &Bound<'_, PyAny>,
        output_gradients: Option<&Bound<'_, PyAny>>,
        unconnected_gradients: Unconnected,
    ) -> PyResult<Py<PyAny>> {
        self.check_usable()?;
        let Unconnected(zero) = unconnected_gradients;
        warnings::inside_context(py, &self.tape)?;
        let (targets, sources) = (Flat::of(target)?, Flat::of(sources)?);
        let (wanted, with_respect_to) = (targets.watched("target")?, sources.watched("sources")?);
        warnings::gradient_dtypes(py, &wanted, &with_respect_to)?;
        let cotangents = arguments::cotangents(output_gradients, target, &wanted)?;
        let found = self.backward(py, self.work(), || self.tape.gradient(&wanted, &with_respect_to, &cotangents))?;
        // Only of strings is a source that is the target not connected.
        let zero = |source: &Watched| zero && !wanted.iter().any(|target| target.is(source));
        let results = results::objects(py, found, &with_respect_to, zero, |source| source.shape().clone())?;
        sources.pack(py, results)
    }

    /// The derivatives of every element of `target` with respect to every element of `sources`: for each source a tensor
    /// of shape `target.shape + source.shape`, or `None` where they are not connected.
    ///
    /// All rows are computed in one backward pass, whatever `experimental_use_pfor` says.
    #[pyo3(signature = (target, sources, unconnected_gradients=Unconnected(false), parallel_iterations=None, experimental_use_pfor=true),
        text_signature = "($self, target, sources, unconnected_gradients='none', parallel_iterations=None, experimental_use_pfor=True)")]
    fn jacobian(
        &self,
        py: Python<'_>,
        target: &Bound<'_, PyAny>,
        sources: &Bound<'_, PyAny>,
        unconnected_gradients: Unconnected,
        parallel_iterations: Option<&Bound<'_, PyAny>>,
        experimental_use_pfor: bool,
    ) -> PyResult<Py<PyAny>> {
        let _ = parallel_iterations;
        self.check_usable()?;
        let Unconnected(zero) = unconnected_gradients;
        self.check_loop("jacobian", experimental_use_pfor)?;
        warnings::inside_context(py, &self.tape)?;
        let wanted = one_tensor(target)?;
        let sources = Flat::of(sources)?;
        let with_respect_to = sources.watched("sources")?;
        warnings::gradient_dtypes(py, std::slice::from_ref(&wanted), &with_respect_to)?;
        let shape = wanted.value().shape().clone();
        let found = self.backward(py, usize::MAX, || self.tape.jacobian(&wanted, &with_respect_to))?;
        let results = results::objects(py, found, &with_respect_to, |_| zero, |source| shape.concat(source.shape()))?;
        sources.pack(py, results)
    }

    /// For a target of shape `[b, y...]` and a source of shape `[b, x...]`: the derivatives within each entry of the
    /// batch, of shape `[b, y..., x...]`; zeros where they are not connected.
    ///
    /// The target's entry must depend on the same entry of the source only; other dependences are summed. Errors:
    /// `ValueError` for ranks below 2 or batches that differ.
    #[pyo3(signature = (target, source, unconnected_gradients=Unconnected(false), parallel_iterations=None, experimental_use_pfor=true),
        text_signature = "($self, target, source, unconnected_gradients='none', parallel_iterations=None, experimental_use_pfor=True)")]
    fn batch_jacobian(
        &self,
        py: Python<'_>,
        target: &Bound<'_, PyAny>,
        source: &Bound<'_, PyAny>,
        unconnected_gradients: Unconnected,
        parallel_iterations: Option<&Bound<'_, PyAny>>,
        experimental_use_pfor: bool,
    ) -> PyResult<Py<PyAny>> {
        let _ = parallel_iterations;
        self.check_usable()?;
        let _ = unconnected_gradients;
        self.check_loop("batch_jacobian", experimental_use_pfor)?;
        warnings::inside_context(py, &self.tape)?;
        let (y, x) = (one_tensor(target)?, one_tensor(source)?);
        let found = self.backward(py, usize::MAX, || self.tape.batch_jacobian(&y, &x))?;
        let (y, x) = (y.value(), x.value());
        let unconnected = || results::zeros(x.dtype(), &y.shape().concat(&x.shape()[1..]));
        wrap(py, found.map_or_else(unconnected, Ok)?)
    }

    /// What the tape holds now: `(operations, bytes held for gradients)`.
    fn _size(&self) -> (usize, usize) {
        self.tape.size()
    }

    /// Shows the gradient functions that the tape keeps alive. The collector asks twice, and must get the same answer: so
    /// none while the tape records or is swept, when threads without the interpreter lock change it.
    fn __traverse__(&self, visit: PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        let mut answer = Ok(());
        if self.sweeps.load(Relaxed) == 0 {
            self.tape.visit_foreign(&mut |object| {
                if let (Ok(()), Some(function)) = (&answer, object.downcast_ref::<Py<PyAny>>()) {
                    answer = visit.call(function);
                }
            });
        }
        answer
    }

    fn __clear__(&self) {
        self.tape.forget();
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'tfe.Tape' object"))
    }
}

impl PyGradientTape {
    fn check_usable(&self) -> PyResult<()> {
        if self.tape.is_usable() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)",
        ))
    }

    fn check_loop(&self, what: &str, vectorized: bool) -> PyResult<()> {
        if vectorized || self.tape.is_persistent() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "GradientTape must be created with persistent=True to compute the {what} with eager execution enabled and with \
             \u{20}experimental_use_pfor set to False."
        )))
    }

    /// Runs a backward pass over the tape.
    fn backward<T: Send>(&self, py: Python<'_>, work: usize, f: impl FnOnce() -> Result<T> + Send) -> PyResult<T> {
        struct Running<'a>(&'a AtomicUsize);
        impl Drop for Running<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Relaxed);
            }
        }
        stack::check()?;
        self.sweeps.fetch_add(1, Relaxed);
        let _running = Running(&self.sweeps);
        run(py, work, f)
    }

    /// A measure of a backward pass's work that decides whether other Python threads may run meanwhile.
    fn work(&self) -> usize {
        let (nodes, bytes) = self.tape.size();
        nodes * 32 + bytes / 4
    }
}

/// The context in which a tape does not record.
#[pyclass(frozen, module = "gradtape._core")]
pub struct StopRecording(Py<PyGradientTape>);

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
