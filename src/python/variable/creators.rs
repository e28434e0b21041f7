//! Who makes variables: what `variable_creator_scope` has put between `Variable(...)` and the class.
//!
//! Invariant: while a thread has no creators, which is the rule, a construction only looks whether it has.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use super::PyVariable;
use crate::python::error;
use crate::shape::Few;
use crate::variable::Variable;

/// The parameters of `Variable(...)` in their order: creators get them by name.
const PARAMETERS: [&str; 13] = [
    "initial_value",
    "trainable",
    "validate_shape",
    "caching_device",
    "name",
    "variable_def",
    "dtype",
    "import_scope",
    "constraint",
    "synchronization",
    "aggregation",
    "shape",
    "experimental_enable_variable_lifting",
];

/// What makes an instance of the class.
static CONSTRUCTOR: OnceLock<ffi::newfunc> = OnceLock::new();

thread_local! {
    static CREATORS: RefCell<Vec<Py<PyAny>>> = const { RefCell::new(Vec::new()) };
    /// Whether the class itself is asked for, by the last in the row.
    static PLAIN: Cell<bool> = const { Cell::new(false) };
}

/// Lets constructions of the class ask the creators first.
pub fn ask_creators(py: Python<'_>) {
    let class = py.get_type::<PyVariable>().as_type_ptr();
    // SAFETY: the type object is alive, and nothing else runs while the module is made.
    unsafe {
        if let Some(constructor) = (*class).tp_new
            && CONSTRUCTOR.set(constructor).is_ok()
        {
            (*class).tp_new = Some(construct);
        }
    }
}

/// `Variable.__new__`.
///
/// # Safety
/// Called by the interpreter as the `tp_new` of the class or a subclass.
unsafe extern "C" fn construct(
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    kwargs: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    let plain = PLAIN.replace(false); // an initial value may make variables too
    let Some(constructor) = CONSTRUCTOR.get() else { return std::ptr::null_mut() };
    // SAFETY: the interpreter calls with the lock held.
    let py = unsafe { Python::assume_attached() };
    if plain || CREATORS.with_borrow(Vec::is_empty) || is_asked_for(py, class) {
        // SAFETY: the arguments are the interpreter's.
        return unsafe { constructor(class, args, kwargs) };
    }
    let call = || {
        // SAFETY: `tp_new` gets a type, a tuple, and a dictionary or nothing, all alive during the call.
        let (class, args, kwargs) = unsafe {
            (
                Bound::from_borrowed_ptr(py, class.cast()).cast_into_unchecked::<PyType>(),
                Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>(),
                Bound::from_borrowed_ptr_or_opt(py, kwargs).map(|given| given.cast_into_unchecked::<PyDict>()),
            )
        };
        made(&class, &args, kwargs)
    };
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(made)) => return made.into_ptr(),
        Ok(Err(error)) => error.restore(py),
        Err(panic) => error::to_python(py, &error::panicked(&*panic)).restore(py),
    }
    std::ptr::null_mut()
}

/// Whether the class is one that is asked for by name, as in TensorFlow: a creator may make one of it.
fn is_asked_for(py: Python<'_>, class: *mut ffi::PyTypeObject) -> bool {
    if std::ptr::eq(class, py.get_type::<PyVariable>().as_type_ptr()) {
        return false;
    }
    // SAFETY: the interpreter hands over a type that is alive.
    let class = unsafe { Bound::from_borrowed_ptr(py, class.cast()) };
    !class.hasattr("_asks_creators").unwrap_or(false)
}

/// What the creators of this thread make in the place of a variable of this class.
fn made<'py>(
    class: &Bound<'py, PyType>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let named = PyDict::new(class.py());
    PARAMETERS.iter().try_for_each(|name| named.set_item(name, class.py().None()))?;
    named.set_item("validate_shape", true)?;
    named.set_item("experimental_enable_variable_lifting", true)?;
    if args.len() > PARAMETERS.len() {
        return Err(PyTypeError::new_err(format!("Variable() takes at most {} arguments", PARAMETERS.len())));
    }
    args.iter().zip(PARAMETERS).try_for_each(|(value, name)| named.set_item(name, value))?;
    if let Some(kwargs) = kwargs {
        named.update(kwargs.as_mapping())?;
    }
    row(class)?.call((), Some(&named))
}

/// All creators, the last first, and the class behind them.
fn row<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let creators: Vec<_> = CREATORS.with_borrow(|creators| creators.iter().map(|one| one.clone_ref(py)).few());
    let one = |creator| Py::new(py, NextCreator { class: class.clone().unbind(), creator });
    let mut next = one(None)?;
    for creator in creators {
        next = one(Some((creator, next)))?;
    }
    Ok(next.into_bound(py).into_any())
}

/// One of the row: a creator, or at its end the class.
#[pyclass(module = "gradtape", frozen)]
struct NextCreator {
    class: Py<PyType>,
    creator: Option<(Py<PyAny>, Py<NextCreator>)>,
}

#[pymethods]
impl NextCreator {
    #[pyo3(signature = (**kwargs))]
    fn __call__<'py>(&self, py: Python<'py>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        if let Some((creator, next)) = &self.creator {
            return creator.bind(py).call((next.clone_ref(py),), kwargs);
        }
        PLAIN.set(true);
        let made = self.class.bind(py).call((), kwargs);
        PLAIN.set(false);
        made
    }
}

/// Puts `creator(next_creator, **kwargs)` before all that make variables in this thread; `leave_creator` must follow.
#[pyfunction]
pub fn enter_creator(creator: Py<PyAny>) {
    CREATORS.with_borrow_mut(|creators| creators.push(creator));
}

/// How many variables this process has made.
#[pyfunction]
pub fn variables_made() -> u64 {
    Variable::made()
}

/// Takes the last creator away.
#[pyfunction]
pub fn leave_creator() {
    drop(CREATORS.with_borrow_mut(Vec::pop)); // dropped when the list is free again: that may run a finalizer
}
