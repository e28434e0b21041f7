//! [`Team`]: threads that wait for one job at a time and help its owner with it.
//!
//! A job is a function that may be run by any number of threads at once, and ends when nothing is left to do. Invariant:
//! a job that was begun is finished before [`Team::run`] returns, so it may borrow from the caller's stack; one that no
//! helper has begun by then is taken back.
//!
//! Waking a thread takes as long as adding up a million numbers, and jobs come in rows. So whoever waits looks on for a
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

/// For how long the owner of a job waits for helpers before it looks after something else.
const PATIENCE: Duration = Duration::from_millis(20);

/// The helpers of one process.
pub struct Team {
    pid: u32,
    threads: usize,
    /// Whether each thread has a core to wait on.
    roomy: bool,
    /// How often something was put on the desk; changes under its lock.
    posts: AtomicUsize,
    /// How many helpers are at the job; grows under the lock of the desk.
    busy: AtomicUsize,
    /// Who has it, has the helpers.
    turn: Mutex<()>,
    desk: Mutex<Desk>,
    /// Told to helpers: there is a job.
    posted: Condvar,
    /// Told to the owner: the last helper has finished.
    finished: Condvar,
}

/// What the owner and the helpers tell each other.
#[derive(Default)]
struct Desk {
    job: Option<Job>,
    /// How many helpers may still begin with the job.
    vacancies: usize,
    /// How many helpers must be woken to see what is posted.
    asleep: usize,
    /// Whether the owner must be woken when the last helper has finished.
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

impl Team {
    /// A team of that many threads, the owner of a job among them; fewer where the system gives no more. Never freed.
    pub fn start(threads: usize) -> &'static Team {
        let team: &'static Team = Box::leak(Box::new(Team {
            pid: std::process::id(),
            threads,
            roomy: cores() >= threads,
            posts: AtomicUsize::new(0),
            busy: AtomicUsize::new(0),
            turn: Mutex::default(),
            desk: Mutex::default(),
            posted: Condvar::new(),
            finished: Condvar::new(),
        }));
        for i in 1..threads {
            if Builder::new().name(format!("gradtape-{i}")).spawn(|| team.help()).is_err() {
                break;
            }
        }
        team
    }

    /// Whether the helpers are of this process and as many as that.
    pub fn serves(&self, threads: usize) -> bool {
        self.threads == threads && self.pid == std::process::id()
    }

    /// Sends the helpers home, if they are of this process.
    pub fn retire(&self) {
        // After a fork the lock may be one that nobody will ever open.
        if self.pid == std::process::id() {
            let mut desk = lock(&self.desk);
            desk.retired = true;
            self.announce(desk);
        }
    }

    /// Runs `lead` here while helpers run `help`; without them if they are busy. Calls `while_waiting` every [`PATIENCE`]
    /// while helpers are at it longer than `lead` was.
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
        assert!(!failed.load(Relaxed), "a helper's part of a parallel loop panicked");
        result
    }

    fn post(&self, help: &(dyn Fn() + Sync)) {
        // SAFETY: only the lifetime changes; `Recall` waits until nobody has the job.
        let job = Job(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(help) });
        let mut desk = lock(&self.desk);
        (desk.job, desk.vacancies) = (Some(job), self.threads - 1);
        self.announce(desk);
    }

    /// Tells all helpers to look at the desk.
    fn announce(&self, desk: MutexGuard<'_, Desk>) {
        self.posts.fetch_add(1, Relaxed);
        let asleep = desk.asleep;
        drop(desk);
        // Waking nobody would be a system call all the same.
        if asleep > 0 {
            self.posted.notify_all();
        }
    }

    /// What a helper does all its life.
    fn help(&self) {
        interrupt::never_ask_here();
        let mut desk = lock(&self.desk);
        while !desk.retired {
            let Some(job) = desk.job.filter(|_| desk.vacancies > 0) else {
                desk = self.rest(desk);
                continue;
            };
            desk.vacancies -= 1;
            self.busy.fetch_add(1, Relaxed);
            drop(desk);
            // SAFETY: the job lives until `busy` is 0 again.
            unsafe { (*job.0)() };
            desk = lock(&self.desk);
            if self.busy.fetch_sub(1, Release) == 1 && desk.awaited {
                self.finished.notify_all();
            }
        }
    }

    /// Waits until there may be something new on the desk: at first awake, then asleep.
    fn rest<'a>(&'a self, desk: MutexGuard<'a, Desk>) -> MutexGuard<'a, Desk> {
        let seen = self.posts.load(Relaxed);
        drop(desk);
        self.watch(|| self.posts.load(Relaxed) != seen);
        let mut desk = lock(&self.desk);
        if self.posts.load(Relaxed) == seen {
            desk.asleep += 1;
            desk = self.posted.wait(desk).unwrap_or_else(PoisonError::into_inner);
            desk.asleep -= 1;
        }
        desk
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
struct Recall<'a>(&'a Team, &'a dyn Fn());

impl Drop for Recall<'_> {
    fn drop(&mut self) {
        let team = self.0;
        lock(&team.desk).job = None;
        // Nobody can begin any more.
        let done = || team.busy.load(Acquire) == 0;
        team.watch(done);
        if done() {
            return;
        }
        let mut desk = lock(&team.desk);
        desk.awaited = true;
        while !done() {
            let waited = team.finished.wait_timeout(desk, PATIENCE).unwrap_or_else(PoisonError::into_inner);
            desk = waited.0;
            if waited.1.timed_out() && !std::thread::panicking() {
                drop(desk);
                (self.1)();
                desk = lock(&team.desk);
            }
        }
        desk.awaited = false;
    }
}
