//! [`Row`]: numbered pieces of work, of which each is taken once, from the front or from the end.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The numbers from the lower half up to the higher half, without the latter, are left.
pub struct Row(AtomicU64);

/// The first number that is left, and the one behind the last.
fn ends(row: u64) -> (u64, u64) {
    (row & u64::from(u32::MAX), row >> 32)
}

impl Row {
    /// The numbers below `count`.
    ///
    /// # Panics
    /// If there are more than four thousand million: pieces are longer than that.
    pub fn of(count: usize) -> Row {
        let count = u32::try_from(count).expect("pieces of some length");
        Row(AtomicU64::new(u64::from(count) << 32))
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

    /// Changes the row by `step` unless it is empty; the ends it had.
    fn take(&self, step: u64) -> Option<(u64, u64)> {
        let left = |row: u64| (ends(row).0 < ends(row).1).then(|| row.wrapping_add(step));
        self.0.fetch_update(Relaxed, Relaxed, left).ok().map(ends)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn each_is_taken_once_from_either_end() {
        let row = Row::of(3);
        assert_eq!(
            (row.first(), row.last(), row.first(), row.last(), row.first()),
            (Some(0), Some(2), Some(1), None, None)
        );
        let row = Row::of(5);
        row.clear();
        assert_eq!((row.first(), row.last()), (None, None));
        assert_eq!(Row::of(0).last(), None);
    }

    #[test]
    fn threads_take_all_of_them() {
        // Miri takes a second for what a processor does in a microsecond.
        let len = if cfg!(miri) { 100 } else { 10_000 };
        let (row, taken) = (Row::of(len), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for k in 0..4 {
                let (row, taken) = (&row, &taken);
                scope.spawn(move || {
                    let take = || if k % 2 == 0 { row.first() } else { row.last() };
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
