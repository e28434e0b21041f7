//! `Variable`: a named, assignable cell. Reading it makes the tapes of this thread watch it.
//!
//! The value is an immutable tensor, replaced as a whole: what a tape recorded before an assignment stays as it was. A
//! variable whose value nobody else holds is updated in place.
//!
//! A change holds the cell's lock from reading the old value to storing the new one, so that no other thread's change is
//! lost. Invariants: who holds a cell asks nobody outside (no signal handler, no interpreter), so that whoever waits for a
//! cell gets it; several cells are locked in the order of their keys; what was in a cell is dropped when the cell is open
//! again, since memory that came from another library may run any code as it goes.

use std::any::Any;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard};

use smallvec::SmallVec;

use crate::array::{Array, Spec};
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::interrupt::shielded;
use crate::shape::Shape;
use crate::tape::Tape;
use crate::tensor::Tensor;
use crate::{tape, waiting};

/// A named, assignable cell; cloning gives another handle to the same cell.
#[derive(Clone)]
pub struct Variable(Arc<Inner>);

struct Inner {
    key: u64,
    name: String,
    trainable: AtomicBool,
    dtype: DType,
    /// Axis lengths that an assigned value must have; `None` in a place or altogether means any.
    shape: Option<Vec<Option<usize>>>,
    value: Mutex<Tensor>,
    /// How often the value was changed, counted while its lock is held.
    changes: AtomicU64,
    note: Mutex<Option<Note>>,
    owner: Mutex<Option<Owner>>,
}

/// The key of the next variable.
static KEYS: AtomicU64 = AtomicU64::new(1);

/// What whoever wraps a variable leaves with it.
pub type Owner = Arc<dyn Any + Send + Sync>;

/// What an optimizer remembers of a variable of state.
pub(crate) type Note = Arc<dyn Any + Send + Sync>;

impl Variable {
    /// A trainable variable with this value, whose shape stays as it is.
    pub fn new(value: Tensor) -> Variable {
        let shape = Some(value.shape().iter().map(|&d| Some(d)).collect());
        Variable::with(value, "Variable", true, shape)
    }

    /// A variable with a name, and the shape that its values must have (`None` leaves a length, or all of it, open).
    pub fn with(value: Tensor, name: &str, trainable: bool, shape: Option<Vec<Option<usize>>>) -> Variable {
        let (key, dtype) = (KEYS.fetch_add(1, Relaxed), value.dtype());
        let value = Mutex::new(Tensor::new(value.array().clone()));
        let (changes, note, owner) = (AtomicU64::new(0), Mutex::default(), Mutex::default());
        let trainable = AtomicBool::new(trainable);
        Variable(Arc::new(Inner { key, name: name.into(), trainable, dtype, shape, value, changes, note, owner }))
    }

    /// How many variables this process has made.
    pub fn made() -> u64 {
        KEYS.load(Relaxed) - 1
    }

    /// The value; tapes take note of the reading.
    #[inline]
    pub fn read(&self) -> Tensor {
        let value = self.peek();
        tape::note_read(self.0.key, &value, self.trainable(), || self.0.clone());
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
        self.change(|old| {
            self.check(old, &value.spec())?;
            Ok(Some(Tensor::new(value.array().clone())))
        })
    }

    /// Changes the value: `change` gets the present one and returns the next one. No other thread can assign in between.
    /// The result must have the dtype and shape of an assignable value.
    pub fn update(&self, change: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<()> {
        self.change(|old| {
            let next = change(old)?;
            self.check(old, &next.spec())?;
            Ok(Some(Tensor::new(next.array().clone())))
        })
    }

    /// Writes into the value's memory through `write`, if nobody else holds it; says whether `write` could.
    pub fn modify_in_place(&self, write: impl FnOnce(&mut Array) -> Result<bool>) -> Result<bool> {
        let mut cell = self.lock();
        self.count_change();
        cell.unique_array().map_or(Ok(false), write)
    }

    /// Writes into the value's memory through `write`, after a copy where somebody else holds it. `write` must either
    /// fail before it writes or not at all.
    pub fn modify(&self, write: impl FnOnce(&mut Array) -> Result<()>) -> Result<()> {
        self.change(|value| match value.unique_array() {
            Some(array) => write(array).map(|()| None),
            None => {
                let mut copy = copy_of(value)?;
                write(&mut copy)?;
                Ok(Some(Tensor::new(copy)))
            }
        })
    }

    /// As [`Variable::modify`], for several variables at once, none of which is named twice: `write` gets their arrays in
    /// this order.
    pub fn modify_all(variables: &[&Variable], write: impl FnOnce(Arrays<'_>) -> Result<()>) -> Result<()> {
        let mut shared: SmallVec<[Tensor; 4]> = SmallVec::new();
        let result = shielded(|| {
            let mut order: SmallVec<[usize; 4]> = (0..variables.len()).collect();
            order.sort_by_key(|&i| variables[i].key());
            let mut cells: SmallVec<[_; 4]> =
                order.iter().map(|&i| (i, waiting::lock_quietly(&variables[i].0.value))).collect();
            for (_, cell) in &mut cells {
                shared.extend(own(cell)?);
            }
            cells.sort_by_key(|(i, _)| *i);
            variables.iter().for_each(|variable| variable.count_change());
            write(cells.iter_mut().map(|(_, cell)| cell.unique_array().expect("made so above")).collect())
        });
        drop(shared);
        result
    }

    /// Sees to it that nobody else holds the value's memory, as writing to it needs; dtype and shape of the value. Errors:
    /// `ResourceExhausted` where there is no memory for a copy.
    pub fn unshare(&self) -> Result<Spec> {
        let mut cell = self.lock();
        let (old, spec) = (own(&mut cell)?, cell.spec());
        drop(cell);
        drop(old);
        Ok(spec)
    }

    /// Runs `f` under the lock, and puts what it returns into the cell.
    fn change(&self, f: impl FnOnce(&mut Tensor) -> Result<Option<Tensor>>) -> Result<()> {
        let mut cell = self.lock();
        self.count_change();
        let next = shielded(|| f(&mut cell));
        let old = next.map(|next| next.map(|next| std::mem::replace(&mut *cell, next)));
        drop(cell);
        old.map(drop)
    }

    /// To be called with the cell's lock held.
    fn count_change(&self) {
        self.0.changes.store(self.changes().wrapping_add(1), Relaxed);
    }

    /// How often the value was changed, or may have been. What is certain of it, is so while its lock is held.
    pub(crate) fn changes(&self) -> u64 {
        self.0.changes.load(Relaxed)
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
        self.0.trainable.load(Relaxed)
    }

    /// Whether tapes are to watch this variable when it is read from now on.
    pub fn set_trainable(&self, trainable: bool) {
        self.0.trainable.store(trainable, Relaxed);
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

    /// What was left with this variable; the core never looks at it.
    pub fn owner(&self) -> Option<Owner> {
        waiting::lock_quietly(&self.0.owner).clone()
    }

    /// Leaves something with this variable, in place of what was left before.
    pub fn set_owner(&self, owner: Owner) {
        let old = waiting::lock_quietly(&self.0.owner).replace(owner);
        drop(old);
    }

    /// What was noted of this variable.
    pub(crate) fn note(&self) -> Option<Note> {
        waiting::lock_quietly(&self.0.note).clone()
    }

    /// Notes something of this variable, in place of what was noted before.
    pub(crate) fn set_note(&self, note: Note) {
        let old = waiting::lock_quietly(&self.0.note).replace(note);
        drop(old);
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, Tensor> {
        waiting::lock(&self.0.value)
    }
}

/// The memory of some variables, to be written.
pub type Arrays<'a> = SmallVec<[&'a mut Array; 4]>;

/// Makes the value one whose memory nobody else holds; what it was before, if that is another.
fn own(value: &mut Tensor) -> Result<Option<Tensor>> {
    if value.unique_array().is_some() {
        return Ok(None);
    }
    let copy = Tensor::new(copy_of(value)?);
    Ok(Some(std::mem::replace(value, copy)))
}

fn copy_of(value: &Tensor) -> Result<Array> {
    let mut copy = Array::scratch(value.dtype(), value.shape().clone())?;
    let whole = value.array().contiguous()?;
    crate::with_dtype!(value.dtype(), T: any => copy.slice_mut::<T>().copy_from_slice(whole.slice::<T>()),
        else return Err(Error::type_error("a string variable has no numeric update")));
    Ok(copy)
}

impl std::fmt::Debug for Variable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Variable({:?}, {:?})", self.0.name, self.peek().array())
    }
}
