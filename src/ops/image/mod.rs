//! Images: tensors of shape `[..., height, width, channels]`.

mod contrast;

pub use contrast::*;

use super::def::OpDef;

pub(super) const TABLES: &[&[OpDef]] = &[contrast::OPS];
