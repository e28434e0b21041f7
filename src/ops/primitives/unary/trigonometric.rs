//! Trigonometric functions and their inverses; angles in radians.

use super::{INSIDE_ONE, unary};
use crate::kernels::math::complex;
use crate::ops::prelude::*;

unary! {
    /// The sine of an angle in radians, element by element; NaN at infinity.
    ///
    /// >>> tf.sin(tf.constant(0.)).numpy().item()
    /// 0.0
    sin: Sin |x| x.sin(),
        grad: Rule::X(|g, x| g * x.conj().cos()),
        complex: Some(complex::sin),
        moderate: true,
        scalar_tail: true;

    /// The cosine of an angle in radians, element by element; NaN at infinity.
    ///
    /// >>> tf.cos(tf.constant(0.)).numpy().item()
    /// 1.0
    cos: Cos |x| x.cos(),
        grad: Rule::X(|g, x| -g * x.conj().sin()),
        complex: Some(complex::cos),
        moderate: true,
        scalar_tail: true;

    /// The tangent of an angle in radians, element by element.
    ///
    /// >>> tf.tan(tf.constant(0.)).numpy().item()
    /// 0.0
    tan: Tan |x| x.tan(),
        grad: Rule::Y(|g, y| g * (1.0 + y.conj().square())),
        samples: INSIDE_ONE,
        complex: Some(complex::tan),
        moderate: true;

    /// The angle in radians whose sine is `x`; NaN outside -1 to 1, infinite derivative at the ends.
    ///
    /// >>> tf.asin(tf.constant(0.)).numpy().item()
    /// 0.0
    asin: Asin |x| x.asin(),
        grad: Rule::X(|g, x| g * other_leg(x.conj()).reciprocal()),
        samples: INSIDE_ONE,
        complex: Some(complex::asin),
        scalar_tail: true;

    /// The angle in radians whose cosine is `x`; NaN outside -1 to 1, infinite derivative at the ends.
    ///
    /// >>> tf.acos(tf.constant(1.)).numpy().item()
    /// 0.0
    acos: Acos |x| x.acos(),
        grad: Rule::X(|g, x| -g * other_leg(x.conj()).reciprocal()),
        samples: INSIDE_ONE,
        complex: Some(complex::acos),
        scalar_tail: true;

    /// The angle in radians, between -pi/2 and pi/2, whose tangent is `x`.
    ///
    /// >>> tf.atan(tf.constant(0.)).numpy().item()
    /// 0.0
    atan: Atan |x| x.atan(),
        grad: Rule::X(|g, x| g * (1.0 + x.conj().square()).reciprocal()),
        complex: Some(complex::atan),
        scalar_tail: true;
}

/// The cosine of the angle whose sine is `x`, and the sine of the one whose cosine it is: `sqrt(1 - x * x)`.
fn other_leg(x: Formula) -> Formula {
    (1.0 - x.square()).sqrt()
}
