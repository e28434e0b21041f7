//! Loops that TensorFlow would trace: what was computed in one has its gradient as a whole.
//!
//! A loop carries the gradient of a table along, and adds to it in each round. A tape that was started in the loop's body
//! knows nothing of the loop.

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

use super::stack::{self, Entry};

thread_local! {
    static LOOPS: Cell<u32> = const { Cell::new(0) };
}

/// How many loops of a function this thread is in.
#[inline]
pub fn loops() -> u32 {
    LOOPS.get()
}

/// Says so.
#[cfg(feature = "python")]
pub fn set_loops(count: u32) {
    LOOPS.set(count);
}

/// That it is in none.
#[cfg(feature = "python")]
pub fn leave_loops() {
    LOOPS.set(0);
}

/// Whether a loop began since the innermost tape was started.
#[inline]
pub fn in_loop() -> bool {
    loops() > 0 && began_on_tape()
}

#[cold]
fn began_on_tape() -> bool {
    let tape = |entry: &Entry| entry.tape().filter(|tape| !tape.is_observing()).map(|tape| tape.0.loops.load(Relaxed));
    stack::with(|stack| stack.iter().rev().find_map(tape)).is_some_and(|before| before < loops())
}
