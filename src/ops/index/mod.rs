//! Selecting elements: slices, indices, masks, conditions; and putting elements in places.

mod address;
mod embedding;
mod gather;
mod mask;
mod one_hot;
mod scatter;
mod select;
mod slice;
mod strided;

pub use embedding::*;
pub use gather::*;
pub use mask::*;
pub use one_hot::*;
pub use scatter::*;
pub use select::*;
pub use slice::*;
pub use strided::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] =
    &[slice::OPS, gather::OPS, embedding::OPS, scatter::OPS, select::OPS, mask::OPS, one_hot::OPS];
