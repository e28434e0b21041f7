//! Losses and normalizations without kernels of their own.

mod crelu;
mod loss;
mod normalization;

pub use crelu::*;
pub use loss::*;
pub use normalization::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[crelu::OPS, loss::OPS, normalization::OPS];
