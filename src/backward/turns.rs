//! The turns in which TensorFlow's backward pass takes operations: first come, first served, an operation coming when all
//! that used its results have had their turn. Sums of three gradients or more are added up in that order.
//!
//! Invariant: turns depend on what lies between sources and targets alone.

use rustc_hash::FxHashMap;

use super::gradients::accumulate;
use super::plan::{Place, Plan, THROUGH};
use crate::error::Result;
use crate::memory::{try_push, try_vec};
use crate::ops;
use crate::tape::{Arena, Slot};
use crate::tensor::Tensor;

/// The turn of each operation, by the place that heads it; those of targets begin with 1.
pub(super) struct Turns(Vec<u32>);

impl Turns {
    /// No turns: nothing is added up in their order.
    pub(super) const NONE: Turns = Turns(Vec::new());

    /// The turns of a backward pass from `targets`.
    pub(super) fn new(plan: &Plan, arena: &Arena, targets: &[Slot]) -> Result<Turns> {
        let mut waits_for = waiting(plan, arena, targets)?;
        let mut turns = try_vec(waits_for.len(), 0)?;
        let mut line: Vec<usize> = Vec::new();
        for head in targets.iter().filter_map(|target| plan.head(arena, *target)) {
            if waits_for[head] == 0 && turns[head] == 0 {
                try_push(&mut line, head)?;
                turns[head] = line.len() as u32;
            }
        }
        let mut served = 0;
        while let Some(&at) = line.get(served) {
            served += 1;
            for head in inputs(plan, arena, at) {
                waits_for[head] -= 1;
                if waits_for[head] == 0 {
                    try_push(&mut line, head)?;
                    turns[head] = line.len() as u32;
                }
            }
        }
        Ok(Turns(turns))
    }

    /// The turn of the operation headed by place `at`.
    pub(super) fn of(&self, at: usize) -> u32 {
        self.0.get(at).copied().unwrap_or(0)
    }
}

/// How many uses of its results each operation waits for, by the place that heads it.
fn waiting(plan: &Plan, arena: &Arena, targets: &[Slot]) -> Result<Vec<u32>> {
    let places = plan.size().0;
    let mut uses = try_vec(places, 0)?;
    let mut is_reached = try_vec(places, false)?;
    targets.iter().filter_map(|target| plan.head(arena, *target)).for_each(|head| is_reached[head] = true);
    for at in (0..places).rev().filter(|at| plan.is(*at, THROUGH)) {
        if is_reached[at] {
            for head in inputs(plan, arena, at) {
                uses[head] += 1;
                is_reached[head] = true;
            }
        }
    }
    Ok(uses)
}

/// The heads of the operations that gave the operation headed by place `at` its inputs.
fn inputs<'a>(plan: &'a Plan, arena: &'a Arena, at: usize) -> impl Iterator<Item = usize> + 'a {
    arena.edges(plan.index(at)).iter().filter_map(move |slot| plan.head(arena, *slot))
}

/// Gradients of which three or more are added up, with the turns in which they come.
#[derive(Default)]
pub(super) struct Many(FxHashMap<Place, Parts>);

#[derive(Default)]
struct Parts {
    list: Vec<(u32, Tensor)>,
    bytes: usize,
}

/// What may wait to be added up at one place; what is more is added up as it came.
const MOST_BYTES: usize = 1 << 27;

impl Many {
    pub(super) fn add(&mut self, place: Place, turn: u32, g: Tensor) -> Result<()> {
        let parts = self.0.entry(place).or_default();
        parts.bytes += g.shape().elements() * g.dtype().size();
        try_push(&mut parts.list, (turn, g))?;
        if parts.bytes > MOST_BYTES && parts.list.len() > 4 {
            let sum = std::mem::take(parts).sum()?;
            try_push(&mut self.0.entry(place).or_default().list, (turn, sum))?;
        }
        Ok(())
    }

    /// The sum of what came for a place, and nothing more of it.
    pub(super) fn take(&mut self, place: Place) -> Result<Option<Tensor>> {
        self.0.remove(&place).map(Parts::sum).transpose()
    }
}

impl Parts {
    fn sum(mut self) -> Result<Tensor> {
        // bounded: by the operations that used one tensor
        self.list.sort_by_key(|(turn, _)| *turn);
        ops::sum_by_eights(self.list.into_iter().map(|(_, g)| g), accumulate)
    }
}
