//! Cancellation: long work asks now and then whether the user wants it to stop.
//!
//! The Python layer installs the question, a hook that runs pending signal handlers; without a hook nothing is ever
//! cancelled. Work is done in chunks, and [`check`] is called between them. How often the user is really asked is the
//! hook's own matter, so it must be cheap. Invariant: no chunk takes more than some milliseconds (a loop's *grain* says
//! how many elements that is), whatever the arguments are.
//!
//! Two kinds of work are never cancelled: that of threads which help another, and what runs inside of [`shielded`].

use std::cell::Cell;
use std::ops::Range;
use std::sync::OnceLock;

use crate::error::{Error, Result};

static HOOK: OnceLock<fn() -> std::result::Result<(), Error>> = OnceLock::new();

/// Installs the question; only the first call counts.
pub fn set_hook(hook: fn() -> Result<()>) {
    let _ = HOOK.set(hook);
}

thread_local! {
    /// How many reasons this thread has for not asking.
    static SHIELDS: Cell<usize> = const { Cell::new(0) };
    /// What [`asked`] has met, until [`settle`] hands it on.
    static MET: Cell<Option<Error>> = const { Cell::new(None) };
}

/// An error if the user has asked to stop.
#[inline]
pub fn check() -> Result<()> {
    match HOOK.get() {
        Some(hook) if SHIELDS.get() == 0 => hook(),
        _ => Ok(()),
    }
}

/// Calls `work` with the numbers below `n`, some at a time: in order, chunks of at most `grain`. The user may stop it in
/// between. For loops that cannot be shared among threads; [`parallel`](crate::kernels::parallel) has the others.
///
/// ```
/// let mut sums = Vec::new();
/// gradtape::interrupt::in_chunks(10, 4, |chunk| sums.push(chunk.sum::<usize>()))?;
/// assert_eq!(sums, [6, 22, 17]);
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn in_chunks(n: usize, grain: usize, mut work: impl FnMut(Range<usize>)) -> Result<()> {
    let grain = grain.max(1);
    let mut start = 0;
    while n - start > grain {
        work(start..start + grain);
        start += grain;
        check()?;
    }
    work(start..n);
    Ok(())
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

/// Runs `work` to its end: for what must not be left half done, and for what holds a lock that a signal handler, or another
/// thread with the interpreter's lock, may be waiting for.
pub fn shielded<R>(work: impl FnOnce() -> R) -> R {
    struct Shield;
    impl Drop for Shield {
        fn drop(&mut self) {
            SHIELDS.set(SHIELDS.get() - 1);
        }
    }
    SHIELDS.set(SHIELDS.get() + 1);
    // Taken off also by a panic of `work`.
    let _shield = Shield;
    work()
}

/// Whether this thread is inside of [`shielded`], or works for others.
pub fn is_shielded() -> bool {
    SHIELDS.get() > 0
}

/// Says that this thread works for others, and never asks. The answer may have to wait for a lock (the interpreter's) that
/// the thread which it helps holds meanwhile.
pub fn never_ask_here() {
    SHIELDS.set(SHIELDS.get() + 1);
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    thread_local! {
        static STOP: Cell<bool> = const { Cell::new(false) };
    }

    /// The other tests run on threads of their own, which nobody stops.
    fn stop_next() {
        set_hook(|| if STOP.replace(false) { Err(Error::value("stop")) } else { Ok(()) });
        STOP.set(true);
    }

    #[test]
    fn an_error_that_a_loop_has_met_waits_for_the_operation() {
        assert!(!asked());
        assert!(settle().is_ok());
        stop_next();
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

    #[test]
    fn a_shield_keeps_the_question_off_until_it_ends() {
        stop_next();
        assert!(shielded(|| shielded(check).and_then(|()| check())).is_ok());
        assert!(catch_unwind(|| shielded(|| panic!("within"))).is_err());
        assert!(check().is_err(), "the question was kept, and the shields are gone");
    }

    #[test]
    fn chunks_cover_their_range_and_end_at_an_interrupt() {
        for n in [0usize, 1, 3, 4, 5, 8, 9] {
            let mut seen = Vec::new();
            in_chunks(n, 4, |chunk| seen.extend(chunk)).unwrap();
            assert!(seen.into_iter().eq(0..n));
        }
        let mut chunks = 0;
        let stopped = in_chunks(100, 4, |_| {
            chunks += 1;
            if chunks == 3 {
                stop_next();
            }
        });
        assert!(stopped.is_err() && chunks == 3);
    }
}
