//! What an operation is: forward, what the tape keeps of it, and its gradient. No particular operation lives here.
//!
//! Letters have one meaning everywhere: `x` an input (`a`, `b` two of them), `y` an output, `g` the gradient of the
//! output, `dx`, `da`, `db` what a gradient returns.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::array::{Array, Spec};
use crate::error::Result;
use crate::memory::try_reserve_short;
use crate::slices::IndexedSlices;
use crate::tensor::Tensor;

/// The gradients of an operation's inputs; `None` where nothing flows.
pub type Grads = SmallVec<[Option<Tensor>; 2]>;

/// What asking for an operation's gradient gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gradient {
    /// A gradient.
    Defined,
    /// `None`: the operation is registered as not differentiable, and no tape records it.
    NotDifferentiable,
    /// A `LookupError`, unless the user has registered a gradient for the operation's type.
    Missing,
}

/// How the derivative of an operation along a direction is had: from its gradient, in one of these ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// By differentiating the gradient, which is linear in the cotangent, by the cotangent.
    Gradient,
    /// The derivative is diagonal (but for broadcasting): the gradient of real tensors is a formula of the tangent too.
    Elements,
    /// The operation is linear in all inputs that have gradients: it is applied to their tangents.
    Linear,
    /// The operation is linear in each input that has a gradient: it is applied to one tangent at a time.
    Multilinear,
}

/// A set of inputs or outputs by position; positions from 31 on share the last bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask(u32);

impl Mask {
    /// No position.
    pub const NONE: Mask = Mask(0);
    /// Every position.
    pub const ALL: Mask = Mask(u32::MAX);

    /// Only position `i`.
    pub const fn one(i: usize) -> Mask {
        Mask(1 << if i < 31 { i } else { 31 })
    }

    /// Whether position `i` is in the set.
    #[inline]
    pub const fn has(self, i: usize) -> bool {
        self.0 & Mask::one(i).0 != 0
    }

    /// Whether no position is in both sets.
    pub const fn is_apart(self, other: Mask) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every position of `other` is in this set.
    pub const fn has_all(self, other: Mask) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    pub const fn or(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    /// This set if `condition`, else the empty one.
    pub const fn when(self, condition: bool) -> Mask {
        if condition { self } else { Mask::NONE }
    }
}

/// Which inputs and outputs the tape must hold for the gradient. Shapes and dtypes of tracked inputs and of outputs are
/// always known and need not be kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keep {
    /// Inputs.
    pub inputs: Mask,
    /// Outputs.
    pub outputs: Mask,
}

impl Keep {
    /// Nothing: the gradient is a formula of `g` alone.
    pub const NOTHING: Keep = Keep { inputs: Mask::NONE, outputs: Mask::NONE };
    /// All inputs.
    pub const INPUTS: Keep = Keep { inputs: Mask::ALL, outputs: Mask::NONE };
    /// All outputs.
    pub const OUTPUTS: Keep = Keep { inputs: Mask::NONE, outputs: Mask::ALL };
    /// All inputs and outputs.
    pub const BOTH: Keep = Keep { inputs: Mask::ALL, outputs: Mask::ALL };

    /// This if `condition`, else nothing.
    pub const fn when(self, condition: bool) -> Keep {
        if condition { self } else { Keep::NOTHING }
    }

    /// Both together.
    pub const fn or(self, other: Keep) -> Keep {
        Keep { inputs: self.inputs.or(other.inputs), outputs: self.outputs.or(other.outputs) }
    }
}

/// One operation with its parameters.
///
/// An operation with one output implements [`Op::forward`], one with several [`Op::forward_all`] and [`Op::outputs`].
pub trait Op: Debug + Send + Sync + 'static {
    /// TensorFlow's operation type, such as `AddV2`: what errors print and `RegisterGradient` takes.
    fn op_type(&self) -> &'static str;

    /// Checks the inputs and computes the single output.
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        Ok(self.forward_all(x)?.swap_remove(0))
    }

    /// Checks the inputs and computes every output.
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        Ok(vec![self.forward(x)?])
    }

    /// The number of outputs.
    fn outputs(&self) -> usize {
        1
    }

    /// Whether there is a gradient.
    fn gradient(&self) -> Gradient {
        Gradient::Defined
    }

    /// What the tape must hold, given which inputs it tracks.
    fn keep(&self, tracked: Mask) -> Keep;

    /// The gradients of the inputs, one entry for each, given those of the outputs. Written with recorded operations,
    /// so that any order of differentiation works. Entries for inputs that are not [`Saved::wants`]-ed may be `None`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads>;

    /// Writes the gradient of the only input over that of the first output, if it depends on no other and both have one
    /// shape; says whether it did. Asked for where nobody else holds `g` and no tape needs a record. On an error `g` is
    /// of no use any more.
    fn grad_over(&self, _s: &Saved, _g: &mut Array) -> Result<bool> {
        Ok(false)
    }

    /// The gradient of the first input as rows of it, where the operation has taken whole rows: what to answer instead of
    /// [`Op::grad`] if that input is a source and nothing lies between. Operations without parameters are not asked, nor
    /// any for a batch of cotangents.
    fn slices(&self, _s: &Saved, _g: &[Tensor]) -> Result<Option<IndexedSlices>> {
        Ok(None)
    }

    /// How its derivative along a direction is had.
    fn along(&self) -> Along {
        Along::Gradient
    }

    /// Whether [`Op::grad`] accepts cotangents with [`Saved::batch`] extra leading axes. Otherwise the engine calls it
    /// once for each entry of the batch.
    fn batched(&self) -> bool {
        false
    }

    /// The inputs and outputs that hold bits for a gradient and no numbers, whatever their dtype: who looks at values
    /// passes over them.
    fn bits(&self) -> Keep {
        Keep::NOTHING
    }

    /// An object from outside the crate that the operation keeps alive, for a garbage collector to see. Operations that
    /// have one are recorded by [`crate::tape::record_holder`].
    fn foreign(&self) -> Option<&dyn Any> {
        None
    }

    /// The inputs for which the gradient was wanted and gave nothing, as far as is known.
    fn gave_nothing(&self) -> Mask {
        Mask::NONE
    }

    /// Values of attributes for a gradient registered from Python (`op.get_attr`).
    fn attribute(&self, _name: &str) -> Option<String> {
        None
    }
}

/// An operation as a tape holds it: without parameters for free, with parameters shared.
#[derive(Clone, Debug)]
pub enum OpRef {
    /// An operation without parameters.
    Static(&'static dyn Op),
    /// An operation with parameters.
    Shared(Arc<dyn Op>),
}

impl std::ops::Deref for OpRef {
    type Target = dyn Op;
    fn deref(&self) -> &(dyn Op + 'static) {
        match self {
            OpRef::Static(op) => *op,
            OpRef::Shared(op) => &**op,
        }
    }
}

/// What a gradient gets to see of the forward pass.
#[derive(Clone)]
pub struct Saved<'a> {
    /// How many leading axes the cotangents have beyond the outputs' own (0 or 1).
    pub batch: usize,
    pub(crate) inputs: SmallVec<[Input; 3]>,
    pub(crate) outputs: SmallVec<[Output; 1]>,
    /// Dtypes and shapes of everything on the tape.
    pub(crate) specs: &'a [Spec],
}

/// What is known of an input.
#[derive(Clone)]
pub(crate) struct Input {
    /// Whether its gradient is needed.
    pub(crate) wanted: bool,
    /// Its dtype and shape, as an index; of no meaning where it is not wanted.
    pub(crate) spec: u32,
    /// The value, if it was saved.
    pub(crate) saved: Option<Tensor>,
}

/// What is known of an output.
#[derive(Clone)]
pub(crate) struct Output {
    /// Its dtype and shape, as an index.
    pub(crate) spec: u32,
    /// The value, if it was saved.
    pub(crate) saved: Option<Tensor>,
}

impl Saved<'_> {
    /// Input `i`, which [`Op::keep`] asked for.
    ///
    /// # Panics
    /// If it did not: a mistake in the operation's definition, which the gradient checks of the registry find.
    #[inline]
    pub fn x(&self, i: usize) -> &Tensor {
        self.inputs[i].saved.as_ref().expect("an input that the operation did not ask to keep")
    }

    /// Output `i`, which [`Op::keep`] asked for.
    ///
    /// # Panics
    /// As [`Saved::x`].
    #[inline]
    pub fn y(&self, i: usize) -> &Tensor {
        self.outputs[i].saved.as_ref().expect("an output that the operation did not ask to keep")
    }

    /// Whether input `i` needs a gradient.
    #[inline]
    pub fn wants(&self, i: usize) -> bool {
        self.inputs[i].wanted
    }

    /// Dtype and shape of input `i`, whose gradient is wanted.
    ///
    /// # Panics
    /// If the gradient of input `i` is not wanted.
    #[inline]
    pub fn spec(&self, i: usize) -> &Spec {
        assert!(self.inputs[i].wanted, "the spec of an input whose gradient is not wanted");
        &self.specs[self.inputs[i].spec as usize]
    }

    /// Dtype and shape of output `i`.
    #[inline]
    pub fn output_spec(&self, i: usize) -> &Spec {
        &self.specs[self.outputs[i].spec as usize]
    }

    /// The number of inputs.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Whether there are no inputs.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Gradients with `f(i)` for each wanted input and `None` for the others.
    pub fn each(&self, mut f: impl FnMut(usize) -> Result<Tensor>) -> Result<Grads> {
        self.each_or_none(|i| self.wants(i).then(|| f(i)).transpose())
    }

    /// What `f` gives for every input.
    pub fn each_or_none(&self, f: impl FnMut(usize) -> Result<Option<Tensor>>) -> Result<Grads> {
        let mut grads = Grads::new();
        try_reserve_short(&mut grads, self.len())?;
        (0..self.len()).map(f).try_for_each(|dx| dx.map(|dx| grads.push(dx)))?;
        Ok(grads)
    }
}
