//! What a tape takes: tensors and variables, the targets and sources of gradients.
//!
//! Both are told apart by identity, never by value: two equal tensors are two sources.

use crate::dtype::DType;
use crate::tape::{Arena, Slot};
use crate::tensor::{Tensor, TensorId};
use crate::variable::Variable;

/// Something that has a gradient, or that one is taken with respect to.
#[derive(Clone, Debug)]
pub enum Watched {
    /// A tensor.
    Tensor(Tensor),
    /// A variable.
    Variable(Variable),
}

/// The identity of a tensor or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
    /// A tensor's.
    Tensor(TensorId),
    /// A variable's: its key.
    Variable(u64),
}

impl From<&Tensor> for Watched {
    fn from(t: &Tensor) -> Watched {
        Watched::Tensor(t.clone())
    }
}

impl From<&Variable> for Watched {
    fn from(v: &Variable) -> Watched {
        Watched::Variable(v.clone())
    }
}

impl Watched {
    /// The value, without the tapes' knowledge.
    pub fn value(&self) -> Tensor {
        match self {
            Watched::Tensor(t) => t.clone(),
            Watched::Variable(v) => v.peek(),
        }
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        match self {
            Watched::Tensor(t) => t.dtype(),
            Watched::Variable(v) => v.dtype(),
        }
    }

    /// Whether both are the same object.
    pub fn is(&self, other: &Watched) -> bool {
        self.identity() == other.identity()
    }

    /// What tells this object from all others.
    pub fn identity(&self) -> Identity {
        match self {
            Watched::Tensor(t) => Identity::Tensor(t.id()),
            Watched::Variable(v) => Identity::Variable(v.key()),
        }
    }

    pub(super) fn slot(&self, arena: &Arena) -> Option<Slot> {
        match self {
            Watched::Tensor(t) => arena.slot_of(t),
            Watched::Variable(v) => arena.variable_slot(v.key()),
        }
    }
}

/// What [`GradientTape::watch`](super::GradientTape::watch) takes.
pub enum WatchedRef<'a> {
    /// A tensor.
    Tensor(&'a Tensor),
    /// A variable.
    Variable(&'a Variable),
}

impl<'a> From<&'a Tensor> for WatchedRef<'a> {
    fn from(t: &'a Tensor) -> Self {
        WatchedRef::Tensor(t)
    }
}

impl<'a> From<&'a Variable> for WatchedRef<'a> {
    fn from(v: &'a Variable) -> Self {
        WatchedRef::Variable(v)
    }
}
