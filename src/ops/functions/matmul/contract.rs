//! Contracting two tensors whose axes carry labels: the part that `einsum` and `tensordot` share.
//!
//! A label of both tensors that nobody else needs is summed over; one that somebody needs is a batch axis. Without a
//! label to sum over the answer is a broadcast product, otherwise one (batched) matrix product. Axes are permuted as
//! views and handed to the product as they lie wherever that is possible.

use super::equation::{Label, Labels};
use crate::ops::prelude::*;
use crate::ops::primitives::matmul::matmul;
use crate::shape::{AxisSet, Few};

/// A tensor with a label for each axis; no label occurs twice.
#[derive(Clone)]
pub(super) struct Term {
    pub(super) tensor: Tensor,
    pub(super) labels: Labels,
}

impl Term {
    fn has(&self, label: Label) -> bool {
        self.labels.contains(&label)
    }

    fn length(&self, label: Label) -> usize {
        self.labels.iter().position(|&l| l == label).map_or(1, |i| self.tensor.shape()[i])
    }

    fn lengths(&self, labels: &[Label]) -> Shape {
        labels.iter().map(|&l| self.length(l)).few()
    }

    /// The same axes in the order `labels`: a view.
    pub(super) fn ordered(&self, labels: &[Label]) -> Result<Tensor> {
        let place = |label: &Label| self.labels.iter().position(|l| l == label);
        let perm: Vec<usize> = labels.iter().filter_map(place).few();
        if perm.is_sorted() { Ok(self.tensor.clone()) } else { ops::transpose_by(&self.tensor, &perm) }
    }

    /// Sums over every label that `needed` does not name.
    pub(super) fn reduced(self, needed: impl Fn(Label) -> bool) -> Result<Term> {
        let mut axes = AxisSet::default();
        for (i, _) in self.labels.iter().enumerate().filter(|(_, l)| !needed(**l)) {
            axes.insert(i);
        }
        if axes.is_empty() {
            return Ok(self);
        }
        let labels = self.labels.iter().copied().filter(|&l| needed(l)).few();
        Ok(Term { tensor: ops::sum_over(&self.tensor, axes, false)?, labels })
    }

    /// How many elements the contraction of two terms has.
    pub(super) fn elements_with(&self, other: &Term, needed: impl Fn(Label) -> bool) -> f64 {
        let own = self.labels.iter().filter(|&&l| needed(l)).map(|&l| self.length(l));
        let others = other.labels.iter().filter(|&&l| needed(l) && !self.has(l)).map(|&l| other.length(l));
        own.chain(others).map(|n| n as f64).product()
    }
}

/// The roles of the labels in a contraction of `a` and `b`.
struct Roles {
    /// In both, and needed later.
    batch: Labels,
    /// In both, and summed over.
    summed: Labels,
    /// Only in `a`.
    rows: Labels,
    /// Only in `b`.
    columns: Labels,
}

/// The product of two terms, summed over the labels that `needed` does not name.
///
/// `wanted` is the order in which the labels will be read; it decides which factor gives the rows.
pub(super) fn contract(a: Term, b: Term, needed: impl Fn(Label) -> bool, wanted: &[Label]) -> Result<Term> {
    let b = b.reduced(|l| needed(l) || a.has(l))?;
    let a = a.reduced(|l| needed(l) || b.has(l))?;
    let roles = |a: &Term, b: &Term| {
        let (shared, rows): (Labels, Labels) = a.labels.iter().partition(|&&l| b.has(l));
        let (batch, summed) = shared.into_iter().partition(|&l| needed(l));
        let columns = b.labels.iter().copied().filter(|&l| !a.has(l)).few();
        Roles { batch, summed, rows, columns }
    };
    let first = roles(&a, &b);
    if first.summed.is_empty() {
        return broadcast_product(&a, &b, &first, wanted);
    }
    let of_one = |l: &&Label| first.rows.contains(l) || first.columns.contains(l);
    let swap = wanted.iter().find(of_one).is_some_and(|l| first.columns.contains(l));
    if swap { matrix_product(&b, &a, &roles(&b, &a)) } else { matrix_product(&a, &b, &first) }
}

/// The elementwise product of two terms along the labels that they share, and the outer one along the others.
fn broadcast_product(a: &Term, b: &Term, roles: &Roles, wanted: &[Label]) -> Result<Term> {
    let mut labels: Labels = [&roles.batch[..], &roles.rows, &roles.columns].concat();
    // bounded: by the rank
    labels.sort_by_key(|l| wanted.iter().position(|w| w == l));
    let aligned = |term: &Term| -> Result<Tensor> {
        // Axes in front that are missing need not be written down.
        let skip = labels.iter().take_while(|&&l| !term.has(l)).count();
        ops::reshape_to(&term.ordered(&labels)?, &term.lengths(&labels[skip..]))
    };
    let (a, b) = (aligned(a)?, aligned(b)?);
    Ok(Term { tensor: ops::multiply(&a, &b)?, labels })
}

/// One matrix product with the rows of `a` and the columns of `b`, for each index of the batch.
fn matrix_product(a: &Term, b: &Term, roles: &Roles) -> Result<Term> {
    let Roles { batch, rows, columns, .. } = roles;
    // The labels to sum over may be merged in the order that either factor has them: the one that moves less data.
    let in_b: Labels = b.labels.iter().copied().filter(|l| roles.summed.contains(l)).few();
    let moved = |summed: &Labels| -> usize {
        let copied = |t: &Term, free: &Labels| {
            if t.lies(batch, free, summed).is_some() { 0 } else { t.tensor.shape().elements() }
        };
        copied(a, rows) + copied(b, columns)
    };
    let summed = if moved(&in_b) < moved(&roles.summed) { &in_b } else { &roles.summed };
    let (left, ta) = a.as_matrix(batch, rows, summed)?;
    let (right, summed_last) = b.as_matrix(batch, columns, summed)?;
    let y = matmul(&left, &right, ta, !summed_last)?;
    let shape = a.lengths(batch).concat(&a.lengths(rows)).concat(&b.lengths(columns));
    Ok(Term { tensor: ops::reshape_to(&y, &shape)?, labels: [&batch[..], rows, columns].concat() })
}

impl Term {
    /// Whether the axes lie as batch, then free and summed ones in one of both orders: `Some(true)` when the summed
    /// ones come first.
    fn lies(&self, batch: &Labels, free: &Labels, summed: &Labels) -> Option<bool> {
        let is = |first: &Labels, second: &Labels| self.labels == [&batch[..], first, second].concat();
        if is(free, summed) {
            Some(false)
        } else if is(summed, free) {
            Some(true)
        } else {
            None
        }
    }

    /// This term as `[batch..., free, summed]`, or with the last two exchanged (then the flag is true).
    fn as_matrix(&self, batch: &Labels, free: &Labels, summed: &Labels) -> Result<(Tensor, bool)> {
        let exchanged = self.lies(batch, free, summed).unwrap_or(false);
        let (first, second) = if exchanged { (summed, free) } else { (free, summed) };
        let ordered = self.ordered(&[&batch[..], first, second].concat())?;
        let merged = |labels: &Labels| self.lengths(labels).elements();
        let shape = self.lengths(batch).concat(&[merged(first), merged(second)]);
        Ok((ops::reshape_to(&ordered, &shape)?, exchanged))
    }
}
