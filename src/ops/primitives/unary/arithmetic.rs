//! Negation, powers with fixed exponents, roots, conjugation.

use super::{POSITIVE, fused, unary};
use crate::kernels::math::complex;
use crate::kernels::math::estimate::{reciprocal_roots, reciprocals};
use crate::ops::prelude::*;
use crate::ops::{ReciprocalGrad, RsqrtGrad, SqrtGrad};

unary! {
    /// `-x`, element by element.
    ///
    /// >>> tf.negative(tf.constant([1., -2.])).numpy().tolist()
    /// [-1.0, 2.0]
    negative: Negative |x| -x,
        grad: Rule::G(|g| -g),
        op_type: "Neg",
        integer: Some(|x| -x),
        complex: Some(|x| -x);

    /// `x * x`, element by element.
    ///
    /// >>> tf.square(tf.constant(3.)).numpy().item()
    /// 9.0
    square: Square |x| x * x,
        grad: Rule::X(|g, x| g * (2.0 * x.conj())),
        integer: Some(|x| x.wrapping_mul(x)),
        complex: Some(|x| x * x);

    /// The square root, element by element.
    ///
    /// NaN for negative numbers. The derivative at 0 is infinite; where the incoming gradient is 0 it stays 0.
    ///
    /// >>> tf.sqrt(tf.constant([4., 9.])).numpy().tolist()
    /// [2.0, 3.0]
    sqrt: Sqrt |x| x.sqrt(),
        grad: fused::<SqrtGrad, 1>(),
        samples: POSITIVE,
        complex: Some(complex::sqrt);

    /// `1 / sqrt(x)`, element by element.
    ///
    /// Infinite at 0 and NaN for negative numbers.
    ///
    /// >>> tf.math.rsqrt(tf.constant(4.)).numpy().item()
    /// 0.5
    rsqrt: Rsqrt |x| x.rsqrt(),
        grad: fused::<RsqrtGrad, 1>(),
        samples: POSITIVE,
        single: Some(reciprocal_roots),
        complex: Some(complex::rsqrt);

    /// `1 / x`, element by element; infinite at 0.
    ///
    /// >>> tf.math.reciprocal(tf.constant(4.)).numpy().item()
    /// 0.25
    reciprocal: Reciprocal |x| R::of(1.0) / x,
        grad: fused::<ReciprocalGrad, 1>(),
        samples: POSITIVE,
        single: Some(reciprocals),
        complex: Some(complex::reciprocal);

    /// `1 / x`, element by element; 0 at 0.
    ///
    /// >>> tf.math.reciprocal_no_nan(tf.constant([0., 4.])).numpy().tolist()
    /// [0.0, 0.25]
    reciprocal_no_nan: ReciprocalNoNan |x| R::select(x == R::of(0.0), x, R::of(1.0) / x),
        grad: fused::<ReciprocalGrad, 1>(),
        samples: POSITIVE,
        complex: Some(|x| if x.norm_sqr() == 0.0 { x } else { complex::reciprocal(x) });

    /// The complex conjugate; a real tensor is returned as it is.
    ///
    /// >>> tf.math.conj(tf.constant(1 + 2j)).numpy().item()
    /// (1-2j)
    conjugate: Conj |x| x,
        grad: Rule::G(|g| g.conj()),
        name: "conj",
        integer: Some(|x| x),
        complex: Some(|x| x.conj());
}
