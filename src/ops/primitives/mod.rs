//! Operations with kernels, and with a gradient of their own where there is one, by family. What is made of several of
//! them is in [`functions`](super::functions).

pub(in crate::ops) mod binary;
pub(in crate::ops) mod compare;
pub(in crate::ops) mod conv;
pub(in crate::ops) mod convert;
pub(in crate::ops) mod create;
pub(in crate::ops) mod image;
pub(in crate::ops) mod index;
pub(in crate::ops) mod layout;
pub(in crate::ops) mod linalg;
pub(in crate::ops) mod matmul;
pub(in crate::ops) mod nn;
pub(in crate::ops) mod norm;
pub(in crate::ops) mod random;
pub(in crate::ops) mod recurrent;
pub(in crate::ops) mod reduce;
pub(in crate::ops) mod scan;
pub(in crate::ops) mod segment;
pub(in crate::ops) mod signal;
pub(in crate::ops) mod sort;
pub(in crate::ops) mod unary;

pub use binary::*;
pub use compare::*;
pub use conv::*;
pub use convert::*;
pub use create::*;
pub use image::*;
pub use index::*;
pub use layout::*;
pub use linalg::*;
pub use matmul::*;
pub use nn::*;
pub use norm::*;
pub use random::*;
pub use recurrent::*;
pub use reduce::*;
pub use scan::*;
pub use segment::*;
pub use signal::*;
pub use sort::*;
pub use unary::*;

use crate::ops::prelude::*;

/// The tables of the families.
pub(super) const FAMILIES: &[&[&[OpDef]]] = &[
    binary::TABLES,
    compare::TABLES,
    conv::TABLES,
    convert::TABLES,
    create::TABLES,
    image::TABLES,
    index::TABLES,
    layout::TABLES,
    linalg::TABLES,
    matmul::TABLES,
    nn::TABLES,
    norm::TABLES,
    random::TABLES,
    recurrent::TABLES,
    reduce::TABLES,
    scan::TABLES,
    segment::TABLES,
    signal::TABLES,
    sort::TABLES,
    unary::TABLES,
];
