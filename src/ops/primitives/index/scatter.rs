//! A tensor with some of its slices replaced, or merged with others.

use smallvec::smallvec;

use super::address::{Address, Take, check_indices};
use crate::array::Spec;
use crate::kernels::gather::{Merge, check_merge, merge, merge_into, put, put_into};
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[
    TENSOR_SCATTER_ND_UPDATE,
    TENSOR_SCATTER_ND_ADD,
    TENSOR_SCATTER_ND_SUB,
    TENSOR_SCATTER_ND_MAX,
    TENSOR_SCATTER_ND_MIN,
];

const INDICES: Param = Param::new("indices", Kind::Index);
const PARAMS: &[Param] = &[tensor("tensor"), INDICES, tensor("updates"), string("bad_indices_policy", "")];

const SAMPLES: &[Sample] = &[
    on(&[reals(&[4]), Input::Ints(&[2, 1], &[3, 1]), reals(&[2])]),
    on(&[reals(&[2, 3, 2]), Input::Ints(&[2, 2], &[0, 1, 1, 2]), reals(&[2, 2])]),
];

const TWICE: &[Sample] = &[SAMPLES[1], on(&[reals(&[3]), Input::Ints(&[3, 1], &[2, 0, 2]), reals(&[3])])];

const TENSOR_SCATTER_ND_UPDATE: OpDef = OpDef {
    name: "tensor_scatter_nd_update",
    op_type: "TensorScatterUpdate",
    doc: "A copy of `tensor` with the slices at the places that the last axis of `indices` holds replaced by those \
          of `updates`.\n\n\
          Of slices that go to one place the last stays (and each gets that place's gradient). Errors: \
          `InvalidArgumentError` for a place outside `tensor` (negative indices too) or shapes that do not fit.\n\n\
          >>> tf.tensor_scatter_nd_update([1., 2., 3.], [[0], [2]], [7., 8.]).numpy().tolist()\n[7.0, 2.0, 8.0]",
    params: &[tensor("tensor"), INDICES, tensor("updates")],
    call: |a| Ok(tensor_scatter_nd_update(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: SAMPLES,
};

const TENSOR_SCATTER_ND_ADD: OpDef = OpDef {
    name: "tensor_scatter_nd_add",
    op_type: "TensorScatterAdd",
    doc: "A copy of `tensor` with the slices of `updates` added at the places that the last axis of `indices` \
          holds.\n\n\
          Slices that go to one place add up. Errors: `InvalidArgumentError` for a place outside `tensor` \
          (negative indices too) or shapes that do not fit.\n\n\
          >>> tf.tensor_scatter_nd_add([1., 2., 3.], [[0], [0]], [7., 8.]).numpy().tolist()\n[16.0, 2.0, 3.0]",
    params: PARAMS,
    call: |a| Ok(tensor_scatter_nd_add(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: TWICE,
};

const TENSOR_SCATTER_ND_SUB: OpDef = OpDef {
    name: "tensor_scatter_nd_sub",
    op_type: "TensorScatterSub",
    doc: "A copy of `tensor` with the slices of `updates` subtracted at the places that the last axis of `indices` \
          holds.\n\n\
          Slices that go to one place add up. Errors: `InvalidArgumentError` for a place outside `tensor` \
          (negative indices too) or shapes that do not fit.\n\n\
          >>> tf.tensor_scatter_nd_sub([1., 2., 3.], [[0], [2]], [7., 8.]).numpy().tolist()\n[-6.0, 2.0, -5.0]",
    params: PARAMS,
    call: |a| Ok(tensor_scatter_nd_sub(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: TWICE,
};

const TENSOR_SCATTER_ND_MAX: OpDef = OpDef {
    name: "tensor_scatter_nd_max",
    op_type: "TensorScatterMax",
    doc: "A copy of `tensor` with the elementwise maximum of it and the slices of `updates` at the places that the \
          last axis of `indices` holds.\n\n\
          The gradient is shared evenly by all that attain the maximum. Errors: `InvalidArgumentError` for a place \
          outside `tensor` (negative indices too) or shapes that do not fit.\n\n\
          >>> tf.tensor_scatter_nd_max([1., 2., 3.], [[0], [2]], [7., 0.]).numpy().tolist()\n[7.0, 2.0, 3.0]",
    params: PARAMS,
    call: |a| Ok(tensor_scatter_nd_max(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: TWICE,
};

const TENSOR_SCATTER_ND_MIN: OpDef = OpDef {
    name: "tensor_scatter_nd_min",
    op_type: "TensorScatterMin",
    doc: "A copy of `tensor` with the elementwise minimum of it and the slices of `updates` at the places that the \
          last axis of `indices` holds.\n\n\
          The gradient is shared evenly by all that attain the minimum. Errors: `InvalidArgumentError` for a place \
          outside `tensor` (negative indices too) or shapes that do not fit.\n\n\
          >>> tf.tensor_scatter_nd_min([1., 2., 3.], [[0], [2]], [7., 0.]).numpy().tolist()\n[1.0, 2.0, 0.0]",
    params: PARAMS,
    call: |a| Ok(tensor_scatter_nd_min(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: TWICE,
};

/// `x` with the slices at `indices` replaced by `updates`; the last of several stays.
pub fn tensor_scatter_nd_update(x: &Tensor, indices: &Tensor, updates: &Tensor) -> Result<Tensor> {
    scatter(x, indices, updates, How::Update)
}

/// `x` with `updates` added to the slices at `indices`.
pub fn tensor_scatter_nd_add(x: &Tensor, indices: &Tensor, updates: &Tensor) -> Result<Tensor> {
    scatter(x, indices, updates, How::Add)
}

/// `x` with `updates` subtracted from the slices at `indices`.
pub fn tensor_scatter_nd_sub(x: &Tensor, indices: &Tensor, updates: &Tensor) -> Result<Tensor> {
    scatter(x, indices, updates, How::Sub)
}

/// `x` with the larger of its elements and those of `updates` at `indices`.
pub fn tensor_scatter_nd_max(x: &Tensor, indices: &Tensor, updates: &Tensor) -> Result<Tensor> {
    scatter(x, indices, updates, How::Max)
}

/// `x` with the smaller of its elements and those of `updates` at `indices`.
pub fn tensor_scatter_nd_min(x: &Tensor, indices: &Tensor, updates: &Tensor) -> Result<Tensor> {
    scatter(x, indices, updates, How::Min)
}

fn scatter(x: &Tensor, indices: &Tensor, updates: &Tensor, how: How) -> Result<Tensor> {
    let op = TensorScatter { how, lead: 0 };
    check(op.op_type(), &x.spec(), indices, updates, how.merge())?;
    apply(op, &[x, indices, updates])
}

/// Puts `updates` in the place of the slices of `table` at `indices`, or merges them; no tape takes note. `table` is an
/// array that nobody shares; on an error it stays as it was. Errors name operation `op`.
pub fn scatter_into(
    op: &'static str,
    table: &mut Array,
    indices: &Tensor,
    updates: &Tensor,
    how: Option<Merge>,
) -> Result<()> {
    check(op, &table.spec(), indices, updates, how)?;
    let found = Address::Point { batch: 0 }.find(op, table.shape(), indices.array())?;
    let Some(how) = how else {
        return put_into(table, &found.rows, updates.array());
    };
    check_merge(op, table.dtype(), updates.array(), how)?;
    merge_into(table, &found.rows, updates.array(), how)
}

fn check(op: &'static str, table: &Spec, indices: &Tensor, updates: &Tensor, how: Option<Merge>) -> Result<()> {
    check_indices(op, indices)?;
    ops::check_dtype(op, 2, table.dtype, updates.dtype())?;
    if how.is_some() {
        DTypes::ALL.without(DTypes::of(&[DType::Bool])).check(op, "T", table.dtype)?;
    }
    check_places(op, &table.shape, indices, updates)
}

/// Whether `updates` have the shape that `indices` into a tensor of shape `table` call for.
fn check_places(op: &'static str, table: &Shape, indices: &Tensor, updates: &Tensor) -> Result<()> {
    let fail = |text: String| Err(Error::invalid(op, text));
    let (index, update) = (indices.shape(), updates.shape());
    for (name, shape) in [("Indices", index), ("Updates", update)] {
        if shape.rank() == 0 {
            return fail(format!("{name} shape must have rank at least one. Found:[]"));
        }
    }
    let points = index.rank() - 1;
    if table.contains(&0) && !index.contains(&0) && !update.contains(&0) {
        return fail(format!("Indices and updates specified for empty output.  indices shape: {index}"));
    }
    if update.rank() < points || update[..points] != index[..points] {
        let text = "Outer dimensions of indices and update must match.";
        return fail(format!("{text} Indices shape: {index}, updates shape:{update}"));
    }
    if index[points] > table.rank() || update[points..] != table[index[points]..] {
        let text = "Inner dimensions of output shape must match inner dimensions of updates shape.";
        return fail(format!("{text} Output: {table} updates: {update}"));
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Update,
    Add,
    Sub,
    Max,
    Min,
}

impl How {
    /// How an update and its slice make one; `None` where the update takes the slice's place.
    fn merge(self) -> Option<Merge> {
        match self {
            How::Update => None,
            How::Add => Some(Merge::Add),
            How::Sub => Some(Merge::Sub),
            How::Max => Some(Merge::Max),
            How::Min => Some(Merge::Min),
        }
    }
}

/// The first `lead` axes of tensor and updates share all indices.
#[derive(Debug)]
struct TensorScatter {
    how: How,
    lead: usize,
}

impl TensorScatter {
    /// The slices of `g`, a gradient of the output, at the indices.
    fn taken(&self, s: &Saved, g: &Tensor) -> Result<Tensor> {
        let take = Take::new(Address::Point { batch: 0 }, self.lead + s.batch, "GatherNd");
        apply(take, &[g, s.x(1)])
    }

    fn extreme(&self, s: &Saved, g: &Tensor) -> Result<Grads> {
        let (x, indices, updates, y) = (s.x(0), s.x(1), s.x(2), s.y(0));
        let kept = x.equal(y).cast(g.dtype());
        let reached = updates.equal(y.map(|y| ops::gather_nd(y, indices, 0))).cast(g.dtype());
        let table: Vec<i64> = x.shape().iter().map(|&d| d as i64).few();
        let share = g / (&kept + reached.map(|reached| ops::scatter_nd(indices, reached, &table)));
        let dupdates = share.map(|share| self.taken(s, share)) * reached;
        Ok(smallvec![Some((share * kept).tensor()?), None, Some(dupdates.tensor()?)])
    }
}

impl Op for TensorScatter {
    fn op_type(&self) -> &'static str {
        match self.how {
            How::Update => "TensorScatterUpdate",
            How::Add => "TensorScatterAdd",
            How::Sub => "TensorScatterSub",
            How::Max => "TensorScatterMax",
            How::Min => "TensorScatterMin",
        }
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (lead, table) = x[0].shape().split_at(self.lead);
        let mut found = Address::Point { batch: 0 }.find(self.op_type(), table, x[1])?;
        found.rows.lead = lead.iter().product();
        match self.how.merge() {
            None => put(self.op_type(), x[0].clone(), &found.rows, x[2]),
            Some(how) => merge(self.op_type(), x[0].clone(), &found.rows, x[2], how),
        }
    }
    fn keep(&self, _: Mask) -> Keep {
        match self.how {
            How::Max | How::Min => Keep::BOTH,
            _ => Keep { inputs: Mask::one(1), outputs: Mask::NONE },
        }
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let g = &g[0];
        let updates = |g: &Tensor| s.wants(2).then(|| self.taken(s, g)).transpose();
        Ok(match self.how {
            How::Max | How::Min => return self.extreme(s, g),
            How::Add => smallvec![Some(g.clone()), None, updates(g)?],
            How::Sub => smallvec![Some(g.clone()), None, updates(&ops::negative(g)?)?],
            How::Update => {
                let zeros = ops::zeros_of(&self.taken(s, g)?)?;
                let op = TensorScatter { how: How::Update, lead: self.lead + s.batch };
                smallvec![Some(apply(op, &[g, s.x(1), &zeros])?), None, updates(g)?]
            }
        })
    }
    fn batched(&self) -> bool {
        self.lead == 0 || !matches!(self.how, How::Max | How::Min)
    }
}
