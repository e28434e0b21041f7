//! What Python iterables give, one item after another.
//!
//! An iterable may be endless, and what it says of its own length a lie. So nobody believes it: items are counted as they
//! come, refused beyond the number that can be meant, and Ctrl-C is heard between them. Where memory ends that is an
//! error. Whoever iterates over an object of the program's, elsewhere in this folder, does it by these.

use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyRange, PyTuple};

use super::stack;
use crate::interrupt;
use crate::interrupt::{Pace, grain};
use crate::memory::{room_for_objects, try_collect_ok};

/// How many items can be meant.
#[derive(Clone, Copy)]
pub enum Most<'a> {
    /// As many as the axes of a tensor, of which TensorFlow has 254 at most; with the name of the argument.
    Axes(&'a str),
    /// As many as memory holds.
    Any,
}

impl Most<'_> {
    /// An error for a list of this length, if it is longer.
    pub fn check(self, length: usize) -> PyResult<()> {
        match self {
            Most::Axes(what) if length > MOST_AXES => Err(too_many(what)),
            _ => Ok(()),
        }
    }
}

const MOST_AXES: usize = 254;

#[cold]
fn too_many(what: &str) -> PyErr {
    PyValueError::new_err(format!(
        "argument '{what}' has more than {MOST_AXES} entries: more than a shape can have axes"
    ))
}

/// An iteration under way.
pub struct Items<'a, 'py> {
    from: Bound<'py, PyIterator>,
    given: usize,
    most: Most<'a>,
}

/// Iterates over `object`. Errors: what `iter(object)` raises; `ValueError` as soon as there are too many items.
pub fn items<'a, 'py>(object: &Bound<'py, PyAny>, most: Most<'a>) -> PyResult<Items<'a, 'py>> {
    // What is too long by its own count is not begun with; only of these the count is true.
    if object.is_exact_instance_of::<PyRange>() {
        most.check(object.len().unwrap_or(usize::MAX))?;
    }
    stack::check()?;
    // bounded: by what this file counts
    Ok(Items { from: object.try_iter()?, given: 0, most })
}

impl<'py> Iterator for Items<'_, 'py> {
    type Item = PyResult<Bound<'py, PyAny>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.given % grain::OBJECTS == grain::OBJECTS - 1
            && let Err(stopped) = interrupt::check().and_then(|()| room_for_objects())
        {
            return Some(Err(stopped.into()));
        }
        let item = self.from.next()?;
        self.given += 1;
        Some(self.most.check(self.given).and(item))
    }
}

/// What `each` makes of the items of `object`.
pub fn listed<'py, T>(
    object: &Bound<'py, PyAny>,
    most: Most,
    mut each: impl FnMut(Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    try_collect_ok(items(object, most)?.map(|item| each(item?)))
}

/// The first item of a list or tuple, as it lies in memory, for which `find` has an answer; a class derived from either
/// may iterate as it likes.
pub fn find_in<'py, T>(object: &Bound<'py, PyAny>, find: impl FnMut(Bound<'py, PyAny>) -> Option<T>) -> Option<T> {
    if let Ok(list) = object.cast::<PyList>() {
        return list.iter().find_map(find);
    }
    object.cast::<PyTuple>().ok()?.iter().find_map(find)
}

/// A tuple of these objects. Errors: as [`list_of`].
pub fn tuple_of(py: Python<'_>, items: impl IntoIterator<Item = PyResult<Py<PyAny>>>) -> PyResult<Bound<'_, PyTuple>> {
    let list = list_of(py, items)?;
    // SAFETY: a live list; the answer is a new tuple, or null with an error set.
    unsafe { Ok(Bound::from_owned_ptr_or_err(py, ffi::PyList_AsTuple(list.as_ptr()))?.cast_into_unchecked()) }
}

/// A list of these objects; Ctrl-C is heard between them. Errors: `MemoryError`, and that of the first that is one.
pub fn list_of(py: Python<'_>, items: impl IntoIterator<Item = PyResult<Py<PyAny>>>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    let mut pace = Pace::new(grain::OBJECTS);
    for item in items {
        list.append(item?)?;
        pace.after(1)?;
    }
    Ok(list)
}

/// The items of a shape or of another list with an entry for each axis, as a list; `argument` names it in errors.
///
/// Errors: `ValueError` for more than a tensor can have axes.
#[pyfunction]
pub fn entries<'py>(iterable: &Bound<'py, PyAny>, argument: &str) -> PyResult<Bound<'py, PyList>> {
    list_of(iterable.py(), items(iterable, Most::Axes(argument))?.map(|item| Ok(item?.unbind())))
}

/// The items of an iterable as a list; Ctrl-C is heard, however many there are.
#[pyfunction]
pub fn all_items<'py>(iterable: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    list_of(iterable.py(), items(iterable, Most::Any)?.map(|item| Ok(item?.unbind())))
}
