//! What is drawn and applied.

mod dropout;

pub use dropout::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[dropout::OPS];
