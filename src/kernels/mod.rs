//! Loops: they know slices, shapes and strides, not tensors' histories.

pub mod argument;
pub mod broadcast;
mod cast;
pub mod conv;
mod copy;
pub mod elementwise;
pub mod fft;
pub mod gather;
pub mod linalg;
pub mod math;
pub mod matmul;
mod nd_iter;
pub mod normalize;
pub mod parallel;
pub mod place;
pub mod random;
pub mod recurrent;
pub mod reduce;
pub mod relu_mask;
pub mod scan;
pub mod segment;
pub mod select;
pub mod softmax;
pub mod sort;
pub mod tasks;
