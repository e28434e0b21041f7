//! Waiting for another thread, and letting others run meanwhile.
//!
//! The Python layer installs a hook that gives up the interpreter's lock while this thread waits. No correctness rests on
//! it: who holds a lock of the core never waits for the interpreter. But who waits with the interpreter's lock in its hands
//! stops every thread of the program.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

use crate::interrupt;

/// Something to wait for.
pub type Wait<'a> = &'a (dyn Fn() + Sync);

static HOOK: OnceLock<fn(Wait<'_>)> = OnceLock::new();

/// Installs who calls the waiting function; only the first call counts.
pub fn set_hook(hook: fn(Wait<'_>)) {
    let _ = HOOK.set(hook);
}

/// Locks `mutex`. A panic of who held it is no reason to refuse what it guards.
#[inline]
pub fn lock<T: Send>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    match mutex.try_lock() {
        Ok(guard) => guard,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => wait(mutex),
    }
}

/// As [`lock`], for a thread that may hold another lock: nobody is told that it waits.
pub fn lock_quietly<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cold]
fn wait<T: Send>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Who works under a lock must not wait for the interpreter afterwards, as the hook does.
    if let Some(hook) = HOOK.get().filter(|_| !interrupt::is_shielded()) {
        hook(&|| drop(lock_quietly(mutex)));
    }
    lock_quietly(mutex)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::SeqCst;
    use std::time::Duration;

    use super::*;

    static TOLD: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn the_hook_is_told_of_waiting_and_of_nothing_else() {
        set_hook(|wait| {
            TOLD.fetch_add(1, SeqCst);
            wait();
        });
        let busy = Mutex::new(0);
        *lock(&busy) += 1;
        assert_eq!(TOLD.load(SeqCst), 0);
        for (quiet, told) in [(false, 1), (true, 1)] {
            let held = lock(&busy);
            std::thread::scope(|scope| {
                let add = || *lock(&busy) += 1;
                let waiting = scope.spawn(move || if quiet { interrupt::shielded(add) } else { add() });
                while TOLD.load(SeqCst) < told {
                    std::thread::yield_now();
                }
                std::thread::sleep(Duration::from_millis(10));
                drop(held);
                waiting.join().unwrap();
            });
            assert_eq!(TOLD.load(SeqCst), told);
        }
        assert_eq!(*lock(&busy), 3);
    }

    #[test]
    fn a_panic_under_the_lock_leaves_it_usable() {
        let mutex = Mutex::new(1);
        let fail = || {
            let _held = lock(&mutex);
            panic!("a defect");
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(fail)).is_err());
        assert_eq!(*lock(&mutex), 1);
        assert_eq!(*lock_quietly(&mutex), 1);
    }
}
