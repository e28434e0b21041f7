//! The arena of one tape: nodes in the order in which they were recorded, which is a topological order.
//!
//! An operation with several outputs takes as many consecutive nodes; the first is its head, the others have no operation.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::buffers::Buffers;
use super::late;
use super::notes::Notes;
use super::prune::{PRUNE_BYTES, PRUNE_NODES};
use super::serial;
use super::serial::Serial;
use super::slot::Slot;
use super::specs::Specs;
use super::watched::{Watched, WatchedVariable};
use crate::op::{Input, Keep, Mask, OpRef, Output};
use crate::tensor::{Identity, Tensor, TensorId, WeakTensor, next_id};

pub(super) struct Node {
    /// `None` for the second and later outputs of an operation.
    pub(super) op: Option<OpRef>,
    /// Tells whether the program still holds this output.
    pub(super) out: WeakTensor,
    /// Where the edges of the operation begin: the same for all of its outputs, more for each later operation.
    pub(super) edges: u32,
    pub(super) saved: u32,
    pub(super) inputs: u32,
    pub(super) outputs: u32,
    pub(super) kept: Kept,
    pub(super) spec: u32,
}

/// Which inputs and outputs of a node lie in the saved list, in this order.
#[derive(Clone, Copy)]
pub(super) struct Kept(pub(super) Keep);

/// What is watched.
pub(super) struct Leaf {
    pub(super) spec: u32,
    /// The variable's, or 0 for a tensor.
    pub(super) key: u64,
    /// The number of the tensor, or of the variable's value when it was first read.
    pub(super) id: u64,
    /// Tensors of this thread with smaller numbers are older than the watching of a tensor.
    pub(super) since: u64,
}

pub(crate) struct Arena {
    serial: Serial,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Slot>,
    pub(super) saved: Vec<Option<Tensor>>,
    /// Of leaves and nodes.
    specs: Specs,
    leaves: Vec<Leaf>,
    /// Tensors whose tape tag belongs to another living tape.
    pub(super) others: FxHashMap<TensorId, Slot>,
    variables: Watched,
    /// How many backward passes read this arena: its slots must not move meanwhile.
    pub(super) pins: u32,
    /// What backward passes still read, although the tape has forgotten it, and how often the tape has done so.
    pub(super) forgotten: Option<Box<Arena>>,
    pub(super) resets: u64,
    pub(super) kept_bytes: usize,
    pub(super) prune_at_nodes: usize,
    pub(super) prune_at_bytes: usize,
    /// Whether some operation may hold objects from outside the crate.
    pub(super) holds_foreign: bool,
    /// Whether each input of an operation is a leaf, if nothing else is known of it.
    pub(super) watches_everything: bool,
    pub(super) notes: Notes,
}

impl Arena {
    /// An empty arena, in the memory of one that this thread has dropped where there is such.
    pub(crate) fn new() -> Arena {
        Arena::with(Serial::new(), Buffers::free())
    }

    /// What takes the place of an arena that was taken out of a tape: as an empty one, but slow if it is used.
    pub(super) fn stand_in() -> Arena {
        Arena::with(Serial::none(), Buffers::default())
    }

    fn with(serial: Serial, buffers: Buffers) -> Arena {
        let Buffers { nodes, edges, saved, specs, leaves } = buffers;
        Arena {
            serial,
            nodes,
            edges,
            saved,
            specs,
            leaves,
            others: FxHashMap::default(),
            variables: Watched::default(),
            pins: 0,
            forgotten: None,
            resets: 0,
            kept_bytes: 0,
            prune_at_nodes: PRUNE_NODES,
            prune_at_bytes: PRUNE_BYTES,
            holds_foreign: false,
            watches_everything: false,
            notes: Notes::default(),
        }
    }

    // --- which tensor is which slot ---------------------------------------------------------------------------------

    /// The slot of a tensor that this tape tracks.
    #[inline]
    pub(crate) fn slot_of(&self, t: &Tensor) -> Option<Slot> {
        let tape_tag = t.identity().tape_tag.load(Relaxed);
        if (tape_tag >> 32) as u32 == self.serial.number() && tape_tag != 0 {
            return Some(Slot::of_tag(tape_tag));
        }
        if self.others.is_empty() { None } else { self.others.get(&t.id()).copied() }
    }

    /// Notes that a tensor is `slot`: in its tape tag, or in the map where the tape tag belongs to another living tape.
    #[inline]
    pub(super) fn bind(&mut self, t: &Identity, slot: Slot) {
        let mine = slot.tape_tag(self.serial.number());
        let old = t.tape_tag.load(Relaxed);
        let holder = (old >> 32) as u32;
        let free = self.serial.number() != 0 && (holder == self.serial.number() || !serial::is_alive(holder));
        if !(free && t.tape_tag.compare_exchange(old, mine, Relaxed, Relaxed).is_ok()) {
            self.others.insert(t.id, slot);
        }
    }

    /// Makes a leaf of `t` unless the tape tracks it already.
    pub(crate) fn watch(&mut self, t: &Tensor) {
        if self.slot_of(t).is_none() {
            let slot = self.add_leaf(t, 0, next_id());
            self.bind(t.identity(), slot);
            self.link_late(t, slot);
        }
    }

    /// Notes that `value` is what variable `key` holds now; makes a leaf of the variable the first time.
    pub(crate) fn watch_variable(
        &mut self,
        key: u64,
        value: &Tensor,
        variable: impl FnOnce() -> Arc<dyn Any + Send + Sync>,
    ) {
        let tagged = self.slot_of(value);
        if tagged.and_then(Slot::as_leaf).is_some_and(|leaf| self.leaves[leaf].key == key) {
            return;
        }
        let slot = match self.variables.slot(key) {
            Some(slot) => slot,
            None => {
                let slot = self.add_leaf(value, key, 0);
                self.variables.add(WatchedVariable { key, slot, variable: variable() });
                slot
            }
        };
        if tagged != Some(slot) {
            self.bind(value.identity(), slot);
        }
    }

    /// Whether variable `key` is watched.
    pub(crate) fn watches_variable(&self, key: u64) -> bool {
        self.variables.slot(key).is_some()
    }

    /// The slot of variable `key`.
    pub(crate) fn variable_slot(&self, key: u64) -> Option<Slot> {
        self.variables.slot(key)
    }

    /// The watched variables in the order of their construction.
    pub(crate) fn watched_variables(&self) -> SmallVec<[WatchedVariable; 4]> {
        self.variables.by_key()
    }

    fn add_leaf(&mut self, value: &Tensor, key: u64, since: u64) -> Slot {
        let spec = self.specs.add(value);
        self.leaves.push(Leaf { spec, key, id: value.id().number(), since });
        Slot::leaf(self.leaves.len() - 1)
    }

    // --- recording --------------------------------------------------------------------------------------------------

    /// Appends an operation, if this tape tracks an input through which gradients flow; says whether it did.
    #[inline(always)]
    pub(super) fn record(&mut self, op: impl FnOnce() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) -> bool {
        if self.watches_everything {
            self.watch_all(inputs);
        }
        let (edges, saved) = (self.edges.len() as u32, self.saved.len() as u32);
        let Some((tracked, like)) = self.link(inputs) else {
            return false;
        };
        let op = op();
        let keep = op.keep(tracked);
        self.save(inputs.iter().copied(), keep.inputs);
        self.save(outputs.iter(), keep.outputs);
        let mut head = (Some(op), inputs.len() as u32, outputs.len() as u32);
        for out in outputs.iter_mut() {
            let spec = self.specs.of(self.spec_index(like), out);
            self.bind_new(out);
            let (op, inputs, outputs) = std::mem::take(&mut head);
            let out = out.downgrade();
            self.nodes.push(Node { op, out, edges, saved, inputs, outputs, kept: Kept(keep), spec });
        }
        if late::counts() {
            self.keep_late(tracked, inputs, outputs);
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn watch_all(&mut self, inputs: &[&Tensor]) {
        inputs.iter().filter(|t| t.dtype().is_trainable()).for_each(|t| self.watch(t));
    }

    /// Appends the slots of an operation's inputs; which of them are tracked, and the first that is.
    #[inline(always)]
    fn link(&mut self, inputs: &[&Tensor]) -> Option<(Mask, Slot)> {
        let start = self.edges.len();
        let (mut tracked, mut first) = (Mask::NONE, Slot::NONE);
        for (i, t) in inputs.iter().enumerate() {
            let slot = self.slot_of(t).filter(|_| t.dtype().is_trainable());
            if let Some(slot) = slot {
                tracked = tracked.or(Mask::one(i));
                first = if first == Slot::NONE { slot } else { first };
            }
            self.edges.push(slot.unwrap_or(Slot::NONE));
        }
        if first == Slot::NONE {
            self.edges.truncate(start);
            return None;
        }
        Some((tracked, first))
    }

    /// As [`Arena::bind`], for the next node and mostly for a tensor that was just made: nobody else has seen it, so no
    /// other tape tags it meanwhile.
    #[inline(always)]
    fn bind_new(&mut self, t: &mut Tensor) {
        let slot = Slot::node(self.nodes.len());
        let unseen = t.is_unshared() && t.identity().tape_tag.load(Relaxed) == 0;
        if self.serial.number() != 0 && unseen {
            t.identity().tape_tag.store(slot.tape_tag(self.serial.number()), Relaxed);
        } else {
            self.bind(t.identity(), slot);
        }
    }

    #[inline(always)]
    pub(super) fn save<'a>(&mut self, tensors: impl Iterator<Item = &'a Tensor>, which: Mask) {
        for (_, t) in tensors.enumerate().filter(|(i, _)| which.has(*i)) {
            self.kept_bytes += t.array().bytes();
            self.saved.push(Some(t.clone()));
        }
    }

    #[inline]
    fn spec_index(&self, slot: Slot) -> u32 {
        match slot.as_node() {
            Some(node) => self.nodes[node].spec,
            None => self.leaves[slot.as_leaf().expect("a slot in use")].spec,
        }
    }

    /// Dtypes and shapes, by the indices in [`Recorded`].
    pub(crate) fn specs(&self) -> Specs {
        self.specs.clone()
    }

    // --- reading ----------------------------------------------------------------------------------------------------

    /// The number of nodes (outputs of operations).
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of leaves.
    pub(crate) fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// What is watched, in the order in which that began.
    pub(super) fn leaves_known(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The number of the tensor that node `index` is.
    pub(crate) fn number_of(&self, index: usize) -> u64 {
        self.nodes[index].out.tag().id.number()
    }

    /// Bytes of the tensors held for gradients (a tensor held twice counts twice).
    pub(crate) fn kept_bytes(&self) -> usize {
        self.kept_bytes
    }

    /// The inputs of the operation whose head is node `index`; empty for its other outputs.
    #[inline]
    pub(crate) fn edges(&self, index: usize) -> &[Slot] {
        let node = &self.nodes[index];
        &self.edges[node.edges as usize..(node.edges + node.inputs) as usize]
    }

    /// The number of outputs of the operation whose head is node `index`; 0 for its other outputs.
    #[inline]
    pub(crate) fn outputs(&self, index: usize) -> usize {
        self.nodes[index].outputs as usize
    }

    /// The head of the operation that node `index` is an output of: the first node with the same edges.
    pub(crate) fn head(&self, index: usize) -> usize {
        let edges = self.nodes[index].edges;
        self.nodes[..index].partition_point(|node| node.edges < edges)
    }

    /// Where the saved inputs and outputs of node `index` lie, and which they are.
    pub(super) fn saved_range(&self, index: usize) -> (std::ops::Range<usize>, Keep) {
        let node = &self.nodes[index];
        let keep = node.kept.0;
        let count = |mask: Mask, n: u32| (0..n as usize).filter(|&i| mask.has(i)).count();
        let start = node.saved as usize;
        (start..start + count(keep.inputs, node.inputs) + count(keep.outputs, node.outputs), keep)
    }
}

/// One recorded operation, as a backward pass takes it out of the arena.
pub(crate) struct Recorded {
    pub(crate) op: OpRef,
    pub(crate) edges: SmallVec<[Slot; 4]>,
    pub(crate) inputs: SmallVec<[Input; 3]>,
    pub(crate) outputs: SmallVec<[Output; 1]>,
}

impl Drop for Arena {
    fn drop(&mut self) {
        Buffers {
            nodes: std::mem::take(&mut self.nodes),
            edges: std::mem::take(&mut self.edges),
            saved: std::mem::take(&mut self.saved),
            specs: std::mem::take(&mut self.specs),
            leaves: std::mem::take(&mut self.leaves),
        }
        .keep();
    }
}

/// For backward passes.
impl Arena {
    /// The operation with head `index`. Kept tensors are given up if `release`; `wants` says of which inputs the gradient
    /// is needed.
    pub(crate) fn recorded(&mut self, index: usize, release: bool, wants: impl Fn(Slot) -> bool) -> Recorded {
        let node = &self.nodes[index];
        let (mut saved, keep) = (node.saved as usize, node.kept.0);
        let mut kept = |list: &mut [Option<Tensor>], has: bool| {
            let place = has.then(|| &mut list[saved])?;
            saved += 1;
            if release { place.take() } else { place.clone() }
        };
        let op = node.op.clone().expect("the head of an operation");
        let edges: SmallVec<[Slot; 4]> = SmallVec::from_slice(self.edges(index));
        let (mut inputs, mut outputs) = (SmallVec::new(), SmallVec::new());
        for (i, slot) in edges.iter().enumerate() {
            let wanted = wants(*slot);
            let spec = if wanted { self.spec_index(*slot) } else { 0 };
            inputs.push(Input { wanted, spec, saved: kept(&mut self.saved, keep.inputs.has(i)) });
        }
        for i in 0..self.outputs(index) {
            let spec = self.nodes[index + i].spec;
            outputs.push(Output { spec, saved: kept(&mut self.saved, keep.outputs.has(i)) });
        }
        Recorded { op, edges, inputs, outputs }
    }

    /// Frees what the operation with head `index` and all later ones saved. Nothing for an operation's other outputs:
    /// the backward pass has not come to its head yet.
    pub(crate) fn release_from(&mut self, index: usize) {
        if self.outputs(index) == 0 {
            return;
        }
        let start = self.nodes[index].saved as usize;
        self.saved.truncate(start);
    }

    /// The largest number of elements of any tensor that this tape knows.
    pub(crate) fn largest(&self) -> usize {
        self.specs.iter().map(|s| s.shape.elements()).max().unwrap_or(1)
    }
}
