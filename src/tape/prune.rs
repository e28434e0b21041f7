//! Letting go of what nothing needs any more, while recording goes on.
//!
//! A node is needed if the program still holds one of its outputs, or a needed later node reads it. Tensors do not tell
//! the tape when they die (their `drop` is a hot path); instead the arena is looked through when its nodes have doubled
//! since the last time, or when writing the tensors kept since then took much longer than looking does: so the cost for
//! each recorded operation is small or constant. The tape's own references are counted and subtracted: a tensor held
//! by tapes only is not held by the program. Needed nodes move together, and the tags of the tensors that are still
//! alive follow.

use rustc_hash::FxHashMap;

use super::arena::{Arena, Node};
use super::slot::Slot;
use crate::tensor::Tensor;

/// A tape does not look for dead nodes before it holds this many, or this many bytes.
pub(super) const PRUNE_NODES: usize = 4096;
pub(super) const PRUNE_BYTES: usize = 2 << 20;

/// Kept bytes for each node until the next look: ten times as long to write as the node is to look at.
const BYTES_FOR_NODE: usize = 16 << 10;

/// What pruning removed.
#[allow(dead_code)] // Held for its drop alone.
pub(super) struct Garbage {
    nodes: Vec<Node>,
    saved: Vec<Option<Tensor>>,
    /// Nodes that are left, and the bytes kept for them.
    pub(super) left: (usize, usize),
}

/// How many references to each tensor (by address) tapes hold.
pub(super) type Holds = FxHashMap<usize, usize>;

impl Arena {
    /// Whether enough was recorded since the last time that looking for dead nodes is worth it.
    #[inline]
    pub(super) fn wants_pruning(&self) -> bool {
        (self.nodes.len() >= self.prune_at_nodes || self.kept_bytes >= self.prune_at_bytes) && self.pins == 0
    }

    /// Adds this tape's references to `holds`.
    pub(super) fn count_holds(&self, holds: &mut Holds) {
        for t in self.saved.iter().flatten() {
            *holds.entry(t.address()).or_default() += 1;
        }
    }

    /// Removes every node that nothing needs, given the references that tapes hold.
    pub(super) fn prune(&mut self, holds: &Holds) -> Garbage {
        let live = self.live_nodes(holds);
        let mut garbage = self.compact(&live);
        self.kept_bytes = self.saved.iter().flatten().map(|t| t.array().bytes()).sum();
        garbage.left = (self.nodes.len(), self.kept_bytes);
        self.prune_at_nodes = PRUNE_NODES.max(2 * self.nodes.len());
        self.prune_at_bytes = self.kept_bytes + PRUNE_BYTES.max(BYTES_FOR_NODE * self.nodes.len());
        garbage
    }

    /// One backward pass: a node is live if its output is held outside the tapes or a live node reads it.
    fn live_nodes(&self, holds: &Holds) -> Vec<bool> {
        let held = |node: &Node| {
            let by_tapes = holds.get(&node.out.address()).copied().unwrap_or(0);
            node.out.strong_count() > by_tapes
        };
        let mut live: Vec<bool> = self.nodes.iter().map(held).collect();
        for head in (0..self.nodes.len()).rev() {
            let outputs = self.outputs(head);
            if !(head..head + outputs).any(|i| live[i]) {
                continue;
            }
            live[head..head + outputs].fill(true);
            self.edges(head).iter().filter_map(|s| s.as_node()).for_each(|i| live[i] = true);
        }
        live
    }

    fn compact(&mut self, live: &[bool]) -> Garbage {
        let ranges: Vec<_> = (0..self.nodes.len()).map(|i| self.saved_range(i).0).collect();
        let old_edges = std::mem::take(&mut self.edges);
        let mut garbage = Garbage { nodes: Vec::new(), saved: std::mem::take(&mut self.saved), left: (0, 0) };
        let (mut moved, mut head) = (vec![Slot::NONE; self.nodes.len()], (0, 0));
        for (i, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            if !live[i] {
                garbage.nodes.push(node);
                continue;
            }
            moved[i] = Slot::node(self.nodes.len());
            if node.outputs > 0 {
                let edges = node.edges as usize..(node.edges + node.inputs) as usize;
                head = (self.edges.len() as u32, self.saved.len() as u32);
                self.edges.extend(old_edges[edges].iter().map(|s| s.as_node().map_or(*s, |n| moved[n])));
                self.saved.extend(garbage.saved[ranges[i].clone()].iter_mut().map(Option::take));
            }
            (node.edges, node.saved) = head;
            self.nodes.push(node);
        }
        self.rebind(&moved);
        garbage
    }

    /// Tells the tensors that are alive where their nodes are now.
    fn rebind(&mut self, moved: &[Slot]) {
        self.others.retain(|_, slot| slot.as_node().is_none_or(|n| moved[n] != Slot::NONE));
        self.others.values_mut().for_each(|slot| *slot = slot.as_node().map_or(*slot, |n| moved[n]));
        let nodes = std::mem::take(&mut self.nodes);
        for (index, node) in nodes.iter().enumerate() {
            if node.out.strong_count() > 0 && !self.others.contains_key(&node.out.tag().id) {
                self.bind(node.out.tag(), Slot::node(index));
            }
        }
        self.others.retain(|_, slot| slot.as_node().is_none_or(|n| nodes[n].out.strong_count() > 0));
        self.nodes = nodes;
    }
}
