//! Stopping long work: loops of the core ask here now and then whether the user has asked to stop.
//!
//! The Python layer installs a hook that runs pending signal handlers. Without a hook nothing is ever interrupted.

use std::cell::Cell;
use std::sync::OnceLock;

use crate::error::{Error, Result};

static HOOK: OnceLock<fn() -> std::result::Result<(), Error>> = OnceLock::new();

/// Installs the question; only the first call counts.
pub fn set_hook(hook: fn() -> Result<()>) {
    let _ = HOOK.set(hook);
}

thread_local! {
    static HELPER: Cell<bool> = const { Cell::new(false) };
    /// What [`asked`] has met, until [`settle`] hands it on.
    static MET: Cell<Option<Error>> = const { Cell::new(None) };
}

/// As [`check`], for a loop deep inside of a kernel that has no way to return an error: whether to end at once, with any
/// result. The operation that runs the kernel asks [`settle`] afterwards.
pub fn asked() -> bool {
    let met = MET.take().or_else(|| check().err());
    let asked = met.is_some();
    MET.set(met);
    asked
}

/// As if [`asked`] had met this error: for a loop that got it where it cannot return it.
pub fn remember(error: Error) {
    MET.set(Some(error));
}

/// The error that [`asked`] has met on this thread since this was asked last.
pub fn settle() -> Result<()> {
    MET.take().map_or(Ok(()), Err)
}

/// An error if the user has asked to stop.
#[inline]
pub fn check() -> Result<()> {
    match HOOK.get() {
        Some(hook) if !HELPER.get() => hook(),
        _ => Ok(()),
    }
}

/// Says that this thread works for others, and never asks. The answer may have to wait for a lock (the interpreter's) that
/// the thread which it helps holds meanwhile.
pub fn never_ask_here() {
    HELPER.set(true);
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static STOP: Cell<bool> = const { Cell::new(false) };
    }

    #[test]
    fn an_error_that_a_loop_has_met_waits_for_the_operation() {
        // The other tests run on threads of their own, which nobody stops.
        set_hook(|| if STOP.replace(false) { Err(Error::value("stop")) } else { Ok(()) });
        assert!(!asked());
        assert!(settle().is_ok());
        STOP.set(true);
        assert!(asked(), "the question is answered");
        assert!(asked(), "and answered again, although it is asked of the user once");
        assert!(settle().is_err());
        assert!(settle().is_ok(), "the error is handed on once");
        assert!(!asked());
        remember(Error::value("stop"));
        assert!(asked(), "what another loop was told counts");
        assert!(settle().is_err());
        STOP.set(true);
        never_ask_here();
        assert!(!asked(), "helpers do not ask");
    }
}
