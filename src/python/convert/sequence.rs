//! Nested lists and tuples to tensors.
//!
//! Sequences of Python's scalars become one array; those with NumPy values in them are joined by NumPy; those with tensors
//! or what other libraries have instead in them are packed by recorded operations, so gradients flow. All must be rectangular.

use numpy::PyUntypedArray;
use numpy::prelude::*;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyRange, PyString, PyTuple};

use super::scalar::{Leaf, LeafKind, leaves_to_array};
use super::{cast_to, known_dtype, to_tensor, unsupported};
use crate::array::Array;
use crate::dtype::DType;
use crate::interrupt::grain;
use crate::memory::{room_for_objects, try_collect_ok, try_push};
use crate::python::advice::with_advice;
use crate::python::items::{Most, list_of, listed};
use crate::python::numpy::{dtype_of_leaf, from_numpy, is_numpy};
use crate::python::tensor::PyTensor;
use crate::python::variable::PyVariable;
use crate::shape::{MAX_RANK, Shape};
use crate::tensor::Tensor;
use crate::{interrupt, ops};

/// What a walk through a nested sequence found.
#[derive(Default)]
struct Walk<'py> {
    shape: Vec<usize>,
    leaves: Vec<Bound<'py, PyAny>>,
    /// The nesting at which leaves lie.
    depth: Option<usize>,
    tensors: bool,
    arrays: bool,
    /// Whether there are arrays of Python objects, which are as nested lists.
    objects: bool,
}

impl<'py> Walk<'py> {
    fn enter(&mut self, object: &Bound<'py, PyAny>, depth: usize) -> PyResult<()> {
        check_depth(depth)?;
        if let Ok(list) = object.cast::<PyList>() {
            return self.items(list.len(), list.iter(), depth);
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            return self.items(tuple.len(), tuple.iter(), depth);
        }
        if object.is_exact_instance_of::<PyRange>() {
            return self.items(object.len()?, listed(object, Most::Any, Ok)?.into_iter(), depth);
        }
        if !is_plain(object) {
            self.tensors |= object.is_instance_of::<PyTensor>()
                || object.is_instance_of::<PyVariable>()
                || object.hasattr("__tf_tensor__")?;
            let array = is_numpy(object);
            self.arrays |= array;
            self.objects |= array && is_of_objects(object);
            self.tensors |= !array && (object.hasattr("__array__")? || object.hasattr("__dlpack__")?);
        }
        match self.depth {
            None => self.depth = Some(depth),
            Some(known) if known != depth && !self.tensors && !self.arrays => return Err(mixed()),
            _ => {}
        }
        if self.leaves.len() % grain::OBJECTS == grain::OBJECTS - 1 {
            interrupt::check()?;
            room_for_objects()?;
        }
        Ok(try_push(&mut self.leaves, object.clone())?)
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

/// Whether `object` is one of Python's own scalars, which are asked nothing: a question would take longer than the rest.
fn is_plain(object: &Bound<'_, PyAny>) -> bool {
    object.is_exact_instance_of::<PyFloat>()
        || object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyBool>()
        || object.is_exact_instance_of::<PyString>()
}

#[cold]
fn ragged() -> PyErr {
    PyValueError::new_err(with_advice("Can't convert non-rectangular Python sequence to Tensor."))
}

#[cold]
fn mixed() -> PyErr {
    PyValueError::new_err(with_advice("Can't convert Python sequence with mixed types to Tensor."))
}

/// A list or tuple as a tensor.
pub(super) fn sequence(object: &Bound<'_, PyAny>, want: Option<DType>) -> PyResult<Tensor> {
    let mut walk = Walk::default();
    walk.enter(object, 0)?;
    if walk.objects {
        return sequence(&listed_out(object)?, want);
    }
    if walk.tensors {
        let cast = want.is_some();
        return pack(object, want.or_else(|| walk.leaves.iter().find_map(known_dtype)), cast, 0);
    }
    if walk.arrays {
        return arrays(object, &walk, want);
    }
    if walk.depth.is_some_and(|d| d != walk.shape.len()) {
        return Err(ragged());
    }
    let leaves = try_collect_ok(walk.leaves.iter().map(|x| Leaf::of(x).ok_or_else(|| unsupported(x))))?;
    let kind = common_kind(&leaves)?;
    // The message for a value that does not fit names that value.
    let shown = walk.leaves.iter().zip(&leaves).find(|(_, l)| l.kind() == kind).map_or(object, |(x, _)| x);
    Ok(Tensor::new(leaves_to_array(&leaves, Shape::new(&walk.shape), kind, want, shown)?))
}

fn is_of_objects(array: &Bound<'_, PyAny>) -> bool {
    array.cast::<PyUntypedArray>().is_ok_and(|array| array.dtype().kind() == b'O')
}

/// A sequence in which arrays of Python objects have become lists.
fn listed_out<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if is_of_objects(object) {
        return listed_out(&object.call_method0("tolist")?);
    }
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        return Ok(object.clone());
    }
    crate::python::stack::check()?;
    let items = listed(object, Most::Any, |item| listed_out(&item))?;
    Ok(list_of(object.py(), items.into_iter().map(|item| Ok(item.unbind())))?.into_any())
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
    let want = match (want, walk.leaves.first()) {
        (None, Some(first)) => as_leaves(first, &array)?,
        (want, _) => want,
    };
    cast_to(array, want)
}

/// The dtype that TensorFlow gives what NumPy has joined: that of the first leaf if it is floating; integers of any width
/// count as Python's.
fn as_leaves(first: &Bound<'_, PyAny>, joined: &Array) -> PyResult<Option<DType>> {
    let dtype = joined.dtype();
    if joined.shape().elements() == 0 {
        return Ok(Some(DType::Float32));
    }
    let first = match Leaf::of(first).map(|leaf| leaf.kind()) {
        Some(LeafKind::Float) => DType::Float32,
        Some(LeafKind::Int) => DType::Int32,
        Some(_) => return Ok(None),
        None => dtype_of_leaf(first)?,
    };
    Ok(match (first.is_integer(), dtype.is_integer()) {
        _ if dtype.is_complex() => Some(DType::Complex128),
        (true, true) => Some(if fits_int32(joined)? { DType::Int32 } else { DType::Int64 }),
        (true, false) => dtype.is_floating().then_some(DType::Float32),
        _ => (first.is_floating() && dtype != DType::String).then_some(first),
    })
}

fn fits_int32(array: &Array) -> PyResult<bool> {
    if array.dtype() == DType::UInt64 && array.to_vec::<u64>()?.iter().any(|&v| i64::try_from(v).is_err()) {
        return Err(PyValueError::new_err("Can't convert Python sequence with out-of-range integer to Tensor."));
    }
    let narrow = matches!(array.dtype(), DType::Int8 | DType::UInt8 | DType::Int16 | DType::UInt16 | DType::Int32);
    Ok(narrow || array.cast(DType::Int64)?.to_vec::<i64>()?.iter().all(|&v| i32::try_from(v).is_ok()))
}

/// A sequence with tensors in it, packed by recorded operations. It was walked through before, but the conversion of an item
/// may have changed it.
///
/// Tensors in it are `cast` where a dtype was asked for; a tensor by itself is not.
fn pack(object: &Bound<'_, PyAny>, want: Option<DType>, cast: bool, depth: usize) -> PyResult<Tensor> {
    let is_sequence = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_sequence {
        let tensor = to_tensor(object, want)?;
        return match want.filter(|want| cast && *want != tensor.dtype()) {
            Some(want) => Ok(ops::cast(&tensor, want)?),
            None => Ok(tensor),
        };
    }
    check_depth(depth)?;
    let items = listed(object, Most::Any, |item| pack(&item, want, cast, depth + 1))?;
    Ok(ops::stack(&items, 0)?)
}

fn check_depth(depth: usize) -> PyResult<()> {
    if depth <= MAX_RANK {
        return Ok(());
    }
    Err(PyValueError::new_err("Can't convert a Python sequence nested more than 32 deep to a Tensor."))
}
