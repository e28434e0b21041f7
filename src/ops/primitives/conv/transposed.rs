//! Transposed convolutions: the gradient of a convolution for its input, as a function of its own.

use super::Geometry;
use super::convolution::{DILATIONS, FORMAT, PADDING, STRIDES, filter_axes, geometry_of};
use super::geometry::spatial;
use super::trilinear::{Part, Trilinear};
use crate::kernels::conv::Window;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[CONV1D_TRANSPOSE, CONV2D_TRANSPOSE, CONV3D_TRANSPOSE, CONV_TRANSPOSE];

const OUTPUT_SHAPE: Param = Param::new("output_shape", Kind::Ints);
const SAME: Param = PADDING.or(Str("SAME"));

const CONV1D_TRANSPOSE: OpDef = OpDef {
    name: "conv1d_transpose",
    op_type: "",
    doc: "`conv2d_transpose` for sequences `[batch, length, channels]`; `filters` is `[size, outputs, channels]`.\n\n\
          `data_format` is \"NWC\" or \"NCW\". Everything else as in `conv2d_transpose`.\n\n\
          >>> x = tf.constant([[[1.], [2.]]])\n\
          >>> tf.nn.conv1d_transpose(x, [[[1.]], [[10.]]], [1, 4, 1], strides=2).numpy().ravel().tolist()\n\
          [1.0, 10.0, 2.0, 20.0]",
    params: &[tensor("input"), tensor("filters"), OUTPUT_SHAPE, STRIDES, SAME, string("data_format", "NWC"), DILATIONS],
    call: |a| from_args(a, 1),
    samples: &[with(
        &[reals(&[1, 3, 2]), reals(&[2, 3, 2])],
        &[("output_shape", Ints(&[1, 5, 3])), ("strides", Int(2))],
    )],
};

const CONV2D_TRANSPOSE: OpDef = OpDef {
    name: "conv2d_transpose",
    op_type: "Conv2DBackpropInput",
    doc: "The gradient of `conv2d` for images of shape `output_shape`, given that for its output, `input`.\n\n\
          Each pixel of `input` `[batch, height, width, channels]` adds a multiple of a filter `[height, width, outputs, \
          channels]` to the output. `output_shape` has four entries, or two for height and width; a convolution of such \
          images must have the shape of `input`. Other arguments as in `conv2d`; gradients of every order. Errors: \
          `InvalidArgumentError` for shapes that do not belong to each other.\n\n\
          >>> x = tf.constant([[[[1.], [2.]]]])\n\
          >>> y = tf.nn.conv2d_transpose(x, tf.ones([1, 2, 1, 1]), [1, 1, 4, 1], strides=[1, 2])\n\
          >>> y.numpy().ravel().tolist()\n[1.0, 1.0, 2.0, 2.0]",
    params: &[
        tensor("input"),
        tensor("filters"),
        OUTPUT_SHAPE,
        STRIDES,
        SAME,
        string("data_format", "NHWC"),
        DILATIONS,
    ],
    call: |a| from_args(a, 2),
    samples: &[
        with(
            &[reals(&[2, 2, 2, 2]), reals(&[3, 2, 1, 2])],
            &[("output_shape", Ints(&[2, 4, 3, 1])), ("strides", Int(2))],
        ),
        with(
            &[reals(&[1, 1, 2, 3]), reals(&[2, 2, 2, 1])],
            &[
                ("output_shape", Ints(&[1, 2, 3, 4])),
                ("strides", Int(1)),
                ("padding", Str("VALID")),
                ("data_format", Str("NCHW")),
            ],
        ),
    ],
};

const CONV3D_TRANSPOSE: OpDef = OpDef {
    name: "conv3d_transpose",
    op_type: "Conv3DBackpropInputV2",
    doc: "`conv2d_transpose` for volumes `[batch, depth, height, width, channels]`.\n\n\
          `data_format` is \"NDHWC\" or \"NCDHW\". Everything else as in `conv2d_transpose`.\n\n\
          >>> x, w = tf.ones([1, 1, 1, 1, 1]), tf.ones([1, 1, 2, 1, 1])\n\
          >>> tf.nn.conv3d_transpose(x, w, [1, 1, 1, 2, 1], strides=2).numpy().ravel().tolist()\n[1.0, 1.0]",
    params: &[
        tensor("input"),
        tensor("filters"),
        OUTPUT_SHAPE,
        STRIDES,
        SAME,
        string("data_format", "NDHWC"),
        DILATIONS,
    ],
    call: |a| from_args(a, 3),
    samples: &[with(
        &[reals(&[1, 1, 2, 1, 2]), reals(&[2, 2, 1, 1, 2])],
        &[("output_shape", Ints(&[1, 2, 3, 1, 1])), ("strides", Ints(&[2, 2, 1]))],
    )],
};

const CONV_TRANSPOSE: OpDef = OpDef {
    name: "conv_transpose",
    op_type: "",
    doc: "`conv1d_transpose`, `conv2d_transpose` or `conv3d_transpose`, by the rank of `filters`.\n\n\
          Arguments and errors are theirs; `ValueError` for filters of another rank.\n\n\
          >>> x = tf.constant([[[1.], [2.]]])\n\
          >>> tf.nn.conv_transpose(x, [[[1.]], [[10.]]], [1, 4, 1], strides=2).numpy().ravel().tolist()\n\
          [1.0, 10.0, 2.0, 20.0]",
    params: &[tensor("input"), tensor("filters"), OUTPUT_SHAPE, STRIDES, SAME, FORMAT, DILATIONS],
    call: |a| from_args(a, filter_axes(a.tensor(1))?),
    samples: &[with(
        &[reals(&[1, 2, 1]), reals(&[3, 2, 1])],
        &[("output_shape", Ints(&[1, 4, 2])), ("strides", Int(2))],
    )],
};

fn from_args(a: &Args, axes: usize) -> Result<Value> {
    let op = if axes == 3 { "Conv3DBackpropInputV2" } else { "Conv2DBackpropInput" };
    let geometry = geometry_of(op, axes, a.axes(3), a.get(4), a.opt_str(5), a.axes(6))?;
    Ok(convolution_transpose(a.tensor(0), a.tensor(1), a.ints(2), &geometry)?.into())
}

/// The gradient of a convolution for images of shape `output`, where `x` is that for what it gives.
pub fn convolution_transpose(x: &Tensor, filter: &Tensor, output: &[i64], geometry: &Geometry) -> Result<Tensor> {
    let (op, axes) = (geometry.op, geometry.axes);
    ops::check_same_dtype(op, x.dtype(), filter.dtype())?;
    for (name, t) in [("out_backprop", x), ("filter", filter)] {
        if t.rank() != axes + 2 {
            return Err(Error::invalid(op, format!("{name} must be {}-dimensional: {}", axes + 2, t.shape())));
        }
    }
    let y = geometry.channels_to_the_end(x)?;
    let made = Made::read(output, geometry, y.shape(), filter.shape())?;
    let window = made.window(geometry, y.shape(), filter.shape())?;
    geometry.channels_back(&Trilinear { makes: Part::Input, window, axes }.apply(filter, &y)?)
}

/// The extent of what a transposed convolution makes.
struct Made([usize; 3]);

impl Made {
    /// Reads `output_shape`, and checks its batch and channels.
    fn read(output: &[i64], geometry: &Geometry, y: &Shape, filter: &Shape) -> Result<Made> {
        let (op, axes) = (geometry.op, geometry.axes);
        let fail = |text: String| Err(Error::invalid(op, text));
        let Some(lengths) = output.iter().map(|&d| usize::try_from(d).ok()).few::<Option<Vec<_>>>() else {
            return fail(format!("Dimension {} must be >= 0", output.iter().min().unwrap_or(&0)));
        };
        if lengths.len() == axes {
            return Ok(Made(spatial(&lengths)));
        }
        if lengths.len() != axes + 2 {
            let n = lengths.len();
            return fail(format!(
                "{op} requires input_sizes to contain {} values or {axes} values, but got: {n}",
                axes + 2
            ));
        }
        let channel = if geometry.channels_last { axes + 1 } else { 1 };
        let own: Vec<usize> = (1..axes + 2).filter(|&i| i != channel).map(|i| lengths[i]).few();
        let from = filter[axes];
        if lengths[0] != y[0] {
            return fail(format!(
                "{op}: input and out_backprop must have the same batch size. Input batch: {}, outbackprop batch: {}",
                lengths[0], y[0]
            ));
        }
        if lengths[channel] != from {
            return fail(format!(
                "{op}: input depth must be evenly divisible by filter depth: {} vs {from}",
                lengths[channel]
            ));
        }
        Ok(Made(spatial(&own)))
    }

    /// The window over what is made, which must see it in as many places as `y` has.
    fn window(&self, geometry: &Geometry, y: &Shape, filter: &Shape) -> Result<Window> {
        let (op, axes) = (geometry.op, geometry.axes);
        if filter[axes + 1] != y[axes + 1] {
            return Err(Error::invalid(op, format!("{op}: filter and out_backprop must have the same out_depth")));
        }
        if filter.contains(&0) {
            let text = "filter must not have zero elements (i.e. all dimensions must be non-zero)";
            return Err(Error::invalid(op, text));
        }
        let window = geometry.window(self.0, spatial(&filter[..axes]))?;
        let actual = super::geometry::extent(y);
        match (0..3).find(|&axis| window.output[axis] != actual[axis]) {
            None => Ok(window),
            Some(axis) => Err(Error::invalid(
                op,
                format!(
                    "{op}: Size of out_backprop doesn't match computed: actual = {}, computed = {} spatial_dim: {} \
                     input: {} filter: {} output: {} stride: {} dilation: {}",
                    actual[axis],
                    window.output[axis],
                    axis + axes - 2,
                    self.0[axis],
                    window.kernel[axis],
                    actual[axis],
                    window.strides[axis],
                    window.dilations[axis]
                ),
            )),
        }
    }
}
