//! Which function a thread runs, as far as random numbers go: its operations have streams of their own.
//!
//! A function says that it begins (`enter_function`) and ends. Its streams are asked for when the first random operation
//! needs them, so that functions without one pay next to nothing. Invariant: nothing Python is called while the list of
//! a thread's functions is borrowed.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::stack;
use super::tensor::wrap;
use crate::kernels::random::{Philox, Run, Stream, Traced};
use crate::ops::{ask_for_functions, global_seed};
use crate::tensor::Tensor;

thread_local! {
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

/// A function that this thread is in.
struct Running {
    streams: Source,
    run: Run,
}

enum Source {
    Known(Py<PyStreams>),
    /// The function, and what it was called with.
    Asked([Py<PyAny>; 3]),
}

/// The random streams of a function that runs many times; `children` has those of functions that it calls.
#[pyclass(name = "RandomStreams", module = "gradtape", frozen)]
pub struct PyStreams {
    traced: Mutex<Traced>,
    children: Py<PyDict>,
}

#[pymethods]
impl PyStreams {
    #[new]
    fn new(py: Python<'_>) -> Self {
        let (global, era) = global_seed();
        Self { traced: Mutex::new(Traced::new(global, era)), children: PyDict::new(py).unbind() }
    }

    /// Those of functions that this one calls.
    #[getter]
    fn children(&self, py: Python<'_>) -> Py<PyDict> {
        self.children.clone_ref(py)
    }

    /// The seeds of the first operation of the function without one of its own.
    fn first_seeds(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let seeds = self.traced.lock().unwrap_or_else(PoisonError::into_inner).first_seeds();
        wrap(py, Tensor::vector(&seeds))
    }

    /// Those of the same function as if it had not run, under the global seed of when these were made.
    fn anew(&self, py: Python<'_>) -> Self {
        let fresh = self.traced.lock().unwrap_or_else(PoisonError::into_inner).anew();
        Self { traced: Mutex::new(fresh), children: PyDict::new(py).unbind() }
    }
}

/// Says that `owner` begins to run with these arguments, and whether that matters to random numbers: `leave_function` must
/// follow then. `owner._random_streams(args, kwargs, parent)` gives the streams.
#[pyfunction]
pub fn enter_function(owner: Py<PyAny>, args: Py<PyAny>, kwargs: Py<PyAny>) -> PyResult<bool> {
    if global_seed().0.is_none() && depth() == 0 {
        return Ok(false);
    }
    begin(Source::Asked([owner, args, kwargs]))?;
    Ok(true)
}

/// The same for streams that are at hand. `leave_function` must follow.
#[pyfunction]
pub fn enter_streams(streams: Py<PyStreams>) -> PyResult<()> {
    begin(Source::Known(streams))
}

fn begin(streams: Source) -> PyResult<()> {
    stack::check()?;
    ask_for_functions(next_of_function);
    RUNNING.with_borrow_mut(|running| running.push(Running { streams, run: Run::default() }));
    Ok(())
}

/// Ends what the last `enter_function` or `enter_streams` began.
#[pyfunction]
pub fn leave_function() {
    drop(RUNNING.with_borrow_mut(Vec::pop)); // dropped when the list is free again: that may run a finalizer
}

fn depth() -> usize {
    RUNNING.with_borrow(Vec::len)
}

fn next_of_function(of: (Stream, Option<i128>), blocks: u64) -> Option<Philox> {
    let last = depth().checked_sub(1)?;
    Python::attach(|py| {
        let streams = streams_of(py, last).ok()?;
        let mut traced = streams.get().traced.lock().unwrap_or_else(PoisonError::into_inner);
        let mut run = RUNNING.with_borrow(|running| running.get(last).map(|one| one.run))?;
        let place = traced.set_aside(&mut run, global_seed().1, of, blocks);
        set_run(last, run);
        Some(place)
    })
}

fn set_run(at: usize, run: Run) {
    RUNNING.with_borrow_mut(|running| running.iter_mut().skip(at).take(1).for_each(|one| one.run = run));
}

/// The streams of the function at this depth, asked for if they are not known yet.
fn streams_of(py: Python<'_>, at: usize) -> PyResult<Py<PyStreams>> {
    let asked = RUNNING.with_borrow(|running| match &running[at].streams {
        Source::Known(streams) => Ok(streams.clone_ref(py)),
        Source::Asked(call) => Err(call.each_ref().map(|part| part.clone_ref(py))),
    });
    let [owner, args, kwargs] = match asked {
        Ok(streams) => return Ok(streams),
        Err(call) => call,
    };
    let parent = at.checked_sub(1).map(|outer| streams_of(py, outer)).transpose()?;
    let found = owner.call_method1(py, "_random_streams", (args, kwargs, parent))?;
    let streams = found.bind(py).cast::<PyStreams>()?.clone().unbind();
    let known = Source::Known(streams.clone_ref(py));
    let before = RUNNING.with_borrow_mut(|running| std::mem::replace(&mut running[at].streams, known));
    drop(before);
    Ok(streams)
}

/// Where a loop of the function began whose body TensorFlow would trace once.
#[pyclass(module = "gradtape", frozen)]
pub struct LoopMark {
    depth: usize,
    before: Run,
}

impl LoopMark {
    /// That a loop begins here; `None` outside of functions.
    pub fn here() -> Option<Self> {
        let depth = depth();
        let before = RUNNING.with_borrow(|running| running.last().map(|one| one.run))?;
        Some(Self { depth, before })
    }

    /// That the body begins again.
    pub fn again(&self) {
        if depth() == self.depth {
            set_run(self.depth - 1, self.before.of_body());
        }
    }

    /// That the loop has ended.
    pub fn end(&self) {
        let run = RUNNING.with_borrow(|running| running.last().map(|one| one.run));
        if let Some(run) = run
            && depth() == self.depth
        {
            set_run(self.depth - 1, self.before.after(run));
        }
    }
}

#[pymethods]
impl LoopMark {
    /// That the body begins once more.
    #[pyo3(name = "again")]
    fn again_py(&self) {
        self.again();
    }

    /// That the loop has ended.
    #[pyo3(name = "end")]
    fn end_py(&self) {
        self.end();
    }
}

/// A mark of the loop that begins here; None outside of functions.
#[pyfunction]
pub fn begin_loop() -> Option<LoopMark> {
    LoopMark::here()
}
