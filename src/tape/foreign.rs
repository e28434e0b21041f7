//! Objects from outside the crate that recorded operations hold, for the garbage collector that they belong to.
//!
//! Each operation that holds one belongs to one arena alone, so every reference is shown at most once.

use std::any::Any;
use std::sync::Arc;

use super::arena::Arena;
use crate::op::OpRef;

impl Arena {
    /// Calls `f` with each object from outside the crate that only this arena keeps alive.
    pub(super) fn visit_foreign(&self, f: &mut dyn FnMut(&dyn Any)) {
        if !self.holds_foreign {
            return;
        }
        for node in &self.nodes {
            if let Some(OpRef::Shared(op)) = &node.op
                && Arc::strong_count(op) == 1
                && let Some(object) = op.foreign()
            {
                f(object);
            }
        }
    }
}
