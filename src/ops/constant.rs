//! Constants that formulas need.

use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// The scalar `value` with the dtype of `x`.
pub fn like(x: &Tensor, value: f64) -> Result<Tensor> {
    Ok(match x.dtype() {
        DType::Float32 => Tensor::scalar(value as f32),
        dtype => Tensor::new(Array::scalar(value).cast(dtype)?),
    })
}

/// Zeros with the dtype and shape of `x`; one element in memory.
pub fn zeros_of(x: &Tensor) -> Result<Tensor> {
    Ok(Tensor::new(Array::scalar(0.0).cast(x.dtype())?.broadcast_to(x.shape())?))
}

/// Ones with the dtype and shape of `x`; one element in memory.
pub fn ones_of(x: &Tensor) -> Result<Tensor> {
    Ok(Tensor::new(Array::ones(x.dtype(), Shape::scalar())?.broadcast_to(x.shape())?))
}

/// The complex conjugate; a real tensor is its own.
pub fn conj(x: &Tensor) -> Result<Tensor> {
    if x.dtype().is_complex() { super::conjugate(x) } else { Ok(x.clone()) }
}
