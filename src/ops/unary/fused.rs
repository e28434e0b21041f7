//! Derivatives that are one function of the output's gradient and the output: an operation of its own where a tape
//! records or somebody else holds the gradient, else written over it.
//!
//! Invariant: both ways give the same bits.

use crate::array::Array;
use crate::error::Result;
use crate::ops;
use crate::ops::binary;
use crate::ops::binary::Binary;
use crate::tensor::Tensor;

/// Such a derivative; see [`fused`].
#[derive(Clone, Copy)]
pub struct Fused {
    /// As an operation.
    pub apart: fn(&Tensor, &Tensor) -> Result<Tensor>,
    /// Over the gradient; says whether it could.
    pub over: fn(&mut Array, &Array) -> Result<bool>,
}

/// The derivative `B` of which the gradient is operand `G` (0 or 1) and the output the other one.
pub const fn fused<B: Binary, const G: usize>() -> Fused {
    Fused { apart: apart::<B, G>, over: binary::over::<B, G> }
}

fn apart<B: Binary, const G: usize>(g: &Tensor, y: &Tensor) -> Result<Tensor> {
    let conjugate = y.dtype().is_complex().then(|| ops::conj(y)).transpose()?;
    let y = conjugate.as_ref().unwrap_or(y);
    let (a, b) = if G == 0 { (g, y) } else { (y, g) };
    binary::call::<B>(a, b)
}
