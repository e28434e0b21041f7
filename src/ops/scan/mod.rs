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

use super::def::{Input, Literal, OpDef, Param, Sample, flag, int, on, tensor, with};
use crate::error::{Error, Result};
use crate::kernels::scan::Chain;
use crate::shape::normalize_axis;
use crate::tensor::Tensor;

pub(super) const TABLES: &[&[OpDef]] = &[log_sum_exp::OPS, product::OPS, sum::OPS];

const PARAMS: &[Param] = &[tensor("x"), int("axis", 0), flag("exclusive", false), flag("reverse", false)];

const EXCLUSIVE: (&str, Literal) = ("exclusive", Literal::Bool(true));
const REVERSE: (&str, Literal) = ("reverse", Literal::Bool(true));

const SAMPLES: &[Sample] = &[
    on(&[Input::Real(&[4], -2.0, 2.0)]),
    with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("axis", Literal::Int(1)), EXCLUSIVE]),
    with(&[Input::Real(&[2, 3, 2], -2.0, 2.0)], &[("axis", Literal::Int(-2)), REVERSE]),
    with(&[Input::Real(&[3, 2], -2.0, 2.0)], &[EXCLUSIVE, REVERSE]),
];

const INCLUSIVE_SAMPLES: &[Sample] = &[
    on(&[Input::Real(&[4], -2.0, 2.0)]),
    with(&[Input::Real(&[2, 3, 2], -2.0, 2.0)], &[("axis", Literal::Int(-2)), REVERSE]),
];

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
