//! Convolution and pooling of images `[batch, spatial axes.., channels]` with one, two or three spatial axes.
//!
//! A convolution is trilinear in its input, its filter and the cotangent of its output; [`trilinear`] is the one
//! operation behind `conv*`, `conv*_transpose` and all their gradients. Images that have their channels second, or more
//! than one axis before them, are rearranged first (see [`geometry::Images`]).

mod average_pool;
mod convolution;
mod depthwise;
mod geometry;
mod max_pool;
mod pool;
mod transposed;
mod trilinear;

pub use average_pool::*;
pub use convolution::*;
pub use depthwise::*;
pub use geometry::*;
pub use max_pool::*;
pub use pool::*;
pub use transposed::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] =
    &[average_pool::OPS, convolution::OPS, depthwise::OPS, max_pool::OPS, pool::OPS, transposed::OPS];
