//! Stopping long work: loops of the core ask here now and then whether the user has asked to stop.
//!
//! The Python layer installs a hook that runs pending signal handlers. Without a hook nothing is ever interrupted.

use crate::error::Error;
use crate::error::Result;
use std::sync::OnceLock;

static HOOK: OnceLock<fn() -> std::result::Result<(), Error>> = OnceLock::new();

/// Installs the question; only the first call counts.
pub fn set_hook(hook: fn() -> Result<()>) {
    let _ = HOOK.set(hook);
}

/// An error if the user has asked to stop.
#[inline]
pub fn check() -> Result<()> {
    HOOK.get().map_or(Ok(()), |hook| hook())
}
