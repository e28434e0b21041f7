//! Threads for long loops: a pool of workers.
//!
//! [`for_each`] shares numbered tasks between the calling thread and its workers: whoever is free takes one,
//! the caller from the front and workers from the end, so that in a row of loops over the same arrays each thread finds
//! in its cache what it wrote before. The caller begins at once, so that a worker that wakes late costs nothing. The
//! pool is built when first needed and belongs to a process: after a fork the child builds its own and leaks the
//! parent's, whose threads do not exist there. Invariant: results never depend on the number of threads, since the
//! tasks do not.

mod grain;
mod queue;
mod sync;
mod thread_pool;

use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize};

pub use grain::Grain;
use queue::Queue;
use thread_pool::ThreadPool;

use crate::error::Result;
use crate::interrupt;

/// What was asked for, 0 if nothing was; and the default, 0 before it was found out.
static ASKED: AtomicUsize = AtomicUsize::new(0);
static DEFAULT: AtomicUsize = AtomicUsize::new(0);
static POOL: AtomicPtr<ThreadPool> = AtomicPtr::new(null_mut());

/// How many threads long kernels use: what was set, else `GRADTAPE_NUM_THREADS`, else the number of cores.
pub fn threads() -> usize {
    match (threads_set(), DEFAULT.load(Relaxed)) {
        (0, 0) => {
            let named = std::env::var("GRADTAPE_NUM_THREADS").ok().and_then(|v| v.trim().parse().ok());
            let cores = || std::thread::available_parallelism().map_or(1, usize::from);
            let n = named.filter(|&n| n > 0).unwrap_or_else(cores).min(MOST_THREADS);
            DEFAULT.store(n, Relaxed);
            n
        }
        (0, n) | (n, _) => n,
    }
}

/// More threads than that are never started.
const MOST_THREADS: usize = 1024;

/// What [`set_threads`] was given last, 0 at the start.
pub fn threads_set() -> usize {
    ASKED.load(Relaxed)
}

/// Sets the number of threads, at most 1024; 0 means the default.
pub fn set_threads(n: usize) {
    ASKED.store(n.min(MOST_THREADS), Relaxed);
}

/// What work on a task answers: nothing, or whether it could be done.
pub trait Outcome {
    /// The answer as a result.
    fn outcome(self) -> Result<()>;
}

impl Outcome for () {
    #[inline(always)]
    fn outcome(self) -> Result<()> {
        Ok(())
    }
}

impl Outcome for Result<()> {
    #[inline(always)]
    fn outcome(self) -> Result<()> {
        self
    }
}

/// Calls `work` with each number below `tasks` once, in any order, on this thread and its workers.
///
/// Worth it from tasks of about 10 us on. Inside of `work`, and while another thread uses the workers, the caller works
/// alone.
///
/// Errors: those of `work`, and what [`interrupt::check`] answers, which is asked after each task of the calling thread
/// and while it waits for others; tasks that were not begun by then are left out. Tasks that take longer than some
/// milliseconds ask too, on whatever thread, and end with the error that they get.
///
/// # Panics
/// If `work` does.
///
/// ```
/// use gradtape::kernels::parallel;
/// use std::sync::atomic::AtomicUsize;
/// use std::sync::atomic::Ordering::Relaxed;
///
/// let sum = AtomicUsize::new(0);
/// parallel::for_each(100, |i| {
///     sum.fetch_add(i, Relaxed);
/// })?;
/// assert_eq!(sum.into_inner(), 4950);
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn for_each<R: Outcome>(tasks: usize, work: impl Fn(usize) -> R + Sync) -> Result<()> {
    share_out(tasks, &|i| work(i).outcome())
}

/// [`for_each`], compiled once.
fn share_out(tasks: usize, work: &(dyn Fn(usize) -> Result<()> + Sync)) -> Result<()> {
    if tasks < 2 {
        // Without a question, which takes longer than a short loop.
        return (0..tasks).try_for_each(work);
    }
    let (queue, given_up) = (Queue::of(tasks), AtomicBool::new(false));
    // The tasks that are left go first: whoever sees the flag finds none.
    let give_up = || {
        queue.clear();
        given_up.swap(true, AcqRel)
    };
    let (failed, interrupted) = (OnceLock::new(), Cell::new(None));
    let help = || {
        let tasks = || {
            while let Some(i) = queue.last() {
                // A later error may only say that the work was given up.
                if let Err(error) = work(i)
                    && !give_up()
                {
                    let _ = failed.set(error);
                }
            }
        };
        interrupt::helping(&given_up, tasks);
    };
    let lead = || {
        while let Some(i) = queue.first() {
            work(i).and_then(|()| interrupt::check()).inspect_err(|_| {
                give_up();
            })?;
        }
        Ok(())
    };
    let while_waiting = || {
        if !given_up.load(Acquire)
            && let Err(error) = interrupt::check()
        {
            give_up();
            interrupted.set(Some(error));
        }
    };
    with_workers(&help, lead, &while_waiting)?;
    interrupted.into_inner().or(failed.into_inner()).map_or(Ok(()), Err)
}

/// Runs `lead` here, and `help` on every worker that is free meanwhile; then calls `while_waiting` now and then until
/// the workers are done.
fn with_workers<R>(help: &(dyn Fn() + Sync), lead: impl FnOnce() -> R, while_waiting: &dyn Fn()) -> R {
    match (threads(), pool(threads())) {
        (2.., Some(pool)) => pool.run(help, lead, while_waiting),
        _ => lead(),
    }
}

/// This process's workers for that many threads.
fn pool(threads: usize) -> Option<&'static ThreadPool> {
    if threads < 2 {
        return None;
    }
    let old = POOL.load(Acquire);
    // SAFETY: a pool is never freed.
    let known = unsafe { old.as_ref() };
    if let Some(known) = known.filter(|pool| pool.serves(threads)) {
        return Some(known);
    }
    let built = ThreadPool::start(threads);
    match POOL.compare_exchange(old, std::ptr::from_ref(built).cast_mut(), AcqRel, Acquire) {
        Ok(_) => known.into_iter().for_each(ThreadPool::retire),
        // Somebody else has built one meanwhile; which of them is used does not matter.
        Err(_) => built.retire(),
    }
    Some(built)
}

/// As [`for_each`], for the chunks of `size` elements that `out` is cut into (the last may be shorter): calls
/// `work(where the chunk starts, the chunk)`.
pub fn for_each_chunk<T: Send, R: Outcome>(
    out: &mut [T],
    size: usize,
    work: impl Fn(usize, &mut [T]) -> R + Sync,
) -> Result<()> {
    chunks(out, size, &|at, out: &mut [T]| work(at, out).outcome())
}

/// [`for_each_chunk`], compiled once for each `T`.
fn chunks<T: Send>(out: &mut [T], size: usize, work: &(dyn Fn(usize, &mut [T]) -> Result<()> + Sync)) -> Result<()> {
    let (size, length) = (size.max(1), out.len());
    if length <= size {
        return if length > 0 { work(0, out) } else { Ok(()) };
    }
    // SAFETY: each chunk is taken once, and chunks do not overlap.
    let start = unsafe { Shared::new(out.as_mut_ptr()) };
    let task = |i: usize| {
        let at = i * size;
        // SAFETY: a part of `out`; each number comes once, so that no two parts overlap.
        work(at, unsafe { std::slice::from_raw_parts_mut(start.get().add(at), size.min(length - at)) })
    };
    share_out(length.div_ceil(size), &task)
}

/// The start of memory whose parts go to several threads.
pub(super) struct Shared<T>(*mut T);

impl<T> Shared<T> {
    /// # Safety
    /// Whoever writes through [`Shared::get`] must give no element to two threads.
    pub(super) unsafe fn new(start: *mut T) -> Shared<T> {
        Shared(start)
    }

    pub(super) fn get(&self) -> *mut T {
        self.0
    }
}

// SAFETY: the promise of whoever made it.
unsafe impl<T: Send> Sync for Shared<T> {}

/// Runs `f` with that many threads, one test at a time.
#[cfg(test)]
pub fn with_threads<R>(n: usize, f: impl FnOnce() -> R) -> R {
    use std::sync::{Mutex, PoisonError};
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = threads_set();
    set_threads(n);
    let result = f();
    set_threads(before);
    drop(turn);
    result
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU32;
    use std::time::Duration;

    use super::*;
    use crate::error::Error;
    use crate::interrupt::testing::stop_after;

    fn add_one(count: &AtomicUsize) {
        count.fetch_add(1, Relaxed);
    }

    #[test]
    fn every_piece_is_done_once_and_by_more_than_one_thread_if_it_takes_long() {
        let done: Vec<AtomicU32> = (0..1000).map(|_| AtomicU32::new(0)).collect();
        let workers = Mutex::new(std::collections::HashSet::new());
        with_threads(3, || {
            for_each(done.len(), |i| {
                done[i].fetch_add(1, Relaxed);
                workers.lock().unwrap().insert(std::thread::current().id());
                let begun = std::time::Instant::now();
                // A busy machine may be slow to wake the others: the first piece lasts until one has come.
                while i == 0 && workers.lock().unwrap().len() == 1 && begun.elapsed() < Duration::from_secs(60) {
                    std::thread::sleep(Duration::from_micros(50));
                }
            })
            .unwrap();
        });
        assert!(done.iter().all(|n| n.load(Relaxed) == 1));
        assert!(workers.into_inner().unwrap().len() > 1);
    }

    #[test]
    fn chunks_cover_a_slice_without_overlap() {
        for length in [0usize, 1, 9, 10, 11, 1000] {
            let mut out = vec![0usize; length];
            let fill = |at, out: &mut [usize]| out.iter_mut().enumerate().for_each(|(i, o)| *o += at + i);
            with_threads(4, || for_each_chunk(&mut out, 10, fill).unwrap());
            assert!(out.into_iter().eq(0..length));
        }
    }

    #[test]
    fn a_failure_reaches_the_caller_whichever_thread_met_it() {
        for tasks in [1usize, 2, 1000] {
            let work = |i: usize| if i == tasks / 2 { Err(Error::value("the middle")) } else { Ok(()) };
            let failed = with_threads(3, || for_each(tasks, work)).unwrap_err();
            assert_eq!(failed.to_string(), "the middle");
        }
    }

    #[test]
    fn a_failure_of_the_caller_leaves_out_what_was_not_begun() {
        let count = AtomicUsize::new(0);
        let until_told = || std::iter::repeat_with(interrupt::check).find(Result::is_err);
        let work = |i: usize| {
            add_one(&count);
            if i == 0 { Err(Error::value("the first")) } else { until_told().unwrap_or(Ok(())) }
        };
        let failed = with_threads(3, || for_each(1000, work)).unwrap_err();
        assert_eq!(failed.to_string(), "the first");
        assert!(count.into_inner() <= 3, "each of two workers holds one task");
    }

    /// Two tasks, the second of which lasts until it is told to stop: on a worker if one begins in time, else here.
    fn until_told(begun: &AtomicBool, ended: &AtomicUsize, first: impl Fn() + Sync) -> Result<()> {
        with_threads(2, || {
            for_each(2, |i| {
                if i == 0 {
                    (0..200)
                        .take_while(|_| !begun.load(Relaxed))
                        .for_each(|_| std::thread::sleep(Duration::from_millis(5)));
                    first();
                    return Ok(());
                }
                begun.store(true, Relaxed);
                let told = std::iter::repeat_with(interrupt::check).find(Result::is_err);
                add_one(ended);
                told.unwrap_or(Ok(()))
            })
        })
    }

    #[test]
    fn a_helper_stops_in_the_middle_of_its_piece_when_the_caller_is_told_to() {
        let (begun, ended) = (AtomicBool::new(false), AtomicUsize::new(0));
        let stopped = until_told(&begun, &ended, || stop_after(0)).unwrap_err();
        assert_eq!(stopped.to_string(), "stop", "not what the worker was told");
        assert_eq!(ended.into_inner(), usize::from(begun.into_inner()));
        with_threads(2, || for_each(64, |_| interrupt::check()).unwrap());
    }

    #[test]
    fn the_caller_is_told_to_stop_while_it_waits_for_a_helper() {
        let (begun, ended) = (AtomicBool::new(false), AtomicUsize::new(0));
        let stopped = until_told(&begun, &ended, || stop_after(1)).unwrap_err();
        assert_eq!((stopped.to_string().as_str(), ended.into_inner()), ("stop", 1));
        with_threads(2, || for_each(64, |_| interrupt::check()).unwrap());
    }

    #[test]
    fn work_within_work_and_from_many_threads_is_done() {
        let count = AtomicUsize::new(0);
        let nested = || for_each(8, |_| for_each(8, |_| add_one(&count)).unwrap()).unwrap();
        with_threads(2, || std::thread::scope(|s| (0..4).for_each(|_| drop(s.spawn(nested)))));
        assert_eq!(count.into_inner(), 4 * 64);
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_team_lives_on() {
        with_threads(2, || {
            let failing = || for_each(64, |i| assert!(i != 40, "task 40")).unwrap();
            assert!(catch_unwind(failing).is_err());
            let count = AtomicUsize::new(0);
            for_each(64, |_| add_one(&count)).unwrap();
            assert_eq!(count.into_inner(), 64);
        });
    }

    /// A child process works on after its parent's workers are gone: it builds its own.
    #[test]
    #[cfg(all(unix, not(miri)))] // Miri cannot fork
    fn a_forked_child_has_helpers_of_its_own() {
        with_threads(2, || {
            for_each(64, |_| {}).unwrap();
            // SAFETY: the child only computes and leaves.
            let child = unsafe { libc::fork() };
            if child == 0 {
                let count = AtomicUsize::new(0);
                let counted = for_each(64, |_| add_one(&count));
                let fine = counted.is_ok() && count.into_inner() == 64;
                // SAFETY: leaves at once, without running what the parent registered.
                unsafe { libc::_exit(if fine { 0 } else { 1 }) };
            }
            let mut status = -1;
            // SAFETY: waits for the child just made.
            unsafe { libc::waitpid(child, &mut status, 0) };
            assert_eq!(status, 0);
        });
    }
}
