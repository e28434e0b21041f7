//! How objects of class `EagerTensor` are allocated: in memory of those that have just died, and unknown to Python's cycle
//! collector until one is given an attribute, before which no cycle can lead through it.
//!
//! Making and freeing an object would take longer than a product of two numbers does. Invariants: the list holds memory of
//! objects of this class alone, and is touched with the interpreter lock held; a free-threaded interpreter does not use it.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr::null_mut;

use pyo3::prelude::*;
use pyo3::{PyTypeInfo, ffi};

use super::PyTensor;
use crate::python::reserve;

/// Objects that are kept at most.
const MOST: usize = 256;

/// Memory of dead objects.
struct Dead {
    count: usize,
    objects: [*mut ffi::PyObject; MOST],
}

struct Guarded(UnsafeCell<Dead>);

// SAFETY: the interpreter lock guards it.
unsafe impl Sync for Guarded {}

static DEAD: Guarded = Guarded(UnsafeCell::new(Dead { count: 0, objects: [null_mut(); MOST] }));

/// Has the objects of the class allocated here from now on, but for an interpreter that can do without its lock: a user may
/// keep it off whatever this module says.
pub fn install(py: Python<'_>) -> PyResult<()> {
    if Python::version_str().contains("free-threading") {
        return Ok(());
    }
    let class = PyTensor::type_object_raw(py);
    // SAFETY: the class is alive, and what was allocated by one pair of functions may be freed by the other.
    unsafe {
        (*class).tp_alloc = Some(allocate);
        (*class).tp_free = Some(free);
    }
    Ok(())
}

/// Makes `object` known to the collector.
pub fn track(object: &Bound<'_, PyTensor>) {
    // SAFETY: a live and complete object of a class that takes part in collection.
    unsafe {
        if ffi::PyObject_GC_IsTracked(object.as_ptr()) == 0 {
            ffi::PyObject_GC_Track(object.as_ptr().cast());
        }
    }
}

/// # Safety
/// The interpreter lock must be held.
unsafe fn is_ours(class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: the caller's promise.
    class == PyTensor::type_object_raw(unsafe { Python::assume_attached() })
}

/// # Safety
/// Called by the interpreter, with its lock held and a class that is ready.
unsafe extern "C" fn allocate(class: *mut ffi::PyTypeObject, items: ffi::Py_ssize_t) -> *mut ffi::PyObject {
    // SAFETY: the interpreter's promise; what the list holds is memory for one object of our class, all of which PyO3
    // writes behind the header.
    unsafe {
        if items != 0 || !is_ours(class) {
            return ffi::PyType_GenericAlloc(class, items);
        }
        if !reserve::is_whole() {
            return ffi::PyErr_NoMemory();
        }
        let dead = &mut *DEAD.0.get();
        match dead.count {
            0 => new(class),
            n => {
                dead.count = n - 1;
                ffi::PyObject_Init(dead.objects[n - 1], class)
            }
        }
    }
}

/// # Safety
/// As [`allocate`], for our class.
unsafe fn new(class: *mut ffi::PyTypeObject) -> *mut ffi::PyObject {
    // SAFETY: an object of this class has `tp_basicsize` bytes, of which those behind the header are ours to set.
    unsafe {
        let object = ffi::PyObject_GC_New::<ffi::PyObject>(class);
        if !object.is_null() {
            let rest = (*class).tp_basicsize as usize - size_of::<ffi::PyObject>();
            object.add(1).cast::<u8>().write_bytes(0, rest);
        }
        object
    }
}

/// # Safety
/// Called by the interpreter, with its lock held and an object that was taken apart.
unsafe extern "C" fn free(object: *mut c_void) {
    // SAFETY: the interpreter's promise.
    unsafe {
        let dead = &mut *DEAD.0.get();
        if dead.count == MOST || !is_ours(ffi::Py_TYPE(object.cast())) {
            return ffi::PyObject_GC_Del(object);
        }
        dead.objects[dead.count] = object.cast();
        dead.count += 1;
    }
}
