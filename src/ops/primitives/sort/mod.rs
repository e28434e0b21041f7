//! Sorting, searching, counting.
//!
//! Values that were moved carry their gradients back to where they came from; indices, counts and truth values have
//! none.

mod along;
mod count;
mod permutation;
mod search;
mod top_k;
mod unique;

pub use count::*;
pub use permutation::*;
pub use search::*;
pub use top_k::*;
pub use unique::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[count::OPS, permutation::OPS, search::OPS, top_k::OPS, unique::OPS];
