//! The distinct elements of a vector. TensorFlow registers no gradient for them, and neither does this library.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::interrupt::Pace;
use crate::memory::{try_collect, try_push, try_room, try_vec, try_with_capacity};
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[UNIQUE, UNIQUE_WITH_COUNTS];

const PARAMS: &[Param] = &[free("x"), Param::new("out_idx", Kind::DType).or(Literal::DType(DType::Int32))];

const UNIQUE: OpDef = OpDef {
    name: "unique",
    op_type: "Unique",
    doc: "The distinct elements `y` of a vector in the order of their first appearance, and for each element of the \
          vector its index `idx` in `y`: `(y, idx)`.\n\n\
          Zeros of both signs are equal, NaN differs from everything. `out_idx` is the dtype of `idx`, `int32` or \
          `int64`. Errors: `InvalidArgumentError` for another rank; `LookupError` when differentiated.\n\n\
          >>> y, idx = tf.unique([7, 2, 7])\n>>> y.numpy().tolist(), idx.numpy().tolist()\n([7, 2], [0, 1, 0])",
    params: PARAMS,
    call: |a| Ok(Value::Named("Unique", &["y", "idx"], unique(a.tensor(0), a.dtype(1))?)),
    samples: &[],
};

const UNIQUE_WITH_COUNTS: OpDef = OpDef {
    name: "unique_with_counts",
    op_type: "UniqueWithCounts",
    doc: "As `unique`, with the number of times that each element of `y` appears: `(y, idx, count)`.\n\n\
          `out_idx` is the dtype of `idx` and `count`, `int32` or `int64`. Errors: `InvalidArgumentError` for another \
          rank; `LookupError` when differentiated.\n\n\
          >>> tf.unique_with_counts([7, 2, 7]).count.numpy().tolist()\n[2, 1]",
    params: PARAMS,
    call: |a| {
        let found = unique_with_counts(a.tensor(0), a.dtype(1))?;
        Ok(Value::Named("UniqueWithCounts", &["y", "idx", "count"], found))
    },
    samples: &[],
};

/// The distinct elements, and the index among them of each element.
pub fn unique(x: &Tensor, out_idx: DType) -> Result<Vec<Tensor>> {
    apply_all(Unique { out_idx, counts: false }, &[x])
}

/// As [`unique`], with the number of times that each appears.
pub fn unique_with_counts(x: &Tensor, out_idx: DType) -> Result<Vec<Tensor>> {
    apply_all(Unique { out_idx, counts: true }, &[x])
}

#[derive(Debug)]
struct Unique {
    out_idx: DType,
    counts: bool,
}

impl Op for Unique {
    fn op_type(&self) -> &'static str {
        if self.counts { "UniqueWithCounts" } else { "Unique" }
    }
    fn outputs(&self) -> usize {
        if self.counts { 3 } else { 2 }
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let op = self.op_type();
        DTypes::INDEX.check(op, "out_idx", self.out_idx)?;
        if x[0].shape().rank() != 1 {
            return Err(Error::invalid(op, "unique expects a 1D vector."));
        }
        let (firsts, indices) = distinct_elements(x[0])?;
        let mut counts = try_vec(firsts.len(), 0i64)?;
        let mut pace = Pace::default();
        for &i in &indices {
            counts[i as usize] += 1;
            pace.after(1)?;
        }
        let mut outputs = vec![select(x[0], &firsts)?, Array::vector(&indices)?.cast(self.out_idx)?];
        if self.counts {
            outputs.push(Array::vector(&counts)?.cast(self.out_idx)?);
        }
        Ok(outputs)
    }
    fn gradient(&self) -> Gradient {
        Gradient::Missing
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::BOTH
    }
    fn grad(&self, s: &Saved, _: &[Tensor]) -> Result<Grads> {
        // bounded: by the inputs that the operation names
        Ok(Grads::from_elem(None, s.len()))
    }
}

/// Where each distinct element first stands, and the number of the distinct element that each element is.
fn distinct_elements(x: &Array) -> Result<(Vec<usize>, Vec<i64>)> {
    if let Some(strings) = x.strings()? {
        return distinct(strings.into_iter().map(Some));
    }
    let x = x.contiguous()?;
    crate::with_dtype!(x.dtype(), T: any => {
        use crate::dtype::Element;
        distinct(x.slice::<T>().iter().map(|&v| if T::DTYPE.is_trainable() {
            // Adding zero makes -0 a 0.
            let c = v.to_c128() + 0.0;
            (!c.re.is_nan() && !c.im.is_nan()).then(|| (c.re.to_bits(), (c.im + 0.0).to_bits()))
        } else {
            Some((v.to_i64() as u64, 0))
        }))
    }, else Ok((Vec::new(), Vec::new())))
}

/// As [`distinct_elements`], of keys; `None` equals nothing.
fn distinct<K: Hash + Eq>(keys: impl ExactSizeIterator<Item = Option<K>>) -> Result<(Vec<usize>, Vec<i64>)> {
    let mut known: FxHashMap<K, i64> = FxHashMap::default();
    let (mut firsts, mut indices) = (Vec::new(), try_with_capacity(keys.len())?);
    let mut pace = Pace::default();
    for (place, key) in keys.enumerate() {
        pace.after(1)?;
        let next = firsts.len() as i64;
        try_room(&mut known)?;
        let index = key.map_or(next, |key| *known.entry(key).or_insert(next));
        if index == next {
            try_push(&mut firsts, place)?;
        }
        indices.push(index);
    }
    Ok((firsts, indices))
}

/// The elements of a vector at `places`.
fn select(x: &Array, places: &[usize]) -> Result<Array> {
    let shape = Shape::new(&[places.len()]);
    if let Some(strings) = x.strings()? {
        return Array::from_strings(shape, try_collect(places.iter().map(|&p| strings[p].clone()))?);
    }
    let x = x.contiguous()?;
    crate::with_dtype!(x.dtype(), T: any => {
        let all = x.slice::<T>();
        let mut out = Array::scratch_of::<T>(shape)?;
        let mut pace = Pace::default();
        for (out, &p) in out.slice_mut::<T>().iter_mut().zip(places) {
            *out = all[p];
            pace.after(1)?;
        }
        Ok(out)
    }, else Ok(x))
}
