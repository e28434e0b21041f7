//! Images: tensors of shape `[..., height, width, channels]`.

mod contrast;

pub use contrast::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[contrast::OPS];
