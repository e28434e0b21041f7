//! Loops that TensorFlow traces once and that run turn by turn here: each turn asks a tape for the same gradients.
//!
//! Invariant: while this thread is in such a loop, no tape is used up.

use std::cell::Cell;

thread_local! {
    static LOOPS: Cell<usize> = const { Cell::new(0) };
}

/// Whether this thread is in such a loop.
pub(super) fn running() -> bool {
    LOOPS.get() > 0
}

/// Says that such a loop begins on this thread; [`end`] must follow.
#[cfg(feature = "python")]
pub(crate) fn begin() {
    LOOPS.set(LOOPS.get() + 1);
}

/// Says that the last one has ended.
#[cfg(feature = "python")]
pub(crate) fn end() {
    LOOPS.set(LOOPS.get().saturating_sub(1));
}
