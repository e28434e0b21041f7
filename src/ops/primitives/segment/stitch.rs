//! Rows of several tensors brought together.

use std::sync::Arc;

use super::ids::Segments;
use super::rows::pick;
use crate::interrupt::Pace;
use crate::memory::{try_collect, try_collect_ok, try_vec, try_with_capacity};
use crate::ops::check_same_dtype;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[DYNAMIC_STITCH];

const DYNAMIC_STITCH: OpDef = OpDef {
    name: "dynamic_stitch",
    op_type: "DynamicStitch",
    doc: "One tensor with the rows of all `data`: row `i` of `data[k]` becomes row `indices[k][i]`, a later one over an \
          earlier one.\n\n\
          Each of the `indices` (`int32`) has the first axes of its `data`. Rows that no index names are zero; a row that \
          was covered by another has gradient zero. Errors: `InvalidArgumentError` for negative indices and shapes that \
          do not fit, `ValueError` for lists of different lengths.\n\n\
          >>> tf.dynamic_stitch([[0, 2], [1]], [[1., 3.], [2.]]).numpy().tolist()\n[1.0, 2.0, 3.0]",
    params: &[Param::new("indices", Kind::Options), tensors("data")],
    call: |a| {
        let indices = try_collect(a.options(0).iter().flatten().cloned())?;
        Ok(dynamic_stitch(&indices, a.tensors(1))?.into())
    },
    samples: &[
        on(&[
            Input::List(&[Input::Ints(&[2], &[0, 3]), Input::Ints(&[3], &[1, 0, 2])]),
            Input::List(&[reals(&[2, 2]), reals(&[3, 2])]),
        ]),
        on(&[
            Input::List(&[Input::Ints(&[], &[4]), Input::Ints(&[2, 2], &[1, 0, 2, 4])]),
            Input::List(&[reals(&[]), reals(&[2, 2])]),
        ]),
    ],
};

/// One tensor with the rows of all `data`; row `i` of `data[k]` becomes row `indices[k][i]`.
pub fn dynamic_stitch(indices: &[Tensor], data: &[Tensor]) -> Result<Tensor> {
    if indices.len() != data.len() {
        return Err(Error::value(format!(
            "List argument 'data' to 'dynamic_stitch' Op with length {} must match length {} of argument 'indices'.",
            data.len(),
            indices.len()
        )));
    }
    let rest = check(indices, data)?;
    let indices_of = |at: &Tensor| at.to_vec::<i64>();
    let all = try_collect_ok(indices.iter().map(indices_of))?;
    let count = all.iter().flatten().max().map_or(0, |last| last + 1) as usize;
    let inputs = try_collect(indices.iter().chain(data))?;
    apply(Stitch { sources: sources(indices, all, count)?, rest }, &inputs)
}

/// Checks shapes and dtypes; returns the shape of a row.
fn check(indices: &[Tensor], data: &[Tensor]) -> Result<Shape> {
    const OP: &str = "DynamicStitch";
    let fail = |text: String| Err(Error::invalid(OP, text));
    data.iter().try_for_each(|x| DTypes::NUMBER.or(DTypes::of(&[DType::Bool])).check(OP, "T", x.dtype()))?;
    let mut first: Option<Shape> = None;
    for (k, (at, data_k)) in indices.iter().zip(data).enumerate() {
        check_same_dtype(OP, data[0].dtype(), data_k.dtype())?;
        if at.dtype() != DType::Int32 {
            let text = format!("Tensor conversion requested dtype int32 for Tensor with dtype {}", at.dtype());
            return Err(Error::value(text));
        }
        let (at_shape, shape) = (at.shape(), data_k.shape());
        if !shape.starts_with(at_shape) {
            return fail(format!("data[{k}].shape = {shape} does not start with indices[{k}].shape = {at_shape}"));
        }
        let rest: Shape = shape[at_shape.rank()..].into();
        if first.get_or_insert_with(|| rest.clone()) != &rest {
            let (rank0, rank) = (indices[0].rank(), at_shape.rank());
            return fail(format!(
                "Need data[0].shape[{rank0}:] = data[{k}].shape[{rank}:], got data[0].shape = {}, data[{k}].shape = \
                 {shape}, indices[0].shape = {}, indices[{k}].shape = {at_shape}",
                data[0].shape(),
                indices[0].shape()
            ));
        }
        if at.to_vec::<i64>()?.iter().any(|i| *i < 0) {
            return fail(format!("indices[{k}] is out of range"));
        }
    }
    first.map_or_else(|| fail("dynamic_stitch needs at least one tensor".into()), Ok)
}

/// For each tensor, the rows of the result that its rows are found in: dropped where a later row covers them.
fn sources(indices: &[Tensor], all: Vec<Vec<i64>>, count: usize) -> Result<Vec<Segments>> {
    let mut covered = try_vec(count, false)?;
    let mut sources = try_with_capacity(indices.len())?;
    let mut pace = Pace::default();
    for (at, mut ids) in indices.iter().zip(all).rev() {
        for id in ids.iter_mut().rev() {
            pace.after(1)?;
            if std::mem::replace(&mut covered[*id as usize], true) {
                *id = -1;
            }
        }
        sources.push(Segments { ids: Arc::new(ids), shape: at.shape().clone(), count });
    }
    sources.reverse();
    Ok(sources)
}

#[derive(Debug)]
struct Stitch {
    /// One entry for each tensor.
    sources: Vec<Segments>,
    /// The shape of a row.
    rest: Shape,
}

impl Primitive for Stitch {
    const OP_TYPE: &'static str = "DynamicStitch";
    // The indices come first, and no gradient is asked for there.
    const GRAD: &'static [Rule<Self>] =
        &[Rule::G(|g| g.map(|dy| pick(dy, &g.op.sources[g.index() - g.op.sources.len()], g.batch())))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let data = &x[self.sources.len()..];
        let (dtype, count, row) = (data[0].dtype(), self.sources[0].count, self.rest.elements());
        let (mut out, mut pace) = (Array::zeros(dtype, Shape::new(&[count]).concat(&self.rest))?, Pace::default());
        for (data, source) in data.iter().zip(&self.sources) {
            let data = data.contiguous()?;
            crate::with_dtype!(dtype, T: any => {
                let (from, to) = (data.slice::<T>(), out.slice_mut::<T>());
                for (i, &id) in source.ids.iter().enumerate().filter(|(_, id)| **id >= 0) {
                    let at = id as usize * row;
                    to[at..at + row].copy_from_slice(&from[i * row..(i + 1) * row]);
                    pace.after(row)?;
                }
            });
        }
        Ok(out)
    }
}
