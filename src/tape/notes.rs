//! Where values left a tape: what passed through an operation without gradient, into NumPy, or into a variable.
//!
//! A note is taken only where nothing is recorded, so recording costs nothing for it. Tensors are named by their numbers,
//! which never change; only the last [`MOST`] notes are kept.

use smallvec::SmallVec;

use super::arena::Arena;
use crate::tensor::{Tensor, next_id};

/// Notes that a tape keeps.
const MOST: usize = 1024;

/// A value that left.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// The operation type or the way out.
    pub(crate) how: &'static str,
    /// The tensors that went in, those of integers and the like left out.
    pub(crate) from: SmallVec<[u64; 2]>,
    /// The tensor that it became, or 0.
    pub(crate) to: u64,
    /// Its dtype, or nothing.
    pub(crate) dtype: &'static str,
    /// The variable that it became the value of, or 0.
    pub(crate) variable: u64,
    /// What this thread made since has no smaller number.
    pub(crate) when: u64,
}

/// The last notes of a tape, in a ring.
#[derive(Default)]
pub(super) struct Notes {
    list: Vec<Note>,
    /// How many were taken.
    taken: usize,
}

impl Notes {
    fn push(&mut self, note: Note) {
        // bounded: by MOST
        if self.list.len() < MOST {
            self.list.push(note);
        } else {
            self.list[self.taken % MOST] = note;
        }
        self.taken += 1;
    }

    /// The notes, the oldest first.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &Note> {
        let start = if self.list.len() < MOST { 0 } else { self.taken % MOST };
        self.list[start..].iter().chain(&self.list[..start])
    }
}

impl Arena {
    /// Notes that `inputs` go where this tape does not follow; also those that it does not track, since what a variable is
    /// read for may be nothing else.
    #[cold]
    pub(super) fn note(&mut self, how: &'static str, inputs: &[&Tensor], to: Option<&Tensor>, variable: u64) {
        let leaves = |t: &&&Tensor| t.dtype().is_trainable();
        let from: SmallVec<[u64; 2]> = inputs.iter().filter(leaves).take(8).map(|t| t.id().number()).collect();
        if !from.is_empty() {
            let (to, dtype) = to.map_or((0, ""), |y| (y.id().number(), y.dtype().name()));
            self.notes.push(Note { how, from, to, dtype, variable, when: next_id() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_notes_are_kept_in_order() {
        let mut notes = Notes::default();
        for to in 0..(MOST as u64 + 5) {
            notes.push(Note { how: "Floor", from: SmallVec::new(), to, dtype: "", variable: 0, when: 0 });
        }
        let order: Vec<u64> = notes.in_order().map(|n| n.to).collect();
        assert!(order.iter().copied().eq(5..MOST as u64 + 5));
    }
}
