//! Python values to tensors: scalars, nested sequences, ndarrays, objects that offer `__array__` or `__tf_tensor__`.
//!
//! Python numbers and sequences take the dtype that is asked for where it can hold them; ndarrays are cast to it;
//! tensors are never cast. Sequences that contain tensors are packed by recorded operations, so gradients flow.

use super::numpy::bytes_of;
use super::numpy::from_numpy;
use super::numpy::is_numpy;
use super::tensor::PyTensor;
use super::variable::PyVariable;
use crate::array::Array;
use crate::dtype::DType;
use crate::ops;
use crate::shape::Shape;
use crate::tensor::Tensor;
use num_complex::Complex64;
use pyo3::exceptions::PyTypeError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use pyo3::types::PyBytes;
use pyo3::types::PyComplex;
use pyo3::types::PyComplexMethods;
use pyo3::types::PyFloat;
use pyo3::types::PyInt;
use pyo3::types::PyList;
use pyo3::types::PyString;
use pyo3::types::PyTuple;

/// The tensor behind a tensor or variable (which counts as read); `None` for other objects.
#[inline]
pub fn known(object: &Bound<'_, PyAny>) -> Option<Tensor> {
    if let Ok(tensor) = object.cast_exact::<PyTensor>() {
        return Some(tensor.get().0.clone());
    }
    if let Ok(variable) = object.cast::<PyVariable>() {
        return Some(variable.get().read());
    }
    object.cast::<PyTensor>().ok().map(|t| t.get().0.clone())
}

/// Any object as a tensor, where looking at a variable does not count as reading it.
pub fn peek(object: &Bound<'_, PyAny>) -> PyResult<Tensor> {
    match object.cast::<PyVariable>() {
        Ok(variable) => Ok(variable.get().variable.peek()),
        Err(_) => to_tensor(object, None),
    }
}

/// The dtype of a tensor, a variable, or an object that turns itself into a tensor.
pub fn known_dtype(object: &Bound<'_, PyAny>) -> Option<DType> {
    if let Ok(tensor) = object.cast::<PyTensor>() {
        return Some(tensor.get().0.dtype());
    }
    object.cast::<PyVariable>().ok().map(|v| v.get().variable.peek().dtype())
}

/// Any object as a tensor; Python values and ndarrays get the dtype `want` where one is given.
#[inline]
pub fn to_tensor(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    match known(object) {
        Some(tensor) => Ok(tensor),
        None => from_value(object, want),
    }
}

/// An object that is neither tensor nor variable.
pub fn from_value(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    if let Ok(x) = object.cast_exact::<PyFloat>() {
        match want {
            None | Some(DType::Float32)
                if x.value().is_infinite() || (x.value() as f32).is_finite() || x.value().is_nan() =>
            {
                return Ok(Tensor::scalar(x.value() as f32));
            }
            Some(DType::Float64) => return Ok(Tensor::scalar(x.value())),
            _ => {}
        }
    }
    if let Some(leaf) = Leaf::of(object) {
        let kind = leaf.kind();
        return Ok(Tensor::new(leaves_to_array(&[leaf], Shape::scalar(), kind, want, object)?));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return sequence(object, want);
    }
    foreign(object, want)
}

/// ndarrays and objects with a conversion of their own.
fn foreign(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    let py = object.py();
    if is_numpy(object) {
        return cast_to(from_numpy(object)?, want);
    }
    if object.hasattr("__tf_tensor__")? {
        let made = object.call_method1("__tf_tensor__", (want.map(|d| super::dtype::object(py, d)),))?;
        return known(&made).ok_or_else(|| unsupported(object));
    }
    if let Ok(shape) = object.cast::<super::shape::PyShape>() {
        return sequence(shape.call_method0("as_list")?.as_any(), want);
    }
    if let Ok(range) = object.cast::<pyo3::types::PyRange>() {
        return sequence(py.get_type::<PyList>().call1((range,))?.as_any(), want);
    }
    if object.hasattr("__array__")? || object.hasattr("__array_interface__")? {
        let array = py.import("numpy")?.getattr("asarray")?.call1((object,))?;
        return cast_to(from_numpy(&array)?, want);
    }
    Err(unsupported(object))
}

fn cast_to(array: Array, want: Option<DType>) -> PyResult<Tensor> {
    Ok(Tensor::new(match want {
        Some(dtype) => array.cast(dtype)?,
        None => array,
    }))
}

#[cold]
fn unsupported(object: &Bound<'_, PyAny>) -> PyErr {
    let shown = object.str().map_or_else(|_| "object".into(), |s| s.to_string());
    let class = object.get_type().repr().map_or_else(|_| "?".into(), |r| r.to_string());
    PyValueError::new_err(format!(
        "Attempt to convert a value ({shown}) with an unsupported type ({class}) to a Tensor."
    ))
}

// --- Python scalars -------------------------------------------------------------------------------------------------

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LeafKind {
    Bool,
    Int,
    Float,
    Complex,
    Str,
}

enum Leaf {
    Bool(bool),
    Int(i128),
    Float(f64),
    Complex(Complex64),
    Str(Box<[u8]>),
}

impl Leaf {
    fn of(object: &Bound<'_, PyAny>) -> Option<Leaf> {
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

    fn kind(&self) -> LeafKind {
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
fn leaves_to_array(
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
        LeafKind::Float => dtype.is_trainable(),
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
            leaves.iter().map(|l| if let Leaf::Str(s) = l { s.clone() } else { Box::default() }).collect(),
        )?,
        DType::Bool => Array::from_slice(shape, &leaves.iter().map(|l| l.integer() != 0).collect::<Vec<_>>())?,
        d if d.is_floating() => {
            Array::from_slice(shape, &leaves.iter().map(Leaf::float).collect::<Vec<_>>())?.cast(d)?
        }
        d if d.is_complex() => {
            let all: Vec<Complex64> = leaves
                .iter()
                .map(|l| if let Leaf::Complex(c) = l { *c } else { Complex64::new(l.float(), 0.0) })
                .collect();
            Array::from_slice(shape, &all)?.cast(d)?
        }
        d => integers(leaves, shape, d)?,
    };
    Ok(array)
}

fn integers(leaves: &[Leaf], shape: Shape, dtype: DType) -> PyResult<Array> {
    let wide: Option<Vec<i64>> = leaves
        .iter()
        .map(|l| {
            let v = l.integer();
            i64::try_from(v)
                .ok()
                .or_else(|| if dtype == DType::UInt64 { u64::try_from(v).ok().map(|u| u as i64) } else { None })
        })
        .collect();
    let wide = wide
        .ok_or_else(|| PyValueError::new_err("Can't convert Python sequence with out-of-range integer to Tensor."))?;
    Ok(Array::from_slice(shape, &wide)?.cast(dtype)?)
}

#[cold]
pub fn cannot_convert(object: &Bound<'_, PyAny>, dtype: DType) -> PyErr {
    let shown = object.repr().map_or_else(|_| "object".into(), |r| r.to_string());
    PyTypeError::new_err(format!("Cannot convert {shown} to EagerTensor of dtype {}", dtype.kernel_name()))
}

// --- sequences ------------------------------------------------------------------------------------------------------

/// What a walk through a nested sequence found.
#[derive(Default)]
struct Walk<'py> {
    shape: Vec<usize>,
    leaves: Vec<Bound<'py, PyAny>>,
    /// The nesting at which leaves lie.
    depth: Option<usize>,
    tensors: bool,
    arrays: bool,
}

impl<'py> Walk<'py> {
    fn enter(&mut self, object: &Bound<'py, PyAny>, depth: usize) -> PyResult<()> {
        if depth > crate::shape::MAX_RANK {
            return Err(PyValueError::new_err("Can't convert a Python sequence nested more than 32 deep to a Tensor."));
        }
        if let Ok(list) = object.cast::<PyList>() {
            return self.items(list.len(), list.iter(), depth);
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            return self.items(tuple.len(), tuple.iter(), depth);
        }
        self.tensors |= object.is_instance_of::<PyTensor>()
            || object.is_instance_of::<PyVariable>()
            || object.hasattr("__tf_tensor__")?;
        self.arrays |= is_numpy(object);
        match self.depth {
            None => self.depth = Some(depth),
            Some(known) if known != depth && !self.tensors && !self.arrays => return Err(mixed()),
            _ => {}
        }
        self.leaves.push(object.clone());
        Ok(())
    }

    fn items(&mut self, length: usize, items: impl Iterator<Item = Bound<'py, PyAny>>, depth: usize) -> PyResult<()> {
        if self.shape.len() == depth {
            if self.depth.is_some() && !self.tensors && !self.arrays {
                return Err(mixed());
            }
            self.shape.push(length);
        } else if self.shape[depth] != length {
            return Err(ragged());
        }
        for item in items {
            self.enter(&item, depth + 1)?;
        }
        Ok(())
    }
}

#[cold]
fn ragged() -> PyErr {
    PyValueError::new_err("Can't convert non-rectangular Python sequence to Tensor.")
}

#[cold]
fn mixed() -> PyErr {
    PyValueError::new_err("Can't convert Python sequence with mixed types to Tensor.")
}

fn sequence(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    let mut walk = Walk::default();
    walk.enter(object, 0)?;
    if walk.tensors {
        let want = walk.leaves.iter().find_map(known_dtype).or(want);
        return pack(object, want);
    }
    if walk.arrays {
        return arrays(object, &walk, want);
    }
    if walk.depth.is_some_and(|d| d != walk.shape.len()) {
        return Err(ragged());
    }
    let leaves: Vec<Leaf> =
        walk.leaves.iter().map(|x| Leaf::of(x).ok_or_else(|| unsupported(x))).collect::<PyResult<_>>()?;
    let kind = common_kind(&leaves)?;
    // The message for a value that does not fit names that value.
    let shown = walk.leaves.iter().zip(&leaves).find(|(_, l)| l.kind() == kind).map_or(object, |(x, _)| x);
    Ok(Tensor::new(leaves_to_array(&leaves, Shape::new(&walk.shape), kind, want, shown)?))
}

/// The kind of the whole: the first leaf's, widened from int to float to complex; bool first admits bool only.
fn common_kind(leaves: &[Leaf]) -> PyResult<LeafKind> {
    let mut kind = leaves.first().map_or(LeafKind::Float, Leaf::kind);
    for leaf in leaves {
        let next = leaf.kind();
        let alone = |k: LeafKind| k == LeafKind::Str || k == LeafKind::Bool;
        if next != kind && (next == LeafKind::Str || alone(kind)) {
            return Err(mixed());
        }
        kind = kind.max(next);
    }
    Ok(kind)
}

/// A sequence with NumPy values in it: NumPy joins them.
fn arrays(object: &Bound<'_, PyAny>, walk: &Walk<'_>, want: Option<DType>) -> PyResult<Tensor> {
    let py = object.py();
    let joined = py.import("numpy")?.getattr("array")?.call1((object,)).map_err(|_| ragged())?;
    let array = from_numpy(&joined)?;
    // TensorFlow takes NumPy integers in lists as Python's.
    let scalars = walk.leaves.iter().all(|x| x.cast::<numpy::PyUntypedArray>().is_err());
    let small =
        scalars && array.dtype() == DType::Int64 && array.to_vec::<i64>().iter().all(|&v| i32::try_from(v).is_ok());
    let floats = scalars
        && array.dtype() == DType::Float64
        && walk.leaves.first().is_some_and(|x| x.is_exact_instance_of::<PyFloat>());
    let want = want.or(small.then_some(DType::Int32)).or(floats.then_some(DType::Float32));
    cast_to(array, want)
}

/// A sequence with tensors in it, packed by recorded operations.
fn pack(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    let is_sequence = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_sequence {
        return to_tensor(object, want);
    }
    let items = object.try_iter()?.map(|item| pack(&item?, want)).collect::<PyResult<Vec<Tensor>>>()?;
    Ok(ops::stack(&items, 0)?)
}

/// A list of tensors from a Python sequence or a tensor (its rows), all of one dtype where Python values are involved.
pub fn to_tensors(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Vec<Tensor>> {
    if let Some(whole) = known(object) {
        if whole.rank() == 0 {
            return Err(PyTypeError::new_err("Cannot iterate over a scalar tensor."));
        }
        return Ok((0..whole.shape()[0]).map(|i| ops::row(&whole, i)).collect::<crate::error::Result<_>>()?);
    }
    if object.is_none() || Leaf::of(object).is_some() {
        let class = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("Expected a list of tensors, but got {object} of type '{class}'")));
    }
    let items: Vec<Bound<'_, PyAny>> = object.try_iter()?.collect::<PyResult<_>>()?;
    let mut want = items.iter().find_map(known_dtype).or(want);
    items
        .iter()
        .map(|item| {
            let tensor = to_tensor(item, want)?;
            want = want.or(Some(tensor.dtype()));
            Ok(tensor)
        })
        .collect()
}

/// A list of tensors in which some may be `None`; every entry keeps its own dtype.
pub fn to_options(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Tensor>>> {
    if known_dtype(object).is_some() || object.try_iter().is_err() || object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("t_list should be a sequence"));
    }
    object
        .try_iter()?
        .map(|item| {
            let item = item?;
            if item.is_none() { Ok(None) } else { to_tensor(&item, None).map(Some) }
        })
        .collect()
}
