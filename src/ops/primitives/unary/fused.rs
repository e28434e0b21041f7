//! Derivatives that are a [`Binary`] function of the cotangent and the output.

use crate::ops::prelude::*;
use crate::ops::primitives::binary;
use crate::ops::primitives::binary::Binary;
use crate::ops::rule::Fused;

/// The derivative `B` of which the cotangent is operand `G` (0 or 1) and the output the other one.
pub(super) const fn fused<B: Binary, const G: usize>() -> Rule {
    Rule::Fused(Fused { apart: apart::<B, G>, over: binary::over::<B, G> })
}

fn apart<B: Binary, const G: usize>(g: &Tensor, y: &Tensor) -> Result<Tensor> {
    let conjugate = y.dtype().is_complex().then(|| ops::conj(y)).transpose()?;
    let y = conjugate.as_ref().unwrap_or(y);
    let (a, b) = if G == 0 { (g, y) } else { (y, g) };
    binary::call::<B>(a, b)
}
