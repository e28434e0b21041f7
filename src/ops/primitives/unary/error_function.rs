//! The error function and its complement.

use std::f64::consts::FRAC_2_SQRT_PI;

use super::unary;
use crate::ops::prelude::*;

unary! {
    /// The error function, element by element.
    ///
    /// >>> tf.math.erf(tf.constant(0.)).numpy().item()
    /// 0.0
    erf: Erf |x| x.erf(),
        grad: Rule::X(|g, x| g * FRAC_2_SQRT_PI * bell(x));

    /// `1 - erf(x)`, element by element, exact in the tail.
    ///
    /// >>> tf.math.erfc(tf.constant(0.)).numpy().item()
    /// 1.0
    erfc: Erfc |x| x.erfc(),
        grad: Rule::X(|g, x| g * -FRAC_2_SQRT_PI * bell(x));
}

/// What the derivative of the error function has beside `2 / sqrt(pi)`: `e ** -(x * x)`.
fn bell(x: &Tensor) -> Formula {
    (-x.square()).exp()
}
