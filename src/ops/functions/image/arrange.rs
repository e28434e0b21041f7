//! Images turned, mirrored, cut and framed: pixels move, none changes.

use smallvec::SmallVec;

use crate::array::AxisSlice;
use crate::ops::prelude::*;
use crate::ops::view_axis;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[
    FLIP_LEFT_RIGHT,
    FLIP_UP_DOWN,
    IMAGE_TRANSPOSE,
    ROT90,
    CENTRAL_CROP,
    CROP_TO_BOUNDING_BOX,
    PAD_TO_BOUNDING_BOX,
    RESIZE_WITH_CROP_OR_PAD,
];

const FLIP_LEFT_RIGHT: OpDef = OpDef {
    name: "flip_left_right",
    op_type: "",
    doc: "The images mirrored: columns in reverse.\n\n\
          `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank.\n\n\
          >>> tf.image.flip_left_right([[[1.], [2.]]]).numpy().ravel().tolist()\n[2.0, 1.0]",
    params: &[free("image")],
    call: |a| Ok(flipped(a.tensor(0), 2)?.into()),
    samples: &[on(&[reals(&[2, 2, 3, 1])])],
};

const FLIP_UP_DOWN: OpDef = OpDef {
    name: "flip_up_down",
    op_type: "",
    doc: "The images upside down: rows in reverse.\n\n\
          `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank.\n\n\
          >>> tf.image.flip_up_down([[[1.]], [[2.]]]).numpy().ravel().tolist()\n[2.0, 1.0]",
    params: &[free("image")],
    call: |a| Ok(flipped(a.tensor(0), 3)?.into()),
    samples: &[on(&[reals(&[3, 2, 2])])],
};

const IMAGE_TRANSPOSE: OpDef = OpDef {
    name: "image_transpose",
    op_type: "",
    doc: "The images with rows and columns exchanged: `tf.image.transpose`.\n\n\
          `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank.\n\n\
          >>> tf.image.transpose(tf.ones([2, 4, 5, 3])).shape\nTensorShape([2, 5, 4, 3])",
    params: &[free("image")],
    call: |a| Ok(image_transpose(a.tensor(0))?.into()),
    samples: &[on(&[reals(&[3, 2, 2])])],
};

const ROT90: OpDef = OpDef {
    name: "rot90",
    op_type: "",
    doc: "The images turned counter-clockwise by `k` quarters of a turn.\n\n\
          `image` is `[height, width, channels]` or a batch of such; `k` may be any integer. Errors: `ValueError` for \
          another rank.\n\n\
          >>> tf.image.rot90([[[1.], [2.]]]).numpy().ravel().tolist()\n[2.0, 1.0]",
    params: &[free("image"), int("k", 1)],
    call: |a| Ok(rot90(a.tensor(0), a.int(1))?.into()),
    samples: &[on(&[reals(&[2, 3, 1])]), with(&[reals(&[1, 2, 3, 1])], &[("k", Int(-1))])],
};

const CENTRAL_CROP: OpDef = OpDef {
    name: "central_crop",
    op_type: "",
    doc: "The middle of the images, the fraction `central_fraction` of their height and width.\n\n\
          What is cut off on either side is rounded down. `image` is `[height, width, channels]` or a batch of such. \
          Errors: `ValueError` for another rank or a fraction outside (0, 1].\n\n\
          >>> tf.image.central_crop(tf.ones([4, 8, 3]), 0.5).shape\nTensorShape([2, 4, 3])",
    params: &[free("image"), Param::new("central_fraction", Kind::Float)],
    call: |a| Ok(central_crop(a.tensor(0), a.float(1))?.into()),
    samples: &[with(&[reals(&[4, 5, 1])], &[("central_fraction", Float(0.5))])],
};

const CROP_TO_BOUNDING_BOX: OpDef = OpDef {
    name: "crop_to_bounding_box",
    op_type: "",
    doc: "The part of the images that begins at row `offset_height` and column `offset_width`.\n\n\
          It has `target_height` rows and `target_width` columns. `image` is `[height, width, channels]` or a batch of \
          such. Errors: `ValueError` for another rank, or a box that is empty or leaves the image.\n\n\
          >>> tf.image.crop_to_bounding_box(tf.ones([4, 5, 3]), 1, 2, 2, 3).shape\nTensorShape([2, 3, 3])",
    params: BOX,
    call: |a| Ok(crop_to_bounding_box(a.tensor(0), [a.int(1), a.int(2)], [a.int(3), a.int(4)])?.into()),
    samples: &[with(
        &[reals(&[3, 4, 1])],
        &[("offset_height", Int(1)), ("offset_width", Int(0)), ("target_height", Int(2)), ("target_width", Int(3))],
    )],
};

const PAD_TO_BOUNDING_BOX: OpDef = OpDef {
    name: "pad_to_bounding_box",
    op_type: "",
    doc: "Zeros of `target_height` by `target_width`, with the images at row `offset_height`, column `offset_width`.\n\n\
          `image` is `[height, width, channels]` or a batch of such. Errors: `ValueError` for another rank, or images \
          that leave the box.\n\n\
          >>> tf.image.pad_to_bounding_box([[[7.]]], 0, 1, 1, 3).numpy().ravel().tolist()\n[0.0, 7.0, 0.0]",
    params: BOX,
    call: |a| Ok(pad_to_bounding_box(a.tensor(0), [a.int(1), a.int(2)], [a.int(3), a.int(4)])?.into()),
    samples: &[with(
        &[reals(&[2, 2, 1])],
        &[("offset_height", Int(1)), ("offset_width", Int(0)), ("target_height", Int(4)), ("target_width", Int(3))],
    )],
};

const RESIZE_WITH_CROP_OR_PAD: OpDef = OpDef {
    name: "resize_with_crop_or_pad",
    op_type: "",
    doc: "The images with rows and columns cut off, or zeros put on, evenly on both sides.\n\n\
          The result has `target_height` rows and `target_width` columns; of an odd number, the odd one goes to the end. \
          Errors: `ValueError` for another rank than 3 or 4, or a size below 1.\n\n\
          >>> tf.image.resize_with_crop_or_pad(tf.ones([4, 5, 3]), 2, 7).shape\nTensorShape([2, 7, 3])",
    params: &[free("image"), Param::new("target_height", Kind::Int), Param::new("target_width", Kind::Int)],
    call: |a| Ok(resize_with_crop_or_pad(a.tensor(0), [a.int(1), a.int(2)])?.into()),
    samples: &[with(&[reals(&[4, 2, 1])], &[("target_height", Int(3)), ("target_width", Int(5))])],
};

const BOX: &[Param] = &[
    free("image"),
    Param::new("offset_height", Kind::Int),
    Param::new("offset_width", Kind::Int),
    Param::new("target_height", Kind::Int),
    Param::new("target_width", Kind::Int),
];

/// Refuses all but one image and a batch of them.
pub(super) fn check_rank(x: &Tensor) -> Result<()> {
    let what = match x.rank() {
        3 | 4 => return Ok(()),
        0..3 => "be at least three-dimensional",
        _ => "have either 3 or 4 dimensions",
    };
    Err(Error::value(format!("'image' (shape {}) must {what}.", x.shape().tuple())))
}

/// `x` with the axis `back` from the end in reverse.
fn flipped(x: &Tensor, back: usize) -> Result<Tensor> {
    check_rank(x)?;
    ops::reverse(x, &[-(back as i64)])
}

/// Rows and columns exchanged.
pub fn image_transpose(x: &Tensor) -> Result<Tensor> {
    check_rank(x)?;
    let mut perm: Vec<usize> = (0..x.rank()).few();
    perm.swap(x.rank() - 3, x.rank() - 2);
    ops::transpose_by(x, &perm)
}

/// Turned counter-clockwise by `k` quarters.
pub fn rot90(x: &Tensor, k: i64) -> Result<Tensor> {
    check_rank(x)?;
    match k.rem_euclid(4) {
        0 => ops::identity(x),
        1 => image_transpose(&flipped(x, 2)?),
        2 => ops::reverse(x, &[-3, -2]),
        _ => flipped(&image_transpose(x)?, 2),
    }
}

/// The middle of the images.
pub fn central_crop(x: &Tensor, fraction: f64) -> Result<Tensor> {
    if !(fraction > 0.0 && fraction <= 1.0) {
        return Err(Error::value("central_fraction must be within (0, 1]"));
    }
    check_rank(x)?;
    let cut = |back: usize| {
        let length = x.shape()[x.rank() - back];
        let start = ((length as f64 - length as f64 * fraction) / 2.0) as usize;
        (start, length - 2 * start)
    };
    window(x, [cut(3), cut(2)])
}

/// Rows and columns from a start on, in a number.
fn window(x: &Tensor, [rows, columns]: [(usize, usize); 2]) -> Result<Tensor> {
    let part = |(start, length): (usize, usize)| AxisSlice { start, step: 1, length };
    let x = view_axis(x, x.rank() - 3, part(rows), "StridedSlice")?;
    view_axis(&x, x.rank() - 2, part(columns), "StridedSlice")
}

/// The part of the images at `offset`, of size `target`.
pub fn crop_to_bounding_box(x: &Tensor, offset: [i64; 2], target: [i64; 2]) -> Result<Tensor> {
    check_rank(x)?;
    let fail = |text: String| Err(Error::value(text));
    let mut parts = [(0, 0); 2];
    for (i, name) in ["height", "width"].into_iter().enumerate() {
        let size = x.shape()[x.rank() - 3 + i] as i64;
        if offset[i] < 0 {
            return fail(format!("offset_{name} must be >= 0."));
        }
        if target[i] <= 0 {
            return fail(format!("target_{name} must be > 0."));
        }
        if target[i].checked_add(offset[i]).is_none_or(|end| end > size) {
            return fail(format!("{name} must be >= target + offset."));
        }
        parts[i] = (offset[i] as usize, target[i] as usize);
    }
    window(x, parts)
}

/// Zeros of size `target` with the images at `offset`.
pub fn pad_to_bounding_box(x: &Tensor, offset: [i64; 2], target: [i64; 2]) -> Result<Tensor> {
    check_rank(x)?;
    let mut paddings: ops::Paddings = SmallVec::from_elem((0, 0), x.rank());
    for (i, name) in ["height", "width"].into_iter().enumerate() {
        let axis = x.rank() - 3 + i;
        if offset[i] < 0 {
            return Err(Error::value(format!("offset_{name} must be >= 0")));
        }
        let after = target[i].checked_sub(offset[i]).and_then(|rest| rest.checked_sub(x.shape()[axis] as i64));
        let Some(after) = after.and_then(|after| usize::try_from(after).ok()) else {
            return Err(Error::value(format!("{name} must be <= target - offset")));
        };
        paddings[axis] = (offset[i] as usize, after);
    }
    ops::pad(x, &paddings, None)
}

/// Cut, or filled up with zeros, evenly on both sides.
pub fn resize_with_crop_or_pad(x: &Tensor, target: [i64; 2]) -> Result<Tensor> {
    check_rank(x)?;
    let size = [x.shape()[x.rank() - 3] as i64, x.shape()[x.rank() - 2] as i64];
    for (i, name) in ["height", "width"].into_iter().enumerate() {
        if target[i] <= 0 {
            return Err(Error::value(format!("target_{name} must be > 0.")));
        }
    }
    let over = |i: usize| (size[i] - target[i]).max(0) / 2;
    let under = |i: usize| (target[i] - size[i]).max(0) / 2;
    let kept = [0, 1].map(|i| target[i].min(size[i]));
    if kept.contains(&0) {
        return pad_to_bounding_box(x, [under(0), under(1)], target);
    }
    let cropped = crop_to_bounding_box(x, [over(0), over(1)], kept)?;
    pad_to_bounding_box(&cropped, [under(0), under(1)], target)
}
