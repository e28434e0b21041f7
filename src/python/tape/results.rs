//! From the gradients that the core found to Python objects.
//!
//! A source that is named twice gets the same object twice.

use pyo3::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::gradient_tape::{Identity, Watched};
use crate::memory::{try_collect, try_reserve_short};
use crate::python::tensor::wrap;
use crate::shape::Shape;
use crate::slices::{Gradient, IndexedSlices};
use crate::tensor::Tensor;

/// What stands for the gradient of an unconnected source.
pub(super) fn zeros(dtype: DType, shape: &Shape) -> Result<Tensor> {
    Ok(Tensor::new(Array::zeros(dtype, shape.clone())?))
}

/// Gradients as Python objects; the same object for the same source, zeros of `shape(source)` for `None` where
/// `zero(source)`.
pub(super) fn objects(
    py: Python<'_>,
    found: Vec<Option<impl Into<Gradient>>>,
    sources: &[Watched],
    zero: impl Fn(&Watched) -> bool,
    shape: impl Fn(&Tensor) -> Shape,
) -> PyResult<SmallVec<[Py<PyAny>; 4]>> {
    let mut results: SmallVec<[Py<PyAny>; 4]> = SmallVec::new();
    try_reserve_short(&mut results, found.len())?;
    let mut seen = Seen::default();
    for (i, g) in found.into_iter().enumerate() {
        let twin = seen.before(sources, i);
        results.push(match (twin, g.map(Into::into)) {
            (Some(twin), _) => results[twin].clone_ref(py),
            (None, Some(g)) => object(py, g)?,
            (None, None) if zero(&sources[i]) => {
                let source = sources[i].value();
                wrap(py, zeros(source.dtype(), &shape(&source))?)?
            }
            (None, None) => py.None(),
        });
    }
    Ok(results)
}

/// A tensor or an `IndexedSlices`.
pub(super) fn object(py: Python<'_>, g: Gradient) -> PyResult<Py<PyAny>> {
    match g {
        Gradient::Dense(g) => wrap(py, g),
        Gradient::Slices(slices) => sliced(py, *slices),
    }
}

/// An `IndexedSlices`; the shape of the whole is of `int32`, as TensorFlow gives it, where its lengths fit.
#[cold]
fn sliced(py: Python<'_>, slices: IndexedSlices) -> PyResult<Py<PyAny>> {
    let lengths = try_collect(slices.shape.iter().map(|&n| n as i64))?;
    let narrow = if lengths.iter().all(|&n| i32::try_from(n).is_ok()) { DType::Int32 } else { DType::Int64 };
    let shape = Tensor::new(Tensor::vector(&lengths).array().cast(narrow)?);
    let class = py.import("gradtape._autodiff.indexed_slices")?.getattr("IndexedSlices")?;
    let made = class.call1((wrap(py, slices.values)?, wrap(py, slices.indices)?, wrap(py, shape)?))?;
    Ok(made.unbind())
}

/// Which sources were met: few are looked through, many are found by a map.
#[derive(Default)]
struct Seen(FxHashMap<Identity, usize>);

/// Up to so many sources are looked through.
const FEW: usize = 16;

impl Seen {
    /// The first place of source `i`, if that is before `i`. To be asked for each `i` in turn.
    fn before(&mut self, sources: &[Watched], i: usize) -> Option<usize> {
        if sources.len() <= FEW {
            return sources[..i].iter().position(|earlier| earlier.is(&sources[i]));
        }
        let first = *self.0.entry(sources[i].identity()).or_insert(i);
        (first < i).then_some(first)
    }
}
