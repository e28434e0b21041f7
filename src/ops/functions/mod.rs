//! Formulas over [`primitives`](super::primitives), by family: what they are made of gives them their gradients.

pub(in crate::ops) mod image;
pub(in crate::ops) mod index;
pub(in crate::ops) mod layout;
pub(in crate::ops) mod linalg;
pub(in crate::ops) mod matmul;
pub(in crate::ops) mod nn;
pub(in crate::ops) mod norm;
pub(in crate::ops) mod random;
pub(in crate::ops) mod sort;

pub use image::*;
pub use index::*;
pub use layout::*;
pub use linalg::*;
pub use matmul::*;
pub use nn::*;
pub use norm::*;
pub use random::*;
pub use sort::*;

use crate::ops::prelude::*;

/// The tables of the families.
pub(super) const FAMILIES: &[&[&[OpDef]]] = &[
    image::TABLES,
    index::TABLES,
    layout::TABLES,
    linalg::TABLES,
    matmul::TABLES,
    nn::TABLES,
    norm::TABLES,
    random::TABLES,
    sort::TABLES,
];
