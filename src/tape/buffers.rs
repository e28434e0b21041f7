//! The memory of an arena, handed from a dropped one to the next of the same thread: a loop that makes a tape for each
//! step allocates nothing for it.

use super::arena::Leaf;
use super::arena::Node;
use super::slot::Slot;
use super::specs::Specs;
use crate::tensor::Tensor;
use std::cell::Cell;

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

thread_local! {
    static SPARE: Cell<Option<Buffers>> = const { Cell::new(None) };
}

impl Buffers {
    /// Empty buffers, with memory if some was kept.
    pub(super) fn spare() -> Buffers {
        SPARE.try_with(Cell::take).ok().flatten().unwrap_or_default()
    }

    /// Drops the contents and keeps the memory for [`Buffers::spare`]. Contents may run any code when they are dropped
    /// (gradients of users), tapes included, so the memory is put aside only afterwards.
    pub(super) fn keep(mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.saved.clear();
        self.leaves.clear();
        self.specs.clear();
        if self.nodes.capacity() <= MOST && self.saved.capacity() <= 4 * MOST {
            // At the end of a thread there is no place for it any more.
            let _ = SPARE.try_with(|spare| spare.set(Some(self)));
        }
    }
}
