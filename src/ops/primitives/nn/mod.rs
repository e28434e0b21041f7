//! Functions of neural networks: softmax and the losses, normalization, dropout.

mod bias_add;
mod cross_entropy;
mod half_softmax;
mod own_statistics;
mod rows;
mod sigmoid_cross_entropy;
mod softmax;
mod sparse_cross_entropy;

pub use bias_add::*;
pub use cross_entropy::*;
pub use own_statistics::*;
pub use sigmoid_cross_entropy::*;
pub use softmax::*;
pub use sparse_cross_entropy::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[
    bias_add::OPS,
    cross_entropy::OPS,
    own_statistics::OPS,
    sigmoid_cross_entropy::MEMBERS,
    sigmoid_cross_entropy::OPS,
    softmax::OPS,
    sparse_cross_entropy::OPS,
];
