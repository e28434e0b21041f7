//! Forgetting everything, also in the middle of a backward pass.
//!
//! A tape may be reset by a gradient function that its own backward pass calls, or by another thread. Backward passes
//! go on with what they began to read: each names its arena by the number of resets before it, and the tape keeps that
//! arena until they end.

use super::Tape;
use super::arena::Arena;

/// Which of a tape's arenas a backward pass reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin(u64);

impl Tape {
    /// Forgets everything. Values are dropped outside the lock.
    pub fn clear(&self) {
        let mut new = Arena::new();
        let mut arena = self.arena();
        new.resets = arena.resets + 1;
        let mut old = std::mem::replace(&mut *arena, new);
        let dead = if old.pins > 0 {
            arena.forgotten = Some(Box::new(old));
            None
        } else {
            arena.forgotten = old.forgotten.take();
            Some(old)
        };
        drop(arena);
        drop(dead);
    }

    /// Begins to read what is recorded now.
    pub(crate) fn pin(&self) -> Pin {
        let mut arena = self.arena();
        arena.pins += 1;
        Pin(arena.resets)
    }

    /// Calls `f` with what a backward pass reads.
    #[inline]
    pub(crate) fn pinned<R>(&self, pin: Pin, f: impl FnOnce(&mut Arena) -> R) -> R {
        f(self.arena().before(pin))
    }

    /// Ends the reading.
    pub(crate) fn unpin(&self, pin: Pin) {
        let mut arena = self.arena();
        arena.before(pin).pins -= 1;
        let dead = arena.take_forgotten();
        drop(arena);
        drop(dead);
    }
}

impl Arena {
    /// The arena after as many resets.
    #[inline]
    fn before(&mut self, pin: Pin) -> &mut Arena {
        let mut arena = self;
        while arena.resets != pin.0 {
            arena = arena.forgotten.as_mut().expect("an arena is kept while it is read");
        }
        arena
    }

    /// Takes out the arenas that nobody reads any more.
    fn take_forgotten(&mut self) -> Vec<Arena> {
        let (mut dead, mut place) = (Vec::new(), &mut self.forgotten);
        while let Some(mut arena) = place.take() {
            if arena.pins == 0 {
                *place = arena.forgotten.take();
                dead.push(*arena);
            } else {
                place = &mut place.insert(arena).forgotten;
            }
        }
        dead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Tensor;

    #[test]
    fn what_is_read_outlives_resets_and_nothing_else_does() {
        let tape = Tape::new(true);
        let fill = |n: usize| (0..n).for_each(|_| tape.watch(&Tensor::scalar(1.0f32)));
        let kept = || {
            let arena = tape.arena();
            std::iter::successors(arena.forgotten.as_deref(), |a| a.forgotten.as_deref()).map(Arena::leaves).count()
        };
        fill(1);
        let (first, again) = (tape.pin(), tape.pin());
        tape.clear();
        fill(2);
        tape.clear();
        fill(3);
        let third = tape.pin();
        tape.clear();
        let leaves = |pin| tape.pinned(pin, |arena| arena.leaves());
        assert_eq!((leaves(first), leaves(third), leaves(tape.pin()), kept()), (1, 3, 0, 2));
        tape.unpin(first);
        assert_eq!((leaves(again), kept()), (1, 2));
        tape.unpin(again);
        assert_eq!((leaves(third), kept()), (3, 1));
        tape.unpin(third);
        assert_eq!(kept(), 0);
    }
}
