//! Sorting, and the largest elements.
//!
//! Equal elements keep their order, whatever the direction; NaN counts as the largest value. A value's gradient goes to
//! the element that it was.

use smallvec::smallvec;

use super::along::{put_along, take};
use crate::kernels::sort::order;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::shape::{Few, normalize_axis};

pub(super) const OPS: &[OpDef] = &[ARGSORT, SORT, TOP_K];

const SORT: OpDef = OpDef {
    name: "sort",
    op_type: "",
    doc: "The elements of `values` sorted along `axis`; `direction` is `'ASCENDING'` or `'DESCENDING'`.\n\n\
          Equal elements keep their order, and each carries its gradient back; NaN counts as the largest value. Errors: \
          `ValueError` for another direction, `InvalidArgumentError` for an axis out of range, complex numbers, `bool` \
          and strings.\n\n\
          >>> tf.sort([3., 1., 2.]).numpy().tolist()\n[1.0, 2.0, 3.0]",
    params: &[free("values"), int("axis", -1), string("direction", "ASCENDING")],
    call: |a| Ok(sort(a.tensor(0), a.int(1), descending(a.str(2))?)?.into()),
    samples: &[
        on(&[reals(&[5])]),
        with(&[reals(&[3, 2])], &[("axis", Int(0))]),
        with(&[reals(&[2, 2, 3])], &[("direction", Str("DESCENDING"))]),
    ],
};

const ARGSORT: OpDef = OpDef {
    name: "argsort",
    op_type: "",
    doc: "The indices (`int32`) that sort `values` along `axis`; `direction` is `'ASCENDING'` or `'DESCENDING'`.\n\n\
          Always stable, whatever `stable` says; NaN counts as the largest value. There is no gradient. Errors: as \
          `sort`.\n\n\
          >>> tf.argsort([3., 1., 2.]).numpy().tolist()\n[1, 2, 0]",
    params: &[free("values"), int("axis", -1), string("direction", "ASCENDING"), flag("stable", false)],
    call: |a| Ok(argsort(a.tensor(0), a.int(1), descending(a.str(2))?)?.into()),
    samples: &[],
};

const TOP_K: OpDef = OpDef {
    name: "top_k",
    op_type: "TopKV2",
    doc: "The `k` largest elements of every row (along the last axis), and their indices: `(values, indices)`.\n\n\
          Largest first (also when `sorted` is false); of equal elements the one with the lower index comes first; NaN \
          counts as the largest value. `index_type` is `int16`, `int32` or `int64`. The gradient of a value goes to its \
          element. Errors: `InvalidArgumentError` for a scalar, a `k` that is negative or more than a row has, complex \
          numbers, `bool` and strings.\n\n\
          >>> tf.math.top_k([1., 5., 3.], k=2).indices.numpy().tolist()\n[1, 2]",
    params: &[
        free("input"),
        int("k", 1),
        flag("sorted", true),
        Param::new("index_type", Kind::DType).or(Literal::DType(DType::Int32)),
    ],
    call: |a| {
        let [values, indices] = top_k(a.tensor(0), a.int(1), a.dtype(3))?;
        Ok(Value::Named("TopKV2", &["values", "indices"], vec![values, indices]))
    },
    samples: TOP_K_SAMPLES,
};

const TOP_K_SAMPLES: &[Sample] = &[with(&[reals(&[5])], &[("k", Int(3))]), with(&[reals(&[2, 3])], &[("k", Int(2))])];

/// What places are counted in.
const INDICES: DTypes = DTypes::INDEX.or(DTypes::of(&[DType::Int16]));

fn descending(direction: &str) -> Result<bool> {
    match direction {
        "ASCENDING" => Ok(false),
        "DESCENDING" => Ok(true),
        _ => Err(Error::value(format!(
            "Argument `direction` should be one of ASCENDING, DESCENDING. Received: direction={direction}"
        ))),
    }
}

/// The elements sorted along `axis`.
pub fn sort(x: &Tensor, axis: i64, descending: bool) -> Result<Tensor> {
    let axis = check_axis(x, axis)?;
    let k = x.shape()[axis];
    along_last(x, axis, |x| Ok(apply_all(TopK { k, descending, index_type: DType::Int32 }, &[x])?.swap_remove(0)))
}

/// The indices that sort `x` along `axis`, as `int32`.
pub fn argsort(x: &Tensor, axis: i64, descending: bool) -> Result<Tensor> {
    let axis = check_axis(x, axis)?;
    // An argument that no tape tracks: what is moved back and forth need not be recorded.
    let plain = Tensor::new(x.array().clone());
    along_last(&plain, axis, |x| Ok(Tensor::new(places(x.array(), x.shape()[x.rank() - 1], descending)?)))
}

/// The `k` largest elements of every row and their indices.
pub fn top_k(x: &Tensor, k: i64, index_type: DType) -> Result<[Tensor; 2]> {
    INDICES.check("TopKV2", "index_type", index_type)?;
    let fail = |text: String| Err(Error::invalid("TopKV2", text));
    let Ok(count) = usize::try_from(k) else {
        return fail(format!("Need k >= 0, got {k}"));
    };
    match x.shape().last() {
        None => fail(format!("input must be >= 1-D, got shape {}", x.shape())),
        Some(&n) if n < count => fail(format!("input must have at least k columns. Had {n}, needed {k}")),
        _ => {
            let mut both = apply_all(TopK { k: count, descending: true, index_type }, &[x])?.into_iter();
            Ok([both.next(), both.next()].map(|t| t.expect("two outputs")))
        }
    }
}

fn check_axis(x: &Tensor, axis: i64) -> Result<usize> {
    let rank = x.rank();
    normalize_axis(axis, rank).ok_or_else(|| {
        let index = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
        Error::invalid("StridedSlice", format!("slice index {index} of dimension 0 out of bounds."))
    })
}

/// `f` of `x` with `axis` and the last axis exchanged, exchanged back.
fn along_last(x: &Tensor, axis: usize, f: impl Fn(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let mut perm: Vec<usize> = (0..x.rank()).few();
    let last = perm.len() - 1;
    if axis == last {
        return f(x);
    }
    perm.swap(axis, last);
    x.map(|x| ops::transpose_by(x, &perm)).map(f).map(|y| ops::transpose_by(y, &perm)).tensor()
}

fn places(x: &Array, k: usize, descending: bool) -> Result<Array> {
    order(x, k, descending).unwrap_or_else(|| Err(DTypes::REAL.refuse("TopKV2", "T", x.dtype())))
}

/// The first `k` elements of every row in ascending or descending order, and their indices.
#[derive(Debug)]
struct TopK {
    k: usize,
    descending: bool,
    index_type: DType,
}

impl Op for TopK {
    fn op_type(&self) -> &'static str {
        "TopKV2"
    }
    fn outputs(&self) -> usize {
        2
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let at = places(x[0], self.k, self.descending)?;
        Ok(vec![take(x[0], &at)?, at.cast(self.index_type)?])
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep { inputs: Mask::NONE, outputs: Mask::one(1) }
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let shape = &s.spec(0).shape;
        let at = s.y(1).array().cast(DType::Int32)?;
        Ok(smallvec![Some(put_along(&g[0], &at, shape[shape.rank() - 1])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}
