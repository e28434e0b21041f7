//! The variables that a tape watches, by their keys. Few are found by looking through the list, many through a map.

use std::any::Any;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::slot::Slot;

/// A variable that a tape watches.
#[derive(Clone)]
pub(crate) struct WatchedVariable {
    pub(crate) key: u64,
    pub(crate) slot: Slot,
    pub(crate) variable: Arc<dyn Any + Send + Sync>,
}

/// Up to so many variables are looked through.
const FEW: usize = 16;

/// In the order in which they were first read.
#[derive(Default)]
pub(super) struct Watched {
    list: SmallVec<[WatchedVariable; 4]>,
    /// Places in the list, kept once there are more than [`FEW`].
    places: FxHashMap<u64, usize>,
}

impl Watched {
    /// The slot of variable `key`.
    pub(super) fn slot(&self, key: u64) -> Option<Slot> {
        if self.list.len() <= FEW {
            return self.list.iter().find(|v| v.key == key).map(|v| v.slot);
        }
        self.places.get(&key).map(|&place| self.list[place].slot)
    }

    /// Adds a variable that is not there yet.
    pub(super) fn add(&mut self, one: WatchedVariable) {
        self.list.push(one);
        let known = if self.list.len() == FEW + 1 { 0 } else { self.list.len() - 1 };
        if self.list.len() > FEW {
            self.places.extend(self.list.iter().enumerate().skip(known).map(|(place, v)| (v.key, place)));
        }
    }

    /// All of them, in the order of their construction.
    pub(super) fn by_key(&self) -> SmallVec<[WatchedVariable; 4]> {
        let mut all: SmallVec<[WatchedVariable; 4]> = self.list.iter().cloned().collect();
        all.sort_by_key(|v| v.key);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_are_found() {
        let mut watched = Watched::default();
        for key in (0..40).rev() {
            assert_eq!(watched.slot(key), None);
            watched.add(WatchedVariable { key, slot: Slot::leaf(key as usize), variable: Arc::new(()) });
            assert!((key..40).all(|k| watched.slot(k) == Some(Slot::leaf(k as usize))), "{key}");
        }
        assert!(watched.by_key().iter().map(|v| v.key).eq(0..40));
    }
}
