//! Gathering: rows along an axis, single places, embeddings.

use super::address::{Address, Put, Take, check_indices};
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[GATHER, GATHER_ND, SCATTER_ND];

const fn index_param(name: &'static str) -> Param {
    Param::new(name, Kind::Index)
}

const GATHER: OpDef = OpDef {
    name: "gather",
    op_type: "GatherV2",
    doc: "The slices of `params` along `axis` that `indices` name: `params.shape[:axis] + \
          indices.shape[batch_dims:] + params.shape[axis + 1:]`.\n\n\
          The first `batch_dims` axes of both belong together. `axis` is `batch_dims` when `None`; both count from \
          the end when negative. Slices named twice have the sum of their gradients; indices have none. Where `params` is \
          a source itself, a tape gives the gradient along the first axis as `IndexedSlices`. \
          Errors: `InvalidArgumentError` for an index outside `[0, n)` (negative ones too), an axis out of range, \
          or batch axes that differ.\n\n\
          >>> tf.gather([10., 20., 30.], [2, 0, 2]).numpy().tolist()\n[30.0, 10.0, 30.0]",
    params: &[
        free("params"),
        index_param("indices"),
        Param::new("validate_indices", Kind::Bool).or(Literal::None),
        Param::new("axis", Kind::Int).or(Literal::None),
        int("batch_dims", 0),
    ],
    call: |a| Ok(gather(a.tensor(0), a.tensor(1), a.opt_int(3), a.int(4))?.into()),
    samples: &[
        on(&[reals(&[4, 3]), Input::Ints(&[3], &[2, 0, 2])]),
        with(&[reals(&[2, 3, 2]), Input::Ints(&[2, 2], &[2, 0, 1, 2])], &[("axis", Int(1))]),
        with(&[reals(&[2, 3, 2]), Input::Ints(&[2, 2], &[1, 0, 1, 1])], &[("axis", Int(2)), ("batch_dims", Int(1))]),
        on(&[reals(&[3]), Input::Ints(&[], &[1])]),
    ],
};

const GATHER_ND: OpDef = OpDef {
    name: "gather_nd",
    op_type: "GatherNd",
    doc: "The slices of `params` at the places that the last axis of `indices` holds, one index for each leading \
          axis: `indices.shape[:-1] + params.shape[batch_dims + indices.shape[-1]:]`.\n\n\
          The first `batch_dims` axes of both belong together. Slices named twice have the sum of their gradients; \
          where `params` is a source itself, and a list of single indices names its rows, a tape gives that as \
          `IndexedSlices`. Errors: `InvalidArgumentError` for a place outside `params` (negative indices too) or more \
          indices than axes, `ValueError` for too many batch axes.\n\n\
          >>> tf.gather_nd([[1., 2.], [3., 4.]], [[0, 1], [1, 0]]).numpy().tolist()\n[2.0, 3.0]",
    params: &[free("params"), index_param("indices"), int("batch_dims", 0), string("bad_indices_policy", "")],
    call: |a| Ok(gather_nd(a.tensor(0), a.tensor(1), a.int(2))?.into()),
    samples: &[
        on(&[reals(&[2, 3, 2]), Input::Ints(&[3, 2], &[1, 2, 0, 0, 1, 2])]),
        with(&[reals(&[2, 3, 2]), Input::Ints(&[2, 1, 1], &[2, 0])], &[("batch_dims", Int(1))]),
    ],
};

const SCATTER_ND: OpDef = OpDef {
    name: "scatter_nd",
    op_type: "ScatterNd",
    doc: "Zeros of shape `shape` to which the slices of `updates` are added at the places that the last axis of \
          `indices` holds.\n\n\
          Slices that go to one place add up. `updates` has shape `indices.shape[:-1] + \
          shape[indices.shape[-1]:]`. Errors: `InvalidArgumentError` for a place outside `shape` or shapes that do \
          not fit.\n\n\
          >>> tf.scatter_nd([[0], [2], [0]], [1., 2., 3.], [4]).numpy().tolist()\n[4.0, 0.0, 2.0, 0.0]",
    params: &[
        index_param("indices"),
        free("updates"),
        Param::new("shape", Kind::Ints),
        string("bad_indices_policy", ""),
    ],
    call: |a| Ok(scatter_nd(a.tensor(0), a.tensor(1), a.ints(2))?.into()),
    samples: &[with(&[Input::Ints(&[3, 1], &[2, 0, 2]), reals(&[3, 2])], &[("shape", Ints(&[4, 2]))])],
};

/// The slices of `params` along `axis` (the first after the batch when `None`) that `indices` name.
pub fn gather(params: &Tensor, indices: &Tensor, axis: Option<i64>, batch_dims: i64) -> Result<Tensor> {
    let op_type = "GatherV2";
    check_indices(op_type, indices)?;
    let (rank, index_rank) = (params.rank() as i64, indices.rank() as i64);
    let fail = |text: String| Err(Error::invalid(op_type, text));
    if rank == 0 {
        return fail("params must be at least 1 dimensional".into());
    }
    let batch = if batch_dims < 0 { batch_dims + index_rank } else { batch_dims };
    if batch < 0 || batch > index_rank {
        return fail(format!("batch_dims = {batch_dims} must be in [-{index_rank}, {index_rank}]"));
    }
    let axis = axis.unwrap_or(batch);
    let normal = if axis < 0 { axis + rank } else { axis };
    if normal < 0 || normal >= rank {
        return fail(format!(
            "Shape must be at least rank {} but is rank {rank}",
            if axis < 0 { axis.unsigned_abs() } else { axis.unsigned_abs() + 1 }
        ));
    }
    let (batch, axis) = (batch as usize, normal as usize);
    if batch > axis {
        return fail(format!("batch_dims ({batch}) must be less than or equal to axis ({axis})"));
    }
    if let Some(i) = (0..batch).find(|&i| params.shape()[i] != indices.shape()[i]) {
        let (p, q) = (params.shape()[i], indices.shape()[i]);
        return fail(format!("params.shape[{i}]: {p} should be equal to indices.shape[{i}]: {q}"));
    }
    apply(Take::new(Address::Axis { batch, axis }, 0, op_type), &[params, indices])
}

/// The slices of `params` at the places that the last axis of `indices` holds.
pub fn gather_nd(params: &Tensor, indices: &Tensor, batch_dims: i64) -> Result<Tensor> {
    let op_type = "GatherNd";
    check_indices(op_type, indices)?;
    let rank = indices.rank();
    if rank == 0 {
        return Err(Error::invalid(op_type, "indices must be at least a vector"));
    }
    let Some(batch) = usize::try_from(batch_dims).ok().filter(|&b| b < rank) else {
        let text = format!("Argument `batch_dims` = {batch_dims} must be less than rank(`indices`) = {rank}");
        return Err(Error::value(text));
    };
    let depth = indices.shape()[rank - 1];
    if batch + depth > params.rank() {
        let (saw, left) = (depth, params.rank() as i64 - batch as i64);
        let text = format!("index innermost dimension length must be <= params rank; saw: {saw} vs. {left}");
        return Err(Error::invalid(op_type, text));
    }
    if params.shape()[..batch] != indices.shape()[..batch] {
        let (p, q) = (params.shape(), indices.shape());
        let text = format!("the first {batch} dimensions of params {p} and indices {q} must be equal");
        return Err(Error::invalid(op_type, text));
    }
    apply(Take::new(Address::Point { batch }, 0, op_type), &[params, indices])
}

/// Zeros of `shape` to which `updates` are added at the places that the last axis of `indices` holds.
pub fn scatter_nd(indices: &Tensor, updates: &Tensor, shape: &[i64]) -> Result<Tensor> {
    let op_type = "ScatterNd";
    check_indices(op_type, indices)?;
    let table = ops::shape_of(op_type, shape)?;
    check_places(&table, indices, updates)?;
    let put = Put { address: Address::Point { batch: 0 }, lead: 0, table, op_type };
    apply(put, &[updates, indices])
}

/// Whether `updates` have the shape that `indices` into a tensor of shape `table` call for.
fn check_places(table: &Shape, indices: &Tensor, updates: &Tensor) -> Result<()> {
    let fail = |text: String| Err(Error::invalid("ScatterNd", text));
    let (index, update) = (indices.shape(), updates.shape());
    let Some(points) = index.rank().checked_sub(1) else {
        return fail("Indices shape must have rank at least one. Found:[]".into());
    };
    let depth = index[points];
    if table.contains(&0) && !index.contains(&0) && !update.contains(&0) {
        return fail(format!("Indices and updates specified for empty output.  indices shape: {index}"));
    }
    if update.rank() < points || update[..points] != index[..points] {
        let text = format!("Dimensions [0,{points}) of indices[shape={index}] must match dimensions");
        return fail(format!("{text} [0,{points}) of updates[shape={update}]"));
    }
    if depth > table.rank() || update[points..] != table[depth..] {
        let text = format!("Dimensions [{depth},{}) of input[shape={table}] must match dimensions", table.rank());
        return fail(format!("{text} [{points},{}) of updates[shape={update}]", update.rank()));
    }
    Ok(())
}
