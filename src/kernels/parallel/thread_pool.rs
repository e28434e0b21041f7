//! [`ThreadPool`]: threads that wait for one job at a time and help its owner with it.
//!
//! A job is a function that may be run by any number of threads at once, and ends when nothing is left to do. Invariant:
//! a job that was begun is finished before [`ThreadPool::run`] returns, so it may borrow from the caller's stack; one
//! that no worker has begun by then is taken back.
//!
//! Waking a thread takes as long as adding up a million numbers, and jobs come in rows. So whoever waits spins for a
//! moment ([`ALERT`]) before it sleeps, unless there are more threads than cores.
//!
//! `tests/models` runs this file under a model checker: every order in which its threads can meet.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::time::{Duration, Instant};

use super::sync::{AtomicBool, AtomicUsize, Builder, Condvar, Mutex, MutexGuard, cores};
use crate::interrupt;

/// For how long somebody who waits keeps a core busy with looking.
const ALERT: Duration = Duration::from_micros(60);

/// For how long the owner of a job waits for workers before it looks after something else.
const PATIENCE: Duration = Duration::from_millis(20);

/// The workers of one process.
pub struct ThreadPool {
    pid: u32,
    threads: usize,
    /// Whether each thread has a core to wait on.
    roomy: bool,
    /// How often something was put into the slot; changes under its lock.
    posts: AtomicUsize,
    /// How many workers are at the job; grows under the lock of the slot.
    busy: AtomicUsize,
    /// Held by who uses the workers: one caller at a time.
    turn: Mutex<()>,
    slot: Mutex<JobSlot>,
    /// Told to workers: there is a job.
    posted: Condvar,
    /// Told to the owner: the last worker has finished.
    finished: Condvar,
}

/// What the owner and the workers tell each other.
#[derive(Default)]
struct JobSlot {
    job: Option<Job>,
    /// How many workers may still begin with the job.
    permits: usize,
    /// How many workers must be woken to see what is posted.
    asleep: usize,
    /// Whether the owner must be woken when the last worker has finished.
    awaited: bool,
    retired: bool,
}

/// A borrowed function, its lifetime forgotten.
#[derive(Clone, Copy)]
struct Job(*const (dyn Fn() + Sync));

// SAFETY: the function is `Sync`, and lives while anyone has the job: the invariant of this file.
unsafe impl Send for Job {}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ThreadPool {
    /// A pool of that many threads, the owner of a job among them; fewer where the system gives no more. Never freed.
    pub fn start(threads: usize) -> &'static ThreadPool {
        let pool: &'static ThreadPool = Box::leak(Box::new(ThreadPool {
            pid: std::process::id(),
            threads,
            roomy: cores() >= threads,
            posts: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            turn: Mutex::default(),
            slot: Mutex::default(),
            posted: Condvar::new(),
            finished: Condvar::new(),
        }));
        for i in 1..threads {
            if Builder::new().name(format!("gradtape-{i}")).spawn(|| pool.help()).is_err() {
                break;
            }
        }
        pool
    }

    /// Whether the workers are of this process and as many as that.
    pub fn serves(&self, threads: usize) -> bool {
        self.threads == threads && self.pid == std::process::id()
    }

    /// Sends the workers home, if they are of this process.
    pub fn retire(&self) {
        // After a fork the lock may be one that nobody will ever open.
        if self.pid == std::process::id() {
            let mut slot = lock(&self.slot);
            slot.retired = true;
            self.announce(slot);
        }
    }

    /// Runs `lead` here while workers run `help`; without them if they are busy. Calls `while_waiting` every
    /// [`PATIENCE`] while workers are at it longer than `lead` was.
    ///
    /// # Panics
    /// If `lead` or `help` does.
    pub fn run<R>(&self, help: &(dyn Fn() + Sync), lead: impl FnOnce() -> R, while_waiting: &dyn Fn()) -> R {
        let Ok(_turn) = self.turn.try_lock() else {
            return lead();
        };
        let failed = AtomicBool::new(false);
        let guarded = || {
            if catch_unwind(AssertUnwindSafe(help)).is_err() {
                failed.store(true, Relaxed);
            }
        };
        self.post(&guarded);
        // On the way out, also by a panic of `lead`.
        let recall = Recall(self, while_waiting);
        let result = lead();
        drop(recall);
        assert!(!failed.load(Relaxed), "a worker's part of a parallel loop panicked");
        result
    }

    fn post(&self, help: &(dyn Fn() + Sync)) {
        // SAFETY: only the lifetime changes; `Recall` waits until nobody has the job.
        let job = Job(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(help) });
        let mut slot = lock(&self.slot);
        (slot.job, slot.permits) = (Some(job), self.threads - 1);
        self.announce(slot);
    }

    /// Tells all workers to look at the slot.
    fn announce(&self, slot: MutexGuard<'_, JobSlot>) {
        self.posts.fetch_add(1, Relaxed);
        let asleep = slot.asleep;
        drop(slot);
        // Waking nobody would be a system call all the same.
        if asleep > 0 {
            self.posted.notify_all();
        }
    }

    /// What a worker does all its life.
    fn help(&self) {
        interrupt::never_ask_here();
        let mut slot = lock(&self.slot);
        while !slot.retired {
            let Some(job) = slot.job.filter(|_| slot.permits > 0) else {
                slot = self.rest(slot);
                continue;
            };
            slot.permits -= 1;
            self.busy.fetch_add(1, Relaxed);
            drop(slot);
            // SAFETY: the job lives until `busy` is 0 again.
            unsafe { (*job.0)() };
            slot = lock(&self.slot);
            if self.busy.fetch_sub(1, Release) == 1 && slot.awaited {
                self.finished.notify_all();
            }
        }
    }

    /// Waits until there may be something new in the slot: at first awake, then asleep.
    fn rest<'a>(&'a self, slot: MutexGuard<'a, JobSlot>) -> MutexGuard<'a, JobSlot> {
        let seen = self.posts.load(Relaxed);
        drop(slot);
        self.watch(|| self.posts.load(Relaxed) != seen);
        let mut slot = lock(&self.slot);
        if self.posts.load(Relaxed) == seen {
            slot.asleep += 1;
            slot = self.posted.wait(slot).unwrap_or_else(PoisonError::into_inner);
            slot.asleep -= 1;
        }
        slot
    }

    /// Looks for a moment whether it has happened.
    fn watch(&self, happened: impl Fn() -> bool) {
        let start = Instant::now();
        while self.roomy && !happened() && start.elapsed() < ALERT {
            (0..LOOKS).take_while(|_| !happened()).for_each(|_| std::hint::spin_loop());
        }
    }
}

/// How often somebody looks before looking at the clock.
const LOOKS: usize = 32;

/// Takes the job back when dropped, and waits for those who are at it.
struct Recall<'a>(&'a ThreadPool, &'a dyn Fn());

impl Drop for Recall<'_> {
    fn drop(&mut self) {
        let pool = self.0;
        lock(&pool.slot).job = None;
        // Nobody can begin any more.
        let done = || pool.busy.load(Acquire) == 0;
        pool.watch(done);
        if done() {
            return;
        }
        let mut slot = lock(&pool.slot);
        slot.awaited = true;
        while !done() {
            let waited = pool.finished.wait_timeout(slot, PATIENCE).unwrap_or_else(PoisonError::into_inner);
            slot = waited.0;
            if waited.1.timed_out() && !std::thread::panicking() {
                drop(slot);
                (self.1)();
                slot = lock(&pool.slot);
            }
        }
        slot.awaited = false;
    }
}
