//! What a thread's operations are told: its tapes, and its followers, in the order in which they were started.
//!
//! A follower computes something beside each operation (a derivative along a direction). What it runs for that is told to
//! what was started before it, never to itself nor to what was started later: [`beneath`] takes those off meanwhile.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use smallvec::SmallVec;

use super::Tape;
use crate::error::Result;
use crate::op::OpRef;
use crate::tensor::Tensor;

/// What computes beside the operations of a thread.
pub(crate) trait Follower: Send + Sync {
    /// Told of an operation that has run; an error is the operation's. `op` is asked for where that is of concern.
    fn follow(&self, op: &mut dyn FnMut() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) -> Result<()>;

    /// Told that variable `key` was read and holds `value`.
    fn note_read(&self, key: u64, value: &Tensor);
}

/// One of the things that were started.
pub(super) enum Entry {
    Tape(Tape),
    Follower(Arc<dyn Follower>),
}

impl Entry {
    pub(super) fn tape(&self) -> Option<&Tape> {
        match self {
            Entry::Tape(tape) => Some(tape),
            Entry::Follower(_) => None,
        }
    }

    fn is_observing(&self) -> bool {
        self.tape().is_some_and(Tape::is_observing)
    }

    fn is_follower(&self, at: *const ()) -> bool {
        matches!(self, Entry::Follower(follower) if Arc::as_ptr(follower).cast() == at)
    }
}

/// What was taken off the stack from place `from` on.
struct Suspended {
    from: usize,
    entries: SmallVec<[Entry; 2]>,
}

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static STACK: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
    /// The last one last.
    static SUSPENDED: RefCell<Vec<Suspended>> = const { RefCell::new(Vec::new()) };
}

/// Whether some tape of this thread is recording, or a follower following.
#[inline]
pub fn recording() -> bool {
    DEPTH.with(Cell::get) != 0
}

/// Calls `f` with the stack.
#[inline]
pub(super) fn with<R>(f: impl FnOnce(&[Entry]) -> R) -> R {
    STACK.with_borrow(|stack| f(stack))
}

/// The followers, those that were started first in front.
pub(super) fn followers() -> SmallVec<[Arc<dyn Follower>; 2]> {
    let follower = |entry: &Entry| match entry {
        Entry::Follower(follower) => Some(follower.clone()),
        Entry::Tape(_) => None,
    };
    with(|stack| stack.iter().filter_map(follower).collect())
}

/// Whether there is more on the stack than observers.
#[cfg(feature = "python")]
pub(crate) fn recording_gradients() -> bool {
    recording() && with(|stack| !stack.iter().all(Entry::is_observing))
}

pub(super) fn push(entry: Entry) {
    change(|stack| stack.push(entry));
}

/// Takes off the last entry that `is` the one, also where it is suspended; does nothing if there is none.
pub(super) fn remove(is: impl Fn(&Entry) -> bool) {
    let place = |entries: &[Entry]| entries.iter().rposition(&is);
    let found = change(|stack| place(stack).map(|at| (at, stack.remove(at))));
    // Dropped when nothing is borrowed.
    let gone = SUSPENDED.with_borrow_mut(|all| {
        let (level, at, gone) = match found {
            Some((at, gone)) => (all.len(), at, gone),
            None => all.iter_mut().enumerate().rev().find_map(|(level, suspended)| {
                let at = place(&suspended.entries)?;
                Some((level, suspended.from + at, suspended.entries.remove(at)))
            })?,
        };
        // What was suspended above it moves down with it.
        all[..level].iter_mut().rev().take_while(|s| at < s.from).for_each(|s| s.from -= 1);
        Some(gone)
    });
    drop(gone);
}

/// Starts to tell `follower` what this thread does.
pub(crate) fn start_following(follower: Arc<dyn Follower>) {
    push(Entry::Follower(follower));
}

/// Ends that; does nothing if this thread has no such follower.
pub(crate) fn stop_following(follower: *const ()) {
    remove(|entry| entry.is_follower(follower));
}

/// Runs `work`, which only what was started before `follower` is told.
pub(crate) fn beneath<R>(follower: *const (), work: impl FnOnce() -> R) -> R {
    let own = |stack: &[Entry]| stack.iter().rposition(|entry| entry.is_follower(follower)).unwrap_or(stack.len());
    suspend_from(with(own));
    let _resume = Pause(std::marker::PhantomData);
    work()
}

fn change<R>(f: impl FnOnce(&mut Vec<Entry>) -> R) -> R {
    STACK.with_borrow_mut(|stack| {
        let result = f(stack);
        DEPTH.set(stack.len());
        result
    })
}

/// Observers go on: what happens while no tape records is part of what they tell.
fn suspend_from(from: usize) {
    let entries = change(|stack| {
        let (observing, suspended): (SmallVec<[Entry; 2]>, SmallVec<_>) =
            stack.drain(from..).partition(Entry::is_observing);
        stack.extend(observing);
        suspended
    });
    SUSPENDED.with_borrow_mut(|all| all.push(Suspended { from, entries }));
}

/// Suspends every tape and follower of this thread, observers left aside, until [`resume`].
pub fn suspend() {
    suspend_from(0);
}

/// Resumes what was suspended last, below what was started meanwhile; does nothing if nothing was.
pub fn resume() {
    if let Some(Suspended { from, entries }) = SUSPENDED.with_borrow_mut(Vec::pop) {
        change(|stack| drop(stack.splice(from..from, entries)));
    }
}

/// Suspends every tape and follower of this thread, observers left aside, until the returned guard is dropped.
#[must_use]
pub fn pause() -> Pause {
    suspend();
    Pause(std::marker::PhantomData)
}

/// Resumes what was suspended when dropped.
pub struct Pause(std::marker::PhantomData<*const ()>);

impl Drop for Pause {
    fn drop(&mut self) {
        resume();
    }
}
