//! Products: of matrices, of tensors along named axes, of a scalar and a tensor.
//!
//! Everything that sums over products ends in one operation, [`product`]'s `MatMul`; the others arrange axes for it.

mod banded;
mod cross;
pub(in crate::ops) mod diagonal;
mod product;

pub use banded::*;
pub use cross::*;
pub use product::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[product::OPS, cross::OPS];
