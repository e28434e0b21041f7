//! The linear recurrence `h[k] = b[k] + a[k] h[k - 1]` and the shift by one step: what gradients of scans are made of.
//!
//! The two are closed under differentiation: the gradient of either is a formula of the same two, walked the other way.

use crate::kernels::scan;
use crate::kernels::scan::Chain;
use crate::op::Along;
use crate::ops::prelude::*;

const TAKES: Takes = Takes::FLOATING.and(DTypes::COMPLEX);

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

impl Primitive for Recurrence {
    const OP_TYPE: &'static str = "LinearRecurrence";
    const TAKES: Takes = TAKES.alike(2);
    const GRAD: &'static [Rule<Self>] = &[
        Rule::XY(|g, a, h| {
            let (Recurrence { chain, lagged }, h, db) = (g.op, h.conj(), adjoint(g, a));
            if *lagged { db.shift(&chain.reversed(), 0.0) * h } else { db * h.shift(chain, 0.0) }
        }),
        Rule::A(adjoint),
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: inexact => {
            scan::recurrence::<T>(x[0], x[1], &self.chain, self.lagged)
        })
    }
}

/// The same recurrence from the end, of the cotangent.
fn adjoint(g: &Cotangent<Recurrence>, a: &Tensor) -> Formula {
    a.conj().recurrence(g, &g.op.chain.reversed(), !g.op.lagged)
}

#[derive(Debug)]
struct Shift {
    chain: Chain,
    fill: f64,
}

impl Primitive for Shift {
    const OP_TYPE: &'static str = "Shift";
    const TAKES: Takes = TAKES;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.shift(&g.op.chain.reversed(), 0.0))];

    fn along(&self) -> Along {
        if self.fill == 0.0 { Along::Linear } else { Along::Gradient }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: inexact => {
            scan::shift::<T>(x[0], &self.chain, <T as Element>::cast_from(self.fill))
        })
    }
}
