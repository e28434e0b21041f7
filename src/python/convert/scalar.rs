//! Python's scalars, and arrays of them: which dtype they take and which they fit.
//!
//! Numbers are never truncated: a value that the dtype cannot hold is refused.

use num_complex::Complex64;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyComplex, PyComplexMethods, PyFloat, PyInt, PyString};

use super::cannot_convert;
use crate::array::{Array, Text};
use crate::dtype::DType;
use crate::memory::{try_collect, try_collect_ok};
use crate::python::numpy::{bytes_of, is_numpy};
use crate::shape::Shape;

/// The kinds of Python scalars; a sequence of several is of the widest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeafKind {
    Bool,
    Int,
    Float,
    Complex,
    Str,
}

/// A Python scalar.
pub(super) enum Leaf {
    Bool(bool),
    Int(i128),
    Float(f64),
    Complex(Complex64),
    Str(Text),
}

impl Leaf {
    pub(super) fn of(object: &Bound<'_, PyAny>) -> Option<Leaf> {
        if let Ok(x) = object.cast_exact::<PyFloat>() {
            return Some(Leaf::Float(x.value()));
        }
        if let Ok(x) = object.cast::<PyBool>() {
            return Some(Leaf::Bool(x.is_true()));
        }
        if object.is_instance_of::<PyInt>() {
            // Beyond 128 bits nothing fits any dtype of integers: a float it must become, or be refused.
            return Some(
                object
                    .extract::<i128>()
                    .map_or_else(|_| Leaf::Float(object.extract().unwrap_or(f64::INFINITY)), Leaf::Int),
            );
        }
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
            return if is_numpy(object) { None } else { bytes_of(object).ok().map(Leaf::Str) };
        }
        if is_numpy(object) {
            return None;
        }
        if object.is_instance_of::<PyFloat>() {
            return object.extract().ok().map(Leaf::Float);
        }
        if object.is_instance_of::<PyComplex>() {
            let number = object.cast::<PyComplex>().ok()?;
            return Some(Leaf::Complex(Complex64::new(number.real(), number.imag())));
        }
        None
    }

    pub(super) fn kind(&self) -> LeafKind {
        match self {
            Leaf::Bool(_) => LeafKind::Bool,
            Leaf::Int(_) => LeafKind::Int,
            Leaf::Float(_) => LeafKind::Float,
            Leaf::Complex(_) => LeafKind::Complex,
            Leaf::Str(_) => LeafKind::Str,
        }
    }

    fn float(&self) -> f64 {
        match self {
            Leaf::Bool(b) => f64::from(u8::from(*b)),
            Leaf::Int(i) => *i as f64,
            Leaf::Float(x) => *x,
            Leaf::Complex(c) => c.re,
            Leaf::Str(_) => f64::NAN,
        }
    }

    fn integer(&self) -> i128 {
        match self {
            Leaf::Bool(b) => i128::from(*b),
            Leaf::Int(i) => *i,
            _ => 0,
        }
    }
}

/// The array of these leaves, of kind `kind` altogether.
pub(super) fn leaves_to_array(
    leaves: &[Leaf],
    shape: Shape,
    kind: LeafKind,
    want: Option<DType>,
    object: &Bound<'_, PyAny>,
) -> PyResult<Array> {
    let default = match kind {
        LeafKind::Bool => DType::Bool,
        LeafKind::Int if leaves.iter().all(|l| i32::try_from(l.integer()).is_ok()) => DType::Int32,
        LeafKind::Int => DType::Int64,
        LeafKind::Float => DType::Float32,
        LeafKind::Complex => DType::Complex128,
        LeafKind::Str => DType::String,
    };
    let dtype = want.unwrap_or(default);
    let fits = match kind {
        _ if leaves.is_empty() => true,
        LeafKind::Bool => dtype != DType::String,
        LeafKind::Int => !matches!(dtype, DType::Bool | DType::String),
        LeafKind::Float => dtype.is_floating() || dtype.is_complex(),
        LeafKind::Complex => dtype.is_complex(),
        LeafKind::Str => dtype == DType::String,
    };
    if !fits {
        return Err(cannot_convert(object, dtype));
    }
    let too_large = |l: &Leaf| matches!(l, Leaf::Float(x) if x.is_finite() && (*x as f32).is_infinite());
    if dtype == DType::Float32 && leaves.iter().any(too_large) {
        return Err(PyValueError::new_err(
            "Can't convert Python sequence with a value out of range for a float32 Tensor.",
        ));
    }
    let array = match dtype {
        DType::String => Array::from_strings(
            shape,
            try_collect(leaves.iter().map(|l| if let Leaf::Str(s) = l { s.clone() } else { Text::default() }))?,
        )?,
        DType::Bool => Array::from_slice(shape, &try_collect(leaves.iter().map(|l| l.integer() != 0))?)?,
        d if d.is_floating() => Array::from_slice(shape, &try_collect(leaves.iter().map(Leaf::float))?)?.cast(d)?,
        d if d.is_complex() => {
            let number = |l: &Leaf| if let Leaf::Complex(c) = l { *c } else { Complex64::new(l.float(), 0.0) };
            Array::from_slice(shape, &try_collect(leaves.iter().map(number))?)?.cast(d)?
        }
        d => integers(leaves, shape, d)?,
    };
    Ok(array)
}

fn integers(leaves: &[Leaf], shape: Shape, dtype: DType) -> PyResult<Array> {
    let bits = |v: i128| if dtype == DType::UInt64 { u64::try_from(v).ok().map(|u| u as i64) } else { None };
    let refused = || PyValueError::new_err("Can't convert Python sequence with out-of-range integer to Tensor.");
    let wide = |v: i128| i64::try_from(v).ok().or_else(|| bits(v)).ok_or_else(refused);
    let all = try_collect_ok(leaves.iter().map(|l| wide(l.integer())))?;
    Ok(Array::from_slice(shape, &all)?.cast(dtype)?)
}
