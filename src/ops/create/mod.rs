//! Tensors from nothing: zeros, ones, identities, ranges.

mod fill;
mod range;

pub use fill::*;
pub use range::*;

use super::def::OpDef;

pub(super) const TABLES: &[&[OpDef]] = &[fill::OPS, range::OPS];
