//! Construction: the initial value, its name and the shape that later values must have.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::PyVariable;
use crate::dtype::DType;
use crate::python::operators::PyOperand;
use crate::python::shape::dims_from;
use crate::python::{convert, dtype, reserve, scope, stack, traced};
use crate::shape::Few;
use crate::tape;
use crate::tensor::Tensor;
use crate::variable::Variable;

/// Errors: `ValueError` for a constraint that cannot be called.
pub(super) fn check_constraint(constraint: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    if let Some(constraint) = constraint.filter(|c| !c.is_callable()) {
        return Err(PyValueError::new_err(format!(
            "Argument `constraint` must be None or a callable. a callable. Got a {}:  {constraint}",
            constraint.get_type().repr()?
        )));
    }
    Ok(())
}

/// The cell of a new variable.
pub(super) fn cell(
    initial_value: Option<&Bound<'_, PyAny>>,
    dtype: Option<&Bound<'_, PyAny>>,
    shape: Option<&Bound<'_, PyAny>>,
    name: Option<&Bound<'_, PyAny>>,
    trainable: Option<&Bound<'_, PyAny>>,
) -> PyResult<Variable> {
    reserve::check()?;
    let Some(value) = initial_value else {
        return Err(PyValueError::new_err(
            "The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a \
             `variable_def`. You provided neither.",
        ));
    };
    let dtype = dtype.map(dtype::from_any).transpose()?;
    let value = {
        // Reading another variable for its value is no access that a tape should know of.
        let _pause = tape::pause();
        initial(value, dtype)?
    };
    let shape = declared(shape, &value)?;
    // Any object may say it, as in TensorFlow: programs give a dtype or a name in its place.
    let trainable = trainable.map_or(Ok(true), PyAnyMethods::is_truthy)?;
    Ok(Variable::with(value, &name_of(name)?, trainable, shape))
}

/// The initial value as a tensor of the wanted dtype.
fn initial(value: &Bound<'_, PyAny>, dtype: Option<DType>) -> PyResult<Tensor> {
    stack::check()?;
    let value = if value.is_callable() && !value.is_instance_of::<PyOperand>() { &made(value)? } else { value };
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

/// What an initializer returns; its random numbers are those of what makes a function's variables.
fn made<'py>(initializer: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let entered = traced::enter_initial()?;
    let value = initializer.call0();
    if entered {
        traced::leave_function();
    }
    value
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
        return Ok(Some(value.shape().iter().map(|&d| Some(d)).few()));
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

/// Another cell like `variable`, with this value.
pub(super) fn copy(variable: &Variable, value: Tensor) -> Variable {
    Variable::with(value, variable.name(), variable.trainable(), variable.shape().map(<[_]>::to_vec))
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
    let shape = Some(value.shape().iter().map(|&d| Some(d)).few());
    PyVariable::object(py, Variable::with(value, name, trainable, shape))
}
