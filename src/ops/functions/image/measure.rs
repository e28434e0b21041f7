//! What images are measured by: their statistics, their edges, and how far one is from another (see also `similarity.rs`).

use smallvec::SmallVec;

use super::arrange::check_rank;
use crate::array::AxisSlice;
use crate::ops::prelude::*;
use crate::ops::{Band, view_axis};
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] =
    &[PER_IMAGE_STANDARDIZATION, TOTAL_VARIATION, IMAGE_GRADIENTS, SOBEL_EDGES, PSNR];

const PER_IMAGE_STANDARDIZATION: OpDef = OpDef {
    name: "per_image_standardization",
    op_type: "",
    doc: "Each image with its mean subtracted, divided by its standard deviation.\n\n\
          The deviation counts as `1 / sqrt(n)`, with `n` numbers in the image, where it is smaller. `image` is \
          `[..., height, width, channels]` of any dtype; the result is `float32`. Errors: `ValueError` for fewer axes.\n\n\
          >>> tf.image.per_image_standardization([[[1.], [3.]]]).numpy().ravel().tolist()\n[-1.0, 1.0]",
    params: &[free("image")],
    call: |a| Ok(per_image_standardization(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[2, 2, 3, 1])])],
};

const TOTAL_VARIATION: OpDef = OpDef {
    name: "total_variation",
    op_type: "",
    doc: "The sum of the absolute differences of neighbouring pixels, for each image.\n\n\
          `images` is `[height, width, channels]`, which gives a scalar, or a batch of such, which gives a vector. The \
          gradient of a difference of 0 is 0. Errors: `ValueError` for another rank.\n\n\
          >>> tf.image.total_variation([[[1.], [3.], [2.]]]).numpy().item()\n3.0",
    params: &[free("images")],
    call: |a| Ok(total_variation(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[2, 3, 2, 1])]), on(&[reals(&[2, 3, 2])])],
};

const IMAGE_GRADIENTS: OpDef = OpDef {
    name: "image_gradients",
    op_type: "",
    doc: "The pair of differences to the next pixel, downwards and to the right; 0 for the last row or column.\n\n\
          `image` is `[batch, height, width, channels]`. Errors: `ValueError` for another rank.\n\n\
          >>> dy, dx = tf.image.image_gradients([[[[1.], [3.]], [[2.], [5.]]]])\n\
          >>> dy.numpy().ravel().tolist(), dx.numpy().ravel().tolist()\n\
          ([1.0, 2.0, 0.0, 0.0], [2.0, 0.0, 3.0, 0.0])",
    params: &[free("image")],
    call: |a| {
        let x = a.tensor(0);
        if x.rank() != 4 {
            let shape = x.shape().tuple();
            let text = format!("image_gradients expects a 4D tensor [batch_size, h, w, d], not {shape}.");
            return Err(Error::value(text));
        }
        Ok(Value::Tuple(vec![steps(x, 1)?, steps(x, 2)?]))
    },
    samples: &[on(&[reals(&[1, 3, 2, 2])])],
};

const SOBEL_EDGES: OpDef = OpDef {
    name: "sobel_edges",
    op_type: "",
    doc: "Sobel's edges of images `[batch, height, width, channels]`: a last axis of slopes down and to the right.\n\n\
          Images are mirrored at their borders. Errors: `InvalidArgumentError` for another rank or images of fewer than \
          two rows or columns.\n\n\
          >>> tf.image.sobel_edges(tf.reshape(tf.range(9.), [1, 3, 3, 1]))[0, 1, 1, 0].numpy().tolist()\n[24.0, 8.0]",
    params: &[free("image")],
    call: |a| Ok(sobel_edges(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[1, 3, 2, 2])])],
};

const PSNR: OpDef = OpDef {
    name: "psnr",
    op_type: "",
    doc: "The peak signal-to-noise ratio of images, in decibels: `10 log10(max_val ** 2 / mean of (a - b) ** 2)`.\n\n\
          `a` and `b` are `[..., height, width, channels]` of one dtype, `max_val` the largest value that a pixel can \
          have; integers are scaled to [0, 1] first. One `float32` for each image; infinite where they are equal. Errors: \
          `InvalidArgumentError` for shapes that do not fit.\n\n\
          >>> tf.image.psnr(tf.zeros([2, 2, 1]), tf.ones([2, 2, 1]), max_val=10.).numpy().item()\n20.0",
    params: &[free("a"), free("b"), Param::new("max_val", Kind::Float)],
    call: |a| Ok(psnr(a.tensor(0), a.tensor(1), a.float(2))?.into()),
    samples: &[with(
        &[Input::Real(&[2, 3, 1], 0.0, 0.4), Input::Real(&[2, 3, 1], 0.6, 1.0)],
        &[("max_val", Float(1.0))],
    )],
};

const IMAGE: Option<&[i64]> = Some(&[-3, -2, -1]);

/// Mean 0 and deviation 1, or less for an image of nearly one colour.
pub fn per_image_standardization(x: &Tensor) -> Result<Tensor> {
    if x.rank() < 3 {
        let text = format!("'image' (shape {}) must be at least three-dimensional.", x.shape().tuple());
        return Err(Error::value(text));
    }
    let count: usize = x.shape()[x.rank() - 3..].iter().product();
    let x = x.cast(DType::Float32);
    let deviation = x.map(|x| ops::reduce_std(x, IMAGE, true)).maximum(1.0 / (count as f64).sqrt());
    ((&x - x.map(|x| ops::reduce_mean(x, IMAGE, true))) / deviation).tensor()
}

/// Differences of neighbours along `axis`: one fewer than there are.
fn differences(x: &Tensor, axis: usize) -> Result<Tensor> {
    let length = x.shape()[axis].saturating_sub(1);
    let from = |start: usize| {
        let start = start.min(x.shape()[axis]);
        x.map(|x| view_axis(x, axis, AxisSlice { start, step: 1, length }, "StridedSlice"))
    };
    (from(1) - from(0)).tensor()
}

/// [`differences`], and a 0 for the last.
fn steps(x: &Tensor, axis: usize) -> Result<Tensor> {
    let between = differences(x, axis)?;
    let mut paddings: ops::Paddings = SmallVec::from_elem((0, 0), x.rank());
    paddings[axis] = (0, x.shape()[axis] - between.shape()[axis]);
    ops::pad(&between, &paddings, None)
}

/// The sum of the absolute differences of neighbours.
pub fn total_variation(x: &Tensor) -> Result<Tensor> {
    if check_rank(x).is_err() {
        return Err(Error::value("'images' must be either 3 or 4-dimensional."));
    }
    let sum = |back: usize| {
        x.map(|x| differences(x, x.rank() - back)).abs().map(|steps| ops::reduce_sum(steps, IMAGE, false))
    };
    (sum(3) + sum(2)).tensor()
}

/// Slopes down and to the right, as a last axis.
pub fn sobel_edges(x: &Tensor) -> Result<Tensor> {
    if x.rank() != 4 {
        let text = format!("The first dimension of paddings must be the rank of inputs[4,2], {}", x.shape());
        return Err(Error::invalid("MirrorPad", text));
    }
    let around: ops::Paddings = [(0, 0), (1, 1), (1, 1), (0, 0)].into_iter().few();
    let x = ops::mirror_pad(x, &around, ops::Mirror::Reflect)?;
    let slope = |along: usize, across: usize| {
        let smooth = |n: usize| Band::new(n, (0..n - 2).map(|i| Ok((i, vec![1.0, 2.0, 1.0]))));
        let rise = |n: usize| Band::new(n, (0..n - 2).map(|i| Ok((i, vec![-1.0, 0.0, 1.0]))));
        let length = |back: usize| x.shape()[x.rank() - 1 - back];
        let steep = x.map(|x| ops::banded(x, along, &rise(length(along))?));
        steep.map(|x| ops::banded(x, across, &smooth(length(across))?)).tensor()
    };
    ops::stack(&[slope(2, 1)?, slope(1, 2)?], -1)
}

/// Images as floats, integers scaled to 0 ... 1, and the largest value likewise.
pub(super) fn scaled([a, b]: [&Tensor; 2], max: f64) -> Result<([Tensor; 2], f64)> {
    ops::check_same_dtype("SquaredDifference", a.dtype(), b.dtype())?;
    if a.dtype().is_floating() {
        return Ok(([a.clone(), b.clone()], max));
    }
    let floats = |x: &Tensor| ops::convert_image_dtype(x, DType::Float32, false);
    let max = floats(&ops::cast(&Tensor::scalar(max), a.dtype())?)?.item::<f64>();
    Ok(([floats(a)?, floats(b)?], max))
}

/// The peak signal-to-noise ratio.
pub fn psnr(a: &Tensor, b: &Tensor, max: f64) -> Result<Tensor> {
    let ([a, b], max) = scaled([a, b], max)?;
    let [a, b] = [a, b].map(|x| x.cast(DType::Float32));
    let error = a.squared_difference(b).map(|x| ops::reduce_mean(x, IMAGE, false));
    (error.log() * (-10.0 / 10f64.ln()) + 20.0 * max.log10()).tensor()
}
