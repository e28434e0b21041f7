//! Products: of matrices, of tensors along named axes, of a scalar and a tensor.
//!
//! Everything that sums over products ends in one operation, [`product`]'s `MatMul`; the others arrange axes for it.

mod banded;
mod contract;
mod cross;
mod diagonal;
mod einsum;
mod equation;
mod product;
mod tensordot;

pub use banded::*;
pub use cross::*;
pub use einsum::*;
pub use product::*;
pub use tensordot::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[product::OPS, tensordot::OPS, einsum::OPS, cross::OPS];
