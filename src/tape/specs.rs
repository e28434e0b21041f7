//! Dtypes and shapes of what is on a tape, by index; neighbours mostly share one.
//!
//! Invariant: while a list is in use it is only added to, so a backward pass shares it with the tape that goes on
//! recording.

use std::ops::Deref;
use std::sync::Arc;

use crate::array::Spec;
use crate::tensor::Tensor;

/// The list; nothing is allocated before the first entry.
#[derive(Clone, Default)]
pub(crate) struct Specs(Option<Arc<Vec<Spec>>>);

impl Deref for Specs {
    type Target = [Spec];
    #[inline]
    fn deref(&self) -> &[Spec] {
        self.0.as_ref().map_or(&[], |list| list.as_slice())
    }
}

/// How many of the last entries are looked at before a new one is made.
const RECENT: usize = 4;

impl Specs {
    /// The index of the spec of `t`, which probably is that of index `like`.
    #[inline]
    pub(super) fn of(&mut self, like: u32, t: &Tensor) -> u32 {
        let probably = &self[like as usize];
        if probably.dtype == t.dtype() && probably.shape == *t.shape() { like } else { self.add(t) }
    }

    /// The index of the spec of `t`.
    pub(super) fn add(&mut self, t: &Tensor) -> u32 {
        let spec = t.spec();
        let start = self.len().saturating_sub(RECENT);
        let found = self[start..].iter().position(|s| *s == spec);
        found.map_or_else(|| self.push(spec), |i| start + i) as u32
    }

    fn push(&mut self, spec: Spec) -> usize {
        let list = Arc::make_mut(self.0.get_or_insert_default());
        list.push(spec);
        list.len() - 1
    }

    /// Removes every entry; keeps the memory if nobody shares it.
    pub(super) fn clear(&mut self) {
        match self.0.as_mut().map(Arc::get_mut) {
            Some(Some(list)) => list.clear(),
            _ => self.0 = None,
        }
    }
}
