//! A tensor cut into pieces along an axis.

use crate::memory::{try_collect, try_vec};
use crate::ops::prelude::*;
use crate::ops::split_lengths;
use crate::shape::normalize_axis;

pub(in crate::ops) const OPS: &[OpDef] = &[SPLIT];

const SPLIT: OpDef = OpDef {
    name: "split",
    op_type: "SplitV",
    doc: "`value` cut along `axis`, as a list: into `num_or_size_splits` equal pieces if it is an integer, else \
          into pieces of those lengths, of which one may be -1 and takes what is left.\n\n\
          `num`, when given, is how many pieces there must be. No data is copied. Errors: `InvalidArgumentError` \
          for lengths that do not add up to the axis, a number of pieces that does not divide it, or an axis out \
          of range.\n\n\
          >>> [t.numpy().tolist() for t in tf.split([1., 2., 3.], [1, -1])]\n[[1.0], [2.0, 3.0]]",
    params: &[
        free("value"),
        Param::new("num_or_size_splits", Kind::Counts),
        int("axis", 0),
        Param::new("num", Kind::Int).or(Literal::None),
    ],
    call: |a| {
        let (value, axis, num) = (a.tensor(0), a.int(2), a.opt_int(3));
        let pieces = match a.get(1) {
            Arg::Ints(sizes) => {
                check_count(num, sizes.len())?;
                split_sizes(value, sizes, axis)?
            }
            Arg::Int(count) => split(value, *count, axis)?,
            _ => return Err(Error::type_error("num_or_size_splits must be an integer or a list of integers")),
        };
        Ok(Value::List(pieces))
    },
    samples: &[
        with(&[Input::Real(&[4, 2], -2.0, 2.0)], &[("num_or_size_splits", Int(2))]),
        with(&[Input::Real(&[2, 5], -2.0, 2.0)], &[("num_or_size_splits", Ints(&[1, -1, 2])), ("axis", Int(-1))]),
    ],
};

fn check_count(num: Option<i64>, sizes: usize) -> Result<()> {
    if num.is_none_or(|num| num == sizes as i64) {
        return Ok(());
    }
    let text = "size of the split_tensor must be 1-D and have the same elements as outputs got 1 -D and";
    Err(Error::invalid("SplitV", format!("{text} {sizes} elements")))
}

fn check_axis(op: &'static str, axis: i64, rank: usize) -> Result<usize> {
    normalize_axis(axis, rank).ok_or_else(|| {
        let text = format!("-input rank(-{rank}) <= split_dim < input rank ({rank}), but got {axis}");
        Error::invalid(op, text)
    })
}

/// `x` cut into `count` equal pieces along `axis`: views.
pub fn split(x: &Tensor, count: i64, axis: i64) -> Result<Vec<Tensor>> {
    let Some(pieces) = usize::try_from(count).ok().filter(|&n| n > 0) else {
        return Err(Error::invalid(
            "Split",
            format!("Value for attr 'num_split' of {count} must be at least minimum 1"),
        ));
    };
    let axis = check_axis("Split", axis, x.rank())?;
    let length = x.shape()[axis];
    if !length.is_multiple_of(pieces) {
        let text = format!(
            "Number of ways to split should evenly divide the split dimension, but got split_dim {axis} (size = {length}) and \
             num_split {count}"
        );
        return Err(Error::invalid("Split", text));
    }
    split_lengths(x, axis, try_vec(pieces, length / pieces)?, "Split")
}

/// `x` cut into pieces of these lengths along `axis`, of which one may be -1: views.
pub fn split_sizes(x: &Tensor, sizes: &[i64], axis: i64) -> Result<Vec<Tensor>> {
    let fail = |text: String| Err(Error::invalid("SplitV", text));
    let axis = check_axis("SplitV", axis, x.rank())?;
    let length = x.shape()[axis] as i64;
    if sizes.is_empty() {
        return fail("Value for attr 'num_split' of 0 must be at least minimum 1".into());
    }
    let open = sizes.iter().filter(|&&s| s == -1).count();
    if open > 1 {
        return fail("There can only be one -1 in the input.".into());
    }
    if let Some(i) = sizes.iter().position(|&s| s < -1) {
        return fail(format!("Split size at index {i} must be >= 0. Got: {}", sizes[i]));
    }
    let total = sizes.iter().filter(|&&s| s >= 0).fold(0i64, |sum, &s| sum.saturating_add(s));
    if total > length || open == 0 && total != length {
        return fail(format!(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less than the \
             size of the input along split_dim if not fully specified.  Got: {total}"
        ));
    }
    let fill = |&s: &i64| if s == -1 { (length - total) as usize } else { s as usize };
    split_lengths(x, axis, try_collect(sizes.iter().map(fill))?, "SplitV")
}
