//! `Variable` (class `ResourceVariable`): a named cell, assignable whole, by slices and by indices.
//!
//! The methods are all here; what they do is in `construct`, `assign`, `scatter`, `slice` and `value`. Reading a variable tells the
//! recording tapes of it. While an object that made a cell is alive it is the one that stands for it.

mod assign;
mod construct;
mod creators;
mod owner;
mod private;
mod scatter;
mod slice;
mod value;

pub use construct::variable_from_parts;
pub use creators::{ask_creators, enter_creator, leave_creator, variables_made};

use assign::in_place;
use pyo3::exceptions::{PyNotImplementedError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use pyo3::{PyTraverseError, PyVisit};

use super::dtype::PyDType;
use super::numpy::{to_ndarray_as, to_numpy};
use super::observing::{leaves, short};
use super::operators::PyOperand;
use super::reserve;
use super::shape::PyShape;
use super::tensor::{DEVICE, numpy_text, reference_to, wrap};
use super::{dtype, scope};
use crate::dtype::DType;
use crate::kernels::gather::Merge;
use crate::ops;
use crate::python::advice::with_advice;
use crate::tensor::Tensor;
use crate::variable::Variable;

/// A named tensor whose value can be changed. A `GradientTape` watches a trainable variable when it is read.
///
/// >>> v = tf.Variable([1., 2.], name='v')
/// >>> v.assign_add([1., 1.]).numpy().tolist()
/// [2.0, 3.0]
/// >>> v.name
/// 'v:0'
#[pyclass(frozen, extends = PyOperand, subclass, dict, weakref, name = "ResourceVariable", module = "gradtape")]
pub struct PyVariable {
    pub variable: Variable,
    constraint: Option<Py<PyAny>>,
    /// What an assignment returned: the same cell under another name.
    unread: bool,
    /// Whether this object may stand for the cell: whether it made it.
    owner: bool,
}

impl PyVariable {
    /// The value; tapes and variable watchers take note.
    #[inline]
    pub fn read(&self) -> Tensor {
        if self.variable.trainable() {
            scope::note_variable(&self.variable);
        }
        self.variable.read()
    }

    fn parts(variable: Variable, constraint: Option<Py<PyAny>>, unread: bool) -> PyClassInitializer<PyVariable> {
        PyClassInitializer::from(PyOperand).add_subclass(PyVariable { variable, constraint, unread, owner: !unread })
    }

    /// The value as a Python tensor.
    fn tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(wrap(py, self.read())?.into_bound(py))
    }

    fn dtype_of(&self) -> DType {
        self.variable.dtype()
    }
}

/// What a method is given.
type Any<'a, 'py> = &'a Bound<'py, PyAny>;
/// A switch that may be left out.
type Flag = Option<bool>;
/// What a method returns.
type Answer = PyResult<Py<PyAny>>;

#[pymethods]
impl PyVariable {
    #[new]
    #[pyo3(signature = (initial_value=None, trainable=None, validate_shape=true, caching_device=None, name=None,
        variable_def=None, dtype=None, import_scope=None, constraint=None, synchronization=None, aggregation=None,
        shape=None, experimental_enable_variable_lifting=true))]
    #[allow(clippy::too_many_arguments)] // TensorFlow's signature.
    fn new(
        py: Python<'_>,
        initial_value: Option<Any<'_, '_>>,
        trainable: Option<Any<'_, '_>>,
        validate_shape: bool,
        caching_device: Option<Any<'_, '_>>,
        name: Option<Any<'_, '_>>,
        variable_def: Option<Any<'_, '_>>,
        dtype: Option<Any<'_, '_>>,
        import_scope: Option<Any<'_, '_>>,
        constraint: Option<Any<'_, '_>>,
        synchronization: Option<Any<'_, '_>>,
        aggregation: Option<Any<'_, '_>>,
        shape: Option<Any<'_, '_>>,
        experimental_enable_variable_lifting: bool,
    ) -> PyResult<PyClassInitializer<PyVariable>> {
        let _ = (validate_shape, caching_device, variable_def, import_scope, synchronization, aggregation);
        let _ = (py, experimental_enable_variable_lifting);
        construct::check_constraint(constraint)?;
        let variable = construct::cell(initial_value, dtype, shape, name, trainable)?;
        reserve::check_object()?;
        Ok(Self::parts(variable, constraint.map(|c| c.clone().unbind()), false))
    }

    /// Notes that this object stands for its cell, if it made it. A program may call it again, on any object.
    #[pyo3(signature = (*_args, **kwargs))]
    fn __init__(slf: &Bound<'_, Self>, _args: Any<'_, '_>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        private::keep_hints(slf, kwargs)?;
        Self::own(slf)
    }

    /// What the class does not know: a name that libraries look for, or an error.
    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        private::of(slf, name)
    }
    /// The name with TensorFlow's `:0`.
    #[getter]
    fn name(&self) -> String {
        if self.unread { "UnreadVariable".into() } else { format!("{}:0", self.variable.name()) }
    }
    /// The lengths of the axes that every value must have.
    #[getter(shape)]
    fn lengths(&self) -> PyShape {
        PyShape(self.variable.shape().map(<[_]>::to_vec))
    }
    /// The type of the elements.
    #[getter]
    fn dtype(&self, py: Python<'_>) -> Py<PyDType> {
        dtype::object(py, self.dtype_of())
    }
    /// Whether tapes watch the variable when it is read.
    #[getter]
    fn trainable(&self) -> bool {
        self.variable.trainable()
    }
    #[setter(_trainable)] // by which libraries change it; read in `private`
    fn set_trainable(&self, trainable: bool) {
        self.variable.set_trainable(trainable);
    }
    #[getter]
    fn constraint(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.constraint.as_ref().map(|c| c.clone_ref(py))
    }
    #[getter]
    fn device(&self) -> &'static str {
        DEVICE
    }
    /// What raw operations are told of the variable by: itself.
    #[getter]
    fn handle(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }
    /// The name as Keras 3 writes it: with the scopes around it, without `:0`.
    #[getter]
    fn path(&self) -> String {
        self.variable.name().to_string()
    }
    fn is_initialized(&self) -> bool {
        true
    }
    #[pyo3(name = "get_shape")]
    fn shape_of(&self) -> PyShape {
        self.lengths()
    }
    /// A hashable object that stands for this variable.
    #[pyo3(name = "ref")]
    fn reference<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        reference_to(slf.as_any())
    }
    fn experimental_ref<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        reference_to(slf.as_any())
    }

    // --- reading ----------------------------------------------------------------------------------------------------

    /// `v.value()` is the value as a new tensor, as in TensorFlow; `v.value` the variable itself, as in Keras 3.
    #[getter]
    fn value(slf: &Bound<'_, Self>) -> Answer {
        value::of(slf)
    }
    /// The value as a new tensor.
    fn read_value(&self, py: Python<'_>) -> Answer {
        let value = self.read();
        wrap(py, short(py, || Ok(ops::identity(&value)?))?)
    }

    /// A copy of the value as an ndarray; a NumPy scalar for rank 0.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.read();
        leaves(py, "numpy()", &value)?;
        to_numpy(py, value.array())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let value = self.read();
        leaves(py, "__array__()", &value)?;
        to_ndarray_as(py, value.array(), dtype, copy, "variable")
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (name, shape, value) = (self.name(), self.lengths().text(), self.read());
        let (dtype, text) = (value.dtype(), numpy_text(py, &value, true)?);
        Ok(format!("<tf.Variable '{name}' shape={shape} dtype={dtype}, numpy={text}>"))
    }
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.__repr__(py)
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        if spec.is_empty() {
            return self.__repr__(py);
        }
        Err(PyTypeError::new_err("unsupported format string passed to ResourceVariable.__format__"))
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.tensor(py)?.is_truthy()
    }
    fn __float__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.tensor(py)?.call_method0("__float__")
    }
    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.tensor(py)?.call_method0("__int__")
    }
    fn __complex__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.tensor(py)?.call_method0("__complex__")
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // bounded: by the rows of a tensor, one at a time
        Ok(self.tensor(py)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> Answer {
        slice::of(slf, key)
    }

    fn __setitem__(&self, _key: Any<'_, '_>, _value: Any<'_, '_>) -> PyResult<()> {
        Err(PyTypeError::new_err(with_advice("'ResourceVariable' object does not support item assignment")))
    }

    // --- assignment -------------------------------------------------------------------------------------------------

    /// Replaces the value. Errors: `ValueError` for another shape, or a tensor of another dtype.
    #[pyo3(signature = (value, use_locking=None, name=None, read_value=true))]
    fn assign(&self, value: Any<'_, '_>, use_locking: Flag, name: Option<&str>, read_value: bool) -> Answer {
        let _ = (use_locking, name);
        self.replace(value)?;
        self.assigned(value.py(), read_value)
    }

    /// Adds to the value. Errors: `InvalidArgumentError` for another shape.
    #[pyo3(signature = (delta, use_locking=None, name=None, read_value=true))]
    fn assign_add(&self, delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>, read_value: bool) -> Answer {
        let _ = (use_locking, name);
        self.update("AssignAddVariableOp", delta, ops::add, ops::add_in_place)?;
        self.assigned(delta.py(), read_value)
    }

    /// Subtracts from the value. Errors: `InvalidArgumentError` for another shape.
    #[pyo3(signature = (delta, use_locking=None, name=None, read_value=true))]
    fn assign_sub(&self, delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>, read_value: bool) -> Answer {
        let _ = (use_locking, name);
        self.update("AssignSubVariableOp", delta, ops::subtract, ops::subtract_in_place)?;
        self.assigned(delta.py(), read_value)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_update(&self, sparse_delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>) -> Answer {
        let _ = (use_locking, name);
        self.scatter("ResourceScatterUpdate", sparse_delta, None)
    }
    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_add(&self, sparse_delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>) -> Answer {
        let _ = (use_locking, name);
        self.scatter("ResourceScatterAdd", sparse_delta, Some(Merge::Add))
    }
    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_sub(&self, sparse_delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>) -> Answer {
        let _ = (use_locking, name);
        self.scatter("ResourceScatterSub", sparse_delta, Some(Merge::Sub))
    }
    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_max(&self, sparse_delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>) -> Answer {
        let _ = (use_locking, name);
        self.scatter("ResourceScatterMax", sparse_delta, Some(Merge::Max))
    }
    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_min(&self, sparse_delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>) -> Answer {
        let _ = (use_locking, name);
        self.scatter("ResourceScatterMin", sparse_delta, Some(Merge::Min))
    }
    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_mul(&self, sparse_delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>) -> Answer {
        let _ = (use_locking, name);
        self.scatter("ResourceScatterMul", sparse_delta, Some(Merge::Mul))
    }
    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_div(&self, sparse_delta: Any<'_, '_>, use_locking: Flag, name: Option<&str>) -> Answer {
        let _ = (use_locking, name);
        self.scatter("ResourceScatterDiv", sparse_delta, Some(Merge::Div))
    }
    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_max(&self, indices: Any<'_, '_>, updates: Any<'_, '_>, name: Option<&str>) -> Answer {
        let _ = name;
        self.scatter_nd("ResourceScatterNdMax", indices, updates, Some(Merge::Max))
    }
    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_min(&self, indices: Any<'_, '_>, updates: Any<'_, '_>, name: Option<&str>) -> Answer {
        let _ = name;
        self.scatter_nd("ResourceScatterNdMin", indices, updates, Some(Merge::Min))
    }
    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_update(&self, indices: Any<'_, '_>, updates: Any<'_, '_>, name: Option<&str>) -> Answer {
        let _ = name;
        self.scatter_nd("ResourceScatterNdUpdate", indices, updates, None)
    }
    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_add(&self, indices: Any<'_, '_>, updates: Any<'_, '_>, name: Option<&str>) -> Answer {
        let _ = name;
        self.scatter_nd("ResourceScatterNdAdd", indices, updates, Some(Merge::Add))
    }
    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_sub(&self, indices: Any<'_, '_>, updates: Any<'_, '_>, name: Option<&str>) -> Answer {
        let _ = name;
        self.scatter_nd("ResourceScatterNdSub", indices, updates, Some(Merge::Sub))
    }

    /// The rows at `indices`, as `tf.gather`.
    #[pyo3(signature = (indices, name=None))]
    fn sparse_read(slf: &Bound<'_, Self>, indices: Any<'_, '_>, name: Option<&str>) -> Answer {
        let _ = name;
        scatter::look_up("gather", slf, indices)
    }

    /// The elements or slices at `indices`, as `tf.gather_nd`.
    #[pyo3(signature = (indices, name=None))]
    fn gather_nd(slf: &Bound<'_, Self>, indices: Any<'_, '_>, name: Option<&str>) -> Answer {
        let _ = name;
        scatter::look_up("gather_nd", slf, indices)
    }

    fn __iadd__(&self, _other: Any<'_, '_>) -> PyResult<()> {
        Err(in_place("+", "assign_add"))
    }
    fn __isub__(&self, _other: Any<'_, '_>) -> PyResult<()> {
        Err(in_place("-", "assign_sub"))
    }
    fn __imul__(&self, _other: Any<'_, '_>) -> PyResult<()> {
        Err(in_place("*", "assign"))
    }
    fn __itruediv__(&self, _other: Any<'_, '_>) -> PyResult<()> {
        Err(in_place("/", "assign"))
    }

    // --- copies -----------------------------------------------------------------------------------------------------

    fn __deepcopy__(&self, py: Python<'_>, _memo: Any<'_, '_>) -> Answer {
        Self::object(py, construct::copy(&self.variable, self.read()))
    }

    fn __copy__(&self, py: Python<'_>) -> Answer {
        Ok(Bound::new(py, self.twin())?.into_any().unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, bool, String))> {
        let (py, variable) = (slf.py(), &slf.get().variable);
        let make = py.import("gradtape._core")?.getattr("variable_from_parts")?;
        Ok((make, (wrap(py, variable.peek())?, variable.trainable(), variable.name().into())))
    }

    fn eval(&self) -> PyResult<()> {
        Err(PyNotImplementedError::new_err("This operation is not supported when eager execution is enabled."))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.constraint)
    }
}
