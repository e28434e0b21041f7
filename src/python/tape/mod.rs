//! `GradientTape` for Python: TensorFlow's methods over the core's tape, whose states are in `crate::gradient_tape`.
//!
//! A method flattens its arguments (`structure`, `arguments`), warns (`warnings`), asks the core, and packs the answer
//! (`results`). Long backward passes let other Python threads run.

mod arguments;
mod evidence;
mod leaks;
mod offering;
mod private;
mod refusals;
mod results;
mod stopping;
mod structure;
mod warnings;

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use arguments::Unconnected;
use evidence::ask;
pub use leaks::install as install_leaks;
pub(super) use offering::gradient_offered;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{PyTraverseError, PyVisit};
use stopping::StopRecording;
pub(super) use structure::watched;
use structure::{Flat, is_value, one_tensor, tensor_of};

use super::observing::PyObserver;
use super::operators::run;
use super::reserve;
use super::stack;
use super::tensor::{PyTensor, wrap};
use super::traced::ways::Place;
use super::variable::PyVariable;
use crate::error::Result;
use crate::gradient_tape::{GradientTape, Watched};
use crate::python::advice::with_advice;
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
    /// How many backward passes run; changed under the interpreter lock alone, which they may not hold.
    sweeps: AtomicUsize,
    /// For a tape that traces, or checks numerics.
    observer: Option<Py<PyObserver>>,
    traces: bool,
    /// How often it was entered, and where a persistent one was made.
    entered: AtomicUsize,
    made_at: Option<leaks::Line>,
    /// Where it was made, as far as branches go.
    place: Place,
}

#[pymethods]
impl PyGradientTape {
    #[new]
    #[pyo3(signature = (persistent=None, watch_accessed_variables=None, *, trace=None, check_numerics=None),
        text_signature = "(persistent=False, watch_accessed_variables=True, *, trace=False, check_numerics=False)")]
    fn new(
        py: Python<'_>,
        persistent: Option<&Bound<'_, PyAny>>,
        watch_accessed_variables: Option<&Bound<'_, PyAny>>,
        trace: Option<&Bound<'_, PyAny>>,
        check_numerics: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        stack::check()?;
        let truth = |given: Option<&Bound<'_, PyAny>>, default: bool| given.map_or(Ok(default), |g| g.is_truthy());
        let tape = GradientTape::new(truth(persistent, false)?, truth(watch_accessed_variables, true)?);
        let (traces, numerics) = (truth(trace, false)?, truth(check_numerics, false)?);
        let observed = |_: bool| Py::new(py, PyObserver::of(traces, numerics));
        let observer = (traces || numerics).then_some(true).map(observed).transpose()?;
        let made_at = if tape.is_persistent() { leaks::made(py)? } else { None };
        let tape = if traces { tape.remembering() } else { tape };
        reserve::check_object()?;
        Ok(PyGradientTape {
            tape,
            sweeps: AtomicUsize::new(0),
            observer,
            traces,
            entered: AtomicUsize::new(0),
            made_at,
            place: Place::here(),
        })
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let this = slf.get();
        this.tape.start()?;
        if let Some(observer) = &this.observer {
            observer.get().begin();
        }
        if this.made_at.is_some() && this.entered.fetch_add(1, Relaxed) == 2 && this.tape.size().0 > 0 {
            ask(slf.py(), "leaks", "tape_is_entered_again", this.tape.size())?;
        }
        Ok(slf)
    }

    #[pyo3(signature = (_kind, _value, _traceback))]
    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _traceback: &Bound<'_, PyAny>) {
        if let Some(observer) = &self.observer {
            observer.get().end();
        }
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
                return Err(PyValueError::new_err(with_advice(&format!(
                    "Passed in object {shown} of type '{class}', not tf.Tensor or tf.Variable or ExtensionType."
                ))));
            }
        }
        Ok(())
    }

    /// Watches the inputs of every operation from now on: for `tf.gradients`, whose sources are whatever a graph holds.
    fn _watch_everything(&self) {
        self.tape.watch_everything();
    }

    /// The watched variables in the order of their construction.
    fn watched_variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let variables = self.tape.watched_variables();
        tuple_of(py, variables.into_iter().map(|v| PyVariable::object(py, v)))
    }

    /// The tape itself, or `None` where there is nothing to differentiate: libraries ask for it by this name.
    #[getter]
    fn _tape(slf: Bound<'_, Self>) -> Option<Bound<'_, Self>> {
        slf.get().tape.is_usable().then_some(slf)
    }

    /// A context in which the tape records: itself, unless it does already.
    fn _ensure_recording<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        stopping::ensure_recording(slf)
    }

    /// Suspends recording in the context that it returns.
    fn stop_recording(slf: Py<Self>) -> StopRecording {
        StopRecording::of(slf)
    }

    /// Forgets everything recorded and watched so far. Errors: `ValueError` outside the tape's context.
    fn reset(&self) -> PyResult<()> {
        Ok(self.tape.reset()?)
    }

    /// The gradient of the sum of `target` with respect to `sources`, in the structure of `sources`.
    ///
    /// `None` (or zeros with `UnconnectedGradients.ZERO`) stands where the target does not depend on a source.
    /// `output_gradients` are the cotangents, one for each target; `None` stands for ones. Errors: `RuntimeError` when the
    /// tape is used up; `LookupError` for an operation without gradient on the way; `TypeError` for what is no tensor or
    /// variable; `ValueError` for cotangents that do not fit, and with `"error"`, for a source not depended on, with the reason.
    #[pyo3(signature = (target, sources, output_gradients=None, unconnected_gradients=Unconnected::Nothing),
        text_signature = "($self, target, sources, output_gradients=None, unconnected_gradients='none')")]
    fn gradient(
        slf: &Bound<'_, Self>,
        target: &Bound<'_, PyAny>,
        sources: &Bound<'_, PyAny>,
        output_gradients: Option<&Bound<'_, PyAny>>,
        unconnected_gradients: Unconnected,
    ) -> PyResult<Py<PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        this.check_usable()?;
        warnings::inside_context(py, &this.tape)?;
        let (targets, flat) = (Flat::of(target)?, Flat::of(sources)?);
        let (wanted, wrt) = (targets.watched("target")?, flat.watched("sources")?);
        warnings::gradient_dtypes(py, &wanted, &wrt)?;
        let cotangents = arguments::cotangents(output_gradients, target, &wanted)?;
        let found = this.backward(py, this.work(), || this.tape.gradient_or_slices(&wanted, &wrt, &cotangents))?;
        unconnected_gradients.check(slf, target, sources, &found)?;
        // Only of strings is a source that is the target not connected.
        let zeros = unconnected_gradients.gives_zeros(this.place);
        let zero = |source: &Watched| zeros && !wanted.iter().any(|target| target.is(source));
        let results = results::objects(py, found, &wrt, zero, |source| source.shape().clone())?;
        flat.pack(py, results)
    }

    /// The derivatives of every element of `target` with respect to every element of `sources`: for each source a tensor
    /// of shape `target.shape + source.shape`; for those not connected what `unconnected_gradients` says, as in `gradient`.
    ///
    /// All rows are computed in one backward pass, whatever `experimental_use_pfor` says.
    #[pyo3(signature = (target, sources, unconnected_gradients=Unconnected::Nothing, parallel_iterations=None, experimental_use_pfor=true),
        text_signature = "($self, target, sources, unconnected_gradients='none', parallel_iterations=None, experimental_use_pfor=True)")]
    fn jacobian(
        slf: &Bound<'_, Self>,
        target: &Bound<'_, PyAny>,
        sources: &Bound<'_, PyAny>,
        unconnected_gradients: Unconnected,
        parallel_iterations: Option<&Bound<'_, PyAny>>,
        experimental_use_pfor: bool,
    ) -> PyResult<Py<PyAny>> {
        let _ = parallel_iterations;
        let (py, this) = (slf.py(), slf.get());
        this.check_usable()?;
        this.check_loop("jacobian", experimental_use_pfor)?;
        warnings::inside_context(py, &this.tape)?;
        let wanted = one_tensor(target)?;
        let flat = Flat::of(sources)?;
        let with_respect_to = flat.watched("sources")?;
        warnings::gradient_dtypes(py, std::slice::from_ref(&wanted), &with_respect_to)?;
        let shape = wanted.value().shape().clone();
        let found = this.backward(py, usize::MAX, || this.tape.jacobian(&wanted, &with_respect_to))?;
        unconnected_gradients.check(slf, target, sources, &found)?;
        let zeros = unconnected_gradients.gives_zeros(this.place);
        let zero = |_: &Watched| zeros;
        let results = results::objects(py, found, &with_respect_to, zero, |source| shape.concat(source.shape()))?;
        flat.pack(py, results)
    }

    /// For a target of shape `[b, y...]` and a source of shape `[b, x...]`: the derivatives within each entry of the
    /// batch, of shape `[b, y..., x...]`; zeros where they are not connected, unless `unconnected_gradients` is `"error"`.
    ///
    /// The target's entry must depend on the same entry of the source only; other dependences are summed. Errors:
    /// `ValueError` for ranks below 2 or batches that differ.
    #[pyo3(signature = (target, source, unconnected_gradients=Unconnected::Nothing, parallel_iterations=None, experimental_use_pfor=true),
        text_signature = "($self, target, source, unconnected_gradients='none', parallel_iterations=None, experimental_use_pfor=True)")]
    fn batch_jacobian(
        slf: &Bound<'_, Self>,
        target: &Bound<'_, PyAny>,
        source: &Bound<'_, PyAny>,
        unconnected_gradients: Unconnected,
        parallel_iterations: Option<&Bound<'_, PyAny>>,
        experimental_use_pfor: bool,
    ) -> PyResult<Py<PyAny>> {
        let _ = parallel_iterations;
        let (py, this) = (slf.py(), slf.get());
        this.check_usable()?;
        this.check_loop("batch_jacobian", experimental_use_pfor)?;
        warnings::inside_context(py, &this.tape)?;
        let (y, x) = (one_tensor(target)?, one_tensor(source)?);
        let found = this.backward(py, usize::MAX, || this.tape.batch_jacobian(&y, &x))?;
        unconnected_gradients.check(slf, target, source, std::slice::from_ref(&found))?;
        let (y, x) = (y.value(), x.value());
        let unconnected = || results::zeros(x.dtype(), &y.shape().concat(&x.shape()[1..]));
        wrap(py, found.map_or_else(unconnected, Ok)?)
    }

    /// Why `target` does or does not depend on `source` (structures of them too), as an object whose text is one sentence
    /// and whose fields are the evidence; nearest cause first. Made with `trace=True`, the tape knows the lines.
    ///
    /// >>> x = tf.constant(3.0)
    /// >>> with tf.GradientTape() as tape:
    /// ...     y = x * x
    /// >>> print(tape.explain(y, x))
    /// x is a tensor that the tape does not watch: call tape.watch(x) inside the tape's context, before x is used.
    fn explain<'py>(
        slf: &Bound<'py, Self>,
        target: &Bound<'py, PyAny>,
        source: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        ask(slf.py(), "explaining", "explain", (slf, target, source))
    }

    /// A table of what the tape holds: operations, how many, shapes of results, bytes kept for gradients and why; and the
    /// times of a tape made with `trace=True`, if `times`.
    #[pyo3(signature = (times=None), text_signature = "($self, times=None)")]
    fn summary<'py>(slf: &Bound<'py, Self>, times: Option<bool>) -> PyResult<Bound<'py, PyAny>> {
        ask(slf.py(), "tables", "summary", (slf, times))
    }

    /// The recorded operations, in their order.
    #[getter]
    fn operations<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ask(slf.py(), "recordings", "operations", (slf,))
    }

    /// The tape as a graph in the language of Graphviz. More than `most` operations are folded: by `"module"`, `"scope"`,
    /// `"line"`, `"function"` or `"order"`, the first that will do or the one that `by` names. All but the last need `trace=True`.
    #[pyo3(signature = (most=60, by=None), text_signature = "($self, most=60, by=None)")]
    fn to_dot<'py>(slf: &Bound<'py, Self>, most: usize, by: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        ask(slf.py(), "pictures", "to_dot", (slf, most, by))
    }

    /// The tape as a graph in the language of Mermaid; `most` and `by` as for `to_dot`.
    #[pyo3(signature = (most=60, by=None), text_signature = "($self, most=60, by=None)")]
    fn to_mermaid<'py>(slf: &Bound<'py, Self>, most: usize, by: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        ask(slf.py(), "pictures", "to_mermaid", (slf, most, by))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        ask(slf.py(), "pictures", "to_html", (slf,))
    }

    /// What the tape can tell of itself.
    fn _evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        evidence::object(py, self.tape.evidence()?)
    }

    /// The log of a tape that traces.
    #[getter]
    fn _trace(&self, py: Python<'_>) -> Option<Py<PyObserver>> {
        self.observer.as_ref().filter(|_| self.traces).map(|o| o.clone_ref(py))
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        private::attribute(py, &self.tape, name)
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
    /// Runs a backward pass over the tape, observed; one that is still recording is observed already.
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
        let _observing = self.observer.as_ref().filter(|_| !self.tape.is_recording()).map(|o| o.get().while_held());
        run(py, work, f)
    }

    /// A measure of a backward pass's work that decides whether other Python threads may run meanwhile.
    fn work(&self) -> usize {
        let (nodes, bytes) = self.tape.size();
        nodes * 32 + bytes / 4
    }
}

impl Drop for PyGradientTape {
    fn drop(&mut self) {
        if let Some(line) = self.made_at {
            leaks::died(line);
        }
    }
}
