//! `range` objects to tensors, without a list of their integers in between.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyRange;

use super::scalar::{Leaf, LeafKind, leaves_to_array};
use crate::array::Array;
use crate::dtype::DType;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::memory::try_with_capacity;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// The integers of `range`, as a list of them would become a tensor.
pub(super) fn integers_of(range: &Bound<'_, PyRange>, want: Option<DType>) -> PyResult<Tensor> {
    let number = |name: &str| range.getattr(name)?.extract::<i64>();
    let length = range.len()?;
    let (Ok(start), Ok(step)) = (number("start"), number("step")) else {
        return Err(PyValueError::new_err("Can't convert Python sequence with out-of-range integer to Tensor."));
    };
    // Wraps only where there is no element, or one.
    let at = |i: usize| start.wrapping_add(step.wrapping_mul(i as i64));
    let ends = [start, at(length.saturating_sub(1))].map(|i| Leaf::Int(i.into()));
    // What the dtype is, and whether it holds them, is decided by the first and the last.
    let kind = if length == 0 { LeafKind::Float } else { LeafKind::Int };
    let few = leaves_to_array(&ends[..length.min(2)], Shape::new(&[length.min(2)]), kind, want, range)?;
    let mut all: Vec<i64> = try_with_capacity(length)?;
    in_chunks(length, grain::COPIED, |places| all.extend(places.map(at)))?;
    Ok(Tensor::new(Array::from_slice(Shape::new(&[length]), &all)?.cast(few.dtype())?))
}
