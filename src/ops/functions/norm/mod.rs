//! Norms, clipping, and statistics.

mod clip;
mod clip_norm;
mod global;
mod l2;
mod ord;
mod statistics;
mod vector;

pub use clip::*;
pub use clip_norm::*;
pub use global::*;
pub use l2::*;
pub use ord::*;
pub use statistics::*;
pub use vector::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[clip::OPS, clip_norm::OPS, global::OPS, l2::OPS, statistics::OPS, vector::OPS];

/// Refuses a result whose shape is not that of the argument: what was meant to scale it has stretched it.
fn check_unstretched(shape: &Shape, result: &Tensor) -> Result<()> {
    if result.shape() == shape {
        return Ok(());
    }
    let (a, b) = (shape.tuple(), result.shape().tuple());
    Err(Error::value(format!("Shapes {a} and {b} are incompatible")))
}
