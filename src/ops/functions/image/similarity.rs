//! The structural similarity of images.
//!
//! Variances of nearly flat images are small differences of large numbers, so what one window's weights add up to shows
//! in the result: it is the one that TensorFlow rounds to `float32`, and convolved in one pass as there.

use smallvec::SmallVec;

use super::measure::scaled;
use crate::kernels::conv::Padding;
use crate::memory::try_collect;
use crate::ops::Geometry;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[SSIM, SSIM_AND_CONTRAST];

const SSIM: OpDef = OpDef {
    name: "ssim",
    op_type: "",
    doc: "The structural similarity of images (Wang and others, 2004), 1 where they are equal.\n\n\
          `img1` and `img2` are `[..., height, width, channels]` of one dtype; statistics are those of a Gaussian window \
          of `filter_size` pixels, `filter_sigma` wide, and of each channel by itself; integers are scaled to [0, 1] \
          first. One number for each image, or with `return_index_map` for each place of the window. Errors: \
          `InvalidArgumentError` for images smaller than the window.\n\n\
          >>> x = tf.reshape(tf.range(144.), [12, 12, 1])\n\
          >>> tf.image.ssim(x, x, max_val=255.).numpy().item()\n1.0",
    params: &[
        free("img1"),
        free("img2"),
        Param::new("max_val", Kind::Float),
        int("filter_size", 11),
        float("filter_sigma", 1.5),
        float("k1", 0.01),
        float("k2", 0.03),
        flag("return_index_map", false),
    ],
    call: |a| {
        let window = Window { size: size_of_window(a.int(3))?, sigma: a.float(4) };
        let images = [a.tensor(0), a.tensor(1)];
        Ok(ssim(images, a.float(2), window, [a.float(5), a.float(6)], a.bool(7))?.into())
    },
    samples: &[with(
        &[Input::Real(&[5, 4, 2], 0.0, 1.0), Input::Real(&[5, 4, 2], 0.0, 1.0)],
        &[("max_val", Float(1.0)), ("filter_size", Int(3))],
    )],
};

const SSIM_AND_CONTRAST: OpDef = OpDef {
    name: "_ssim_and_contrast",
    op_type: "",
    doc: "The means over all places of similarity and of contrast, for each image and channel: a scale of \
          `ssim_multiscale`.\n\n\
          `img1` and `img2` are `[batch, height, width, channels]`; everything else as in `ssim`.",
    params: &[
        tensor("img1"),
        tensor("img2"),
        Param::new("max_val", Kind::Float),
        int("filter_size", 11),
        float("filter_sigma", 1.5),
        float("k1", 0.01),
        float("k2", 0.03),
    ],
    call: |a| {
        let window = Window { size: size_of_window(a.int(3))?, sigma: a.float(4) };
        let of = Comparison { max: a.float(2), window, k: [a.float(5), a.float(6)] };
        let means = |x: Formula| x.map(|x| ops::reduce_mean(x, Some(&[1, 2]), false)).tensor();
        let [one, other] = [a.tensor(0), a.tensor(1)];
        if one.shape() != other.shape() {
            return Err(Error::shapes("SSIM", one.shape(), other.shape()));
        }
        window.check(one.shape())?;
        let [light, contrast] = of.measures([&as_batch(one)?, &as_batch(other)?])?;
        Ok(Value::Tuple([means(light * &contrast)?, means(contrast)?].into_iter().few()))
    },
    samples: &[with(
        &[Input::Real(&[1, 5, 4, 2], 0.0, 1.0), Input::Real(&[1, 5, 4, 2], 0.0, 1.0)],
        &[("max_val", Float(1.0)), ("filter_size", Int(3))],
    )],
};

/// A Gaussian window, in pixels.
#[derive(Clone, Copy)]
pub struct Window {
    /// How many rows and columns it has.
    pub size: usize,
    /// How wide the Gaussian is.
    pub sigma: f64,
}

const EACH_PLACE: Geometry = Geometry {
    op: "DepthwiseConv2dNative",
    axes: 2,
    strides: [1; 3],
    dilations: [1; 3],
    padding: Padding::Valid,
    channels_last: true,
};

fn size_of_window(size: i64) -> Result<usize> {
    match usize::try_from(size) {
        Ok(size) if size > 0 => Ok(size),
        _ => Err(Error::invalid("SSIM", format!("filter_size must be positive, got {size}"))),
    }
}

impl Window {
    /// Refuses images of a shape that it does not fit into.
    fn check(self, images: &Shape) -> Result<()> {
        let (size, rank) = (self.size, images.rank());
        if rank < 3 || images[rank - 3..rank - 1].iter().any(|&n| n < size) {
            let text = format!("images of shape {images} are smaller than the window of {size} pixels");
            return Err(Error::invalid("SSIM", text));
        }
        Ok(())
    }

    /// Its weights, which add up to 1 but for their rounding, for each of `channels`.
    fn weights(self, channels: usize) -> Result<Tensor> {
        let Window { size, sigma } = self;
        let middle = (size as f32 - 1.0) / 2.0;
        let scale = -0.5 / (sigma as f32).powi(2);
        let exponent = |i: usize| (i as f32 - middle).powi(2) * scale;
        let exponents = try_collect((0..size * size).map(|at| exponent(at / size) + exponent(at % size)))?;
        let exponents = Tensor::new(Array::from_slice([1, size * size].into_iter().few(), &exponents)?);
        let weights = ops::reshape(&ops::softmax(&exponents, -1)?, &[size as i64, size as i64, 1, 1])?;
        ops::tile(&weights, &[1, 1, channels as i64, 1])
    }
}

/// Images as `float32`, `[batch, height, width, channels]`.
fn as_batch(x: &Tensor) -> Result<Tensor> {
    let lengths = x.shape()[x.rank() - 3..].iter().map(|&n| n as i64);
    let lead: usize = x.shape()[..x.rank() - 3].iter().product();
    let shape: SmallVec<[i64; 4]> = std::iter::once(lead as i64).chain(lengths).few();
    ops::reshape(&ops::cast(x, DType::Float32)?, &shape)
}

/// The structural similarity, of each image or of each place of the window.
pub fn ssim(images: [&Tensor; 2], max: f64, window: Window, k: [f64; 2], each: bool) -> Result<Tensor> {
    let ([a, b], max) = scaled(images, max)?;
    if a.shape() != b.shape() {
        return Err(Error::shapes("SSIM", a.shape(), b.shape()));
    }
    window.check(a.shape())?;
    let mut shape: SmallVec<[i64; 8]> = a.shape()[..a.rank() - 3].iter().map(|&n| n as i64).few();
    let [light, contrast] = Comparison { max, window, k }.measures([&as_batch(&a)?, &as_batch(&b)?])?;
    let places = (light * contrast).tensor()?;
    if !each {
        return ops::reshape(
            &ops::reduce_mean(&ops::reduce_mean(&places, Some(&[-3, -2]), false)?, Some(&[-1]), false)?,
            &shape,
        );
    }
    shape.extend(places.shape()[1..3].iter().map(|&n| n as i64));
    ops::reshape(&ops::reduce_mean(&places, Some(&[-1]), false)?, &shape)
}

/// What images are compared by.
struct Comparison {
    max: f64,
    window: Window,
    k: [f64; 2],
}

impl Comparison {
    /// Luminance and contrast of batches at each place of the window, which fits into them, and in each channel; the
    /// similarity is their product.
    fn measures(&self, [a, b]: [&Tensor; 2]) -> Result<[Formula; 2]> {
        let weights = self.window.weights(a.shape()[a.rank() - 1])?;
        // What was stopped ends here: a formula goes on with those parts that do not need the one that failed.
        let mean = |x: Formula| -> Result<Formula> {
            Ok(x.map(|x| ops::depthwise_conv2d(x, &weights, &EACH_PLACE)).tensor()?.into())
        };
        let (ma, mb) = (mean(a.clone().into())?, mean(b.clone().into())?);
        let twice = |x: Formula| &x + &x;
        let (product, squares) = (twice(&ma * &mb), ma.square() + mb.square());
        let (second, power) = (twice(mean(a * b)?), mean(a.square() + b.square())?);
        let ratio = |above: Formula, below: Formula, k: f64| {
            let c = (k * self.max).powi(2);
            (above + c) / (below + c)
        };
        let contrast = ratio(second - &product, power - &squares, self.k[1]);
        Ok([ratio(product, squares, self.k[0]), contrast])
    }
}
