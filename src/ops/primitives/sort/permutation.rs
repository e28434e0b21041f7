//! The inverse of a permutation.

use crate::interrupt::Pace;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[INVERT_PERMUTATION];

const INVERT_PERMUTATION: OpDef = OpDef {
    name: "invert_permutation",
    op_type: "InvertPermutation",
    doc: "The permutation that undoes `x`: `y[x[i]] = i`.\n\n\
          `x` is a vector of `int32` or `int64` that holds every number from 0 to its length once. There is no gradient. \
          Errors: `InvalidArgumentError` otherwise.\n\n\
          >>> tf.math.invert_permutation([2, 0, 1]).numpy().tolist()\n[1, 2, 0]",
    params: &[Param::new("x", Kind::Index)],
    call: |a| Ok(invert_permutation(a.tensor(0))?.into()),
    samples: &[],
};

/// The permutation that undoes `x`.
pub fn invert_permutation(x: &Tensor) -> Result<Tensor> {
    const OP: &str = "InvertPermutation";
    DTypes::INDEX.check(OP, "T", x.dtype())?;
    let &[n] = &x.shape()[..] else {
        return Err(Error::invalid(OP, "invert_permutation expects a 1D vector."));
    };
    let mut inverse = Array::full(Shape::new(&[n]), -1i64)?;
    let slots = inverse.slice_mut::<i64>();
    let mut pace = Pace::default();
    for (i, place) in x.to_vec::<i64>()?.into_iter().enumerate() {
        pace.after(1)?;
        let slot = usize::try_from(place).ok().and_then(|p| slots.get_mut(p));
        match slot {
            None => return Err(Error::invalid(OP, format!("{place} is not between 0 and {n}"))),
            Some(-1) => slots[place as usize] = i as i64,
            Some(_) => return Err(Error::invalid(OP, format!("{place} is duplicated in the input."))),
        }
    }
    Ok(Tensor::new(inverse.cast(x.dtype())?))
}
