//! The diagonal over the last two axes, and its adjoint: a label that an equation gives to two axes of one tensor.

use smallvec::smallvec;

use crate::array::{Array, AxisSlice};
use crate::error::Result;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::apply_static;
use crate::tensor::Tensor;

/// `[..., n, n]` to `[..., n]`: a view of the elements whose last two indices agree.
pub(super) fn diagonal(x: &Tensor) -> Result<Tensor> {
    apply_static(&Diagonal, &[x])
}

/// `[..., n]` to `[..., n, n]`: zeros off the diagonal.
fn place_diagonal(x: &Tensor) -> Result<Tensor> {
    apply_static(&PlaceDiagonal, &[x])
}

#[derive(Debug)]
struct Diagonal;

impl Op for Diagonal {
    fn op_type(&self) -> &'static str {
        "MatrixDiagPartV3"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let shape = x[0].shape();
        let (lead, n) = (&shape[..shape.rank() - 2], shape[shape.rank() - 1]);
        let flat = x[0].reshape(crate::shape::Shape::new(lead).concat(&[n * n]))?;
        let mut axes = AxisSlice::whole(lead);
        axes.push(AxisSlice { start: 0, step: n as isize + 1, length: n });
        Ok(flat.slice_axes(&axes))
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(place_diagonal(&g[0])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct PlaceDiagonal;

impl Op for PlaceDiagonal {
    fn op_type(&self) -> &'static str {
        "MatrixDiagV3"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let shape = x[0].shape();
        let n = shape[shape.rank() - 1];
        let mut out = Array::zeros(x[0].dtype(), shape.concat(&[n]))?;
        let from = x[0].contiguous()?;
        crate::with_dtype!(x[0].dtype(), T: any => {
            let rows = from.slice::<T>().iter();
            let matrices = out.slice_mut::<T>().chunks_exact_mut((n * n).max(1));
            let places = matrices.flat_map(|matrix| matrix.iter_mut().step_by(n + 1));
            places.zip(rows).for_each(|(place, &value)| *place = value);
        }, else {});
        Ok(out)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(diagonal(&g[0])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}
