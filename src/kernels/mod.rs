//! Loops: they know slices, shapes and strides, not tensors' histories.

pub mod argument;
mod cast;
pub mod conv;
mod copy;
pub mod elementwise;
pub mod fft;
pub mod gather;
pub mod linalg;
pub mod math;
pub mod matmul;
pub mod normalize;
pub mod pair;
pub mod parallel;
pub mod pieces;
pub mod place;
pub mod random;
pub mod reduce;
pub mod scan;
pub mod segment;
pub mod select;
pub mod signs;
pub mod softmax;
pub mod sort;
mod walk;
