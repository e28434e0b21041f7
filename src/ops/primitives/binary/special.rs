//! Special functions of two numbers, with gradients with respect to the second.

use super::{binary, scalars};
use crate::kernels::math::special;
use crate::ops::prelude::*;

// No samples: gradients are checked elsewhere, with respect to the second number alone; the first has none.
binary! {
    /// The derivative of order `a` (a whole number) of `digamma` at `x`, element by element.
    ///
    /// The gradient flows to `x` alone.
    ///
    /// >>> bool(tf.math.polygamma(1., 1.) > 1.64)
    /// True
    polygamma: Polygamma |a, x| scalars(a, x, special::polygamma),
        da: Rule::None,
        db: Rule::AB(|g, a, x| g * (a + 1.0).polygamma(x)),
        params: &[tensor("a"), tensor("x")],
        samples: &[];

    /// Hurwitz' zeta function: the sum of `(q + n) ** -x` over `n = 0, 1, ...`, element by element.
    ///
    /// The gradient flows to `q` alone.
    ///
    /// >>> bool(tf.math.zeta(2., 1.) > 1.64)
    /// True
    zeta: Zeta |x, q| scalars(x, q, special::zeta),
        da: Rule::None,
        db: Rule::AB(|g, x, q| -g * (x * (x + 1.0).zeta(q))),
        params: &[tensor("x"), tensor("q")],
        samples: &[];
}
