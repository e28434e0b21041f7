//! The tape: which operations were recorded, and which tapes of this thread are recording.
//!
//! Tensors hold no link to a tape; what is alive is decided here alone. A thread has a stack of recording tapes, and an
//! operation goes onto each tape that tracks one of its inputs. Without a recording tape an operation pays one
//! thread-local check. `tape` knows what an operation is, never a particular one.

mod arena;
mod buffers;
mod held;
mod prune;
mod reset;
mod serial;
mod slot;
mod specs;
mod watched;

pub(crate) use arena::{Arena, Recorded};
pub(crate) use reset::Pin;
pub(crate) use slot::Slot;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard};

use prune::Garbage;

use crate::op::{Op, OpRef};
use crate::tensor::Tensor;

/// One tape's recordings. Cloning gives another handle to the same tape.
#[derive(Clone)]
pub struct Tape(Arc<Inner>);

struct Inner {
    arena: Mutex<Arena>,
    watches_accessed_variables: bool,
}

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static STACK: RefCell<Vec<Tape>> = const { RefCell::new(Vec::new()) };
    /// What [`pause`] took off the stack, the last one last.
    static SUSPENDED: RefCell<Vec<Vec<Tape>>> = const { RefCell::new(Vec::new()) };
}

/// Whether some tape of this thread is recording.
#[inline]
pub fn recording() -> bool {
    DEPTH.with(Cell::get) != 0
}

impl Tape {
    /// An empty tape that is not recording.
    pub fn new(watches_accessed_variables: bool) -> Tape {
        Tape(Arc::new(Inner { arena: Mutex::new(Arena::new()), watches_accessed_variables }))
    }

    /// Starts recording what this thread does.
    pub fn start(&self) {
        STACK.with_borrow_mut(|stack| {
            stack.push(self.clone());
            DEPTH.set(stack.len());
        });
    }

    /// Stops recording, also where that is suspended; does nothing if this thread is not recording onto this tape.
    pub fn stop(&self) {
        let gone = STACK.with_borrow_mut(|stack| {
            let gone = self.leave(stack);
            DEPTH.set(stack.len());
            gone
        });
        if gone.is_none() {
            drop(SUSPENDED.with_borrow_mut(|all| all.iter_mut().rev().find_map(|stack| self.leave(stack))));
        }
    }

    /// Takes this tape off a stack: the handle that was on it, to be dropped when nothing is borrowed.
    fn leave(&self, stack: &mut Vec<Tape>) -> Option<Tape> {
        let place = stack.iter().rposition(|tape| Arc::ptr_eq(&tape.0, &self.0))?;
        Some(stack.remove(place))
    }

    /// Tracks `t` from now on. Tensors of types without gradients may be watched; nothing is ever recorded for them.
    pub fn watch(&self, t: &Tensor) {
        self.arena().watch(t);
    }

    /// The number of recorded outputs.
    pub fn len(&self) -> usize {
        self.arena().len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of recorded outputs, and the bytes of the tensors that this tape holds for gradients.
    pub fn size(&self) -> (usize, usize) {
        let arena = self.arena();
        (arena.len(), arena.kept_bytes())
    }

    /// Calls `f` with each object from outside the crate that this tape alone keeps alive; never waits.
    pub(crate) fn visit_held(&self, f: &mut dyn FnMut(&dyn Any)) {
        if let Ok(arena) = self.0.arena.try_lock() {
            arena.visit_held(f);
        }
    }

    /// Whether this tape tracks `t`.
    pub fn tracks(&self, t: &Tensor) -> bool {
        self.arena().slot_of(t).is_some()
    }

    /// Exclusive access to the recordings. A panic while they were held cannot leave them inconsistent in a way that
    /// matters: the arena is append-only, so poisoning is ignored.
    pub(crate) fn arena(&self) -> MutexGuard<'_, Arena> {
        self.0.arena.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Takes all recordings out of a tape that is used up.
    pub(crate) fn take(&self) -> Arena {
        std::mem::replace(&mut *self.arena(), Arena::stand_in())
    }

    fn prune(&self, stack: &[Tape]) -> Garbage {
        let mut holds = prune::Holds::default();
        let mut arena = self.arena();
        arena.count_holds(&mut holds);
        for other in stack.iter().filter(|t| !Arc::ptr_eq(&t.0, &self.0)) {
            // A tape that is busy elsewhere counts as the program: its tensors stay.
            if let Ok(other) = other.0.arena.try_lock() {
                other.count_holds(&mut holds);
            }
        }
        arena.prune(&holds)
    }
}

/// Records an operation on every recording tape of this thread that tracks one of its inputs.
///
/// `op` is asked for only where a tape takes the operation.
pub fn record(op: impl FnOnce() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) {
    let (mut op, mut shared) = (Some(op), None);
    let mut get = || shared.get_or_insert_with(|| (op.take().expect("asked for once"))()).clone();
    drop(record_on_stack(&mut get as &mut dyn FnMut() -> OpRef, inputs, outputs, false));
}

/// As [`record`], for an operation without parameters.
pub fn record_static(op: &'static dyn Op, inputs: &[&Tensor], outputs: &mut [Tensor]) {
    drop(record_on_stack(|| OpRef::Static(op), inputs, outputs, false));
}

/// As [`record`], for an operation that holds an object from outside the crate ([`crate::op::Op::held`]). Every tape gets
/// an operation of its own: a garbage collector counts one holder for each reference.
pub fn record_holder(op: impl FnMut() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) {
    drop(record_on_stack(op, inputs, outputs, true));
}

/// Returns what pruning let go of, to be dropped when no lock is held: dropping a Python gradient can run anything.
#[inline]
fn record_on_stack(
    mut op: impl FnMut() -> OpRef,
    inputs: &[&Tensor],
    outputs: &mut [Tensor],
    holder: bool,
) -> Vec<Garbage> {
    let mut garbage = Vec::new();
    STACK.with_borrow(|stack| {
        for tape in stack {
            let mut arena = tape.arena();
            if !arena.record(&mut op, inputs, outputs) {
                continue;
            }
            arena.holds_objects |= holder;
            if arena.wants_pruning() {
                drop(arena);
                garbage.push(tape.prune(stack));
            }
        }
    });
    garbage
}

/// Tells the recording tapes of this thread that variable `key` was read and holds `value`. Tapes that watch accessed
/// variables begin to watch it (if `trainable`); the others only follow a variable that they watch already.
#[inline]
pub(crate) fn note_read(key: u64, value: &Tensor, trainable: bool, variable: impl Fn() -> Arc<dyn Any + Send + Sync>) {
    if !recording() {
        return;
    }
    STACK.with_borrow(|stack| {
        for tape in stack {
            let mut arena = tape.arena();
            if (trainable && tape.0.watches_accessed_variables) || arena.watches_variable(key) {
                arena.watch_variable(key, value, &variable);
            }
        }
    });
}

/// Suspends every tape of this thread until [`resume`].
pub fn suspend() {
    let stack = STACK.with_borrow_mut(std::mem::take);
    DEPTH.set(0);
    SUSPENDED.with_borrow_mut(|all| all.push(stack));
}

/// Resumes what was suspended last, below the tapes that were started meanwhile; does nothing if nothing was.
pub fn resume() {
    let Some(mut stack) = SUSPENDED.with_borrow_mut(Vec::pop) else {
        return;
    };
    STACK.with_borrow_mut(|started_meanwhile| {
        stack.append(started_meanwhile);
        DEPTH.set(stack.len());
        *started_meanwhile = stack;
    });
}

/// Suspends every tape of this thread until the returned guard is dropped.
#[must_use]
pub fn pause() -> Pause {
    suspend();
    Pause(std::marker::PhantomData)
}

/// Resumes the tapes of this thread when dropped.
pub struct Pause(std::marker::PhantomData<*const ()>);

impl Drop for Pause {
    fn drop(&mut self) {
        resume();
    }
}
