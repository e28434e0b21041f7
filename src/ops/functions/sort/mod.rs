//! What is counted by adding up.

mod confusion;

pub use confusion::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[confusion::OPS];
