//! `Rows`: iteration over a tensor.
//!
//! Several threads may share an iterator: each row is given once.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::prelude::*;

use super::super::traced::{LoopMark, Turns};
use super::wrap;
use crate::interrupt;
use crate::interrupt::grain;
use crate::memory::room_for_objects;
use crate::ops;
use crate::tensor::Tensor;

/// Iterates over the rows of a tensor; every row is a recorded slice.
#[pyclass(frozen, module = "gradtape._core")]
pub struct Rows {
    of: Tensor,
    next: AtomicUsize,
    from_last: bool,
    mark: Option<LoopMark>,
    turns: Option<Turns>,
}

impl Rows {
    /// From the first row on, or from the last one back; the tensor must have one axis or more.
    pub(super) fn new(py: Python<'_>, of: Tensor, from_last: bool) -> PyResult<Rows> {
        Ok(Rows { of, next: AtomicUsize::new(0), from_last, mark: LoopMark::here(), turns: Turns::here(py)? })
    }
}

#[pymethods]
impl Rows {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let (count, given) = (self.of.shape()[0], self.next.fetch_add(1, Relaxed));
        if given >= count {
            self.mark.iter().for_each(LoopMark::end);
            self.turns.iter().try_for_each(|turns| turns.end(py))?;
            return Ok(None);
        }
        self.mark.iter().for_each(LoopMark::again);
        if given % grain::OBJECTS == grain::OBJECTS - 1 {
            interrupt::check()?;
            room_for_objects()?;
        }
        self.turns.iter().try_for_each(|turns| turns.next(py))?;
        let index = if self.from_last { count - 1 - given } else { given };
        wrap(py, ops::row(&self.of, index)?).map(Some)
    }

    fn __length_hint__(&self) -> usize {
        self.of.shape()[0].saturating_sub(self.next.load(Relaxed))
    }
}
