//! Rows dealt out to several tensors.

use std::sync::Arc;

use super::ids::{Segments, index_text};
use super::rows::add_up;
use crate::interrupt::Pace;
use crate::kernels::segment;
use crate::kernels::segment::Layout;
use crate::memory::{try_collect, try_collect_ok, try_push, try_vec};
use crate::op::{Along, Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::shape::Few;

pub(super) const OPS: &[OpDef] = &[DYNAMIC_PARTITION];

const DYNAMIC_PARTITION: OpDef = OpDef {
    name: "dynamic_partition",
    op_type: "DynamicPartition",
    doc: "`num_partitions` tensors with the rows of `data`: row `i` goes to number `partitions[i]`, in order.\n\n\
          `partitions` (`int32`) has the first axes of `data`. Each row's gradient comes back from where it went. Errors: \
          `InvalidArgumentError` for a number that is no partition, fewer than one partition, and a shape that `data` \
          does not begin with.\n\n\
          >>> [t.numpy().tolist() for t in tf.dynamic_partition([1., 2., 3.], [0, 1, 0], 2)]\n[[1.0, 3.0], [2.0]]",
    params: &[free("data"), Param::new("partitions", Kind::As(DType::Int32)), Param::new("num_partitions", Kind::Int)],
    call: |a| Ok(Value::List(dynamic_partition(a.tensor(0), a.tensor(1), a.int(2))?)),
    samples: &[
        with(&[Input::Real(&[4, 2], -2.0, 2.0), Input::Ints(&[4], &[2, 0, 2, 2])], &[("num_partitions", Int(3))]),
        with(&[Input::Real(&[2, 2], -2.0, 2.0), Input::Ints(&[2, 2], &[1, 0, 0, 1])], &[("num_partitions", Int(2))]),
    ],
};

/// `count` tensors with the rows of `data`; row `i` goes to number `partitions[i]`.
pub fn dynamic_partition(data: &Tensor, partitions: &Tensor, count: i64) -> Result<Vec<Tensor>> {
    const OP: &str = "DynamicPartition";
    let fail = |text: String| Err(Error::invalid(OP, text));
    if partitions.dtype() != DType::Int32 {
        let text = format!("Tensor conversion requested dtype int32 for Tensor with dtype {}", partitions.dtype());
        return Err(Error::value(text));
    }
    if count < 1 {
        return fail(format!("Value for attr 'num_partitions' of {count} must be at least minimum 1"));
    }
    if !data.shape().starts_with(partitions.shape()) {
        return fail(format!(
            "data.shape must start with partitions.shape, got data.shape = {}, partitions.shape = {}",
            data.shape(),
            partitions.shape()
        ));
    }
    let ids = partitions.to_vec::<i64>()?;
    if let Some(at) = ids.iter().position(|id| !(0..count).contains(id)) {
        let place = index_text(at, partitions.shape());
        return fail(format!("partitions{place} = {} is not in [0, {count})", ids[at]));
    }
    let mut places = try_vec(count as usize, Vec::new())?;
    let mut pace = Pace::default();
    for (i, &id) in ids.iter().enumerate() {
        pace.after(1)?;
        try_push(&mut places[id as usize], i as i64)?;
    }
    apply_all(Partition { places, shape: partitions.shape().clone() }, &[data, partitions])
}

#[derive(Debug)]
struct Partition {
    /// The rows of each output.
    places: Vec<Vec<i64>>,
    /// The axes of `data` that number its rows.
    shape: Shape,
}

impl Op for Partition {
    fn op_type(&self) -> &'static str {
        "DynamicPartition"
    }
    fn outputs(&self) -> usize {
        self.places.len()
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let layout = Layout { lead: 0, rows: self.shape.rank() };
        try_collect_ok(self.places.iter().map(|places| segment::pick(x[0], places, layout, &[places.len()])))
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let ids = try_collect(self.places.iter().flatten().copied())?;
        let home = Segments { shape: Shape::new(&[ids.len()]), count: ids.len(), ids: Arc::new(ids) };
        let rows = add_up(&ops::concat(g, s.batch as i64)?, &home, s.batch)?;
        let lead: Shape = rows.shape()[..s.batch].into();
        Ok([Some(ops::reshape_to(&rows, &lead.concat(&s.spec(0).shape))?), None].into_iter().few())
    }
    fn along(&self) -> Along {
        Along::Linear
    }
    fn batched(&self) -> bool {
        true
    }
}
