//! From the operation table to Python builtins: one fastcall function serves every row.
//!
//! A builtin's `self` is its row. Arguments are bound by the row's parameters without a tuple or dict. Python values for
//! tensor parameters take the dtype of the first tensor among them. Every function also takes `name`, and ignores it.

use super::convert;
use super::dtype;
use super::error;
use super::numpy::is_numpy;
use super::operators::run;
use super::tensor::PyTensor;
use super::tensor::wrap;
use crate::dtype::DType;
use crate::ops::def::Arg;
use crate::ops::def::Args;
use crate::ops::def::Kind;
use crate::ops::def::Literal;
use crate::ops::def::OpDef;
use crate::ops::def::Param;
use crate::ops::def::Value;
use crate::tensor::Tensor;
use pyo3::exceptions::PyTypeError;
use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBool;
use pyo3::types::PyDict;
use pyo3::types::PyFloat;
use pyo3::types::PyInt;
use pyo3::types::PyList;
use pyo3::types::PyModule;
use pyo3::types::PyString;
use pyo3::types::PyTuple;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::ffi::CString;
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

/// A row of the table as the `self` of its builtin.
#[pyclass(frozen, name = "Operation", module = "gradtape._core")]
pub struct Row {
    def: &'static OpDef,
    names: Vec<Py<PyString>>,
}

type Slot<'a, 'py> = Option<Borrowed<'a, 'py, PyAny>>;

/// Adds a builtin for every row to the module.
pub fn add_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for def in crate::ops::registry() {
        module.add(def.name, function(module.py(), def)?)?;
    }
    Ok(())
}

fn function<'py>(py: Python<'py>, def: &'static OpDef) -> PyResult<Bound<'py, PyAny>> {
    let names = def.params.iter().map(|p| PyString::intern(py, p.name).unbind()).collect();
    let row = Bound::new(py, Row { def, names })?;
    let text = |s: String| CString::new(s).expect("no NUL in names and docs").into_raw();
    // The method definition must outlive the function; functions live as long as the process.
    let method = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: text(def.name.into()),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: trampoline },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: text(format!("{}\n--\n\n{}", signature(def), def.doc)),
    }));
    let module = PyString::intern(py, "gradtape._core");
    // SAFETY: the definition is leaked, `row` and `module` are live objects; the result is a new reference or an error.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyCFunction_NewEx(method, row.as_ptr(), module.as_ptr())) }
}

/// The text signature: `reduce_sum(input_tensor, axis=None, keepdims=False, name=None)`.
pub fn signature(def: &OpDef) -> String {
    let mut parts: Vec<String> = def.params.iter().map(parameter).collect();
    parts.push("name=None".into());
    format!("{}({})", def.name, parts.join(", "))
}

fn parameter(p: &Param) -> String {
    let default = match p.default {
        Literal::Required | Literal::OrNone => return p.name.into(),
        Literal::None => "None".into(),
        Literal::Int(i) => i.to_string(),
        Literal::Ints(i) => format!("{i:?}"),
        Literal::Float(x) => format!("{x:?}"),
        Literal::Bool(b) => if b { "True" } else { "False" }.into(),
        Literal::Str(s) => format!("'{s}'"),
        Literal::DType(d) => format!("'{d}'"),
    };
    format!("{}={default}", p.name)
}

/// The function behind every builtin.
///
/// # Safety
/// Called by the interpreter with the vectorcall convention: `args` holds `nargs` positional and as many keyword values
/// as `kwnames` has names.
unsafe extern "C" fn trampoline(
    slf: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    nargs: ffi::Py_ssize_t,
    kwnames: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls with the lock held.
    let py = unsafe { Python::assume_attached() };
    let call = || -> PyResult<Py<PyAny>> {
        // SAFETY: `self` is the `Row` with which the function was made; it lives as long as the function.
        let row = unsafe { Borrowed::from_ptr(py, slf).cast_unchecked::<Row>() };
        // SAFETY: the calling convention.
        let slots = unsafe { bind(py, row.get(), args, nargs as usize, kwnames)? };
        let args = convert_all(row.get().def, &slots)?;
        invoke(py, row.get().def, args, &slots)
    };
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(object)) => object.into_ptr(),
        Ok(Err(error)) => {
            error.restore(py);
            std::ptr::null_mut()
        }
        Err(panic) => {
            panicked(py, &*panic).restore(py);
            std::ptr::null_mut()
        }
    }
}

/// A panic is a defect of ours; the user gets an exception that can be caught and reported, not the end of the process.
#[cold]
fn panicked(py: Python<'_>, payload: &(dyn std::any::Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
    let text = format!("gradtape failed internally: {}", text.unwrap_or("unknown cause"));
    error::tensorflow_error(py, "InternalError", &text)
}

/// Puts every argument into its parameter's place.
///
/// # Safety
/// As [`trampoline`].
unsafe fn bind<'a, 'py>(
    py: Python<'py>,
    row: &Row,
    args: *const *mut ffi::PyObject,
    nargs: usize,
    kwnames: *mut ffi::PyObject,
) -> PyResult<SmallVec<[Slot<'a, 'py>; 8]>> {
    let params = row.def.params;
    let mut slots: SmallVec<[Slot<'a, 'py>; 8]> = SmallVec::from_elem(None, params.len());
    // One more positional argument than parameters is `name`.
    if nargs > params.len() + 1 {
        return Err(too_many(row.def, nargs));
    }
    for i in 0..nargs.min(params.len()) {
        // SAFETY: `i < nargs`.
        slots[i] = Some(unsafe { Borrowed::from_ptr(py, *args.add(i)) });
    }
    if !kwnames.is_null() {
        // SAFETY: a tuple of strings, alive during the call.
        let names = unsafe { Borrowed::from_ptr(py, kwnames).cast_unchecked::<PyTuple>() };
        for (k, name) in names.iter_borrowed().enumerate() {
            // SAFETY: one value for each keyword follows the positional ones.
            let value = unsafe { Borrowed::from_ptr(py, *args.add(nargs + k)) };
            keyword(row, &mut slots, &name, value)?;
        }
    }
    match params
        .iter()
        .zip(&slots)
        .find(|(p, s)| s.is_none() && matches!(p.default, Literal::Required | Literal::OrNone))
    {
        Some((p, _)) => Err(missing(row.def, p.name)),
        None => Ok(slots),
    }
}

fn keyword<'a, 'py>(
    row: &Row,
    slots: &mut [Slot<'a, 'py>],
    name: &Bound<'py, PyAny>,
    value: Borrowed<'a, 'py, PyAny>,
) -> PyResult<()> {
    let place = row.names.iter().position(|n| n.as_ptr() == name.as_ptr());
    let place = match place {
        Some(place) => Some(place),
        None => {
            let name = name.cast::<PyString>()?.to_cow()?.into_owned();
            if name == "name" {
                return Ok(());
            }
            row.def.params.iter().position(|p| p.name == name)
        }
    };
    let Some(place) = place else {
        return Err(PyTypeError::new_err(format!("{}() got an unexpected keyword argument '{name}'", row.def.name)));
    };
    if slots[place].replace(value).is_some() {
        return Err(PyTypeError::new_err(format!("{}() got multiple values for argument '{name}'", row.def.name)));
    }
    Ok(())
}

#[cold]
fn missing(def: &OpDef, name: &str) -> PyErr {
    PyTypeError::new_err(format!("{}() missing 1 required positional argument: '{name}'", def.name))
}

#[cold]
fn too_many(def: &OpDef, given: usize) -> PyErr {
    let takes = def.params.len() + 1;
    PyTypeError::new_err(format!("{}() takes at most {takes} positional arguments but {given} were given", def.name))
}

// --- objects to arguments -------------------------------------------------------------------------------------------

fn convert_all(def: &OpDef, slots: &[Slot<'_, '_>]) -> PyResult<Args> {
    let mut want = shared_dtype(def, slots)?;
    let mut args = Args(SmallVec::new());
    for (param, slot) in def.params.iter().zip(slots) {
        let arg = match slot {
            None => param.default.arg(param.kind),
            Some(object) if object.is_none() && matches!(param.default, Literal::None | Literal::OrNone) => Arg::None,
            Some(object) if param.kind == Kind::Condition => {
                let chooses = slots[1..].iter().flatten().any(|slot| !slot.is_none());
                Arg::Tensor(condition(object, chooses)?)
            }
            Some(object) => one(def, param, object, &mut want)?,
        };
        args.0.push(arg);
    }
    Ok(args)
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
            Kind::Tensors | Kind::OneOrMore
                if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() =>
            {
                if let Some(dtype) = object.try_iter()?.flatten().find_map(|item| convert::known_dtype(&item)) {
                    return Ok(Some(dtype));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

fn one(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>, want: &mut Option<DType>) -> PyResult<Arg> {
    Ok(match param.kind {
        Kind::Tensor | Kind::First => {
            let tensor = convert::to_tensor(object, *want)?;
            *want = want.or(Some(tensor.dtype()));
            Arg::Tensor(tensor)
        }
        Kind::Free | Kind::Index | Kind::Condition => Arg::Tensor(convert::to_tensor(object, None)?),
        Kind::OneOrMore if convert::known_dtype(object).is_some() => {
            Arg::Tensors(vec![convert::to_tensor(object, None)?])
        }
        Kind::Tensors | Kind::OneOrMore => {
            let tensors = convert::to_tensors(object, *want)?;
            *want = want.or(tensors.first().map(Tensor::dtype));
            Arg::Tensors(tensors)
        }
        Kind::Axes | Kind::Ints => Arg::Ints(integers(def, param, object)?),
        Kind::Lengths => lengths(def, param, object)?,
        Kind::Int => Arg::Int(integer(def, param, object)?),
        Kind::IntOrInts => match integer(def, param, object) {
            Ok(i) => Arg::Int(i),
            Err(_) => Arg::Ints(integers(def, param, object)?),
        },
        Kind::Float => Arg::Float(number(def, param, object)?),
        Kind::Number => open_number(object)?,
        Kind::Bool => Arg::Bool(object.is_truthy()?),
        Kind::StrOrFloat => match object.extract::<String>() {
            Ok(text) => Arg::Str(text),
            Err(_) => Arg::Float(number(def, param, object)?),
        },
        Kind::Padding => padding(def, param, object)?,
        Kind::Options => Arg::Options(convert::to_options(object)?),
        Kind::As(dtype) => Arg::Tensor(convert::to_tensor(object, Some(dtype))?),
        Kind::Peek => Arg::Tensor(convert::peek(object)?),
        Kind::Str => Arg::Str(object.extract().map_err(|_| wrong(def, param, "a string", object))?),
        Kind::DType => Arg::DType(dtype::from_any(object)?),
    })
}

#[cold]
fn wrong(def: &OpDef, param: &Param, expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let shown = object.repr().map_or_else(|_| "object".into(), |r| r.to_string());
    PyTypeError::new_err(format!("{}() argument '{}' must be {expected}, not {shown}", def.name, param.name))
}

fn integer(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<i64> {
    if object.is_instance_of::<PyBool>() || object.is_instance_of::<PyFloat>() {
        return Err(wrong(def, param, "an integer", object));
    }
    object.extract::<i64>().map_err(|_| wrong(def, param, "an integer", object))
}

/// One integer of the list `whole`.
fn entry(def: &OpDef, param: &Param, item: &Bound<'_, PyAny>, whole: &Bound<'_, PyAny>) -> PyResult<i64> {
    integer(def, param, item).map_err(|_| {
        if item.is_instance_of::<PyFloat>() {
            convert::cannot_convert(whole, DType::Int32)
        } else {
            wrong(def, param, "an integer", item)
        }
    })
}

/// Integers from a number, a list, a shape, a tensor or an ndarray.
fn integers(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if object.is_exact_instance_of::<PyInt>() {
        return Ok(vec![integer(def, param, object)?]);
    }
    if let Ok(list) = object.cast_exact::<PyList>() {
        return list.iter().map(|item| entry(def, param, &item, object)).collect();
    }
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        return tuple.iter().map(|item| entry(def, param, &item, object)).collect();
    }
    if convert::known_dtype(object).is_some() || is_numpy(object) {
        let tensor = convert::to_tensor(object, None)?;
        if !tensor.dtype().is_integer() && tensor.shape().elements() > 0 {
            return Err(wrong(def, param, "integers", object));
        }
        return Ok(tensor.to_vec());
    }
    if let Ok(shape) = object.cast::<super::shape::PyShape>() {
        let dims =
            shape.get().0.as_ref().and_then(|d| d.iter().map(|d| d.map(|d| d as i64)).collect::<Option<Vec<_>>>());
        return dims.ok_or_else(|| wrong(def, param, "a fully defined shape", object));
    }
    if object.is_instance_of::<PyString>() || object.is_none() {
        return Err(not_integers(def, param, object));
    }
    match object.try_iter() {
        Ok(items) if !object.is_instance_of::<PyDict>() => items.map(|item| integer(def, param, &item?)).collect(),
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

/// A string, or pairs of integers.
fn padding(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<Arg> {
    if let Ok(text) = object.extract::<String>() {
        return Ok(Arg::Str(text));
    }
    let expected = || wrong(def, param, "a string or a list of pairs of integers", object);
    let pairs = convert::to_tensor(object, None).map_err(|_| expected())?;
    let fits = pairs.rank() == 2 && pairs.shape()[1] == 2 && pairs.dtype().is_integer();
    if fits { Ok(Arg::Ints(pairs.to_vec())) } else { Err(expected()) }
}

/// A shape whose lengths may be `None`.
fn lengths(def: &OpDef, param: &Param, object: &Bound<'_, PyAny>) -> PyResult<Arg> {
    if let Ok(shape) = object.cast::<super::shape::PyShape>() {
        let open = |d: &Option<usize>| d.map_or(-1, |d| d as i64);
        return Ok(shape.get().0.as_ref().map_or(Arg::None, |dims| Arg::Ints(dims.iter().map(open).collect())));
    }
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        let lengths = integers(def, param, object)?.into_iter().map(known_length);
        return Ok(Arg::Ints(lengths.collect::<PyResult<_>>()?));
    }
    let length =
        |item: Bound<'_, PyAny>| if item.is_none() { Ok(-1) } else { known_length(integer(def, param, &item)?) };
    Ok(Arg::Ints(object.try_iter()?.map(|item| length(item?)).collect::<PyResult<_>>()?))
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

// --- results to objects ---------------------------------------------------------------------------------------------

fn invoke(py: Python<'_>, def: &'static OpDef, args: Args, slots: &[Slot<'_, '_>]) -> PyResult<Py<PyAny>> {
    let size = args.0.iter().map(elements).sum();
    let value = run(py, size, || (def.call)(&args))?;
    if let Value::Tensor(y) = &value
        && let Some(same) = itself(y, &args, slots)
    {
        return Ok(same);
    }
    to_object(py, value)
}

/// The argument that a function returned unchanged, as the object that it was.
fn itself(y: &Tensor, args: &Args, slots: &[Slot<'_, '_>]) -> Option<Py<PyAny>> {
    let place = args.0.iter().position(|arg| matches!(arg, Arg::Tensor(x) if x.is(y)))?;
    let object = slots[place].as_ref()?;
    object.is_instance_of::<PyTensor>().then(|| (**object).clone().unbind())
}

fn elements(arg: &Arg) -> usize {
    match arg {
        Arg::Tensor(t) => t.shape().elements(),
        Arg::Tensors(ts) => ts.iter().map(|t| t.shape().elements()).sum(),
        Arg::Options(ts) => ts.iter().flatten().map(|t| t.shape().elements()).sum(),
        // A shape to fill is as large as what it describes.
        Arg::Ints(i) => i.iter().try_fold(1usize, |n, &d| n.checked_mul(usize::try_from(d).unwrap_or(1))).unwrap_or(0),
        _ => 0,
    }
}

/// The Python object for what a function returned.
pub fn to_object(py: Python<'_>, value: Value) -> PyResult<Py<PyAny>> {
    let wrapped = |ts: Vec<Tensor>| ts.into_iter().map(|t| wrap(py, t)).collect::<PyResult<Vec<_>>>();
    Ok(match value {
        Value::Tensor(t) => wrap(py, t)?,
        Value::List(ts) => PyList::new(py, wrapped(ts)?)?.into_any().unbind(),
        Value::Tuple(ts) => PyTuple::new(py, wrapped(ts)?)?.into_any().unbind(),
        Value::Named(name, fields, ts) => {
            named_tuple(py, name, fields)?.call1(PyTuple::new(py, wrapped(ts)?)?)?.unbind()
        }
        Value::Options(ts) => {
            let items = ts.into_iter().map(|t| t.map_or_else(|| Ok(py.None()), |t| wrap(py, t)));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any().unbind()
        }
        Value::Several(values) => {
            let items = values.into_iter().map(|v| to_object(py, v)).collect::<PyResult<Vec<_>>>()?;
            PyTuple::new(py, items)?.into_any().unbind()
        }
        Value::Nothing => py.None(),
    })
}

fn named_tuple<'py>(py: Python<'py>, name: &'static str, fields: &[&'static str]) -> PyResult<Bound<'py, PyAny>> {
    static KINDS: PyOnceLock<std::sync::Mutex<HashMap<&'static str, Py<PyAny>>>> = PyOnceLock::new();
    let kinds = KINDS.get_or_init(py, Default::default);
    let mut kinds = kinds.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(kind) = kinds.get(name) {
        return Ok(kind.bind(py).clone());
    }
    let kind = py.import("collections")?.getattr("namedtuple")?.call1((name, fields.to_vec()))?;
    kinds.insert(name, kind.clone().unbind());
    Ok(kind)
}

/// The rows as Python data, for stubs, documentation and tests: `(name, op_type, signature, doc)`.
#[pyfunction]
pub fn registry() -> Vec<(&'static str, &'static str, String, &'static str)> {
    crate::ops::registry().map(|def| (def.name, def.op_type, signature(def), def.doc)).collect()
}
