//! Tensors from nothing: zeros, ones, identities, ranges.

mod fill;
mod range;

pub use fill::*;
pub use range::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[fill::OPS, range::OPS];
