//! Random numbers over slices: TensorFlow's streams, value for value, from a counter-based generator.
//!
//! [`Philox`] makes the bits, [`Seeds`] decides which stream an operation reads, the other files turn blocks of bits
//! into numbers. Everything here equals TensorFlow 2.21 on a CPU bit for bit (checked against it; some of its answers
//! are tests here), given the same C library: `normal` and what builds on it pass through its `log`, `sin`, `cos`.
//!
//! Invariant: a value depends on the stream's start and on its index in the result, never on the number of threads.

mod binomial;
mod categorical;
mod fill;
mod gamma;
mod mersenne;
mod normal;
mod philox;
mod pieces;
mod poisson;
mod seeds;
mod shuffle;
mod stateless;
mod traced;
mod uniform;

pub use binomial::binomial;
pub use categorical::{categorical, categorical_blocks};
pub use fill::RESERVED_BLOCKS;
pub use gamma::gamma;
pub use normal::{normal, truncated_normal};
pub use philox::{Philox, Words};
pub use poisson::poisson;
pub use seeds::{Seeds, Stream};
pub use shuffle::{shuffle, shuffle_blocks};
pub use stateless::{fold_in, split, stateless};
pub use traced::{Run, Traced};
pub use uniform::{RandomFloat, RandomInt, uniform, uniform_full, uniform_int};
