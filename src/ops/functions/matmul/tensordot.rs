//! `tensordot`, and the product of a scalar and a tensor.

use super::contract::{Term, contract};
use super::equation::{Label, Labels};
use crate::error::ErrorKind;
use crate::ops::prelude::*;
use crate::shape::{Few, normalize_axis};

pub(in crate::ops) const OPS: &[OpDef] = &[TENSORDOT, SCALAR_MUL];

const TENSORDOT: OpDef = OpDef {
    name: "tensordot",
    op_type: "",
    doc: "The product of `a` and `b`, summed over pairs of axes; the other axes of `a`, then those of `b`, remain.\n\n\
          `axes` is a number `n`, for the last `n` axes of `a` with the first `n` of `b`, or a pair: the axes of `a` and \
          those of `b` that belong to them. With no axes the product is the outer one.\n\n\
          Errors: `ValueError` for axes that are no such thing, `IndexError` for one out of range, \
          `InvalidArgumentError` for lengths that differ.\n\n\
          >>> tf.tensordot([[1., 2.], [3., 4.]], [1., 10.], axes=1).numpy().tolist()\n[21.0, 43.0]\n\
          >>> tf.tensordot([1., 2.], [3., 4.], axes=0).numpy().tolist()\n[[3.0, 4.0], [6.0, 8.0]]",
    params: &[tensor("a"), tensor("b"), Param::new("axes", Kind::Index)],
    call: |a| {
        let pairs = axis_pairs(a.tensor(0), a.tensor(1), a.tensor(2))?;
        Ok(tensordot(a.tensor(0), a.tensor(1), &pairs)?.into())
    },
    samples: &[
        on(&[reals(&[2, 3]), reals(&[3, 2]), Input::Ints(&[], &[1])]),
        on(&[reals(&[2, 3]), reals(&[2, 3]), Input::Ints(&[], &[2])]),
        on(&[reals(&[2]), reals(&[3]), Input::Ints(&[], &[0])]),
        on(&[reals(&[2, 3, 4]), reals(&[4, 2, 2]), Input::Ints(&[2, 2], &[0, 2, 1, 0])]),
        on(&[reals(&[2, 3]), reals(&[4, 2]), Input::Ints(&[2], &[0, -1])]),
    ],
};

const SCALAR_MUL: OpDef = OpDef {
    name: "scalar_mul",
    op_type: "",
    doc: "`scalar * x`, for a `scalar` of rank 0.\n\n\
          Errors: `ValueError` when `scalar` has axes.\n\n\
          >>> tf.scalar_mul(2., tf.constant([1., 3.])).numpy().tolist()\n[2.0, 6.0]",
    params: &[tensor("scalar"), tensor("x")],
    call: |a| Ok(scalar_mul(a.tensor(0), a.tensor(1))?.into()),
    samples: &[on(&[reals(&[]), reals(&[2, 3])])],
};

/// `scalar * x`, for a scalar of rank 0.
pub fn scalar_mul(scalar: &Tensor, x: &Tensor) -> Result<Tensor> {
    if scalar.rank() != 0 {
        let text = format!("The input scalar must be a 0-D value. Received shape {}.", scalar.shape().tuple());
        return Err(Error::value(text));
    }
    ops::multiply(scalar, x)
}

/// Pairs of an axis of `a` and one of `b`.
type Pairs = Vec<(usize, usize)>;

/// Reads the argument `axes`: a number, or two lists.
fn axis_pairs(a: &Tensor, b: &Tensor, axes: &Tensor) -> Result<Pairs> {
    if !axes.dtype().is_integer() && !axes.array().is_empty() {
        let text = format!("`axes` must be integers, not a tensor of dtype {}", axes.dtype());
        return Err(Error::type_error(text));
    }
    let values = axes.to_vec::<i64>()?;
    match (&axes.shape()[..], &values[..]) {
        ([], &[n]) => leading_pairs(a, b, n),
        ([2] | [2, _], values) => {
            let (first, second) = values.split_at(values.len() / 2);
            // Of more pairs than axes one is wrong, and those up to there tell which.
            let count = first.len().min(a.rank() + 1);
            let (first, second) = (&first[..count], &second[..count]);
            let axes = |x: &Tensor, list: &[i64]| list.iter().map(|&i| checked_axis(x, i)).few::<Result<Vec<_>>>();
            distinct(axes(a, first)?.into_iter().zip(axes(b, second)?).few())
        }
        _ => Err(Error::value(format!("`axes` must be an integer or have length 2. Received {values:?}."))),
    }
}

/// The last `n` axes of `a` with the first `n` of `b`.
fn leading_pairs(a: &Tensor, b: &Tensor, n: i64) -> Result<Pairs> {
    let Ok(count) = usize::try_from(n) else {
        return Err(Error::value(format!("`axes` must be at least 0. Received: {n}.")));
    };
    if let Some(x) = [a, b].into_iter().find(|x| x.rank() < count) {
        let (shape, rank) = (x.shape(), x.rank());
        return Err(Error::value(format!(
            "`axes` must not be larger than the number of dimensions of tensor with shape {shape}.  Received {n}, vs \
             tensor dimensions {rank}."
        )));
    }
    Ok((a.rank() - count..a.rank()).zip(0..count).few())
}

fn checked_axis(x: &Tensor, axis: i64) -> Result<usize> {
    normalize_axis(axis, x.rank()).ok_or_else(|| {
        let text = format!("tensordot: axis {axis} is out of range for a tensor with shape {}", x.shape());
        Error::new(ErrorKind::Index, text)
    })
}

fn distinct(pairs: Pairs) -> Result<Pairs> {
    for (i, (p, q)) in pairs.iter().enumerate() {
        if pairs[..i].iter().any(|(r, s)| p == r || q == s) {
            return Err(Error::value(format!("`axes` names axis {p} of `a` or axis {q} of `b` twice")));
        }
    }
    Ok(pairs)
}

/// The product of `a` and `b` summed over pairs of axes.
pub fn tensordot(a: &Tensor, b: &Tensor, pairs: &[(usize, usize)]) -> Result<Tensor> {
    if pairs.iter().any(|&(i, j)| a.shape()[i] != b.shape()[j]) {
        return Err(unequal_lengths(a, b, pairs));
    }
    let in_a: Labels = (0..a.rank() as Label).few();
    let fresh = |j: usize| (a.rank() + j) as Label;
    let in_b: Labels = (0..b.rank()).map(|j| pairs.iter().find(|p| p.1 == j).map_or(fresh(j), |p| p.0 as Label)).few();
    let summed = |l: &Label| pairs.iter().any(|p| p.0 as Label == *l);
    let left: Labels = [&in_a[..], &in_b].concat().into_iter().filter(|l| !summed(l)).few();
    let (a, b) = (Term { tensor: a.clone(), labels: in_a }, Term { tensor: b.clone(), labels: in_b });
    contract(a, b, |l| left.contains(&l), &left)?.ordered(&left)
}

#[cold]
fn unequal_lengths(a: &Tensor, b: &Tensor, pairs: &[(usize, usize)]) -> Error {
    let merged = |x: &Tensor, is_summed: &dyn Fn(usize) -> bool| -> (usize, usize) {
        let product = |summed| (0..x.rank()).filter(|&i| is_summed(i) == summed).map(|i| x.shape()[i]).product();
        (product(false), product(true))
    };
    let (rows, inner) = merged(a, &|i| pairs.iter().any(|p| p.0 == i));
    let (columns, other) = merged(b, &|j| pairs.iter().any(|p| p.1 == j));
    if inner == other {
        let text =
            format!("Axes of different lengths cannot be contracted: {} and {}, {pairs:?}", a.shape(), b.shape());
        return Error::invalid("MatMul", text);
    }
    let (left, right) = (Shape::new(&[rows, inner]), Shape::new(&[other, columns]));
    Error::invalid("MatMul", format!("Matrix size-incompatible: In[0]: {left}, In[1]: {right}"))
}
