//! Real part, imaginary part, magnitude and angle of complex numbers.
//!
//! The gradient of a real function of `z` is its derivative along the real axis plus `1j` times that along the
//! imaginary axis, TensorFlow's convention.

use std::f64::consts::PI;

use num_complex::{Complex32, Complex64};

use crate::kernels::elementwise::map;
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[REAL, IMAG, ANGLE];

const REAL: OpDef = OpDef {
    name: "real",
    op_type: "Real",
    doc: "The real part of each element; a real tensor is returned as it is.\n\n\
          Errors: `TypeError` for bool and strings.\n\n\
          >>> tf.math.real([1 + 2j]).numpy().tolist()\n[1.0]",
    params: &[tensor("input")],
    call: |a| Ok(real(a.tensor(0))?.into()),
    samples: &[],
};

const IMAG: OpDef = OpDef {
    name: "imag",
    op_type: "Imag",
    doc: "The imaginary part of each element; zeros for a real tensor, `False` for truth values.\n\n\
          Errors: `TypeError` for strings.\n\n\
          >>> tf.math.imag([1 + 2j]).numpy().tolist()\n[2.0]",
    params: &[tensor("input")],
    call: |a| Ok(imag(a.tensor(0))?.into()),
    samples: &[],
};

const ANGLE: OpDef = OpDef {
    name: "angle",
    op_type: "Angle",
    doc: "The angle of each complex number in the plane, in radians from -pi to pi.\n\n\
          For a real tensor: pi where it is negative, else 0, and no gradient passes. The gradient at `z` is `1j * \
          z / abs(z)**2`, NaN at 0. Errors: `TypeError` for integers, bool and strings.\n\n\
          >>> tf.math.angle([2j, -1 + 0j]).numpy().round(4).tolist()\n[1.5708, 3.1416]",
    params: &[tensor("input")],
    call: |a| Ok(angle(a.tensor(0))?.into()),
    samples: &[],
};

/// The real part.
pub fn real(x: &Tensor) -> Result<Tensor> {
    check_numeric(x)?;
    if x.dtype().is_complex() { apply_static(&Real, &[x]) } else { Ok(x.clone()) }
}

/// The imaginary part.
pub fn imag(x: &Tensor) -> Result<Tensor> {
    if x.dtype() != DType::Bool {
        check_numeric(x)?;
    }
    if x.dtype().is_complex() {
        return apply_static(&Imag, &[x]);
    }
    non_differentiable("ZerosLike", &[x], |x| Array::zeros(x[0].dtype(), x[0].shape().clone()))
}

/// The angle in the complex plane.
pub fn angle(x: &Tensor) -> Result<Tensor> {
    check_numeric(x)?;
    let dtype = x.dtype();
    if dtype.is_complex() {
        return apply_static(&Angle, &[x]);
    }
    if dtype.is_integer() {
        return Err(Error::type_error(format!("Cannot convert {PI} to EagerTensor of dtype {dtype}")));
    }
    non_differentiable("Angle", &[x], move |x| {
        let half_turn = |v: f64| if v < 0.0 { PI } else { 0.0 };
        map::<f64, f64>(&x[0].cast(DType::Float64)?, half_turn)?.cast(dtype)
    })
}

/// The magnitude of complex numbers: what `abs` is for them. The gradient at `z` is `z / abs(z)`, and 0 at 0.
pub fn complex_abs(x: &Tensor) -> Result<Tensor> {
    apply_static(&ComplexAbs, &[x])
}

fn check_numeric(x: &Tensor) -> Result<()> {
    match x.dtype() {
        d @ (DType::Bool | DType::String) => {
            let text = format!("input must be a numeric tensor, but got tensor with dtype <dtype: '{d}'>");
            Err(Error::type_error(text))
        }
        _ => Ok(()),
    }
}

const COMPLEX: Takes = Takes::native(DTypes::COMPLEX);

/// Runs the formula for either width of complex numbers.
fn split<A: Element, B: Element>(x: &Array, narrow: fn(Complex32) -> A, wide: fn(Complex64) -> B) -> Result<Array> {
    if x.dtype() == DType::Complex64 { map(x, narrow) } else { map(x, wide) }
}

/// `g` as complex numbers without imaginary part.
fn widened(g: &impl Term) -> Formula {
    g.map(|g| ops::complex(g, &ops::like(g, 0.0)?))
}

#[derive(Debug)]
struct Real;

impl Primitive for Real {
    const OP_TYPE: &'static str = "Real";
    const TAKES: Takes = COMPLEX;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| widened(g))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split(x[0], |z| z.re, |z| z.re)
    }
}

#[derive(Debug)]
struct Imag;

impl Primitive for Imag {
    const OP_TYPE: &'static str = "Imag";
    const TAKES: Takes = COMPLEX;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|g| ops::complex(&ops::like(g, 0.0)?, g)))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split(x[0], |z| z.im, |z| z.im)
    }
}

#[derive(Debug)]
struct Angle;

impl Primitive for Angle {
    const OP_TYPE: &'static str = "Angle";
    const TAKES: Takes = COMPLEX;
    // i z / |z|^2 = -1 / (im + i re)
    const GRAD: &'static [Rule<Self>] = &[Rule::X(|g, x| -widened(g) / x.map(|x| ops::complex(&imag(x)?, &real(x)?)))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split(x[0], Complex32::arg, Complex64::arg)
    }
}

#[derive(Debug)]
struct ComplexAbs;

impl Primitive for ComplexAbs {
    const OP_TYPE: &'static str = "ComplexAbs";
    const TAKES: Takes = COMPLEX;
    const GRAD: &'static [Rule<Self>] = &[Rule::XY(|g, x, y| {
        let at_zero = y.equal(0.0);
        let ratio = at_zero.select(0.0, g / at_zero.select(1.0, y));
        widened(&ratio) * x
    })];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split(x[0], Complex32::norm, Complex64::norm)
    }
}
