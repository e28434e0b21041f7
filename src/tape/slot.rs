//! Slots: what can have a gradient on one tape. Leaves (watched tensors and variables) have slots of their own, which never
//! move; those of nodes change when the arena is pruned.

/// A leaf or one output of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slot(u32);

const LEAF: u32 = 1 << 31;

impl Slot {
    /// No slot: the input of an operation that no tape tracks.
    pub(crate) const NONE: Slot = Slot(u32::MAX);

    /// What a tensor's tape tag says when it is this slot of the tape with serial number `serial`.
    #[inline]
    pub(super) fn tape_tag(self, serial: u32) -> u64 {
        u64::from(serial) << 32 | u64::from(self.0)
    }

    /// The slot of a tape tag.
    #[inline]
    pub(super) fn of_tag(tape_tag: u64) -> Slot {
        Slot(tape_tag as u32)
    }

    pub(super) fn node(index: usize) -> Slot {
        Slot(index as u32)
    }

    pub(super) fn leaf(index: usize) -> Slot {
        Slot(index as u32 | LEAF)
    }

    /// The index of the node, or `None` for a leaf.
    #[inline]
    pub(crate) fn as_node(self) -> Option<usize> {
        (self.0 & LEAF == 0).then_some(self.0 as usize)
    }

    /// The index of the leaf, or `None` for a node's output.
    #[inline]
    pub(crate) fn as_leaf(self) -> Option<usize> {
        (self.0 & LEAF != 0 && self != Slot::NONE).then_some((self.0 & !LEAF) as usize)
    }
}
