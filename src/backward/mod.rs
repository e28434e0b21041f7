//! The backward pass: one loop from the targets' nodes down the arena.
//!
//! Append order is a topological order, so nodes are not sorted, and there is no recursion. Only nodes that lie between the
//! sources and the targets are visited. Gradients lie in a table; where three or more come for one tensor they wait in a map
//! (`turns`), to be added up in TensorFlow's order. Each cotangent that an operation returns is checked against the
//! dtype and shape of the input it belongs to. Every formula runs as recorded operations, for tapes that record now.

mod gradients;
mod plan;
mod slices;
mod turns;

use std::ops::{Deref, Range};

use gradients::Gradients;
use plan::{Place, Plan, SOURCE, THROUGH};
use smallvec::{SmallVec, smallvec};
use turns::Turns;

use crate::array::{Array, Spec};
use crate::error::{Error, ErrorKind, Result};
use crate::interrupt::grain;
use crate::op::{self, Grads, OpRef, Saved};
use crate::shape::Shape;
use crate::slices::Gradient;
use crate::tape::observe::GradientOf;
use crate::tape::{Arena, Pin, Recorded, Slot, Tape};
use crate::tensor::Tensor;
use crate::{interrupt, ops, registry, tape};

/// The recordings that a backward pass reads.
#[expect(clippy::large_enum_variant, reason = "one lives on the stack of each backward pass")]
pub(crate) enum Recording {
    /// Those of a tape that is used up: what a node saved is freed as the backward pass passes it.
    Owned(Arena),
    /// Those of a tape that lives on, and may be recording the backward pass itself, or be reset. The slots do not move
    /// meanwhile.
    Shared(Tape, Pin),
}

impl Recording {
    /// Reads `tape` while it lives on.
    pub(crate) fn shared(tape: &Tape) -> Recording {
        Recording::Shared(tape.clone(), tape.pin())
    }

    /// Calls `f` with the arena.
    pub(crate) fn with<R>(&mut self, f: impl FnOnce(&mut Arena) -> R) -> R {
        match self {
            Recording::Owned(arena) => f(arena),
            Recording::Shared(tape, pin) => tape.pinned(*pin, f),
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if let Recording::Shared(tape, pin) = self {
            tape.unpin(*pin);
        }
    }
}

/// A cotangent for one slot: where a backward pass starts.
pub(crate) struct Seed {
    pub(crate) slot: Slot,
    pub(crate) cotangent: Tensor,
}

/// A backward pass asks whether the user wants to stop after so many elements, a node counting as [`NODE`].
const NODE: usize = 1 << 10;

/// One backward pass over a recording.
pub(crate) struct Sweep<'a, 'o> {
    /// What to read.
    pub(crate) recording: &'a mut Recording,
    /// The slots whose gradients are asked for.
    pub(crate) sources: &'a [Slot],
    /// How many leading axes the cotangents have beyond the targets' own (0 or 1).
    pub(crate) batch: usize,
    /// Whether saved tensors are given up as the backward pass passes them (owned recordings only).
    pub(crate) release: bool,
    /// Whether gradients may be rows.
    pub(crate) slices: bool,
    /// Who wants each source's gradient as soon as nothing more is added to it.
    pub(crate) offer: Option<Offer<'o>>,
}

/// Takes the number of a source, and its gradient, which is final. A source that no path leads to is not offered.
pub(crate) type Offer<'a> = &'a mut (dyn FnMut(usize, &Gradient) -> Result<()> + Send);

impl Sweep<'_, '_> {
    /// The gradient for each source; `None` where no path leads to it.
    pub(crate) fn run(mut self, seeds: SmallVec<[Seed; 4]>) -> Result<Vec<Option<Gradient>>> {
        let sources = self.sources;
        let targets: SmallVec<[Slot; 4]> = seeds.iter().map(|seed| seed.slot).collect();
        // A tape that is used up was recorded for this backward pass: mostly it needs all of it.
        let part = matches!(self.recording, Recording::Shared(..));
        let plan_of = |arena: &mut Arena| {
            let plan = Plan::new(arena, sources, &targets, part);
            let turns = if plan.has_many() { Turns::new(&plan, arena, &targets)? } else { Turns::NONE };
            Ok::<_, Error>((plan, turns, arena.specs()))
        };
        let (plan, turns, specs) = self.recording.with(plan_of)?;
        let (nodes, leaves) = plan.size();
        let mut gradients = Gradients::new(nodes, leaves, turns);
        for seed in seeds {
            if let Some(place) = plan.wanted(seed.slot) {
                gradients.add(place, seed.cotangent)?;
            }
        }
        let mut top = nodes;
        if let Some(offer) = self.offer.take() {
            for (end, i) in self.recording.with(|arena| plan.ends(arena, sources))? {
                self.pass(end..top, &plan, &specs, &mut gradients)?;
                top = end;
                let found = plan.place(sources[i]).map_or(Ok(None), |place| gradients.found(place))?;
                found.map_or(Ok(()), |g| offer(i, &g))?;
            }
        }
        self.pass(0..top, &plan, &specs, &mut gradients)?;
        sources.iter().map(|s| plan.place(*s).map_or(Ok(None), |place| gradients.found(place))).collect()
    }

    /// Passes over these places. Two copies of the loop: one that nobody observes has nothing to ask at each operation.
    fn pass(&mut self, at: Range<usize>, plan: &Plan, specs: &[Spec], gradients: &mut Gradients) -> Result<()> {
        if tape::observed() {
            self.descend::<true>(at, plan, specs, gradients)
        } else {
            self.descend::<false>(at, plan, specs, gradients)
        }
    }

    /// Visits what lies between the sources and the targets, the last operation first.
    fn descend<const OBSERVED: bool>(
        &mut self,
        places: Range<usize>,
        plan: &Plan,
        specs: &[Spec],
        gradients: &mut Gradients,
    ) -> Result<()> {
        let mut work = 0;
        for at in places.rev() {
            if plan.is(at, THROUGH) {
                work += self.visit::<OBSERVED>(at, plan, specs, gradients)?;
            }
            if self.release {
                self.recording.with(|arena| arena.release_from(plan.index(at)));
            }
            work += NODE;
            if work >= grain::COMPUTED {
                work = 0;
                interrupt::check()?;
            }
        }
        Ok(())
    }

    /// Hands on the gradient of one operation; says how large it is.
    fn visit<const OBSERVED: bool>(
        &mut self,
        at: usize,
        plan: &Plan,
        specs: &[Spec],
        gradients: &mut Gradients,
    ) -> Result<usize> {
        let head = plan.index(at);
        let outputs = at..at + self.recording.with(|arena| arena.outputs(head));
        if plan.has_many() {
            outputs.clone().try_for_each(|place| gradients.settle(Place::Node(place)))?;
        }
        if gradients.node[outputs.clone()].iter().all(Option::is_none) {
            return Ok(0);
        }
        let node = self.read(head, plan, specs);
        let known = gradients.node[outputs.clone()].iter().flatten().next();
        let lead: Shape = known.map_or(Shape::scalar(), |g| g.shape()[..self.batch].into());
        let mut g: SmallVec<[Tensor; 1]> = SmallVec::new();
        for (i, place) in outputs.enumerate() {
            let found =
                if plan.is(place, SOURCE) { gradients.node[place].clone() } else { gradients.node[place].take() };
            g.push(found.map_or_else(|| node.zeros(i, &lead), Ok)?);
        }
        let elements = g[0].shape().elements();
        let of = OBSERVED.then(|| {
            let number = self.recording.with(|arena| arena.number_of(head));
            GradientOf::operation(node.op.op_type(), number)
        });
        if self.slices
            && let Some(Place::Leaf(leaf)) = node.edges.first().and_then(|slot| plan.wanted(*slot))
            && let Some(rows) = node.slices::<OBSERVED>(&g)?
        {
            gradients.pieces.add(leaf, rows)?;
            return Ok(elements);
        }
        let grads = if OBSERVED {
            node.grads_observed(&g)?
        } else {
            node.over(&mut g).transpose().unwrap_or_else(|| node.grads(&g))?
        };
        drop((g, of));
        for (slot, dx) in node.edges.iter().zip(grads) {
            if let (Some(dx), Some(place)) = (dx, plan.wanted(*slot)) {
                if plan.has_many() && plan.is_many(place) {
                    gradients.keep(place, at, dx)?;
                } else {
                    gradients.add(place, dx)?;
                }
            }
        }
        Ok(elements)
    }

    /// Takes out of the arena what the gradient of one operation needs.
    fn read<'s>(&mut self, head: usize, plan: &Plan, specs: &'s [Spec]) -> Visited<'s> {
        let (batch, release) = (self.batch, self.release);
        let Recorded { op, edges, inputs, outputs } =
            self.recording.with(|arena| arena.recorded(head, release, |slot| plan.needs(slot)));
        Visited { op, edges, saved: Saved { batch, inputs, outputs, specs } }
    }
}

/// The gradients of the inputs of an operation that is on no tape, for the cotangents `g`.
pub(crate) fn gradients_of(op: &OpRef, saved: Saved, g: &[Tensor]) -> Result<Grads> {
    let edges = SmallVec::from_elem(Slot::NONE, saved.len());
    Visited { op: op.clone(), edges, saved }.grads(g)
}

/// One operation, out of the arena.
struct Visited<'s> {
    op: OpRef,
    edges: SmallVec<[Slot; 4]>,
    saved: Saved<'s>,
}

impl Visited<'_> {
    /// Zeros for output `i`, which nothing downstream used, behind the batch axes `lead`.
    fn zeros(&self, i: usize, lead: &Shape) -> Result<Tensor> {
        let spec = self.saved.output_spec(i);
        Ok(Tensor::new(Array::zeros(spec.dtype, Shape::scalar())?.broadcast_to(&lead.concat(&spec.shape))?))
    }

    /// The gradient in the memory of the output's, which dies here, where that can be done.
    fn over(&self, g: &mut SmallVec<[Tensor; 1]>) -> Result<Option<Grads>> {
        let plain = self.saved.batch == 0 && self.edges.len() == 1 && self.op.gradient() == op::Gradient::Defined;
        if !plain || tape::recording() {
            return Ok(None);
        }
        let Some(array) = g[0].unique_array() else {
            return Ok(None);
        };
        let done = self.op.grad_over(&self.saved, array)?;
        Ok(done.then(|| smallvec![Some(g.swap_remove(0))]))
    }

    /// As [`Visited::grads`], and tells the observers.
    fn grads_observed(&self, g: &[Tensor]) -> Result<Grads> {
        let grads = self.grads(g)?;
        self.tell(g, &grads);
        Ok(grads)
    }

    fn tell(&self, g: &[Tensor], grads: &Grads) {
        tape::each_observer(|observer| observer.differentiated(g, grads, &|i| self.saved.wants(i)));
    }

    fn grads(&self, g: &[Tensor]) -> Result<Grads> {
        let grads = match self.op.gradient() {
            op::Gradient::Defined if self.saved.batch == 0 || self.op.batched() => self.op.grad(&self.saved, g)?,
            op::Gradient::Defined => self.one_by_one(g)?,
            op::Gradient::NotDifferentiable => SmallVec::from_elem(None, self.edges.len()),
            op::Gradient::Missing => self.users_gradient(g)?,
        };
        self.check(&grads, g)?;
        Ok(grads)
    }

    /// For an operation without a rule for batches of cotangents: once for each entry, then stacked.
    fn one_by_one(&self, g: &[Tensor]) -> Result<Grads> {
        let saved = Saved { batch: 0, ..self.saved.clone() };
        let count = g.iter().map(|t| t.shape()[0]).max().unwrap_or(0);
        let mut rows: Vec<Grads> = Vec::with_capacity(count);
        for k in 0..count {
            interrupt::check()?;
            let one: Vec<Tensor> =
                g.iter().map(|t| ops::row(t, if t.shape()[0] == 1 { 0 } else { k })).collect::<Result<_>>()?;
            rows.push(match self.op.gradient() {
                op::Gradient::Missing => self.users_gradient(&one)?,
                _ => self.op.grad(&saved, &one)?,
            });
        }
        (0..self.edges.len())
            .map(|i| {
                let column: Vec<Tensor> = rows.iter().filter_map(|row| row[i].clone()).collect();
                if column.len() == count && count > 0 { ops::stack_rows(&column).map(Some) } else { Ok(None) }
            })
            .collect()
    }

    fn users_gradient(&self, g: &[Tensor]) -> Result<Grads> {
        let op_type = self.op.op_type();
        let Some(entry) = registry::registered(op_type) else {
            let text = format!("gradient registry has no entry for: {op_type}");
            return Err(Error::new(ErrorKind::Lookup, text));
        };
        let Some(gradient) = entry else {
            return Ok(SmallVec::from_elem(None, self.edges.len()));
        };
        if self.saved.batch > 0 && g.iter().any(|t| t.rank() > 0) {
            return self.one_by_one(g);
        }
        let inputs: Vec<Tensor> = self.saved.inputs.iter().filter_map(|x| x.saved.clone()).collect();
        let outputs: Vec<Tensor> = self.saved.outputs.iter().filter_map(|y| y.saved.clone()).collect();
        let found = gradient.grad(&self.op, &inputs, &outputs, g)?;
        Ok(found.into())
    }

    /// Each cotangent must have its input's dtype and shape (behind the batch).
    fn check(&self, grads: &Grads, g: &[Tensor]) -> Result<()> {
        if grads.len() != self.edges.len() {
            let text = format!("the gradient returned {} values for {} inputs", grads.len(), self.edges.len());
            return Err(Error::invalid(self.op.op_type(), text));
        }
        for (i, dx) in grads.iter().enumerate() {
            if let (Some(dx), true) = (dx, self.saved.wants(i)) {
                self.check_one(self.saved.spec(i), dx, g)?;
            }
        }
        Ok(())
    }

    fn check_one(&self, spec: &Spec, dx: &Tensor, g: &[Tensor]) -> Result<()> {
        let batch = self.saved.batch;
        let fits = dx.dtype() == spec.dtype
            && dx.rank() == batch + spec.shape.rank()
            && dx.shape()[batch..] == *spec.shape.deref()
            && dx.shape()[..batch].iter().all(|d| g.iter().any(|g| g.shape()[0] == *d));
        if fits {
            return Ok(());
        }
        let text = format!(
            "the gradient of an input with shape {} and dtype {} has shape {} and dtype {}",
            spec.shape,
            spec.dtype,
            dx.shape(),
            dx.dtype()
        );
        Err(Error::invalid(self.op.op_type(), text))
    }
}
