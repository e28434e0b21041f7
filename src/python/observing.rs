//! Observed threads: where in the program an operation comes from, and what is raised after one whose result is not finite.
//!
//! While some thread is observed every operation takes the way of long ones, which looks here; otherwise nothing asks.
//! The line of the program is found by `gradtape._explain.sites`, before anything is borrowed.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;

use super::error::from_python;
use super::items::{Most, items, list_of};
use super::operators::LONG;
use super::signals;
use super::tensor::wrap;
use crate::array::Spec;
use crate::error::Result;
use crate::memory::{try_collect, try_push};
use crate::tape::observe::{Event, Failure, From, What};
use crate::tape::{self, Observer, Tape};
use crate::tensor::Tensor;

/// Elements from which an operation takes the long way: [`LONG`], or none while some thread is observed.
pub static THRESHOLD: AtomicUsize = AtomicUsize::new(LONG);
static OBSERVED: AtomicUsize = AtomicUsize::new(0);

/// Runs a long operation, or one of a process in which some thread is observed.
#[cold]
pub fn long<T: Send>(py: Python<'_>, size: usize, f: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let f = || if size < LONG { f() } else { signals::detached(py, f) };
    if !tape::observed() {
        return f();
    }
    let result = {
        let _from = From::line(here(py).map_err(from_python)?);
        f()
    };
    failure(py).map_or(result, |error| Err(from_python(error)))
}

/// Runs `f`, which is not long, and tells observers where it comes from.
#[inline]
pub fn short<T>(py: Python<'_>, f: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    if THRESHOLD.load(Relaxed) == LONG || !tape::observed() {
        return f();
    }
    let result = {
        let _from = From::line(here(py)?);
        f()
    };
    failure(py).map_or(result, Err)
}

/// The number of the line that the program is at.
///
/// Errors: mostly a signal's, since Python code runs here; in a loop of operations it may be the only such code.
fn here(py: Python<'_>) -> PyResult<u32> {
    static HERE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let find = || PyResult::Ok(py.import("gradtape._explain.sites")?.getattr("here")?.unbind());
    HERE.get_or_try_init(py, find)?.call0(py)?.extract(py)
}

/// What to raise for a value that was not finite.
fn failure(py: Python<'_>) -> Option<PyErr> {
    let mut found: Option<Failure> = None;
    tape::each_observer(|observer| {
        if found.is_none() {
            found = observer.log().failure.take();
        }
    });
    let error = found.map(|failure| raised(py, failure));
    error.map(|made| made.unwrap_or_else(|failed| failed))
}

fn raised(py: Python<'_>, failure: Failure) -> PyResult<PyErr> {
    let tensors = |list: Vec<Tensor>| list_of(py, list.into_iter().map(|t| wrap(py, t)));
    let make = py.import("gradtape._explain.numerics")?.getattr("error_for")?;
    let of = failure.of.map(|(name, _)| name);
    let (inputs, outputs) = (tensors(failure.inputs)?, tensors(failure.outputs)?);
    let error = make.call1((failure.name, inputs, outputs, failure.site, of, failure.of_site, failure.is_gradient))?;
    Ok(PyErr::from_value(error))
}

/// A log of what the threads that start it do: `_core.Observer(keeps, numerics)`.
#[pyclass(frozen, name = "Observer", module = "gradtape._core")]
pub struct PyObserver {
    observer: Observer,
    tape: Tape,
    /// How often it was begun and not ended.
    begun: AtomicUsize,
}

impl PyObserver {
    pub fn of(keeps: bool, numerics: bool) -> PyObserver {
        let observer = Observer::new(keeps, numerics);
        let tape = observer.tape();
        PyObserver { observer, tape, begun: AtomicUsize::new(0) }
    }

    /// Begins to observe this thread; may be nested.
    pub fn begin(&self) {
        if OBSERVED.fetch_add(1, Ordering::SeqCst) == 0 {
            THRESHOLD.store(0, Ordering::SeqCst);
        }
        self.begun.fetch_add(1, Ordering::SeqCst);
        self.tape.start();
    }

    /// Observes this thread until the answer is dropped.
    pub fn while_held(&self) -> Observing<'_> {
        self.begin();
        Observing(self)
    }

    pub fn end(&self) {
        let less = |begun: usize| begun.checked_sub(1);
        if self.begun.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less).is_err() {
            return;
        }
        self.tape.stop();
        if OBSERVED.fetch_sub(1, Ordering::SeqCst) == 1 {
            THRESHOLD.store(LONG, Ordering::SeqCst);
        }
    }
}

/// A time in which a thread is observed.
pub struct Observing<'a>(&'a PyObserver);

impl Drop for Observing<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[pymethods]
impl PyObserver {
    #[new]
    fn new(keeps: bool, numerics: bool) -> PyObserver {
        PyObserver::of(keeps, numerics)
    }

    fn start(&self) {
        self.begin();
    }

    fn stop(&self) {
        self.end();
    }

    /// The events from number `start` on, and how many found no room: `(kind, name, inputs, outputs, site, start, end, of)`.
    #[pyo3(signature = (start=0))]
    fn events<'py>(&self, py: Python<'py>, start: usize) -> PyResult<(Bound<'py, PyList>, usize)> {
        let mut raw = Vec::new();
        let log = self.observer.log();
        for event in log.events.iter().skip(start) {
            try_push(&mut raw, Parts::of(event))?;
        }
        let lost = log.lost;
        drop(log);
        Ok((list_of(py, raw.into_iter().map(|parts| parts.object(py)))?, lost))
    }

    /// Nanoseconds on the clock of the events.
    fn now(&self) -> u64 {
        tape::observe::now()
    }

    fn clear(&self) {
        let old = std::mem::take(&mut *self.observer.log());
        drop(old);
    }
}

/// An event on its way out of the log's lock.
struct Parts(&'static str, &'static str, Vec<u64>, Vec<(u64, Option<Spec>)>, u32, (u64, u64), Of);
type Of = Option<(&'static str, u64)>;

impl Parts {
    fn of(event: &Event) -> Parts {
        let kind = match event.what {
            What::Operation => "operation",
            What::Passed => "passed",
            What::Assigned => "assigned",
            What::Read => "read",
            What::Gradient => "gradient",
        };
        // bounded: by the operands of an operation
        Parts(kind, event.name, event.inputs.to_vec(), event.outputs.to_vec(), event.site, event.times, event.of)
    }

    fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Parts(kind, name, inputs, outputs, site, (start, end), of) = self;
        let outputs = try_collect(outputs.into_iter().map(|(id, spec)| (id, spec.map(|s| described(&s)))))?;
        Ok((kind, name, inputs, outputs, site, start, end, of).into_pyobject(py)?.into_any().unbind())
    }
}

/// The dtype's name and the shape.
pub fn described(spec: &Spec) -> (&'static str, Vec<usize>) {
    // bounded: by the rank
    (spec.dtype.name(), spec.shape.to_vec())
}

/// Notes that the value of `t` goes where nothing is recorded, by the way `how`.
#[inline]
pub fn leaves(py: Python<'_>, how: &'static str, t: &Tensor) -> PyResult<()> {
    if tape::recording() {
        let _from = line(py)?;
        tape::left(how, t);
    }
    Ok(())
}

/// Notes that the value of `t` becomes, by `how`, that of variable `key` or a part of it.
pub fn assigned(py: Python<'_>, how: &'static str, t: &Tensor, key: u64) -> PyResult<()> {
    if tape::recording() {
        let _from = line(py)?;
        tape::assigned(how, t, key);
    }
    Ok(())
}

/// The line of the program, for as long as it is held, where somebody observes.
#[cold]
fn line(py: Python<'_>) -> PyResult<Option<From>> {
    tape::observed().then(|| here(py).map(From::line)).transpose()
}

/// Notes that these tensors go where no tape follows, by the way `how`.
#[pyfunction]
pub fn note_left<'py>(how: &str, tensors: &Bound<'py, PyAny>) -> PyResult<()> {
    let how = match how {
        "dataset" => "Dataset",
        "py_function" => "EagerPyFunc",
        _ => "Python",
    };
    let _from = line(tensors.py())?;
    for item in items(tensors, Most::Any)? {
        if let Ok(t) = item?.cast::<super::tensor::PyTensor>() {
            tape::left(how, &t.get().0);
        }
    }
    Ok(())
}

/// `(is a variable, number)`: of two tensors that one thread made the later one has the larger number.
#[pyfunction]
pub fn number_of(x: &Bound<'_, PyAny>) -> Option<(bool, u64)> {
    if let Ok(t) = x.cast::<super::tensor::PyTensor>() {
        return Some((false, t.get().0.id().number()));
    }
    x.cast::<super::variable::PyVariable>().ok().map(|v| (true, v.get().variable.key()))
}

/// The number of a variable's present value.
#[pyfunction]
pub fn value_number(variable: &Bound<'_, super::variable::PyVariable>) -> u64 {
    variable.get().variable.peek().id().number()
}

/// The thread that made tensor `number`, as a number of its own; `None` where that is forgotten.
#[pyfunction]
pub fn thread_of(number: u64) -> Option<u64> {
    crate::tensor::thread_of(number)
}
