//! The derivative of one operation along tangents of its inputs, read from its gradient (`ops/rule.rs` says how).
//!
//! Everything runs as recorded operations, so that derivatives of it may be taken again.

use smallvec::{SmallVec, smallvec};

use crate::array::Spec;
use crate::backward::{Recording, Seed, Sweep, gradients_of};
use crate::error::Result;
use crate::memory::try_collect_short;
use crate::op::{Along, Input, Mask, OpRef, Output, Saved};
use crate::ops;
use crate::slices::Gradient;
use crate::tape::{Slot, Tape};
use crate::tensor::Tensor;

/// A tangent for each input, or for each output; `None` stands for zeros.
pub(super) type Tangents = SmallVec<[Option<Tensor>; 2]>;

/// One operation that has run: its inputs `x` with their tangents `t`, and its outputs `y`.
pub(super) struct Ran<'a> {
    pub(super) op: &'a OpRef,
    pub(super) x: &'a [&'a Tensor],
    pub(super) y: &'a [Tensor],
    pub(super) t: &'a [Option<Tensor>],
}

impl Ran<'_> {
    /// The tangents of the outputs; `None` where no derivative leads to.
    pub(super) fn along(&self) -> Result<Tangents> {
        let real = || self.t.iter().flatten().all(|t| !t.dtype().is_complex());
        match self.op.along() {
            Along::Elements if real() => self.elements(),
            Along::Linear => self.linear(),
            Along::Multilinear => self.multilinear(),
            _ => self.gradient(),
        }
    }

    /// The gradient's formulas as derivatives: of each tangent, spread over the output, and added up.
    fn elements(&self) -> Result<Tangents> {
        let (y, mut sum) = (&self.y[0], None);
        let specs = [y.spec()];
        for (i, t) in self.t.iter().enumerate() {
            let Some(t) = t else { continue };
            let t = ops::broadcast_to_shape(t, y.shape())?;
            let mut grads = self.op.grad(&self.saved(&specs, &|j| (j == i).then_some(0), 0), &[t])?;
            if let Some(one) = grads[i].take() {
                sum = Some(join(sum, one)?);
            }
        }
        Ok(smallvec![sum])
    }

    /// The operation of the tangents. Inputs without gradients, such as indices, stay.
    fn linear(&self) -> Result<Tangents> {
        let zeros = |(x, t): (&&Tensor, &Option<Tensor>)| match t {
            Some(t) => Ok(t.clone()),
            None if x.dtype().is_trainable() => ops::zeros_of(x),
            None => Ok((*x).clone()),
        };
        let inputs: SmallVec<[Tensor; 3]> = self.x.iter().zip(self.t).map(zeros).collect::<Result<_>>()?;
        self.again(&try_collect_short(&inputs)?)
    }

    /// The operation of each tangent and the other inputs, added up.
    fn multilinear(&self) -> Result<Tangents> {
        let mut sum: Option<Tangents> = None;
        for (i, t) in self.t.iter().enumerate() {
            let Some(t) = t else { continue };
            let mut inputs: SmallVec<[&Tensor; 3]> = self.x.into();
            inputs[i] = t;
            let one = self.again(&inputs)?;
            sum = Some(match sum {
                None => one,
                Some(sum) => {
                    sum.into_iter().zip(one).map(|(a, b)| b.map(|b| join(a, b)).transpose()).collect::<Result<_>>()?
                }
            });
        }
        Ok(sum.unwrap_or_else(|| self.y.iter().map(|_| None).collect()))
    }

    fn again(&self, inputs: &SmallVec<[&Tensor; 3]>) -> Result<Tangents> {
        let ys = ops::apply_again(self.op, inputs)?;
        Ok(ys.into_iter().map(|y| y.dtype().is_trainable().then_some(y)).collect())
    }

    /// The gradient, which is linear in the cotangent, differentiated by it.
    fn gradient(&self) -> Result<Tangents> {
        let u: SmallVec<[Tensor; 1]> = self.y.iter().map(ops::ones_of).collect::<Result<_>>()?;
        let tape = Tape::new(false);
        u.iter().filter(|u| u.dtype().is_trainable()).for_each(|u| tape.watch(u));
        let grads = {
            let _stop = Recorded::new(&tape);
            let specs: SmallVec<[Spec; 4]> = self.x.iter().copied().chain(self.y).map(Tensor::spec).collect();
            let wanted = |i: usize| self.t[i].is_some().then_some(i as u32);
            gradients_of(self.op, self.saved(&specs, &wanted, self.x.len() as u32), &u)?
        };
        let arena = tape.take();
        let slots: SmallVec<[Slot; 4]> = u.iter().map(|u| arena.slot_of(u).unwrap_or(Slot::NONE)).collect();
        let seed =
            |(g, t): (Option<Tensor>, &Option<Tensor>)| Some(Seed { slot: arena.slot_of(&g?)?, cotangent: t.clone()? });
        let seeds: SmallVec<[Seed; 4]> = grads.into_iter().zip(self.t).filter_map(seed).collect();
        let mut recording = Recording::Owned(arena);
        let sweep =
            Sweep { recording: &mut recording, sources: &slots, batch: 0, release: true, slices: false, offer: None };
        sweep.run(seeds)?.into_iter().map(|g| g.map(Gradient::dense).transpose()).collect()
    }

    /// What the gradient gets to see: the inputs of which `wanted` gives the index of the spec are wanted, and the specs of
    /// outputs start at `outputs`.
    fn saved<'s>(&self, specs: &'s [Spec], wanted: &dyn Fn(usize) -> Option<u32>, outputs: u32) -> Saved<'s> {
        let tracked =
            (0..self.x.len()).filter(|&i| wanted(i).is_some()).fold(Mask::NONE, |all, i| all.or(Mask::one(i)));
        let keep = self.op.keep(tracked);
        let input = |(i, x): (usize, &&Tensor)| {
            let (spec, saved) = (wanted(i), keep.inputs.has(i).then(|| (*x).clone()));
            Input { wanted: spec.is_some(), spec: spec.unwrap_or(0), saved }
        };
        let output = |(i, y): (usize, &Tensor)| Output {
            spec: outputs + i as u32,
            saved: keep.outputs.has(i).then(|| y.clone()),
        };
        let (inputs, outputs) = (self.x.iter().enumerate().map(input), self.y.iter().enumerate().map(output));
        Saved { batch: 0, inputs: inputs.collect(), outputs: outputs.collect(), specs }
    }
}

fn join(sum: Option<Tensor>, one: Tensor) -> Result<Tensor> {
    match sum {
        Some(sum) => ops::add(&sum, &one),
        None => Ok(one),
    }
}

/// Stops a tape when dropped.
struct Recorded<'a>(&'a Tape);

impl<'a> Recorded<'a> {
    fn new(tape: &'a Tape) -> Self {
        tape.start();
        Recorded(tape)
    }
}

impl Drop for Recorded<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
