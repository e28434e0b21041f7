//! Gradients written in Python: of single calls (`custom_gradient`) and of operation types (`RegisterGradient`).
//!
//! This is the one place where the core holds Python objects: a recorded operation owns its gradient function until the
//! tape lets go of the node. The tape shows it to Python's cycle collector.

use std::any::Any;
use std::iter::once;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::convert::to_tensor;
use super::error::from_python;
use super::items::{Most, list_of, listed, tuple_of};
use super::stack;
use super::tensor::wrap;
use crate::dtype::DType;
use crate::error::Result;
use crate::memory::{try_collect, try_collect_ok, try_copy, try_reserve_short};
use crate::op::{Grads, Keep, Mask, Op, OpRef, Saved};
use crate::registry::UserGradient;
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::{ops, registry, tape};

/// A recorded call whose gradient is a Python function.
struct PythonGradient {
    function: Py<PyAny>,
    outputs: usize,
    /// The first inputs for which the function gave `None` although a gradient was wanted, as bits.
    nothing: AtomicU32,
}

impl std::fmt::Debug for PythonGradient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PyCustomGradient")
    }
}

impl Op for PythonGradient {
    fn op_type(&self) -> &'static str {
        "PyCustomGradient"
    }

    fn outputs(&self) -> usize {
        self.outputs
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }

    fn gave_nothing(&self) -> Mask {
        let bits = self.nothing.load(Relaxed);
        (0..31).filter(|i| bits >> i & 1 == 1).fold(Mask::NONE, |all, i| all.or(Mask::one(i)))
    }

    fn foreign(&self) -> Option<&dyn Any> {
        Some(&self.function)
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Python::attach(|py| self.call(py, s, g)).map_err(from_python)
    }
}

impl PythonGradient {
    fn call(&self, py: Python<'_>, s: &Saved, g: &[Tensor]) -> PyResult<Grads> {
        stack::check()?;
        let dys = g.iter().map(|g| if g.dtype().is_trainable() { wrap(py, g.clone()) } else { Ok(py.None()) });
        let returned = self.function.bind(py).call1(tuple_of(py, dys)?)?.cast_into::<PyList>()?;
        let mut grads = Grads::new();
        try_reserve_short(&mut grads, returned.len())?;
        for (i, dx) in returned.iter().enumerate() {
            grads.push(if dx.is_none() || !s.wants(i) {
                if s.wants(i) && i < 31 {
                    self.nothing.fetch_or(1 << i, Relaxed);
                }
                None
            } else {
                let spec = s.spec(i);
                Some(fit(to_tensor(&dx, Some(spec.dtype))?, spec.dtype, &spec.shape)?)
            });
        }
        Ok(grads)
    }
}

/// The gradient with its input's dtype and shape, cast and broadcast where that can be done.
fn fit(dx: Tensor, dtype: DType, shape: &Shape) -> PyResult<Tensor> {
    if dx.dtype() != dtype {
        return Err(PyValueError::new_err(format!(
            "a custom gradient returned dtype {} for an input of dtype {dtype}",
            dx.dtype()
        )));
    }
    if dx.shape() == shape {
        return Ok(dx);
    }
    if dx.shape().broadcast(shape).as_ref() == Some(shape) {
        return Ok(ops::broadcast_to_shape(&dx, shape)?);
    }
    Err(PyValueError::new_err(format!(
        "a custom gradient returned shape {} for an input of shape {}",
        dx.shape().tuple(),
        shape.tuple()
    )))
}

/// Records `outputs` as computed from `inputs` with the gradient `grad_fn(*dys) -> list`; returns the outputs as new
/// tensors. A variable among the inputs counts as read.
#[pyfunction]
pub fn record_custom<'py>(
    py: Python<'py>,
    inputs: &Bound<'_, PyAny>,
    outputs: &Bound<'_, PyAny>,
    grad_fn: Py<PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let inputs = listed(inputs, Most::Any, |x| to_tensor(&x, None))?;
    let mut outputs = listed(outputs, Most::Any, |y| Ok(Tensor::new(to_tensor(&y, None)?.array().clone())))?;
    let from = try_collect(&inputs)?;
    let count = outputs.len();
    let op = || PythonGradient { function: grad_fn.clone_ref(py), outputs: count, nothing: AtomicU32::new(0) };
    tape::record_holder(|| OpRef::Shared(Arc::new(op())), &from, &mut outputs)?;
    list_of(py, outputs.into_iter().map(|t| wrap(py, t)))
}

/// A registered gradient function.
struct Registered(Py<PyAny>);

impl UserGradient for Registered {
    fn grad(&self, op: &OpRef, inputs: &[Tensor], outputs: &[Tensor], g: &[Tensor]) -> Result<Vec<Option<Tensor>>> {
        Python::attach(|py| {
            stack::check()?;
            let (inputs_seen, outputs) = (try_copy(inputs)?, try_copy(outputs)?);
            let operation = Py::new(py, Operation { op: op.clone(), inputs: inputs_seen, outputs })?;
            let args = once(Ok(operation.into_any())).chain(g.iter().map(|g| wrap(py, g.clone())));
            let returned = self.0.bind(py).call1(tuple_of(py, args)?)?;
            returned_gradients(&returned, inputs)
        })
        .map_err(from_python)
    }
}

/// What a registered gradient returned: one value for each input, a single one standing for itself.
fn returned_gradients(returned: &Bound<'_, PyAny>, inputs: &[Tensor]) -> PyResult<Vec<Option<Tensor>>> {
    let several = returned.is_instance_of::<PyList>() || returned.is_instance_of::<PyTuple>();
    let items = if several { listed(returned, Most::Any, Ok)? } else { vec![returned.clone()] };
    if items.len() != inputs.len() {
        return Err(PyValueError::new_err(format!(
            "Num gradients {} generated for op do not match num inputs {}",
            items.len(),
            inputs.len()
        )));
    }
    let gradient = |(dx, x): (&Bound<'_, PyAny>, &Tensor)| {
        if dx.is_none() {
            return Ok(None);
        }
        fit(to_tensor(dx, Some(x.dtype()))?, x.dtype(), x.shape()).map(Some)
    };
    try_collect_ok(items.iter().zip(inputs).map(gradient))
}

/// What a registered gradient function gets to see of the operation.
#[pyclass(frozen, name = "Operation", module = "gradtape")]
struct Operation {
    op: OpRef,
    inputs: Vec<Tensor>,
    outputs: Vec<Tensor>,
}

#[pymethods]
impl Operation {
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list_of(py, self.inputs.iter().map(|t| wrap(py, t.clone())))
    }

    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list_of(py, self.outputs.iter().map(|t| wrap(py, t.clone())))
    }

    #[getter(r#type)]
    fn op_type(&self) -> &'static str {
        self.op.op_type()
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.op.op_type()
    }

    fn get_attr(&self, name: &str) -> PyResult<String> {
        let found =
            if name == "T" { self.inputs.first().map(|t| t.dtype().name().into()) } else { self.op.attribute(name) };
        found.ok_or_else(|| {
            PyAttributeError::new_err(format!("operation {} has no attribute '{name}'", self.op.op_type()))
        })
    }
}

/// Registers a gradient function for an operation type; `None` registers the type as not differentiable.
///
/// Errors: `KeyError` when the type has a gradient or was registered before.
#[pyfunction]
#[pyo3(signature = (op_type, function))]
pub fn register_gradient(op_type: &Bound<'_, PyAny>, function: Option<Py<PyAny>>) -> PyResult<()> {
    let name = op_type
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err("op_type must be a string"))?
        .to_cow()?
        .into_owned();
    if ops::has_gradient(&name) {
        return Err(registry::duplicate(&name).into());
    }
    let entry = function.map(|f| Arc::new(Registered(f)) as Arc<dyn UserGradient>);
    Ok(registry::register(&name, entry)?)
}
