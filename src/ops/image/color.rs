//! Colours: brightness, gamma, saturation, hue; shades of grey; and colours as hue, saturation and value.
//!
//! Integer images are scaled to 0 ... 1 for the work, and back. Everything is composed of recorded operations, and so
//! has gradients, also where TensorFlow registers none.

use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::ops;
use crate::ops::def::{Input, Kind, Literal, OpDef, Param, free, on, with};
use crate::tensor::Tensor;

pub(in crate::ops) const OPS: &[OpDef] = &[
    ADJUST_BRIGHTNESS,
    ADJUST_GAMMA,
    ADJUST_HUE,
    ADJUST_SATURATION,
    GRAYSCALE_TO_RGB,
    RGB_TO_GRAYSCALE,
    RGB_TO_HSV,
    HSV_TO_RGB,
];

const ADJUST_BRIGHTNESS: OpDef = OpDef {
    name: "adjust_brightness",
    op_type: "",
    doc: "`image + delta`; integers are scaled to [0, 1] first, and back, clamped to what they can be.\n\n\
          Any shape. Both arguments have gradients where they are floating.\n\n\
          >>> tf.image.adjust_brightness([0.25, 0.5], 0.5).numpy().tolist()\n[0.75, 1.0]",
    params: &[free("image"), free("delta")],
    call: |a| {
        let delta = a.tensor(1);
        Ok(as_floats(a.tensor(0), |x| ops::add(x, &ops::cast(delta, x.dtype())?))?.into())
    },
    samples: &[on(&[Input::Real(&[2, 2, 3], -1.0, 1.0), Input::Real(&[], -1.0, 1.0)])],
};

const ADJUST_GAMMA: OpDef = OpDef {
    name: "adjust_gamma",
    op_type: "",
    doc: "`gain * image ** gamma`; integers are scaled to [0, 1] first, and back.\n\n\
          Any shape. All arguments have gradients where they are floating. Errors: `ValueError` for a negative gamma.\n\n\
          >>> tf.image.adjust_gamma([0.5, 1.0], gamma=2., gain=3.).numpy().tolist()\n[0.75, 3.0]",
    params: &[free("image"), free("gamma").or(Literal::Int(1)), free("gain").or(Literal::Int(1))],
    call: |a| {
        let (gamma, gain) = (a.tensor(1), a.tensor(2));
        if gamma.to_vec::<f64>()?.iter().any(|&g| g < 0.0) {
            return Err(Error::value("Gamma should be a non-negative real number."));
        }
        let powered = |x: &Tensor| {
            let [gamma, gain] = [ops::cast(gamma, x.dtype())?, ops::cast(gain, x.dtype())?];
            ops::multiply(&gain, &ops::pow(x, &gamma)?)
        };
        Ok(as_floats(a.tensor(0), powered)?.into())
    },
    samples: &[on(&[Input::Real(&[2, 2, 3], 0.2, 1.0), Input::Real(&[], 0.5, 2.0), Input::Real(&[], 0.5, 2.0)])],
};

const ADJUST_HUE: OpDef = OpDef {
    name: "adjust_hue",
    op_type: "",
    doc: "The images with `delta` added to the hue of each pixel, where 1 is the whole circle of colours.\n\n\
          The last axis is red, green and blue; there are at least three axes. Integers are scaled to [0, 1] first, and \
          back. Where two of the colours are equal and largest, the gradient is that of one side. Errors: `ValueError` \
          for a `delta` outside [-1, 1], `InvalidArgumentError` for fewer axes or other channels.\n\n\
          >>> tf.image.adjust_hue([[[1., 0., 0.]]], 1 / 3).numpy().ravel().tolist()\n[0.0, 1.0, 0.0]",
    params: &[free("image"), Param::new("delta", Kind::Float)],
    call: |a| Ok(adjust_hue(a.tensor(0), a.float(1))?.into()),
    samples: &[with(&[Input::Real(&[2, 3, 3], 0.0, 1.0)], &[("delta", Literal::Float(0.2))])],
};

const ADJUST_SATURATION: OpDef = OpDef {
    name: "adjust_saturation",
    op_type: "",
    doc: "The images with the saturation of each pixel multiplied by `saturation_factor`, and clamped to [0, 1].\n\n\
          The last axis is red, green and blue; there are at least three axes. Integers are scaled to [0, 1] first, and \
          back. Errors: `InvalidArgumentError` for fewer axes or other channels.\n\n\
          >>> tf.image.adjust_saturation([[[1., 0.5, 0.5]]], 0.5).numpy().ravel().tolist()\n[1.0, 0.75, 0.75]",
    params: &[free("image"), Param::new("saturation_factor", Kind::Float)],
    call: |a| Ok(adjust_saturation(a.tensor(0), a.float(1))?.into()),
    samples: &[with(&[Input::Real(&[2, 3, 3], 0.1, 1.0)], &[("saturation_factor", Literal::Float(0.5))])],
};

const GRAYSCALE_TO_RGB: OpDef = OpDef {
    name: "grayscale_to_rgb",
    op_type: "",
    doc: "The images with their one channel three times.\n\n\
          Errors: `ValueError` when the last axis is not of length 1.\n\n\
          >>> tf.image.grayscale_to_rgb([[[1.]]]).numpy().ravel().tolist()\n[1.0, 1.0, 1.0]",
    params: &[free("images")],
    call: |a| {
        let x = a.tensor(0);
        if x.shape().last() != Some(&1) {
            return Err(Error::value("Last dimension of a grayscale image should be size 1."));
        }
        Ok(ops::concat(&[x.clone(), x.clone(), x.clone()], -1)?.into())
    },
    samples: &[on(&[Input::Real(&[2, 2, 1], -1.0, 1.0)])],
};

const RGB_TO_GRAYSCALE: OpDef = OpDef {
    name: "rgb_to_grayscale",
    op_type: "",
    doc: "The luminance `0.2989 red + 0.587 green + 0.114 blue` of images, with one channel.\n\n\
          Integers are scaled to [0, 1] first, and back. Errors: `InvalidArgumentError` for other channels.\n\n\
          >>> y = tf.image.rgb_to_grayscale([[[1., 0., 0.]]])\n\
          >>> y.shape, round(float(y[0, 0, 0]), 4)\n(TensorShape([1, 1, 1]), 0.2989)",
    params: &[free("images")],
    call: |a| Ok(rgb_to_grayscale(a.tensor(0))?.into()),
    samples: &[on(&[Input::Real(&[2, 2, 3], -1.0, 1.0)])],
};

const RGB_TO_HSV: OpDef = OpDef {
    name: "rgb_to_hsv",
    op_type: "",
    doc: "Red, green and blue as hue (a part of the circle), saturation and value, all in [0, 1].\n\n\
          Grey has hue 0, and black saturation 0. Errors: `InvalidArgumentError` for other channels or a dtype that is \
          not floating.\n\n\
          >>> tf.image.rgb_to_hsv([[[0., 2., 2.]]]).numpy().ravel().tolist()\n[0.5, 1.0, 2.0]",
    params: &[free("images")],
    call: |a| Ok(rgb_to_hsv(a.tensor(0))?.into()),
    samples: &[on(&[Input::Real(&[2, 4, 3], 0.1, 1.0)])],
};

const HSV_TO_RGB: OpDef = OpDef {
    name: "hsv_to_rgb",
    op_type: "",
    doc: "The inverse of `rgb_to_hsv`.\n\n\
          Errors: `InvalidArgumentError` for other channels or a dtype that is not floating.\n\n\
          >>> tf.image.hsv_to_rgb([[[0.5, 1., 1.]]]).numpy().ravel().tolist()\n[0.0, 1.0, 1.0]",
    params: &[free("images")],
    call: |a| Ok(hsv_to_rgb(a.tensor(0))?.into()),
    samples: &[on(&[Input::Real(&[2, 4, 3], 0.05, 0.95)])],
};

/// `f` of the images as floats, in the images' own dtype.
fn as_floats(x: &Tensor, f: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    if x.dtype().is_floating() {
        return f(x);
    }
    let wide = ops::convert_image_dtype(x, DType::Float32, false)?;
    ops::convert_image_dtype(&f(&wide)?, x.dtype(), true)
}

fn check_colours(op: &'static str, x: &Tensor, axes: usize) -> Result<()> {
    if x.rank() < axes {
        return Err(Error::invalid(op, format!("input must be at least {axes}-D, got shape{}", x.shape())));
    }
    match x.shape().last() {
        Some(3) => Ok(()),
        n => {
            let n = n.copied().unwrap_or(1);
            Err(Error::invalid(op, format!("input must have 3 channels but instead has {n} channels.")))
        }
    }
}

/// The luminance of each pixel.
pub fn rgb_to_grayscale(x: &Tensor) -> Result<Tensor> {
    if x.shape().last() != Some(&3) {
        let text = format!("Matrix size-incompatible: In[0]: {}, In[1]: [3,1]", x.shape());
        return Err(Error::invalid("MatMul", text));
    }
    as_floats(x, |x| {
        let weights = ops::cast(&Tensor::vector(&[0.2989, 0.587, 0.114]), x.dtype())?;
        ops::reduce_sum(&ops::multiply(x, &weights)?, Some(&[-1]), true)
    })
}

fn constant(x: &Tensor, value: f64) -> Result<Tensor> {
    ops::like(x, value)
}

/// The largest and the smallest colour, and their difference, with the last axis of length 1.
fn extremes(x: &Tensor) -> Result<[Tensor; 3]> {
    let value = ops::reduce_max(x, Some(&[-1]), true)?;
    let chroma = ops::subtract(&value, &ops::reduce_min(x, Some(&[-1]), true)?)?;
    let is_zero = ops::equal(&chroma, &constant(x, 0.0)?)?;
    // What is divided by: 1 where there is no colour.
    let divisor = ops::select(&is_zero, &constant(x, 1.0)?, &chroma)?;
    Ok([value, chroma, divisor])
}

/// `chroma / value`, and 0 for black.
fn saturation(value: &Tensor, chroma: &Tensor) -> Result<Tensor> {
    let is_lit = ops::greater(value, &constant(value, 0.0)?)?;
    let ratio = ops::realdiv(chroma, &ops::select(&is_lit, value, &constant(value, 1.0)?)?)?;
    ops::select(&is_lit, &ratio, &constant(value, 0.0)?)
}

/// The place on the circle of colours in sixths, from red.
fn sixths(x: &Tensor, [value, _, divisor]: &[Tensor; 3]) -> Result<Tensor> {
    let [red, green, blue] = channels(x)?;
    let arc = |a: &Tensor, b: &Tensor, start: f64| -> Result<Tensor> {
        ops::add(&ops::realdiv(&ops::subtract(a, b)?, divisor)?, &constant(x, start)?)
    };
    let (from_red, from_green, from_blue) = (arc(&green, &blue, 0.0)?, arc(&blue, &red, 2.0)?, arc(&red, &green, 4.0)?);
    let other = ops::select(&ops::equal(value, &green)?, &from_green, &from_blue)?;
    let place = ops::select(&ops::equal(value, &red)?, &from_red, &other)?;
    ops::floormod(&place, &constant(x, 6.0)?)
}

fn channels(x: &Tensor) -> Result<[Tensor; 3]> {
    let parts = ops::split(x, 3, -1)?;
    Ok([parts[0].clone(), parts[1].clone(), parts[2].clone()])
}

/// The colour at a place on the circle, in sixths: channel `n` is `value - chroma * clamp(min(k, 4 - k), 0, 1)` with
/// `k = (n + place) mod 6` (`n` = 5, 3, 1).
fn painted(place: &Tensor, value: &Tensor, chroma: &Tensor) -> Result<Tensor> {
    let channel = |n: f64| -> Result<Tensor> {
        let k = ops::floormod(&ops::add(place, &constant(place, n)?)?, &constant(place, 6.0)?)?;
        let near = ops::minimum(&k, &ops::subtract(&constant(place, 4.0)?, &k)?)?;
        let part = ops::maximum(&ops::minimum(&near, &constant(place, 1.0)?)?, &constant(place, 0.0)?)?;
        ops::subtract(value, &ops::multiply(chroma, &part)?)
    };
    ops::concat(&[channel(5.0)?, channel(3.0)?, channel(1.0)?], -1)
}

/// The hue of each pixel moved on by a part of the circle.
pub fn adjust_hue(x: &Tensor, delta: f64) -> Result<Tensor> {
    if !(-1.0..=1.0).contains(&delta) {
        return Err(Error::value("delta must be in the interval [-1, 1]"));
    }
    check_colours("AdjustHue", x, 3)?;
    as_floats(x, |x| {
        let parts = extremes(x)?;
        let place = ops::add(&sixths(x, &parts)?, &constant(x, 6.0 * delta)?)?;
        painted(&place, &parts[0], &parts[1])
    })
}

/// The saturation of each pixel times `factor`: every colour moves towards the largest, or away from it.
pub fn adjust_saturation(x: &Tensor, factor: f64) -> Result<Tensor> {
    check_colours("AdjustSaturation", x, 3)?;
    as_floats(x, |x| {
        let [value, chroma, divisor] = extremes(x)?;
        let scaled = ops::multiply(&saturation(&value, &chroma)?, &constant(x, factor)?)?;
        let clamped = ops::minimum(&ops::maximum(&scaled, &constant(x, 0.0)?)?, &constant(x, 1.0)?)?;
        let ratio = ops::realdiv(&ops::multiply(&value, &clamped)?, &divisor)?;
        ops::subtract(&value, &ops::multiply(&ops::subtract(&value, x)?, &ratio)?)
    })
}

fn check_floating(op: &'static str, x: &Tensor) -> Result<()> {
    check_colours(op, x, 1)?;
    if x.dtype().is_floating() {
        return Ok(());
    }
    let name = x.dtype().kernel_name();
    let allowed = "half, bfloat16, float, double";
    Err(Error::invalid(op, format!("Value for attr 'T' of {name} is not in the list of allowed values: {allowed}")))
}

/// Hue, saturation and value of each pixel.
pub fn rgb_to_hsv(x: &Tensor) -> Result<Tensor> {
    check_floating("RGBToHSV", x)?;
    let parts = extremes(x)?;
    let hue = ops::realdiv(&sixths(x, &parts)?, &constant(x, 6.0)?)?;
    let [value, chroma, _] = parts;
    ops::concat(&[hue, saturation(&value, &chroma)?, value], -1)
}

/// Red, green and blue of each pixel.
pub fn hsv_to_rgb(x: &Tensor) -> Result<Tensor> {
    check_floating("HSVToRGB", x)?;
    let [hue, saturation, value] = channels(x)?;
    let place = ops::multiply(&hue, &constant(x, 6.0)?)?;
    painted(&place, &value, &ops::multiply(&saturation, &value)?)
}
