//! The bits of a tensor under another dtype.

use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[BITCAST];

const BITCAST: OpDef = OpDef {
    name: "bitcast",
    op_type: "Bitcast",
    doc: "The bits of `input`, read as `type`.\n\n\
          To a narrower dtype the shape gains a last axis, to a wider one it loses it, which must have as many \
          elements as make one. There is no gradient: asking for it is a `LookupError`. Errors: \
          `InvalidArgumentError` for bool, strings, or a last axis that does not fit.\n\n\
          >>> hex(tf.bitcast(1., tf.int32).numpy())\n'0x3f800000'",
    params: &[free("input"), Param::new("type", Kind::DType)],
    call: |a| Ok(bitcast(a.tensor(0), a.dtype(1))?.into()),
    samples: &[],
};

/// The bits of `x` as elements of `dtype`.
pub fn bitcast(x: &Tensor, dtype: DType) -> Result<Tensor> {
    apply(Bitcast { to: dtype }, &[x])
}

#[derive(Debug)]
struct Bitcast {
    to: DType,
}

impl Bitcast {
    fn shape(&self, from: DType, shape: &Shape) -> Option<Shape> {
        let (old, new) = (from.size(), self.to.size());
        if old >= new {
            let more = if old == new { Shape::scalar() } else { Shape::new(&[old / new]) };
            return Some(shape.concat(&more));
        }
        let last = shape.rank().checked_sub(1).filter(|&last| shape[last] == new / old)?;
        Some(shape[..last].into())
    }
}

impl Primitive for Bitcast {
    const OP_TYPE: &'static str = "Bitcast";
    const GRAD: &'static [Rule<Self>] = &[Rule::Missing];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let from = x[0].dtype();
        for (attribute, dtype) in [("T", from), ("type", self.to)] {
            DTypes::NUMBER.or(DTypes::FLOAT8).check("Bitcast", attribute, dtype)?;
        }
        let Some(shape) = self.shape(from, x[0].shape()) else {
            let text = format!("Cannot bitcast from {} to {}", from.kernel_name(), self.to.kernel_name());
            return Err(Error::invalid("Bitcast", text));
        };
        let source = x[0].contiguous()?;
        let mut out = Array::scratch(self.to, shape)?;
        // SAFETY: contiguous, `bytes()` long, plain data; every pattern of bits is a number of every dtype left here.
        let bits = unsafe { std::slice::from_raw_parts(source.as_ptr(), source.bytes()) };
        out.bytes_mut().copy_from_slice(bits);
        Ok(out)
    }
}
