//! `conv1d`, `conv2d`, `conv3d`, and `convolution` of any of them.

use super::Geometry;
use super::geometry::Given;
use super::trilinear::{Part, Trilinear, window_of};
use crate::memory::try_collect_ok;
use crate::ops::graph;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[CONV1D, CONV2D, CONV3D, CONVOLUTION, ATROUS_CONV2D];

/// `padding` without a default.
pub(super) const PADDING: Param = Param::new("padding", Kind::Padding);
/// `dilations=None`.
pub(super) const DILATIONS: Param = Param::new("dilations", Kind::Ints).or(Literal::None);
/// `data_format=None`.
pub(super) const FORMAT: Param = Param::new("data_format", Kind::Str).or(Literal::None);
/// `strides`, a number or a list of them, or `None`.
pub(super) const STRIDES: Param = Param::new("strides", Kind::Ints).or(Literal::OrNone);

const CONV1D: OpDef = OpDef {
    name: "conv1d",
    op_type: "",
    doc: "`conv2d` for sequences: `input` is `[..., length, channels]`, `filters` `[size, channels, outputs]`.\n\n\
          `data_format` is \"NWC\" or \"NCW\". Everything else as in `conv2d`.\n\n\
          >>> x = tf.constant([[[1.], [2.], [4.]]])\n\
          >>> tf.nn.conv1d(x, [[[10.]], [[1.]]], stride=1, padding='VALID').numpy().ravel().tolist()\n[12.0, 24.0]",
    params: &[
        tensor("input"),
        tensor("filters"),
        Param::new("stride", Kind::Ints).or(Literal::OrNone),
        PADDING,
        string("data_format", "NWC"),
        DILATIONS,
    ],
    call: |a| from_args(a, "Conv2D", 1),
    samples: &[
        with(&[reals(&[2, 6, 2]), reals(&[3, 2, 3])], &[("stride", Int(2)), ("padding", Str("SAME"))]),
        with(
            &[reals(&[1, 2, 5]), reals(&[2, 2, 2])],
            &[("stride", Int(1)), ("padding", Str("VALID")), ("dilations", Int(2)), ("data_format", Str("NCW"))],
        ),
    ],
};

const CONV2D: OpDef = OpDef {
    name: "conv2d",
    op_type: "Conv2D",
    doc: "What `filters` `[height, width, channels, outputs]` see at every place of the images `input` \
          `[..., height, width, channels]`: sums of products, filters not mirrored.\n\n\
          `strides` and `dilations` are one number, two, or four with ones for batch and channels. `padding` is \
          'VALID' (windows inside the image), 'SAME' (`ceil(size / stride)` places; an odd zero goes to the bottom and \
          right), or the zeros before and after each of the four axes. With `data_format` \"NCHW\" images are \
          `[batch, channels, height, width]`. Channels may be a multiple of the filters': then groups of channels have \
          groups of the outputs to themselves. Half-precision sums are accumulated in `float32`. Gradients exist for \
          every argument here, dilated and grouped too.\n\n\
          Errors: `InvalidArgumentError` for shapes that do not fit, an output smaller than nothing, strides or \
          dilations below 1, another dtype than half, bfloat16, float, double or int32; `ValueError` for lists of the \
          wrong length; `UnimplementedError` for strides along batch or channels.\n\n\
          >>> x = tf.reshape(tf.range(9.), [1, 3, 3, 1])\n\
          >>> tf.nn.conv2d(x, tf.ones([2, 2, 1, 1]), strides=1, padding='VALID').numpy().ravel().tolist()\n\
          [8.0, 12.0, 20.0, 24.0]",
    params: &[tensor("input"), tensor("filters"), STRIDES, PADDING, string("data_format", "NHWC"), DILATIONS],
    call: |a| from_args(a, "Conv2D", 2),
    samples: &[
        with(&[reals(&[2, 3, 4, 2]), reals(&[2, 2, 2, 3])], &[("strides", Int(1)), ("padding", Str("SAME"))]),
        with(&[reals(&[1, 5, 4, 2]), reals(&[3, 2, 2, 2])], &[("strides", Ints(&[2, 1])), ("padding", Str("VALID"))]),
        with(
            &[reals(&[1, 4, 4, 1]), reals(&[2, 2, 1, 2])],
            &[
                ("strides", Ints(&[1, 2, 2, 1])),
                ("padding", Ints(&[0, 0, 1, 2, 0, 1, 0, 0])),
                ("dilations", Ints(&[2, 1])),
            ],
        ),
        with(
            &[reals(&[1, 4, 3, 2]), reals(&[2, 1, 2, 2])],
            &[("strides", Int(1)), ("padding", Str("SAME")), ("data_format", Str("NCHW"))],
        ),
        with(&[reals(&[1, 2, 3, 4]), reals(&[1, 2, 2, 4])], &[("strides", Int(1)), ("padding", Str("SAME"))]),
    ],
};

const CONV3D: OpDef = OpDef {
    name: "conv3d",
    op_type: "Conv3D",
    doc: "`conv2d` for volumes: `input` is `[..., depth, height, width, channels]`, `filters` `[depth, height, width, \
          channels, outputs]`.\n\n\
          `data_format` is \"NDHWC\" or \"NCDHW\". Everything else as in `conv2d`.\n\n\
          >>> x, w = tf.ones([1, 2, 2, 2, 1]), tf.ones([2, 2, 2, 1, 1])\n\
          >>> tf.nn.conv3d(x, w, strides=[1, 1, 1, 1, 1], padding='VALID').numpy().ravel().tolist()\n[8.0]",
    params: &[tensor("input"), tensor("filters"), STRIDES, PADDING, string("data_format", "NDHWC"), DILATIONS],
    call: |a| from_args(a, "Conv3D", 3),
    samples: &[with(
        &[reals(&[1, 2, 3, 2, 2]), reals(&[2, 2, 1, 2, 2])],
        &[("strides", Ints(&[1, 1, 2, 1, 1])), ("padding", Str("SAME"))],
    )],
};

const CONVOLUTION: OpDef = OpDef {
    name: "convolution",
    op_type: "",
    doc: "`conv1d`, `conv2d` or `conv3d`: `filters` has two axes more than images have spatial ones.\n\n\
          Arguments and errors are theirs; `ValueError` for filters of another rank.\n\n\
          >>> x = tf.constant([[[1.], [2.], [4.]]])\n\
          >>> tf.nn.convolution(x, [[[10.]], [[1.]]]).numpy().ravel().tolist()\n[12.0, 24.0]",
    params: &[
        tensor("input"),
        tensor("filters"),
        STRIDES.or(Literal::None),
        PADDING.or(Str("VALID")),
        FORMAT,
        DILATIONS,
    ],
    call: |a| {
        let axes = filter_axes(a.tensor(1))?;
        from_args(a, if axes == 3 { "Conv3D" } else { "Conv2D" }, axes)
    },
    samples: &[with(&[reals(&[1, 3, 2]), reals(&[2, 2, 1])], &[("padding", Str("SAME"))])],
};

const ATROUS_CONV2D: OpDef = OpDef {
    name: "atrous_conv2d",
    op_type: "",
    doc: "`conv2d` of `value` with `rate` steps between the places that a window sees; strides of 1.\n\n\
          Errors are those of `conv2d`.\n\n\
          >>> x = tf.reshape(tf.range(9.), [1, 3, 3, 1])\n\
          >>> tf.nn.atrous_conv2d(x, tf.ones([2, 2, 1, 1]), rate=2, padding='VALID').numpy().ravel().tolist()\n[16.0]",
    params: &[tensor("value"), tensor("filters"), Param::new("rate", Kind::Ints), PADDING],
    call: |a| {
        let given =
            Given { op: "Conv2D", axes: 2, strides: None, dilations: Some(a.ints(2)), padding: a.get(3), format: None };
        Ok(convolution(a.tensor(0), a.tensor(1), &Geometry::read(&given)?)?.into())
    },
    samples: &[with(&[reals(&[1, 4, 3, 1]), reals(&[2, 2, 1, 2])], &[("rate", Int(2)), ("padding", Str("SAME"))])],
};

fn from_args(a: &Args, op: &'static str, axes: usize) -> Result<ops::def::Value> {
    let geometry = geometry_of(op, axes, a.axes(2), a.get(3), a.opt_str(4), a.axes(5))?;
    Ok(convolution(a.tensor(0), a.tensor(1), &geometry)?.into())
}

/// The geometry that these arguments say.
pub(super) fn geometry_of(
    op: &'static str,
    axes: usize,
    strides: Option<&[i64]>,
    padding: &Arg,
    format: Option<&str>,
    dilations: Option<&[i64]>,
) -> Result<Geometry> {
    Geometry::read(&Given { op, axes, strides, dilations, padding, format })
}

/// The number of spatial axes that a filter has.
pub(super) fn filter_axes(filter: &Tensor) -> Result<usize> {
    match filter.rank() {
        rank @ 3..=5 => Ok(rank - 2),
        rank => Err(Error::value(format!("`filters` must have rank 3, 4 or 5. Received: rank {rank}"))),
    }
}

/// What `filter` `[spatial.., channels, outputs]` sees at every place of the images `x`; see `tf.nn.conv2d`.
pub fn convolution(x: &Tensor, filter: &Tensor, geometry: &Geometry) -> Result<Tensor> {
    let op = geometry.op;
    ops::check_same_dtype(op, x.dtype(), filter.dtype())?;
    if filter.rank() != geometry.axes + 2 {
        let text = format!("convolution filter must be {}-dimensional: {}", geometry.axes + 2, filter.shape());
        return Err(Error::invalid(op, text));
    }
    let y = geometry.with_images(x, |x| {
        let groups = groups(op, x.shape(), filter.shape())?;
        let window = window_of(geometry, x.shape(), filter.shape())?;
        let convolve = Trilinear { makes: Part::Output, window, axes: geometry.axes };
        match groups {
            1 => convolve.apply(x, filter),
            groups => grouped(convolve, x, filter, groups),
        }
    })?;
    if geometry.axes == 2 {
        graph::made(&y, graph::Product::Convolution);
    }
    Ok(y)
}

/// How often the channels of `x` hold those of the filter.
fn groups(op: &'static str, x: &Shape, filter: &Shape) -> Result<usize> {
    let fail = |text: String| Err(Error::invalid(op, text));
    let (channels, [from, to]) = (x[x.rank() - 1], [filter[filter.rank() - 2], filter[filter.rank() - 1]]);
    if from == 0 {
        return fail("filter depth must be stricly positive, got 0".into());
    }
    if filter[..filter.rank() - 2].contains(&0) {
        return fail("filter must not have zero elements (i.e. all dimensions must be non-zero)".into());
    }
    if !channels.is_multiple_of(from) || channels == 0 {
        return fail(format!("input depth must be evenly divisible by filter depth: {channels} vs {from}"));
    }
    if !to.is_multiple_of(channels / from) {
        let groups = channels / from;
        return fail(format!("output depth must be evenly divisible by number of groups: {to} vs {groups}"));
    }
    Ok(channels / from)
}

/// Each group of channels with filters of its own.
fn grouped(convolve: Trilinear, x: &Tensor, filter: &Tensor, groups: usize) -> Result<Tensor> {
    let (x, filters) = (ops::split(x, groups as i64, -1)?, ops::split(filter, groups as i64, -1)?);
    let parts = x.iter().zip(&filters).map(|(x, filter)| convolve.apply(x, filter));
    ops::concat(&try_collect_ok(parts)?, -1)
}
