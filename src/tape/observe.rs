//! Observers: logs of what a thread does, operation by operation, with times and with lines of the user's program.
//!
//! An observer is a tape on the thread's stack that tracks nothing, so a thread without one pays nothing for it. It sees
//! every operation, also those that no tape records; a sweep tells it which operation's gradient is being computed.
//! Invariant: nothing here calls out of the crate; the line is asked for by who calls the operation, before anything is
//! borrowed.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use smallvec::SmallVec;

use super::Tape;
use super::finite::is_finite;
use crate::array::Spec;
use crate::memory::try_push;
use crate::op::{Grads, Keep, Mask};
use crate::tensor::Tensor;

/// A log, and whether it stops at the first value that is not finite. Cloning gives another handle to the same one.
#[derive(Clone)]
pub struct Observer(Arc<Inner>);

struct Inner {
    keeps: bool,
    numerics: bool,
    log: Mutex<Log>,
}

/// What an observer has seen.
#[derive(Default)]
pub struct Log {
    /// In the order in which they ended.
    pub events: Vec<Event>,
    /// Events for which there was no room.
    pub lost: usize,
    /// The first value that was not finite, until somebody takes it.
    pub failure: Option<Failure>,
    /// For checks: the lines of the last operations, by the number of the first output.
    recent: VecDeque<(u64, u32)>,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An operation that tapes record.
    Operation,
    /// An operation that no gradient passes, or a value that leaves for elsewhere.
    Passed,
    /// A variable was assigned to; the output is its key.
    Assigned,
    /// A variable was read: its key is the input, its value the output.
    Read,
    /// The gradients of an operation's inputs were computed.
    Gradient,
}

/// One event.
pub struct Event {
    /// What it was.
    pub what: What,
    /// The operation type, or the way out.
    pub name: &'static str,
    /// The numbers of the tensors that went in.
    pub inputs: SmallVec<[u64; 3]>,
    /// The tensors that came out; number 0 for a gradient that was wanted and is not there.
    pub outputs: SmallVec<[(u64, Option<Spec>); 1]>,
    /// The line of the program, by its number.
    pub site: u32,
    /// Nanoseconds since the process first asked.
    pub times: (u64, u64),
    /// The operation whose gradient is being computed, and the number of its first output.
    pub of: Option<(&'static str, u64)>,
}

/// A value that is not finite, and what it was computed from.
pub struct Failure {
    /// The operation type.
    pub name: &'static str,
    /// The operands.
    pub inputs: Vec<Tensor>,
    /// The results.
    pub outputs: Vec<Tensor>,
    /// The line of the program, by its number.
    pub site: u32,
    /// As in [`Event`].
    pub of: Option<(&'static str, u64)>,
    /// The line that recorded that operation, or 0.
    pub of_site: u32,
    /// Whether the results are the gradients of the operation's inputs, and the operands those of its outputs.
    pub is_gradient: bool,
}

/// Operations whose lines a check remembers.
const RECENT: usize = 1 << 16;

/// Events that an observer keeps: what is more is counted only.
const MOST: usize = 1 << 20;

thread_local! {
    static SITE: Cell<u32> = const { Cell::new(0) };
    static LAST: Cell<u64> = const { Cell::new(0) };
    static OF: Cell<Option<(&'static str, u64)>> = const { Cell::new(None) };
}

/// Nanoseconds since the first call.
pub fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// What is computed until this is dropped comes from line `site`.
pub struct From(u32);

impl From {
    /// Work begins that comes from line `site`.
    pub fn line(site: u32) -> From {
        LAST.set(now());
        From(SITE.replace(site))
    }
}

impl Drop for From {
    fn drop(&mut self) {
        SITE.set(self.0);
        LAST.set(now());
    }
}

/// The gradient of an operation is computed until this is dropped.
pub(crate) struct GradientOf(Option<(&'static str, u64)>);

impl GradientOf {
    pub(crate) fn operation(op_type: &'static str, id: u64) -> GradientOf {
        GradientOf(OF.replace(Some((op_type, id))))
    }
}

impl Drop for GradientOf {
    fn drop(&mut self) {
        OF.set(self.0);
    }
}

impl Observer {
    /// A log that keeps events if `keeps`, and the first value that is not finite if `numerics`.
    pub fn new(keeps: bool, numerics: bool) -> Observer {
        Observer(Arc::new(Inner { keeps, numerics, log: Mutex::default() }))
    }

    /// A tape which, while it is on a stack, tells this observer of what the thread does.
    pub fn tape(&self) -> Tape {
        Tape::observing(self.clone())
    }

    /// The log.
    pub fn log(&self) -> MutexGuard<'_, Log> {
        self.0.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, what: What, name: &'static str, inputs: SmallVec<[u64; 3]>, outputs: Outputs) {
        if !self.0.keeps {
            return;
        }
        let end = now();
        let start = if what == What::Operation || what == What::Passed { LAST.replace(end) } else { end };
        let event = Event { what, name, inputs, outputs, site: SITE.get(), times: (start.min(end), end), of: OF.get() };
        let mut log = self.log();
        if log.events.len() >= MOST || try_push(&mut log.events, event).is_err() {
            log.lost += 1;
        }
    }

    /// An operation has run; `bits` of its tensors are no numbers.
    pub(super) fn ran(&self, what: What, name: &'static str, bits: Keep, inputs: &[&Tensor], outputs: &[Tensor]) {
        if self.0.numerics {
            self.remember(outputs);
            let values = numbers(outputs.iter(), bits.outputs);
            if values.iter().any(|y| !is_finite(y)) {
                self.fail(name, numbers(inputs.iter().copied(), bits.inputs), values, false);
            }
        }
        let ids = inputs.iter().map(|x| x.id().number()).collect();
        self.add(what, name, ids, outputs.iter().map(|y| (y.id().number(), Some(y.spec()))).collect());
    }

    /// A value has left, or an operation has run that no gradient passes.
    pub(super) fn passed(&self, name: &'static str, inputs: &[&Tensor], outputs: &[Tensor], variable: u64) {
        if variable == 0 {
            return self.ran(What::Passed, name, Keep::NOTHING, inputs, outputs);
        }
        let ids = inputs.iter().map(|x| x.id().number()).collect();
        self.add(What::Assigned, name, ids, std::iter::once((variable, None)).collect());
    }

    pub(super) fn read(&self, key: u64, value: &Tensor) {
        self.add(What::Read, "ReadVariableOp", SmallVec::from_slice(&[key]), outputs_of(value));
    }

    /// The gradients of an operation's inputs are known.
    pub(crate) fn differentiated(&self, g: &[Tensor], grads: &Grads, wanted: &dyn Fn(usize) -> bool) {
        let name = OF.get().map_or("", |of| of.0);
        if self.0.numerics && grads.iter().flatten().any(|dx| !is_finite(dx)) {
            self.fail(name, g.to_vec(), grads.iter().flatten().cloned().collect(), true);
        }
        let output = |(i, dx): (usize, &Option<Tensor>)| match dx {
            Some(dx) => Some((dx.id().number(), Some(dx.spec()))),
            None => wanted(i).then_some((0, None)),
        };
        let outputs = grads.iter().enumerate().filter_map(output).collect();
        self.add(What::Gradient, name, g.iter().map(|g| g.id().number()).collect(), outputs);
    }

    fn remember(&self, outputs: &[Tensor]) {
        let Some(y) = outputs.first() else {
            return;
        };
        let mut log = self.log();
        // bounded: by RECENT
        if log.recent.len() == RECENT {
            log.recent.pop_front();
        }
        log.recent.push_back((y.id().number(), SITE.get()));
    }

    fn fail(&self, name: &'static str, inputs: Vec<Tensor>, outputs: Vec<Tensor>, is_gradient: bool) {
        let mut log = self.log();
        if log.failure.is_none() {
            let of = OF.get();
            let known = |(_, number): &(&str, u64)| log.recent.iter().rev().find(|(n, _)| n == number).map(|r| r.1);
            let of_site = of.as_ref().and_then(known).unwrap_or(0);
            log.failure = Some(Failure { name, inputs, outputs, site: SITE.get(), of, of_site, is_gradient });
        }
    }
}

/// The tensors that are not among `bits`.
fn numbers<'a>(tensors: impl Iterator<Item = &'a Tensor>, bits: Mask) -> Vec<Tensor> {
    tensors.enumerate().filter(|(i, _)| !bits.has(*i)).map(|(_, t)| t.clone()).collect()
}

type Outputs = SmallVec<[(u64, Option<Spec>); 1]>;

fn outputs_of(t: &Tensor) -> Outputs {
    std::iter::once((t.id().number(), Some(t.spec()))).collect()
}
