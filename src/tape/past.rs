//! What a tape recorded, without the values: for explanations and tables, also after a sweep has used the tape up.

use smallvec::SmallVec;

use super::arena::Arena;
use super::notes::Note;
use super::slot::Slot;
use crate::array::Spec;
use crate::error::Result;
use crate::memory::{try_collect, try_with_capacity};
use crate::op::{Gradient, Mask};

/// A copy of a tape's structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    pub(crate) operations: Vec<PastOperation>,
    pub(crate) leaves: Vec<PastLeaf>,
    pub(crate) notes: Vec<Note>,
}

/// A recorded operation.
#[derive(Clone, Debug)]
pub(crate) struct PastOperation {
    pub(crate) op_type: &'static str,
    pub(crate) gradient: Gradient,
    /// The inputs by place: leaves as `-1 - leaf`, outputs of operations by the operation and the output's place.
    pub(crate) inputs: SmallVec<[Source; 3]>,
    /// The number of each output's tensor, and what it is.
    pub(crate) outputs: SmallVec<[(u64, Spec); 1]>,
    /// Bytes kept for the gradient of each input, then of each output that is kept: whether it is an input, its place.
    pub(crate) kept: SmallVec<[(bool, usize, usize); 2]>,
    /// The inputs for which the gradient function gave nothing, so far.
    pub(crate) nothing: Mask,
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// From nowhere that the tape knows.
    Untracked,
    Leaf(usize),
    /// The operation, and which of its outputs.
    Operation(usize, usize),
}

/// Something watched.
#[derive(Clone, Debug)]
pub(crate) struct PastLeaf {
    /// The number of the tensor that was watched, or of the variable's value at that time.
    pub(crate) id: u64,
    /// The variable's key, or 0.
    pub(crate) key: u64,
    /// Tensors of this thread with smaller numbers are older than the watching; 0 for a variable.
    pub(crate) since: u64,
    pub(crate) spec: Spec,
}

impl Past {
    /// Takes over from `arena`, of which this is a copy, which gradient functions have given nothing since.
    pub(crate) fn note_nothing(&mut self, arena: &Arena) {
        let heads = arena.nodes.iter().filter_map(|node| node.op.as_ref());
        for (past, op) in self.operations.iter_mut().zip(heads) {
            past.nothing = op.gave_nothing();
        }
    }
}

impl Arena {
    /// A copy of the structure.
    ///
    /// Errors: `ResourceExhausted` where memory for it is not to be had.
    pub(crate) fn past(&self) -> Result<Past> {
        let specs = self.specs();
        let mut places: Vec<(usize, usize)> = try_with_capacity(self.nodes.len())?;
        let mut operations = try_with_capacity(self.nodes.len())?;
        for head in 0..self.nodes.len() {
            if self.nodes[head].op.is_none() {
                continue;
            }
            places.extend((0..self.outputs(head)).map(|i| (operations.len(), i)));
            operations.push(self.past_operation(head, &places, &specs));
        }
        let leaf = |l: &super::arena::Leaf| PastLeaf {
            id: l.id,
            key: l.key,
            since: l.since,
            spec: specs[l.spec as usize].clone(),
        };
        let leaves = try_collect(self.leaves_known().iter().map(leaf))?;
        Ok(Past { operations, leaves, notes: try_collect(self.notes.in_order().cloned())? })
    }

    fn past_operation(&self, head: usize, places: &[(usize, usize)], specs: &[Spec]) -> PastOperation {
        let node = &self.nodes[head];
        let op = node.op.as_ref().expect("the head of an operation");
        let source = |slot: &Slot| match (slot.as_node(), slot.as_leaf()) {
            (Some(node), _) => Source::Operation(places[node].0, places[node].1),
            (_, Some(leaf)) => Source::Leaf(leaf),
            _ => Source::Untracked,
        };
        let output = |i: usize| {
            let node = &self.nodes[head + i];
            (node.out.tag().id.number(), specs[node.spec as usize].clone())
        };
        PastOperation {
            op_type: op.op_type(),
            gradient: op.gradient(),
            inputs: self.edges(head).iter().map(source).collect(),
            outputs: (0..self.outputs(head)).map(output).collect(),
            kept: self.kept(head),
            nothing: op.gave_nothing(),
        }
    }

    /// What is kept for the operation, in the order of the saved list.
    fn kept(&self, head: usize) -> SmallVec<[(bool, usize, usize); 2]> {
        let (range, keep) = self.saved_range(head);
        let inputs = (0..self.edges(head).len()).filter(|&i| keep.inputs.has(i)).map(|i| (true, i));
        let outputs = (0..self.outputs(head)).filter(|&i| keep.outputs.has(i)).map(|i| (false, i));
        let bytes = |at: usize| self.saved.get(at).and_then(Option::as_ref).map_or(0, |t| t.array().bytes());
        inputs.chain(outputs).zip(range).map(|((input, i), at)| (input, i, bytes(at))).collect()
    }
}
