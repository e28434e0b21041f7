//! Images: tensors of shape `[..., height, width, channels]`.

mod arrange;
mod color;
mod contrast;
mod measure;
mod patches;
mod resize;

pub use arrange::*;
pub use color::*;
pub use contrast::*;
pub use measure::*;
pub use patches::*;
pub use resize::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] =
    &[arrange::OPS, color::OPS, contrast::OPS, measure::OPS, patches::OPS, resize::OPS];
