//! What is made of main diagonals: tensors with a diagonal, their diagonals, triangles and bands, traces.

use super::diag::{diag, main_diagonal};
use crate::array::AxisSlice;
use crate::interrupt::Pace;
use crate::kernels::place::{place, refuse_strings};
use crate::ops::Align;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[BAND_PART, TENSOR_DIAG, TENSOR_DIAG_PART, TRACE];

const BAND_PART: OpDef = OpDef {
    name: "band_part",
    op_type: "MatrixBandPart",
    doc: "The matrices in the last two axes of `input` with zeros outside a band of `num_lower` diagonals below \
          and `num_upper` above the main one; a negative number keeps all on that side.\n\n\
          Errors: `InvalidArgumentError` for a rank below 2, or more diagonals than rows or columns.\n\n\
          >>> tf.linalg.band_part([[1., 2.], [3., 4.]], 0, -1).numpy().tolist()\n[[1.0, 2.0], [0.0, 4.0]]",
    params: &[free("input"), Param::new("num_lower", Kind::Int), Param::new("num_upper", Kind::Int)],
    call: |a| Ok(band_part(a.tensor(0), a.int(1), a.int(2))?.into()),
    samples: &[
        with(&[reals(&[3, 4])], &[("num_lower", Int(1)), ("num_upper", Int(0))]),
        with(&[reals(&[2, 3, 3])], &[("num_lower", Int(-1)), ("num_upper", Int(1))]),
    ],
};

const TENSOR_DIAG: OpDef = OpDef {
    name: "tensor_diag",
    op_type: "",
    doc: "A tensor of shape `diagonal.shape + diagonal.shape` with `diagonal` where both halves of the index \
          agree, and zeros elsewhere.\n\n\
          Errors: `InvalidArgumentError` for a scalar.\n\n\
          >>> tf.linalg.tensor_diag([1., 2.]).numpy().tolist()\n[[1.0, 0.0], [0.0, 2.0]]",
    params: &[free("diagonal")],
    call: |a| Ok(tensor_diag(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[3])]), on(&[reals(&[2, 2])])],
};

const TENSOR_DIAG_PART: OpDef = OpDef {
    name: "tensor_diag_part",
    op_type: "",
    doc: "The elements of `input`, whose shape is twice the result's, where both halves of the index agree.\n\n\
          Errors: `InvalidArgumentError` for an odd rank, a scalar, or halves of the shape that differ.\n\n\
          >>> tf.linalg.tensor_diag_part([[1., 2.], [3., 4.]]).numpy().tolist()\n[1.0, 4.0]",
    params: &[free("input")],
    call: |a| Ok(tensor_diag_part(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[3, 3])]), on(&[reals(&[2, 1, 2, 1])])],
};

const TRACE: OpDef = OpDef {
    name: "trace",
    op_type: "",
    doc: "The sum of the main diagonal of each matrix in the last two axes of `x`.\n\n\
          Errors: `InvalidArgumentError` for a rank below 2.\n\n\
          >>> tf.linalg.trace([[1., 2.], [3., 4.]]).numpy().item()\n5.0",
    params: &[free("x")],
    call: |a| Ok(trace(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[3, 3])]), on(&[reals(&[2, 2, 3])])],
};

/// A tensor with `x` where both halves of the index agree.
pub fn tensor_diag(x: &Tensor) -> Result<Tensor> {
    if x.rank() == 0 {
        return Err(Error::invalid("Diag", "Input must be at least rank 1, got 0"));
    }
    let flat = ops::reshape_to(x, &Shape::new(&[x.shape().elements()]))?;
    let align = Align { above_right: true, below_right: false };
    ops::reshape_to(&diag(&flat, (0, 0), (-1, -1), None, align)?, &x.shape().concat(x.shape()))
}

/// The elements of `x` where both halves of the index agree.
pub fn tensor_diag_part(x: &Tensor) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("DiagPart", text));
    let (rank, shape) = (x.rank(), x.shape());
    if rank == 0 || rank % 2 != 0 {
        return fail(format!("The rank of the tensor should be even and positive, got shape {shape}"));
    }
    let (first, second) = shape.split_at(rank / 2);
    if let Some(i) = (0..rank / 2).find(|&i| first[i] != second[i]) {
        return fail(format!("Invalid shape {shape}: dimensions {i} and {} do not match.", i + rank / 2));
    }
    let n = first.iter().product();
    x.reshape_to(&Shape::new(&[n, n])).map(main_diagonal).reshape_to(&first.into()).tensor()
}

/// The sums of the main diagonals.
pub fn trace(x: &Tensor) -> Result<Tensor> {
    x.map(main_diagonal).map(|diagonal| ops::reduce_sum(diagonal, Some(&[-1]), false)).tensor()
}

/// Matrices with zeros outside a band; a negative number keeps all on that side.
pub fn band_part(x: &Tensor, lower: i64, upper: i64) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("MatrixBandPart", text));
    let rank = x.rank();
    if rank < 2 {
        return fail(format!("input must be at least 2-dim, received shape: {}", x.shape()));
    }
    let (rows, columns) = (x.shape()[rank - 2], x.shape()[rank - 1]);
    for (side, count, lines, n) in [("lower", lower, "rows", rows), ("upper", upper, "columns", columns)] {
        if count > n as i64 {
            return fail(format!(
                "num_{side} must be negative or less or equal to number of {lines} ({n}) got: {count}"
            ));
        }
    }
    let all = rows.max(columns);
    let side = |count: i64| usize::try_from(count).unwrap_or(all);
    apply(MatrixBandPart { lower: side(lower), upper: side(upper) }, &[x])
}

#[derive(Debug)]
struct MatrixBandPart {
    lower: usize,
    upper: usize,
}

impl Primitive for MatrixBandPart {
    const OP_TYPE: &'static str = "MatrixBandPart";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.through(MatrixBandPart { ..*g.op }, &[]))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let x = x[0];
        refuse_strings("MatrixBandPart", x)?;
        let rank = x.shape().rank();
        let (rows, columns) = (x.shape()[rank - 2], x.shape()[rank - 1]);
        let mut out = Array::zeros(x.dtype(), x.shape().clone())?;
        let mut axes = AxisSlice::whole(x.shape());
        // An empty batch of matrices may have any number of rows.
        let rows = if out.is_empty() { 0 } else { rows };
        let mut pace = Pace::default();
        for row in 0..rows {
            pace.after(columns)?;
            let start = row.saturating_sub(self.lower).min(columns);
            let end = row.saturating_add(self.upper).saturating_add(1).min(columns);
            axes[rank - 2] = AxisSlice { start: row, step: 1, length: 1 };
            axes[rank - 1] = AxisSlice { start, step: 1, length: end.saturating_sub(start) };
            place(&mut out, &axes, &x.slice_axes(&axes))?;
        }
        Ok(out)
    }
}
