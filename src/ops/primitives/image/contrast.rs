//! Contrast: an operation that could have a gradient and, as in TensorFlow, has none registered.

use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[ADJUST_CONTRAST];

const ADJUST_CONTRAST: OpDef = OpDef {
    name: "adjust_contrast",
    op_type: "AdjustContrastv2",
    doc: "`(x - mean) * contrast_factor + mean`, with the mean of each channel over height and width.\n\n\
          `images` is `[..., height, width, channels]`; integers are scaled to [0, 1] and back. No gradient is registered: \
          asking for one is a `LookupError`, unless `RegisterGradient('AdjustContrastv2')` has provided it. Errors: \
          `InvalidArgumentError` for a rank below 3 or a factor that is no scalar.\n\n\
          >>> tf.image.adjust_contrast([[[1.], [3.]]], 2.).numpy().ravel().tolist()\n[0.0, 4.0]",
    params: &[free("images"), free("contrast_factor")],
    call: |a| Ok(adjust_contrast(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

/// The images with the distance of each value from its channel's mean multiplied by `factor`.
pub fn adjust_contrast(images: &Tensor, factor: &Tensor) -> Result<Tensor> {
    let factor = ops::cast(factor, DType::Float32)?;
    if images.dtype().is_floating() {
        let wide = ops::cast(images, DType::Float32)?;
        return ops::cast(&apply_static(&AdjustContrast, &[&wide, &factor])?, images.dtype());
    }
    let wide = ops::convert_image_dtype(images, DType::Float32, false)?;
    ops::convert_image_dtype(&apply_static(&AdjustContrast, &[&wide, &factor])?, images.dtype(), true)
}

#[derive(Debug)]
struct AdjustContrast;

impl Primitive for AdjustContrast {
    const OP_TYPE: &'static str = "AdjustContrastv2";
    const GRAD: &'static [Rule<Self>] = &[Rule::Missing, Rule::Missing];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (images, factor) = (x[0].contiguous()?, x[1]);
        let rank = images.shape().rank();
        if rank < 3 {
            let text = format!("input must be at least 3-D, got shape{}", images.shape());
            return Err(Error::invalid(Self::OP_TYPE, text));
        }
        if factor.shape().rank() != 0 {
            let text = format!("contrast_factor must be scalar: {}", factor.shape());
            return Err(Error::invalid(Self::OP_TYPE, text));
        }
        let (pixels, channels) = (images.shape()[rank - 3] * images.shape()[rank - 2], images.shape()[rank - 1]);
        let mut out = Array::scratch_of::<f32>(images.shape().clone())?;
        if out.elements() == 0 {
            return Ok(out);
        }
        let factor = factor.item::<f32>();
        let plane = pixels * channels;
        for (from, to) in images.slice::<f32>().chunks(plane).zip(out.slice_mut::<f32>().chunks_mut(plane)) {
            for c in 0..channels {
                let of_channel = || from.iter().skip(c).step_by(channels);
                let mean = (of_channel().map(|&v| f64::from(v)).sum::<f64>() / pixels as f64) as f32;
                let places = to.iter_mut().skip(c).step_by(channels);
                places.zip(of_channel()).for_each(|(to, &v)| *to = (v - mean) * factor + mean);
            }
        }
        Ok(out)
    }
}
