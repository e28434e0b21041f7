//! Every order in which an owner and the workers of a [`thread_pool::ThreadPool`] can meet, tried by loom.
//!
//! The file under test is the library's own; only the locks, atomics and threads that it is made of are loom's.

/// As `src/kernels/parallel/sync.rs`.
mod sync {
    pub use loom::sync::atomic::{AtomicBool, AtomicUsize};
    pub use loom::sync::{Condvar, Mutex, MutexGuard};
    pub use loom::thread::Builder;

    /// One: who waits does not look on before it sleeps, which for loom would be a loop without an end.
    pub fn cores() -> usize {
        1
    }
}

/// As `src/interrupt.rs`; nothing is interrupted here.
mod interrupt {
    pub fn never_ask_here() {}
}

#[path = "../../../src/kernels/parallel/pool.rs"]
#[expect(dead_code, reason = "the library asks a pool more than these models do")]
mod thread_pool;

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use loom::cell::UnsafeCell;
    use loom::sync::atomic::AtomicUsize;
    use loom::sync::atomic::Ordering::Relaxed;

    use super::thread_pool::ThreadPool;

    /// What a job borrows; loom fails if a worker reads it while or after the owner writes.
    struct Borrowed(UnsafeCell<usize>);

    // SAFETY: loom looks at every access.
    unsafe impl Sync for Borrowed {}

    impl Borrowed {
        fn new(value: usize) -> Borrowed {
            Borrowed(UnsafeCell::new(value))
        }

        fn read(&self) -> usize {
            // SAFETY: loom tells if somebody writes meanwhile.
            self.0.with(|value| unsafe { *value })
        }

        fn write(&self, value: usize) {
            // SAFETY: loom tells if somebody reads or writes meanwhile.
            self.0.with_mut(|place| unsafe { *place = value });
        }
    }

    /// Jobs one after another: what they borrow is the owner's again when `run` returns, workers that were late
    /// included.
    fn jobs_in_a_row(pool: &ThreadPool, jobs: usize) {
        for i in 1..=jobs {
            let (borrowed, begun) = (Borrowed::new(i), AtomicUsize::new(0));
            let help = || {
                assert_eq!(borrowed.read(), i);
                begun.fetch_add(1, Relaxed);
            };
            pool.run(&help, || assert_eq!(borrowed.read(), i));
            borrowed.write(0);
        }
    }

    fn explore(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(preemptions);
        builder.check(model);
    }

    #[test]
    fn a_job_is_over_when_run_returns() {
        explore(4, || {
            let pool = ThreadPool::start(2);
            jobs_in_a_row(pool, 2);
            pool.retire();
        });
    }

    #[test]
    fn so_with_two_helpers() {
        explore(2, || {
            let pool = ThreadPool::start(3);
            jobs_in_a_row(pool, 1);
            pool.retire();
        });
    }

    #[test]
    fn two_owners_at_once_and_nobody_waits_for_the_other() {
        explore(2, || {
            let pool = ThreadPool::start(2);
            let other = loom::thread::spawn(move || jobs_in_a_row(pool, 1));
            jobs_in_a_row(pool, 1);
            other.join().expect("the other owner");
            pool.retire();
        });
    }

    #[test]
    fn a_panic_of_the_owner_takes_the_job_back() {
        explore(3, || {
            let pool = ThreadPool::start(2);
            let borrowed = Borrowed::new(1);
            let help = || assert_eq!(borrowed.read(), 1);
            let lead = || std::panic::resume_unwind(Box::new("stopped"));
            assert!(catch_unwind(AssertUnwindSafe(|| pool.run::<()>(&help, lead))).is_err());
            borrowed.write(0);
            pool.retire();
        });
    }
}
