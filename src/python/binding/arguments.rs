//! From the objects that a call was given to the arguments that a row takes.
//!
//! Python values for tensor parameters take the dtype of the first tensor among them; what a parameter accepts, and the
//! error for everything else, depends on its kind alone.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::Slot;
use crate::dtype::DType;
use crate::memory::try_collect_ok;
use crate::ops;
use crate::ops::def::{Arg, Args, Kind, Literal, OpDef, Param};
use crate::python::items::{Most, find_in, items, listed};
use crate::python::numpy::is_numpy;
use crate::python::shape::PyShape;
use crate::python::{convert, dtype, stack};
use crate::shape::Few;
use crate::tensor::Tensor;

/// Adds every parameter's argument to `args`, in the order of the parameters.
pub(super) fn convert_all(def: &OpDef, slots: &[Slot<'_, '_>], args: &mut Args) -> PyResult<()> {
    let mut want = shared_dtype(def, slots)?;
    for (param, slot) in def.params.iter().zip(slots) {
        let arg = match slot {
            None => param.default.arg(param.kind),
            Some(object) if object.is_none() && param.default.is_or_takes_none() => Arg::None,
            Some(object) if object.is_none() && has_dtype(param) => param.default.arg(param.kind),
            Some(object) if param.kind == Kind::Condition => {
                let chooses = slots[1..].iter().flatten().any(|slot| !slot.is_none());
                Arg::Tensor(condition(object, chooses)?)
            }
            Some(object) => {
                if param.kind == Kind::Rows && want.is_none() && is_listed(object) && is_first_axis(&slots[1]) {
                    want = dtype_of_rows(object)?;
                }
                one(def, param, object, &mut want)?
            }
        };
        args.0.push(arg);
    }
    Ok(())
}

/// Whether `None` means the dtype that the parameter has anyway, as for TensorFlow's operations of C++.
fn has_dtype(param: &Param) -> bool {
    param.kind == Kind::DType && matches!(param.default, Literal::DType(_))
}

fn is_first_axis(axis: &Slot<'_, '_>) -> bool {
    axis.is_none_or(|axis| axis.extract::<i64>().is_ok_and(|axis| axis == 0))
}

/// The dtype of a list with values of NumPy in it, if it can be a tensor as a whole.
fn dtype_of_rows(object: &Bound<'_, PyAny>) -> PyResult<Option<DType>> {
    let has_arrays = find_in(object, |item| is_numpy(&item).then_some(())).is_some();
    Ok(if has_arrays { convert::to_tensor(object, None).map(|whole| whole.dtype()).ok() } else { None })
}

fn condition(object: &Bound<'_, PyAny>, chooses: bool) -> PyResult<Tensor> {
    convert::to_tensor(object, chooses.then_some(DType::Bool)).map_err(|error| {
        let refused = error.is_instance_of::<PyTypeError>(object.py());
        if chooses && refused { convert::cannot_convert(object, DType::Bool) } else { error }
    })
}

/// The dtype that Python values take: that of the first tensor among the parameters that share one.
#[inline]
fn shared_dtype(def: &OpDef, slots: &[Slot<'_, '_>]) -> PyResult<Option<DType>> {
    for (param, slot) in def.params.iter().zip(slots) {
        let Some(object) = slot else {
            continue;
        };
        match param.kind {
            Kind::Tensor => {
                if let Some(dtype) = convert::known_dtype(object) {
                    return Ok(Some(dtype));
                }
            }
            Kind::First => return Ok(convert::known_dtype(object)),
            Kind::Tensors | Kind::OneOrMore | Kind::Rows | Kind::Options if is_listed(object) => {
                if let Some(dtype) = find_in(object, |item| convert::known_dtype(&item)) {
                    return Ok(Some(dtype));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

#[inline]
fn is_listed(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

fn one(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>, want: &mut Option<DType>) -> PyResult<Arg> {
    Ok(match param.kind {
        Kind::Tensor | Kind::First => {
            let tensor = convert::to_tensor(object, *want)?;
            *want = want.or(Some(tensor.dtype()));
            Arg::Tensor(tensor)
        }
        Kind::Exact if object.is_exact_instance_of::<PyFloat>() => {
            Arg::Tensor(Tensor::scalar(object.extract::<f64>()?))
        }
        Kind::Free | Kind::Exact | Kind::Index | Kind::Condition => Arg::Tensor(convert::to_tensor(object, None)?),
        Kind::Labels => Arg::Tensor(labels(object)?),
        Kind::OneOrMore if !is_listed(object) && (convert::known_dtype(object).is_some() || is_numpy(object)) => {
            Arg::Tensors(vec![convert::to_tensor(object, None)?])
        }
        Kind::Tensors | Kind::OneOrMore | Kind::Rows => {
            let tensors = convert::to_tensors(object, *want)?;
            *want = want.or(tensors.first().map(Tensor::dtype));
            Arg::Tensors(tensors)
        }
        Kind::Axes | Kind::Ints => Arg::Ints(integers(def, param, object)?),
        Kind::Lengths => lengths(def, param, object)?,
        Kind::Int => Arg::Int(integer(def, param, object)?),
        Kind::IntOrInts | Kind::Counts => match integer(def, param, object) {
            Ok(i) => Arg::Int(i),
            Err(_) => Arg::Ints(integers(def, param, object)?),
        },
        Kind::Float => Arg::Float(number(def, param, object)?),
        Kind::Number => open_number(object)?,
        Kind::Bool => Arg::Bool(object.is_truthy()?),
        Kind::StrOrFloat => match word(object) {
            Ok(text) => Arg::Str(text),
            Err(_) => Arg::Float(number(def, param, object)?),
        },
        Kind::Padding => padding(def, param, object)?,
        Kind::Options => Arg::Options(convert::to_options(object)?),
        Kind::As(dtype) => Arg::Tensor(convert::to_tensor(object, Some(dtype))?),
        Kind::Peek => Arg::Tensor(convert::peek(object)?),
        Kind::Str => Arg::Str(word(object).map_err(|_| wrong(def, param, "a string", object))?),
        Kind::DType => Arg::DType(dtype::from_any(object)?),
    })
}

/// Indices; those of NumPy lose their fractions where they have any.
fn labels(object: &Bound<'_, PyAny>) -> PyResult<Tensor> {
    let tensor = convert::to_tensor(object, None)?;
    let whole = tensor.dtype().is_integer() || tensor.dtype() == DType::String || !is_numpy(object);
    Ok(if whole { tensor } else { ops::cast(&tensor, DType::Int64)? })
}

#[cold]
fn wrong(def: &OpDef, param: &Param, expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let shown = object.repr().map_or_else(|_| "object".into(), |r| r.to_string());
    PyTypeError::new_err(format!("{}() argument '{}' must be {expected}, not {shown}", def.name, param.name))
}

fn integer(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<i64> {
    if object.is_exact_instance_of::<PyInt>() {
        return object.extract::<i64>().map_err(|_| wrong(def, param, "an integer", object));
    }
    unusual_integer(param, object).map_or_else(|| indexed(def, param, object), Ok)
}

/// What Python itself takes for an integer, which no float and no array is.
fn indexed(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<i64> {
    if object.is_instance_of::<PyFloat>() {
        return Err(wrong(def, param, "an integer", object));
    }
    stack::check()?;
    object.extract::<i64>().map_err(|error| own_or(error, object, || wrong(def, param, "an integer", object)))
}

/// What TensorFlow takes for an integer besides integers: truth values, variables, a list of one, and without their
/// fractions scalars of NumPy, seeds, and sizes that a program has divided.
#[cold]
fn unusual_integer(param: &Param, object: &Bound<'_, PyAny>) -> Option<i64> {
    if let Ok(truth) = object.cast::<PyBool>() {
        return Some(truth.is_true().into());
    }
    if let Ok(number) = object.cast_exact::<PyFloat>() {
        let number = number.value();
        return if param.name == "seed" { Some(number as i64) } else { divided(param, number) };
    }
    if ONE.contains(&param.name)
        && let Ok(list) = object.cast_exact::<PyList>()
    {
        return (list.len() == 1).then(|| list.get_item(0).ok()?.extract().ok()).flatten();
    }
    if is_numpy(object) {
        let scalar = convert::to_tensor(object, None).ok().filter(|t| is_single(param, t))?;
        return whole(scalar.item::<f64>());
    }
    if let Some(length) = float_length(param, object) {
        return Some(length);
    }
    let value = convert::known(object).filter(|t| t.dtype().is_integer() && is_single(param, t))?;
    Some(value.item())
}

fn divided(param: &Param, size: f64) -> Option<i64> {
    FRACTIONS.contains(&param.name).then(|| whole(size)).flatten()
}

/// Parameters of which TensorFlow drops the fraction of a float: what its kernels are built with.
const FRACTIONS: &[&str] =
    &["ksize", "window_shape", "sizes", "strides", "stride", "dilations", "rates", "block_size", "depth_radius"];
/// Parameters that may stand in a list of one.
const ONE: &[&str] = &["axis", "num"];

fn is_single(param: &Param, t: &Tensor) -> bool {
    let shape = t.shape().elements() == 1 && (t.rank() == 0 || t.rank() == 1 && ONE.contains(&param.name));
    shape && t.dtype() != DType::String && !t.dtype().is_complex()
}

/// The error that an object's own method raised; `instead` where Python or the core found that it has no such method, or
/// that its answer does not fit.
#[cold]
fn own_or(error: PyErr, object: &Bound<'_, PyAny>, instead: impl FnOnce() -> PyErr) -> PyErr {
    let py = object.py();
    let found = error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyOverflowError>(py);
    if found { instead() } else { error }
}

/// One integer of the list `whole`.
fn entry(def: &OpDef, param: &Param, item: &Bound<'_, PyAny>, whole: &Bound<'_, PyAny>) -> PyResult<i64> {
    let refused = || {
        if item.is_instance_of::<PyFloat>() {
            convert::cannot_convert(whole, DType::Int32)
        } else {
            wrong(def, param, "an integer", item)
        }
    };
    integer(def, param, item).or_else(|error| match float_length(param, item) {
        Some(length) => Ok(length),
        None => Err(own_or(error, item, refused)),
    })
}

/// Lengths of shapes may be floating, as TensorFlow takes them.
const SHAPES: &[&str] = &["shape", "dims", "multiples", "num_rows", "num_columns", "batch_shape", "maxlen"];

/// A length that a scalar tensor of a floating dtype says, without its fraction.
#[cold]
fn float_length(param: &Param, item: &Bound<'_, PyAny>) -> Option<i64> {
    let scalar = convert::known(item).filter(|t| SHAPES.contains(&param.name) && t.rank() == 0)?;
    scalar.dtype().is_floating().then(|| scalar.item::<f64>()).and_then(whole)
}

/// A number without its fraction, if that can be a length.
fn whole(number: f64) -> Option<i64> {
    (number.abs() < f64::from(u32::MAX)).then_some(number as i64)
}

/// Integers from a number, a list, a shape, a tensor or an ndarray.
fn integers(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<PyFloat>() {
        return integer(def, param, object).map(|i| vec![i]).map_err(|_| not_integers(def, param, object));
    }
    let most = if param.kind == Kind::Counts { Most::Any } else { Most::Axes(param.name) };
    if let Ok(list) = object.cast_exact::<PyList>() {
        most.check(list.len())?;
        return try_collect_ok(list.iter().map(|item| entry(def, param, &item, object)));
    }
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        most.check(tuple.len())?;
        return try_collect_ok(tuple.iter().map(|item| entry(def, param, &item, object)));
    }
    if convert::known_dtype(object).is_some() || is_numpy(object) {
        let tensor = convert::to_tensor(object, None)?;
        most.check(tensor.shape().elements())?;
        // What comes from NumPy is cast; a tensor is not.
        if (tensor.dtype().is_floating() || tensor.dtype() == DType::Bool) && is_numpy(object) {
            let lengths: Option<Vec<i64>> = tensor.to_vec::<f64>()?.into_iter().map(whole).few();
            return lengths.ok_or_else(|| wrong(def, param, "integers", object));
        }
        if !tensor.dtype().is_integer() && tensor.shape().elements() > 0 {
            return Err(wrong(def, param, "integers", object));
        }
        return Ok(tensor.to_vec()?);
    }
    if let Ok(shape) = object.cast::<PyShape>() {
        let dims = shape.get().0.as_ref().and_then(|d| d.iter().map(|d| d.map(|d| d as i64)).few::<Option<Vec<_>>>());
        return dims.ok_or_else(|| wrong(def, param, "a fully defined shape", object));
    }
    stack::check()?;
    if object.is_instance_of::<PyString>() || object.is_none() {
        return Err(not_integers(def, param, object));
    }
    match items(object, most) {
        Ok(items) if !object.is_instance_of::<PyDict>() => {
            try_collect_ok(items.map(|item| integer(def, param, &item?)))
        }
        Err(error) if !error.is_instance_of::<PyTypeError>(object.py()) => Err(error),
        _ => integer(def, param, object).map(|i| vec![i]).map_err(|_| not_integers(def, param, object)),
    }
}

/// The error for what is no shape and no axes: TensorFlow's for a value that does not become an `int32` tensor.
#[cold]
fn not_integers(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyErr {
    match convert::to_tensor(object, Some(DType::Int32)) {
        Err(error) => error,
        Ok(_) => wrong(def, param, "an integer or a list of integers", object),
    }
}

/// A string; all that mean anything are short.
fn word(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = object.cast::<PyString>()?;
    if text.len()? > LONGEST_WORD {
        return Err(PyValueError::new_err("a string of such a length means nothing here"));
    }
    text.extract()
}

/// Characters: an equation for a thousand operands has fewer.
const LONGEST_WORD: usize = 1 << 16;

/// A string, or pairs of integers.
fn padding(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<Arg> {
    if let Ok(text) = word(object) {
        return Ok(Arg::Str(text));
    }
    let expected = || wrong(def, param, "a string or a list of pairs of integers", object);
    let pairs = convert::to_tensor(object, None).map_err(|_| expected())?;
    let fits = pairs.rank() == 2 && pairs.shape()[1] == 2 && pairs.dtype().is_integer();
    if fits { Ok(Arg::Ints(pairs.to_vec()?)) } else { Err(expected()) }
}

/// A shape whose lengths may be `None`.
fn lengths(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<Arg> {
    if let Ok(shape) = object.cast::<PyShape>() {
        let open = |d: &Option<usize>| d.map_or(-1, |d| d as i64);
        return Ok(shape.get().0.as_ref().map_or(Arg::None, |dims| Arg::Ints(dims.iter().map(open).few())));
    }
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        let lengths = integers(def, param, object)?;
        lengths.iter().try_for_each(|&length| known_length(length).map(drop))?;
        return Ok(Arg::Ints(lengths));
    }
    let length =
        |item: Bound<'_, PyAny>| if item.is_none() { Ok(-1) } else { known_length(integer(def, param, &item)?) };
    Ok(Arg::Ints(listed(object, Most::Axes(param.name), length)?))
}

fn known_length(length: i64) -> PyResult<i64> {
    if length >= 0 { Ok(length) } else { Err(PyValueError::new_err(format!("Dimension {length} must be >= 0"))) }
}

fn number(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<f64> {
    if let Some(tensor) = convert::known(object) {
        if tensor.shape().elements() != 1 || tensor.dtype() == DType::String {
            return Err(wrong(def, param, "a number", object));
        }
        return Ok(tensor.item());
    }
    object.extract::<f64>().map_err(|_| wrong(def, param, "a number", object))
}

/// Python's own numbers as they are; everything else becomes a tensor.
fn open_number(object: &Bound<'_, PyAny>) -> PyResult<Arg> {
    if let Ok(x) = object.cast_exact::<PyFloat>() {
        return Ok(Arg::Float(x.value()));
    }
    if object.is_exact_instance_of::<PyInt>()
        && let Ok(i) = object.extract()
    {
        return Ok(Arg::Int(i));
    }
    Ok(Arg::Tensor(convert::to_tensor(object, None)?))
}
