//! The linear recurrence `h[k] = b[k] + a[k] h[k - 1]` and the shift by one step: what gradients of scans are made of.
//!
//! The two are closed under differentiation: the gradient of either is a formula of the same two, walked the other way.

use smallvec::smallvec;

use crate::array::Array;
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::scan;
use crate::kernels::scan::Chain;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::{apply, refuse};
use crate::tensor::Tensor;

/// `h[k] = b[k] + a[k] h[before k]`, or `a[before k]` if `lagged`, along the chain. `a` may lack leading axes of `b`.
pub(in crate::ops) fn recurrence(a: &Tensor, b: &Tensor, chain: &Chain, lagged: bool) -> Result<Tensor> {
    let a = ops::broadcast_to_shape(a, b.shape())?;
    apply(Recurrence { chain: chain.clone(), lagged }, &[&a, b])
}

/// `y[k] = x[before k]` along the chain; `fill` where nothing comes before.
pub(in crate::ops) fn shift(x: &Tensor, chain: &Chain, fill: f64) -> Result<Tensor> {
    apply(Shift { chain: chain.clone(), fill }, &[x])
}

#[derive(Debug)]
struct Recurrence {
    chain: Chain,
    lagged: bool,
}

impl Op for Recurrence {
    fn op_type(&self) -> &'static str {
        "LinearRecurrence"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let dtype = x[0].dtype();
        if matches!(dtype, DType::Float16 | DType::BFloat16) {
            let (a, b) = (x[0].cast(DType::Float32)?, x[1].cast(DType::Float32)?);
            return self.forward(&[&a, &b])?.cast(dtype);
        }
        crate::with_dtype!(dtype, T: inexact => {
            scan::recurrence::<T>(x[0], x[1], &self.chain, self.lagged)
        }, else Err(refuse(self.op_type(), dtype)))
    }

    fn keep(&self, tracked: Mask) -> Keep {
        Keep { inputs: Mask::one(0), outputs: Mask::one(0).when(tracked.has(0)) }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let back = self.chain.reversed();
        let db = recurrence(&ops::conj(s.x(0))?, &g[0], &back, !self.lagged)?;
        if !s.wants(0) {
            return Ok(smallvec![None, Some(db)]);
        }
        let h = ops::conj(s.y(0))?;
        let da = if self.lagged {
            ops::multiply(&shift(&db, &back, 0.0)?, &h)?
        } else {
            ops::multiply(&db, &shift(&h, &self.chain, 0.0)?)?
        };
        Ok(smallvec![Some(da), Some(db)])
    }

    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Shift {
    chain: Chain,
    fill: f64,
}

impl Op for Shift {
    fn op_type(&self) -> &'static str {
        "Shift"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let dtype = x[0].dtype();
        if matches!(dtype, DType::Float16 | DType::BFloat16) {
            return self.forward(&[&x[0].cast(DType::Float32)?])?.cast(dtype);
        }
        crate::with_dtype!(dtype, T: inexact => {
            scan::shift::<T>(x[0], &self.chain, <T as crate::dtype::Element>::cast_from(self.fill))
        }, else Err(refuse(self.op_type(), dtype)))
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }

    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(shift(&g[0], &self.chain.reversed(), 0.0)?)])
    }

    fn batched(&self) -> bool {
        true
    }
}
