//! [`Team`]: threads that wait for one job at a time and help its owner with it.
//!
//! A job is a function that may be run by any number of threads at once, and ends when nothing is left to do. Invariant:
//! a job that was begun is finished before [`Team::run`] returns, so it may borrow from the caller's stack; one that no
//! helper has begun by then is taken back.

use crate::interrupt;
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::Condvar;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::Builder;

/// The helpers of one process.
pub struct Team {
    pid: u32,
    threads: usize,
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
    /// How many helpers are at it.
    busy: usize,
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
            lock(&self.desk).retired = true;
            self.posted.notify_all();
        }
    }

    /// Runs `lead` here while helpers run `help`; without them if they are busy.
    ///
    /// # Panics
    /// If `lead` or `help` does.
    pub fn run<R>(&self, help: &(dyn Fn() + Sync), lead: impl FnOnce() -> R) -> R {
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
        let recall = Recall(self);
        let result = lead();
        drop(recall);
        assert!(!failed.into_inner(), "a helper's part of a parallel loop panicked");
        result
    }

    fn post(&self, help: &(dyn Fn() + Sync)) {
        // SAFETY: only the lifetime changes; `Recall` waits until nobody has the job.
        let job = Job(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(help) });
        let mut desk = lock(&self.desk);
        (desk.job, desk.vacancies) = (Some(job), self.threads - 1);
        drop(desk);
        self.posted.notify_all();
    }

    /// What a helper does all its life.
    fn help(&self) {
        interrupt::never_ask_here();
        let mut desk = lock(&self.desk);
        while !desk.retired {
            let Some(job) = desk.job.filter(|_| desk.vacancies > 0) else {
                desk = self.posted.wait(desk).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            desk.vacancies -= 1;
            desk.busy += 1;
            drop(desk);
            // SAFETY: the job lives until `busy` is 0 again.
            unsafe { (*job.0)() };
            desk = lock(&self.desk);
            desk.busy -= 1;
            if desk.busy == 0 {
                self.finished.notify_all();
            }
        }
    }
}

/// Takes the job back when dropped, and waits for those who are at it.
struct Recall<'a>(&'a Team);

impl Drop for Recall<'_> {
    fn drop(&mut self) {
        let mut desk = lock(&self.0.desk);
        desk.job = None;
        while desk.busy > 0 {
            desk = self.0.finished.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
