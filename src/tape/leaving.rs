//! What happens where a value leaves the tapes: the recording ones take a note, observers an event.

use super::stack::Entry;
use super::{Tape, recording, stack};
use crate::tensor::Tensor;

/// An operation of type `op_type`, which no gradient passes, has run.
#[cold]
pub fn pass_by(op_type: &'static str, inputs: &[&Tensor], outputs: &[Tensor]) {
    tell(op_type, inputs, outputs, 0);
}

/// The value of `t` goes where nothing is recorded, by the way `how`.
#[inline]
pub fn left(how: &'static str, t: &Tensor) {
    if recording() {
        tell(how, &[t], &[], 0);
    }
}

/// The value of `t` has become, by `how`, that of variable `key`, or a part of it.
#[inline]
pub fn assigned(how: &'static str, t: &Tensor, key: u64) {
    if recording() {
        tell(how, &[t], &[], key);
    }
}

#[cold]
fn tell(how: &'static str, inputs: &[&Tensor], outputs: &[Tensor], variable: u64) {
    stack::with(|stack| {
        for tape in stack.iter().filter_map(Entry::tape) {
            match &tape.0.observer {
                Some(observer) => observer.passed(how, inputs, outputs, variable),
                None => tape.arena().note(how, inputs, outputs.first(), variable),
            }
        }
    });
}

/// Whether somebody observes what this thread does.
pub(crate) fn observed() -> bool {
    recording() && stack::with(|stack| stack.iter().filter_map(Entry::tape).any(Tape::is_observing))
}

/// Calls `f` with each observer of this thread.
pub(crate) fn each_observer(mut f: impl FnMut(&super::Observer)) {
    stack::with(|stack| {
        stack.iter().filter_map(Entry::tape).filter_map(|tape| tape.0.observer.as_ref()).for_each(&mut f)
    });
}

impl Tape {
    pub(super) fn is_observing(&self) -> bool {
        self.0.observer.is_some()
    }
}
