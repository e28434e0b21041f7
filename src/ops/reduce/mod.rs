//! Reductions over axes.

mod sum;

pub use sum::*;

use super::def::OpDef;

pub(super) const TABLES: &[&[OpDef]] = &[sum::OPS];
