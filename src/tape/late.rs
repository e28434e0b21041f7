//! Tensors that are watched after they were used: in TensorFlow they get their gradients through what was recorded
//! meanwhile for another input's sake.
//!
//! A process is asked for that where it runs programs of TensorFlow's, and never otherwise. Then an operation keeps its other
//! inputs, and all that their gradients would need. Invariant: an input is linked late only where everything that its
//! gradient reads was kept.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::arena::{Arena, Kept};
use super::slot::Slot;
use crate::op::{Keep, Mask};
use crate::tensor::Tensor;

static COUNTS: AtomicBool = AtomicBool::new(false);

/// From now on late watching counts for what is recorded, or does not.
pub fn count_late_watches(yes: bool) {
    COUNTS.store(yes, Relaxed);
}

/// Whether it does.
#[inline]
pub(super) fn counts() -> bool {
    COUNTS.load(Relaxed)
}

impl Arena {
    /// `t` has become a leaf: it is an input of the operations before that were given it and can tell its gradient.
    #[inline]
    pub(super) fn link_late(&mut self, t: &Tensor, leaf: Slot) {
        if counts() && t.dtype().is_trainable() {
            (0..self.nodes.len()).for_each(|head| while self.link_input(head, t, leaf) {});
        }
    }

    /// The last operation keeps its inputs that may be watched yet, and what their gradients need.
    #[cold]
    #[inline(never)]
    pub(super) fn keep_late(&mut self, tracked: Mask, inputs: &[&Tensor], outputs: &[Tensor]) {
        if outputs.is_empty() {
            return; // then there is no node either
        }
        let head = self.nodes.len() - outputs.len();
        let late = may_be_watched(self.edges(head), inputs, outputs);
        let Some(op) = self.nodes[head].op.as_ref().filter(|_| late != Mask::NONE) else {
            return;
        };
        let keep = op.keep(tracked.or(late)).or(Keep { inputs: late, outputs: Mask::NONE });
        let (start, _) = self.saved_range(head);
        let before: usize = self.saved.drain(start.start..).flatten().map(|t| t.array().bytes()).sum();
        self.kept_bytes -= before;
        self.save(inputs.iter().copied(), keep.inputs);
        self.save(outputs.iter(), keep.outputs);
        self.nodes[head..].iter_mut().for_each(|node| node.kept = Kept(keep));
    }

    /// Links the first place of `t` among an operation's inputs that is not linked yet; says whether it did.
    fn link_input(&mut self, head: usize, t: &Tensor, leaf: Slot) -> bool {
        let Some(place) = self.late_place(head, t) else {
            return false;
        };
        let known = self.edges(head).iter().enumerate().filter(|(_, slot)| **slot != Slot::NONE);
        let tracked = known.fold(Mask::one(place), |mask, (i, _)| mask.or(Mask::one(i)));
        let (node, kept) = (&self.nodes[head], self.nodes[head].kept.0);
        let needs = node.op.as_ref().map(|op| op.keep(tracked));
        let knows = |needs: Keep| kept.inputs.has_all(needs.inputs) && kept.outputs.has_all(needs.outputs);
        if !needs.is_some_and(knows) {
            return false;
        }
        self.edges[node.edges as usize + place] = leaf;
        true
    }

    /// Where `t` is an input that the operation with this head has kept and nothing is known of.
    fn late_place(&self, head: usize, t: &Tensor) -> Option<usize> {
        let (range, keep) = self.saved_range(head);
        let edges = self.edges(head);
        let kept = (0..edges.len()).filter(|&i| keep.inputs.has(i)).zip(range);
        let is_it = |&(i, at): &(usize, usize)| {
            edges[i] == Slot::NONE && self.saved.get(at).and_then(Option::as_ref).is_some_and(|x| x.id() == t.id())
        };
        kept.into_iter().find(is_it).map(|(i, _)| i)
    }
}

/// The inputs that nothing is known of and that may be watched yet: not the numbers that were made for this operation alone,
/// if that would keep more than is watched.
fn may_be_watched(slots: &[Slot], inputs: &[&Tensor], outputs: &[Tensor]) -> Mask {
    let first = outputs.first().map_or(0, |y| y.id().number());
    let more = slots.iter().any(|slot| slot.as_node().is_some());
    let is_number = |t: &Tensor| more && t.rank() == 0 && t.id().number() + 1 >= first;
    let may = |i: &usize| slots[*i] == Slot::NONE && inputs[*i].dtype().is_trainable() && !is_number(inputs[*i]);
    (0..inputs.len()).filter(may).fold(Mask::NONE, |mask, i| mask.or(Mask::one(i)))
}
