//! The tape: which operations were recorded, and which tapes of this thread are recording.
//!
//! Tensors hold no link to a tape; what is alive is decided here alone. A thread has a stack of recording tapes, and an
//! operation goes onto each tape that tracks one of its inputs. Without a recording tape an operation pays one
//! thread-local check. `tape` knows what an operation is, never a particular one.

mod arena;
mod buffers;
mod finite;
mod foreign;
mod growth;
mod late;
mod leaving;
mod loops;
#[cfg_attr(not(feature = "python"), allow(dead_code))] // read by the Python layer, which explains
mod notes;
pub mod observe;
#[cfg_attr(not(feature = "python"), allow(dead_code))] // read by the Python layer, which explains
mod past;
mod prune;
mod reset;
mod serial;
mod slot;
mod specs;
mod stack;
mod watched;

pub(crate) use arena::{Arena, Recorded};
pub use growth::set_hook as set_growth_hook;
pub use late::count_late_watches;
pub use leaving::{assigned, left, pass_by};
pub(crate) use leaving::{each_observer, observed};
pub(crate) use loops::in_loop;
#[cfg(feature = "python")]
pub(crate) use loops::{leave_loops, loops, set_loops};
#[cfg_attr(not(feature = "python"), allow(unused_imports))]
pub(crate) use notes::Note;
pub use observe::Observer;
#[cfg_attr(not(feature = "python"), allow(unused_imports))]
pub(crate) use past::{Past, PastLeaf, PastOperation, Source};
pub(crate) use reset::Pin;
pub(crate) use slot::Slot;
#[cfg(feature = "python")]
pub(crate) use stack::recording_gradients;
pub(crate) use stack::{Follower, beneath, start_following, stop_following};
pub use stack::{Pause, pause, recording, resume, suspend};

use std::any::Any;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard};

use observe::What;
use prune::Garbage;
use stack::Entry;

use crate::error::Result;
use crate::op::{Op, OpRef};
use crate::tensor::Tensor;

/// One tape's recordings. Cloning gives another handle to the same tape.
#[derive(Clone)]
pub struct Tape(Arc<Inner>);

struct Inner {
    arena: Mutex<Arena>,
    watches_accessed_variables: bool,
    /// How many loops the thread was in when it was started.
    loops: AtomicU32,
    /// Whom a tape that tracks nothing tells of what happens.
    observer: Option<Observer>,
}

impl Tape {
    /// An empty tape that is not recording.
    pub fn new(watches_accessed_variables: bool) -> Tape {
        Tape(Arc::new(Inner {
            arena: Mutex::new(Arena::new()),
            watches_accessed_variables,
            loops: AtomicU32::new(0),
            observer: None,
        }))
    }

    /// A tape that tracks nothing and tells `observer` what happens while it is on a stack.
    fn observing(observer: Observer) -> Tape {
        let arena = Mutex::new(Arena::stand_in());
        Tape(Arc::new(Inner {
            arena,
            watches_accessed_variables: false,
            loops: AtomicU32::new(0),
            observer: Some(observer),
        }))
    }

    /// Starts recording what this thread does.
    pub fn start(&self) {
        self.0.loops.store(loops::loops(), Relaxed);
        stack::push(Entry::Tape(self.clone()));
    }

    /// Stops recording, also where that is suspended; does nothing if this thread is not recording onto this tape.
    pub fn stop(&self) {
        stack::remove(|entry| entry.tape().is_some_and(|tape| Arc::ptr_eq(&tape.0, &self.0)));
    }

    /// Tracks `t` from now on. Tensors of types without gradients may be watched; nothing is ever recorded for them.
    pub fn watch(&self, t: &Tensor) {
        self.arena().watch(t);
    }

    /// Watches the inputs of every operation from now on, as a graph would know them all.
    #[cfg(feature = "python")]
    pub(crate) fn watch_everything(&self) {
        self.arena().watches_everything = true;
    }

    /// Whether it does.
    #[cfg(feature = "python")]
    pub(crate) fn watches_everything(&self) -> bool {
        self.arena().watches_everything
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
    pub(crate) fn visit_foreign(&self, f: &mut dyn FnMut(&dyn Any)) {
        if let Ok(arena) = self.0.arena.try_lock() {
            arena.visit_foreign(f);
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

    /// What is recorded now, without the values.
    #[cfg_attr(not(feature = "python"), allow(dead_code))]
    pub(crate) fn past(&self) -> Result<Past> {
        self.arena().past()
    }

    fn prune(&self, stack: &[Entry]) -> Garbage {
        let mut holds = prune::Holds::default();
        let mut arena = self.arena();
        arena.count_holds(&mut holds);
        for other in stack.iter().filter_map(Entry::tape).filter(|t| !Arc::ptr_eq(&t.0, &self.0)) {
            // A tape that is busy elsewhere counts as the program: its tensors stay.
            if let Ok(other) = other.0.arena.try_lock() {
                other.count_holds(&mut holds);
            }
        }
        arena.prune(&holds)
    }
}

/// Records an operation on every recording tape of this thread that tracks one of its inputs, and tells the followers.
///
/// `op` is asked for only where a tape takes the operation. Errors: those of followers, and of the hook for large tapes.
pub fn record(op: impl FnOnce() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) -> Result<()> {
    let (mut op, mut shared) = (Some(op), None);
    let mut get = || shared.get_or_insert_with(|| (op.take().expect("asked for once"))()).clone();
    record_on_stack(&mut get as &mut dyn FnMut() -> OpRef, inputs, outputs, false)
}

/// As [`record`], for an operation without parameters.
pub fn record_static(op: &'static dyn Op, inputs: &[&Tensor], outputs: &mut [Tensor]) -> Result<()> {
    record_on_stack(|| OpRef::Static(op), inputs, outputs, false)
}

/// As [`record`], for an operation that holds an object from outside the crate ([`crate::op::Op::foreign`]). Every tape gets
/// an operation of its own: a garbage collector counts one holder for each reference.
pub fn record_holder(op: impl FnMut() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) -> Result<()> {
    record_on_stack(op, inputs, outputs, true)
}

#[inline]
fn record_on_stack(
    mut op: impl FnMut() -> OpRef,
    inputs: &[&Tensor],
    outputs: &mut [Tensor],
    holder: bool,
) -> Result<()> {
    // Dropped when no lock is held: dropping a Python gradient can run anything.
    let mut garbage = Vec::new();
    let mut followed = false;
    stack::with(|stack| {
        for entry in stack {
            let Some(tape) = entry.tape() else {
                followed = true;
                continue;
            };
            let mut arena = tape.arena();
            if !arena.record(&mut op, inputs, outputs) {
                if let Some(observer) = &tape.0.observer {
                    drop(arena);
                    tell_observer(observer, &mut op, inputs, outputs);
                }
                continue;
            }
            arena.holds_foreign |= holder;
            if arena.wants_pruning() {
                drop(arena);
                garbage.push(tape.prune(stack));
            }
        }
    });
    // What pruning removed is let go of here; somebody may want to know of a tape that has become large.
    if !garbage.is_empty() {
        growth::note(garbage)?;
    }
    if followed { tell_followers(&mut op, inputs, outputs) } else { Ok(()) }
}

#[cold]
#[inline(never)]
fn tell_observer(observer: &Observer, op: &mut dyn FnMut() -> OpRef, inputs: &[&Tensor], outputs: &[Tensor]) {
    let op = op();
    observer.ran(What::Operation, op.op_type(), op.bits(), inputs, outputs);
}

/// Those that were started first are told first: what the others compute may depend on what they have found.
#[cold]
#[inline(never)]
fn tell_followers(op: &mut dyn FnMut() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) -> Result<()> {
    stack::followers().iter().try_for_each(|follower| follower.follow(op, inputs, outputs))
}

/// Tells the recording tapes of this thread that variable `key` was read and holds `value`. Tapes that watch accessed
/// variables begin to watch it (if `trainable`); the others only follow a variable that they watch already.
#[inline]
pub(crate) fn note_read(key: u64, value: &Tensor, trainable: bool, variable: impl Fn() -> Arc<dyn Any + Send + Sync>) {
    if !recording() {
        return;
    }
    stack::with(|stack| {
        for entry in stack {
            match entry {
                Entry::Tape(tape) => {
                    let mut arena = tape.arena();
                    if (trainable && tape.0.watches_accessed_variables) || arena.watches_variable(key) {
                        arena.watch_variable(key, value, &variable);
                    } else if let Some(observer) = &tape.0.observer {
                        observer.read(key, value);
                    }
                }
                Entry::Follower(follower) => follower.note_read(key, value),
            }
        }
    });
}
