//! Blocks of an image moved into its channels, and back.

use crate::ops::prelude::*;
use crate::ops::transpose_by;

pub(in crate::ops) const OPS: &[OpDef] = &[SPACE_TO_DEPTH, DEPTH_TO_SPACE];

const SPACE_TO_DEPTH: OpDef = OpDef {
    name: "space_to_depth",
    op_type: "",
    doc: "Blocks of `block_size` by `block_size` pixels of the images `input` moved into their channels: height \
          and width are divided by `block_size`, the channels multiplied by its square.\n\n\
          `data_format` is \"NHWC\" or \"NCHW\". Errors: `InvalidArgumentError` for a rank other than 4, a height \
          or width that the block does not divide, a block below 2, or another format.\n\n\
          >>> tf.nn.space_to_depth([[[[1.], [2.]], [[3.], [4.]]]], 2).numpy().tolist()\n[[[[1.0, 2.0, 3.0, 4.0]]]]",
    params: &[free("input"), Param::new("block_size", Kind::Int), string("data_format", "NHWC")],
    call: |a| Ok(space_to_depth(a.tensor(0), a.int(1), a.str(2))?.into()),
    samples: &[
        with(&[reals(&[1, 4, 2, 3])], &[("block_size", Int(2))]),
        with(&[reals(&[1, 3, 4, 2])], &[("block_size", Int(2)), ("data_format", Str("NCHW"))]),
    ],
};

const DEPTH_TO_SPACE: OpDef = OpDef {
    name: "depth_to_space",
    op_type: "",
    doc: "Channels of the images `input` moved into blocks of `block_size` by `block_size` pixels: the inverse of \
          `space_to_depth`.\n\n\
          `data_format` is \"NHWC\" or \"NCHW\". Errors: `InvalidArgumentError` for a rank other than 4, channels \
          that the square of the block does not divide, a block below 2, or another format.\n\n\
          >>> tf.nn.depth_to_space([[[[1., 2., 3., 4.]]]], 2).numpy().tolist()\n[[[[1.0], [2.0]], [[3.0], [4.0]]]]",
    params: &[free("input"), Param::new("block_size", Kind::Int), string("data_format", "NHWC")],
    call: |a| Ok(depth_to_space(a.tensor(0), a.int(1), a.str(2))?.into()),
    samples: &[
        with(&[reals(&[1, 2, 1, 8])], &[("block_size", Int(2))]),
        with(&[reals(&[1, 4, 1, 2])], &[("block_size", Int(2)), ("data_format", Str("NCHW"))]),
    ],
};

/// Where the channels are: behind the pixels, or before them.
fn channels_last(op: &'static str, format: &str) -> Result<bool> {
    match format {
        "NHWC" => Ok(true),
        "NCHW" => Ok(false),
        other => {
            let text = format!(
                "Value for attr 'data_format' of \"{other}\" is not in the list of allowed values: \"NHWC\", \"NCHW\""
            );
            Err(Error::invalid(op, text))
        }
    }
}

/// Batch, height, width, channels, and the block, checked.
fn image(op: &'static str, x: &Tensor, block: i64, format: &str) -> Result<([usize; 4], usize, bool)> {
    let last = channels_last(op, format)?;
    if block < 2 {
        let text = format!("Value for attr 'block_size' of {block} must be at least minimum 2");
        return Err(Error::invalid(op, text));
    }
    let lengths = match (&x.shape()[..], last) {
        (&[n, h, w, c], true) | (&[n, c, h, w], false) => [n, h, w, c],
        _ => return Err(Error::invalid(op, format!("Input rank should be 4 instead of {}", x.rank()))),
    };
    Ok((lengths, block as usize, last))
}

/// Reshapes to `apart`, exchanges axes, reshapes to `joined`.
fn rearrange(x: &Tensor, apart: [usize; 6], perm: [usize; 6], joined: [usize; 4]) -> Result<Tensor> {
    let blocks = ops::reshape_to(x, &Shape::new(&apart))?;
    ops::reshape_to(&transpose_by(&blocks, &perm)?, &Shape::new(&joined))
}

/// Blocks of pixels moved into the channels.
pub fn space_to_depth(x: &Tensor, block: i64, format: &str) -> Result<Tensor> {
    let op = "SpaceToDepth";
    let ([n, h, w, c], b, last) = image(op, x, block, format)?;
    if h % b != 0 || w % b != 0 {
        let text = format!("Image width {w} and height {h} should be divisible by block_size: {b}");
        return Err(Error::invalid(op, text));
    }
    let (rows, columns, depth) = (h / b, w / b, c * b * b);
    match last {
        true => rearrange(x, [n, rows, b, columns, b, c], [0, 1, 3, 2, 4, 5], [n, rows, columns, depth]),
        false => rearrange(x, [n, c, rows, b, columns, b], [0, 3, 5, 1, 2, 4], [n, depth, rows, columns]),
    }
}

/// Channels moved into blocks of pixels.
pub fn depth_to_space(x: &Tensor, block: i64, format: &str) -> Result<Tensor> {
    let op = "DepthToSpace";
    let ([n, h, w, c], b, last) = image(op, x, block, format)?;
    if b.checked_mul(b).is_none_or(|square| c % square != 0) {
        let text = format!("Input depth dimension {c} should be divisible by: {}", b.saturating_mul(b));
        return Err(Error::invalid(op, text));
    }
    let (rows, columns, depth) = (h * b, w * b, c / (b * b));
    match last {
        true => rearrange(x, [n, h, w, b, b, depth], [0, 1, 3, 2, 4, 5], [n, rows, columns, depth]),
        false => rearrange(x, [n, b, b, depth, h, w], [0, 3, 4, 1, 5, 2], [n, depth, rows, columns]),
    }
}
