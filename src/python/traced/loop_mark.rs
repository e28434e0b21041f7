//! Loops of functions whose bodies TensorFlow would trace once.
//!
//! Invariant: each turn begins where the first one did, with the first random operation of the body, so that an operation
//! goes on from turn to turn; behind the loop the function goes on with its own.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::super::graph;
use super::{Branch, RUNNING, depth, set_run};
use crate::kernels::random::Run;
use crate::tape;

static COUNTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static TURNED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Where a loop of the function began whose body TensorFlow would trace once.
#[pyclass(module = "gradtape", frozen)]
pub struct LoopMark {
    depth: usize,
    before: Option<Before>,
    graph: u64,
    loops: u32,
}

/// How far the function was that a loop is in.
struct Before {
    number: u64,
    run: Run,
    branches: Vec<Branch>,
    /// How often it had come to which `if`, if to any.
    counts: Option<Py<PyAny>>,
}

impl Before {
    fn here(py: Python<'_>) -> Option<Self> {
        let known = RUNNING.with_borrow(|running| {
            let one = running.last()?;
            // bounded: by the branches that the function has
            let branches = one.branches.iter().map(|branch| branch.clone_ref(py)).collect();
            Some((one.has_branches, Self { number: one.number, run: one.run, branches, counts: None }))
        });
        let (has_branches, mut before) = known?;
        if has_branches {
            let counts = COUNTS.import(py, "gradtape._control.branches", "counts");
            before.counts = counts.and_then(|counts| counts.call1((before.number,))).map(Bound::unbind).ok();
        }
        Some(before)
    }

    /// Goes back to where the loop began: its body is a function of its own, which begins anew.
    fn begin_turn(&self, py: Python<'_>, at: usize) {
        set_run(at, self.run.of_body());
        if !RUNNING.with_borrow(|running| running.get(at).is_some_and(|one| one.has_branches)) {
            return;
        }
        // bounded: by the branches that the function has
        let mut branches: Vec<Branch> = self.branches.iter().map(|branch| branch.clone_ref(py)).collect();
        branches.iter_mut().for_each(|branch| branch.run = branch.run.of_body());
        let former = RUNNING.with_borrow_mut(|running| std::mem::replace(&mut running[at].branches, branches));
        drop(former);
        let turned = TURNED.import(py, "gradtape._control.branches", "begin_turn");
        turned.and_then(|turned| turned.call1((self.number, &self.counts))).ok();
    }

    /// Behind the loop; what branches around it have drawn before is counted again.
    fn go_on(&self, at: usize) {
        RUNNING.with_borrow_mut(|running| {
            let Some(one) = running.get_mut(at) else { return };
            one.run = self.run.after(one.run);
            for branch in &mut one.branches {
                let known = |before: &&Branch| before.streams.is(&branch.streams) && before.turn == branch.turn;
                let before = self.branches.iter().find(known).map_or_else(Run::default, |before| before.run);
                branch.run = before.after(branch.run);
            }
        });
    }
}

impl LoopMark {
    /// That a loop begins here; `None` outside of functions.
    pub fn here() -> Option<Self> {
        let (depth, graph) = (depth(), graph::number());
        if depth == 0 && graph == 0 {
            return None;
        }
        let before = Python::attach(Before::here);
        Some(Self { depth, before, graph, loops: tape::loops() })
    }

    /// That the body begins again.
    pub fn again(&self) {
        self.set_loops(self.loops + 1);
        if let Some(before) = &self.before
            && depth() == self.depth
        {
            Python::attach(|py| before.begin_turn(py, self.depth - 1));
        }
    }

    /// That the loop has ended.
    pub fn end(&self) {
        self.set_loops(self.loops);
        if let Some(before) = &self.before
            && depth() == self.depth
        {
            before.go_on(self.depth - 1);
        }
    }

    fn set_loops(&self, count: u32) {
        if self.graph > 0 && self.graph == graph::number() {
            tape::set_loops(count);
        }
    }
}

impl Drop for LoopMark {
    /// A loop that was left before its end.
    fn drop(&mut self) {
        if tape::loops() > self.loops {
            self.set_loops(self.loops);
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
