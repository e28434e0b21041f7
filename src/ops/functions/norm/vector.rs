//! Norms of vectors and matrices.

use super::{NormOrd, NormOver};
use crate::ops::prelude::*;
use crate::ops::sum_of_squares;
use crate::shape::{Few, normalize_axes};

pub(super) const OPS: &[OpDef] = &[NORM, NORMALIZE];

const ORD: Param = Param::new("ord", Kind::StrOrFloat).or(Str("euclidean"));
const AXIS: Param = Param::new("axis", Kind::IntOrInts).or(Literal::None);

const NORM: OpDef = OpDef {
    name: "norm",
    op_type: "",
    doc: "The norm of `tensor`: of all elements as one vector (`axis=None`), of vectors along an axis, or of matrices in \
          two axes.\n\n\
          `ord` of a vector is `'euclidean'`, 1, 2, `np.inf` or any positive number; of a matrix `'euclidean'` or `'fro'` \
          (all elements), 1 (the largest sum of a column), 2 (the largest singular value) or `np.inf` (the largest sum of \
          a row). `keepdims` keeps reduced axes with length 1. Where a Euclidean norm is 0 its gradient is NaN (0 if its \
          cotangent is 0); magnitudes that tie for a maximum share its gradient. Errors: `ValueError` for other orders \
          and axes, `InvalidArgumentError` for an axis out of range and for integers under a root.\n\n\
          >>> tf.norm([[3., 4.], [6., 8.]], axis=1).numpy().tolist()\n[5.0, 10.0]",
    params: &[free("tensor"), ORD, AXIS, Param::new("keepdims", Kind::Bool).or(Literal::None)],
    call: |a| {
        let over = NormOver::parse(a.get(2))?;
        Ok(norm(a.tensor(0), NormOrd::parse(a.get(1), over)?, over, a.opt_bool(3).unwrap_or(false))?.into())
    },
    samples: SAMPLES,
};

const SAMPLES: &[Sample] = &[
    on(&[Input::Real(&[3], 0.5, 2.0)]),
    with(&[reals(&[2, 3])], &[("ord", Int(1)), ("axis", Int(1))]),
    with(&[reals(&[2, 3])], &[("ord", Float(f64::INFINITY)), ("axis", Int(0))]),
    with(&[Input::Real(&[4], 0.5, 2.0)], &[("ord", Float(2.5))]),
    with(&[reals(&[2, 3])], &[("ord", Str("fro")), ("axis", Ints(&[0, 1]))]),
    with(&[reals(&[2, 3, 2])], &[("ord", Int(1)), ("axis", Ints(&[-1, 0]))]),
    with(&[reals(&[2, 3, 2])], &[("ord", Float(f64::INFINITY)), ("axis", Ints(&[0, 1])), ("keepdims", Bool(true))]),
];

const NORMALIZE: OpDef = OpDef {
    name: "normalize",
    op_type: "",
    doc: "`tensor` divided by its norm, and the norm with reduced axes of length 1: `(normalized, norm)`.\n\n\
          `ord` and `axis` are those of `norm`. What has norm 0 becomes NaN. Errors: as `norm`.\n\n\
          >>> tf.linalg.normalize([3., 4.])[1].numpy().tolist()\n[5.0]",
    params: &[free("tensor"), ORD, AXIS],
    call: |a| {
        let over = NormOver::parse(a.get(2))?;
        let [normalized, norm] = normalize(a.tensor(0), NormOrd::parse(a.get(1), over)?, over)?;
        Ok(Value::Tuple(vec![normalized, norm]))
    },
    samples: &[
        on(&[Input::Real(&[3], 0.5, 2.0)]),
        with(&[Input::Real(&[2, 3], 0.5, 2.0)], &[("ord", Int(1)), ("axis", Int(-1))]),
    ],
};

/// `x` divided by its norm, and the norm with reduced axes of length 1.
pub fn normalize(x: &Tensor, ord: NormOrd, over: NormOver) -> Result<[Tensor; 2]> {
    let norm = ops::cast(&norm(x, ord, over, true)?, x.dtype())?;
    Ok([ops::realdiv(x, &norm)?, norm])
}

/// The norm of `x`.
pub fn norm(x: &Tensor, ord: NormOrd, over: NormOver, keepdims: bool) -> Result<Tensor> {
    let kept = kept_norm(x, ord, over)?;
    if keepdims {
        return Ok(kept);
    }
    let axes = normalize_axes("Sum", over.axes().as_deref(), x.rank())?;
    ops::reshape_to(&kept, &x.shape().reduced(&axes, false))
}

/// The norm with reduced axes of length 1.
fn kept_norm(x: &Tensor, ord: NormOrd, over: NormOver) -> Result<Tensor> {
    let axes = over.axes();
    let (all, rows, columns) = (axes.as_deref(), axes.as_ref().map(|a| &a[..1]), axes.as_ref().map(|a| &a[1..]));
    match ord {
        NormOrd::Euclidean => ops::sqrt(&squares(x, all)?),
        NormOrd::Spectral => spectral(x, over),
        NormOrd::One => {
            let sums = x.abs().map(|x| ops::reduce_sum(x, rows, true)).tensor()?;
            if matches!(over, NormOver::Matrices(..)) { ops::reduce_max(&sums, columns, true) } else { Ok(sums) }
        }
        NormOrd::Infinity => {
            let sums = match over {
                NormOver::Matrices(..) => x.abs().map(|x| ops::reduce_sum(x, columns, true)),
                _ => x.abs(),
            };
            sums.map(|x| ops::reduce_max(x, rows, true)).tensor()
        }
        NormOrd::Power(p) => {
            let magnitudes = ops::abs(x)?;
            if !magnitudes.dtype().is_floating() {
                let text = format!("Cannot convert {} to EagerTensor of dtype {}", 1.0 / p, magnitudes.dtype());
                return Err(Error::type_error(text));
            }
            magnitudes.pow(p).map(|x| ops::reduce_sum(x, all, true)).pow(1.0 / p).tensor()
        }
    }
}

/// The sum of squared magnitudes, complex where `x` is.
fn squares(x: &Tensor, axes: Option<&[i64]>) -> Result<Tensor> {
    let axes = normalize_axes("Sum", axes, x.rank())?;
    if x.dtype().is_complex() {
        return (x * x.conj()).sum(axes).tensor();
    }
    sum_of_squares(x, axes, true)
}

/// The largest singular value of each matrix.
fn spectral(x: &Tensor, over: NormOver) -> Result<Tensor> {
    let NormOver::Matrices(rows, columns) = over else {
        return Err(Error::invalid("Svd", "a spectral norm needs matrices"));
    };
    let axes = normalize_axes("Svd", Some(&[rows, columns]), x.rank())?;
    let order: Vec<usize> = (0..x.rank()).filter(|i| !axes.contains(*i)).chain(axes.iter()).few();
    let values = ops::svd(&ops::transpose_by(x, &order)?, false)?.swap_remove(0);
    let largest = ops::reduce_max(&values, Some(&[-1]), false)?;
    ops::reshape_to(&largest, &x.shape().reduced(&axes, true))
}
