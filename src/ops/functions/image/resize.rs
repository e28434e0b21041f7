//! `resize`: each pixel of the result is a weighted mean of some of the images', along columns and then along rows.
//!
//! Pixels are squares: the centre of pixel `i` of `n` lies at `(i + 1/2) / n`, in the images and in the result. TensorFlow
//! computes places in `float32`, which decides where two pixels are as near, and looks cubic weights up at steps of 1/1024.

use std::sync::Arc;

use super::arrange::check_rank;
use crate::memory::try_collect;
use crate::ops::Band;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[RESIZE];

const RESIZE: OpDef = OpDef {
    name: "resize",
    op_type: "",
    doc: "The images with `size[0]` rows and `size[1]` columns.\n\n\
          `images` is `[height, width, channels]` or a batch of such. `method` is 'nearest', which keeps the dtype, or \
          'bilinear', 'bicubic' (Keys, 1981, with -1/2) or 'area' (the mean of what a pixel covers), which give \
          `float32`. With `antialias` the windows of 'bilinear' and 'bicubic' grow where the images shrink. With \
          `preserve_aspect_ratio` the result is as large as fits into `size`. Gradients of every order. Errors: \
          `ValueError` for another rank, method, or number of sizes, `InvalidArgumentError` for a size below 1.\n\n\
          >>> tf.image.resize([[[1.], [3.]]], [1, 4]).numpy().ravel().tolist()\n[1.0, 1.5, 2.5, 3.0]\n\
          >>> tf.image.resize([[[1.], [3.]]], [1, 4], 'nearest').numpy().ravel().tolist()\n[1.0, 1.0, 3.0, 3.0]",
    params: &[
        free("images"),
        Param::new("size", Kind::Ints),
        string("method", "bilinear"),
        flag("preserve_aspect_ratio", false),
        flag("antialias", false),
    ],
    call: |a| {
        let method = Method::from_name(a.str(2), a.bool(4))?;
        Ok(resize(a.tensor(0), a.ints(1), method, a.bool(3))?.into())
    },
    samples: &[
        with(&[reals(&[3, 4, 2])], &[("size", Ints(&[5, 2])), ("method", Str("nearest"))]),
        with(&[reals(&[2, 3, 4, 1])], &[("size", Ints(&[2, 7]))]),
    ],
};

/// How pixels are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The nearest pixel alone.
    Nearest,
    /// The share that each pixel has in what the new one covers.
    Area,
    /// Linear interpolation; over a wider window where images shrink, if so told.
    Bilinear(bool),
    /// Cubic interpolation; likewise.
    Bicubic(bool),
}

impl Method {
    fn from_name(name: &str, antialias: bool) -> Result<Method> {
        match name {
            "nearest" => Ok(Method::Nearest),
            "area" => Ok(Method::Area),
            "bilinear" => Ok(Method::Bilinear(antialias)),
            "bicubic" => Ok(Method::Bicubic(antialias)),
            _ => Err(Error::value(format!("Resize method is not implemented: {name}"))),
        }
    }

    fn op_type(self) -> &'static str {
        match self {
            Method::Nearest => "ResizeNearestNeighbor",
            Method::Area => "ResizeArea",
            Method::Bilinear(false) => "ResizeBilinear",
            Method::Bicubic(false) => "ResizeBicubic",
            _ => "ScaleAndTranslate",
        }
    }

    /// The weights that make `to` pixels of `from`.
    fn band(self, from: usize, to: usize) -> Result<Arc<Band>> {
        let rows = (0..to).map(|i| self.weights(i, [from, to]));
        if self == Method::Bilinear(false) { Band::blending(from, rows) } else { Band::new(from, rows) }
    }

    fn weights(self, i: usize, [from, to]: [usize; 2]) -> Result<Run> {
        let (scale, i) = (from as f32 / to as f32, i as f32);
        let centre = (i + 0.5) * scale;
        // With antialias the scale is what a scale of the result to the images is the inverse of.
        let step = f64::from(1.0 / (to as f32 / from as f32));
        let spread = f64::from((i + 0.5) * step as f32);
        match self {
            Method::Nearest => Ok(((centre as usize).min(from - 1), vec![1.0])),
            Method::Area => overlaps(f64::from(i * scale), f64::from((i + 1.0) * scale), from),
            Method::Bilinear(false) => between(f64::from(centre - 0.5), from),
            Method::Bicubic(false) => inside(stepped(centre - 0.5) + 0.5, 2.0, 1.0, from, keys),
            Method::Bilinear(true) => inside(spread, 1.0, step.max(1.0), from, triangle),
            Method::Bicubic(true) => inside(spread, 2.0, step.max(1.0), from, keys),
        }
    }
}

/// Steps between two pixels at which cubic weights are looked up.
const STEPS: f32 = 1024.0;

/// The first pixel of a run, and the weight of each.
type Run = (usize, Vec<f64>);

fn triangle(x: f64) -> f64 {
    (1.0 - x.abs()).max(0.0)
}

/// Keys' cubic (1981) with slope -1/2 at 1.
fn keys(x: f64) -> f64 {
    match x.abs() {
        x if x < 1.0 => ((1.5 * x - 2.5) * x) * x + 1.0,
        x if x < 2.0 => ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0,
        _ => 0.0,
    }
}

/// A place at one of the steps at which TensorFlow has weights.
fn stepped(place: f32) -> f64 {
    let whole = place.floor();
    f64::from(whole) + f64::from(((place - whole) * STEPS).round_ties_even() / STEPS)
}

/// The length of each pixel's part between two places, divided by their distance.
fn overlaps(start: f64, end: f64, from: usize) -> Result<Run> {
    let first = (start as usize).min(from - 1);
    let last = (end.ceil() as usize).clamp(first + 1, from);
    let part = |i: usize| (end.min(i as f64 + 1.0) - start.max(i as f64)).max(0.0) / (end - start);
    Ok((first, try_collect((first..last).map(part))?))
}

/// The two pixels whose centres `place` lies between, or the one that it meets; beyond the borders the outermost goes on.
fn between(place: f64, from: usize) -> Result<Run> {
    let place = place.clamp(0.0, (from - 1) as f64);
    let share = place.fract();
    let weights = [1.0 - share, share];
    Ok((place as usize, try_collect(weights[..if share > 0.0 { 2 } else { 1 }].iter().copied())?))
}

/// Weights by the distance from `centre` in units of `scale`, of the pixels inside the image; they add up to 1.
fn inside(centre: f64, radius: f64, scale: f64, from: usize, f: fn(f64) -> f64) -> Result<Run> {
    let first = ((centre - radius * scale - 0.5).ceil().max(0.0) as usize).min(from - 1);
    let last = ((centre + radius * scale - 0.5).floor().max(0.0) as usize).clamp(first, from - 1);
    let mut weights = try_collect((first..last + 1).map(|i| f((i as f64 + 0.5 - centre) / scale)))?;
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Ok((first, weights))
}

/// The images with `size[0]` rows and `size[1]` columns, or as many as fit with their proportions kept.
pub fn resize(x: &Tensor, size: &[i64], method: Method, keep_ratio: bool) -> Result<Tensor> {
    if check_rank(x).is_err() {
        return Err(Error::value("'images' must have either 3 or 4 dimensions."));
    }
    let &[rows, columns] = size else {
        return Err(Error::value("'size' must be a 1-D Tensor of 2 elements: new_height, new_width"));
    };
    if rows <= 0 || columns <= 0 {
        return Err(Error::invalid(method.op_type(), "output dimensions must be positive"));
    }
    let from = [x.shape()[x.rank() - 3], x.shape()[x.rank() - 2]];
    if from.contains(&0) {
        return Err(Error::invalid(method.op_type(), "input image must be of non-zero size"));
    }
    let to = if keep_ratio { fitted(from, [rows, columns]) } else { [rows as usize, columns as usize] };
    let kept = method == Method::Nearest && x.dtype().is_floating();
    let work = if kept || x.dtype() == DType::Float32 { x.clone() } else { widened(x, method)? };
    let along = |x: &Tensor, i: usize| match to[i] == from[i] {
        true => Ok(x.clone()),
        // No image, or no channel: nothing is weighed.
        false if x.shape().elements() == 0 => ops::reshape_to(x, &x.shape().with(x.rank() - 3 + i, to[i])),
        false => ops::banded(x, 2 - i, &method.band(from[i], to[i])?),
    };
    let y = work.map(|x| along(x, 1)).map(|x| along(x, 0)).tensor()?;
    if method == Method::Nearest { ops::cast(&y, x.dtype()) } else { Ok(y) }
}

/// Images in the dtype that weights are applied in: integers must survive where pixels are only copied.
fn widened(x: &Tensor, method: Method) -> Result<Tensor> {
    ops::cast(x, if method == Method::Nearest { DType::Float64 } else { DType::Float32 })
}

/// The largest size within `size` that has the proportions of `from`.
fn fitted(from: [usize; 2], size: [i64; 2]) -> [usize; 2] {
    let scale = (0..2).map(|i| size[i] as f64 / from[i] as f64).fold(f64::INFINITY, f64::min);
    from.map(|n| ((n as f64 * scale).round_ties_even() as usize).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_to_one() {
        let methods = [Method::Nearest, Method::Area, Method::Bilinear(false), Method::Bilinear(true)];
        for method in methods.into_iter().chain([Method::Bicubic(false), Method::Bicubic(true)]) {
            for (from, to) in [(1, 1), (1, 5), (5, 1), (4, 7), (7, 4), (6, 3), (3, 6)] {
                for i in 0..to {
                    let (start, weights) = method.weights(i, [from, to]).unwrap();
                    assert!(start + weights.len() <= from, "{method:?} {from} {to}");
                    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{method:?} {from} {to} {i}");
                }
            }
        }
    }

    #[test]
    fn pixels_are_squares() {
        assert_eq!(Method::Bilinear(false).weights(0, [4, 2]).unwrap(), (0, vec![0.5, 0.5]));
        assert_eq!(Method::Bilinear(false).weights(0, [4, 8]).unwrap(), (0, vec![1.0]));
        assert_eq!(Method::Area.weights(1, [4, 2]).unwrap(), (2, vec![0.5, 0.5]));
        assert_eq!(Method::Nearest.weights(1, [4, 2]).unwrap(), (3, vec![1.0]));
        assert_eq!(fitted([4, 5], [8, 8]), [6, 8]);
    }
}
