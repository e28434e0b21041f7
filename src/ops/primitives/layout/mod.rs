//! Functions that move elements without computing: reshaping, transposing, joining, cutting, padding, repeating,
//! diagonals.

mod band;
mod concat;
mod diag;
mod expand;
mod pad;
mod pass;
mod reshape;
mod reverse;
mod roll;
mod rows;
mod shape;
mod split;
mod stack;
mod tile;
mod trace;
mod transpose;

pub use band::*;
pub use concat::*;
pub use diag::*;
pub use expand::*;
pub use pad::*;
pub use pass::*;
pub use reshape::*;
pub use reverse::*;
pub use roll::*;
pub use rows::*;
pub use shape::*;
pub use split::*;
pub use stack::*;
pub use tile::*;
pub use trace::*;
pub use transpose::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[
    concat::OPS,
    diag::OPS,
    expand::OPS,
    pad::OPS,
    pass::OPS,
    reshape::OPS,
    reverse::OPS,
    roll::OPS,
    shape::OPS,
    split::OPS,
    stack::OPS,
    tile::OPS,
    trace::OPS,
    transpose::OPS,
];
