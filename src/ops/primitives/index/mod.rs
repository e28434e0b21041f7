//! Selecting elements: slices, indices, masks, conditions; and putting elements in places.

mod address;
mod gather;
mod one_hot;
mod scatter;
mod select;
mod slice;
mod strided;

pub use gather::*;
pub use one_hot::*;
pub use scatter::*;
pub use select::*;
pub use slice::*;
pub use strided::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[slice::OPS, gather::OPS, scatter::OPS, select::OPS, one_hot::OPS];
