//! Scalar mathematics, and the loops that make vector code of it.
//!
//! A formula is written once, for one element, generic over [`Float`]; [`map()`] runs it over slices, compiled for each
//! instruction set and chosen at run time. Adding an elementwise operation is one type and one function:
//!
//! ```
//! use gradtape::kernels::math::Float;
//! use gradtape::kernels::math::Map;
//! use gradtape::kernels::math::map_in_place;
//!
//! struct Mish;
//!
//! impl Map<1> for Mish {
//!     #[inline(always)]
//!     fn f<R: Float>(&self, [x]: [R; 1]) -> R {
//!         x * x.softplus().tanh()
//!     }
//! }
//!
//! let mut x = [0.0f32, 1.0];
//! map_in_place(&Mish, [None], &mut x);
//! assert!(x[0] == 0.0 && (x[1] - 0.865098).abs() < 1e-6);
//! ```
//!
//! Invariant: nothing here knows tensors, tapes or dtypes; the only types are `f32`, `f64`, complex numbers and what
//! implements [`Stored`].

pub mod activation;
mod bits;
pub mod complex;
mod double;
mod eigen;
mod erf;
pub mod estimate;
mod exp;
mod float;
pub mod half_bits;
mod hyperbolic;
mod inverse_hyperbolic;
mod inverse_trig;
pub mod isa;
mod lane;
mod log;
mod logistic;
mod map;
mod native;
mod onednn;
mod pow;
mod remainder;
pub mod special;
mod stage;
pub mod stepped;
mod tables;
mod trig;

pub use float::Float;
pub use lane::Lane;
pub use map::{EIGHT, Map, Operand, map, map_in_place};
pub use native::Native;
pub use stage::Stored;

#[cfg(test)]
mod tests;
