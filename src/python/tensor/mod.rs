//! `Tensor` (class `EagerTensor`): Python's protocols over the core's tensor.
//!
//! A tensor never changes, so its object may be shared freely; arithmetic is in `operators`, its base class.

mod allocation;
mod attributes;
mod reference;
mod rows;
mod text;

pub use allocation::install as install_allocation;
pub use reference::reference_to;

use attributes::Attributes;
use pyo3::exceptions::{PyAttributeError, PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyString};
use pyo3::{PyTraverseError, PyVisit};
use rows::Rows;
pub use text::numpy_text;

use super::binding::symbolic;
use super::dtype::PyDType;
use super::numpy::{to_ndarray, to_ndarray_as, to_numpy};
use super::observing::leaves;
use super::operators::PyOperand;
use super::shape::{PyShape, dims_from};
use super::traced::truth_was_asked;
use super::{dtype, indexing};
use crate::dtype::DType;
use crate::python::advice::with_advice;
use crate::shape::Few;
use crate::tensor::Tensor;

/// An immutable array of numbers, truth values or strings. Operations make new tensors; a `GradientTape` that watches
/// one records them.
#[pyclass(frozen, extends = PyOperand, subclass, weakref, sequence, name = "EagerTensor", module = "gradtape")]
pub struct PyTensor(pub Tensor, Attributes);

/// A Python object for a tensor.
#[inline]
pub fn wrap(py: Python<'_>, tensor: Tensor) -> PyResult<Py<PyAny>> {
    Ok(Py::new(py, PyClassInitializer::from(PyOperand).add_subclass(PyTensor::of(tensor)))?.into_any())
}

/// The device that every tensor lives on.
pub const DEVICE: &str = "/job:localhost/replica:0/task:0/device:CPU:0";

#[pymethods]
impl PyTensor {
    // --- what it is -------------------------------------------------------------------------------------------------

    /// The lengths of the axes.
    #[getter(shape)]
    fn lengths(&self) -> PyShape {
        PyShape::from(self.0.shape())
    }

    /// The type of the elements.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> Py<PyDType> {
        dtype::object(py, self.0.dtype())
    }

    /// The number of axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.0.rank()
    }

    #[getter]
    fn device(&self) -> &'static str {
        DEVICE
    }

    #[getter]
    fn backing_device(&self) -> &'static str {
        DEVICE
    }

    #[pyo3(name = "get_shape")]
    fn shape_of(&self) -> PyShape {
        self.lengths()
    }

    /// Checks that the tensor has this shape. Errors: `ValueError` if not.
    fn set_shape(&self, shape: &Bound<'_, PyAny>) -> PyResult<()> {
        let dims = dims_from(shape)?;
        let mine = self.0.shape();
        let fits = dims.is_none_or(|dims| {
            dims.len() == mine.rank() && dims.iter().zip(mine.iter()).all(|(d, m)| d.is_none_or(|d| d == *m))
        });
        if fits {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "Tensor's shape {} is not compatible with supplied shape {shape}.",
            mine.tuple()
        )))
    }

    fn cpu(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn gpu(slf: Py<Self>) -> PyResult<Py<Self>> {
        Err(PyValueError::new_err(format!("there is no GPU device; {} is on the CPU", slf.get().text())))
    }

    /// A hashable object that stands for this tensor.
    #[pyo3(name = "ref")]
    fn reference<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        reference_to(slf.as_any())
    }

    fn experimental_ref<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        reference_to(slf.as_any())
    }

    // --- values -----------------------------------------------------------------------------------------------------

    /// The elements as a new ndarray; a NumPy scalar for rank 0.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        leaves(py, "numpy()", &self.0)?;
        to_numpy(py, self.0.array())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        leaves(py, "__array__()", &self.0)?;
        to_ndarray_as(py, self.0.array(), dtype, copy, "tensor")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<tf.Tensor: shape={}, dtype={}, numpy={}>",
            self.0.shape().tuple(),
            self.0.dtype(),
            numpy_text(py, &self.0, true)?
        ))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let text = numpy_text(py, &self.0, false)?;
        Ok(format!("tf.Tensor({text}, shape={}, dtype={})", self.0.shape().tuple(), self.0.dtype()))
    }

    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        to_numpy(py, self.0.array())?.call_method1("__format__", (spec,))
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        truth_was_asked(py)?;
        match self.0.shape().elements() {
            0 => Ok(false),
            1 if self.0.dtype() == DType::String => to_ndarray(py, self.0.array())?.call_method0("item")?.is_truthy(),
            1 => Ok(self.0.item::<bool>()),
            _ => Err(PyValueError::new_err(with_advice(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
            ))),
        }
    }

    fn __float__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        leaves(py, "float()", &self.0)?;
        if self.0.rank() == 0 && self.0.dtype().is_floating() {
            return Ok(PyFloat::new(py, self.0.item()).into_any());
        }
        self.as_python(py, "float")
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        leaves(py, "int()", &self.0)?;
        self.short_integer(py).map_or_else(|| self.as_python(py, "int"), Ok)
    }

    fn __complex__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_python(py, "complex")
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.0.rank() > 0 {
            return Err(PyTypeError::new_err("only integer scalar arrays can be converted to a scalar index"));
        }
        if !self.0.dtype().is_integer() {
            // Python asks every operand for an index in places where only a TypeError means "try something else".
            return Err(PyTypeError::new_err(format!("a {} scalar cannot be used as an index", self.0.dtype())));
        }
        self.short_integer(py).map_or_else(|| to_numpy(py, self.0.array())?.call_method0("__index__"), Ok)
    }

    // --- as a sequence ----------------------------------------------------------------------------------------------

    fn __len__(&self) -> PyResult<usize> {
        match self.0.shape().first() {
            Some(&n) => Ok(n),
            None => Err(PyTypeError::new_err("Scalar tensor has no `len()`")),
        }
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Rows> {
        self.rows(py, false)
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let symbolic = |error| symbolic::indexed(slf.clone().into_any().unbind(), key, error);
        indexing::get(&slf.get().0, key).or_else(symbolic)
    }

    fn __setitem__(&self, _key: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyTypeError::new_err(with_advice(
            "'tensorflow.python.framework.ops.EagerTensor' object does not support item assignment",
        )))
    }

    fn __delitem__(&self, _key: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyTypeError::new_err("'tensorflow.python.framework.ops.EagerTensor' object doesn't support item deletion"))
    }

    fn __reversed__(&self, py: Python<'_>) -> PyResult<Rows> {
        self.rows(py, true)
    }

    // --- copies -----------------------------------------------------------------------------------------------------

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        wrap(py, Tensor::new(self.0.array().clone()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, &'static str, Vec<usize>))> {
        let make = py.import("gradtape._core")?.getattr("tensor_from_bytes")?;
        let data = super::exchange::tensor_bytes(py, &self.0)?;
        Ok((make, (data, self.0.dtype().name(), self.0.shape().iter().copied().few())))
    }

    // --- exchange ---------------------------------------------------------------------------------------------------

    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        slf: &Bound<'py, Self>,
        stream: Option<Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = stream;
        leaves(slf.py(), "__dlpack__()", &slf.get().0)?;
        super::dlpack::export(slf.py(), &slf.get().0, max_version, dl_device, copy)
    }

    fn __dlpack_device__(&self) -> (i32, i32) {
        (1, 0)
    }

    /// The buffer protocol: a read-only view of the elements.
    ///
    /// # Safety
    /// Called by the interpreter with a valid `view`.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut pyo3::ffi::Py_buffer,
        flags: std::ffi::c_int,
    ) -> PyResult<()> {
        leaves(slf.py(), "memoryview()", &slf.get().0)?;
        // SAFETY: the interpreter's promise.
        unsafe { super::exchange::fill_buffer(slf, view, flags) }
    }

    /// # Safety
    /// Called by the interpreter with a view that `__getbuffer__` has filled.
    unsafe fn __releasebuffer__(&self, view: *mut pyo3::ffi::Py_buffer) {
        // SAFETY: the interpreter's promise.
        unsafe { super::exchange::release_buffer(view) }
    }

    // --- attributes -------------------------------------------------------------------------------------------------

    #[getter(__dict__)]
    fn attributes<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyDict> {
        slf.get().1.dict(slf).clone()
    }

    #[setter(__dict__)]
    fn set_attributes(slf: &Bound<'_, Self>, new: &Bound<'_, PyDict>) -> PyResult<()> {
        let (new, old) = (new.copy()?, slf.get().1.dict(slf));
        old.clear();
        old.update(new.as_mapping())
    }

    fn __setattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        slf.get().1.set(slf, name, value)
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>) -> PyResult<()> {
        slf.get().1.delete(slf, name)
    }

    /// What the class does not know: an attribute of the program's, or an error, with the reason where TensorFlow gives
    /// one.
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        match self.1.get(name.py(), name)? {
            Some(value) => Ok(value),
            None => Err(missing_attribute(name.to_str()?)),
        }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.1.traverse(&visit)
    }

    fn eval(&self) -> PyResult<()> {
        Err(PyNotImplementedError::new_err(
            "eval is not supported when eager execution is enabled, is .numpy() what you're looking for?",
        ))
    }

    fn consumers(&self) -> PyResult<()> {
        Err(PyNotImplementedError::new_err("consumers is not supported when eager execution is enabled"))
    }
}

fn missing_attribute(name: &str) -> PyErr {
    PyAttributeError::new_err(match name {
        "name" | "op" | "graph" | "value_index" => {
            format!("Tensor.{name} is undefined when eager execution is enabled.")
        }
        "T" | "astype" | "ravel" | "transpose" | "reshape" | "clip" | "size" | "tolist" | "data" => format!(
            "EagerTensor object has no attribute '{name}'. \n        If you are looking for numpy-related methods, please \
             run the following:\n        tf.experimental.numpy.experimental_enable_numpy_behavior()\n      "
        ),
        _ => format!("'EagerTensor' object has no attribute '{name}'"),
    })
}

impl PyTensor {
    /// What an object for `tensor` is made from.
    pub fn of(tensor: Tensor) -> PyTensor {
        PyTensor(tensor, Attributes::none())
    }

    /// What a program, or this layer, has set as the attribute of this name.
    pub fn attribute<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.1.get(name.py(), name)
    }

    fn text(&self) -> String {
        format!("{:?}", self.0)
    }

    fn rows(&self, py: Python<'_>, from_last: bool) -> PyResult<Rows> {
        if self.0.rank() == 0 {
            return Err(PyTypeError::new_err(with_advice("Cannot iterate over a scalar tensor.")));
        }
        Rows::new(py, self.0.clone(), from_last)
    }

    /// A scalar of a type of integers that 64 bits with a sign hold.
    fn short_integer<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let fits = self.0.rank() == 0 && self.0.dtype().is_integer() && self.0.dtype() != DType::UInt64;
        fits.then(|| PyInt::new(py, self.0.item::<i64>()).into_any())
    }

    /// Python's `float(t)`, `int(t)`, `complex(t)`.
    fn as_python<'py>(&self, py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
        if self.0.rank() > 0 {
            return Err(PyTypeError::new_err(with_advice(
                "only 0-dimensional arrays can be converted to Python scalars",
            )));
        }
        py.import("builtins")?.getattr(kind)?.call1((to_numpy(py, self.0.array())?,))
    }
}

/// Whether `x` is a tensor, a variable, or an object that stands for a tensor.
#[pyfunction]
#[pyo3(signature = (x))]
pub fn is_tensor(x: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(x.is_instance_of::<PyOperand>() || x.get_type().hasattr("__tf_tensor__")?)
}
