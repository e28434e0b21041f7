//! Rows gathered into segments, and reductions over each segment.
//!
//! Sorted and unsorted functions differ in how they read their `segment_ids` ([`Segments`]) and in what an empty segment
//! is worth; everything behind that is shared. Gradients go back to the rows through [`pick`] and [`add_up`], which are
//! each other's gradient.

mod extremum;
mod ids;
mod partition;
mod product;
mod rows;
mod stitch;
mod sum;

pub use extremum::*;
pub use partition::*;
pub use product::*;
pub use stitch::*;
pub use sum::*;

use ids::Segments;

use crate::ops::prelude::*;

pub(super) const TABLES: &[&[OpDef]] = &[extremum::OPS, partition::OPS, product::OPS, stitch::OPS, sum::OPS];

const SORTED: &[Param] = &[free("data"), Param::new("segment_ids", Kind::Index)];
const UNSORTED: &[Param] =
    &[free("data"), Param::new("segment_ids", Kind::Index), Param::new("num_segments", Kind::Int)];

const IDS: Input = Input::Ints(&[4], &[0, 0, 2, 2]);
// Every segment has rows: an empty one's maximum is too large for finite differences.
const MIXED_IDS: Input = Input::Ints(&[4], &[1, 0, -1, 1]);
const PLANE_IDS: Input = Input::Ints(&[2, 3], &[1, 0, 1, 1, 0, 2]);

const SORTED_SAMPLES: &[Sample] = &[on(&[reals(&[4]), IDS]), on(&[reals(&[4, 2]), IDS])];
const UNSORTED_SAMPLES: &[Sample] = &[
    with(&[reals(&[4]), MIXED_IDS], &[("num_segments", Int(2))]),
    with(&[reals(&[4, 2]), MIXED_IDS], &[("num_segments", Int(2))]),
    with(&[reals(&[2, 3, 2]), PLANE_IDS], &[("num_segments", Int(3))]),
];

type SortedCall = fn(&Tensor, &Tensor) -> Result<Tensor>;
type UnsortedCall = fn(&Tensor, &Tensor, i64) -> Result<Tensor>;

/// The row of a function with sorted ids.
const fn sorted(
    name: &'static str,
    op_type: &'static str,
    doc: &'static str,
    call: fn(&Args) -> Result<Value>,
) -> OpDef {
    OpDef { name, op_type, doc, params: SORTED, call, samples: SORTED_SAMPLES }
}

/// The row of a function with unsorted ids.
const fn unsorted(
    name: &'static str,
    op_type: &'static str,
    doc: &'static str,
    call: fn(&Args) -> Result<Value>,
) -> OpDef {
    OpDef { name, op_type, doc, params: UNSORTED, call, samples: UNSORTED_SAMPLES }
}

fn call_sorted(f: SortedCall, a: &Args) -> Result<Value> {
    Ok(f(a.tensor(0), a.tensor(1))?.into())
}

fn call_unsorted(f: UnsortedCall, a: &Args) -> Result<Value> {
    Ok(f(a.tensor(0), a.tensor(1), a.int(2))?.into())
}
