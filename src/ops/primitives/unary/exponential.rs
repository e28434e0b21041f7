//! Exponentials and logarithms.

use super::{POSITIVE, fused, unary};
use crate::kernels::math::complex;
use crate::ops::Multiply;
use crate::ops::prelude::*;

unary! {
    /// `e ** x`, element by element.
    ///
    /// >>> tf.exp(tf.constant(0.)).numpy().item()
    /// 1.0
    exp: Exp |x| x.unfused_exp(),
        grad: fused::<Multiply, 0>(),
        complex: Some(complex::exp),
        scalar_tail: true;

    /// `e ** x - 1`, element by element, exact near 0.
    ///
    /// >>> tf.math.expm1(tf.constant(0.)).numpy().item()
    /// 0.0
    expm1: Expm1 |x| x.expm1(),
        grad: Rule::X(|g, x| g * x.conj().exp()),
        complex: Some(complex::expm1),
        scalar_tail: true;

    /// The natural logarithm, element by element.
    ///
    /// Negatively infinite at 0, NaN below; the derivative is `1 / x` everywhere.
    ///
    /// >>> tf.math.log(tf.constant(1.)).numpy().item()
    /// 0.0
    log: Log |x| x.log(),
        grad: Rule::X(|g, x| g * x.conj().reciprocal()),
        samples: POSITIVE,
        complex: Some(complex::log),
        scalar_tail: true;

    /// `log(1 + x)`, element by element, exact near 0.
    ///
    /// >>> tf.math.log1p(tf.constant(0.)).numpy().item()
    /// 0.0
    log1p: Log1p |x| x.log1p(),
        grad: Rule::X(|g, x| g * (1.0 + x.conj()).reciprocal()),
        samples: POSITIVE,
        complex: Some(complex::log1p),
        scalar_tail: true;

    /// `log(x)` for positive `x`, 0 elsewhere: what the gradient of a power is made of.
    log_positive: LogPositive |x| R::select(x > R::of(0.0), x.log(), R::of(0.0)),
        grad: Rule::X(|g, x| g.divide_no_nan(x.relu())),
        name: "_log_positive",
        samples: POSITIVE,
        complex: Some(|x| if x.norm_sqr() == 0.0 { x } else { complex::log(x) });
}
