//! Running log-sum-exps.

use smallvec::smallvec;

use super::{INCLUSIVE_SAMPLES, OpDef, PARAMS, Scan, recurrence, shift};
use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::scan::scan;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::{apply, refuse};
use crate::tensor::Tensor;

pub(super) const OPS: &[OpDef] = &[CUMULATIVE_LOGSUMEXP];

const CUMULATIVE_LOGSUMEXP: OpDef = OpDef {
    name: "cumulative_logsumexp",
    op_type: "CumulativeLogsumexp",
    doc: "The logarithm of the sum of the exponentials of all elements up to each one along `axis`, without overflow.\n\n\
          Without the element itself if `exclusive` (that of nothing is negative infinity), from the end if `reverse`. \
          Takes real floating-point types. Errors: `InvalidArgumentError` for an axis out of range and other types.\n\n\
          >>> [round(v, 4) for v in tf.math.cumulative_logsumexp([0., 0., 0.]).numpy().tolist()]\n[0.0, 0.6931, 1.0986]",
    params: PARAMS,
    call: |a| Ok(cumulative_logsumexp(a.tensor(0), a.int(1), a.bool(2), a.bool(3))?.into()),
    // The first output of an exclusive scan is infinite: no finite differences there.
    samples: INCLUSIVE_SAMPLES,
};

/// The log-sum-exp of all elements up to each one along `axis`.
pub fn cumulative_logsumexp(x: &Tensor, axis: i64, exclusive: bool, reverse: bool) -> Result<Tensor> {
    apply(CumulativeLogsumexp(Scan::new("CumulativeLogsumexp", x, axis, exclusive, reverse)?), &[x])
}

#[derive(Debug)]
struct CumulativeLogsumexp(Scan);

/// A running log-sum-exp: the largest exponent so far, and the sum of exponentials relative to it.
#[derive(Clone, Copy)]
struct Running {
    max: f64,
    sum: f64,
}

impl Running {
    const EMPTY: Running = Running { max: f64::NEG_INFINITY, sum: 0.0 };

    fn with(self, x: f64) -> Running {
        let Running { max, sum } = self;
        if x == max {
            // Infinities as well, whose difference is no number.
            Running { max, sum: sum + 1.0 }
        } else if x < max {
            Running { max, sum: sum + (x - max).exp() }
        } else {
            Running { max: x, sum: sum * (max - x).exp() + 1.0 }
        }
    }

    fn value(self) -> f64 {
        self.max + self.sum.ln()
    }
}

impl Op for CumulativeLogsumexp {
    fn op_type(&self) -> &'static str {
        "CumulativeLogsumexp"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (x, chain, exclusive) = (x[0], &self.0.chain, self.0.exclusive);
        match x.dtype() {
            DType::Float64 => scan(x, chain, exclusive, Running::EMPTY, Running::with, Running::value),
            dtype if dtype.is_floating() => self.forward(&[&x.cast(DType::Float64)?])?.cast(dtype),
            dtype => Err(refuse(self.op_type(), dtype)),
        }
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::BOTH
    }

    /// `dx[k]` is the sum over later `i` of `g[i] exp(x[k] - y[i])`. As `y` grows along the chain, it is computed from
    /// `r[k] = g[k] + exp(y[k] - y[k + 1]) r[k + 1]`, whose exponentials are at most 1, as `exp(x[k] - y[k]) r[k]`.
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (x, y) = (s.x(0), s.y(0));
        let back = self.0.chain.reversed();
        let next = shift(y, &back, f64::INFINITY)?;
        let decay = ops::exp(&ops::subtract(y, &next)?)?;
        let r = recurrence(&decay, &g[0], &back, false)?;
        let dx = if self.0.exclusive {
            ops::multiply(&shift(&r, &back, 0.0)?, &ops::exp(&ops::subtract(x, &next)?)?)?
        } else {
            ops::multiply(&r, &ops::exp(&ops::subtract(x, y)?)?)?
        };
        Ok(smallvec![Some(dx)])
    }

    fn batched(&self) -> bool {
        true
    }
}
