//! What a pool is made of: locks, atomics, threads and cores. `tests/models` puts a model checker's in their place.

pub use std::sync::atomic::{AtomicBool, AtomicUsize};
pub use std::sync::{Condvar, Mutex, MutexGuard};
pub use std::thread::Builder;

/// How many threads run at the same time; 0 if the system does not tell.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(0, usize::from)
}
