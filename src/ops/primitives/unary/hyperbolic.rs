//! Hyperbolic functions and their inverses.

use super::{ABOVE_ONE, INSIDE_ONE, call, fused, is_behind_matrices, unary};
use crate::kernels::math::complex;
use crate::ops::TanhGrad;
use crate::ops::prelude::*;

unary! {
    /// The hyperbolic sine, element by element.
    ///
    /// >>> tf.sinh(tf.constant(0.)).numpy().item()
    /// 0.0
    sinh: Sinh |x| x.sinh(),
        grad: Rule::X(|g, x| g * x.conj().cosh()),
        complex: Some(complex::sinh);

    /// The hyperbolic cosine, element by element.
    ///
    /// >>> tf.cosh(tf.constant(0.)).numpy().item()
    /// 1.0
    cosh: Cosh |x| x.cosh(),
        grad: Rule::X(|g, x| g * x.conj().sinh()),
        complex: Some(complex::cosh);

    /// The hyperbolic tangent, element by element.
    ///
    /// >>> tf.tanh(tf.constant(0.)).numpy().item()
    /// 0.0
    tanh: Tanh |x| x.tanh(),
        grad: fused::<TanhGrad, 1>(),
        complex: Some(complex::tanh),
        entry: Some(|x| if is_behind_matrices(x) { call::<FusedTanh>(x) } else { call::<Tanh>(x) });

    /// [`tanh`] behind a product of matrices and its bias, in a graph.
    fused_tanh: FusedTanh |x| x.fused_tanh(),
        grad: fused::<TanhGrad, 1>(),
        name: "_fused_tanh",
        op_type: "",
        complex: Some(complex::tanh);

    /// The inverse hyperbolic sine, element by element.
    ///
    /// >>> tf.asinh(tf.constant(0.)).numpy().item()
    /// 0.0
    asinh: Asinh |x| x.asinh(),
        grad: Rule::X(|g, x| g / (1.0 + x.conj().square()).sqrt()),
        complex: Some(complex::asinh);

    /// The inverse hyperbolic cosine, element by element; NaN below 1, infinite derivative at 1.
    ///
    /// >>> tf.acosh(tf.constant(1.)).numpy().item()
    /// 0.0
    acosh: Acosh |x| x.acosh(),
        grad: Rule::Y(|g, y| g / y.conj().sinh()),
        samples: ABOVE_ONE,
        complex: Some(complex::acosh);

    /// The inverse hyperbolic tangent, element by element; infinite at -1 and 1, NaN beyond.
    ///
    /// >>> tf.atanh(tf.constant(0.)).numpy().item()
    /// 0.0
    atanh: Atanh |x| x.atanh(),
        grad: Rule::X(|g, x| g * (1.0 - x.conj().square()).reciprocal()),
        samples: INSIDE_ONE,
        complex: Some(complex::atanh);
}

/// [`tanh`], whatever `x` is.
pub(in crate::ops) fn tanh_alone(x: &Tensor) -> Result<Tensor> {
    call::<Tanh>(x)
}
