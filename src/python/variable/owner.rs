//! Which Python object stands for a cell: what `watched_variables` returns.
//!
//! The core's variable notes the address of that object, its owner, which clears the note when it dies. Both happen under
//! the interpreter lock, so a note that is not null names an object whose memory is there.

use std::sync::atomic::Ordering::Relaxed;

use pyo3::ffi;
use pyo3::prelude::*;

use super::PyVariable;
use crate::variable::Variable;

impl PyVariable {
    /// The Python object of a variable: the one that made it, if it is still alive, else a new one.
    pub fn object(py: Python<'_>, variable: Variable) -> PyResult<Py<PyAny>> {
        let owner = variable.owner().load(Relaxed).cast::<ffi::PyObject>();
        // SAFETY: the owner clears this word when it is dropped, under the interpreter lock that we hold; a count of zero
        // means that it is being torn down right now.
        if !owner.is_null() && unsafe { ffi::Py_REFCNT(owner) } > 0 {
            // SAFETY: as above, a live object.
            return Ok(unsafe { Bound::from_borrowed_ptr(py, owner) }.unbind());
        }
        let made = Bound::new(py, Self::parts(variable, None, false))?;
        Self::own(&made);
        Ok(made.into_any().unbind())
    }

    /// Makes the object the owner of its cell; called once, right after construction.
    pub(super) fn own(slf: &Bound<'_, Self>) {
        slf.get().variable.owner().store(slf.as_ptr().cast(), Relaxed);
    }
}

impl Drop for PyVariable {
    fn drop(&mut self) {
        if self.owner {
            self.variable.owner().store(std::ptr::null_mut(), Relaxed);
        }
    }
}
