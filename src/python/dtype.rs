//! `DType` for Python: one object for each dtype, equal to NumPy's and to names.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use crate::dtype::DType;
use crate::shape::Few;

/// The type of a tensor's elements, such as `tf.float32`.
#[pyclass(frozen, name = "DType", module = "gradtape.dtypes")]
pub struct PyDType(pub DType);

static OBJECTS: PyOnceLock<Vec<Py<PyDType>>> = PyOnceLock::new();

/// The one object for this dtype.
pub fn object(py: Python<'_>, dtype: DType) -> Py<PyDType> {
    let all = OBJECTS.get_or_init(py, || {
        DType::ALL.iter().map(|&d| Py::new(py, PyDType(d)).expect("memory for a dtype object")).few()
    });
    let place = DType::ALL.iter().position(|d| *d == dtype).expect("every dtype is listed");
    all[place].clone_ref(py)
}

#[pymethods]
impl PyDType {
    /// The name, such as `float32`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Bytes of one element.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().max(1)
    }

    #[getter]
    fn is_floating(&self) -> bool {
        self.0.is_floating()
    }

    #[getter]
    fn is_complex(&self) -> bool {
        self.0.is_complex()
    }

    #[getter]
    fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    #[getter]
    fn is_bool(&self) -> bool {
        self.0 == DType::Bool
    }

    #[getter]
    fn is_unsigned(&self) -> bool {
        self.0.is_unsigned()
    }

    #[getter]
    fn is_numeric(&self) -> bool {
        !matches!(self.0, DType::Bool | DType::String)
    }

    /// The real type of a complex type's parts.
    #[getter]
    fn real_dtype(&self, py: Python<'_>) -> Py<PyDType> {
        object(py, self.0.real())
    }

    #[getter]
    fn base_dtype(&self, py: Python<'_>) -> Py<PyDType> {
        object(py, self.0)
    }

    /// The NumPy scalar type of the same elements (`numpy.float32` for `bfloat16` and `float8` where `ml_dtypes` is absent).
    #[getter]
    fn as_numpy_dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.0 {
            DType::String => py.import("numpy")?.getattr("object_"),
            DType::Bool => py.import("numpy")?.getattr("bool_"),
            brief if is_foreign(brief) => match py.import("ml_dtypes") {
                Ok(module) => module.getattr(brief.name()),
                Err(_) => py.import("numpy")?.getattr("float32"),
            },
            other => py.import("numpy")?.getattr(other.name()),
        }
    }

    #[getter]
    fn as_datatype_enum(&self) -> i32 {
        match self.0 {
            DType::Float32 => 1,
            DType::Float64 => 2,
            DType::Int32 => 3,
            DType::UInt8 => 4,
            DType::Int16 => 5,
            DType::Int8 => 6,
            DType::String => 7,
            DType::Complex64 => 8,
            DType::Int64 => 9,
            DType::Bool => 10,
            DType::BFloat16 => 14,
            DType::UInt16 => 17,
            DType::Complex128 => 18,
            DType::Float16 => 19,
            DType::UInt32 => 22,
            DType::UInt64 => 23,
            DType::Float8E5M2 => 24,
            DType::Float8E4M3FN => 25,
            DType::Float8E4M3FNUZ => 26,
            DType::Float8E4M3B11FNUZ => 27,
            DType::Float8E5M2FNUZ => 28,
        }
    }

    /// The largest value of the type.
    #[getter]
    fn max<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.limit(py, "max")
    }

    /// The smallest value of the type.
    #[getter]
    fn min<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.limit(py, "min")
    }

    /// The values that an image's elements have: from 0 to the largest integer, or to 1. `ValueError` for dtypes that
    /// images do not have.
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<(i32, Bound<'py, PyAny>)> {
        match self.0 {
            dtype if dtype.is_integer() => Ok((0, self.limit(py, "max")?)),
            DType::Float32 | DType::Float64 => Ok((0, 1.into_bound_py_any(py)?)),
            _ => Err(PyValueError::new_err(format!("{} does not have defined limits.", self.__str__()))),
        }
    }

    /// Whether the type stands for other numbers by scale and offset: none here does.
    #[getter]
    fn is_quantized(&self) -> bool {
        false
    }

    /// Whether NumPy has such elements, by itself or with the package `ml_dtypes`: every dtype here has them.
    #[getter]
    fn is_numpy_compatible(&self) -> bool {
        true
    }

    fn is_compatible_with(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(from_any(other)? == self.0)
    }

    fn __repr__(&self) -> String {
        format!("tf.{}", self.0)
    }

    fn __str__(&self) -> String {
        format!("<dtype: '{}'>", self.0)
    }

    fn __hash__(&self) -> u64 {
        self.0 as u64
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        !other.is_none() && from_any(other).is_ok_and(|d| d == self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("gradtape._core")?.getattr("as_dtype")?, (self.0.name(),)))
    }
}

impl PyDType {
    fn limit<'py>(&self, py: Python<'py>, which: &str) -> PyResult<Bound<'py, PyAny>> {
        if self.0 == DType::Bool {
            return (which == "max").into_pyobject(py).map(|b| b.to_owned().into_any()).map_err(Into::into);
        }
        if self.0 == DType::String {
            let what = if which == "max" { "maximum" } else { "minimum" };
            return Err(PyTypeError::new_err(format!("Cannot find {what} value of <dtype: 'string'>.")));
        }
        if let Some(most) = self.0.largest().filter(|_| is_foreign(self.0)) {
            return (if which == "max" { most } else { -most }).into_bound_py_any(py);
        }
        let numpy = py.import("numpy")?;
        let of = self.as_numpy_dtype(py)?;
        let info = if self.0.is_integer() { "iinfo" } else { "finfo" };
        numpy.getattr(info)?.call1((of,))?.getattr(which)
    }
}

/// A dtype that NumPy does not know: `ml_dtypes` does.
pub fn is_foreign(dtype: DType) -> bool {
    dtype == DType::BFloat16 || dtype.is_stored()
}

/// The dtype that a Python object names: a `DType`, a name, a NumPy dtype or scalar type, `float`, `bool`, `complex`, `str`.
pub fn from_any(object: &Bound<'_, PyAny>) -> PyResult<DType> {
    if let Ok(dtype) = object.cast::<PyDType>() {
        return Ok(dtype.get().0);
    }
    let found = if object.is_instance_of::<super::operators::PyOperand>() {
        None
    } else if let Ok(name) = object.cast::<PyString>() {
        DType::from_name(&name.to_cow()?)
    } else if let Ok(class) = object.cast::<PyType>() {
        from_type(class)?
    } else if object.hasattr("dtype")? || object.hasattr("kind")? {
        from_numpy(object)
    } else {
        from_enum(object)
    };
    found.ok_or_else(|| {
        let shown = object.repr().map_or_else(|_| "object".into(), |r| r.to_string());
        PyTypeError::new_err(format!("Cannot convert the argument `type_value`: {shown} to a TensorFlow DType."))
    })
}

fn from_enum(object: &Bound<'_, PyAny>) -> Option<DType> {
    let number: i32 = object.extract().ok()?;
    let py = object.py();
    DType::ALL.into_iter().find(|&d| object_enum(py, d) == number)
}

fn object_enum(py: Python<'_>, dtype: DType) -> i32 {
    object(py, dtype).get().as_datatype_enum()
}

fn from_type(class: &Bound<'_, PyType>) -> PyResult<Option<DType>> {
    let name = class.name()?.to_string();
    Ok(match name.as_str() {
        "float" => Some(DType::Float32),
        "complex" => Some(DType::Complex128),
        "str" | "bytes" | "str_" | "bytes_" | "object_" => Some(DType::String),
        "bool_" => Some(DType::Bool),
        "int" => None,
        other => DType::from_name(other),
    })
}

/// The dtype of a NumPy dtype object.
fn from_numpy(object: &Bound<'_, PyAny>) -> Option<DType> {
    let dtype = object.getattr("dtype").unwrap_or_else(|_| object.clone());
    let name: String = dtype.getattr("name").ok()?.extract().ok()?;
    match name.as_str() {
        "object" => Some(DType::String),
        n if n.starts_with("str") || n.starts_with("bytes") => Some(DType::String),
        n => DType::from_name(n),
    }
}

/// Converts a Python object to a dtype.
#[pyfunction]
#[pyo3(signature = (type_value))]
pub fn as_dtype(py: Python<'_>, type_value: &Bound<'_, PyAny>) -> PyResult<Py<PyDType>> {
    Ok(object(py, from_any(type_value)?))
}
