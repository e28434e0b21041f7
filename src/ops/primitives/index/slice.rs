//! Slices by lists of numbers: `slice` and `strided_slice`.

use super::{IndexItem, index, view_of};
use crate::array::AxisSlice;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[SLICE, STRIDED_SLICE];

const SLICE: OpDef = OpDef {
    name: "slice",
    op_type: "Slice",
    doc: "`size[i]` elements from `begin[i]` on along each axis `i`; a size of -1 means all that are left.\n\n\
          No data is copied. The gradient is zero outside the slice. Errors: `InvalidArgumentError` when a slice \
          does not lie inside its axis, or the lists do not have one entry for each axis.\n\n\
          >>> tf.slice([[1., 2., 3.], [4., 5., 6.]], [0, 1], [-1, 2]).numpy().tolist()\n[[2.0, 3.0], [5.0, 6.0]]",
    params: &[free("input_"), Param::new("begin", Kind::Ints), Param::new("size", Kind::Ints)],
    call: |a| Ok(slice(a.tensor(0), a.ints(1), a.ints(2))?.into()),
    samples: &[
        with(&[reals(&[3, 4])], &[("begin", Ints(&[1, 0])), ("size", Ints(&[-1, 3]))]),
        with(&[reals(&[2, 3])], &[("begin", Ints(&[0, 3])), ("size", Ints(&[1, 0]))]),
    ],
};

const STRIDED_SLICE: OpDef = OpDef {
    name: "strided_slice",
    op_type: "StridedSlice",
    doc: "The elements from `begin[i]` to `end[i]`, `strides[i]` apart, along each axis `i`: what `input_[...]` is \
          made of.\n\n\
          Bit `i` of a mask changes the meaning of entry `i`: `begin_mask` and `end_mask` ignore that end, \
          `ellipsis_mask` keeps as many axes whole as are left over, `new_axis_mask` inserts an axis of length 1, \
          `shrink_axis_mask` takes the one place `begin[i]` and drops the axis. Ends out of range are cut off. No \
          data is copied. The gradient is zero outside the slice. Errors: `InvalidArgumentError` for lists of \
          different lengths or longer than the rank, a stride of 0, two ellipses, or a single place out of \
          range.\n\n\
          >>> tf.strided_slice([1., 2., 3., 4.], [3], [0], [-2]).numpy().tolist()\n[4.0, 2.0]",
    params: &[
        free("input_"),
        Param::new("begin", Kind::Ints),
        Param::new("end", Kind::Ints),
        Param::new("strides", Kind::Ints).or(Literal::None),
        int("begin_mask", 0),
        int("end_mask", 0),
        int("ellipsis_mask", 0),
        int("new_axis_mask", 0),
        int("shrink_axis_mask", 0),
        Param::new("var", Kind::Str).or(Literal::None),
    ],
    call: |a| {
        let masks = [a.int(4), a.int(5), a.int(6), a.int(7), a.int(8)];
        Ok(strided_slice(a.tensor(0), a.ints(1), a.ints(2), a.axes(3), masks)?.into())
    },
    samples: &[
        with(&[reals(&[5, 4])], &[("begin", Ints(&[4, 1])), ("end", Ints(&[0, 4])), ("strides", Ints(&[-2, 1]))]),
        with(
            &[reals(&[3, 4])],
            &[
                ("begin", Ints(&[1, 1, 0])),
                ("end", Ints(&[2, 3, 0])),
                ("new_axis_mask", Int(4)),
                ("shrink_axis_mask", Int(1)),
            ],
        ),
    ],
};

/// `size[i]` elements from `begin[i]` on along each axis: a view. A size of -1 means all that are left.
pub fn slice(x: &Tensor, begin: &[i64], size: &[i64]) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("Slice", text));
    let rank = x.rank();
    if begin.len() != rank || size.len() != rank {
        return fail(format!(
            "Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes [{}] and [{}] instead.",
            begin.len(),
            size.len()
        ));
    }
    let mut axes = AxisSlice::whole(x.shape());
    for (i, axis) in axes.iter_mut().enumerate() {
        let n = axis.length as i64;
        if !(0..=n).contains(&begin[i]) {
            return fail(format!("Expected begin[{i}] in [0, {n}], but got {}", begin[i]));
        }
        let left = n - begin[i];
        let length = if size[i] == -1 { left } else { size[i] };
        if !(0..=left).contains(&length) {
            return fail(format!("Expected size[{i}] in [0, {left}], but got {length}"));
        }
        *axis = AxisSlice { start: begin[i] as usize, step: 1, length: length as usize };
    }
    view_of(x, axes, "Slice")
}

/// The elements from `begin` to `end`, `strides` apart: a view. The masks are those for begin, end, ellipsis, new axis
/// and shrink axis.
pub fn strided_slice(
    x: &Tensor,
    begin: &[i64],
    end: &[i64],
    strides: Option<&[i64]>,
    masks: [i64; 5],
) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("StridedSlice", text));
    // bounded: by the entries of an argument that has one for each axis
    let ones = vec![1; begin.len()];
    let strides = strides.unwrap_or(&ones);
    if end.len() != begin.len() || strides.len() != begin.len() {
        return fail(format!(
            "Expected begin, end, and strides to be 1D equal size tensors, but got shapes [{}], [{}], and [{}] instead.",
            begin.len(),
            end.len(),
            strides.len()
        ));
    }
    // bounded: by the entries of an argument that has one for each axis
    let mut spec = Vec::with_capacity(begin.len());
    for i in 0..begin.len() {
        let [no_begin, no_end, ellipsis, new_axis, shrink] = masks.map(|mask| i < 63 && mask >> i & 1 == 1);
        spec.push(match (ellipsis, new_axis, shrink) {
            (true, _, _) => IndexItem::Ellipsis,
            (_, true, _) => IndexItem::NewAxis,
            (_, _, true) if strides[i] <= 0 => return fail("only stride 1 allowed on non-range indexing.".into()),
            (_, _, true) => IndexItem::Int(begin[i]),
            _ => IndexItem::Slice {
                start: (!no_begin).then_some(begin[i]),
                stop: (!no_end).then_some(end[i]),
                step: Some(strides[i]),
            },
        });
    }
    index(x, &spec)
}
