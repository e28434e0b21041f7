//! TensorFlow's `GradientTape` as a small, fast library.

pub mod error;
pub mod interrupt;
pub mod dtype;
pub mod shape;
pub mod memory;
pub mod array;
pub mod kernels;
pub mod tensor;
pub mod op;
pub mod registry;
pub mod tape;
pub mod variable;
pub mod ops;
mod backward;
pub mod gradient_tape;
