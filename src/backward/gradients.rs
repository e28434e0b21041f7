//! The gradients that a backward pass has found so far, and how several of one tensor become one.
//!
//! Invariant: where three or more may come for a place they are kept until it is settled, and added up in turn.

use smallvec::SmallVec;

use super::plan::Place;
use super::slices::Pieces;
use super::turns::{Many, Turns};
use crate::error::Result;
use crate::slices::Gradient;
use crate::tensor::Tensor;
use crate::{ops, tape};

/// The gradients found so far.
pub(super) struct Gradients {
    pub(super) node: SmallVec<[Option<Tensor>; 32]>,
    leaf: SmallVec<[Option<Tensor>; 16]>,
    pub(super) pieces: Pieces,
    many: Many,
    turns: Turns,
}

impl Gradients {
    /// None yet, for so many nodes and leaves.
    pub(super) fn new(nodes: usize, leaves: usize, turns: Turns) -> Gradients {
        let none = |n| std::iter::repeat_n(None, n);
        let (node, leaf) = (none(nodes).collect(), none(leaves).collect());
        Gradients { node, leaf, pieces: Pieces::default(), many: Many::default(), turns }
    }

    fn at(&mut self, place: Place) -> &mut Option<Tensor> {
        match place {
            Place::Node(at) => &mut self.node[at],
            Place::Leaf(at) => &mut self.leaf[at],
        }
    }

    /// Adds to the gradient of a place.
    pub(super) fn add(&mut self, place: Place, g: Tensor) -> Result<()> {
        let place = self.at(place);
        *place = Some(match place.take() {
            None => g,
            Some(sum) => accumulate(sum, g)?,
        });
        Ok(())
    }

    /// Keeps the gradient that the operation headed by place `from` gives to a place where many come.
    #[cold]
    pub(super) fn keep(&mut self, place: Place, from: usize, g: Tensor) -> Result<()> {
        self.many.add(place, self.turns.of(from), g)
    }

    /// Adds up what was kept for a place.
    #[cold]
    pub(super) fn settle(&mut self, place: Place) -> Result<()> {
        self.many.take(place)?.map_or(Ok(()), |sum| self.add(place, sum))
    }

    /// The gradient of a source.
    pub(super) fn found(&mut self, place: Place) -> Result<Option<Gradient>> {
        self.settle(place)?;
        let dense = self.at(place).clone();
        match place {
            Place::Leaf(at) if !self.pieces.is_empty() => self.pieces.join(at, dense),
            _ => Ok(dense.map(Gradient::Dense)),
        }
    }
}

/// The sum of two cotangents; in the memory of one of them where nobody else holds it and no tape needs a record.
pub(super) fn accumulate(mut a: Tensor, mut b: Tensor) -> Result<Tensor> {
    if !tape::recording() {
        if let Some(sum) = a.unique_array()
            && ops::add_in_place(sum, b.array())?
        {
            return Ok(a);
        }
        if let Some(sum) = b.unique_array()
            && ops::add_in_place(sum, a.array())?
        {
            return Ok(b);
        }
    }
    ops::add(&a, &b)
}
