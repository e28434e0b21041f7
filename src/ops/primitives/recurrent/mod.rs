//! Recurrent layers as one operation for all steps: what is left of them when the inputs of all steps have been
//! multiplied at once.

mod operation;
mod rows;

pub use rows::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[rows::OPS];
