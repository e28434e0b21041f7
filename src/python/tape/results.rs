//! From the gradients that the core found to Python objects.
//!
//! A source that is named twice gets the same object twice.

use pyo3::prelude::*;
use smallvec::SmallVec;

use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::gradient_tape::Watched;
use crate::python::tensor::wrap;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// What stands for the gradient of an unconnected source.
pub(super) fn zeros(dtype: DType, shape: &Shape) -> Result<Tensor> {
    Ok(Tensor::new(Array::zeros(dtype, shape.clone())?))
}

/// Gradients as Python objects; the same object for the same source, zeros of `shape(source)` for `None` if `zero`.
pub(super) fn objects(
    py: Python<'_>,
    found: Vec<Option<Tensor>>,
    sources: &[Watched],
    zero: bool,
    shape: impl Fn(&Tensor) -> Shape,
) -> PyResult<SmallVec<[Py<PyAny>; 4]>> {
    let mut results: SmallVec<[Py<PyAny>; 4]> = SmallVec::with_capacity(found.len());
    for (i, g) in found.into_iter().enumerate() {
        let twin = sources[..i].iter().position(|earlier| earlier.is(&sources[i]));
        results.push(match (twin, g) {
            (Some(twin), _) => results[twin].clone_ref(py),
            (None, Some(g)) => wrap(py, g)?,
            (None, None) if zero => {
                let source = sources[i].value();
                wrap(py, zeros(source.dtype(), &shape(&source))?)?
            }
            (None, None) => py.None(),
        });
    }
    Ok(results)
}
