//! Functions that move elements without computing: reshape, transpose, broadcast, rows.

mod concat;
mod expand;
mod reshape;
mod rows;
mod stack;
mod transpose;

pub use concat::*;
pub use expand::*;
pub use reshape::*;
pub use rows::*;
pub use stack::*;
pub use transpose::*;

use super::def::OpDef;

pub(super) const TABLES: &[&[OpDef]] = &[concat::OPS, expand::OPS, reshape::OPS, stack::OPS, transpose::OPS];
