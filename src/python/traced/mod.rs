//! Which function a thread runs, as far as random numbers go: its operations have streams of their own.
//!
//! A function says that it begins (`enter_function`) and ends. Its streams are asked for when the first random operation
//! needs them, so that functions without one pay next to nothing. Invariant: nothing Python is called while the list of
//! a thread's functions is borrowed.

mod loop_mark;
mod turns;
pub mod ways;

use std::cell::RefCell;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

pub use loop_mark::{LoopMark, begin_loop};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
pub use turns::Turns;

use super::stack;
use super::tensor::wrap;
use crate::kernels::random::{Philox, Run, Stream, Traced};
use crate::ops::{ask_for_functions, global_seed};
use crate::tensor::Tensor;

static NUMBERS: AtomicU64 = AtomicU64::new(0);
/// What `gradtape._control.branches` has for this.
static ASKED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static CURRENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

thread_local! {
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

/// A function that this thread is in.
struct Running {
    streams: Source,
    run: Run,
    /// Which run of a function this is, among all of the process.
    number: u64,
    /// Whether it has come to an `if` or a `while` that asks a tensor, and how far it is in the branches that it was in since.
    has_branches: bool,
    branches: Vec<Branch>,
}

/// A way of a branch that a function has drawn in.
struct Branch {
    streams: Py<PyStreams>,
    /// The turn of which loop it stood in, so that every turn begins with the first operation.
    turn: u64,
    run: Run,
}

impl Branch {
    fn clone_ref(&self, py: Python<'_>) -> Self {
        Self { streams: self.streams.clone_ref(py), turn: self.turn, run: self.run }
    }
}

enum Source {
    Known(Py<PyStreams>),
    /// The function, what it was called with, and where in the function around it, if there is one.
    Asked([Py<PyAny>; 3], Option<usize>),
    /// A branch of what is below it: which of those that it comes to, and which way.
    Branch(usize, i64),
    /// Where the function below it makes a variable.
    Initial,
    /// No function: what is drawn within comes from the streams of eager code.
    Eager,
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

    /// Goes on as in a run whose results nobody sees, since what the function is called with never comes.
    fn lose_run(&self, py: Python<'_>) -> PyResult<()> {
        self.traced.lock().unwrap_or_else(PoisonError::into_inner).lose_run();
        lose_runs(self.children.bind(py))
    }
}

/// The same for all streams of a function's children: those of functions that it calls at several places are in a `dict`.
fn lose_runs(children: &Bound<'_, PyDict>) -> PyResult<()> {
    for child in children.values() {
        match child.cast::<PyStreams>() {
            Ok(streams) => streams.get().lose_run(child.py())?,
            Err(_) => lose_runs(child.cast::<PyDict>()?)?,
        }
    }
    Ok(())
}

impl PyStreams {
    /// Those of a way of a branch, which are the function's own.
    fn of_branch<'py>(&self, py: Python<'py>, which: impl IntoPyObject<'py>) -> PyResult<Py<Self>> {
        let (children, which) = (self.children.bind(py), which.into_bound_py_any(py)?);
        if let Some(known) = children.get_item(&which)? {
            return Ok(known.cast::<Self>()?.clone().unbind());
        }
        let made = Py::new(py, self.anew(py))?;
        children.set_item(which, &made)?;
        Ok(made)
    }
}

/// Says that `owner` begins to run with these arguments, and whether that matters to random numbers: `leave_function` must
/// follow then. `owner._random_streams(args, kwargs, parent, place)` gives the streams.
#[pyfunction]
pub fn enter_function(owner: Py<PyAny>, args: Py<PyAny>, kwargs: Py<PyAny>) -> PyResult<bool> {
    if global_seed().0.is_none() && depth() == 0 {
        return Ok(false);
    }
    let place = RUNNING.with_borrow_mut(|running| running.last_mut().map(|one| one.run.next_call()));
    begin(Source::Asked([owner, args, kwargs], place))?;
    Ok(true)
}

/// The same for streams that are at hand. `leave_function` must follow.
#[pyfunction]
pub fn enter_streams(streams: Py<PyStreams>) -> PyResult<()> {
    begin(Source::Known(streams))
}

/// Says that what follows is not of the function that runs, as under `tf.init_scope`. `leave_function` must follow.
#[pyfunction]
pub fn enter_eager() -> PyResult<()> {
    begin(Source::Eager)
}

/// Says that the function that runs makes a variable, and whether there is one: `leave_function` must follow then.
#[pyfunction]
pub fn enter_initial() -> PyResult<bool> {
    let within = depth().checked_sub(1).is_some_and(|last| !is_eager(last));
    if within {
        begin(Source::Initial)?;
    }
    Ok(within)
}

/// Says that a way of a branch begins, which TensorFlow would trace as a function of its own, and whether that matters:
/// `leave_function` must follow then.
#[pyfunction]
pub fn enter_branch(way: i64) -> PyResult<bool> {
    ways::note();
    let number = RUNNING.with_borrow_mut(|running| {
        let within = running.last_mut().filter(|one| !matches!(one.streams, Source::Eager));
        within.map(|one| one.run.next_branch())
    });
    let Some(number) = number else { return Ok(false) };
    begin(Source::Branch(number, way))?;
    Ok(true)
}

fn begin(streams: Source) -> PyResult<()> {
    stack::check()?;
    ask_for_functions(next_of_function);
    let number = NUMBERS.fetch_add(1, Relaxed);
    let one = Running { streams, run: Run::default(), number, has_branches: false, branches: Vec::new() };
    RUNNING.with_borrow_mut(|running| running.push(one));
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

/// Says that a tensor was asked for its truth: an `if` or a `while` of a function may have done so.
pub fn truth_was_asked(py: Python<'_>) -> PyResult<()> {
    ways::note_truth(py)?;
    let number = RUNNING.with_borrow(|running| running.last().map(|one| one.number));
    let Some(number) = number.filter(|_| global_seed().0.is_some()) else { return Ok(()) };
    if ASKED.import(py, "gradtape._control.branches", "asked")?.call1((number,))?.is_truthy()? {
        RUNNING.with_borrow_mut(|running| running.iter_mut().rev().take(1).for_each(|one| one.has_branches = true));
    }
    Ok(())
}

/// What the next random operation draws from if it stands in a branch of the function at this depth.
fn next_of_branch(py: Python<'_>, last: usize, of: (Stream, Option<i128>), blocks: u64) -> PyResult<Option<Philox>> {
    let number = RUNNING.with_borrow(|running| running[last].number);
    let found = CURRENT.import(py, "gradtape._control.branches", "current")?.call1((number,))?;
    if found.is_none() {
        return Ok(None);
    }
    let (turn, key): (u64, Bound<'_, PyAny>) = found.extract()?;
    let streams = streams_of(py, last)?.get().of_branch(py, key)?;
    let known = |one: &Branch| one.turn == turn && one.streams.is(&streams);
    let mut run = RUNNING.with_borrow(|running| {
        running[last].branches.iter().find(|one| known(one)).map_or_else(Run::default, |one| one.run)
    });
    let place = streams.get().traced.lock().unwrap_or_else(PoisonError::into_inner).set_aside(
        &mut run,
        global_seed().1,
        of,
        blocks,
    );
    let kept = Branch { streams: streams.clone_ref(py), turn, run };
    let former = RUNNING.with_borrow_mut(|running| {
        let branches = &mut running[last].branches;
        match branches.iter_mut().find(|one| one.streams.is(&streams)) {
            Some(one) => Some(std::mem::replace(one, kept)),
            None => {
                branches.push(kept);
                None
            }
        }
    });
    drop(former);
    Ok(Some(place))
}

fn next_of_function(of: (Stream, Option<i128>), blocks: u64) -> Option<Philox> {
    let last = depth().checked_sub(1)?;
    if is_eager(last) {
        return None;
    }
    Python::attach(|py| {
        if RUNNING.with_borrow(|running| matches!(running[last].streams, Source::Initial)) {
            return initial_of_function(py, last.checked_sub(1)?, of.1);
        }
        if RUNNING.with_borrow(|running| running[last].has_branches)
            && let Some(place) = next_of_branch(py, last, of, blocks).ok()?
        {
            return Some(place);
        }
        let streams = streams_of(py, last).ok()?;
        let mut traced = streams.get().traced.lock().unwrap_or_else(PoisonError::into_inner);
        let mut run = RUNNING.with_borrow(|running| running.get(last).map(|one| one.run))?;
        let place = traced.set_aside(&mut run, global_seed().1, of, blocks);
        set_run(last, run);
        Some(place)
    })
}

/// What an operation draws from that makes a variable of the function at this depth.
fn initial_of_function(py: Python<'_>, at: usize, seed: Option<i128>) -> Option<Philox> {
    let streams = streams_of(py, at).ok()?;
    let mut run = RUNNING.with_borrow(|running| running.get(at).map(|one| one.run))?;
    let place = streams.get().traced.lock().unwrap_or_else(PoisonError::into_inner).initial(&mut run, seed);
    set_run(at, run);
    Some(place)
}

fn is_eager(at: usize) -> bool {
    RUNNING.with_borrow(|running| matches!(running[at].streams, Source::Eager))
}

fn set_run(at: usize, run: Run) {
    RUNNING.with_borrow_mut(|running| running.iter_mut().skip(at).take(1).for_each(|one| one.run = run));
}

/// The streams of the function at this depth, asked for if they are not known yet.
fn streams_of(py: Python<'_>, at: usize) -> PyResult<Py<PyStreams>> {
    let source = RUNNING.with_borrow(|running| match &running[at].streams {
        Source::Known(streams) => Source::Known(streams.clone_ref(py)),
        Source::Asked(call, place) => Source::Asked(call.each_ref().map(|part| part.clone_ref(py)), *place),
        Source::Branch(number, way) => Source::Branch(*number, *way),
        Source::Initial => Source::Initial,
        Source::Eager => Source::Eager,
    });
    let parent = || match at.checked_sub(1).filter(|outer| !is_eager(*outer)) {
        Some(outer) => streams_of(py, outer).map(Some),
        None => Ok(None),
    };
    let streams = match source {
        Source::Known(streams) => return Ok(streams),
        Source::Eager => return Err(PyRuntimeError::new_err("eager code has no streams of its own")),
        Source::Branch(number, way) => {
            let parent = parent()?.ok_or_else(|| PyRuntimeError::new_err("a branch stands in a function"))?;
            parent.get().of_branch(py, (number, way))?
        }
        Source::Initial => return parent()?.ok_or_else(|| PyRuntimeError::new_err("a function makes a variable")),
        Source::Asked([owner, args, kwargs], place) => {
            let found = owner.call_method1(py, "_random_streams", (args, kwargs, parent()?, place))?;
            found.bind(py).cast::<PyStreams>()?.clone().unbind()
        }
    };
    let known = Source::Known(streams.clone_ref(py));
    let before = RUNNING.with_borrow_mut(|running| std::mem::replace(&mut running[at].streams, known));
    drop(before);
    Ok(streams)
}

/// Whether operations draw from streams of a function.
#[pyfunction]
pub fn draws_in_function() -> bool {
    depth() > 0
}
