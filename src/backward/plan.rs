//! What lies between the sources and the targets of a backward pass, and so what the backward pass visits.
//!
//! Nodes and leaves have *places* in the tables of one backward pass. Mostly these are their indices; where a backward
//! pass over a tape that lives on needs only a small part of it, they are numbered anew, in the same order, so that
//! many gradients of one long tape cost what they visit. Invariant: the outputs of one operation have neighbouring
//! places.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::{SmallVec, smallvec};

use crate::error::Result;
use crate::memory::try_collect;
use crate::tape::{Arena, Slot};

/// Which nodes lie between the sources and the targets.
pub(super) struct Plan {
    nodes: Places,
    leaves: Places,
    /// For each node's place, as bits: [`NEEDED`], [`THROUGH`], [`SOURCE`], and how often it is used.
    node: SmallVec<[u8; 64]>,
    /// For each leaf's, [`NEEDED`], and how often it is used.
    leaf: SmallVec<[u8; 16]>,
    has_many: bool,
}

/// The gradient of this output is needed, as a source or on the way to one.
const NEEDED: u8 = 1;
/// This node heads an operation that has a source upstream.
pub(super) const THROUGH: u8 = 2;
/// This output is a source.
pub(super) const SOURCE: u8 = 4;
/// This is used once; twice and three times are multiples of it, and that is as far as is counted.
const ONCE: u8 = 64;
const MANY: u8 = 3 * ONCE;

/// Where a slot is in the tables of a backward pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Node(usize),
    Leaf(usize),
}

impl Plan {
    /// The plan of a backward pass from `targets`; `part` says whether it is worth looking for a small part of the
    /// nodes first.
    pub(super) fn new(arena: &Arena, sources: &[Slot], targets: &[Slot], part: bool) -> Plan {
        let end = end(arena, targets);
        let nodes = part.then(|| upstream(arena, sources, targets, end / WORTH)).flatten();
        let nodes = nodes.map_or(Places::All(end), Places::Few);
        let leaves = leaves(arena, sources);
        let (node, leaf) = (smallvec![0; nodes.len()], smallvec![0; leaves.len()]);
        let mut plan = Plan { nodes, leaves, node, leaf, has_many: false };
        plan.mark_sources(sources);
        plan.mark_between(arena);
        plan
    }

    fn mark_sources(&mut self, sources: &[Slot]) {
        for source in sources {
            match self.place(*source) {
                Some(Place::Node(at)) => self.node[at] = NEEDED | SOURCE,
                Some(Place::Leaf(at)) => self.leaf[at] = NEEDED,
                None => {}
            }
        }
    }

    fn mark_between(&mut self, arena: &Arena) {
        let places = self.node.len();
        for at in 0..places {
            let head = self.nodes.index(at);
            if self.count_uses(arena.edges(head)) {
                self.node[at] |= THROUGH;
                let outputs = at..(at + arena.outputs(head)).min(places);
                self.node[outputs].iter_mut().for_each(|bits| *bits |= NEEDED);
            }
        }
    }

    /// Counts the uses of those whose gradient is needed; says whether there are any.
    #[inline]
    fn count_uses(&mut self, edges: &[Slot]) -> bool {
        let mut some = false;
        for slot in edges {
            let Some(place) = self.wanted(*slot) else {
                continue;
            };
            some = true;
            let bits = match place {
                Place::Node(at) => &mut self.node[at],
                Place::Leaf(at) => &mut self.leaf[at],
            };
            if *bits < MANY {
                *bits += ONCE;
                self.has_many |= *bits >= MANY;
            }
        }
        some
    }

    /// Whether three or more gradients may come for a place.
    #[inline]
    pub(super) fn is_many(&self, place: Place) -> bool {
        let bits = match place {
            Place::Node(at) => self.node[at],
            Place::Leaf(at) => self.leaf[at],
        };
        bits >= MANY
    }

    /// Whether there is such a place.
    #[inline]
    pub(super) fn has_many(&self) -> bool {
        self.has_many
    }

    /// The place that heads the operation which a slot is a needed result of.
    pub(super) fn head(&self, arena: &Arena, slot: Slot) -> Option<usize> {
        let Place::Node(mut at) = self.wanted(slot)? else {
            return None;
        };
        // The other results of an operation come behind its first one, and tell of none.
        while arena.outputs(self.nodes.index(at)) == 0 {
            at -= 1;
        }
        Some(at)
    }

    /// The place of a slot whose gradient is needed.
    #[inline]
    pub(super) fn wanted(&self, slot: Slot) -> Option<Place> {
        self.place(slot).filter(|place| match *place {
            Place::Node(at) => self.is(at, NEEDED),
            Place::Leaf(at) => self.leaf[at] & NEEDED != 0,
        })
    }

    /// Whether the gradient of `slot` is needed.
    #[inline]
    pub(super) fn needs(&self, slot: Slot) -> bool {
        self.wanted(slot).is_some()
    }

    /// What is said of the node with place `at`.
    #[inline]
    pub(super) fn is(&self, at: usize, what: u8) -> bool {
        self.node[at] & what != 0
    }

    /// The place of a slot; `None` if the backward pass does not come to it.
    #[inline]
    pub(super) fn place(&self, slot: Slot) -> Option<Place> {
        match slot.as_node() {
            Some(node) => self.nodes.of(node).map(Place::Node),
            None => slot.as_leaf().and_then(|leaf| self.leaves.of(leaf)).map(Place::Leaf),
        }
    }

    /// The node with place `at`.
    #[inline]
    pub(super) fn index(&self, at: usize) -> usize {
        self.nodes.index(at)
    }

    /// The sources in the order in which their gradients become final, each with the lowest place that must have been
    /// passed by then: that of the first operation that used a leaf; for a result, the place above its own.
    pub(super) fn ends(&self, arena: &Arena, sources: &[Slot]) -> Result<Vec<(usize, usize)>> {
        let places = self.node.len();
        let mut first: SmallVec<[usize; 16]> = smallvec![places; self.leaf.len()];
        for at in (0..places).rev().filter(|at| self.is(*at, THROUGH)) {
            for slot in arena.edges(self.nodes.index(at)) {
                if let Some(Place::Leaf(leaf)) = self.wanted(*slot) {
                    first[leaf] = at;
                }
            }
        }
        let end = |slot: &Slot| match self.place(*slot) {
            Some(Place::Node(at)) => at + 1,
            Some(Place::Leaf(leaf)) => first[leaf],
            None => places,
        };
        let mut ends = try_collect(sources.iter().enumerate().map(|(i, slot)| (end(slot), i)))?;
        ends.sort_by_key(|(end, _)| Reverse(*end));
        Ok(ends)
    }

    /// How many nodes and leaves have places.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.node.len(), self.leaf.len())
    }
}

/// Indices and their places.
enum Places {
    /// All indices below this one, each its own place.
    All(usize),
    /// These, in rising order.
    Few(Vec<u32>),
}

impl Places {
    fn len(&self) -> usize {
        match self {
            Places::All(count) => *count,
            Places::Few(list) => list.len(),
        }
    }

    #[inline]
    fn of(&self, index: usize) -> Option<usize> {
        match self {
            Places::All(count) => (index < *count).then_some(index),
            Places::Few(list) => list.binary_search(&(index as u32)).ok(),
        }
    }

    #[inline]
    fn index(&self, at: usize) -> usize {
        match self {
            Places::All(_) => at,
            Places::Few(list) => list[at] as usize,
        }
    }
}

/// A numbering of its own is worth it where a backward pass needs less than one of so many.
const WORTH: usize = 8;

/// One past the last node of the targets' operations: a target may be an output in the middle of one.
fn end(arena: &Arena, targets: &[Slot]) -> usize {
    let end = targets.iter().filter_map(|slot| slot.as_node()).max().map_or(0, |top| top + 1);
    (end..arena.len()).find(|&i| arena.outputs(i) > 0).unwrap_or(arena.len())
}

/// The nodes that the targets were computed from, back to the first source; `None` if there are more than `most`.
fn upstream(arena: &Arena, sources: &[Slot], targets: &[Slot], most: usize) -> Option<Vec<u32>> {
    let floor = floor(arena, sources);
    let mut heads: BinaryHeap<usize> = BinaryHeap::new();
    let add = |heads: &mut BinaryHeap<usize>, slots: &[Slot]| {
        let nodes = slots.iter().filter_map(|slot| slot.as_node()).filter(|node| *node >= floor);
        heads.extend(nodes.map(|node| arena.head(node)));
        heads.len() <= most
    };
    let (mut found, mut last) = (Vec::new(), usize::MAX);
    let mut few = add(&mut heads, targets);
    while few && let Some(next) = heads.pop() {
        if next != last {
            last = next;
            found.extend((next..next + arena.outputs(next)).map(|node| node as u32));
            few = add(&mut heads, arena.edges(next)) && found.len() <= most;
        }
    }
    found.sort_unstable();
    few.then_some(found)
}

/// No source has a lower node than this one.
fn floor(arena: &Arena, sources: &[Slot]) -> usize {
    let lowest = |floor: usize, source: &Slot| match (source.as_node(), source.as_leaf()) {
        (Some(node), _) => floor.min(arena.head(node)),
        (_, Some(_)) => 0,
        _ => floor,
    };
    sources.iter().fold(usize::MAX, lowest)
}

/// Places for the leaves: for all of them, unless the sources are few of many.
fn leaves(arena: &Arena, sources: &[Slot]) -> Places {
    if sources.len() * WORTH >= arena.leaves() {
        return Places::All(arena.leaves());
    }
    let mut list: Vec<u32> = sources.iter().filter_map(|s| s.as_leaf()).map(|leaf| leaf as u32).collect();
    list.sort_unstable();
    list.dedup();
    Places::Few(list)
}
