//! The operation behind convolutions, transposed convolutions and their gradients.
//!
//! With `x` the input, `w` the filter and `y` a cotangent of the output, a convolution is the sum of products
//! `x[n, .., i] w[.., i, o] y[n, .., o]` over all places that a window pairs. Each of the three parts is the derivative
//! of that sum by it, computed from the two others; so the gradient of one such operation is two more of them.
//!
//! Each index of `n`, `i`, `o` belongs to two of the parts. A cotangent with a batch of its own has that batch taken into
//! the index that the other operand does not have, and that the result has too.

use super::extent;
use crate::kernels::conv::{Convolution, Real, Window};
use crate::ops::prelude::*;
use crate::shape::Few;

/// A part of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Images `[batch, spatial.., from]`.
    Input,
    /// `[spatial.., from, to]`.
    Filter,
    /// Images `[batch, spatial.., to]`.
    Output,
}

/// An index that two of the parts have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    Batch,
    From,
    To,
}

impl Part {
    /// The index that this part shares with the one that is neither it nor `other`.
    fn free_of(self, other: Part) -> Index {
        match (self, other) {
            (Part::Input, Part::Filter) | (Part::Output, Part::Filter) => Index::Batch,
            (Part::Input, Part::Output) | (Part::Filter, Part::Output) => Index::From,
            _ => Index::To,
        }
    }

    /// The axis on which an index lies.
    fn axis(self, index: Index, rank: usize) -> usize {
        match (self, index) {
            (_, Index::Batch) => 0,
            (Part::Filter, Index::From) => rank - 2,
            _ => rank - 1,
        }
    }
}

/// Makes one part from the two others, which are its inputs in the order of [`Part`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Trilinear {
    pub(super) makes: Part,
    pub(super) window: Window,
    pub(super) axes: usize,
}

impl Trilinear {
    /// Applies the operation.
    pub(super) fn apply(self, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        apply(self, &[a, b])
    }

    fn operands(self) -> [Part; 2] {
        match self.makes {
            Part::Input => [Part::Filter, Part::Output],
            Part::Filter => [Part::Input, Part::Output],
            Part::Output => [Part::Input, Part::Filter],
        }
    }

    /// The operation that makes operand `i`, of the others: the cotangent `g` and operand `1 - i`.
    fn derivative(self, i: usize, g: &Tensor, other: &Tensor, batch: usize) -> Result<Tensor> {
        let (parts, part) = (self.operands(), self.makes);
        let made = Trilinear { makes: parts[i], ..self };
        let ordered = |g: &Tensor| match made.operands()[0] == part {
            true => made.apply(g, other),
            false => made.apply(other, g),
        };
        if batch == 0 {
            return ordered(g);
        }
        let index = part.free_of(parts[1 - i]);
        let axis = part.axis(index, g.rank() - 1);
        let (count, length) = (g.shape()[0], g.shape()[axis + 1]);
        let y = ordered(&fold(g, axis)?)?;
        unfold(&y, parts[i].axis(index, y.rank()), [count, length])
    }

    fn run<T: Real>(self, a: &Array, b: &Array) -> Result<Array> {
        let (a, b) = (a.contiguous()?, b.contiguous()?);
        let (sa, sb) = (a.shape(), b.shape());
        let channels = |s: &Shape, back: usize| s[s.rank() - back];
        let (batch, from, to) = match self.makes {
            Part::Input => (sb[0], channels(sa, 2), channels(sa, 1)),
            Part::Filter => (sa[0], channels(sa, 1), channels(sb, 1)),
            Part::Output => (sa[0], channels(sb, 2), channels(sb, 1)),
        };
        let convolution = Convolution { batch, window: self.window, from, to };
        let mut out = Array::scratch_of::<T>(self.shape(batch, from, to))?;
        let (a, b, y) = (a.slice::<T>(), b.slice::<T>(), out.slice_mut::<T>());
        match self.makes {
            Part::Input => convolution.input_gradient(b, a, y)?,
            Part::Filter => convolution.filter_gradient(a, b, y)?,
            Part::Output => convolution.forward(a, b, y)?,
        }
        Ok(out)
    }

    /// The shape of what is made.
    fn shape(self, batch: usize, from: usize, to: usize) -> Shape {
        let own = |lengths: [usize; 3]| Shape::new(&lengths[3 - self.axes..]);
        match self.makes {
            Part::Input => Shape::new(&[batch]).concat(&own(self.window.input)).concat(&[from]),
            Part::Filter => own(self.window.kernel).concat(&[from, to]),
            Part::Output => Shape::new(&[batch]).concat(&own(self.window.output)).concat(&[to]),
        }
    }
}

impl Primitive for Trilinear {
    // Products and sums of 32-bit integers are exact in double precision up to 2^53.
    const TAKES: Takes = Takes::FLOATING.through(DTypes::of(&[DType::Int32]), DType::Float64).alike(2);
    const GRAD: &'static [Rule<Self>] = &[Rule::B(derivative), Rule::A(derivative)];

    fn named(&self) -> &'static str {
        match (self.axes, self.makes) {
            (3, Part::Input) => "Conv3DBackpropInputV2",
            (3, Part::Filter) => "Conv3DBackpropFilterV2",
            (3, Part::Output) => "Conv3D",
            (_, Part::Input) => "Conv2DBackpropInput",
            (_, Part::Filter) => "Conv2DBackpropFilter",
            (_, Part::Output) => "Conv2D",
        }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: float => self.run::<T>(x[0], x[1]))
    }
}

fn derivative(g: &Cotangent<Trilinear>, other: &Tensor) -> Formula {
    g.map(|dy| g.op.derivative(g.index(), dy, other, g.batch()))
}

/// `[batch, ..]` with the batch taken into axis `axis` of the rest, in front of what is there.
fn fold(x: &Tensor, axis: usize) -> Result<Tensor> {
    let mut perm: Vec<usize> = (1..x.rank()).few();
    perm.insert(axis, 0);
    let moved = if axis == 0 { x.clone() } else { ops::transpose_by(x, &perm)? };
    let mut shape = moved.shape().clone();
    let count = shape.remove(axis);
    ops::reshape_to(&moved, &shape.with(axis, count * shape[axis]))
}

/// The inverse of [`fold`]: axis `axis` is a batch of `count`, and `length` behind it.
fn unfold(x: &Tensor, axis: usize, [count, length]: [usize; 2]) -> Result<Tensor> {
    let mut shape = x.shape().with(axis, length);
    shape.insert(axis, count);
    let apart = ops::reshape_to(x, &shape)?;
    if axis == 0 {
        return Ok(apart);
    }
    let mut perm: Vec<usize> = (0..shape.rank()).filter(|&i| i != axis).few();
    perm.insert(0, axis);
    ops::transpose_by(&apart, &perm)
}

/// The window of a filter over images, both with their channels last.
pub(super) fn window_of(geometry: &super::Geometry, images: &Shape, filter: &Shape) -> Result<Window> {
    geometry.window(extent(images), super::spatial(&filter[..geometry.axes]))
}
