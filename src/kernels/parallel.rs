//! Threads for long loops: one pool of our own, built when first needed.
//!
//! The pool is keyed by process id: after a fork the child builds its own and leaks the parent's, whose threads do not
//! exist there. Nothing is started at import. Results never depend on the number of threads.

use rayon::ThreadPool;
use rayon::ThreadPoolBuilder;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

struct Pool {
    pid: u32,
    threads: usize,
    pool: &'static ThreadPool,
}

static POOL: Mutex<Option<Pool>> = Mutex::new(None);
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// How many threads long kernels use: what was set, else `GRADTAPE_NUM_THREADS`, else the number of cores.
pub fn threads() -> usize {
    match THREADS.load(Relaxed) {
        0 => {
            let asked = std::env::var("GRADTAPE_NUM_THREADS").ok().and_then(|v| v.parse().ok()).filter(|&n| n > 0);
            let n = asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
            THREADS.store(n, Relaxed);
            n
        }
        n => n,
    }
}

/// Sets the number of threads; 0 means the default.
pub fn set_threads(n: usize) {
    THREADS.store(n, Relaxed);
}

/// Runs `work` inside the pool, so that rayon calls within use its threads; on this thread if only one is wanted or no
/// pool can be had.
pub fn install<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    match pool() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn pool() -> Option<&'static ThreadPool> {
    let (pid, threads) = (std::process::id(), threads());
    if threads < 2 {
        return None;
    }
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = &*slot
        && known.pid == pid
        && known.threads == threads
    {
        return Some(known.pool);
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("gradtape-{i}")).build().ok()?;
    // Leaked on purpose: a pool inherited through a fork cannot be shut down, and changes of the setting are rare.
    let pool: &'static ThreadPool = Box::leak(Box::new(built));
    *slot = Some(Pool { pid, threads, pool });
    Some(pool)
}
