//! [`Queue`]: numbered tasks, of which each is taken once, from the front or from the end.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The numbers from the lower half up to the higher half, without the latter, are left.
pub struct Queue(AtomicU64);

/// The first number that is left, and the one behind the last.
fn ends(queue: u64) -> (u64, u64) {
    (queue & u64::from(u32::MAX), queue >> 32)
}

impl Queue {
    /// The numbers below `count`.
    ///
    /// # Panics
    /// If there are more than four thousand million: tasks are longer than that.
    pub fn of(count: usize) -> Queue {
        let count = u32::try_from(count).expect("tasks of some length");
        Queue(AtomicU64::new(u64::from(count) << 32))
    }

    /// Takes the first.
    pub fn first(&self) -> Option<usize> {
        self.take(1).map(|(first, _)| first as usize)
    }

    /// Takes the last.
    pub fn last(&self) -> Option<usize> {
        self.take(0u64.wrapping_sub(1 << 32)).map(|(_, end)| end as usize - 1)
    }

    /// Leaves none.
    pub fn clear(&self) {
        self.0.store(0, Relaxed);
    }

    /// Changes the queue by `step` unless it is empty; the ends it had.
    fn take(&self, step: u64) -> Option<(u64, u64)> {
        let left = |queue: u64| (ends(queue).0 < ends(queue).1).then(|| queue.wrapping_add(step));
        self.0.fetch_update(Relaxed, Relaxed, left).ok().map(ends)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn each_is_taken_once_from_either_end() {
        let queue = Queue::of(3);
        assert_eq!(
            (queue.first(), queue.last(), queue.first(), queue.last(), queue.first()),
            (Some(0), Some(2), Some(1), None, None)
        );
        let queue = Queue::of(5);
        queue.clear();
        assert_eq!((queue.first(), queue.last()), (None, None));
        assert_eq!(Queue::of(0).last(), None);
    }

    #[test]
    fn threads_take_all_of_them() {
        // Miri takes a second for what a processor does in a microsecond.
        let len = if cfg!(miri) { 100 } else { 10_000 };
        let (queue, taken) = (Queue::of(len), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for k in 0..4 {
                let (queue, taken) = (&queue, &taken);
                scope.spawn(move || {
                    let take = || if k % 2 == 0 { queue.first() } else { queue.last() };
                    let mine: Vec<usize> = std::iter::from_fn(take).collect();
                    taken.lock().unwrap().extend(mine);
                });
            }
        });
        let mut taken = taken.into_inner().unwrap();
        taken.sort_unstable();
        assert!(taken.into_iter().eq(0..len));
    }
}
