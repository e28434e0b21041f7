//! Functions that return their input: without its history, several at once, or only if it has the right shape.

use smallvec::SmallVec;

use crate::memory::try_collect;
use crate::op::{Along, Grads, Keep, Mask, Op, Saved};
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[STOP_GRADIENT, IDENTITY_N, ENSURE_SHAPE];

const STOP_GRADIENT: OpDef = OpDef {
    name: "stop_gradient",
    op_type: "StopGradient",
    doc: "A new tensor with the value of `input`, through which no gradient passes: for gradients it is a \
          constant.\n\n\
          >>> x = tf.constant(3.)\n>>> with tf.GradientTape() as tape:\n...     tape.watch(x)\n\
          ...     y = x * tf.stop_gradient(x)\n>>> tape.gradient(y, x).numpy().item()\n3.0",
    params: &[Param::new("input", Kind::Peek)],
    call: |a| Ok(stop_gradient(a.tensor(0))?.into()),
    samples: &[],
};

const IDENTITY_N: OpDef = OpDef {
    name: "identity_n",
    op_type: "IdentityN",
    doc: "New tensors with the values of those in `input`, as a list; gradients pass through.\n\n\
          They belong together: an input whose output was not used has gradient 0, not `None`, when another was \
          used. Errors: `InvalidArgumentError` for an empty list.\n\n\
          >>> [t.numpy().item() for t in tf.identity_n([1., 2])]\n[1.0, 2]",
    params: &[Param::new("input", Kind::Options)],
    call: |a| {
        let all = try_collect(a.options(0).iter().flatten().cloned())?;
        if all.len() != a.options(0).len() {
            let text = "Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor.";
            return Err(Error::value(text));
        }
        Ok(Value::List(identity_n(&all)?))
    },
    samples: &[on(&[Input::List(&[Input::Real(&[2], -2.0, 2.0), Input::Real(&[], -2.0, 2.0)])])],
};

const ENSURE_SHAPE: OpDef = OpDef {
    name: "ensure_shape",
    op_type: "EnsureShape",
    doc: "A new tensor with the value of `x`, whose shape must be `shape`, in which `None` stands for any length. \
          The gradient passes through.\n\n\
          Errors: `InvalidArgumentError` for another shape, `ValueError` for a negative length.\n\n\
          >>> tf.ensure_shape([[1., 2.]], [None, 2]).shape\nTensorShape([1, 2])",
    params: &[free("x"), Param::new("shape", Kind::Lengths).or(Literal::None)],
    call: |a| Ok(ensure_shape(a.tensor(0), a.axes(1))?.into()),
    samples: &[with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("shape", Ints(&[-1, 3]))])],
};

/// A new tensor with the value of `x` that no tape tracks.
pub fn stop_gradient(x: &Tensor) -> Result<Tensor> {
    non_differentiable("StopGradient", &[x], |x| Ok(x[0].clone()))
}

/// New tensors with these values, recorded as one operation.
pub fn identity_n(x: &[Tensor]) -> Result<Vec<Tensor>> {
    if x.is_empty() {
        return Err(Error::invalid("IdentityN", "Length for attr 'T' of 0 must be at least minimum 1"));
    }
    apply_all(IdentityN { count: x.len() }, &try_collect(x)?)
}

#[derive(Debug)]
struct IdentityN {
    count: usize,
}

impl Op for IdentityN {
    fn op_type(&self) -> &'static str {
        "IdentityN"
    }
    fn outputs(&self) -> usize {
        self.count
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        try_collect(x.iter().map(|&x| x.clone()))
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        s.each(|i| Ok(g[i].clone()))
    }
    fn along(&self) -> Along {
        Along::Linear
    }
    fn batched(&self) -> bool {
        true
    }
}

/// A new tensor with the value of `x`, whose shape must be `shape`; -1 stands for any length, `None` for any shape.
pub fn ensure_shape(x: &Tensor, shape: Option<&[i64]>) -> Result<Tensor> {
    apply(EnsureShape { shape: shape.map(SmallVec::from_slice) }, &[x])
}

#[derive(Debug)]
struct EnsureShape {
    shape: Option<SmallVec<[i64; 6]>>,
}

impl Primitive for EnsureShape {
    const OP_TYPE: &'static str = "EnsureShape";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.into())];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let Some(expected) = &self.shape else {
            return Ok(x[0].clone());
        };
        let shape = x[0].shape();
        let fits = |(&want, &got): (&i64, &usize)| want < 0 || want == got as i64;
        if expected.len() == shape.rank() && expected.iter().zip(shape.iter()).all(fits) {
            return Ok(x[0].clone());
        }
        let show = |d: &i64| if *d < 0 { "?".into() } else { d.to_string() };
        let expected = expected.iter().map(show).few::<Vec<_>>().join(",");
        let text = format!("Shape of tensor input {shape} is not compatible with expected shape [{expected}].");
        Err(Error::invalid("EnsureShape", text))
    }
}
