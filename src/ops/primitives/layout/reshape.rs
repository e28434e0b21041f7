//! Reshape and broadcast.

use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[IDENTITY, RESHAPE, BROADCAST_TO];

const IDENTITY: OpDef = OpDef {
    name: "identity",
    op_type: "Identity",
    doc: "A new tensor with the value of `input`; the gradient passes through.\n\n\
          >>> tf.identity([1., 2.]).numpy().tolist()\n[1.0, 2.0]",
    params: &[free("input")],
    call: |a| Ok(identity(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[2, 3])])],
};

const RESHAPE: OpDef = OpDef {
    name: "reshape",
    op_type: "Reshape",
    doc: "The elements of `tensor` in row-major order under another shape; one length may be -1 and is inferred.\n\n\
          Errors: `InvalidArgumentError` when the element counts differ.\n\n\
          >>> tf.reshape([1., 2., 3., 4.], [2, -1]).shape\nTensorShape([2, 2])",
    params: &[free("tensor"), Param::new("shape", Kind::Ints)],
    call: |a| Ok(reshape(a.tensor(0), a.ints(1))?.into()),
    samples: &[with(&[reals(&[2, 3])], &[("shape", Ints(&[3, -1]))])],
};

const BROADCAST_TO: OpDef = OpDef {
    name: "broadcast_to",
    op_type: "BroadcastTo",
    doc: "`input` repeated along axes of length 1 and new leading axes to fill `shape`; no data is copied.\n\n\
          Errors: `InvalidArgumentError` when the shapes do not broadcast.\n\n\
          >>> tf.broadcast_to([1., 2.], [2, 2]).numpy().tolist()\n[[1.0, 2.0], [1.0, 2.0]]",
    params: &[free("input"), Param::new("shape", Kind::Ints)],
    call: |a| Ok(broadcast_to(a.tensor(0), a.ints(1))?.into()),
    samples: &[with(&[reals(&[2, 1])], &[("shape", Ints(&[3, 2, 2]))])],
};

/// A new tensor with the same value.
pub fn identity(x: &Tensor) -> Result<Tensor> {
    apply_static(&Identity, &[x])
}

#[derive(Debug)]
struct Identity;

impl Primitive for Identity {
    const OP_TYPE: &'static str = "Identity";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.into())];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        Ok(x[0].clone())
    }
}

/// The same elements under another shape; one length may be -1.
pub fn reshape(x: &Tensor, shape: &[i64]) -> Result<Tensor> {
    let shape = infer_shape(x.shape(), shape)?;
    apply(Reshape { shape, op_type: "Reshape" }, &[x])
}

/// As [`reshape`], to a shape that is known to fit; the tensor itself when it has that shape already.
pub fn reshape_to(x: &Tensor, shape: &Shape) -> Result<Tensor> {
    if x.shape() == shape {
        return Ok(x.clone());
    }
    apply(Reshape { shape: shape.clone(), op_type: "Reshape" }, &[x])
}

/// As [`reshape_to`], under the operation type of a relative of reshape (`ExpandDims`, `Squeeze`).
pub(in crate::ops) fn reshape_as(op_type: &'static str, x: &Tensor, shape: Shape) -> Result<Tensor> {
    apply(Reshape { shape, op_type }, &[x])
}

/// The shape with its -1 filled in.
fn infer_shape(from: &Shape, shape: &[i64]) -> Result<Shape> {
    let elements = from.elements();
    let fail = |text: String| Err(Error::invalid("Reshape", text));
    let open = shape.iter().filter(|&&d| d == -1).count();
    if open > 1 {
        return fail("Only one input size may be -1".into());
    }
    if let Some(bad) = shape.iter().find(|&&d| d < -1) {
        return fail(format!("Size must be non-negative, not {bad}"));
    }
    let known = shape.iter().filter(|&&d| d >= 0).try_fold(1usize, |n, &d| n.checked_mul(d as usize));
    let Some(known) = known else {
        return fail(format!(
            "Input to reshape is a tensor with {elements} values, but the requested shape is too large"
        ));
    };
    if open == 0 && known != elements {
        return fail(format!(
            "Input to reshape is a tensor with {elements} values, but the requested shape has {known}"
        ));
    }
    if open == 1 && known == 0 && elements > 0 || open == 1 && known > 0 && !elements.is_multiple_of(known) {
        return fail(format!(
            "Input to reshape is a tensor with {elements} values, but the requested shape requires a multiple of {known}"
        ));
    }
    let filling = elements.checked_div(known).unwrap_or_else(|| without_zeros(from, shape));
    Ok(shape.iter().map(|&d| if d == -1 { filling } else { d as usize }).few())
}

/// What TensorFlow puts in the place of -1 beside a length of 0: all such lengths are left out on both sides.
fn without_zeros(from: &Shape, shape: &[i64]) -> usize {
    let given: usize = from.iter().filter(|&&n| n > 0).product();
    let asked: usize = shape.iter().filter(|&&d| d > 0).map(|&d| d as usize).product();
    given / asked
}

#[derive(Debug)]
struct Reshape {
    shape: Shape,
    op_type: &'static str,
}

impl Primitive for Reshape {
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.reshape_to(&g.home()))];

    fn named(&self) -> &'static str {
        self.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        x[0].reshape(self.shape.clone())
    }
}

/// `x` repeated to fill `shape`.
pub fn broadcast_to(x: &Tensor, shape: &[i64]) -> Result<Tensor> {
    let to: Option<Shape> =
        shape.iter().map(|&d| usize::try_from(d).ok()).few::<Option<Vec<_>>>().map(|d| d.as_slice().into());
    let fits = to.filter(|to| x.shape().broadcast(to).as_ref() == Some(to) && to.checked_elements().is_some());
    match fits {
        Some(to) => broadcast_to_shape(x, &to),
        None => {
            let to = shape.iter().map(i64::to_string).few::<Vec<_>>().join(",");
            Err(Error::invalid("BroadcastTo", format!("Incompatible shapes: {} vs. [{to}]", x.shape())))
        }
    }
}

/// As [`broadcast_to`], to a shape that is known to fit; the tensor itself when it has that shape already.
pub fn broadcast_to_shape(x: &Tensor, shape: &Shape) -> Result<Tensor> {
    if x.shape() == shape {
        return Ok(x.clone());
    }
    apply(BroadcastTo { shape: shape.clone() }, &[x])
}

#[derive(Debug)]
struct BroadcastTo {
    shape: Shape,
}

impl Primitive for BroadcastTo {
    const OP_TYPE: &'static str = "BroadcastTo";
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.into())];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        x[0].broadcast_to(&self.shape)
    }
}
