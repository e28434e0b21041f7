//! Comparisons, logic, classification of floats, and bits. None is differentiable: their answers are truth values or
//! integers.

mod bits;
mod logic;
mod nan;
mod order;

pub use bits::*;
pub use logic::*;
pub use nan::*;
pub use order::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[order::OPS, logic::OPS, nan::OPS, bits::OPS];
