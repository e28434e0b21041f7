//! Which thread made a tensor, by its number: blocks of numbers belong to threads.

use std::collections::VecDeque;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// Blocks that are remembered.
const MOST: usize = 4096;

/// First numbers of blocks, and the threads that have them.
static BLOCKS: Mutex<VecDeque<(u64, u64)>> = Mutex::new(VecDeque::new());

thread_local! {
    static THREAD: u64 = {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        NEXT.fetch_add(1, Relaxed)
    };
}

/// A number that no other thread of the process has.
pub fn this_thread() -> u64 {
    THREAD.try_with(|t| *t).unwrap_or(0)
}

/// The block of numbers that starts at `first` belongs to this thread.
pub(super) fn note(first: u64) {
    let mut blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    // bounded: by MOST
    if blocks.len() == MOST {
        blocks.pop_front();
    }
    blocks.push_back((first, this_thread()));
}

/// The thread that made tensor `number`, if that is still known.
pub fn thread_of(number: u64) -> Option<u64> {
    let blocks = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    blocks.iter().rev().find(|(first, _)| (*first..*first + super::IDS).contains(&number)).map(|(_, thread)| *thread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Tensor;

    #[test]
    fn a_tensor_tells_which_thread_made_it() {
        let mine = Tensor::scalar(1.0f32);
        let theirs = std::thread::spawn(|| (Tensor::scalar(1.0f32), this_thread())).join().unwrap();
        assert_eq!(thread_of(mine.id().number()), Some(this_thread()));
        assert_eq!(thread_of(theirs.0.id().number()), Some(theirs.1));
        assert_ne!(this_thread(), theirs.1);
    }
}
