//! What a tape can tell of itself afterwards: when it recorded, what it watched, what it recorded.
//!
//! Times are the numbers of tensors: of two that one thread made, the later one has the larger. A tape that is used up
//! remembers its recordings only if it was made to, or if some source was not connected.

use super::{GradientTape, Identity, Watched};
use crate::backward::Recording;
use crate::error::Result;
use crate::memory::try_collect;
use crate::tape::Past;
use crate::tensor::{next_id, this_thread};

/// When a tape recorded.
#[derive(Clone, Default)]
pub(crate) struct Times {
    /// Of the times before the present one: numbers of the first tensor inside, and of the first one after.
    pub(crate) earlier: Vec<(u64, u64)>,
    pub(crate) opened: u64,
    /// 0 while it records.
    pub(crate) closed: u64,
    /// The first number after the last reset.
    pub(crate) reset: u64,
}

impl Times {
    #[inline]
    pub(super) fn open(&mut self) {
        if self.closed != 0 {
            self.again();
        }
        self.opened = next_id();
        self.closed = 0;
    }

    #[cold]
    fn again(&mut self) {
        const MOST: usize = 64;
        if self.earlier.len() == MOST {
            self.earlier.remove(0);
        }
        // bounded: by MOST
        self.earlier.push((self.opened, self.closed));
    }

    #[inline]
    pub(super) fn close(&mut self) {
        self.closed = next_id();
    }

    pub(super) fn reset(&mut self) {
        self.reset = next_id();
    }
}

/// All that a tape can tell.
pub(crate) struct Evidence {
    pub(crate) persistent: bool,
    pub(crate) watches_accessed_variables: bool,
    pub(crate) recording: bool,
    pub(crate) used_up: bool,
    pub(crate) times: Times,
    /// The thread that asks.
    pub(crate) thread: u64,
    /// The targets of the last gradient that some source had none of: whether each is a variable, and its number.
    pub(crate) asked: Vec<(bool, u64)>,
    /// The recordings; `None` where they are forgotten.
    pub(crate) past: Option<Past>,
}

impl GradientTape {
    /// What there is to tell now.
    ///
    /// Errors: `ResourceExhausted` where memory for it is not to be had.
    pub(crate) fn evidence(&self) -> Result<Evidence> {
        let state = self.state();
        let tape = state.tape.clone();
        let mut evidence = Evidence {
            persistent: self.persistent,
            watches_accessed_variables: self.watch_accessed_variables,
            recording: state.recording,
            used_up: tape.is_none() && state.times.opened != 0,
            times: state.times.clone(),
            thread: this_thread(),
            asked: state.asked.clone(),
            past: state.past.as_deref().cloned(),
        };
        drop(state);
        if let Some(tape) = tape {
            evidence.past = Some(tape.past()?);
        }
        Ok(evidence)
    }

    /// Remembers what `recording` holds, if `unconnected` and nothing else will be left of it.
    pub(super) fn remember_if(&self, unconnected: bool, recording: &mut Recording, targets: &[Watched]) -> Result<()> {
        if unconnected {
            let asked = try_collect(targets.iter().map(number_of))?;
            self.state().asked = asked;
        }
        if unconnected && !self.persistent {
            match self.remembers {
                true => self.remember_what_gave_nothing(recording),
                false => self.remember(recording)?,
            }
        }
        Ok(())
    }

    /// Adds what the backward pass has shown to what was remembered before it.
    #[cold]
    fn remember_what_gave_nothing(&self, recording: &mut Recording) {
        if let Some(past) = self.state().past.as_deref_mut() {
            recording.with(|arena| past.note_nothing(arena));
        }
    }

    #[cold]
    pub(super) fn remember(&self, recording: &mut Recording) -> Result<()> {
        let past = Some(Box::new(recording.with(|arena| arena.past())?));
        let old = std::mem::replace(&mut self.state().past, past);
        drop(old);
        Ok(())
    }
}

fn number_of(what: &Watched) -> (bool, u64) {
    match what.identity() {
        Identity::Tensor(id) => (false, id.number()),
        Identity::Variable(key) => (true, key),
    }
}
