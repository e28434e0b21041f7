//! TensorFlow's `GradientTape` as a small, fast library.

pub mod array;
mod backward;
pub mod dtype;
pub mod error;
pub mod forward;
pub mod gradient_tape;
pub mod interrupt;
pub mod kernels;
pub mod memory;
pub mod op;
pub mod ops;
pub mod optimizer;
mod pooled_arc;
pub mod registry;
pub mod shape;
pub mod slices;
pub mod tape;
pub mod tensor;
pub mod variable;
pub mod waiting;
pub mod warning;

#[cfg(feature = "python")]
mod python;
