//! NumPy arrays from and to the core's arrays. Data is copied both ways: tensors are immutable, ndarrays are not.

use half::bf16;
use numpy::npyffi::PY_ARRAY_API;
use numpy::{IxDyn, PyArray, PyArrayDescr, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::shape::Shape;

/// A new ndarray with the elements of `array`; a NumPy scalar for rank 0; `bytes` for strings.
pub fn to_numpy<'py>(py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
    let whole = array.contiguous();
    crate::with_dtype!(array.dtype(), T: any => {
        if T::DTYPE == DType::BFloat16 { bfloat16(py, &whole) } else { plain::<T>(py, &whole) }
    }, else strings(py, array))
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

/// Element types that the numpy crate can name without a further package.
trait Plain: Element {
    fn array<'py>(py: Python<'py>, x: &Array) -> Bound<'py, PyAny>;
}

fn plain<'py, T: Element>(py: Python<'py>, x: &Array) -> PyResult<Bound<'py, PyAny>> {
    macro_rules! by_type {
        ($($t:ty),*) => { match T::DTYPE { $(<$t as Element>::DTYPE => <$t as Plain>::array(py, x),)* _ => unreachable!("a plain dtype") } };
    }
    let array = by_type!(
        f32,
        f64,
        half::f16,
        i32,
        i64,
        i8,
        i16,
        u8,
        u16,
        u32,
        u64,
        bool,
        num_complex::Complex32,
        num_complex::Complex64
    );
    Ok(if x.shape().rank() == 0 { scalar(py, array) } else { array })
}

impl<T: Element + numpy::Element> Plain for T {
    fn array<'py>(py: Python<'py>, x: &Array) -> Bound<'py, PyAny> {
        let data = x.slice::<T>();
        // SAFETY: every element is written below, before anybody else sees the array.
        let array = unsafe { PyArray::<T, IxDyn>::new(py, IxDyn(x.shape()), false) };
        // SAFETY: a new C-contiguous array of `data.len()` elements that nobody else holds.
        unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), array.data(), data.len()) };
        array.into_any()
    }
}

/// The NumPy scalar of a 0-d array.
fn scalar<'py>(py: Python<'py>, array: Bound<'py, PyAny>) -> Bound<'py, PyAny> {
    // SAFETY: `PyArray_Return` takes over the reference and gives a new one; it cannot fail for numeric 0-d arrays.
    unsafe { Bound::from_owned_ptr(py, PY_ARRAY_API.PyArray_Return(py, array.into_ptr().cast())) }
}

fn bfloat16<'py>(py: Python<'py>, x: &Array) -> PyResult<Bound<'py, PyAny>> {
    if py.import("ml_dtypes").is_err() {
        return plain::<f32>(py, &x.cast(DType::Float32)?);
    }
    let array = <bf16 as Plain>::array(py, x);
    Ok(if x.shape().rank() == 0 { scalar(py, array) } else { array })
}

fn strings<'py>(py: Python<'py>, array: &Array) -> PyResult<Bound<'py, PyAny>> {
    let all: Vec<_> = array.strings().unwrap_or_default().into_iter().map(|s| PyBytes::new(py, s)).collect();
    if array.shape().rank() == 0 {
        return Ok(all[0].clone().into_any());
    }
    let numpy = py.import("numpy")?;
    let flat = numpy.getattr("empty")?.call1((all.len(), numpy.getattr("object_")?))?;
    for (i, item) in all.iter().enumerate() {
        flat.set_item(i, item)?;
    }
    flat.call_method1("reshape", (array.shape().to_vec(),))
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
    let known = object.cast::<PyUntypedArray>().ok();
    let shape = match known {
        Some(array) => Shape::new(array.shape()),
        None => Shape::new(&object.getattr("shape")?.extract::<Vec<usize>>()?),
    };
    let array = match known.filter(|a| a.is_c_contiguous() && is_native(a)) {
        Some(array) => array.clone(),
        None => native(object.py().import("numpy")?.getattr("ascontiguousarray")?.call1((object,))?)?,
    };
    let dtype = dtype_of(&array)?;
    if dtype == DType::String {
        return from_strings(&array, shape);
    }
    let mut out = Array::scratch(dtype, shape)?;
    let bytes = out.bytes_mut();
    // SAFETY: a C-contiguous array of this dtype in native byte order holds exactly these bytes.
    let data = unsafe { (*array.as_array_ptr()).fields.data.cast::<u8>() };
    if !bytes.is_empty() {
        // SAFETY: as above; the destination is new.
        unsafe { std::ptr::copy_nonoverlapping(data, bytes.as_mut_ptr(), bytes.len()) };
    }
    Ok(out)
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
            let odd =
                flat.try_iter()?.flatten().find(|x| !x.is_instance_of::<PyBytes>() && !x.is_instance_of::<PyString>());
            match odd {
                None => Ok(DType::String),
                Some(x) => Err(PyValueError::new_err(format!(
                    "Failed to convert a NumPy array to a Tensor (Unsupported object type {}).",
                    x.get_type().name()?
                ))),
            }
        }
        _ => DType::from_name(&name).ok_or_else(|| {
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
    let data = items.iter().map(|item| bytes_of(&item)).collect::<PyResult<Vec<_>>>()?;
    Ok(Array::from_strings(shape, data)?)
}

/// The bytes of a `str` (as UTF-8) or `bytes`.
pub fn bytes_of(item: &Bound<'_, PyAny>) -> PyResult<Box<[u8]>> {
    if let Ok(bytes) = item.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().into());
    }
    Ok(item.cast::<PyString>()?.to_cow()?.as_bytes().into())
}
