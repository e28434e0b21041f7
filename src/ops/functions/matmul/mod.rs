//! Products of tensors along named axes.

mod contract;
mod einsum;
mod equation;
mod tensordot;

pub use einsum::*;
pub use tensordot::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[einsum::OPS, tensordot::OPS];
