//! Conversions: between dtypes, between real and complex numbers, between the value ranges of images.

mod bitcast;
mod cast;
mod complex;
mod image;
mod parts;
mod saturate;

pub use bitcast::*;
pub use cast::*;
pub use complex::*;
pub use image::*;
pub use parts::*;
pub use saturate::*;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[cast::OPS, saturate::OPS, bitcast::OPS, complex::OPS, parts::OPS, image::OPS];
