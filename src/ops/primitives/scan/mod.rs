//! Scans along one axis: running sums, products and log-sum-exps.
//!
//! Their gradients are scans as well: of sums in the other direction, of products and log-sum-exps through a linear
//! recurrence (see [`recurrence`]) that never divides, so that zeros and infinities of one element do not spoil others.

mod log_sum_exp;
mod product;
mod recurrence;
mod sum;

pub use log_sum_exp::*;
pub use product::*;
pub(in crate::ops) use recurrence::*;
pub use sum::*;

use crate::kernels::scan::Chain;
use crate::ops::prelude::*;
use crate::shape::normalize_axis;

pub(super) const TABLES: &[&[OpDef]] = &[log_sum_exp::OPS, product::OPS, sum::OPS];

const PARAMS: &[Param] = &[tensor("x"), int("axis", 0), flag("exclusive", false), flag("reverse", false)];

/// What sums and products take. Those of 16-bit floats are computed in `float64`, or step by step in TensorFlow's place.
const TAKES: Takes = Takes::native(DTypes::FLOATING.or(DTypes::of(&[DType::Int64])))
    .through(DTypes::INTEGER, DType::Int64)
    .and_complex();

const EXCLUSIVE: (&str, Literal) = ("exclusive", Bool(true));
const REVERSE: (&str, Literal) = ("reverse", Bool(true));

const SAMPLES: &[Sample] = &[
    on(&[reals(&[4])]),
    with(&[reals(&[2, 3])], &[("axis", Int(1)), EXCLUSIVE]),
    with(&[reals(&[2, 3, 2])], &[("axis", Int(-2)), REVERSE]),
    with(&[reals(&[3, 2])], &[EXCLUSIVE, REVERSE]),
];

const INCLUSIVE_SAMPLES: &[Sample] = &[on(&[reals(&[4])]), with(&[reals(&[2, 3, 2])], &[("axis", Int(-2)), REVERSE])];

/// What a scan is asked for.
#[derive(Clone, Debug)]
struct Scan {
    chain: Chain,
    exclusive: bool,
}

impl Scan {
    fn new(op: &'static str, x: &Tensor, axis: i64, exclusive: bool, reverse: bool) -> Result<Scan> {
        let rank = x.rank();
        let axis = normalize_axis(axis, rank).ok_or_else(|| {
            let low = -(rank as i64);
            Error::invalid(op, format!("ScanOp: Expected scan axis in the range [{low}, {rank}), but got {axis}"))
        })?;
        Ok(Scan { chain: Chain { from_last: rank - 1 - axis, reverse, breaks: None }, exclusive })
    }

    fn reversed(&self) -> Scan {
        Scan { chain: self.chain.reversed(), ..*self }
    }
}
