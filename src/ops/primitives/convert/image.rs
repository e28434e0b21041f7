//! Images between dtypes: integers span their whole range, floats the interval from 0 to 1.

use crate::error::ErrorKind;
use crate::kernels::elementwise::map;
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[CONVERT_IMAGE_DTYPE];

const CONVERT_IMAGE_DTYPE: OpDef = OpDef {
    name: "convert_image_dtype",
    op_type: "",
    doc: "`image` converted to `dtype` and scaled: integers span the range from 0 to their largest number, floats \
          that from 0 to 1.\n\n\
          `saturate` clamps floats outside that range (and negative integers) instead of letting them wrap around. \
          Gradients pass between floats. Errors: `AttributeError` for dtypes other than integers and floats.\n\n\
          >>> tf.image.convert_image_dtype([0., 0.5, 1.], tf.uint8).numpy().tolist()\n[0, 127, 255]",
    params: &[free("image"), Param::new("dtype", Kind::DType), flag("saturate", false)],
    call: |a| Ok(convert_image_dtype(a.tensor(0), a.dtype(1), a.bool(2))?.into()),
    samples: &[with(&[Input::Real(&[2, 3], 0.0, 1.0)], &[("dtype", Literal::DType(DType::Float64))])],
};

/// An image under another dtype, its values scaled to that dtype's range.
pub fn convert_image_dtype(x: &Tensor, dtype: DType, saturate: bool) -> Result<Tensor> {
    for (what, d) in [("dtype", dtype), ("image dtype", x.dtype())] {
        if !d.is_floating() && !d.is_integer() {
            let text = format!("{what} must be either floating point or integer");
            return Err(Error::new(ErrorKind::Attribute, text));
        }
    }
    if x.dtype() == dtype {
        return ops::identity(x);
    }
    let convert = if saturate { ops::saturate_cast } else { ops::cast };
    match (x.dtype().is_integer(), dtype.is_integer()) {
        (true, true) => convert_integers(x, dtype, convert),
        (false, false) => ops::cast(x, dtype),
        (true, false) => (x.cast(dtype) * (1.0 / max(x.dtype()) as f64)).tensor(),
        (false, true) => {
            // The half keeps values that a round trip made a little too small from falling to the next integer.
            (x * (max(dtype) as f64 + 0.5)).map(|x| convert(x, dtype)).tensor()
        }
    }
}

/// Integers scaled by the ratio of the two ranges, a power of two.
fn convert_integers(x: &Tensor, dtype: DType, convert: fn(&Tensor, DType) -> Result<Tensor>) -> Result<Tensor> {
    let (from, to) = (max(x.dtype()) + 1, max(dtype) + 1);
    if from > to {
        let ratio = from / to;
        return convert(&non_differentiable("FloorDiv", &[x], move |x| divide(x[0], ratio))?, dtype);
    }
    let y = convert(x, dtype)?;
    ops::multiply(&y, &ops::like(&y, (to / from) as f64)?)
}

fn divide(x: &Array, by: i128) -> Result<Array> {
    let y = match x.dtype() {
        DType::UInt64 => map::<u64, i64>(x, |v| (i128::from(v) / by) as i64),
        _ => map::<i64, i64>(&x.cast(DType::Int64)?, |v| i128::from(v).div_euclid(by) as i64),
    };
    y?.cast(x.dtype())
}

/// The largest number of an integer dtype.
fn max(dtype: DType) -> i128 {
    (1 << (dtype.size() * 8 - usize::from(!dtype.is_unsigned()))) - 1
}
