//! `avg_pool` and its relatives: means of what windows see, and their gradient, each of which is the other's.

use super::convolution::FORMAT;
use super::pool::{KSIZE, Pooling, STRIDES, over_batch, pool_axes};
use crate::kernels::conv::{Pool, Real, Window};
use crate::ops::prelude::*;
use crate::ops::primitives::conv::convolution::PADDING;

pub(in crate::ops) const OPS: &[OpDef] = &[AVG_POOL, AVG_POOL1D, AVG_POOL2D, AVG_POOL3D];

const AVG_POOL: OpDef = OpDef {
    name: "avg_pool",
    op_type: "AvgPool",
    doc: "The mean of each window of `ksize` places of the images `input`, channel by channel.\n\n\
          Images have one, two or three spatial axes between batch and channels. `ksize` and `strides` are one number, \
          one for each spatial axis, or two more with ones for batch and channels; `padding` is 'VALID' or 'SAME' (see \
          `conv2d`) and never counted, so that the gradient is divided by the places that a window really sees. Errors: \
          `InvalidArgumentError` for windows or strides below 1, an output smaller than nothing, or a dtype that is \
          not floating; `ValueError` for another rank.\n\n\
          >>> tf.nn.avg_pool([[[1.], [3.], [7.]]], ksize=2, strides=2, padding='SAME').numpy().ravel().tolist()\n\
          [2.0, 7.0]",
    params: &[tensor("input"), KSIZE, STRIDES, PADDING, FORMAT],
    call: |a| from_args(a, pool_axes(a.tensor(0), a.opt_str(4))?),
    samples: &[
        with(&[reals(&[2, 3, 4, 2])], &[("ksize", Int(2)), ("strides", Int(2)), ("padding", Str("SAME"))]),
        with(&[reals(&[1, 2, 3, 2, 2])], &[("ksize", Int(2)), ("strides", Int(1)), ("padding", Str("VALID"))]),
    ],
};

const AVG_POOL1D: OpDef = OpDef {
    name: "avg_pool1d",
    op_type: "",
    doc: "`avg_pool` of sequences `[batch, length, channels]`.\n\n\
          `data_format` is \"NWC\" or \"NCW\". Everything else as in `avg_pool`.\n\n\
          >>> tf.nn.avg_pool1d([[[1.], [3.], [7.]]], 2, 1, 'VALID').numpy().ravel().tolist()\n[2.0, 5.0]",
    params: &[tensor("input"), KSIZE, STRIDES, PADDING, string("data_format", "NWC")],
    call: |a| from_args(a, 1),
    samples: &[with(
        &[reals(&[2, 3, 5])],
        &[("ksize", Int(3)), ("strides", Int(2)), ("padding", Str("SAME")), ("data_format", Str("NCW"))],
    )],
};

const AVG_POOL2D: OpDef = OpDef {
    name: "avg_pool2d",
    op_type: "",
    doc: "`avg_pool` of images `[batch, height, width, channels]`.\n\n\
          `data_format` is \"NHWC\" or \"NCHW\". Everything else as in `avg_pool`.\n\n\
          >>> tf.nn.avg_pool2d(tf.ones([1, 4, 4, 3]), 2, 2, 'VALID').shape\nTensorShape([1, 2, 2, 3])",
    params: &[tensor("input"), KSIZE, STRIDES, PADDING, string("data_format", "NHWC")],
    call: |a| from_args(a, 2),
    samples: &[with(
        &[reals(&[1, 3, 4, 1])],
        &[("ksize", Ints(&[1, 2, 3, 1])), ("strides", Ints(&[1, 2])), ("padding", Str("VALID"))],
    )],
};

const AVG_POOL3D: OpDef = OpDef {
    name: "avg_pool3d",
    op_type: "AvgPool3D",
    doc: "`avg_pool` of volumes `[batch, depth, height, width, channels]`.\n\n\
          `data_format` is \"NDHWC\" or \"NCDHW\". Everything else as in `avg_pool`.\n\n\
          >>> tf.nn.avg_pool3d(tf.ones([1, 2, 2, 2, 3]), 2, 2, 'VALID').shape\nTensorShape([1, 1, 1, 1, 3])",
    params: &[tensor("input"), KSIZE, STRIDES, PADDING, string("data_format", "NDHWC")],
    call: |a| from_args(a, 3),
    samples: &[with(&[reals(&[1, 2, 2, 2, 2])], &[("ksize", Int(2)), ("strides", Int(1)), ("padding", Str("SAME"))])],
};

fn from_args(a: &Args, axes: usize) -> Result<Value> {
    let op = if axes == 3 { "AvgPool3D" } else { "AvgPool" };
    Ok(average_pool(a.tensor(0), &Pooling::from_args(a, op, axes)?)?.into())
}

/// The mean of what each window sees of a channel, padding not counted.
pub fn average_pool(x: &Tensor, pooling: &Pooling) -> Result<Tensor> {
    pooling.with_images(x, |x, window| apply(Average { window, axes: pooling.axes(), back: false }, &[x]))
}

/// Means over windows, or back from the windows' to the places' gradients.
#[derive(Clone, Copy, Debug)]
struct Average {
    window: Window,
    axes: usize,
    back: bool,
}

impl Average {
    fn run<T: Real>(&self, x: &Array) -> Result<Array> {
        let (x, last) = (x.contiguous()?, self.axes + 1);
        let pool = Pool { batch: x.shape()[0], window: self.window, channels: x.shape()[last] };
        let extent = if self.back { self.window.input } else { self.window.output };
        let mut shape = x.shape().clone();
        (1..last).for_each(|axis| shape = shape.with(axis, extent[axis + 2 - self.axes]));
        let mut out = Array::scratch_of::<T>(shape)?;
        match self.back {
            true => pool.average_gradient(x.slice::<T>(), out.slice_mut())?,
            false => pool.average(x.slice::<T>(), out.slice_mut())?,
        }
        Ok(out)
    }
}

impl Primitive for Average {
    const TAKES: Takes = Takes::FLOATING;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let turned = Average { back: !g.op.back, ..*g.op };
        g.map(|dy| over_batch(dy, g.batch(), |dy| apply(turned, &[dy])))
    })];

    fn named(&self) -> &'static str {
        match (self.axes, self.back) {
            (3, false) => "AvgPool3D",
            (3, true) => "AvgPool3DGrad",
            (_, false) => "AvgPool",
            (_, true) => "AvgPoolGrad",
        }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: float => self.run::<T>(x[0]))
    }
}
