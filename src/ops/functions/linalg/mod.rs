//! Least squares, pseudo-inverses, and what factors of matrices are for.

mod least_squares;
mod lu;

pub use least_squares::*;
pub use lu::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[least_squares::OPS, lu::OPS];
