//! Shortcuts: arithmetic of two tensors, or of a tensor and a float, in front of the operators of [`super::operators`].
//!
//! A scalar operation takes less time than what PyO3 does around it. Invariant: a shortcut answers what the operator behind
//! it would, and passes on whatever is not plain: variables, other operands, long operations, and every failure but an exception
//! that came from Python, which would be lost.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::ffi::{PyObject, binaryfunc};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};
use pyo3::{Borrowed, PyTypeInfo};

use super::convert::from_value;
use super::error::carried;
use super::graph;
use super::joined::{Operator, is_passing};
use super::observing::THRESHOLD;
use super::operators::{Function, matmul, truediv};
use super::tensor::{PyTensor, wrap};
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::Tensor;

/// What has a shortcut; [`install`] names the slots in this order.
const ARITHMETIC: [Function; 5] = [ops::add, ops::subtract, ops::multiply, truediv, matmul];

/// The place of the division.
const DIVISION: usize = 3;

/// The operators behind the shortcuts.
static BEHIND: [OnceLock<binaryfunc>; ARITHMETIC.len()] = [const { OnceLock::new() }; ARITHMETIC.len()];

/// Puts the shortcuts into the slots of class `EagerTensor`.
pub fn install(py: Python<'_>) {
    // SAFETY: the class is alive, ready, and has a table of number methods, since it inherits operators.
    let table = unsafe { &mut *(*PyTensor::type_object_raw(py)).tp_as_number };
    put::<0>(&mut table.nb_add);
    put::<1>(&mut table.nb_subtract);
    put::<2>(&mut table.nb_multiply);
    put::<DIVISION>(&mut table.nb_true_divide);
    put::<4>(&mut table.nb_matrix_multiply);
}

fn put<const I: usize>(slot: &mut Option<binaryfunc>) {
    if let Some(operator) = *slot
        && BEHIND[I].set(operator).is_ok()
    {
        *slot = Some(shortcut::<I>);
    }
}

/// # Safety
/// Called by the interpreter, with its lock held and two live objects.
unsafe extern "C" fn shortcut<const I: usize>(a: *mut PyObject, b: *mut PyObject) -> *mut PyObject {
    // SAFETY: the interpreter's promise. A panic ends here; the operator, which is asked next, tells of it.
    let quick = catch_unwind(AssertUnwindSafe(|| unsafe {
        let py = Python::assume_attached();
        // There numbers that divide are something else.
        if I == DIVISION && graph::number() > 0 {
            return None;
        }
        run::<I>(&Borrowed::from_ptr(py, a), &Borrowed::from_ptr(py, b))
    }));
    match (quick, BEHIND[I].get()) {
        (Ok(Some(answer)), _) => answer,
        // SAFETY: the interpreter's promise.
        (_, Some(operator)) => unsafe { operator(a, b) },
        (_, None) => unreachable!("a shortcut is installed with what lies behind it"),
    }
}

/// The result, or null with an exception set; `None` where the operator is to be asked.
#[inline(always)]
fn run<const I: usize>(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> Option<*mut PyObject> {
    let f = ARITHMETIC[I];
    match (exact(a), exact(b)) {
        (Some(x), Some(y)) => finish(a.py(), f, x, y),
        (Some(x), None) => {
            let k = number(b, x.dtype())?;
            if graph::number() > 0 { joined::<I>(a, x, &k, false) } else { finish(a.py(), f, x, &k) }
        }
        (None, Some(y)) => {
            let k = number(a, y.dtype())?;
            if graph::number() > 0 { joined::<I>(b, y, &k, true) } else { finish(a.py(), f, &k, y) }
        }
        (None, None) => None,
    }
}

/// The tensor of an `EagerTensor`, not of a subclass.
#[inline(always)]
fn exact<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a Tensor> {
    object.cast_exact::<PyTensor>().ok().map(|t| &t.get().0)
}

/// A Python number as a tensor.
#[inline]
fn number(object: &Bound<'_, PyAny>, want: DType) -> Option<Tensor> {
    let plain = object.is_exact_instance_of::<PyFloat>() || object.is_exact_instance_of::<PyInt>();
    if plain { from_value(object, Some(want)).ok() } else { None }
}

/// The operator with a number in a graph, where numbers are joined.
#[inline]
fn joined<const I: usize>(object: &Bound<'_, PyAny>, t: &Tensor, k: &Tensor, first: bool) -> Option<*mut PyObject> {
    let operator = Operator::of(I, first).filter(|it| it.joins(t.dtype()))?;
    if t.shape().elements() >= THRESHOLD.load(Relaxed) {
        return None;
    }
    answer(object.py(), operator.apply(t, is_passing(object), k))
}

#[inline(always)]
fn finish(py: Python<'_>, f: Function, a: &Tensor, b: &Tensor) -> Option<*mut PyObject> {
    if a.shape().elements().max(b.shape().elements()) >= THRESHOLD.load(Relaxed) {
        return None;
    }
    answer(py, f(a, b))
}

#[inline(always)]
fn answer(py: Python<'_>, y: Result<Tensor>) -> Option<*mut PyObject> {
    match y {
        Ok(y) => wrap(py, y).ok().map(Py::into_ptr),
        Err(error) => raised(py, &error),
    }
}

/// Raises what came from Python: mostly a signal's exception, which does not come again.
#[cold]
fn raised(py: Python<'_>, error: &Error) -> Option<*mut PyObject> {
    carried(py, error)?.restore(py);
    Some(null_mut())
}
