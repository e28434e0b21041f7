//! Images turned, cut, coloured, resized, and measured.

mod arrange;
mod color;
mod measure;
mod patches;
mod resize;
mod similarity;

pub use arrange::*;
pub use color::*;
pub use measure::*;
pub use patches::*;
pub use resize::*;
pub use similarity::{Window, ssim};

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] =
    &[arrange::OPS, color::OPS, measure::OPS, patches::OPS, resize::OPS, similarity::OPS];
