//! Elements moved by several operations.

mod blocks;
mod matrix;
mod meshgrid;

pub use blocks::*;
pub use matrix::*;
pub use meshgrid::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[blocks::OPS, matrix::OPS, meshgrid::OPS];
