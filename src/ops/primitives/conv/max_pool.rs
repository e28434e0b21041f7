//! `max_pool` and its relatives. The tape keeps the places of the maxima, not the images.
//!
//! Given the places, the gradient is linear: it puts numbers there, and its own gradient reads what is there.

use smallvec::smallvec;

use super::convolution::{FORMAT, PADDING};
use super::pool::{KSIZE, Pooling, STRIDES, over_batch, pool_axes};
use crate::kernels::conv::{Ordered, Pool, Real, Window};
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops::graph::is_in_graph;
use crate::ops::prelude::*;
use crate::ops::to_the_letter::is_to_the_letter;

pub(in crate::ops) const OPS: &[OpDef] = &[MAX_POOL, MAX_POOL1D, MAX_POOL2D, MAX_POOL3D, MAX_POOL_WITH_ARGMAX];

const MAX_POOL: OpDef = OpDef {
    name: "max_pool",
    op_type: "MaxPool",
    doc: "The largest number of each window of `ksize` places of the images `input`, channel by channel.\n\n\
          Images have one, two or three spatial axes between batch and channels. `ksize` and `strides` are one number, \
          one for each spatial axis, or two more with ones for batch and channels; `padding` is as in `conv2d`, and \
          smaller than any number. Of equal numbers the first, in row-major order of the window, gets the whole \
          gradient; a NaN is larger than any number. Errors: `InvalidArgumentError` for windows or strides below 1, an \
          output smaller than nothing, or a dtype without order; `ValueError` for another rank.\n\n\
          >>> x = tf.constant([[[1.], [3.], [3.]]])\n\
          >>> tf.nn.max_pool(x, ksize=2, strides=1, padding='VALID').numpy().ravel().tolist()\n[3.0, 3.0]",
    params: &[Param::new("input", Kind::As(DType::Float32)), KSIZE, STRIDES, PADDING, FORMAT],
    call: |a| from_args(a, pool_axes(a.tensor(0), a.opt_str(4))?),
    samples: &[
        with(&[reals(&[2, 3, 4, 2])], &[("ksize", Int(2)), ("strides", Int(2)), ("padding", Str("SAME"))]),
        with(
            &[reals(&[1, 3, 3, 2])],
            &[("ksize", Int(2)), ("strides", Int(1)), ("padding", Ints(&[0, 0, 1, 0, 0, 1, 0, 0]))],
        ),
    ],
};

const MAX_POOL1D: OpDef = OpDef {
    name: "max_pool1d",
    op_type: "",
    doc: "`max_pool` of sequences `[batch, length, channels]`.\n\n\
          `data_format` is \"NWC\" or \"NCW\". Everything else as in `max_pool`.\n\n\
          >>> tf.nn.max_pool1d([[[1.], [3.], [2.]]], 2, 2, 'SAME').numpy().ravel().tolist()\n[3.0, 2.0]",
    params: &[Param::new("input", Kind::As(DType::Float32)), KSIZE, STRIDES, PADDING, string("data_format", "NWC")],
    call: |a| from_args(a, 1),
    samples: &[with(
        &[reals(&[2, 3, 5])],
        &[("ksize", Int(2)), ("strides", Int(1)), ("padding", Str("VALID")), ("data_format", Str("NCW"))],
    )],
};

const MAX_POOL2D: OpDef = OpDef {
    name: "max_pool2d",
    op_type: "",
    doc: "`max_pool` of images `[batch, height, width, channels]`.\n\n\
          `data_format` is \"NHWC\" or \"NCHW\". Everything else as in `max_pool`.\n\n\
          >>> tf.nn.max_pool2d(tf.ones([1, 4, 4, 3]), 2, 2, 'VALID').shape\nTensorShape([1, 2, 2, 3])",
    params: &[Param::new("input", Kind::As(DType::Float32)), KSIZE, STRIDES, PADDING, string("data_format", "NHWC")],
    call: |a| from_args(a, 2),
    samples: &[with(
        &[reals(&[1, 3, 4, 1])],
        &[("ksize", Ints(&[1, 2, 3, 1])), ("strides", Ints(&[1, 2])), ("padding", Str("VALID"))],
    )],
};

const MAX_POOL3D: OpDef = OpDef {
    name: "max_pool3d",
    op_type: "MaxPool3D",
    doc: "`max_pool` of volumes `[batch, depth, height, width, channels]`.\n\n\
          `data_format` is \"NDHWC\" or \"NCDHW\". Everything else as in `max_pool`.\n\n\
          >>> tf.nn.max_pool3d(tf.ones([1, 2, 2, 2, 3]), 2, 2, 'VALID').shape\nTensorShape([1, 1, 1, 1, 3])",
    params: &[tensor("input"), KSIZE, STRIDES, PADDING, string("data_format", "NDHWC")],
    call: |a| from_args(a, 3),
    samples: &[with(&[reals(&[1, 2, 2, 3, 2])], &[("ksize", Int(2)), ("strides", Int(1)), ("padding", Str("SAME"))])],
};

const MAX_POOL_WITH_ARGMAX: OpDef = OpDef {
    name: "max_pool_with_argmax",
    op_type: "MaxPoolWithArgmax",
    doc: "`max_pool` of images `[batch, height, width, channels]`, and where the maxima are.\n\n\
          A named tuple `(output, argmax)`: `argmax` is `(row * width + column) * channels + channel` within the image, \
          or within the whole batch with `include_batch_in_index`, of dtype `output_dtype` (`int64` or `int32`); -1 for \
          a window of nothing but padding. Only `output` has a gradient. Errors as in `max_pool`.\n\n\
          >>> x = tf.constant([[[[1.], [3.]], [[4.], [2.]]]])\n\
          >>> tf.nn.max_pool_with_argmax(x, 2, 2, 'VALID').argmax.numpy().ravel().tolist()\n[2]",
    params: &[
        tensor("input"),
        KSIZE,
        STRIDES,
        PADDING,
        string("data_format", "NHWC"),
        dtype("output_dtype").or(Literal::DType(DType::Int64)),
        flag("include_batch_in_index", false),
    ],
    call: |a| {
        let places = a.dtype(5);
        DTypes::INDEX.check("MaxPoolWithArgmax", "Targmax", places)?;
        let pooling = Pooling::from_args(a, "MaxPoolWithArgmax", 2)?;
        let [y, argmax] = max_pool_with_argmax(a.tensor(0), &pooling, a.bool(6))?;
        Ok(Value::Named("MaxPoolWithArgmax", &["output", "argmax"], vec![y, ops::cast(&argmax, places)?]))
    },
    samples: &[with(&[reals(&[2, 3, 3, 1])], &[("ksize", Int(2)), ("strides", Int(1)), ("padding", Str("SAME"))])],
};

fn from_args(a: &Args, axes: usize) -> Result<Value> {
    let op = if axes == 3 { "MaxPool3D" } else { "MaxPool" };
    Ok(max_pool(a.tensor(0), &Pooling::from_args(a, op, axes)?)?.into())
}

/// The largest of what each window sees of a channel.
pub fn max_pool(x: &Tensor, pooling: &Pooling) -> Result<Tensor> {
    let volumes = pooling.axes() == 3;
    let op_type = if volumes { "MaxPool3D" } else { "MaxPool" };
    let to_equals = volumes && is_to_the_letter() && !is_in_graph();
    let pool = |x: &Tensor, window| Ok(apply_all(MaxPool { window, op_type, to_equals }, &[x])?.swap_remove(0));
    pooling.with_images(x, pool)
}

/// The largest of what each window sees of a channel, and the places of the maxima.
pub fn max_pool_with_argmax(x: &Tensor, pooling: &Pooling, across_batch: bool) -> Result<[Tensor; 2]> {
    let mut places = None;
    let y = pooling.with_images(x, |x, window| {
        let mut both = apply_all(MaxPool { window, op_type: "MaxPoolWithArgmax", to_equals: false }, &[x])?;
        let own = both.pop().unwrap_or_else(|| x.clone());
        places = Some(if across_batch { counted_on(&own, x.shape())? } else { own });
        Ok(both.swap_remove(0))
    })?;
    let places = places.unwrap_or_else(|| y.clone());
    Ok([y, pooling.channels_back(&places)?])
}

/// Places within an image as places within the batch `images`.
fn counted_on(places: &Tensor, images: &Shape) -> Result<Tensor> {
    let each: usize = images[1..].iter().product();
    let mut first = Array::scratch_of::<i64>(Shape::new(&[images[0], 1, 1, 1]))?;
    first.slice_mut::<i64>().iter_mut().enumerate().for_each(|(i, first)| *first = (i * each) as i64);
    ops::add(places, &Tensor::new(first))
}

/// Maxima and their places; the shape of `window.output` in place of that of `window.input`.
#[derive(Debug)]
struct MaxPool {
    window: Window,
    op_type: &'static str,
    to_equals: bool,
}

impl MaxPool {
    const TAKES: Takes =
        Takes::FLOATING.and(DTypes::of(&[DType::Int64])).through(DTypes::SHORT.or(DTypes::INDEX), DType::Int64);

    fn run<T: Ordered + Element>(&self, x: &Array) -> Result<[Array; 2]> {
        let x = x.contiguous()?;
        let (pool, shape) = (pool(self.window, x.shape()), resized(x.shape(), self.window.output));
        let mut places = Array::scratch_of::<i64>(shape.clone())?;
        let mut out = Array::scratch_of::<T>(shape)?;
        pool.max(x.slice::<T>(), out.slice_mut(), places.slice_mut())?;
        Ok([out, places])
    }
}

fn pool(window: Window, images: &Shape) -> Pool {
    Pool { batch: images[0], window, channels: images[images.rank() - 1] }
}

/// The shape of images with another extent.
fn resized(images: &Shape, extent: [usize; 3]) -> Shape {
    let axes = images.rank() - 2;
    Shape::new(&images[..1]).concat(&extent[3 - axes..]).concat(&images[axes + 1..])
}

impl Op for MaxPool {
    fn op_type(&self) -> &'static str {
        self.op_type
    }

    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let dtype = x[0].dtype();
        let x = x[0].cast(Self::TAKES.computed(self.op_type, dtype)?)?;
        let [y, places] = match x.dtype() {
            DType::Float32 => self.run::<f32>(&x)?,
            DType::Float64 => self.run::<f64>(&x)?,
            _ => self.run::<i64>(&x)?,
        };
        Ok(vec![y.cast(dtype)?, places])
    }

    fn outputs(&self) -> usize {
        2
    }

    fn keep(&self, _: Mask) -> Keep {
        match self.to_equals {
            true => Keep { inputs: Mask::one(0), outputs: Mask::one(0) },
            false => Keep { inputs: Mask::NONE, outputs: Mask::one(1) },
        }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        if self.to_equals {
            let back = Equals { window: self.window, back: true };
            return Ok(smallvec![Some(over_batch(&g[0], s.batch, |g| apply(back, &[g, s.x(0), s.y(0)]))?)]);
        }
        let back = Chosen { window: self.window, back: true };
        Ok(smallvec![Some(over_batch(&g[0], s.batch, |g| apply(back, &[g, s.y(1)]))?)])
    }

    fn batched(&self) -> bool {
        true
    }
}

/// What the first input, images, has at the places of the second; or with `back`, the images that have the numbers of
/// the first input there, added up, and zeros elsewhere. Places are repeated where there are more images than they have.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    window: Window,
    back: bool,
}

impl Chosen {
    fn run<T: Real>(&self, x: &Array, places: &Array) -> Result<Array> {
        let (x, places) = (x.contiguous()?, places.contiguous()?);
        let extent = if self.back { self.window.input } else { self.window.output };
        let mut out = Array::scratch_of::<T>(resized(x.shape(), extent))?;
        let (pool, x, places) = (pool(self.window, x.shape()), x.slice::<T>(), places.slice::<i64>());
        match self.back {
            true => pool.max_gradient(x, places, out.slice_mut())?,
            false => pool.max_chosen(x, places, out.slice_mut())?,
        }
        Ok(out)
    }
}

impl Primitive for Chosen {
    const TAKES: Takes = Takes::FLOATING;
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|g, places| {
            let turned = Chosen { back: !g.op.back, ..*g.op };
            g.map(|dy| over_batch(dy, g.batch(), |dy| apply(turned, &[dy, places])))
        }),
        Rule::None,
    ];

    fn named(&self) -> &'static str {
        if self.back { "MaxPoolGrad" } else { "MaxPoolGradGrad" }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: float => self.run::<T>(x[0], x[1]))
    }
}

/// The sum of the first input, images, over the places where the second nearly equals a window's maximum, the third; or with
/// `back`, the images that have the numbers of the first input at all such places, added up.
#[derive(Clone, Copy, Debug)]
struct Equals {
    window: Window,
    back: bool,
}

impl Equals {
    fn run<T: Real>(&self, g: &Array, x: &Array, y: &Array) -> Result<Array> {
        let (g, x, y) = (g.contiguous()?, x.contiguous()?, y.contiguous()?);
        let extent = if self.back { self.window.input } else { self.window.output };
        let mut out = Array::scratch_of::<T>(resized(g.shape(), extent))?;
        let (pool, g, x, y) = (pool(self.window, g.shape()), g.slice::<T>(), x.slice(), y.slice());
        match self.back {
            true => pool.spread_to_equals(g, x, y, out.slice_mut())?,
            false => pool.gather_from_equals(g, x, y, out.slice_mut())?,
        }
        Ok(out)
    }
}

impl Primitive for Equals {
    const TAKES: Takes = Takes::FLOATING;
    const GRAD: &'static [Rule<Self>] = &[
        Rule::ABC(|g, _, x, y| {
            let turned = Equals { back: !g.op.back, ..*g.op };
            g.map(|dy| over_batch(dy, g.batch(), |dy| apply(turned, &[dy, x, y])))
        }),
        Rule::None,
        Rule::None,
    ];

    fn named(&self) -> &'static str {
        if self.back { "MaxPool3DGrad" } else { "MaxPool3DGradGrad" }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: float => self.run::<T>(x[0], x[1], x[2]))
    }
}
