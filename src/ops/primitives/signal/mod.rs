//! Fourier transforms along the last axes.
//!
//! All are linear, and act on their last axes alone: a gradient is the adjoint transform, whatever batches go before.

mod complex_transform;
mod real_transform;

pub use complex_transform::*;
pub use real_transform::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[complex_transform::OPS, real_transform::OPS];
