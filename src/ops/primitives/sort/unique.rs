//! The distinct elements of a vector, or slices along an axis. TensorFlow registers no gradient for them, and neither does this library.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::interrupt::Pace;
use crate::memory::{try_collect, try_push, try_reserve, try_room, try_vec, try_with_capacity};
use crate::op::{Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::shape::{Few, normalize_axis};

pub(super) const OPS: &[OpDef] = &[UNIQUE, UNIQUE_WITH_COUNTS, UNIQUE_ALONG, UNIQUE_ALONG_WITH_COUNTS];

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

/// `raw_ops` has them: TensorFlow has no function for them.
const ALONG: &[Param] =
    &[free("x"), Param::new("axis", Kind::Ints), Param::new("out_idx", Kind::DType).or(Literal::DType(DType::Int32))];

const UNIQUE_ALONG: OpDef = OpDef {
    name: "_unique_along",
    op_type: "UniqueV2",
    doc: "As `unique`, of the slices of `x` along an axis; `axis` is a list of one, or of none for a vector.\n\n\
          >>> y, idx = tf.raw_ops.UniqueV2(x=[[1, 2], [3, 4], [1, 2]], axis=[0])\n>>> y.numpy().tolist()\n\
          [[1, 2], [3, 4]]",
    params: ALONG,
    call: |a| Ok(Value::Named("UniqueV2", &["y", "idx"], unique_along(a.tensor(0), a.ints(1), a.dtype(2), false)?)),
    samples: &[],
};

const UNIQUE_ALONG_WITH_COUNTS: OpDef = OpDef {
    name: "_unique_along_with_counts",
    op_type: "UniqueWithCountsV2",
    doc: "As `_unique_along`, with the number of times that each slice appears.",
    params: ALONG,
    call: |a| {
        let found = unique_along(a.tensor(0), a.ints(1), a.dtype(2), true)?;
        Ok(Value::Named("UniqueWithCountsV2", &["y", "idx", "count"], found))
    },
    samples: &[],
};

/// The distinct elements, and the index among them of each element.
pub fn unique(x: &Tensor, out_idx: DType) -> Result<Vec<Tensor>> {
    apply_all(Unique { out_idx, counts: false, axis: None }, &[x])
}

/// As [`unique`], with the number of times that each appears.
pub fn unique_with_counts(x: &Tensor, out_idx: DType) -> Result<Vec<Tensor>> {
    apply_all(Unique { out_idx, counts: true, axis: None }, &[x])
}

/// As these, of the slices along the one axis that is named; of a vector's elements where none is.
fn unique_along(x: &Tensor, axis: &[i64], out_idx: DType, counts: bool) -> Result<Vec<Tensor>> {
    let (op, rank) = (if counts { "UniqueWithCountsV2" } else { "UniqueV2" }, x.rank());
    let axis = match *axis {
        [] => None,
        [axis] => match normalize_axis(axis, rank) {
            None => return Err(Error::invalid(op, format!("axis has to be between [0, {rank})"))),
            some => some,
        },
        _ => return Err(Error::invalid(op, "axis does not support input tensors larger than 1 elements")),
    };
    apply_all(Unique { out_idx, counts, axis: Some(axis) }, &[x])
}

#[derive(Debug)]
struct Unique {
    out_idx: DType,
    counts: bool,
    /// Whether an axis was asked for, and named.
    axis: Option<Option<usize>>,
}

impl Op for Unique {
    fn op_type(&self) -> &'static str {
        match (self.counts, self.axis) {
            (false, None) => "Unique",
            (true, None) => "UniqueWithCounts",
            (false, Some(_)) => "UniqueV2",
            (true, Some(_)) => "UniqueWithCountsV2",
        }
    }
    fn outputs(&self) -> usize {
        if self.counts { 3 } else { 2 }
    }
    fn forward_all(&self, x: &[&Array]) -> Result<Vec<Array>> {
        let op = self.op_type();
        DTypes::INDEX.check(op, "out_idx", self.out_idx)?;
        let axis = self.axis.flatten();
        if axis.is_none() && x[0].shape().rank() != 1 {
            return Err(Error::invalid(op, "unique expects a 1D vector."));
        }
        // The axis in front.
        let mut order: SmallVec<[usize; 8]> = (0..x[0].shape().rank()).few();
        order[..=axis.unwrap_or(0)].rotate_right(1);
        let rows = x[0].permute(&order);
        let (firsts, indices) = distinct_rows(&rows)?;
        let mut counts = try_vec(firsts.len(), 0i64)?;
        let mut pace = Pace::default();
        for &i in &indices {
            counts[i as usize] += 1;
            pace.after(1)?;
        }
        let mut outputs =
            vec![select(&rows, &firsts)?.permute(&inverse(&order)), Array::vector(&indices)?.cast(self.out_idx)?];
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

/// Where each distinct row first stands, and the number of the distinct row that each row is.
fn distinct_rows(x: &Array) -> Result<(Vec<usize>, Vec<i64>)> {
    let elements = distinct_elements(x)?;
    if x.shape().rank() == 1 {
        return Ok(elements);
    }
    // Rows are equal where their elements have the same numbers.
    let (rows, width) = (x.shape()[0], x.shape()[1..].iter().product::<usize>());
    distinct((0..rows).map(|row| Some(&elements.1[row * width..(row + 1) * width])))
}

fn inverse(order: &[usize]) -> SmallVec<[usize; 8]> {
    (0..order.len()).map(|axis| order.iter().position(|&o| o == axis).unwrap_or(axis)).few()
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
    let mut numbers = Numbers::of_at_most(keys.len())?;
    let (mut firsts, mut indices) = (Vec::new(), try_with_capacity(keys.len())?);
    let mut pace = Pace::default();
    for (place, key) in keys.enumerate() {
        pace.after(1)?;
        let next = firsts.len() as i64;
        let index = match key {
            Some(key) => numbers.of(key, next)?,
            None => next,
        };
        if index == next {
            try_push(&mut firsts, place)?;
        }
        indices.push(index);
    }
    Ok((firsts, indices))
}

/// The keys met so far with the numbers they were given.
///
/// A table that is full moves as a whole, during which nobody looks for signals: of many keys each table has a part.
struct Numbers<K> {
    parts: Vec<FxHashMap<K, i64>>,
}

impl<K: Hash + Eq> Numbers<K> {
    /// As many keys as a table may hold, if hashes were even.
    const PART: usize = 1 << 18;

    fn of_at_most(keys: usize) -> Result<Self> {
        let mut parts = Vec::new();
        try_reserve(&mut parts, (keys / Self::PART + 1).next_power_of_two())?;
        // bounded: by the room that was made
        parts.resize_with(parts.capacity(), FxHashMap::default);
        Ok(Self { parts })
    }

    /// The number of a key: `next` for a new one.
    fn of(&mut self, key: K, next: i64) -> Result<i64> {
        let part = match self.parts.len() {
            1 => 0,
            // Bits between those that the table itself looks at first, the lowest and the highest.
            parts => (FxBuildHasher.hash_one(&key) >> 32) as usize % parts,
        };
        let known = &mut self.parts[part];
        try_room(known)?;
        Ok(*known.entry(key).or_insert(next))
    }
}

/// The rows at `firsts`.
fn select(x: &Array, firsts: &[usize]) -> Result<Array> {
    let width = x.shape()[1..].iter().product::<usize>();
    let places = &try_collect(firsts.iter().flat_map(|&row| row * width..(row + 1) * width))?;
    let shape = Shape::new(&[firsts.len()]).concat(&x.shape()[1..]);
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
