//! `Variable`: a named, assignable cell. Reading it makes the tapes of this thread watch it.
//!
//! The value is an immutable tensor, replaced as a whole: what a tape recorded before an assignment stays as it was. A
//! variable whose value nobody else holds is updated in place.

use std::any::Any;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicPtr, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard};

use smallvec::SmallVec;

use crate::array::Spec;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::shape::Shape;
use crate::tape;
use crate::tape::Tape;
use crate::tensor::Tensor;

/// A named, assignable cell; cloning gives another handle to the same cell.
#[derive(Clone)]
pub struct Variable(Arc<Inner>);

struct Inner {
    key: u64,
    name: String,
    trainable: bool,
    dtype: DType,
    /// Axis lengths that an assigned value must have; `None` in a place or altogether means any.
    shape: Option<Vec<Option<usize>>>,
    value: Mutex<Tensor>,
    owner: AtomicPtr<()>,
}

impl Variable {
    /// A trainable variable with this value, whose shape stays as it is.
    pub fn new(value: Tensor) -> Variable {
        let shape = Some(value.shape().iter().map(|&d| Some(d)).collect());
        Variable::with(value, "Variable", true, shape)
    }

    /// A variable with a name, and the shape that its values must have (`None` leaves a length, or all of it, open).
    pub fn with(value: Tensor, name: &str, trainable: bool, shape: Option<Vec<Option<usize>>>) -> Variable {
        static KEYS: AtomicU64 = AtomicU64::new(1);
        let (key, dtype) = (KEYS.fetch_add(1, Relaxed), value.dtype());
        let value = Mutex::new(Tensor::new(value.array().clone()));
        let owner = AtomicPtr::new(std::ptr::null_mut());
        Variable(Arc::new(Inner { key, name: name.into(), trainable, dtype, shape, value, owner }))
    }

    /// The value; tapes take note of the reading.
    #[inline]
    pub fn read(&self) -> Tensor {
        let value = self.peek();
        tape::note_read(self.0.key, &value, self.0.trainable, || self.0.clone());
        value
    }

    /// The value, without the tapes' knowledge.
    #[inline]
    pub fn peek(&self) -> Tensor {
        self.lock().clone()
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.0.dtype
    }

    /// Replaces the value. Errors: `TypeError` for another dtype, `ValueError` for a shape that does not fit.
    pub fn assign(&self, value: &Tensor) -> Result<()> {
        let mut cell = self.lock();
        self.check(&cell, &value.spec())?;
        let old = std::mem::replace(&mut *cell, Tensor::new(value.array().clone()));
        drop(cell);
        drop(old);
        Ok(())
    }

    /// Changes the value under the lock: `change` gets the present value and returns the next one. No other thread can
    /// assign in between. The result must have the dtype and shape of an assignable value.
    pub fn update(&self, change: impl FnOnce(Tensor) -> Result<Tensor>) -> Result<()> {
        let mut cell = self.lock();
        let next = change(cell.clone())?;
        self.check(&cell, &next.spec())?;
        *cell = Tensor::new(next.array().clone());
        Ok(())
    }

    /// Writes into the value's memory through `write`, if nobody else holds it; says whether `write` could.
    pub fn modify_in_place(&self, write: impl FnOnce(&mut crate::array::Array) -> Result<bool>) -> Result<bool> {
        self.lock().unique_array().map_or(Ok(false), write)
    }

    /// Writes into the value's memory through `write`, after a copy where somebody else holds it. `write` must either
    /// fail before it writes or not at all.
    pub fn modify(&self, write: impl FnOnce(&mut crate::array::Array) -> Result<()>) -> Result<()> {
        let mut cell = self.lock();
        if cell.unique_array().is_none() {
            let mut copy = crate::array::Array::scratch(cell.dtype(), cell.shape().clone())?;
            let whole = cell.array().contiguous()?;
            crate::with_dtype!(cell.dtype(), T: any => copy.slice_mut::<T>().copy_from_slice(whole.slice::<T>()),
                else return Err(Error::type_error("a string variable has no numeric update")));
            write(&mut copy)?;
            *cell = Tensor::new(copy);
            return Ok(());
        }
        write(cell.unique_array().expect("checked above"))
    }

    fn check(&self, old: &Tensor, new: &Spec) -> Result<()> {
        if old.dtype() != new.dtype {
            return Err(Error::type_error(format!(
                "Cannot assign a {} value to variable '{}' of dtype {}",
                new.dtype,
                self.name(),
                old.dtype()
            )));
        }
        if self.accepts(&new.shape) {
            return Ok(());
        }
        Err(Error::value(format!(
            "Cannot assign value to variable ' {}:0': Shape mismatch.The variable shape {}, and the assigned value shape \
             {} are incompatible.",
            self.name(),
            self.shape_text(),
            new.shape.tuple()
        )))
    }

    /// Whether a value of this shape may be assigned.
    pub fn accepts(&self, shape: &Shape) -> bool {
        self.0.shape.as_ref().is_none_or(|want| {
            want.len() == shape.rank() && want.iter().zip(shape.iter()).all(|(w, d)| w.is_none_or(|w| w == *d))
        })
    }

    fn shape_text(&self) -> String {
        let Some(dims) = &self.0.shape else {
            return "<unknown>".into();
        };
        let dims: Vec<String> = dims.iter().map(|d| d.map_or("None".into(), |d| d.to_string())).collect();
        if dims.len() == 1 { format!("({},)", dims[0]) } else { format!("({})", dims.join(", ")) }
    }

    /// The axis lengths that values must have; `None` is open.
    pub fn shape(&self) -> Option<&[Option<usize>]> {
        self.0.shape.as_deref()
    }

    /// The name, without TensorFlow's `:0`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Whether tapes watch this variable when it is read.
    pub fn trainable(&self) -> bool {
        self.0.trainable
    }

    /// Identifies the variable; ascending in the order of construction.
    pub fn key(&self) -> u64 {
        self.0.key
    }

    /// Makes `tape` watch this variable whether it is trainable or not.
    pub fn watch_on(&self, tape: &Tape) {
        let value = self.peek();
        tape.arena().watch_variable(self.0.key, &value, || self.0.clone() as Arc<dyn Any + Send + Sync>);
    }

    /// The variables that `tape` watches, in the order of their construction.
    pub(crate) fn watched_by(tape: &Tape) -> SmallVec<[Variable; 4]> {
        let watched = tape.arena().watched_variables();
        watched.into_iter().filter_map(|w| w.variable.downcast::<Inner>().ok()).map(Variable).collect()
    }

    /// A word for whoever wraps this variable (the Python object's address); the core never reads it.
    pub fn owner(&self) -> &AtomicPtr<()> {
        &self.0.owner
    }

    fn lock(&self) -> MutexGuard<'_, Tensor> {
        self.0.value.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl std::fmt::Debug for Variable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Variable({:?}, {:?})", self.0.name, self.peek().array())
    }
}
