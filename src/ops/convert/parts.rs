//! Real part, imaginary part, magnitude and angle of complex numbers.
//!
//! The gradient of a real function of `z` is its derivative along the real axis plus `1j` times that along the
//! imaginary axis, TensorFlow's convention.

use std::f64::consts::PI;

use num_complex::{Complex32, Complex64};
use smallvec::smallvec;

use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::{Error, Result};
use crate::kernels::elementwise::map;
use crate::op::{Grads, Keep, Mask, Op, Saved};
use crate::ops;
use crate::ops::apply_static;
use crate::ops::def::{OpDef, tensor};
use crate::ops::opaque::opaque;
use crate::tensor::Tensor;

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
    opaque("ZerosLike", &[x], |x| Array::zeros(x[0].dtype(), x[0].shape().clone()))
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
    opaque("Angle", &[x], move |x| {
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

/// Runs the formula for either width of complex numbers.
fn split<A: Element, B: Element>(
    op: &'static str,
    x: &Array,
    narrow: fn(Complex32) -> A,
    wide: fn(Complex64) -> B,
) -> Result<Array> {
    match x.dtype() {
        DType::Complex64 => map(x, narrow),
        DType::Complex128 => map(x, wide),
        other => {
            let name = other.kernel_name();
            let text =
                format!("Value for attr 'T' of {name} is not in the list of allowed values: complex64, complex128");
            Err(Error::invalid(op, text))
        }
    }
}

/// `g` as complex numbers without imaginary part.
fn widened(g: &Tensor) -> Result<Tensor> {
    ops::complex(g, &ops::like(g, 0.0)?)
}

#[derive(Debug)]
struct Real;

impl Op for Real {
    fn op_type(&self) -> &'static str {
        "Real"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split("Real", x[0], |z| z.re, |z| z.re)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(widened(&g[0])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Imag;

impl Op for Imag {
    fn op_type(&self) -> &'static str {
        "Imag"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split("Imag", x[0], |z| z.im, |z| z.im)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }
    fn grad(&self, _: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(ops::complex(&ops::like(&g[0], 0.0)?, &g[0])?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Angle;

impl Op for Angle {
    fn op_type(&self) -> &'static str {
        "Angle"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split("Angle", x[0], Complex32::arg, Complex64::arg)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::INPUTS
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        // i z / |z|^2 = -1 / (im + i re)
        let swapped = ops::complex(&imag(s.x(0))?, &real(s.x(0))?)?;
        Ok(smallvec![Some(ops::negative(&ops::realdiv(&widened(&g[0])?, &swapped)?)?)])
    }
    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct ComplexAbs;

impl Op for ComplexAbs {
    fn op_type(&self) -> &'static str {
        "ComplexAbs"
    }
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        split("ComplexAbs", x[0], Complex32::norm, Complex64::norm)
    }
    fn keep(&self, _: Mask) -> Keep {
        Keep::BOTH
    }
    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let (g, y) = (&g[0], s.y(0));
        let zero = ops::like(y, 0.0)?;
        let at_zero = ops::equal(y, &zero)?;
        let divisor = ops::select(&at_zero, &ops::like(y, 1.0)?, y)?;
        let ratio = ops::select(&at_zero, &zero, &ops::realdiv(g, &divisor)?)?;
        Ok(smallvec![Some(ops::multiply(&widened(&ratio)?, s.x(0))?)])
    }
    fn batched(&self) -> bool {
        true
    }
}
