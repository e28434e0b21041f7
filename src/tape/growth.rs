//! A tape that goes on growing although it was pruned: somebody may want to know.
//!
//! The Python layer installs a hook; without one nobody is told.

use std::sync::OnceLock;

use super::prune::Garbage;

static HOOK: OnceLock<fn(usize, usize)> = OnceLock::new();

/// Nodes that are still needed from which a tape is large.
const LARGE: usize = 1 << 15;

/// Installs whom to tell how many results a large tape holds, and how many bytes for them; only the first call counts.
/// Nothing is borrowed when it is called.
pub fn set_hook(hook: fn(usize, usize)) {
    let _ = HOOK.set(hook);
}

/// Drops what pruning removed; then tells of large tapes.
#[cold]
pub(super) fn note(garbage: Vec<Garbage>) {
    let left = garbage.iter().map(|g| g.left).max().unwrap_or_default();
    drop(garbage);
    if left.0 >= LARGE
        && let Some(hook) = HOOK.get()
    {
        hook(left.0, left.1);
    }
}
