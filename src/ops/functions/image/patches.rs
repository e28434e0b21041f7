//! `extract_patches`: what windows see of images, as channels.

use crate::array::AxisSlice;
use crate::kernels::conv::{Padding, Window};
use crate::ops::prelude::*;
use crate::ops::view_axis;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[EXTRACT_PATCHES];

const EXTRACT_PATCHES: OpDef = OpDef {
    name: "extract_patches",
    op_type: "",
    doc: "What a window sees of the images at each of its places: `[batch, rows, columns, window * channels]`.\n\n\
          `images` is `[batch, height, width, channels]` of any dtype. `sizes`, `strides` and `rates` (steps within a \
          window) have four entries, with 1 for batch and channels; `padding` is 'VALID' or 'SAME', with zeros. Row by \
          row, pixel by pixel, channel by channel. Errors: `InvalidArgumentError` for another rank, entries that are \
          not positive, or images smaller than the window; `UnimplementedError` for windows over batch or channels.\n\n\
          >>> x = tf.reshape(tf.range(9), [1, 3, 3, 1])\n\
          >>> y = tf.image.extract_patches(x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'VALID')\n\
          >>> y[0, 1, 1].numpy().tolist()\n[4, 5, 7, 8]",
    params: &[
        free("images"),
        Param::new("sizes", Kind::Ints),
        Param::new("strides", Kind::Ints),
        Param::new("rates", Kind::Ints),
        Param::new("padding", Kind::Str),
    ],
    call: |a| {
        let moves = [four("ksizes", a.ints(1))?, four("strides", a.ints(2))?, four("rates", a.ints(3))?];
        let padding = match a.str(4) {
            "SAME" => Padding::Same,
            "VALID" => Padding::Valid,
            other => {
                let allowed = "\"SAME\", \"VALID\"";
                let text =
                    format!("Value for attr 'padding' of \"{other}\" is not in the list of allowed values: {allowed}");
                return Err(Error::invalid(OP, text));
            }
        };
        Ok(extract_patches(a.tensor(0), moves, padding)?.into())
    },
    samples: &[
        with(
            &[reals(&[1, 3, 4, 2])],
            &[
                ("sizes", Ints(&[1, 2, 3, 1])),
                ("strides", Ints(&[1, 1, 2, 1])),
                ("rates", Ints(&[1, 2, 1, 1])),
                ("padding", Str("SAME")),
            ],
        ),
        with(
            &[reals(&[2, 3, 3, 1])],
            &[
                ("sizes", Ints(&[1, 2, 2, 1])),
                ("strides", Ints(&[1, 1, 1, 1])),
                ("rates", Ints(&[1, 1, 1, 1])),
                ("padding", Str("VALID")),
            ],
        ),
    ],
};

const OP: &str = "ExtractImagePatches";

/// The numbers for height and width, behind a 1 for depth.
fn four(name: &str, given: &[i64]) -> Result<[usize; 3]> {
    let &[batch, rows, columns, channels] = given else {
        return Err(Error::invalid(OP, format!("{name} must have 4 entries, but got {}", given.len())));
    };
    if (batch, channels) != (1, 1) {
        return Err(Error::unimplemented(OP, format!("Only support {name} across space.")));
    }
    match (usize::try_from(rows), usize::try_from(columns)) {
        (Ok(rows), Ok(columns)) if rows > 0 && columns > 0 => Ok([1, rows, columns]),
        _ => Err(Error::invalid(OP, format!("{name} must be positive, but got {given:?}"))),
    }
}

/// What a window of size, strides and steps `moves` sees at each of its places.
pub fn extract_patches(x: &Tensor, [kernel, strides, rates]: [[usize; 3]; 3], padding: Padding) -> Result<Tensor> {
    let &[_, height, width, channels] = &x.shape()[..] else {
        return Err(Error::invalid(OP, format!("input must be 4-dimensional{}", x.shape())));
    };
    let too_small = |_| Error::invalid(OP, format!("a window of {kernel:?} does not fit into images of {}", x.shape()));
    let window = Window::new([1, height, width], kernel, strides, rates, padding).map_err(too_small)?;
    let around = |axis: usize, length: usize| {
        let reach = (window.output[axis].max(1) - 1) * strides[axis] + (kernel[axis] - 1) * rates[axis] + 1;
        (window.before[axis], reach.saturating_sub(length + window.before[axis]))
    };
    let paddings: ops::Paddings = [(0, 0), around(1, height), around(2, width), (0, 0)].into_iter().few();
    let padded = ops::pad(x, &paddings, None)?;
    let line = |x: &Tensor, axis: usize, k: usize| {
        let (step, length) = (strides[axis] as isize, window.output[axis]);
        view_axis(x, axis, AxisSlice { start: k * rates[axis], step, length }, "StridedSlice")
    };
    if window.outputs() == 0 {
        let shape = [window.output[1], window.output[2], kernel[1] * kernel[2] * channels].map(|d| d as i64);
        return ops::zeros(&[x.shape()[0] as i64, shape[0], shape[1], shape[2]], x.dtype());
    }
    let mut parts = Vec::new();
    for i in 0..kernel[1] {
        let rows = line(&padded, 1, i)?;
        for j in 0..kernel[2] {
            parts.push(line(&rows, 2, j)?);
        }
    }
    ops::concat(&parts, -1)
}
