//! From the operation table to Python builtins: one fastcall function serves every row.
//!
//! A builtin's `self` is its row. A call puts the objects that it was given into the parameters' places without a tuple or
//! dict, converts them (`arguments`), and makes objects of the results (`results`). Every function also takes `name`, and
//! ignores it. No panic gets past the trampoline.

mod arguments;
pub mod grammar;
mod results;
pub(in crate::python) mod symbolic;

use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyString, PyTuple};
use smallvec::SmallVec;

use super::error;
use super::graph::{remember, shows_input};
use crate::ops::def::{Args, Literal, OpDef, Param};
use crate::shape::Few;

/// A row of the table as the `self` of its builtin.
#[pyclass(frozen, name = "Operation", module = "gradtape._core")]
pub struct Row {
    def: &'static OpDef,
    names: Vec<Py<PyString>>,
    /// Whether results remember what they were made from.
    shows_input: bool,
}

#[pymethods]
impl Row {
    /// Pickles name a builtin as an attribute of its `self`: there it is one of the module's.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("importlib")?.getattr("import_module")?, ("gradtape._core",)))
    }
}

pub(super) type Slot<'a, 'py> = Option<Borrowed<'a, 'py, PyAny>>;
pub(super) type Slots<'a, 'py> = SmallVec<[Slot<'a, 'py>; 8]>;

/// Adds a builtin for every row to the module.
pub fn add_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for def in crate::ops::registry() {
        module.add(def.name, function(module.py(), def)?)?;
    }
    Ok(())
}

fn function<'py>(py: Python<'py>, def: &'static OpDef) -> PyResult<Bound<'py, PyAny>> {
    let names = def.params.iter().map(|p| PyString::intern(py, p.name).unbind()).few();
    let row = Bound::new(py, Row { def, names, shows_input: shows_input(def) })?;
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
    let mut parts: Vec<String> = def.params.iter().map(parameter).few();
    parts.push("name=None".into());
    format!("{}({})", def.name, parts.join(", "))
}

fn parameter(p: &Param) -> String {
    let default = match p.default {
        Literal::Required | Literal::OrNone => return p.name.into(),
        Literal::None => "None".into(),
        Literal::ZeroOrNone => "0".to_string(),
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
        // Both are filled where they lie: moving them would cost as much as filling them.
        let (mut slots, mut bound) = (Slots::new(), Args(SmallVec::new()));
        // SAFETY: the calling convention.
        unsafe { bind(py, row.get(), args, nargs as usize, kwnames, &mut slots)? };
        if let Err(error) = arguments::convert_all(row.get().def, &slots, &mut bound) {
            return symbolic::answered(py, row.get().def, &slots, error);
        }
        let result = results::invoke(py, row.get().def, &bound, &slots)?;
        if row.get().shows_input {
            remember(row.get().def, &bound, &slots, result.bind(py))?;
        }
        Ok(result)
    };
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(object)) => object.into_ptr(),
        Ok(Err(error)) => {
            error.restore(py);
            std::ptr::null_mut()
        }
        Err(panic) => {
            error::to_python(py, &error::panicked(&*panic)).restore(py);
            std::ptr::null_mut()
        }
    }
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
    slots: &mut Slots<'a, 'py>,
) -> PyResult<()> {
    let params = row.def.params;
    // bounded: by the parameters of a row
    slots.resize(params.len(), None);
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
            keyword(row, slots, &name, value)?;
        }
    }
    match params
        .iter()
        .zip(&*slots)
        .find(|(p, s)| s.is_none() && matches!(p.default, Literal::Required | Literal::OrNone))
    {
        Some((p, _)) => Err(missing(row.def, p.name)),
        None => Ok(()),
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

/// The rows as Python data, for stubs, documentation and tests: `(name, op_type, signature, doc)`.
#[pyfunction]
pub fn registry() -> Vec<(&'static str, &'static str, String, &'static str)> {
    crate::ops::registry().map(|def| (def.name, def.op_type, signature(def), def.doc)).few()
}
