//! Which Python object stands for a cell: what `watched_variables` returns.
//!
//! The object that made a cell leaves a weak reference to itself with the core's variable. Other objects of the cell (what
//! an assignment returns, a shallow copy) never stand for it.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};

use super::{PyOperand, PyVariable};
use crate::variable::Variable;

impl PyVariable {
    /// The Python object of a variable: the one that made it, if it is still alive, else a new one.
    pub fn object(py: Python<'_>, variable: Variable) -> PyResult<Py<PyAny>> {
        let known = variable.owner();
        let known = known.as_ref().and_then(|owner| owner.downcast_ref::<Py<PyWeakrefReference>>());
        if let Some(alive) = known.and_then(|owner| owner.bind(py).upgrade()) {
            return Ok(alive.unbind());
        }
        let made = Bound::new(py, Self::parts(variable, None, false))?;
        Self::own(&made)?;
        Ok(made.into_any().unbind())
    }

    /// Another object of the cell, which never stands for it.
    pub(super) fn twin(&self) -> PyClassInitializer<PyVariable> {
        let twin = PyVariable { variable: self.variable.clone(), constraint: None, unread: false, owner: false };
        PyClassInitializer::from(PyOperand).add_subclass(twin)
    }

    /// Makes the object stand for its cell, if it may.
    pub(super) fn own(slf: &Bound<'_, Self>) -> PyResult<()> {
        let holder = slf.get();
        if holder.owner {
            holder.variable.set_owner(Arc::new(PyWeakrefReference::new(slf)?.unbind()));
        }
        Ok(())
    }
}
