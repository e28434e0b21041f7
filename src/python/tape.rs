//! `GradientTape` for Python: structures of targets and sources, warnings, and the states of the core's tape.

use super::convert;
use super::operators::run;
use super::tensor::PyTensor;
use super::tensor::wrap;
use super::variable::PyVariable;
use crate::array::Array;
use crate::dtype::DType;
use crate::gradient_tape::GradientTape;
use crate::gradient_tape::Watched;
use crate::tensor::Tensor;
use pyo3::exceptions::PyAttributeError;
use pyo3::exceptions::PyRuntimeError;
use pyo3::exceptions::PyTypeError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::types::PyList;
use pyo3::types::PyString;
use pyo3::types::PyTuple;

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
pub struct PyGradientTape(GradientTape);

/// A structure of tensors and variables, flattened.
struct Flat<'py> {
    items: Vec<Bound<'py, PyAny>>,
    /// `None` for a single object.
    structure: Option<Bound<'py, PyAny>>,
}

impl<'py> Flat<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Flat<'py>> {
        let py = object.py();
        if is_value(object) {
            return Ok(Flat { items: vec![object.clone()], structure: None });
        }
        if let Ok(list) = object.cast_exact::<PyList>()
            && list.iter().all(|x| is_value(&x))
        {
            return Ok(Flat { items: list.iter().collect(), structure: Some(object.clone()) });
        }
        let nest = py.import("gradtape.nest")?;
        let items = nest.getattr("flatten")?.call1((object,))?.cast_into::<PyList>()?;
        let single = !nest.getattr("is_nested")?.call1((object,))?.is_truthy()?;
        Ok(Flat { items: items.iter().collect(), structure: (!single).then(|| object.clone()) })
    }

    /// Results in the structure of the sources; the same object for the same source.
    fn pack(&self, py: Python<'py>, results: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let Some(structure) = &self.structure else {
            return Ok(results.into_iter().next().unwrap_or_else(|| py.None()));
        };
        let flat = PyList::new(py, results)?;
        if structure.is_exact_instance_of::<PyList>()
            && self.items.len() == structure.len()?
            && structure.try_iter()?.flatten().all(|x| is_value(&x))
        {
            return Ok(flat.into_any().unbind());
        }
        Ok(py.import("gradtape.nest")?.getattr("pack_sequence_as")?.call1((structure, flat))?.unbind())
    }

    fn watched(&self, argument: &str) -> PyResult<Vec<Watched>> {
        self.items.iter().map(|item| watched(item, argument)).collect()
    }
}

fn is_value(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyTensor>() || object.is_instance_of::<PyVariable>()
}

fn watched(object: &Bound<'_, PyAny>, argument: &str) -> PyResult<Watched> {
    if let Ok(tensor) = object.cast::<PyTensor>() {
        return Ok(Watched::Tensor(tensor.get().0.clone()));
    }
    if let Ok(variable) = object.cast::<PyVariable>() {
        return Ok(Watched::Variable(variable.get().variable.clone()));
    }
    if let Some(inner) = tensor_of(object) {
        return watched(&inner, argument);
    }
    let shown = object.repr().map_or_else(|_| "object".into(), |r| r.to_string());
    Err(PyTypeError::new_err(format!(
        "Argument `{argument}` should be a list or nested structure of Tensors, Variables or CompositeTensors to be \
         differentiated, but received {shown}."
    )))
}

/// The tensor behind an object with `__tf_tensor__`.
fn tensor_of<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    if !object.get_type().hasattr("__tf_tensor__").unwrap_or(false) {
        return None;
    }
    object.call_method0("__tf_tensor__").ok().filter(is_value)
}

/// Whether unconnected sources give zeros.
struct Unconnected(bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Unconnected {
    type Error = PyErr;
    fn extract(choice: Borrowed<'a, 'py, PyAny>) -> PyResult<Unconnected> {
        zeros_wanted(&choice).map(Unconnected)
    }
}

fn zeros_wanted(choice: &Bound<'_, PyAny>) -> PyResult<bool> {
    let text = if choice.is_instance_of::<PyString>() {
        Some(choice.extract::<String>()?)
    } else {
        choice.getattr("value").ok().and_then(|v| v.extract::<String>().ok())
    };
    match text.as_deref() {
        Some("none") => Ok(false),
        Some("zero") => Ok(true),
        _ => Err(PyValueError::new_err(format!("Unknown value for unconnected_gradients: {}", choice.repr()?))),
    }
}

fn zeros(dtype: DType, shape: &crate::shape::Shape) -> crate::error::Result<Tensor> {
    Ok(Tensor::new(Array::zeros(dtype, shape.clone())?))
}

/// Logs a warning on the logger `tensorflow`, at most `limit` times for each line of the user's program.
fn warn(py: Python<'_>, text: &str, limit: u32) -> PyResult<()> {
    py.import("gradtape._logging")?.getattr("warn_at_call_site")?.call1((text, limit))?;
    Ok(())
}

fn warn_dtype(py: Python<'_>, what: &str, dtype: DType) -> PyResult<()> {
    let text = format!("The dtype of the {what} must be floating (e.g. tf.float32), got tf.{dtype}");
    warn(py, &text, 5)
}

fn warn_gradient_dtype(py: Python<'_>, what: &str, dtype: DType) -> PyResult<()> {
    let text = format!(
        "The dtype of the {what} tensor must be floating (e.g. tf.float32) when calling GradientTape.gradient, got tf.{dtype}"
    );
    warn(py, &text, 5)
}

#[pymethods]
impl PyGradientTape {
    #[new]
    #[pyo3(signature = (persistent=None, watch_accessed_variables=None), text_signature = "(persistent=False, watch_accessed_variables=True)")]
    fn new(
        persistent: Option<&Bound<'_, PyAny>>,
        watch_accessed_variables: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let truth = |given: Option<&Bound<'_, PyAny>>, default: bool| given.map_or(Ok(default), |g| g.is_truthy());
        Ok(PyGradientTape(GradientTape::new(truth(persistent, false)?, truth(watch_accessed_variables, true)?)))
    }

    fn __enter__(slf: Py<Self>) -> PyResult<Py<Self>> {
        slf.get().0.start()?;
        Ok(slf)
    }

    #[pyo3(signature = (_kind, _value, _traceback))]
    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _traceback: &Bound<'_, PyAny>) {
        self.0.stop();
    }

    /// Records what depends on `tensor` (a tensor, a variable, or a structure of them) from now on.
    ///
    /// Errors: `ValueError` for anything else. Tensors of integer, bool or string dtype are accepted with a warning, and
    /// nothing is recorded for them.
    fn watch(&self, tensor: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = tensor.py();
        for item in Flat::of(tensor)?.items {
            let item = tensor_of(&item).unwrap_or(item);
            if let Ok(t) = item.cast::<PyTensor>() {
                let t = &t.get().0;
                if !t.dtype().is_trainable() {
                    warn_dtype(py, "watched tensor", t.dtype())?;
                }
                self.0.watch(t)?;
            } else if let Ok(v) = item.cast::<PyVariable>() {
                self.0.watch(&v.get().variable)?;
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
        let variables = self.0.watched_variables();
        let objects = variables.into_iter().map(|v| PyVariable::object(py, v)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, objects)
    }

    /// Suspends recording in the context that it returns.
    fn stop_recording(slf: Py<Self>) -> StopRecording {
        StopRecording(slf)
    }

    /// Forgets everything recorded and watched so far. Errors: `ValueError` outside the tape's context.
    fn reset(&self) -> PyResult<()> {
        Ok(self.0.reset()?)
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
        self.warn_inside_context(py)?;
        let (targets, sources) = (Flat::of(target)?, Flat::of(sources)?);
        let (wanted, with_respect_to) = (targets.watched("target")?, sources.watched("sources")?);
        self.warn_dtypes(py, &wanted, &with_respect_to)?;
        let cotangents = cotangents(output_gradients, target, &wanted)?;
        let found = run(py, self.work(), || self.0.gradient(&wanted, &with_respect_to, &cotangents))?;
        let results = self.results(py, found, &with_respect_to, zero, |source| source.shape().clone())?;
        sources.pack(py, results)
    }

    /// The derivatives of every element of `target` with respect to every element of `sources`: for each source a tensor
    /// of shape `target.shape + source.shape`, or `None` where they are not connected.
    ///
    /// All rows are computed in one sweep, whatever `experimental_use_pfor` says.
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
        self.warn_inside_context(py)?;
        let wanted = one_tensor(target)?;
        let sources = Flat::of(sources)?;
        let with_respect_to = sources.watched("sources")?;
        self.warn_dtypes(py, std::slice::from_ref(&wanted), &with_respect_to)?;
        let shape = wanted.value().shape().clone();
        let found = if wanted.value().dtype().is_trainable() {
            run(py, usize::MAX, || self.0.jacobian(&wanted, &with_respect_to))?
        } else {
            vec![None; with_respect_to.len()]
        };
        let results = self.results(py, found, &with_respect_to, zero, |source| shape.concat(source.shape()))?;
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
        self.warn_inside_context(py)?;
        let (y, x) = (one_tensor(target)?, one_tensor(source)?);
        let found = run(py, usize::MAX, || self.0.batch_jacobian(&y, &x))?;
        let (y, x) = (y.value(), x.value());
        let unconnected = || zeros(x.dtype(), &y.shape().concat(&x.shape()[1..]));
        wrap(py, found.map_or_else(unconnected, Ok)?)
    }

    /// What the tape holds now: `(operations, bytes held for gradients)`.
    fn _size(&self) -> (usize, usize) {
        self.0.size()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("cannot pickle 'tfe.Tape' object"))
    }
}

impl PyGradientTape {
    fn check_usable(&self) -> PyResult<()> {
        if self.0.is_usable() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(
            "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)",
        ))
    }

    fn check_loop(&self, what: &str, vectorized: bool) -> PyResult<()> {
        if vectorized || self.0.is_persistent() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "GradientTape must be created with persistent=True to compute the {what} with eager execution enabled and with \
             \u{20}experimental_use_pfor set to False."
        )))
    }

    fn warn_inside_context(&self, py: Python<'_>) -> PyResult<()> {
        if !(self.0.is_persistent() && self.0.is_recording()) {
            return Ok(());
        }
        let text = "Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient \
                    than calling it outside the context (it causes the gradient ops to be recorded on the tape, leading to \
                    increased CPU and memory usage). Only call GradientTape.gradient inside the context if you actually want \
                    to trace the gradient in order to compute higher order derivatives.";
        warn(py, text, 1)
    }

    fn warn_dtypes(&self, py: Python<'_>, targets: &[Watched], sources: &[Watched]) -> PyResult<()> {
        for (what, list) in [("target", targets), ("source", sources)] {
            for dtype in list.iter().map(|w| w.value().dtype()).filter(|d| !d.is_trainable()) {
                warn_gradient_dtype(py, what, dtype)?;
            }
        }
        Ok(())
    }

    /// A measure of a sweep's work that decides whether other Python threads may run meanwhile.
    fn work(&self) -> usize {
        let (nodes, bytes) = self.0.size();
        nodes * 32 + bytes / 4
    }

    fn results(
        &self,
        py: Python<'_>,
        found: Vec<Option<Tensor>>,
        sources: &[Watched],
        zero: bool,
        shape: impl Fn(&Tensor) -> crate::shape::Shape,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let mut results: Vec<Py<PyAny>> = Vec::with_capacity(found.len());
        for (i, g) in found.into_iter().enumerate() {
            let twin = sources[..i].iter().position(|earlier| earlier.is(&sources[i]));
            results.push(match (twin, g) {
                (Some(twin), _) => results[twin].clone_ref(py),
                (None, Some(g)) => wrap(py, g)?,
                (None, None) if zero => {
                    let source = sources[i].value();
                    wrap(py, zeros(source.dtype(), &shape(&source))?)?
                }
                (None, None) => py.None(),
            });
        }
        Ok(results)
    }
}

/// The one tensor or variable that a jacobian takes.
fn one_tensor(object: &Bound<'_, PyAny>) -> PyResult<Watched> {
    match watched(object, "target") {
        Ok(one) => Ok(one),
        Err(_) => {
            if super::numpy::is_numpy(object) {
                // What cannot be a tensor at all has its own error.
                convert::to_tensor(object, None)?;
            }
            let class = object.get_type().name()?;
            Err(PyAttributeError::new_err(format!(
                "'{class}' object has no attribute 'shape': a jacobian takes one tensor"
            )))
        }
    }
}

/// One cotangent for each target, checked and brought to the target's shape.
fn cotangents(
    given: Option<&Bound<'_, PyAny>>,
    target: &Bound<'_, PyAny>,
    targets: &[Watched],
) -> PyResult<Vec<Option<Tensor>>> {
    let Some(given) = given else {
        return Ok(Vec::new());
    };
    let listed =
        given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() || given.is_instance_of::<PyDict>();
    let whole = targets.len() == 1 && is_value(target) && !listed;
    let items = if whole { vec![given.clone()] } else { Flat::of(given)?.items };
    if items.is_empty() {
        return Ok(Vec::new());
    }
    if items.len() != targets.len() {
        return Err(PyValueError::new_err(format!(
            "output_gradients has {} entries for {} targets; give one for each, None standing for ones",
            items.len(),
            targets.len()
        )));
    }
    items.iter().zip(targets).enumerate().map(|(i, (g, t))| cotangent(i, g, &t.value())).collect()
}

fn cotangent(i: usize, g: &Bound<'_, PyAny>, target: &Tensor) -> PyResult<Option<Tensor>> {
    if g.is_none() {
        return Ok(None);
    }
    let want = if super::numpy::is_numpy(g) { None } else { Some(target.dtype()) };
    let g = convert::to_tensor(g, want)?;
    let py_error =
        |text: String| Python::attach(|py| super::error::tensorflow_error(py, "InvalidArgumentError", &text));
    if g.dtype() != target.dtype() {
        return Err(py_error(format!(
            "output_gradients[{i}] has dtype {} but the target has dtype {}",
            g.dtype(),
            target.dtype()
        )));
    }
    if g.shape() == target.shape() {
        return Ok(Some(g));
    }
    Err(py_error(format!(
        "Incompatible shapes: {} vs. {}: output_gradients[{i}] must have the shape of its target",
        g.shape(),
        target.shape()
    )))
}

/// The context in which a tape does not record.
#[pyclass(frozen, module = "gradtape._core")]
pub struct StopRecording(Py<PyGradientTape>);

#[pymethods]
impl StopRecording {
    fn __enter__(&self) -> PyResult<()> {
        Ok(self.0.get().0.suspend()?)
    }

    #[pyo3(signature = (_kind, _value, _traceback))]
    fn __exit__(
        &self,
        _kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        Ok(self.0.get().0.start()?)
    }

    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.0)
    }
}
