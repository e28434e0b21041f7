//! NumPy arrays from and to the core's arrays. Data is copied both ways: tensors are immutable, ndarrays are not.

use std::ffi::c_int;
use std::ptr::{null, null_mut};

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
use numpy::npyffi::{NpyTypes, PY_ARRAY_API, get_type_object};
use numpy::{PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyString};

use super::items::{Most, items};
use super::tensor::wrap;
use crate::array::{Array, Text};
use crate::dtype::DType;
use crate::kernels::elementwise::compact;
use crate::memory::try_with_capacity;
use crate::shape::{Few, Shape, Strides};
use crate::tensor::Tensor;

/// A new ndarray with the elements of `array`; a NumPy scalar for rank 0; `bytes` for strings.
///
/// Errors: NumPy's own where it refuses the shape or has no memory for it.
pub fn to_numpy<'py>(py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
    let Some(kind) = description(py, array.dtype()) else {
        return if array.dtype() == DType::String {
            strings(py, array)
        } else {
            to_numpy(py, &array.cast(DType::Float32)?)
        };
    };
    let new = ndarray(kind, array.shape(), None)?;
    // SAFETY: a new C-contiguous array of this shape and dtype, that nobody else holds.
    unsafe { array.write_to((*new.as_array_ptr()).fields.data.cast()) }?;
    Ok(if array.shape().rank() == 0 { scalar(py, new) } else { new.into_any() })
}

/// An ndarray that shows the elements of `tensor` and is made without copying what a view repeats; for looking at a few
/// of them.
pub fn look_at<'py>(py: Python<'py>, tensor: &Tensor) -> PyResult<Bound<'py, PyAny>> {
    let array = tensor.array();
    let Some(kind) = description(py, array.dtype()) else {
        let once = to_ndarray(py, &*compact(array)?)?;
        return py.import("numpy")?.getattr("broadcast_to")?.call1((once, &array.shape()[..]));
    };
    let steps: Strides = array.strides().iter().map(|s| s.saturating_mul(array.dtype().size() as isize)).few();
    let shown = ndarray(kind, array.shape(), Some((array.as_ptr(), &steps)))?;
    let owner = wrap(py, tensor.clone())?;
    // SAFETY: both are live objects; the array takes the reference, and so the memory lives as long as it does.
    let done = unsafe { PY_ARRAY_API.PyArray_SetBaseObject(py, shown.as_array_ptr(), owner.into_ptr()) };
    if done < 0 { Err(PyErr::fetch(py)) } else { Ok(shown.into_any()) }
}

/// NumPy's description of elements of this dtype; `None` where it has no such type: for strings, and for `bfloat16` and
/// floats of one byte without the package `ml_dtypes`.
fn description(py: Python<'_>, dtype: DType) -> Option<Bound<'_, PyArrayDescr>> {
    use numpy::Element;
    Some(match dtype {
        DType::Float32 => f32::get_dtype(py),
        DType::Float64 => f64::get_dtype(py),
        DType::Float16 => f16::get_dtype(py),
        DType::BFloat16 => return py.import("ml_dtypes").is_ok().then(|| bf16::get_dtype(py)),
        DType::Int8 => i8::get_dtype(py),
        DType::Int16 => i16::get_dtype(py),
        DType::Int32 => i32::get_dtype(py),
        DType::Int64 => i64::get_dtype(py),
        DType::UInt8 => u8::get_dtype(py),
        DType::UInt16 => u16::get_dtype(py),
        DType::UInt32 => u32::get_dtype(py),
        DType::UInt64 => u64::get_dtype(py),
        DType::Bool => bool::get_dtype(py),
        DType::Complex64 => Complex32::get_dtype(py),
        DType::Complex128 => Complex64::get_dtype(py),
        DType::String => return None,
        float8 => return foreign(py, float8.name()),
    })
}

/// A description of the package `ml_dtypes`.
fn foreign<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyArrayDescr>> {
    PyArrayDescr::new(py, py.import("ml_dtypes").ok()?.getattr(name).ok()?).ok()
}

/// An ndarray of new memory; or, read-only, of memory whose first element lies at an address and whose strides are given
/// in bytes.
fn ndarray<'py>(
    kind: Bound<'py, PyArrayDescr>,
    shape: &[usize],
    memory: Option<(*const u8, &[isize])>,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = kind.py();
    let (data, strides) = memory.map_or((null(), null()), |(data, strides)| (data, strides.as_ptr()));
    // SAFETY: lengths (and strides) for as many axes as are told; the description's reference is taken over.
    let array = unsafe {
        PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            get_type_object(py, NpyTypes::PyArray_Type),
            kind.into_dtype_ptr(),
            shape.len() as c_int,
            shape.as_ptr().cast_mut().cast(),
            strides.cast_mut(),
            data.cast_mut().cast(),
            0,
            null_mut(),
        )
    };
    // SAFETY: a new array, or null where NumPy has set an error.
    Ok(unsafe { Bound::from_owned_ptr_or_err(py, array)?.cast_into_unchecked() })
}

/// As [`to_numpy`], but an ndarray also for rank 0.
pub fn to_ndarray<'py>(py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.getattr("asarray")?.call1((to_numpy(py, array)?,))
}

/// The protocol `__array__`: an ndarray of the dtype that is asked for. Errors: `ValueError` if nothing may be copied.
pub fn to_ndarray_as<'py>(
    py: Python<'py>,
    array: &Array,
    dtype: Option<Bound<'py, PyAny>>,
    copy: Option<bool>,
    what: &str,
) -> PyResult<Bound<'py, PyAny>> {
    if copy == Some(false) {
        return Err(PyValueError::new_err(format!("a {what} is converted to an ndarray by copying")));
    }
    let array = to_ndarray(py, array)?;
    match dtype {
        Some(dtype) => array.call_method1("astype", (dtype,)),
        None => Ok(array),
    }
}

/// The NumPy scalar of a 0-d array.
fn scalar<'py>(py: Python<'py>, array: Bound<'py, PyUntypedArray>) -> Bound<'py, PyAny> {
    // SAFETY: `PyArray_Return` takes over the reference and gives a new one; it cannot fail for numeric 0-d arrays.
    unsafe { Bound::from_owned_ptr(py, PY_ARRAY_API.PyArray_Return(py, array.into_ptr().cast())) }
}

fn strings<'py>(py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
    let all = array.strings()?.unwrap_or_default();
    if array.shape().rank() == 0 {
        return Ok(bytes(py, all[0])?.into_any());
    }
    let numpy = py.import("numpy")?;
    let flat = numpy.getattr("empty")?.call1((all.len(), numpy.getattr("object_")?))?;
    for (i, item) in all.into_iter().enumerate() {
        flat.set_item(i, bytes(py, item)?)?;
    }
    flat.call_method1("reshape", (&array.shape()[..],))
}

/// A copy of these bytes as Python's. Errors: `MemoryError`.
pub fn bytes<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, text.len(), |to| {
        to.copy_from_slice(text);
        Ok(())
    })
}

/// The type of NumPy scalars, `numpy.generic`.
pub fn is_numpy_scalar(object: &Bound<'_, PyAny>) -> bool {
    static GENERIC: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = object.py();
    let generic = GENERIC.get_or_try_init(py, || py.import("numpy")?.getattr("generic").map(Bound::unbind));
    generic.is_ok_and(|generic| object.is_instance(generic.bind(py)).unwrap_or(false))
}

/// Whether `object` is an ndarray or a NumPy scalar.
pub fn is_numpy(object: &Bound<'_, PyAny>) -> bool {
    object.cast::<PyUntypedArray>().is_ok() || is_numpy_scalar(object)
}

/// A copy of an ndarray or NumPy scalar, in its own dtype.
pub fn from_numpy(object: &Bound<'_, PyAny>) -> PyResult<Array> {
    if let Ok(array) = object.cast::<PyUntypedArray>()
        && let Some(copied) = from_strided(array)
    {
        return copied;
    }
    let array = match object.cast::<PyUntypedArray>() {
        Ok(array) if array.is_c_contiguous() && is_native(array) => array.clone(),
        // What a subclass of NumPy's scalars says of itself counts for nothing: NumPy lays the elements out.
        _ => native(object.py().import("numpy")?.getattr("asarray")?.call1((object, object.py().None(), "C"))?)?,
    };
    let (dtype, shape) = (dtype_of(&array)?, Shape::new(array.shape()));
    if dtype == DType::String {
        return from_strings(&array, shape);
    }
    let length = array.len() * dtype.size();
    if length == 0 {
        return Ok(Array::zeros(dtype, shape)?);
    }
    // SAFETY: a C-contiguous array of this dtype in native byte order holds exactly these bytes.
    let bytes = unsafe { std::slice::from_raw_parts((*array.as_array_ptr()).fields.data.cast::<u8>(), length) };
    Ok(Array::from_bytes(dtype, shape, bytes)?)
}

/// A copy of numbers that have gaps between them or lie in another order: by our own loops, which the user may stop. None
/// for others, and for what those loops cannot read.
fn from_strided(array: &Bound<'_, PyUntypedArray>) -> Option<PyResult<Array>> {
    if array.is_c_contiguous() || !is_native(array) {
        return None;
    }
    let dtype = builtin(&array.dtype()).filter(|&known| known != DType::Bool)?;
    // SAFETY: an ndarray has its data pointer.
    let data = unsafe { (*array.as_array_ptr()).fields.data.cast::<u8>() };
    let size = dtype.size() as isize;
    let aligned = array.strides().iter().all(|step| step % size == 0) && data.align_offset(dtype.size()) == 0;
    let strides: Vec<isize> = array.strides().iter().map(|step| step / size).collect(); // bounded: by NumPy's rank
    // SAFETY: NumPy's shape and strides stay inside of its data, which is aligned; any bytes are numbers.
    aligned.then(|| Ok(unsafe { Array::from_strided(dtype, Shape::new(array.shape()), data, &strides) }?))
}

fn is_native(array: &Bound<'_, PyUntypedArray>) -> bool {
    array.dtype().is_native_byteorder().unwrap_or(true)
}

fn native(array: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyUntypedArray>> {
    let array = array.cast_into::<PyUntypedArray>()?;
    if is_native(&array) {
        return Ok(array);
    }
    let native = array.dtype().call_method1("newbyteorder", ("=",))?;
    Ok(array.call_method1("astype", (native,))?.cast_into::<PyUntypedArray>()?)
}

/// The dtype of an ndarray or a NumPy scalar.
pub fn dtype_of_leaf(object: &Bound<'_, PyAny>) -> PyResult<DType> {
    match object.cast::<PyUntypedArray>() {
        Ok(array) => dtype_of(array),
        Err(_) => Ok(from_numpy(object)?.dtype()),
    }
}

fn dtype_of(array: &Bound<'_, PyUntypedArray>) -> PyResult<DType> {
    let dtype = array.dtype();
    if let Some(known) = builtin(&dtype) {
        return Ok(known);
    }
    let name: String = dtype.getattr("name")?.extract()?;
    match dtype.kind() {
        b'S' | b'U' => Ok(DType::String),
        b'O' => {
            let flat = array.call_method0("ravel")?;
            let is_odd = |x: &Bound<'_, PyAny>| !x.is_instance_of::<PyBytes>() && !x.is_instance_of::<PyString>();
            let odd =
                items(&flat, Most::Any)?.find_map(|x| x.map(|x| is_odd(&x).then_some(x)).transpose()).transpose()?;
            match odd {
                None => Ok(DType::String),
                Some(x) => Err(PyValueError::new_err(format!(
                    "Failed to convert a NumPy array to a Tensor (Unsupported object type {}).",
                    x.get_type().name()?
                ))),
            }
        }
        _ => DType::from_name(&name).filter(|known| known.size() == dtype.itemsize()).ok_or_else(|| {
            PyTypeError::new_err(format!(
                "Failed to convert a NumPy array to a Tensor (Unsupported numpy dtype {name})."
            ))
        }),
    }
}

/// NumPy numbers its own types up to here; those of other packages come behind.
const BUILTIN: i32 = 24;

/// The dtype of NumPy's own numbers, without asking for its name, which takes NumPy longer than a short array takes us.
fn builtin(dtype: &Bound<'_, PyArrayDescr>) -> Option<DType> {
    if dtype.num() >= BUILTIN {
        return None;
    }
    Some(match (dtype.kind(), dtype.itemsize()) {
        (b'b', 1) => DType::Bool,
        (b'f', 2) => DType::Float16,
        (b'f', 4) => DType::Float32,
        (b'f', 8) => DType::Float64,
        (b'i', 1) => DType::Int8,
        (b'i', 2) => DType::Int16,
        (b'i', 4) => DType::Int32,
        (b'i', 8) => DType::Int64,
        (b'u', 1) => DType::UInt8,
        (b'u', 2) => DType::UInt16,
        (b'u', 4) => DType::UInt32,
        (b'u', 8) => DType::UInt64,
        (b'c', 8) => DType::Complex64,
        (b'c', 16) => DType::Complex128,
        _ => return None,
    })
}

fn from_strings(array: &Bound<'_, PyUntypedArray>, shape: Shape) -> PyResult<Array> {
    let items = array.call_method0("ravel")?.call_method0("tolist")?.cast_into::<PyList>()?;
    let mut data = try_with_capacity(items.len())?;
    for item in items.iter() {
        data.push(bytes_of(&item)?);
    }
    Ok(Array::from_strings(shape, data)?)
}

/// The bytes of a `str` (as UTF-8) or `bytes`.
pub fn bytes_of(item: &Bound<'_, PyAny>) -> PyResult<Text> {
    if let Ok(bytes) = item.cast::<PyBytes>() {
        return Ok(Text::copy(bytes.as_bytes())?);
    }
    Ok(Text::copy(item.cast::<PyString>()?.to_cow()?.as_bytes())?)
}
