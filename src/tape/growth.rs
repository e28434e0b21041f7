//! A tape that goes on growing although it was pruned: somebody may want to know.
//!
//! The Python layer installs a hook; without one nobody is told.

use std::sync::OnceLock;

use super::prune::Garbage;
use crate::error::Result;

/// Given the results that are held, and their bytes.
type Hook = fn(usize, usize) -> Result<()>;

static HOOK: OnceLock<Hook> = OnceLock::new();

/// Nodes that are still needed from which a tape is large.
const LARGE: usize = 1 << 15;

/// Installs whom to tell how many results a large tape holds, and how many bytes for them; only the first call counts.
/// Nothing is borrowed when it is called; its error is that of the operation that was recorded last.
pub fn set_hook(hook: Hook) {
    let _ = HOOK.set(hook);
}

/// Drops what pruning removed; then tells of large tapes.
#[cold]
pub(super) fn note(garbage: Vec<Garbage>) -> Result<()> {
    let left = garbage.iter().map(|g| g.left).max().unwrap_or_default();
    drop(garbage);
    match HOOK.get() {
        Some(hook) if left.0 >= LARGE => hook(left.0, left.1),
        _ => Ok(()),
    }
}
