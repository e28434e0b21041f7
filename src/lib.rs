//! Eager tensors and reverse-mode automatic differentiation: TensorFlow's `GradientTape` as a small, fast library.
//!
//! An operation runs at once, and a [`GradientTape`] that is recording takes note of it; a gradient is one sweep back over
//! the tape. This trains a small network on the exclusive or:
//!
//! ```
//! use gradtape::{DType, GradientTape, Optimizer, Result, Tensor, Term, Variable, ops};
//!
//! # fn main() -> Result<()> {
//! let x = Tensor::from([[0.0f32, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]);
//! let y = Tensor::from([[0.0f32], [1.0], [1.0], [0.0]]);
//!
//! let normal = |shape| ops::random_normal(shape, 0.0, 1.0, DType::Float32, Some(1)).map(Variable::new);
//! let zeros = |n| Variable::new(vec![0.0f32; n].into());
//! let layers = [normal(&[2, 8])?, zeros(8), normal(&[8, 1])?, zeros(1)];
//! let network = |x: &Tensor| {
//!     let [w1, b1, w2, b2] = layers.each_ref().map(Variable::read);
//!     ((x.dot(w1) + b1).tanh().dot(w2) + b2).sigmoid()
//! };
//!
//! let mut adam = Optimizer::adam(0.1);
//! for _ in 0..200 {
//!     let tape = GradientTape::default();
//!     let loss = tape.record(|| (network(&x) - &y).square().mean_all())?.tensor()?;
//!     let gradients = tape.gradient_of(&loss, layers.each_ref())?;
//!     adam.apply(layers.iter().zip(gradients))?;
//! }
//! let answers = network(&x).tensor()?.to_vec::<f32>()?;
//! assert!(answers.iter().zip([0.0, 1.0, 1.0, 0.0]).all(|(a, b)| (a - b).abs() < 0.1), "{answers:?}");
//! # Ok(())
//! # }
//! ```
//!
//! - **Values.** A [`Tensor`] is immutable and cheap to clone. It is made `From` numbers, arrays, slices, vectors and
//!   [`ndarray`]s; [`Tensor::to_vec`], [`Tensor::item`] and `ndarray::Array::try_from` lead back. A [`Variable`] is a
//!   tensor that can be replaced, which tapes watch when it is read.
//! - **Operations** are the functions of [`ops`], which return a [`Result`], and, with [`Term`] in scope, operators and
//!   methods, which return a [`Formula`]: a tensor, or the first error on the way to it. `&a + &b`, `a * 2.0` and
//!   `x.dot(w).tanh()` never panic; [`Formula::tensor`] turns the formula into a `Result`.
//! - **Derivatives.** [`GradientTape::record`] takes a closure, [`GradientTape::gradient_of`] and
//!   [`GradientTape::jacobian_of`] sources of a known number, [`GradientTape::gradient`] any; tapes nest.
//!   [`ForwardAccumulator`] computes derivatives along a direction, [`ops::custom_gradient`] has a gradient of the caller's.
//! - **Errors.** [`Error`] is one type for all; what it says, and its [kinds](ErrorKind), are TensorFlow's. Functions that
//!   panic say so.
//!
//! Without features this is a Rust library; the feature `python` makes it the extension module of the Python package.

pub mod array;
mod backward;
pub mod dtype;
pub mod error;
pub mod forward;
pub mod gradient_tape;
#[doc(hidden)]
pub mod interrupt;
#[doc(hidden)]
pub mod kernels;
pub mod memory;
pub mod op;
pub mod ops;
pub mod optimizer;
mod pooled_arc;
pub mod registry;
pub mod shape;
pub mod slices;
#[doc(hidden)]
pub mod tape;
pub mod tensor;
pub mod variable;
#[cfg_attr(not(feature = "python"), allow(dead_code))] // the hooks are for who wraps the crate
mod waiting;
#[cfg_attr(not(feature = "python"), allow(dead_code))]
mod warning;

pub use array::Array;
pub use dtype::{DType, Element};
pub use error::{Error, ErrorKind, Result};
pub use forward::ForwardAccumulator;
pub use gradient_tape::GradientTape;
pub use ndarray;
pub use ops::formula::{Formula, Operand, Term};
pub use optimizer::Optimizer;
pub use shape::Shape;
pub use tensor::Tensor;
pub use variable::Variable;

#[cfg(feature = "python")]
mod python;

/// The programs of the guide run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
struct Guide;
