//! Matrices from diagonals, diagonals from matrices, matrices with new diagonals.

use super::band::{Align, Band};
use super::pad::padding_value;
use crate::array::AxisSlice;
use crate::interrupt;
use crate::kernels::place::{filled, place};
use crate::ops::check_same_dtype;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[DIAG, DIAG_PART, SET_DIAG];

const K: Param = Param::new("k", Kind::IntOrInts).or(Int(0));
const PADDING: Param = tensor("padding_value").or(Int(0));
const ALIGN: Param = string("align", "RIGHT_LEFT");

const DIAG: OpDef = OpDef {
    name: "diag",
    op_type: "MatrixDiagV3",
    doc: "Matrices whose diagonal `k` is the last axis of `diagonal` and whose other elements are \
          `padding_value`.\n\n\
          `k` is 0 for the main diagonal, positive above it; a pair names a band from the lowest to the highest, \
          whose diagonals are the rows of the last two axes, the highest first, shorter ones pushed to the side \
          that `align` says (above, then below the main diagonal). The matrices are square, or have `num_rows` \
          rows and `num_cols` columns. No gradient passes to `padding_value`. Errors: `InvalidArgumentError` for \
          sizes that do not fit the diagonals.\n\n\
          >>> tf.linalg.diag([1., 2.]).numpy().tolist()\n[[1.0, 0.0], [0.0, 2.0]]",
    params: &[tensor("diagonal"), K, int("num_rows", -1), int("num_cols", -1), PADDING, ALIGN],
    call: |a| {
        let align = Align::parse("MatrixDiagV3", a.str(5))?;
        let k = Band::range("MatrixDiagV3", a.get(1))?;
        Ok(diag(a.tensor(0), k, (a.int(2), a.int(3)), a.opt_tensor(4), align)?.into())
    },
    samples: &[
        on(&[reals(&[3]), Input::Absent]),
        with(&[reals(&[2, 2]), Input::Absent], &[("k", Int(-1)), ("num_rows", Int(4))]),
        with(&[reals(&[2, 3, 3]), Input::Absent], &[("k", Ints(&[-1, 1]))]),
    ],
};

const DIAG_PART: OpDef = OpDef {
    name: "diag_part",
    op_type: "MatrixDiagPartV3",
    doc: "Diagonal `k` of the matrices in the last two axes of `input`.\n\n\
          `k` is 0 for the main diagonal, positive above it; a pair names a band from the lowest to the highest, \
          whose diagonals become rows, the highest first, shorter ones filled up with `padding_value` and pushed \
          to the side that `align` says (above, then below the main diagonal). No gradient passes to \
          `padding_value`. Errors: `InvalidArgumentError` for a rank below 2, or a diagonal that the matrices do \
          not have.\n\n\
          >>> tf.linalg.diag_part([[1., 2.], [3., 4.]]).numpy().tolist()\n[1.0, 4.0]",
    params: &[tensor("input"), K, PADDING, ALIGN],
    call: |a| {
        let align = Align::parse("MatrixDiagPartV3", a.str(3))?;
        let k = Band::range("MatrixDiagPartV3", a.get(1))?;
        Ok(diag_part(a.tensor(0), k, a.opt_tensor(2), align)?.into())
    },
    samples: &[
        on(&[reals(&[3, 3]), Input::Absent]),
        with(&[reals(&[2, 2, 4]), Input::Absent], &[("k", Int(1))]),
        with(&[reals(&[3, 4]), Input::Absent], &[("k", Ints(&[-2, 1])), ("align", Str("LEFT_RIGHT"))]),
    ],
};

const SET_DIAG: OpDef = OpDef {
    name: "set_diag",
    op_type: "MatrixSetDiagV3",
    doc: "The matrices in the last two axes of `input` with diagonal `k` replaced by `diagonal`.\n\n\
          `k` is 0 for the main diagonal, positive above it; a pair names a band from the lowest to the highest, \
          whose diagonals are the rows of the last two axes of `diagonal`, the highest first, shorter ones pushed \
          to the side that `align` says (above, then below the main diagonal). Errors: `InvalidArgumentError` for \
          a rank below 2, a diagonal that the matrices do not have, or shapes that do not fit.\n\n\
          >>> tf.linalg.set_diag([[1., 2.], [3., 4.]], [7., 8.]).numpy().tolist()\n[[7.0, 2.0], [3.0, 8.0]]",
    params: &[tensor("input"), tensor("diagonal"), K, ALIGN],
    call: |a| {
        let align = Align::parse("MatrixSetDiagV3", a.str(3))?;
        let k = Band::range("MatrixSetDiagV3", a.get(2))?;
        Ok(set_diag(a.tensor(0), a.tensor(1), k, align)?.into())
    },
    samples: &[
        on(&[reals(&[3, 2]), reals(&[2])]),
        with(&[reals(&[2, 3, 3]), reals(&[2, 2, 3])], &[("k", Ints(&[0, 1]))]),
    ],
};

/// Matrices with these diagonals, from `k.0` to `k.1`. A size (rows, columns) of -1 is inferred.
pub fn diag(
    diagonal: &Tensor,
    k: (i64, i64),
    size: (i64, i64),
    padding: Option<&Tensor>,
    align: Align,
) -> Result<Tensor> {
    let fail = |text: &str| Err(Error::invalid("MatrixDiagV3", text));
    let shape = diagonal.shape();
    if shape.rank() == 0 {
        return fail("diagonal must be at least 1-dim, received shape: []");
    }
    let count = usize::try_from(i128::from(k.1) - i128::from(k.0) + 1).unwrap_or(usize::MAX);
    if count > 1 && (shape.rank() < 2 || shape[shape.rank() - 2] != count) {
        let text = "The number of diagonals provided in the input does not match the lower_diag_index and upper_diag_index range.";
        return fail(text);
    }
    let longest = shape[shape.rank() - 1] as i64;
    let least = (longest.saturating_sub(k.1.min(0)), longest.saturating_add(k.0.max(0)));
    let size = match size {
        (-1, -1) => (least.0.max(least.1), least.0.max(least.1)),
        (-1, columns) => (least.0, columns),
        (rows, -1) => (rows, least.1),
        both => both,
    };
    if size.0 < least.0 {
        return fail("The number of rows is too small.");
    }
    if size.1 < least.1 {
        return fail("The number of columns is too small.");
    }
    if size.0 != least.0 && size.1 != least.1 {
        let text = "The number of rows or columns is not consistent with the specified d_lower, d_upper, and diagonal.";
        return fail(text);
    }
    let outer = &shape[..shape.rank() - if count > 1 { 2 } else { 1 }];
    let mut dims: Vec<i64> = outer.iter().map(|&d| d as i64).few();
    dims.extend([size.0, size.1]);
    ops::shape_of("MatrixDiagV3", &dims)?;
    let band = Band { rows: size.0 as usize, columns: size.1 as usize, low: k.0, high: k.1, align };
    let padding = padding_value("MatrixDiagV3", diagonal, padding)?;
    apply(MatrixDiag { band }, &[diagonal, &padding])
}

/// The diagonals from `k.0` to `k.1` of matrices.
pub fn diag_part(x: &Tensor, k: (i64, i64), padding: Option<&Tensor>, align: Align) -> Result<Tensor> {
    let band = band_of("MatrixDiagPartV3", x, k, align)?;
    let padding = padding_value("MatrixDiagPartV3", x, padding)?;
    apply(MatrixDiagPart { band }, &[x, &padding])
}

/// The main diagonals of matrices.
pub fn main_diagonal(x: &Tensor) -> Result<Tensor> {
    diag_part(x, (0, 0), None, Align { above_right: true, below_right: false })
}

/// Matrices with the diagonals from `k.0` to `k.1` replaced.
pub fn set_diag(x: &Tensor, diagonal: &Tensor, k: (i64, i64), align: Align) -> Result<Tensor> {
    let band = band_of("MatrixSetDiagV3", x, k, align)?;
    check_same_dtype("MatrixSetDiagV3", x.dtype(), diagonal.dtype())?;
    let expected = band.packed(&x.shape()[..x.rank() - 2]);
    if *diagonal.shape() != expected {
        let text = format!(
            "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to the \
             longests diagonal in range [lower_diag_index:upper_diag_index].\nInput shape: {}\nDiagonal shape: {}\nExpected \
             diagonal shape: {expected}",
            x.shape(),
            diagonal.shape()
        );
        return Err(Error::invalid("MatrixSetDiagV3", text));
    }
    apply(MatrixSetDiag { band }, &[x, diagonal])
}

fn band_of(op: &'static str, x: &Tensor, (low, high): (i64, i64), align: Align) -> Result<Band> {
    let rank = x.rank();
    if rank < 2 {
        let text = format!("input must be at least 2-dim, received shape: {}", x.shape());
        return Err(Error::invalid(op, text));
    }
    let band = Band { rows: x.shape()[rank - 2], columns: x.shape()[rank - 1], low, high, align };
    band.check(op)?;
    Ok(band)
}

/// An array as matrices or packed diagonals, each flattened, behind one axis for all of them.
fn flat(x: Array, outer: usize) -> Result<Array> {
    x.reshape(Shape::new(&[outer, x.elements() / outer]))
}

/// Copies the diagonals of `from` into `to`: out of matrices, or (`packed`) out of packed diagonals into matrices.
fn copy_diagonals(band: &Band, from: &Array, to: Array, packed: bool) -> Result<Array> {
    let shape = to.shape().clone();
    let inner = if packed || band.count() > 1 { 2 } else { 1 };
    let outer: usize = shape[..shape.rank() - inner].iter().product();
    if outer == 0 {
        return Ok(to);
    }
    let (from, mut to) = (flat(from.clone(), outer)?, flat(to, outer)?);
    for (in_matrix, in_pack) in band.lines() {
        interrupt::check()?;
        let (source, target) = if packed { (in_pack, in_matrix) } else { (in_matrix, in_pack) };
        place(&mut to, &[AxisSlice::all(outer), target], &from.slice_axes(&[AxisSlice::all(outer), source]))?;
    }
    to.reshape(shape)
}

#[derive(Debug)]
struct MatrixDiag {
    band: Band,
}

impl Primitive for MatrixDiag {
    const OP_TYPE: &'static str = "MatrixDiagV3";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|t| part(t, g.op.band))), Rule::None];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let outer = &x[0].shape()[..x[0].shape().rank() - if self.band.count() > 1 { 2 } else { 1 }];
        let out = filled("MatrixDiagV3", x[1], &self.band.matrices(outer))?;
        copy_diagonals(&self.band, x[0], out, true)
    }
}

#[derive(Debug)]
struct MatrixDiagPart {
    band: Band,
}

impl Primitive for MatrixDiagPart {
    const OP_TYPE: &'static str = "MatrixDiagPartV3";
    const GRAD: &'static [Rule<Self>] =
        &[Rule::G(|g| g.map(|t| apply(MatrixDiag { band: g.op.band }, &[t, &ops::like(t, 0.0)?]))), Rule::None];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let outer = &x[0].shape()[..x[0].shape().rank() - 2];
        let out = filled("MatrixDiagPartV3", x[1], &self.band.packed(outer))?;
        copy_diagonals(&self.band, x[0], out, false)
    }
}

/// The diagonals of `x`, and 0 where they have no element.
fn part(x: &Tensor, band: Band) -> Result<Tensor> {
    apply(MatrixDiagPart { band }, &[x, &ops::like(x, 0.0)?])
}

#[derive(Debug)]
struct MatrixSetDiag {
    band: Band,
}

impl MatrixSetDiag {
    /// `g` with zeros on the diagonals.
    fn cleared(&self, g: &Tensor) -> Result<Tensor> {
        let gone = ops::like(g, 0.0)?.array().broadcast_to(&self.band.packed(&g.shape()[..g.rank() - 2]))?;
        apply(MatrixSetDiag { band: self.band }, &[g, &Tensor::new(gone)])
    }
}

impl Primitive for MatrixSetDiag {
    const OP_TYPE: &'static str = "MatrixSetDiagV3";
    const GRAD: &'static [Rule<Self>] =
        &[Rule::G(|g| g.map(|t| g.op.cleared(t))), Rule::G(|g| g.map(|t| part(t, g.op.band)))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let out = filled("MatrixSetDiagV3", x[0], x[0].shape())?;
        copy_diagonals(&self.band, x[1], out, true)
    }
}
