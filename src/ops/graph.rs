//! Whether TensorFlow would build a graph on this thread: there some operations are others, and sums run in another order.

use std::cell::Cell;

thread_local! {
    static IN_GRAPH: Cell<bool> = const { Cell::new(false) };
}

/// From now on it would, or would not.
pub fn builds_graph(yes: bool) {
    IN_GRAPH.set(yes);
}

/// Whether it would.
#[inline]
pub(in crate::ops) fn is_in_graph() -> bool {
    IN_GRAPH.get()
}
