//! Powers, products with logarithms, and the angle of a point.

use super::{BOTH_POSITIVE, Multiply, binary, forward};
use crate::kernels::elementwise::map_float;
use crate::kernels::math::{Float, Map, complex};
use crate::ops::graph::is_in_graph;
use crate::ops::prelude::*;
use crate::ops::primitives::unary;
use crate::ops::to_the_letter::is_to_the_letter;

binary! {
    /// `x ** y`, element by element, with broadcasting.
    ///
    /// The gradient with respect to `y` is 0 where `x` is not positive. Errors: `InvalidArgumentError` for an integer
    /// with a negative exponent.
    ///
    /// >>> tf.pow([2., 3.], 2.).numpy().tolist()
    /// [4.0, 9.0]
    pow: Pow |a, b| a.pow(b),
        // Exactly 0 where the exponent is 0.
        da: Rule::AB(|g, a, b| b.equal(0.0).select(0.0, g * b.conj() * a.pow(b - 1.0).conj())),
        db: Rule::ABY(|g, a, _, y| g * y.conj() * a.log_positive().conj()),
        samples: BOTH_POSITIVE,
        integer: Some(integer_power),
        complex: Some(complex::pow),
        special: Some(common_power),
        scalar_tail: true;

    /// The angle in radians, between -pi and pi, of the point (`x`, `y`).
    ///
    /// >>> tf.atan2(0., 1.).numpy().item()
    /// 0.0
    atan2: Atan2 |a, b| a.atan2(b),
        da: Rule::AB(|g, a, b| b * (g / norm_square(a, b))),
        db: Rule::AB(|g, a, b| -a * (g / norm_square(a, b))),
        params: &[tensor("y"), tensor("x")],
        samples: BOTH_POSITIVE;

    /// `x * log(y)`, element by element, and 0 where `x` is 0.
    ///
    /// >>> tf.math.xlogy(0., 0.).numpy().item()
    /// 0.0
    xlogy: Xlogy |a, b| R::select(a == R::of(0.0), R::of(0.0), a * b.log()),
        da: Rule::AB(|g, a, b| g * indicator(a).xlogy(b)),
        db: Rule::AB(|g, a, b| g * a.xdivy(b)),
        scalar_tail: true,
        samples: BOTH_POSITIVE,
        complex: Some(|a, b| if a.norm_sqr() == 0.0 { a } else { a * complex::log(b) }),
        steps: true;

    /// `x * log(1 + y)`, element by element, and 0 where `x` is 0.
    ///
    /// >>> tf.math.xlog1py(0., -1.).numpy().item()
    /// 0.0
    xlog1py: Xlog1py |a, b| R::select(a == R::of(0.0), R::of(0.0), a * b.log1p()),
        da: Rule::AB(|g, a, b| g * indicator(a).xlog1py(b)),
        db: Rule::AB(|g, a, b| g * a.xdivy(b + 1.0)),
        samples: BOTH_POSITIVE,
        complex: Some(|a, b| if a.norm_sqr() == 0.0 { a } else { a * complex::log1p(b) }),
        steps: true;

    /// `x / y`, element by element, and 0 where `x` is 0.
    ///
    /// >>> tf.math.xdivy(0., 0.).numpy().item()
    /// 0.0
    xdivy: Xdivy |a, b| R::select(a == R::of(0.0), R::of(0.0), a / b),
        da: Rule::AB(|g, a, b| g * indicator(a).xdivy(b)),
        db: Rule::AB(|g, a, b| -g * a.xdivy(b).xdivy(b)),
        samples: BOTH_POSITIVE,
        complex: Some(|a, b| if a.norm_sqr() == 0.0 { a } else { a / b });
}

fn integer_power(a: i128, b: i128) -> Result<i128> {
    if b < 0 {
        return Err(Error::invalid("Pow", "Integers to negative integer powers are not allowed"));
    }
    let (mut base, mut exponent, mut product) = (a, b, 1i128);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    Ok(product)
}

/// Small whole exponents need no logarithm: a cube of two products is off by one unit in the last place at most. Graphs of
/// TensorFlow take roots and reciprocals too; its eager code has neither these nor products.
fn common_power(a: &Array, b: &Array) -> Option<Result<Array>> {
    if b.shape().rank() != 0 || !matches!(b.dtype(), DType::Float32 | DType::Float64) {
        return None;
    }
    let in_graph = is_in_graph();
    let by_products = in_graph || b.dtype() != DType::Float32 || !is_to_the_letter();
    match b.item::<f64>() {
        0.0 => Some(Array::scalar(1.0).cast(b.dtype()).and_then(|one| one.broadcast_to(a.shape()))),
        1.0 => Some(Ok(a.clone())),
        2.0 if by_products => Some(forward::<Multiply>(a, a)),
        3.0 if by_products => Some(cube(a)),
        0.5 if in_graph => Some(unary::forward::<unary::Sqrt>(&[a])),
        -0.5 if in_graph => Some(unary::forward::<unary::Rsqrt>(&[a])),
        -1.0 if in_graph => Some(unary::forward::<unary::Reciprocal>(&[a])),
        _ => None,
    }
}

/// `x * (x * x)`.
struct Cube;

impl Map<1> for Cube {
    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        x * (x * x)
    }
}

fn cube(x: &Array) -> Result<Array> {
    match x.dtype() {
        DType::Float32 => map_float::<_, f32>(&Cube, x),
        _ => map_float::<_, f64>(&Cube, x),
    }
}

/// 1 where `x` is not 0, else 0.
fn indicator(x: &Tensor) -> Formula {
    x.not_equal(0.0).cast(x.dtype())
}

/// `a ** 2 + b ** 2`.
fn norm_square(a: &Tensor, b: &Tensor) -> Formula {
    a.square() + b.square()
}
