//! The memory of an arena, handed from a dropped one to the next of the same thread: a loop that makes a tape for each
//! step, or a few inside of each other, allocates nothing for it.

use std::cell::RefCell;

use super::arena::{Leaf, Node};
use super::slot::Slot;
use super::specs::Specs;
use crate::tensor::Tensor;

/// Nodes up to which memory is kept: about a megabyte.
const MOST: usize = 1 << 14;

#[derive(Default)]
pub(super) struct Buffers {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Slot>,
    pub(super) saved: Vec<Option<Tensor>>,
    pub(super) specs: Specs,
    pub(super) leaves: Vec<Leaf>,
}

/// How many tapes' memory is kept: derivatives of third order take so many at a time.
const TAPES: usize = 3;

thread_local! {
    static FREE: RefCell<Vec<Buffers>> = const { RefCell::new(Vec::new()) };
}

impl Buffers {
    /// Empty buffers, with memory if some was kept.
    pub(super) fn free() -> Buffers {
        FREE.try_with(|free| free.borrow_mut().pop()).ok().flatten().unwrap_or_default()
    }

    /// Drops the contents and keeps the memory for [`Buffers::free`]. Contents may run any code when they are dropped
    /// (gradients of users), tapes included, so the memory is put aside only afterwards.
    pub(super) fn keep(mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.saved.clear();
        self.leaves.clear();
        self.specs.clear();
        if (1..=MOST).contains(&self.nodes.capacity()) && self.saved.capacity() <= 4 * MOST {
            // At the end of a thread there is no place for it any more.
            let _ = FREE.try_with(|free| {
                let mut free = free.borrow_mut();
                if free.len() < TAPES {
                    free.push(self);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_nested_tapes_is_kept_and_that_of_many_is_not() {
        let with = |n| Buffers { nodes: Vec::with_capacity(n), ..Buffers::default() };
        (1..=TAPES + 2).for_each(|n| with(n).keep());
        with(MOST + 1).keep();
        with(0).keep();
        let kept: Vec<usize> = (0..=TAPES).map(|_| Buffers::free().nodes.capacity()).collect();
        assert_eq!(kept, [3, 2, 1, 0]);
    }
}
