//! Colours: brightness, gamma, saturation, hue; shades of grey; and colours as hue, saturation and value.
//!
//! Integer images are scaled to 0 ... 1 for the work, and back. Everything is composed of recorded operations, and so
//! has gradients, also where TensorFlow registers none.

use crate::ops::prelude::*;

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
        Ok(as_floats(a.tensor(0), |x| (x + delta.cast(x.dtype())).tensor())?.into())
    },
    samples: &[on(&[Input::Real(&[2, 2, 3], -1.0, 1.0), Input::Real(&[], -1.0, 1.0)])],
};

const ADJUST_GAMMA: OpDef = OpDef {
    name: "adjust_gamma",
    op_type: "",
    doc: "`gain * image ** gamma`; integers are scaled to [0, 1] first, and back.\n\n\
          Any shape. All arguments have gradients where they are floating. Errors: `ValueError` for a negative gamma.\n\n\
          >>> tf.image.adjust_gamma([0.5, 1.0], gamma=2., gain=3.).numpy().tolist()\n[0.75, 3.0]",
    params: &[free("image"), free("gamma").or(Int(1)), free("gain").or(Int(1))],
    call: |a| {
        let (gamma, gain) = (a.tensor(1), a.tensor(2));
        if gamma.to_vec::<f64>()?.iter().any(|&g| g < 0.0) {
            return Err(Error::value("Gamma should be a non-negative real number."));
        }
        let powered = |x: &Tensor| {
            let [gamma, gain] = [gamma, gain].map(|t| t.cast(x.dtype()));
            (gain * x.pow(gamma)).tensor()
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
    samples: &[with(&[Input::Real(&[2, 3, 3], 0.0, 1.0)], &[("delta", Float(0.2))])],
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
    samples: &[with(&[Input::Real(&[2, 3, 3], 0.1, 1.0)], &[("saturation_factor", Float(0.5))])],
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
    params: &[Param::new("images", Kind::As(DType::Float32))],
    call: |a| Ok(rgb_to_hsv(a.tensor(0))?.into()),
    samples: &[on(&[Input::Real(&[2, 4, 3], 0.1, 1.0)])],
};

const HSV_TO_RGB: OpDef = OpDef {
    name: "hsv_to_rgb",
    op_type: "",
    doc: "The inverse of `rgb_to_hsv`.\n\n\
          Errors: `InvalidArgumentError` for other channels or a dtype that is not floating.\n\n\
          >>> tf.image.hsv_to_rgb([[[0.5, 1., 1.]]]).numpy().ravel().tolist()\n[0.0, 1.0, 1.0]",
    params: &[Param::new("images", Kind::As(DType::Float32))],
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
        let weights = Tensor::vector(&[0.2989, 0.587, 0.114]).cast(x.dtype());
        (x * weights).map(|x| ops::reduce_sum(x, LAST, true)).tensor()
    })
}

const LAST: Option<&[i64]> = Some(&[-1]);

/// The largest colour, its distance from the smallest, and what is divided by: that distance, 1 where there is no colour.
fn extremes(x: &Tensor) -> [Formula; 3] {
    let value = x.map(|x| ops::reduce_max(x, LAST, true));
    let chroma = &value - x.map(|x| ops::reduce_min(x, LAST, true));
    let divisor = chroma.equal(0.0).select(1.0, &chroma);
    [value, chroma, divisor]
}

/// `chroma / value`, and 0 for black.
fn saturation(value: &Formula, chroma: &Formula) -> Formula {
    let is_lit = value.greater(0.0);
    is_lit.select(chroma / is_lit.select(value, 1.0), 0.0)
}

/// The place on the circle of colours in sixths, from red.
fn sixths(x: &Tensor, [value, _, divisor]: &[Formula; 3]) -> Formula {
    let [red, green, blue] = channels(x);
    let arc = |a: &Formula, b: &Formula, start: f64| (a - b) / divisor + start;
    let (from_red, from_green, from_blue) = (arc(&green, &blue, 0.0), arc(&blue, &red, 2.0), arc(&red, &green, 4.0));
    let other = value.equal(green).select(from_green, from_blue);
    value.equal(red).select(from_red, other).floormod(6.0)
}

fn channels(x: &Tensor) -> [Formula; 3] {
    let parts = ops::split(x, 3, -1);
    [0, 1, 2].map(|i| Formula::from(parts.as_ref().map(|parts| parts[i].clone()).map_err(Error::clone)))
}

/// The colour at a place on the circle, in sixths: channel `n` is `value - chroma * clamp(min(k, 4 - k), 0, 1)` with
/// `k = (n + place) mod 6` (`n` = 5, 3, 1).
fn painted(place: &Formula, value: &Formula, chroma: &Formula) -> Result<Tensor> {
    let channel = |n: f64| {
        let k = (place + n).floormod(6.0);
        let near = k.minimum(4.0 - &k);
        (value - chroma * near.minimum(1.0).maximum(0.0)).tensor()
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
        let parts = extremes(x);
        painted(&(sixths(x, &parts) + 6.0 * delta), &parts[0], &parts[1])
    })
}

/// The saturation of each pixel times `factor`: every colour moves towards the largest, or away from it.
pub fn adjust_saturation(x: &Tensor, factor: f64) -> Result<Tensor> {
    check_colours("AdjustSaturation", x, 3)?;
    as_floats(x, |x| {
        let [value, chroma, divisor] = extremes(x);
        let clamped = (saturation(&value, &chroma) * factor).maximum(0.0).minimum(1.0);
        let ratio = &value * clamped / divisor;
        (&value - (&value - x) * ratio).tensor()
    })
}

fn check_floating(op: &'static str, x: &Tensor) -> Result<()> {
    check_colours(op, x, 1)?;
    DTypes::FLOATING.check(op, "T", x.dtype())
}

/// Hue, saturation and value of each pixel.
pub fn rgb_to_hsv(x: &Tensor) -> Result<Tensor> {
    check_floating("RGBToHSV", x)?;
    let parts = extremes(x);
    let hue = (sixths(x, &parts) / 6.0).tensor()?;
    let [value, chroma, _] = parts;
    ops::concat(&[hue, saturation(&value, &chroma).tensor()?, value.tensor()?], -1)
}

/// Red, green and blue of each pixel.
pub fn hsv_to_rgb(x: &Tensor) -> Result<Tensor> {
    check_floating("HSVToRGB", x)?;
    let [hue, saturation, value] = channels(x);
    painted(&(hue * 6.0), &value, &(saturation * &value))
}
