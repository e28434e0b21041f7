//! Running log-sum-exps.

use super::{INCLUSIVE_SAMPLES, PARAMS, Scan};
use crate::kernels::scan::scan;
use crate::ops::prelude::*;

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

const DOUBLE: DTypes = DTypes::of(&[DType::Float64]);

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

impl Primitive for CumulativeLogsumexp {
    const OP_TYPE: &'static str = "CumulativeLogsumexp";
    const TAKES: Takes = Takes::native(DOUBLE).through(DTypes::FLOATING.without(DOUBLE), DType::Float64);
    const GRAD: &'static [Rule<Self>] = &[Rule::XY(gradient)];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        scan(x[0], &self.0.chain, self.0.exclusive, Running::EMPTY, Running::with, Running::value)
    }
}

/// `dx[k]` is the sum over later `i` of `g[i] exp(x[k] - y[i])`. As `y` grows along the chain, it is computed from
/// `r[k] = g[k] + exp(y[k] - y[k + 1]) r[k + 1]`, whose exponentials are at most 1, as `exp(x[k] - y[k]) r[k]`.
fn gradient(g: &Cotangent<CumulativeLogsumexp>, x: &Tensor, y: &Tensor) -> Formula {
    let back = g.op.0.chain.reversed();
    let next = y.shift(&back, f64::INFINITY);
    let r = (y - &next).exp().recurrence(g, &back, false);
    if g.op.0.exclusive { r.shift(&back, 0.0) * (x - next).exp() } else { r * (x - y).exp() }
}
