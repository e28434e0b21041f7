//! `Variable` (class `ResourceVariable`): a named cell, assignable whole, by slices and by indices.

use super::convert;
use super::dtype;
use super::dtype::PyDType;
use super::numpy::to_ndarray;
use super::numpy::to_numpy;
use super::operators::PyOperand;
use super::scope;
use super::shape::PyShape;
use super::shape::dims_from;
use super::tensor::DEVICE;
use super::tensor::PyTensor;
use super::tensor::numpy_text;
use super::tensor::reference_to;
use super::tensor::wrap;
use crate::dtype::DType;
use crate::error::Error;
use crate::ops;
use crate::tensor::Tensor;
use crate::variable::Variable;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::exceptions::PyRuntimeError;
use pyo3::exceptions::PyTypeError;
use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::types::PyString;
use std::sync::atomic::Ordering::Relaxed;

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
    /// Whether this is the object that stands for the cell: what `watched_variables` returns.
    owner: bool,
}

impl Drop for PyVariable {
    fn drop(&mut self) {
        if self.owner {
            self.variable.owner().store(std::ptr::null_mut(), Relaxed);
        }
    }
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

    /// The Python object of a variable: the one that made it, if it is still alive, else a new one.
    pub fn object(py: Python<'_>, variable: Variable) -> PyResult<Py<PyAny>> {
        let owner = variable.owner().load(Relaxed).cast::<ffi::PyObject>();
        // SAFETY: the owner clears this word when it is dropped, under the interpreter lock that we hold; a count of zero
        // means that it is being torn down right now.
        if !owner.is_null() && unsafe { ffi::Py_REFCNT(owner) } > 0 {
            // SAFETY: as above, a live object.
            return Ok(unsafe { Bound::from_borrowed_ptr(py, owner) }.unbind());
        }
        let made = Bound::new(py, Self::parts(variable, None, false))?;
        made.get().variable.owner().store(made.as_ptr().cast(), Relaxed);
        Ok(made.into_any().unbind())
    }

    fn parts(variable: Variable, constraint: Option<Py<PyAny>>, unread: bool) -> PyClassInitializer<PyVariable> {
        PyClassInitializer::from(PyOperand).add_subclass(PyVariable { variable, constraint, unread, owner: !unread })
    }

    fn dtype_of(&self) -> DType {
        self.variable.peek().dtype()
    }

    /// A value for an assignment: Python values and ndarrays take the variable's dtype, tensors must have it.
    fn value_for(&self, value: &Bound<'_, PyAny>) -> PyResult<Tensor> {
        let dtype = self.dtype_of();
        let tensor = convert::to_tensor(value, Some(dtype))?;
        if tensor.dtype() == dtype {
            return Ok(tensor);
        }
        Err(PyValueError::new_err(format!(
            "Tensor conversion requested dtype {dtype} for Tensor with dtype {}: {}",
            tensor.dtype(),
            value.repr()?
        )))
    }

    fn assigned(&self, py: Python<'_>, read_value: bool) -> PyResult<Py<PyAny>> {
        if !read_value {
            return Ok(py.None());
        }
        let unread = Self::parts(self.variable.clone(), None, true);
        Ok(Bound::new(py, unread)?.into_any().unbind())
    }

    fn update(
        &self,
        op: &'static str,
        delta: &Bound<'_, PyAny>,
        f: fn(&Tensor, &Tensor) -> crate::error::Result<Tensor>,
    ) -> PyResult<()> {
        let delta = self.value_for(delta)?;
        let _pause = crate::tape::pause();
        self.variable.update(|old| {
            if delta.shape() != old.shape() {
                let text = format!(
                    "Cannot update variable with shape {} using a Tensor with shape {}, shapes must be equal.",
                    old.shape(),
                    delta.shape()
                );
                return Err(Error::invalid(op, text));
            }
            f(&old, &delta)
        })?;
        Ok(())
    }

    /// Replaces the value by what the function `name` of the operation table makes of it.
    fn through(&self, py: Python<'_>, name: &str, args: (Py<PyAny>, Py<PyAny>)) -> PyResult<Py<PyAny>> {
        let value = {
            let _pause = crate::tape::pause();
            let now = wrap(py, self.variable.peek())?;
            py.import("gradtape._core")?.getattr(name)?.call1((now, args.0, args.1))?
        };
        self.variable.assign(&convert::to_tensor(&value, None)?)?;
        self.touch();
        self.assigned(py, true)
    }

    /// The rows that `slices` names are there, and it has a value for each (or one for all).
    fn check_rows(&self, slices: &Bound<'_, PyAny>) -> PyResult<()> {
        let places = convert::to_tensor(&part_of(slices, "indices")?, None)?;
        let values = convert::to_tensor(&part_of(slices, "values")?, Some(self.dtype_of()))?;
        let fail = |text: String| Err(super::error::tensorflow_error(slices.py(), "InvalidArgumentError", &text));
        let lead = places.rank().min(values.rank());
        if values.rank() > 0 && values.shape()[..lead] != places.shape()[..] {
            let (places, values) = (places.shape(), values.shape());
            return fail(format!("shape of indices ({places}) is not compatible with the shape of updates ({values})"));
        }
        let indices = places.to_vec::<i64>();
        let rows = self.variable.peek().shape().first().copied().unwrap_or(0) as i64;
        let bad = indices.iter().enumerate().find(|(_, i)| !(0..rows).contains(*i));
        bad.map_or(Ok(()), |(k, i)| fail(format!("indices[{k}] = {i} is not in [0, {rows})")))
    }

    /// One row after another: a row that is named twice is changed twice.
    fn scatter_with(&self, py: Python<'_>, name: &str, slices: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let core = py.import("gradtape._core")?;
        self.check_rows(slices)?;
        let indices = convert::to_tensor(&part_of(slices, "indices")?, None)?.to_vec::<i64>();
        let values = convert::to_tensor(&part_of(slices, "values")?, Some(self.dtype_of()))?;
        for (k, index) in indices.into_iter().enumerate() {
            let value = {
                let _pause = crate::tape::pause();
                let row = core.getattr("gather")?.call1((wrap(py, self.variable.peek())?, index))?;
                core.getattr(name)?.call1((row, wrap(py, ops::row(&values, k)?)?))?
            };
            let place = wrap(py, Tensor::from_slice(&[1, 1], &[index]))?;
            let rows = core.getattr("expand_dims")?.call1((value, 0))?;
            self.through(py, "tensor_scatter_nd_update", (place, rows.unbind()))?;
        }
        self.assigned(py, true)
    }

    fn scatter(&self, py: Python<'_>, name: &str, slices: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.check_rows(slices)?;
        let indices = py.import("gradtape._core")?.getattr("expand_dims")?.call1((part_of(slices, "indices")?, -1))?;
        self.through(py, name, (indices.unbind(), part_of(slices, "values")?.unbind()))
    }
}

/// `indices` or `values` of the argument of a scattered assignment.
fn part_of<'py>(slices: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    slices.getattr(name).map_err(|_| {
        PyTypeError::new_err(format!("Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {slices}"))
    })
}

/// The initial value as a tensor of the wanted dtype.
fn initial(value: &Bound<'_, PyAny>, dtype: Option<DType>) -> PyResult<Tensor> {
    let value = if value.is_callable() && !value.is_instance_of::<PyOperand>() { &value.call0()? } else { value };
    let tensor = convert::to_tensor(value, dtype)?;
    match dtype {
        Some(want) if want != tensor.dtype() => Err(PyValueError::new_err(format!(
            "initial_value: Tensor conversion requested dtype {want} for Tensor with dtype {}: {}",
            tensor.dtype(),
            value.repr()?
        ))),
        _ => Ok(tensor),
    }
}

fn name_of(name: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    let own = match name {
        None => "Variable".to_owned(),
        Some(name) if name.is_none() => "Variable".to_owned(),
        Some(name) => name
            .cast::<PyString>()
            .map_err(|_| PyValueError::new_err("name for name_scope must be a string."))?
            .to_cow()?
            .into_owned(),
    };
    Ok(scope::prefixed(own))
}

/// The shape that values must have: the one that was given, checked against the initial value, else the value's.
fn declared(shape: Option<&Bound<'_, PyAny>>, value: &Tensor) -> PyResult<Option<Vec<Option<usize>>>> {
    let Some(given) = shape else {
        return Ok(Some(value.shape().iter().map(|&d| Some(d)).collect()));
    };
    let dims = dims_from(given)?;
    let fits = dims.as_ref().is_none_or(|dims| {
        dims.len() == value.rank() && dims.iter().zip(value.shape().iter()).all(|(d, v)| d.is_none_or(|d| d == *v))
    });
    if fits {
        return Ok(dims);
    }
    Err(PyValueError::new_err(format!(
        "In this `tf.Variable` creation, the initial value's shape ({}) is not compatible with the explicitly supplied \
         `shape` argument ({given}).",
        value.shape().tuple()
    )))
}

#[pymethods]
impl PyVariable {
    #[new]
    #[pyo3(signature = (initial_value=None, trainable=None, validate_shape=true, caching_device=None, name=None,
        variable_def=None, dtype=None, import_scope=None, constraint=None, synchronization=None, aggregation=None,
        shape=None, experimental_enable_variable_lifting=true))]
    #[allow(clippy::too_many_arguments)] // TensorFlow's signature.
    fn new(
        py: Python<'_>,
        initial_value: Option<&Bound<'_, PyAny>>,
        trainable: Option<bool>,
        validate_shape: bool,
        caching_device: Option<&Bound<'_, PyAny>>,
        name: Option<&Bound<'_, PyAny>>,
        variable_def: Option<&Bound<'_, PyAny>>,
        dtype: Option<&Bound<'_, PyAny>>,
        import_scope: Option<&Bound<'_, PyAny>>,
        constraint: Option<&Bound<'_, PyAny>>,
        synchronization: Option<&Bound<'_, PyAny>>,
        aggregation: Option<&Bound<'_, PyAny>>,
        shape: Option<&Bound<'_, PyAny>>,
        experimental_enable_variable_lifting: bool,
    ) -> PyResult<PyClassInitializer<PyVariable>> {
        let _ = (validate_shape, caching_device, variable_def, import_scope, synchronization, aggregation);
        let _ = (py, experimental_enable_variable_lifting);
        let Some(value) = initial_value else {
            return Err(PyValueError::new_err(
                "The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a \
                 `variable_def`. You provided neither.",
            ));
        };
        if let Some(constraint) = constraint.filter(|c| !c.is_callable()) {
            return Err(PyValueError::new_err(format!(
                "Argument `constraint` must be None or a callable. a callable. Got a {}:  {constraint}",
                constraint.get_type().repr()?
            )));
        }
        let dtype = dtype.map(dtype::from_any).transpose()?;
        let value = {
            // Reading another variable for its value is no access that a tape should know of.
            let _pause = crate::tape::pause();
            initial(value, dtype)?
        };
        let shape = declared(shape, &value)?;
        let variable = Variable::with(value, &name_of(name)?, trainable.unwrap_or(true), shape);
        Ok(Self::parts(variable, constraint.map(|c| c.clone().unbind()), false))
    }

    /// Notes which Python object stands for the core's variable; called once, right after construction.
    #[pyo3(signature = (*_args, **_kwargs))]
    fn __init__(slf: &Bound<'_, Self>, _args: &Bound<'_, PyAny>, _kwargs: Option<&Bound<'_, PyDict>>) {
        slf.get().variable.owner().store(slf.as_ptr().cast(), Relaxed);
    }

    // --- what it is -------------------------------------------------------------------------------------------------

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

    #[getter]
    fn constraint(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.constraint.as_ref().map(|c| c.clone_ref(py))
    }

    #[getter]
    fn device(&self) -> &'static str {
        DEVICE
    }

    #[getter]
    fn handle(&self) -> u64 {
        self.variable.key()
    }

    #[getter]
    fn initializer(&self) -> Option<bool> {
        None
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

    /// The value as a new tensor.
    fn value(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        wrap(py, ops::identity(&self.read())?)
    }

    /// The value as a new tensor.
    fn read_value(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.value(py)
    }

    /// A copy of the value as an ndarray; a NumPy scalar for rank 0.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_numpy(py, self.read().array())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("a variable is converted to an ndarray by copying"));
        }
        let array = to_ndarray(py, self.read().array())?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.read();
        let shape = self.lengths().text();
        Ok(format!(
            "<tf.Variable '{}' shape={shape} dtype={}, numpy={}>",
            self.name(),
            value.dtype(),
            numpy_text(py, &value, true)?
        ))
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
        Ok(self.tensor(py)?.try_iter()?.into_any())
    }

    fn __contains__(&self, py: Python<'_>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.tensor(py)?.contains(item)
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let part = super::indexing::get_tensor(&slf.get().read(), key)?;
        if super::indexing::is_mask(key)? {
            return wrap(py, part);
        }
        let init = PyClassInitializer::from(PyOperand)
            .add_subclass(PyTensor(part))
            .add_subclass(VariableSlice { variable: slf.clone().unbind(), key: key.clone().unbind() });
        Ok(Py::new(py, init)?.into_any())
    }

    fn __setitem__(&self, _key: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(PyTypeError::new_err("'ResourceVariable' object does not support item assignment"))
    }

    // --- assignment -------------------------------------------------------------------------------------------------

    /// Replaces the value. Errors: `ValueError` for another shape, or a tensor of another dtype.
    #[pyo3(signature = (value, use_locking=None, name=None, read_value=true))]
    fn assign(
        &self,
        py: Python<'_>,
        value: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
        read_value: bool,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        let value = self.value_for(value)?;
        self.variable.assign(&value)?;
        self.touch();
        self.assigned(py, read_value)
    }

    /// Adds to the value. Errors: `InvalidArgumentError` for another shape.
    #[pyo3(signature = (delta, use_locking=None, name=None, read_value=true))]
    fn assign_add(
        &self,
        py: Python<'_>,
        delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
        read_value: bool,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.update("AssignAddVariableOp", delta, ops::add)?;
        self.touch();
        self.assigned(py, read_value)
    }

    /// Subtracts from the value. Errors: `InvalidArgumentError` for another shape.
    #[pyo3(signature = (delta, use_locking=None, name=None, read_value=true))]
    fn assign_sub(
        &self,
        py: Python<'_>,
        delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
        read_value: bool,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.update("AssignSubVariableOp", delta, ops::subtract)?;
        self.touch();
        self.assigned(py, read_value)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_update(
        &self,
        py: Python<'_>,
        sparse_delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.scatter(py, "tensor_scatter_nd_update", sparse_delta)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_add(
        &self,
        py: Python<'_>,
        sparse_delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.scatter(py, "tensor_scatter_nd_add", sparse_delta)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_sub(
        &self,
        py: Python<'_>,
        sparse_delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.scatter(py, "tensor_scatter_nd_sub", sparse_delta)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_max(
        &self,
        py: Python<'_>,
        sparse_delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.scatter(py, "tensor_scatter_nd_max", sparse_delta)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_min(
        &self,
        py: Python<'_>,
        sparse_delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.scatter(py, "tensor_scatter_nd_min", sparse_delta)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_mul(
        &self,
        py: Python<'_>,
        sparse_delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.scatter_with(py, "multiply", sparse_delta)
    }

    #[pyo3(signature = (sparse_delta, use_locking=None, name=None))]
    fn scatter_div(
        &self,
        py: Python<'_>,
        sparse_delta: &Bound<'_, PyAny>,
        use_locking: Option<bool>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = (use_locking, name);
        self.scatter_with(py, "truediv", sparse_delta)
    }

    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_max(
        &self,
        py: Python<'_>,
        indices: Py<PyAny>,
        updates: Py<PyAny>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = name;
        self.through(py, "tensor_scatter_nd_max", (indices, updates))
    }

    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_min(
        &self,
        py: Python<'_>,
        indices: Py<PyAny>,
        updates: Py<PyAny>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = name;
        self.through(py, "tensor_scatter_nd_min", (indices, updates))
    }

    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_update(
        &self,
        py: Python<'_>,
        indices: Py<PyAny>,
        updates: Py<PyAny>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = name;
        self.through(py, "tensor_scatter_nd_update", (indices, updates))
    }

    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_add(
        &self,
        py: Python<'_>,
        indices: Py<PyAny>,
        updates: Py<PyAny>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = name;
        self.through(py, "tensor_scatter_nd_add", (indices, updates))
    }

    #[pyo3(signature = (indices, updates, name=None))]
    fn scatter_nd_sub(
        &self,
        py: Python<'_>,
        indices: Py<PyAny>,
        updates: Py<PyAny>,
        name: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let _ = name;
        self.through(py, "tensor_scatter_nd_sub", (indices, updates))
    }

    /// The rows at `indices`, as `tf.gather`.
    #[pyo3(signature = (indices, name=None))]
    fn sparse_read(slf: &Bound<'_, Self>, indices: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Py<PyAny>> {
        let _ = name;
        Ok(slf.py().import("gradtape._core")?.getattr("gather")?.call1((slf, indices))?.unbind())
    }

    /// The elements or slices at `indices`, as `tf.gather_nd`.
    #[pyo3(signature = (indices, name=None))]
    fn gather_nd(slf: &Bound<'_, Self>, indices: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Py<PyAny>> {
        let _ = name;
        Ok(slf.py().import("gradtape._core")?.getattr("gather_nd")?.call1((slf, indices))?.unbind())
    }

    fn __iadd__(&self, _other: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(in_place("+", "assign_add"))
    }

    fn __isub__(&self, _other: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(in_place("-", "assign_sub"))
    }

    fn __imul__(&self, _other: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(in_place("*", "assign"))
    }

    fn __itruediv__(&self, _other: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(in_place("/", "assign"))
    }

    // --- copies -----------------------------------------------------------------------------------------------------

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let copy = Variable::with(
            self.read(),
            self.variable.name(),
            self.variable.trainable(),
            self.variable.shape().map(<[_]>::to_vec),
        );
        Self::object(py, copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let twin = PyVariable { variable: self.variable.clone(), constraint: None, unread: false, owner: false };
        Ok(Bound::new(py, PyClassInitializer::from(PyOperand).add_subclass(twin))?.into_any().unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, bool, String))> {
        let py = slf.py();
        let make = py.import("gradtape._core")?.getattr("variable_from_parts")?;
        let me = slf.get();
        Ok((make, (wrap(py, me.variable.peek())?, me.variable.trainable(), me.variable.name().into())))
    }

    fn eval(&self) -> PyResult<()> {
        Err(PyNotImplementedError::new_err("This operation is not supported when eager execution is enabled."))
    }

    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.constraint)
    }
}

impl PyVariable {
    fn tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(wrap(py, self.read())?.into_bound(py))
    }

    /// An assignment counts as an access: recording tapes begin to watch the variable.
    fn touch(&self) {
        if crate::tape::recording() {
            drop(self.read());
        }
    }
}

fn in_place(operator: &str, method: &str) -> PyErr {
    let shown = if operator == "-" { "*" } else { operator };
    PyRuntimeError::new_err(format!(
        "`variable {operator}= value` with `tf.Variable`s is not supported. Use `variable.{method}(value)` to modify the \
         variable, or `out = variable {shown} value` if you need to get a new output Tensor."
    ))
}

/// Rebuilds a pickled variable.
#[pyfunction]
pub fn variable_from_parts(
    py: Python<'_>,
    value: &Bound<'_, PyAny>,
    trainable: bool,
    name: &str,
) -> PyResult<Py<PyAny>> {
    let value = convert::to_tensor(value, None)?;
    let shape = Some(value.shape().iter().map(|&d| Some(d)).collect());
    PyVariable::object(py, Variable::with(value, name, trainable, shape))
}

/// A slice of a variable: a tensor that can also be assigned to.
#[pyclass(frozen, extends = PyTensor, name = "EagerTensor", module = "gradtape")]
pub struct VariableSlice {
    variable: Py<PyVariable>,
    key: Py<PyAny>,
}

#[pymethods]
impl VariableSlice {
    /// Replaces this slice of the variable; `value` is broadcast to it.
    #[pyo3(signature = (value, name=None))]
    fn assign(&self, py: Python<'_>, value: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Py<PyAny>> {
        let _ = name;
        let holder = self.variable.get();
        let value = holder.value_for(value)?;
        let now = holder.variable.peek();
        let places = super::indexing::places(&now, self.key.bind(py))?;
        let broadcast = value.shape().broadcast(places.shape()).filter(|s| s == places.shape());
        if broadcast.is_none() {
            return Err(super::error::to_python(
                py,
                &Error::shapes("ResourceStridedSliceAssign", places.shape(), value.shape()),
            ));
        }
        let values = value.array().broadcast_to(places.shape()).contiguous();
        holder.variable.modify(|array| super::indexing::put(array, &places.to_vec::<i64>(), &values))?;
        holder.touch();
        holder.assigned(py, true)
    }

    // Also what keeps this class apart for PyO3, which tells the classes of a hierarchy by the addresses of their
    // traversal functions: the linker may fold this one into `Operand`'s if they were the same, and it never returns.
    fn __traverse__(&self, visit: pyo3::PyVisit<'_>) -> Result<(), pyo3::PyTraverseError> {
        visit.call(&self.variable)?;
        visit.call(&self.key)
    }
}
