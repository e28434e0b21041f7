//! `max(x, 0)`.
//!
//! Its gradient reads only where `x` is positive. For a large tensor on a tape those are single bits, a second output of
//! the operation; a small tensor's output is kept itself, which costs one tensor less.

use smallvec::smallvec;

use super::{AWAY_FROM_ZERO, call, fused, unary};
use crate::kernels::relu_mask;
use crate::kernels::relu_mask::{PER_WORD, Signed};
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::ReluGrad;
use crate::ops::prelude::*;
use crate::tape;

/// Elements from which a tape keeps bits.
const LARGE: usize = 256;

unary! {
    /// `max(x, 0)`, element by element; the gradient at 0 (and of NaN) is 0.
    ///
    /// >>> tf.nn.relu(tf.constant([-1., 2.])).numpy().tolist()
    /// [0.0, 2.0]
    relu: Relu |x| R::select(x < R::of(0.0), R::of(0.0), x),
        grad: fused::<ReluGrad, 0>(),
        params: &[tensor("features")],
        samples: AWAY_FROM_ZERO,
        integer: Some(|x| x.max(0)),
        entry: Some(rectified);
}

fn rectified(x: &Tensor) -> Result<Tensor> {
    let floats = matches!(x.dtype(), DType::Float32 | DType::Float64);
    if floats && tape::recording() && x.shape().elements() >= LARGE {
        return Ok(apply_all(ReluWithMask, &[x])?.swap_remove(0));
    }
    call::<Relu>(x)
}

/// `relu`, and where `x` is positive: a bit for each element, in words of a dtype that tapes follow: the
/// gradient's own derivative is 0 and not nothing.
#[derive(Debug)]
struct ReluWithMask;

fn rectify<T: Signed>(x: &Array) -> Result<Vec<Array>> {
    let words = Shape::new(&[x.shape().elements().div_ceil(PER_WORD)]);
    let (mut y, mut bits) = (Array::scratch_of::<T>(x.shape().clone())?, Array::scratch_of::<f32>(words)?);
    relu_mask::rectify::<T>(x.slice(), y.slice_mut(), bits.slice_mut())?;
    Ok(vec![y, bits])
}

impl Op for ReluWithMask {
    fn op_type(&self) -> &'static str {
        "Relu"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let x = x[0].contiguous()?;
        if x.dtype() == DType::Float32 { rectify::<f32>(&x) } else { rectify::<f64>(&x) }
    }
    fn bits(&self) -> Keep {
        Keep { inputs: Mask::NONE, outputs: Mask::one(1) }
    }
    fn keep(&self, _: Mask) -> Keep {
        self.bits()
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(masked(&g[0], s.y(1), s.output_spec(0).shape.elements())?)])
    }
    fn grad_over(&self, s: &Saved, g: &mut Array) -> Result<bool> {
        let bits = s.y(1).array();
        match g.dtype() {
            DType::Float32 => relu_mask::mask::<f32>(g.slice_mut(), bits.slice())?,
            _ => relu_mask::mask::<f64>(g.slice_mut(), bits.slice())?,
        }
        Ok(true)
    }
    fn batched(&self) -> bool {
        true
    }
}

/// `g` where the bits are set, else 0. `g` may have more axes in front: the bits are those of its last `elements`.
fn masked(g: &Tensor, bits: &Tensor, elements: usize) -> Result<Tensor> {
    apply(Masked { elements }, &[g, bits])
}

#[derive(Debug)]
struct Masked {
    elements: usize,
}

impl Masked {
    fn run<T: Signed>(&self, mut g: Array, bits: &Array) -> Result<Array> {
        if g.is_unique() {
            // A copy of a repeated gradient, made just now.
            let mut rows = g.slice_mut::<T>().chunks_mut(self.elements);
            rows.try_for_each(|g| relu_mask::mask::<T>(g, bits.slice()))?;
            return Ok(g);
        }
        let mut dx = Array::scratch_of::<T>(g.shape().clone())?;
        let rows = g.slice::<T>().chunks(self.elements);
        for (g, dx) in rows.zip(dx.slice_mut::<T>().chunks_mut(self.elements)) {
            relu_mask::masked::<T>(g, bits.slice(), dx)?;
        }
        Ok(dx)
    }
}

impl Primitive for Masked {
    const OP_TYPE: &'static str = "ReluGrad";
    const BITS: Mask = Mask::one(1);
    /// The bits do not move with `x`, so what flows to them is 0.
    const GRAD: &'static [Rule<Self>] = &[Rule::B(|g, bits| g.map(|dy| masked(dy, bits, g.op.elements))), Rule::Zeros];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (g, bits) = (x[0].contiguous()?, x[1].contiguous()?);
        if g.dtype() == DType::Float32 { self.run::<f32>(g, &bits) } else { self.run::<f64>(g, &bits) }
    }
}
