//! Functions that move elements without computing: reshape, transpose, broadcast, rows.

mod concat;
mod reshape;
mod rows;
mod transpose;

pub use concat::*;
pub use reshape::*;
pub use rows::*;
pub use transpose::*;

use super::def::OpDef;

pub(super) const TABLES: &[&[OpDef]] = &[reshape::OPS, transpose::OPS, concat::OPS];
