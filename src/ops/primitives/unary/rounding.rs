//! Rounding, magnitude and sign.

use super::{call, unary};
use crate::ops::prelude::*;

unary! {
    /// The largest integer not above `x`, element by element; no gradient.
    ///
    /// >>> tf.floor(tf.constant([1.5, -1.5])).numpy().tolist()
    /// [1.0, -2.0]
    floor: Floor |x| x.floor(),
        grad: Rule::None;

    /// The smallest integer not below `x`, element by element; no gradient.
    ///
    /// >>> tf.math.ceil(tf.constant([1.5, -1.5])).numpy().tolist()
    /// [2.0, -1.0]
    ceil: Ceil |x| x.ceil(),
        grad: Rule::None;

    /// The nearest integer, halves to even, element by element; no gradient.
    ///
    /// >>> tf.math.rint(tf.constant([0.5, 1.5])).numpy().tolist()
    /// [0.0, 2.0]
    rint: Rint |x| x.round_ties_even(),
        grad: Rule::None;

    /// The nearest integer, halves to even, element by element; integers stay. No gradient.
    ///
    /// >>> tf.round(tf.constant([0.5, 1.5, 2.5])).numpy().tolist()
    /// [0.0, 2.0, 2.0]
    round: Round |x| x.round_ties_even(),
        grad: Rule::None,
        integer: Some(|x| x);

    /// -1, 0 or 1, element by element (`x / |x|` for complex numbers); the gradient is 0.
    ///
    /// >>> tf.sign(tf.constant([-3., 0., 2.])).numpy().tolist()
    /// [-1.0, 0.0, 1.0]
    sign: Sign |x| R::select(x > R::of(0.0), R::of(1.0), R::select(x < R::of(0.0), R::of(-1.0), x)),
        grad: Rule::Zeros,
        integer: Some(|x| x.signum()),
        complex: Some(|x| if x.norm_sqr() == 0.0 { x } else { x / x.norm() });

    /// `|x|`, element by element; real for complex numbers. The gradient at 0 is 0.
    ///
    /// >>> tf.abs(tf.constant([-1., 2.])).numpy().tolist()
    /// [1.0, 2.0]
    abs: Abs |x| x.abs(),
        grad: Rule::X(|g, x| g * x.sign()),
        entry: Some(magnitude),
        integer: Some(|x| x.abs());
}

/// Of a real tensor the operation `Abs`, which unsigned integers do not have, of a complex one `ComplexAbs`.
fn magnitude(x: &Tensor) -> Result<Tensor> {
    if x.dtype().is_complex() {
        return ops::complex_abs(x);
    }
    if x.dtype().is_unsigned() { ops::identity(x) } else { call::<Abs>(x) }
}
