//! The operation. Inputs: projected inputs, recurrent weights, states (`h`, and `c` of an LSTM), then a bias and a mask
//! if it has them. Outputs: the states after each step, and what the cell keeps for its way back.
//!
//! Its gradient is one kernel where nobody records the backward pass, and otherwise the formula that specifies the kernel,
//! step by step in recorded operations.

use smallvec::SmallVec;

use crate::array::AxisSlice;
use crate::kernels::recurrent as kernels;
use crate::kernels::recurrent::{Cell, Found, Given, Gru, Inputs, Lstm, Number, Simple, Sizes};
use crate::memory::{try_collect, try_push, try_with_capacity};
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::shape::Few;
use crate::tape;

/// Which cell goes through the sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Lstm,
    Gru,
    Simple,
}

impl Kind {
    pub(super) fn op_type(self) -> &'static str {
        match self {
            Kind::Lstm => "SequenceLSTM",
            Kind::Gru => "SequenceGRU",
            Kind::Simple => "SequenceRNN",
        }
    }

    /// Blocks of units in a projected input.
    pub(super) fn blocks(self) -> usize {
        match self {
            Kind::Lstm => Lstm::BLOCKS,
            Kind::Gru => Gru::BLOCKS,
            Kind::Simple => Simple::BLOCKS,
        }
    }

    fn states(self) -> usize {
        if self == Kind::Lstm { 2 } else { 1 }
    }

    /// Blocks of units that a step keeps.
    fn kept(self) -> usize {
        match self {
            Kind::Lstm => Lstm::KEPT,
            Kind::Gru => Gru::KEPT,
            Kind::Simple => Simple::KEPT,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Sequence {
    pub(super) kind: Kind,
    pub(super) biased: bool,
    pub(super) masked: bool,
}

/// Places of inputs.
const PROJECTED: usize = 0;
const KERNEL: usize = 1;
const START: usize = 2;

impl Sequence {
    fn bias(&self) -> Option<usize> {
        self.biased.then_some(START + self.kind.states())
    }

    fn mask(&self) -> Option<usize> {
        self.masked.then_some(START + self.kind.states() + usize::from(self.biased))
    }

    fn inputs<'a, T: Element>(&self, x: &'a [Array]) -> Inputs<'a, T> {
        let start = [x[START].slice(), if self.kind == Kind::Lstm { x[START + 1].slice() } else { &[] }];
        let bias = self.bias().map_or(&[][..], |i| x[i].slice());
        Inputs { start, kernel: x[KERNEL].slice(), bias, mask: self.mask().map(|i| x[i].slice()) }
    }

    fn run<T: Number + Element>(&self, x: &[Array]) -> Result<Vec<Array>> {
        let &[steps, rows, width] = &x[PROJECTED].shape()[..] else { unreachable!("checked where it is applied") };
        let sizes = Sizes { steps, rows, units: width / self.kind.blocks() };
        let state = || Array::scratch_of::<T>([steps, rows, sizes.units].into_iter().few());
        let (projected, inputs) = (x[PROJECTED].slice(), self.inputs(x));
        let mut h = state()?;
        if self.kind == Kind::Simple {
            kernels::forward::<Simple, T>(sizes, projected, inputs, [h.slice_mut(), &mut [], &mut []])?;
            return Ok(vec![h]);
        }
        let kept = [steps, rows, self.kind.kept() * sizes.units].into_iter().few();
        let mut kept = Array::scratch_of::<T>(kept)?;
        if self.kind == Kind::Gru {
            kernels::forward::<Gru, T>(sizes, projected, inputs, [h.slice_mut(), &mut [], kept.slice_mut()])?;
            return Ok(vec![h, kept]);
        }
        let mut c = state()?;
        let out = [h.slice_mut(), c.slice_mut(), kept.slice_mut()];
        kernels::forward::<Lstm, T>(sizes, projected, inputs, out)?;
        Ok(vec![h, c, kept])
    }

    /// The gradients in one call. `x` are the inputs, the projected ones apart, of which nothing is read.
    fn gradients<T: Number + Element>(&self, x: &[Array], y: &[Array], g: &[Option<Array>]) -> Result<Vec<Array>> {
        let &[steps, rows, units] = &y[0].shape()[..] else { unreachable!("a sequence of states") };
        let sizes = Sizes { steps, rows, units };
        let lstm = self.kind == Kind::Lstm;
        let given = |i: usize| g[i].as_ref().map_or(&[][..], |g| g.slice::<T>());
        let kept = if self.kind == Kind::Simple { &[] } else { y[self.kind.states()].slice() };
        let given = Given {
            states: [given(0), if lstm { given(1) } else { &[] }],
            after: [y[0].slice(), if lstm { y[1].slice() } else { &[] }],
            kept,
        };
        let projected = [steps, rows, self.kind.blocks() * units].into_iter().few();
        let mut found = try_collect([Array::scratch_of::<T>(projected)?])?;
        for x in &x[1..x.len() - usize::from(self.masked)] {
            try_push(&mut found, Array::scratch_of::<T>(x.shape().clone())?)?;
        }
        let mut slices = found.iter_mut().map(|x| x.slice_mut::<T>());
        let mut take = |there: bool| if there { slices.next().unwrap_or_default() } else { &mut [] };
        let (projected, kernel) = (take(true), take(true));
        let out = Found { projected, kernel, start: [take(true), take(lstm)], bias: take(self.biased) };
        let inputs = self.inputs(x);
        match self.kind {
            Kind::Lstm => kernels::backward::<Lstm, T>(sizes, given, inputs, out)?,
            Kind::Gru => kernels::backward::<Gru, T>(sizes, given, inputs, out)?,
            Kind::Simple => kernels::backward::<Simple, T>(sizes, given, inputs, out)?,
        }
        Ok(found)
    }

    fn at_once(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        // Nothing is known, and read, of the projected inputs.
        let mut x = try_collect([Array::scalar(0.0f32)])?;
        (1..s.len()).try_for_each(|i| try_push(&mut x, s.x(i).array().contiguous()?))?;
        let y: Result<Vec<Array>> = (0..self.outputs()).map(|i| s.y(i).array().contiguous()).few();
        let zeros_are_left_out = |(i, g): (usize, &Tensor)| match i > 0 && is_zeros(g.array()) {
            true => Ok(None),
            false => g.array().contiguous().map(Some),
        };
        let g: Result<Vec<Option<Array>>> = g.iter().enumerate().map(zeros_are_left_out).few();
        let (y, g) = (y?, g?);
        let found = crate::with_dtype!(y[0].dtype(), T: float => self.gradients::<T>(&x, &y, &g)?);
        let mask = self.masked.then_some(None);
        Ok(found.into_iter().map(|d| Some(Tensor::new(d))).chain(mask).few())
    }

    /// The formula of the kernel, in operations that are recorded.
    fn by_formula(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let lists: Result<Vec<Vec<Tensor>>> = (0..self.outputs()).map(|i| ops::unstack(&g[i], 0)).few();
        let kept: Result<Vec<Vec<Tensor>>> = (0..self.outputs()).map(|i| ops::unstack(s.y(i), 0)).few();
        let (g, y) = (lists?, kept?);
        let (steps, states) = (y[0].len(), self.kind.states());
        let mask = self.mask().map(|i| ops::unstack(s.x(i), 0)).transpose()?;
        let before = |t: usize| -> SmallVec<[&Tensor; 2]> {
            (0..states).map(|k| if t == 0 { s.x(START + k) } else { &y[k][t - 1] }).few()
        };
        let mut carried: SmallVec<[Formula; 2]> = (0..states).map(|k| s.x(START + k).zeros_of()).few();
        let (mut projected, mut products) = (try_with_capacity(steps)?, try_with_capacity(steps)?);
        for t in (0..steps).rev() {
            let total: SmallVec<[Formula; 2]> = carried.iter().enumerate().map(|(k, c)| c + &g[k][t]).few();
            let step = Step {
                before: before(t),
                after: (0..states).map(|k| &y[k][t]).few(),
                kept: y.get(states).map(|kept| (&kept[t], &g[states][t])),
            };
            let mut back = match self.kind {
                Kind::Lstm => step.lstm(&total)?,
                Kind::Gru => step.gru(&total)?,
                Kind::Simple => step.simple(&total)?,
            };
            if let Some(mask) = &mask {
                back.only_where(&mask[t], &total)?;
            }
            carried = back.direct;
            carried[0] = &carried[0] + back.product.matmul(s.x(KERNEL), false, true);
            projected.push(back.projected);
            products.push(back.product);
        }
        projected.reverse();
        products.reverse();
        let states: Result<Vec<Tensor>> = (0..steps).map(|t| Ok(before(t)[0].clone())).few();
        let (states, products) = (ops::concat(&states?, 0)?, ops::concat(&products, 0)?);
        s.each_or_none(|i| match i {
            _ if !s.wants(i) || Some(i) == self.mask() => Ok(None),
            PROJECTED => ops::stack(&projected, 0).map(Some),
            KERNEL => states.matmul(&products, true, false).tensor().map(Some),
            _ if Some(i) == self.bias() => ops::reduce_sum(&products, Some(&[0]), false).map(Some),
            _ => carried[i - START].clone().tensor().map(Some),
        })
    }
}

/// Whether this is one zero repeated, as the gradient of an output that nobody used is.
fn is_zeros(x: &Array) -> bool {
    let one: SmallVec<[AxisSlice; 4]> = x.shape().iter().map(|_| AxisSlice { start: 0, step: 1, length: 1 }).few();
    x.elements() == 0
        || x.strides().iter().all(|&step| step == 0)
            && crate::with_dtype!(x.dtype(), T: float => x.slice_axes(&one).item::<T>() == 0.0)
}

/// One step of the formula.
struct Step<'a> {
    before: SmallVec<[&'a Tensor; 2]>,
    after: SmallVec<[&'a Tensor; 2]>,
    /// What the cell kept, and the gradient of that.
    kept: Option<(&'a Tensor, &'a Tensor)>,
}

/// What goes back from a step.
struct GoesBack {
    /// To the projected input.
    projected: Tensor,
    /// To the product with the state before.
    product: Tensor,
    /// To the states before, on other ways.
    direct: SmallVec<[Formula; 2]>,
}

impl Step<'_> {
    /// Blocks of what was kept, and their gradients.
    fn blocks(&self) -> Result<[Vec<Tensor>; 2]> {
        let (kept, g) = self.kept.expect("a cell that keeps something");
        Ok([ops::split(kept, 4, -1)?, ops::split(g, 4, -1)?])
    }

    fn lstm(&self, total: &[Formula]) -> Result<GoesBack> {
        let [kept, g] = self.blocks()?;
        let [i, f, candidate, o] = [0, 1, 2, 3].map(|k| &kept[k]);
        let (dh, tanh) = (&total[0], self.after[1].tanh());
        let dc = &total[1] + dh * o * (1.0 - tanh.square());
        let blocks = [
            (&dc * candidate + &g[0]) * i * (1.0 - i),
            (&dc * self.before[1] + &g[1]) * f * (1.0 - f),
            (&dc * i + &g[2]) * (1.0 - candidate.square()),
            (dh * &tanh + &g[3]) * o * (1.0 - o),
        ];
        let projected = joined(blocks)?;
        Ok(GoesBack { product: projected.clone(), projected, direct: [dh.zeros_of(), dc * f].into_iter().few() })
    }

    fn gru(&self, total: &[Formula]) -> Result<GoesBack> {
        let [kept, g] = self.blocks()?;
        let [u, r, candidate, q] = [0, 1, 2, 3].map(|k| &kept[k]);
        let dh = &total[0];
        let dn = (dh * (1.0 - u) + &g[2]) * (1.0 - candidate.square());
        let dr = (&dn * q + &g[1]) * r * (1.0 - r);
        let du = (dh * (self.before[0] - candidate) + &g[0]) * u * (1.0 - u);
        let product = joined([du.clone(), dr.clone(), &dn * r + &g[3]])?;
        Ok(GoesBack { projected: joined([du, dr, dn])?, product, direct: [dh * u].into_iter().few() })
    }

    fn simple(&self, total: &[Formula]) -> Result<GoesBack> {
        let projected = (&total[0] * (1.0 - self.after[0].square())).tensor()?;
        Ok(GoesBack { product: projected.clone(), projected, direct: [total[0].zeros_of()].into_iter().few() })
    }
}

impl GoesBack {
    /// Takes out rows for which the step does not count: all goes on to the states before.
    fn only_where(&mut self, mask: &Tensor, total: &[Formula]) -> Result<()> {
        let counts = ops::expand_dims(mask, 1)?;
        let only = |x: &Tensor| counts.select(x, 0.0).tensor();
        (self.projected, self.product) = (only(&self.projected)?, only(&self.product)?);
        for (direct, total) in self.direct.iter_mut().zip(total) {
            *direct = counts.select(&*direct, total);
        }
        Ok(())
    }
}

fn joined<const N: usize>(blocks: [Formula; N]) -> Result<Tensor> {
    let blocks: Result<Vec<Tensor>> = blocks.into_iter().map(Formula::tensor).few();
    ops::concat(&blocks?, -1)
}

impl Op for Sequence {
    fn op_type(&self) -> &'static str {
        self.kind.op_type()
    }
    fn outputs(&self) -> usize {
        self.kind.states() + usize::from(self.kind.kept() > 0)
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let x: Result<Vec<Array>> = x.iter().map(|x| x.contiguous()).few();
        let x = x?;
        crate::with_dtype!(x[PROJECTED].dtype(), T: float => self.run::<T>(&x))
    }
    fn keep(&self, _: Mask) -> Keep {
        let inputs = (1..START + 4).fold(Mask::NONE, |all, i| all.or(Mask::one(i)));
        Keep { inputs, outputs: Mask::ALL }
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let kept_is_used = self.kind.kept() > 0 && !is_zeros(g[self.kind.states()].array());
        let steps = s.output_spec(0).shape[0];
        if steps > 0 && (tape::recording() || kept_is_used) { self.by_formula(s, g) } else { self.at_once(s, g) }
    }
}
