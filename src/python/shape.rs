//! `TensorShape`: axis lengths as Python sees them, with unknown lengths and unknown rank.

use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PySlice, PyString, PyTuple};

use super::items::{Most, items};
use super::stack;
use crate::memory::try_collect_ok;
use crate::shape::{Few, Shape};

type Dims = Vec<Option<usize>>;
/// What one of a shape's `dims` is.
static DIMENSION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The lengths of a tensor's axes; `None` stands for an unknown length, or (as a whole) an unknown rank.
// A sequence for C too: NumPy and `reversed` take it for what it is.
#[pyclass(frozen, sequence, name = "TensorShape", module = "gradtape")]
pub struct PyShape(pub Option<Dims>);

impl From<&Shape> for PyShape {
    fn from(shape: &Shape) -> PyShape {
        PyShape(Some(shape.iter().map(|&d| Some(d)).few()))
    }
}

/// Axis lengths from any object that stands for a shape: `None`, a number, a sequence, a tensor, a `TensorShape`.
pub fn dims_from(object: &Bound<'_, PyAny>) -> PyResult<Option<Dims>> {
    if object.is_none() {
        return Ok(None);
    }
    if let Ok(shape) = object.cast::<PyShape>() {
        return Ok(shape.get().0.clone());
    }
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("Dimension value must be integer or None or have an __index__ method"));
    }
    stack::check()?;
    if let Ok(one) = object.extract::<i64>() {
        return Ok(Some(vec![dim(one)?]));
    }
    let items = items(object, Most::Axes("shape")).map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(object.py()) {
            return error;
        }
        PyTypeError::new_err(format!(
            "Dimension value must be integer or None or have an __index__ method, got value '{object}'"
        ))
    })?;
    let length = |item: Bound<'_, PyAny>| if item.is_none() { Ok(None) } else { dim(item.extract()?) };
    try_collect_ok(items.map(|item| length(item?))).map(Some)
}

/// As [`dims_from`], of which all are known. Errors: `ValueError` where one is not.
pub fn known_dims(object: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let dims = dims_from(object)?.and_then(|dims| dims.into_iter().few());
    dims.ok_or_else(|| PyValueError::new_err(format!("a fully defined shape is needed, got {object}")))
}

fn dim(value: i64) -> PyResult<Option<usize>> {
    match usize::try_from(value) {
        Ok(d) => Ok(Some(d)),
        Err(_) => Err(PyValueError::new_err(format!("Dimension {value} must be >= 0"))),
    }
}

impl PyShape {
    fn known(&self) -> PyResult<&Dims> {
        self.0.as_ref().ok_or_else(|| PyValueError::new_err("as_list() is not defined on an unknown TensorShape."))
    }

    /// This shape, if that `fits`; else a `ValueError` that says what it must have.
    fn ranked(&self, fits: bool, must: &str) -> PyResult<PyShape> {
        if fits {
            return Ok(PyShape(self.0.clone()));
        }
        Err(PyValueError::new_err(format!("Shape {} must have {must}", self.text())))
    }

    /// As Python prints a tuple, `<unknown>` for an unknown rank.
    pub fn text(&self) -> String {
        let Some(dims) = &self.0 else {
            return "<unknown>".into();
        };
        let dims: Vec<String> = dims.iter().map(|d| d.map_or("None".into(), |d| d.to_string())).few();
        if dims.len() == 1 { format!("({},)", dims[0]) } else { format!("({})", dims.join(", ")) }
    }
}

#[pymethods]
impl PyShape {
    #[new]
    #[pyo3(signature = (dims))]
    fn new(dims: &Bound<'_, PyAny>) -> PyResult<PyShape> {
        Ok(PyShape(dims_from(dims)?))
    }

    /// The number of axes, or `None`.
    #[getter]
    fn rank(&self) -> Option<usize> {
        self.0.as_ref().map(Vec::len)
    }

    #[getter]
    fn ndims(&self) -> Option<usize> {
        self.rank()
    }

    /// The lengths as `tf.compat.v1.Dimension`s, `None` for an unknown rank.
    #[getter]
    fn dims<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let Some(dims) = &self.0 else { return Ok(None) };
        let dimension = DIMENSION.import(py, "gradtape._legacy.dimension", "Dimension")?;
        dims.iter().map(|d| dimension.call1((*d,))).few::<PyResult<_>>().map(Some)
    }

    /// The lengths as they are, by the name that Keras asks for when it saves a model.
    #[getter]
    fn _dims(&self) -> Option<Dims> {
        self.0.clone()
    }

    /// The lengths as a list.
    fn as_list(&self) -> PyResult<Dims> {
        self.known().cloned()
    }

    /// The product of the lengths, or `None`.
    fn num_elements<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut product = 1.into_bound_py_any(py)?;
        for length in self.0.iter().flatten() {
            let Some(length) = length else {
                return Ok(None);
            };
            product = product.mul(length)?;
        }
        Ok(self.0.is_some().then_some(product))
    }

    fn is_fully_defined(&self) -> bool {
        self.0.as_ref().is_some_and(|dims| dims.iter().all(Option::is_some))
    }

    fn is_compatible_with(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = dims_from(other)?;
        Ok(match (&self.0, &other) {
            (Some(a), Some(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
            }
            _ => true,
        })
    }

    fn assert_is_compatible_with(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.is_compatible_with(other)? {
            return Ok(());
        }
        let other = PyShape(dims_from(other)?);
        Err(PyValueError::new_err(format!("Shapes {} and {} are incompatible", self.text(), other.text())))
    }

    /// The lengths known from either shape.
    fn merge_with(&self, other: &Bound<'_, PyAny>) -> PyResult<PyShape> {
        self.assert_is_compatible_with(other)?;
        Ok(PyShape(match (&self.0, dims_from(other)?) {
            (Some(a), Some(b)) => Some(a.iter().zip(b).map(|(a, b)| a.or(b)).few()),
            (a, b) => a.clone().or(b),
        }))
    }

    /// This shape followed by another.
    fn concatenate(&self, other: &Bound<'_, PyAny>) -> PyResult<PyShape> {
        let Some((mut dims, more)) = self.0.clone().zip(dims_from(other)?) else {
            return Ok(PyShape(None));
        };
        Most::Axes("other").check(dims.len() + more.len())?;
        dims.extend(more);
        Ok(PyShape(Some(dims)))
    }

    fn with_rank(&self, rank: usize) -> PyResult<PyShape> {
        match &self.0 {
            None => {
                Most::Axes("rank").check(rank)?;
                Ok(PyShape(Some(vec![None; rank])))
            }
            Some(dims) if dims.len() == rank => Ok(PyShape(Some(dims.clone()))),
            Some(_) => Err(PyValueError::new_err(format!("Shape {} must have rank {rank}", self.text()))),
        }
    }

    /// The same shape, if it may have so many axes.
    fn with_rank_at_least(&self, rank: usize) -> PyResult<PyShape> {
        self.ranked(self.0.as_ref().is_none_or(|dims| dims.len() >= rank), &format!("rank at least {rank}"))
    }

    fn with_rank_at_most(&self, rank: usize) -> PyResult<PyShape> {
        self.ranked(self.0.as_ref().is_none_or(|dims| dims.len() <= rank), &format!("rank at most {rank}"))
    }

    fn assert_has_rank(&self, rank: usize) -> PyResult<()> {
        let fits = self.0.as_ref().is_none_or(|dims| dims.len() == rank);
        self.ranked(fits, &format!("rank {rank}")).map(drop)
    }

    fn assert_same_rank(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        let other = PyShape(dims_from(other)?);
        match (&self.0, &other.0) {
            (Some(a), Some(b)) if a.len() != b.len() => {
                let text = format!("Shapes {} and {} must have the same rank", self.text(), other.text());
                Err(PyValueError::new_err(text))
            }
            _ => Ok(()),
        }
    }

    fn assert_is_fully_defined(&self) -> PyResult<()> {
        if self.is_fully_defined() {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("Shape {} is not fully defined", self.text())))
    }

    /// Whether every shape that this one may stand for is one that `other` may stand for.
    fn is_subtype_of(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(match (&self.0, dims_from(other)?) {
            (_, None) => true,
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| b.is_none() || a == b),
            (None, Some(_)) => false,
        })
    }

    /// The shape that stands for both: open where they differ.
    fn most_specific_compatible_shape(&self, other: &Bound<'_, PyAny>) -> PyResult<PyShape> {
        Ok(PyShape(match (&self.0, dims_from(other)?) {
            (Some(a), Some(b)) if a.len() == b.len() => Some(a.iter().zip(b).map(|(a, b)| a.filter(|_| *a == b)).few()),
            _ => None,
        }))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<PyShape> {
        self.concatenate(other)
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<PyShape> {
        let mine = Py::new(other.py(), PyShape(self.0.clone()))?;
        PyShape(dims_from(other)?).concatenate(mine.bind(other.py()))
    }

    fn __len__(&self) -> PyResult<usize> {
        match &self.0 {
            Some(dims) => Ok(dims.len()),
            None => Err(PyValueError::new_err("Cannot take the length of shape with unknown rank.")),
        }
    }

    fn __bool__(&self) -> bool {
        self.0.is_some()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(dims) = &self.0 else {
            return Err(PyValueError::new_err("Cannot iterate over a shape with unknown rank."));
        };
        // bounded: by the rank
        Ok(PyList::new(py, dims)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // bounded: by the rank
        let tuple = PyTuple::new(py, self.known()?)?;
        let found = tuple.as_any().get_item(key)?;
        if !key.is_instance_of::<PySlice>() {
            return Ok(found);
        }
        Ok(Bound::new(py, PyShape(dims_from(&found)?))?.into_any())
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let same = match dims_from(other) {
            Ok(dims) => dims == self.0,
            Err(_) => false,
        };
        match op {
            CompareOp::Eq => Ok(same.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!same).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let Some(dims) = &self.0 else {
            return "TensorShape(None)".into();
        };
        let dims: Vec<String> = dims.iter().map(|d| d.map_or("None".into(), |d| d.to_string())).few();
        format!("TensorShape([{}])", dims.join(", "))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Option<Dims>,))> {
        Ok((py.get_type::<PyShape>().into_any(), (self.0.clone(),)))
    }
}
