//! Mean and variance in one operation.

mod moments;

pub use moments::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[moments::OPS];
