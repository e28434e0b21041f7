//! Rows looked up and selected.

mod embedding;
mod mask;

pub use embedding::*;
pub use mask::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[embedding::OPS, mask::OPS];
