//! Python values to tensors: scalars, nested sequences, ndarrays, objects that offer `__array__`, `__dlpack__` or
//! `__tf_tensor__`.
//!
//! Python numbers and sequences take the dtype that is asked for where it can hold them; ndarrays are cast to it;
//! tensors are never cast.

mod range;
mod scalar;
mod sequence;

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyRange, PySequence, PyString, PyTuple, PyType};
use pyo3::{ffi, intern};
use range::integers_of;
use scalar::{Leaf, leaves_to_array};
use sequence::sequence;

use super::items::{Most, items, list_of, listed};
use super::numpy::{from_numpy, is_numpy};
use super::shape::PyShape;
use super::tensor::PyTensor;
use super::variable::PyVariable;
use super::{dtype, stack};
use crate::array::Array;
use crate::dtype::DType;
use crate::memory::try_collect_ok;
use crate::ops;
use crate::python::advice::with_advice;
use crate::shape::Shape;
use crate::tensor::Tensor;

/// The tensor behind a tensor or variable (which counts as read); `None` for other objects.
#[inline]
pub fn known(object: &Bound<'_, PyAny>) -> Option<Tensor> {
    held(object).map(Cow::into_owned)
}

/// As [`known`], but a tensor that the object holds is only borrowed: counting handles costs more than a scalar product.
#[inline]
pub fn held<'a>(object: &'a Bound<'_, PyAny>) -> Option<Cow<'a, Tensor>> {
    if let Ok(tensor) = object.cast_exact::<PyTensor>() {
        return Some(Cow::Borrowed(&tensor.get().0));
    }
    if let Ok(variable) = object.cast::<PyVariable>() {
        return Some(Cow::Owned(value_of(variable)));
    }
    object.cast::<PyTensor>().ok().map(|t| Cow::Borrowed(&t.get().0))
}

/// The class of the weights of layers, once it is known: the address of its type.
static WEIGHTS: AtomicUsize = AtomicUsize::new(0);

/// Says which subclass of variables stands for its cells as the class itself does, so that reading one asks it nothing.
#[pyfunction]
pub fn take_for_weights(class: Bound<'_, PyType>) {
    WEIGHTS.store(class.into_ptr().addr(), Relaxed); // kept alive for good, as its address stands for it
}

/// Whether a variable is of a class that has no `__tf_tensor__`.
#[inline]
fn is_its_cell(variable: &Bound<'_, PyVariable>) -> bool {
    variable.is_exact_instance_of::<PyVariable>() || variable.as_any().get_type_ptr().addr() == WEIGHTS.load(Relaxed)
}

/// What a variable stands for: what its cell holds, or what a subclass says in `__tf_tensor__`.
#[inline]
fn value_of(variable: &Bound<'_, PyVariable>) -> Tensor {
    let told = if is_its_cell(variable) { None } else { told_by(variable) };
    told.unwrap_or_else(|| variable.get().read())
}

thread_local!(static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) });

/// What the `__tf_tensor__` of a subclass answers; while it runs the variable is its cell. Its error is reported, as none
/// can be raised here.
#[cold]
fn told_by(variable: &Bound<'_, PyVariable>) -> Option<Tensor> {
    let (name, who) = (intern!(variable.py(), "__tf_tensor__"), variable.as_ptr().addr());
    let is_asked = ASKED.with_borrow(|asked| asked.contains(&who));
    if is_asked || !variable.get_type().hasattr(name).unwrap_or(false) || stack::check().is_err() {
        return None;
    }
    ASKED.with_borrow_mut(|asked| asked.push(who));
    let made = variable.call_method0(name);
    ASKED.with_borrow_mut(Vec::pop);
    match made {
        Ok(made) => made.cast::<PyTensor>().ok().map(|tensor| tensor.get().0.clone()),
        Err(error) => {
            unraisable(error, variable);
            None
        }
    }
}

/// Reports an error where none can be raised; an interrupt comes again where one can.
fn unraisable(error: PyErr, variable: &Bound<'_, PyVariable>) {
    let py = variable.py();
    if error.is_instance_of::<PyKeyboardInterrupt>(py) {
        // SAFETY: the interpreter's lock is held.
        unsafe { ffi::PyErr_SetInterrupt() };
    } else {
        error.write_unraisable(py, Some(variable));
    }
}

/// Any object as a tensor, where looking at a variable does not count as reading it.
pub fn peek(object: &Bound<'_, PyAny>) -> PyResult<Tensor> {
    match object.cast::<PyVariable>() {
        Ok(variable) => Ok(variable.get().variable.peek()),
        Err(_) => to_tensor(object, None),
    }
}

/// The dtype of a tensor, a variable, or an object that turns itself into a tensor.
pub fn known_dtype(object: &Bound<'_, PyAny>) -> Option<DType> {
    if let Ok(tensor) = object.cast::<PyTensor>() {
        return Some(tensor.get().0.dtype());
    }
    object.cast::<PyVariable>().ok().map(|variable| match is_its_cell(variable) {
        true => variable.get().variable.dtype(),
        false => value_of(variable).dtype(),
    })
}

/// Any object as a tensor; Python values and ndarrays get the dtype `want` where one is given.
#[inline]
pub fn to_tensor(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    match known(object) {
        Some(tensor) => Ok(tensor),
        None => from_value(object, want),
    }
}

/// An object that is neither tensor nor variable.
pub fn from_value(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    if let Ok(x) = object.cast_exact::<PyFloat>() {
        match want {
            None | Some(DType::Float32)
                if x.value().is_infinite() || (x.value() as f32).is_finite() || x.value().is_nan() =>
            {
                return Ok(Tensor::scalar(x.value() as f32));
            }
            Some(DType::Float64) => return Ok(Tensor::scalar(x.value())),
            _ => {}
        }
    }
    if let (Some(DType::Float32), Ok(i)) = (want, object.cast_exact::<PyInt>())
        && let Ok(i) = i.extract::<i64>()
    {
        return Ok(Tensor::scalar(i as f64 as f32));
    }
    if let Some(leaf) = Leaf::of(object) {
        let kind = leaf.kind();
        return Ok(Tensor::new(leaves_to_array(&[leaf], Shape::scalar(), kind, want, object)?));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return sequence(object, want);
    }
    foreign(object, want)
}

/// ndarrays and objects with a conversion of their own.
fn foreign(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    stack::check()?;
    let py = object.py();
    if is_numpy(object) {
        return cast_to(from_numpy(object)?, want);
    }
    if object.hasattr("__tf_tensor__")? {
        let made = object.call_method1("__tf_tensor__", (want.map(|d| dtype::object(py, d)),))?;
        return known(&made).ok_or_else(|| unsupported(object));
    }
    if let Ok(shape) = object.cast::<PyShape>() {
        let sizes = shape.call_method0("as_list")?;
        let want = want.or((sizes.len()? == 0).then_some(DType::Int32)); // an empty list is one of floats
        return sequence(sizes.as_any(), want);
    }
    if let Ok(range) = object.cast::<PyRange>() {
        return integers_of(range, want);
    }
    if object.hasattr("__array__")? || object.hasattr("__array_interface__")? {
        let array = py.import("numpy")?.getattr("asarray")?.call1((object,))?;
        return cast_to(from_numpy(&array)?, want);
    }
    if object.hasattr("__dlpack__")? {
        // Copied, as an ndarray is: who lends the memory may write to it.
        let array = py.import("numpy")?.getattr("from_dlpack")?.call1((object,))?;
        return cast_to(from_numpy(&array)?, want);
    }
    if object.cast::<PySequence>().is_err() {
        return Err(unsupported(object));
    }
    let items = listed(object, Most::Any, |item| Ok(item.unbind()))?;
    sequence(list_of(py, items.into_iter().map(Ok))?.as_any(), want)
}

fn cast_to(array: Array, want: Option<DType>) -> PyResult<Tensor> {
    Ok(Tensor::new(match want {
        Some(dtype) => array.cast(dtype)?,
        None => array,
    }))
}

#[cold]
fn unsupported(object: &Bound<'_, PyAny>) -> PyErr {
    let shown = object.str().map_or_else(|_| "object".into(), |s| s.to_string());
    let class = object.get_type().repr().map_or_else(|_| "?".into(), |r| r.to_string());
    PyValueError::new_err(format!(
        "Attempt to convert a value ({shown}) with an unsupported type ({class}) to a Tensor."
    ))
}

#[cold]
pub fn cannot_convert(object: &Bound<'_, PyAny>, dtype: DType) -> PyErr {
    let shown = object.repr().map_or_else(|_| "object".into(), |r| r.to_string());
    PyTypeError::new_err(with_advice(&format!(
        "Cannot convert {shown} to EagerTensor of dtype {}",
        dtype.kernel_name()
    )))
}

/// A list of tensors from a Python sequence or a tensor (its rows), all of one dtype where Python values are involved.
pub fn to_tensors(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Vec<Tensor>> {
    if let Some(whole) = known(object) {
        if whole.rank() == 0 {
            return Err(PyTypeError::new_err(with_advice("Cannot iterate over a scalar tensor.")));
        }
        return Ok(ops::unstack(&whole, 0)?);
    }
    if object.is_none() || Leaf::of(object).is_some() {
        let class = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("Expected a list of tensors, but got {object} of type '{class}'")));
    }
    let items = listed(object, Most::Any, Ok)?;
    let mut want = match items.iter().find_map(known_dtype).or(want) {
        None => widest(&items)?,
        known => known,
    };
    try_collect_ok(items.iter().map(|item| {
        let tensor = to_tensor(item, want)?;
        want = want.or(Some(tensor.dtype()));
        Ok(tensor)
    }))
}

/// The dtype of floats where they come after integers; `None` where the first item says the dtype.
fn widest(items: &[Bound<'_, PyAny>]) -> PyResult<Option<DType>> {
    let is_plain = |item: &Bound<'_, PyAny>| Leaf::of(item).is_some() || is_numpy(item);
    let Some(first) = items.first().filter(|_| items.iter().all(is_plain)) else { return Ok(None) };
    if !to_tensor(first, None)?.dtype().is_integer() {
        return Ok(None);
    }
    let floats =
        items[1..].iter().try_fold(false, |any, item| to_tensor(item, None).map(|t| any || t.dtype().is_floating()));
    Ok(floats?.then_some(DType::Float32))
}

/// A list of tensors in which some may be `None`; every entry keeps its own dtype.
pub fn to_options(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Tensor>>> {
    let refused = || PyTypeError::new_err("t_list should be a sequence");
    if known_dtype(object).is_some() || object.is_instance_of::<PyString>() {
        return Err(refused());
    }
    let items = items(object, Most::Any).map_err(|_| refused())?;
    let option = |item: Bound<'_, PyAny>| if item.is_none() { Ok(None) } else { to_tensor(&item, None).map(Some) };
    try_collect_ok(items.map(|item| option(item?)))
}
