//! Cancellation: long work asks now and then whether the user wants it to stop.
//!
//! The Python layer installs the question, a hook that runs pending signal handlers; without a hook nothing is ever
//! cancelled. Work is done in chunks, and [`check`] is called between them. How often the user is really asked is the
//! hook's own matter, so it must be cheap. Invariant: no chunk takes more than some milliseconds (a loop's *grain* says
//! how many elements that is), whatever the arguments are.
//!
//! Threads that help another never ask the user; they stop where the one whom they help was told to ([`helping`]). What runs
//! inside of [`shielded`] is not cancelled.

use std::cell::Cell;
use std::ops::Range;
use std::ptr::null;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use crate::error::{Error, ErrorKind, Result};

static HOOK: OnceLock<fn() -> std::result::Result<(), Error>> = OnceLock::new();

/// Installs the question; only the first call counts.
pub fn set_hook(hook: fn() -> Result<()>) {
    let _ = HOOK.set(hook);
}

thread_local! {
    /// How many reasons this thread has for not asking.
    static SHIELDS: Cell<usize> = const { Cell::new(0) };
    /// Whether the work that this thread helps with was given up; null where it helps nobody.
    static GIVEN_UP: Cell<*const AtomicBool> = const { Cell::new(null()) };
}

/// An error if the user has asked to stop, or if the work that this thread helps with was given up.
#[inline]
pub fn check() -> Result<()> {
    if SHIELDS.get() > 0 {
        return given_up();
    }
    HOOK.get().map_or(Ok(()), |hook| hook())
}

fn given_up() -> Result<()> {
    // SAFETY: null, or set by `helping` for as long as it has borrowed the flag.
    match unsafe { GIVEN_UP.get().as_ref() } {
        Some(flag) if flag.load(Relaxed) => {
            Err(Error::new(ErrorKind::Interrupt, "the work that this thread helped with was given up"))
        }
        _ => Ok(()),
    }
}

/// Runs `work` on a thread that [never asks](never_ask_here), for another one: once `flag` is true, [`check`] says so.
/// The error is for ending the work only, and tells nothing; whoever set the flag has the one that counts.
pub fn helping<R>(flag: &AtomicBool, work: impl FnOnce() -> R) -> R {
    struct Before(*const AtomicBool);
    impl Drop for Before {
        fn drop(&mut self) {
            GIVEN_UP.set(self.0);
        }
    }
    let _before = Before(GIVEN_UP.replace(flag));
    work()
}

/// How much work lies between two questions: for every loop one of these, by what it counts. Each is a millisecond of work
/// or less. [`Grain`](crate::kernels::parallel::Grain) has how loops are cut for threads.
pub mod grain {
    /// Elements that are copied or filled.
    pub const COPIED: usize = 1 << 18;
    /// Elements that are computed, some nanoseconds each.
    pub const COMPUTED: usize = 1 << 16;
    /// Steps that take some tens of nanoseconds each: searches, indices, random numbers.
    pub const STEPS: usize = 1 << 14;
    /// Arrays, rows and objects, about a microsecond each.
    pub const OBJECTS: usize = 1 << 10;
}

/// Counts the work of a loop that is not cut into chunks, and asks now and then.
///
/// ```
/// let mut pace = gradtape::interrupt::Pace::new(1000);
/// for row in [700, 700, 700] {
///     pace.after(row)?; // asks after the second
/// }
/// # Ok::<(), gradtape::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Pace {
    grain: usize,
    done: usize,
}

/// For loops over [`grain::STEPS`].
impl Default for Pace {
    fn default() -> Pace {
        Pace::new(grain::STEPS)
    }
}

impl Pace {
    /// Asks once after `grain` elements, or whatever the loop counts.
    pub fn new(grain: usize) -> Pace {
        Pace { grain, done: 0 }
    }

    /// To be called after `work` elements more. An error if the user has asked to stop.
    #[inline]
    pub fn after(&mut self, work: usize) -> Result<()> {
        self.done += work;
        if self.done < self.grain {
            return Ok(());
        }
        self.done = 0;
        check()
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

/// Runs `work` to its end: for what must not be left half done, and for what holds a lock that a signal handler, or another
/// thread with the interpreter's lock, may be waiting for.
pub fn shielded<R>(work: impl FnOnce() -> R) -> R {
    struct Shield(*const AtomicBool);
    impl Drop for Shield {
        fn drop(&mut self) {
            SHIELDS.set(SHIELDS.get() - 1);
            GIVEN_UP.set(self.0);
        }
    }
    SHIELDS.set(SHIELDS.get() + 1);
    // Taken off also by a panic of `work`.
    let _shield = Shield(GIVEN_UP.replace(null()));
    work()
}

/// Whether this thread is inside of [`shielded`], or works for others.
pub fn is_shielded() -> bool {
    SHIELDS.get() > 0
}

/// Says that this thread works for others, and never asks the user. The answer may have to wait for a lock (the interpreter's) that
/// the thread which it helps holds meanwhile.
pub fn never_ask_here() {
    SHIELDS.set(SHIELDS.get() + 1);
}

/// A user for tests, who asks a thread to stop.
#[cfg(test)]
pub(crate) mod testing {
    use super::{Cell, Error, set_hook};

    thread_local! {
        static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    }

    /// Of the questions on this thread, those are answered with yes, and then one with no. Other threads go on.
    pub(crate) fn stop_after(questions: usize) {
        set_hook(|| match LEFT.get() {
            Some(0) => {
                LEFT.set(None);
                Err(Error::value("stop"))
            }
            left => {
                LEFT.set(left.map(|n| n - 1));
                Ok(())
            }
        });
        LEFT.set(Some(questions));
    }

    /// Takes it back.
    pub(crate) fn never_stop() {
        LEFT.set(None);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::testing::{never_stop, stop_after};
    use super::*;

    fn stop_next() {
        stop_after(0);
    }

    #[test]
    fn a_thread_that_helps_stops_with_the_one_whom_it_helps() {
        let flag = AtomicBool::new(false);
        stop_next();
        never_ask_here();
        helping(&flag, || {
            assert!(check().is_ok(), "the user is not asked");
            flag.store(true, Relaxed);
            assert!(check().is_err());
            assert!(shielded(check).is_ok(), "but within a shield work goes on");
            assert!(check().is_err());
        });
        assert!(check().is_ok(), "nothing is left for the next work");
        never_stop();
    }

    #[test]
    fn a_pace_asks_once_in_a_while() {
        let mut pace = Pace::new(10);
        let mut asks = |work| {
            stop_next();
            pace.after(work).is_err()
        };
        assert_eq!([4, 5, 1, 9, 20, 1].map(&mut asks), [false, false, true, false, true, false]);
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
