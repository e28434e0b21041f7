//! The incomplete gamma and beta functions, and neighbours of floating-point numbers.
//!
//! The derivative of `igamma` by its parameter is a function of its own, whose derivative by that parameter is not known
//! here, as in TensorFlow: asking for it is a `LookupError`.

use std::cmp::Ordering;

use super::{binary, scalars};
use crate::kernels::elementwise::zip;
use crate::kernels::math::special;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::ops::prelude::*;

pub(super) const OPS: &[OpDef] = &[BETAINC, LBETA, NEXTAFTER];

const BETAINC: OpDef = OpDef {
    name: "betainc",
    op_type: "Betainc",
    doc: "The regularised incomplete beta function: the chance that a beta variable is below `x`, element by element.\n\n\
          NaN unless `a > 0`, `b > 0` and `0 <= x <= 1`. The three have one shape, or are scalars, and are `float32` or \
          `float64`. The gradient flows to `x` alone. Errors: `InvalidArgumentError` for other shapes or dtypes.\n\n\
          >>> tf.math.betainc(2., 2., 0.5).numpy().item()\n0.5",
    params: &[tensor("a"), tensor("b"), tensor("x")],
    call: |a| Ok(betainc(a.tensor(0), a.tensor(1), a.tensor(2))?.into()),
    samples: &[],
};

const LBETA: OpDef = OpDef {
    name: "lbeta",
    op_type: "",
    doc: "The logarithm of the beta function of the last axis: the sum of `lgamma(x)`, less `lgamma` of the sum.\n\n\
          Minus infinity for an empty axis. Errors: `InvalidArgumentError` for a scalar or a dtype that is not \
          floating.\n\n\
          >>> bool(abs(tf.math.lbeta([1., 2.]) + tf.math.log(2.)) < 1e-6)\nTrue",
    params: &[tensor("x")],
    call: |a| Ok(lbeta(a.tensor(0))?.into()),
    samples: &[on(&[Input::Real(&[2, 3], 0.5, 3.0)])],
};

const NEXTAFTER: OpDef = OpDef {
    name: "nextafter",
    op_type: "NextAfter",
    doc: "The number next to `x1` towards `x2`, element by element, with broadcasting.\n\n\
          `float32` and `float64`. The gradient flows to `x1` as it is, and zeros to `x2`. Errors: \
          `InvalidArgumentError` for other dtypes, or shapes that do not broadcast.\n\n\
          >>> tf.math.nextafter(0., 1.).numpy().item()\n1.401298464324817e-45",
    params: &[tensor("x1"), tensor("x2")],
    call: |a| Ok(nextafter(a.tensor(0), a.tensor(1))?.into()),
    samples: &[],
};

// No samples: second derivatives exist with respect to `x` alone, so that gradients are checked elsewhere.
binary! {
    /// The chance that a gamma variable with parameter `a` is below `x`, element by element.
    ///
    /// NaN unless `a > 0` and `x >= 0`. Both have gradients; that with respect to `a` has one with respect to `x`
    /// alone.
    ///
    /// >>> bool(abs(tf.math.igamma(1., 1.) + tf.exp(-1.) - 1.) < 1e-6)
    /// True
    igamma: Igamma |a, x| scalars(a, x, special::igamma),
        da: Rule::AB(|g, a, x| g * a.igamma_grad_a(x)),
        db: Rule::AB(|g, a, x| g * gamma_density(a, x)),
        params: &[tensor("a"), tensor("x")],
        samples: &[];

    /// The chance that a gamma variable with parameter `a` is above `x`, element by element.
    ///
    /// NaN unless `a > 0` and `x >= 0`. Gradients as for `igamma`, with the other sign.
    ///
    /// >>> bool(abs(tf.math.igammac(1., 2.) - tf.exp(-2.)) < 1e-6)
    /// True
    igammac: Igammac |a, x| scalars(a, x, special::igammac),
        da: Rule::AB(|g, a, x| -g * a.igamma_grad_a(x)),
        db: Rule::AB(|g, a, x| -g * gamma_density(a, x)),
        params: &[tensor("a"), tensor("x")],
        samples: &[];

    /// The derivative of `igamma` with respect to `a`.
    igamma_grad_a: IgammaGradA |a, x| scalars(a, x, special::igamma_grad_a),
        da: Rule::Missing,
        db: Rule::AB(|g, a, x| g * (gamma_density(a, x) * (x.log() - a.digamma()))),
        samples: &[],
        name: "_igamma_grad_a",
        params: &[tensor("a"), tensor("x")];
}

/// `x ** (a - 1) * exp(-x) / gamma(a)`.
fn gamma_density(a: &Tensor, x: &Tensor) -> Formula {
    ((a - 1.0).xlogy(x) - x - a.lgamma()).exp()
}

/// The density of a beta variable at `x`.
fn beta_density(a: &Tensor, b: &Tensor, x: &Tensor) -> Formula {
    let powers = (a - 1.0).xlogy(x) + (b - 1.0).xlog1py(-x);
    (powers - (a.lgamma() + b.lgamma() - (a + b).lgamma())).exp()
}

/// The logarithm of the beta function of the last axis.
pub fn lbeta(x: &Tensor) -> Result<Tensor> {
    let last = |x: &Tensor| ops::reduce_sum(x, Some(&[-1]), false);
    (x.lgamma().map(last) - x.map(last).lgamma()).tensor()
}

/// The chance that a beta variable with parameters `a` and `b` is below `x`.
pub fn betainc(a: &Tensor, b: &Tensor, x: &Tensor) -> Result<Tensor> {
    apply_static(&Betainc, &[a, b, x])
}

#[derive(Debug)]
struct Betainc;

impl Betainc {
    /// The one shape of all that are no scalars.
    fn shape(x: &[&Array]) -> Result<Shape> {
        let (names, mut found) = (["a", "b", "x"], 0);
        for i in 1..3 {
            if x[i].shape().rank() == 0 {
                continue;
            }
            if x[found].shape().rank() > 0 && x[found].shape() != x[i].shape() {
                let (one, other) = (x[found].shape(), x[i].shape());
                let text = format!("Shapes of {} and {} are inconsistent: {one} vs. {other}", names[found], names[i]);
                return Err(Error::invalid("Betainc", text));
            }
            found = i;
        }
        Ok(x[found].shape().clone())
    }
}

impl Primitive for Betainc {
    const OP_TYPE: &'static str = "Betainc";
    const TAKES: Takes = Takes::native(DTypes::SINGLE_OR_DOUBLE).alike(3);
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[Rule::None, Rule::None, Rule::ABC(|g, a, b, x| g * beta_density(a, b, x))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (shape, dtype) = (Betainc::shape(x)?, x[0].dtype());
        let wide = |x: &Array| x.cast(DType::Float64)?.broadcast_to(&shape)?.contiguous();
        let [a, b, x] = [wide(x[0])?, wide(x[1])?, wide(x[2])?];
        let mut out = Array::scratch_of::<f64>(shape.clone())?;
        let (a, b, x) = (a.slice::<f64>(), b.slice::<f64>(), x.slice::<f64>());
        parallel::for_each_chunk(out.slice_mut::<f64>(), Grain::SLOW.size(x.len()), |start, out| {
            let numbers = a[start..].iter().zip(&b[start..]).zip(&x[start..]);
            out.iter_mut().zip(numbers).for_each(|(out, ((&a, &b), &x))| *out = special::betainc(a, b, x));
        })?;
        out.cast(dtype)
    }
}

/// The number next to `a` towards `b`.
pub fn nextafter(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply_static(&NextAfter, &[a, b])
}

#[derive(Debug)]
struct NextAfter;

impl Primitive for NextAfter {
    const OP_TYPE: &'static str = "NextAfter";
    const TAKES: Takes = Takes::native(DTypes::SINGLE_OR_DOUBLE).alike(2);
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.into()), Rule::Zeros];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (a, b) = (x[0], x[1]);
        let shape = a.shape().broadcast(b.shape()).ok_or_else(|| Error::shapes("NextAfter", a.shape(), b.shape()))?;
        crate::with_dtype!(a.dtype(), T: float => zip::<T, T>(a, b, &shape, |a, b| match a.partial_cmp(&b) {
            Some(Ordering::Less) => a.next_up(),
            Some(Ordering::Greater) => a.next_down(),
            Some(Ordering::Equal) => b,
            None => T::NAN,
        }))
    }
}
