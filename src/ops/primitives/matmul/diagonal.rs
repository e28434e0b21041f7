//! The diagonal over the last two axes, and its adjoint: a label that an equation gives to two axes of one tensor.

use crate::array::AxisSlice;
use crate::ops::prelude::*;

/// `[..., n, n]` to `[..., n]`: a view of the elements whose last two indices agree.
pub(in crate::ops) fn diagonal(x: &Tensor) -> Result<Tensor> {
    apply_static(&Diagonal, &[x])
}

/// `[..., n]` to `[..., n, n]`: zeros off the diagonal.
fn place_diagonal(x: &Tensor) -> Result<Tensor> {
    apply_static(&PlaceDiagonal, &[x])
}

#[derive(Debug)]
struct Diagonal;

impl Primitive for Diagonal {
    const OP_TYPE: &'static str = "MatrixDiagPartV3";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(place_diagonal))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let shape = x[0].shape();
        let (lead, n) = (&shape[..shape.rank() - 2], shape[shape.rank() - 1]);
        let flat = x[0].reshape(Shape::new(lead).concat(&[n * n]))?;
        let mut axes = AxisSlice::whole(lead);
        axes.push(AxisSlice { start: 0, step: n as isize + 1, length: n });
        Ok(flat.slice_axes(&axes))
    }
}

#[derive(Debug)]
struct PlaceDiagonal;

impl Primitive for PlaceDiagonal {
    const OP_TYPE: &'static str = "MatrixDiagV3";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(diagonal))];

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
}
