//! How the gradient of one input of an operation is written, for every family: a formula of the output's cotangent and of
//! what the variant of [`Rule`] names. **The variant is the save list**: a formula sees nothing that the tape does not keep
//! for it, and the tape keeps nothing that the formula does not see.
//!
//! Forward mode (`crate::forward`) needs no table beside this one. The derivative of an operation along `t` is read from the
//! same rules; [`Op::along`] says in which way:
//!
//! - **Any operation.** A gradient `vjp(g)` is linear in `g`, so the derivative along `t` is what differentiating `vjp(g)`
//!   by `g` gives for the cotangent `t`: a backward pass that a tape records, and one over that record.
//! - **Functions of elements** (`unary`, `binary`): the derivative is diagonal, so one call of the rule is enough, whatever
//!   its variant: of real tensors it is `vjp(t)`, and of two operands the sum of both.
//! - **Linear operations**: a rule that does not read its own input (as [`Rule::G`] never does, and the rules `B` and `A` of
//!   a product) is of an operation that is linear in it, and may be applied to `t` itself. Primitives that add a constant say
//!   so.
//! - [`Rule::Zeros`] is 0, [`Rule::None`] stops a derivative as it stops a gradient, [`Rule::Missing`] is an error.

use std::iter;
use std::ops::Deref;

use smallvec::SmallVec;

use crate::array::{Array, Spec};
use crate::error::{Error, ErrorKind, Result};
use crate::op::{Along, Gradient, Keep, Mask, Op, Saved};
use crate::ops::apply;
use crate::ops::formula::{Formula, Term};
use crate::shape::{Few, Shape};
use crate::tensor::Tensor;

/// The cotangent `g` of an output, in the formula for one input's gradient: a tensor that knows the operation's parameters
/// `P`, and the shapes and dtypes around it.
pub struct Cotangent<'a, P = ()> {
    tensor: &'a Tensor,
    /// The operation's parameters.
    pub op: &'a P,
    saved: &'a Saved<'a>,
    index: usize,
}

impl<'a, P> Cotangent<'a, P> {
    /// The cotangent `tensor` of an operation, in the gradient of input `index`.
    pub(in crate::ops) fn new(op: &'a P, saved: &'a Saved<'a>, tensor: &'a Tensor, index: usize) -> Self {
        Cotangent { tensor, op, saved, index }
    }

    /// Which input the gradient is of.
    pub fn index(&self) -> usize {
        self.index
    }

    /// How many leading axes `g` has beyond the output's own.
    pub fn batch(&self) -> usize {
        self.saved.batch
    }

    /// The lengths of the leading axes beyond the output's own.
    pub fn lead(&self) -> Shape {
        self.tensor.shape()[..self.saved.batch].into()
    }

    /// Dtype and shape of the input.
    pub fn input(&self) -> &'a Spec {
        self.saved.spec(self.index)
    }

    /// The shape of the gradient: that of the input, behind the axes of the batch.
    pub fn home(&self) -> Shape {
        self.lead().concat(&self.input().shape)
    }

    /// Zeros of the gradient's dtype and shape; one element in memory.
    fn zeros(&self) -> Formula {
        let zero = Array::scalar(0.0).cast(self.input().dtype);
        zero.and_then(|zero| zero.broadcast_to(&self.home())).map(Tensor::new).into()
    }

    /// What operation `op` makes of the cotangent and these other inputs.
    pub(in crate::ops) fn through(&self, op: impl Op, others: &[&Tensor]) -> Formula {
        let inputs: SmallVec<[&Tensor; 3]> = iter::once(self.tensor).chain(others.iter().copied()).few();
        apply(op, &inputs).into()
    }
}

impl<P> Deref for Cotangent<'_, P> {
    type Target = Tensor;
    #[inline]
    fn deref(&self) -> &Tensor {
        self.tensor
    }
}

impl<P> Term for Cotangent<'_, P> {
    #[inline]
    fn value(&self) -> std::result::Result<&Tensor, &Error> {
        Ok(self.tensor)
    }
}

/// The cotangent as it is.
impl<P> From<&Cotangent<'_, P>> for Formula {
    #[inline]
    fn from(g: &Cotangent<P>) -> Formula {
        g.tensor.clone().into()
    }
}

/// How the gradient of an input is written. The only (or first) input is `x`, the output `y`; of two inputs the first is
/// `a` and the second `b`.
pub enum Rule<P: 'static = ()> {
    /// Nothing flows to this input. An operation with no other rule is registered as not differentiable.
    None,
    /// There is a derivative, and no formula for it: asking for it is a `LookupError`.
    Missing,
    /// The derivative is 0 everywhere.
    Zeros,
    /// From the cotangent alone.
    G(fn(&Cotangent<P>) -> Formula),
    /// From `g` and `x`.
    X(fn(&Cotangent<P>, &Tensor) -> Formula),
    /// From `g` and `y`.
    Y(fn(&Cotangent<P>, &Tensor) -> Formula),
    /// From `g`, `x` and `y`.
    XY(fn(&Cotangent<P>, &Tensor, &Tensor) -> Formula),
    /// From `g` and `y`, in one pass that may write over `g`.
    Fused(Fused),
    /// From `g` and `a`.
    A(fn(&Cotangent<P>, &Tensor) -> Formula),
    /// From `g` and `b`.
    B(fn(&Cotangent<P>, &Tensor) -> Formula),
    /// From `g`, `a` and `b`.
    AB(fn(&Cotangent<P>, &Tensor, &Tensor) -> Formula),
    /// From `g` and three inputs.
    ABC(fn(&Cotangent<P>, &Tensor, &Tensor, &Tensor) -> Formula),
    /// From `g`, `b` and `y`.
    BY(fn(&Cotangent<P>, &Tensor, &Tensor) -> Formula),
    /// From `g`, `a`, `b` and `y`.
    ABY(fn(&Cotangent<P>, &Tensor, &Tensor, &Tensor) -> Formula),
}

/// A derivative that is one function of `g` and `y`, element by element: an operation of its own where a tape records or
/// somebody else holds the cotangent, else written over it. Both ways give the same bits.
#[derive(Clone, Copy)]
pub struct Fused {
    /// As an operation.
    pub apart: fn(&Tensor, &Tensor) -> Result<Tensor>,
    /// Over the cotangent; says whether it could.
    pub over: fn(&mut Array, &Array) -> Result<bool>,
}

impl<P> Rule<P> {
    /// What the tape must hold for it.
    pub const fn keep(&self) -> Keep {
        let (a, b) = (Mask::one(0), Mask::one(1));
        let (inputs, outputs) = match self {
            Rule::None | Rule::Zeros | Rule::G(_) => (Mask::NONE, Mask::NONE),
            Rule::X(_) | Rule::A(_) => (a, Mask::NONE),
            Rule::B(_) => (b, Mask::NONE),
            Rule::AB(_) => (a.or(b), Mask::NONE),
            Rule::ABC(_) => (a.or(b).or(Mask::one(2)), Mask::NONE),
            Rule::Y(_) | Rule::Fused(_) => (Mask::NONE, Mask::ALL),
            Rule::XY(_) => (a, Mask::ALL),
            Rule::BY(_) => (b, Mask::ALL),
            Rule::ABY(_) => (a.or(b), Mask::ALL),
            // What a gradient that users register may ask for.
            Rule::Missing => (Mask::ALL, Mask::ALL),
        };
        Keep { inputs, outputs }
    }

    /// Whether an operation whose inputs have these rules has a gradient.
    pub const fn gradient(rules: &[Rule<P>]) -> Gradient {
        let (mut some, mut missing, mut i) = (false, false, 0);
        while i < rules.len() {
            match rules[i] {
                Rule::None => {}
                Rule::Missing => missing = true,
                _ => some = true,
            }
            i += 1;
        }
        match (some, missing) {
            (true, _) => Gradient::Defined,
            (false, true) => Gradient::Missing,
            (false, false) => Gradient::NotDifferentiable,
        }
    }

    /// How the derivative along a direction of an operation whose inputs have these rules is had: a derivative that reads
    /// no output and not its own input does not change with it. To be overridden where the operation adds a constant.
    pub const fn along(rules: &[Rule<P>]) -> Along {
        let (mut inputs, mut others, mut i) = (Mask::NONE, Mask::NONE, 0);
        while i < rules.len() {
            match rules[i] {
                Rule::None => others = others.or(Mask::one(i)),
                Rule::G(_) | Rule::A(_) | Rule::B(_) => inputs = inputs.or(Mask::one(i)),
                _ => return Along::Gradient,
            }
            i += 1;
        }
        let (mut jointly, mut each, mut read, mut i) = (true, true, Mask::NONE, 0);
        while i < rules.len() {
            let reads = rules[i].keep().inputs;
            jointly &= reads.is_apart(inputs);
            each &= reads.is_apart(Mask::one(i));
            read = read.or(reads);
            i += 1;
        }
        // An input that no derivative depends on, and that has none, is a constant that the operation adds.
        let adds = !read.has_all(others);
        if adds || !each {
            return Along::Gradient;
        }
        if jointly { Along::Linear } else { Along::Multilinear }
    }

    /// The gradient that belongs to the cotangent `g`; for operation type `op_type`.
    #[inline]
    pub fn eval(&self, op_type: &'static str, g: &Cotangent<P>) -> Result<Option<Tensor>> {
        let s = g.saved;
        let dx = match self {
            Rule::None => return Ok(None),
            Rule::Missing => {
                let text = format!("gradient registry has no entry for: {op_type}");
                return Err(Error::new(ErrorKind::Lookup, text));
            }
            Rule::Zeros => g.zeros(),
            Rule::G(f) => f(g),
            Rule::X(f) | Rule::A(f) => f(g, s.x(0)),
            Rule::B(f) => f(g, s.x(1)),
            Rule::AB(f) => f(g, s.x(0), s.x(1)),
            Rule::ABC(f) => f(g, s.x(0), s.x(1), s.x(2)),
            Rule::Y(f) => f(g, s.y(0)),
            Rule::Fused(f) => (f.apart)(g, s.y(0)).into(),
            Rule::XY(f) => f(g, s.x(0), s.y(0)),
            Rule::BY(f) => f(g, s.x(1), s.y(0)),
            Rule::ABY(f) => f(g, s.x(0), s.x(1), s.y(0)),
        };
        dx.tensor().map(Some)
    }
}
