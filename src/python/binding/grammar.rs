//! The operation table as the grammar of calls: what each parameter takes, and calls that work. Generated tests start here.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::super::dtype;
use crate::ops::def::{Input, Literal, OpDef, Sample};
use crate::shape::Few;

/// The rows as `(name, [(parameter, kind)], [{parameter: value}])`, a dict for each sample. A tensor is a tuple that says
/// how to make it, such as `("Real", shape, low, high)`; a list of tensors is a list of these.
#[pyfunction]
pub fn grammar(py: Python<'_>) -> PyResult<Vec<(&'static str, Vec<(&'static str, String)>, Vec<Bound<'_, PyDict>>)>> {
    crate::ops::registry()
        .map(|def| {
            let kinds = def.params.iter().map(|p| (p.name, format!("{:?}", p.kind))).few();
            let samples = def.samples.iter().map(|s| sample(py, def, s)).few::<PyResult<_>>()?;
            Ok((def.name, kinds, samples))
        })
        .few()
}

/// The arguments of a sample by name, in the order of the parameters.
fn sample<'py>(py: Python<'py>, def: &OpDef, sample: &Sample) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    let mut inputs = sample.inputs.iter();
    for p in def.params {
        let named = sample.args.iter().find(|(name, _)| *name == p.name);
        let value = match named {
            Some((_, value)) => literal(py, value)?,
            None if !p.kind.takes_tensors() => continue,
            None => match inputs.next() {
                Some(input) => tensor(py, input)?,
                None => continue,
            },
        };
        found.set_item(p.name, value)?;
    }
    Ok(found)
}

fn literal<'py>(py: Python<'py>, value: &Literal) -> PyResult<Bound<'py, PyAny>> {
    match *value {
        Literal::Required | Literal::OrNone | Literal::None => Ok(py.None().into_bound(py)),
        Literal::ZeroOrNone => 0.into_bound_py_any(py),
        Literal::Int(i) => i.into_bound_py_any(py),
        Literal::Ints(i) => i.into_bound_py_any(py),
        Literal::Float(x) => x.into_bound_py_any(py),
        Literal::Bool(b) => b.into_bound_py_any(py),
        Literal::Str(s) => Ok(PyString::new(py, s).into_any()),
        Literal::DType(d) => dtype::object(py, d).into_bound_py_any(py),
    }
}

fn tensor<'py>(py: Python<'py>, input: &Input) -> PyResult<Bound<'py, PyAny>> {
    match *input {
        Input::Real(shape, low, high) => ("Real", shape, low, high).into_bound_py_any(py),
        Input::At(shape, values) => ("Reals", shape, values).into_bound_py_any(py),
        Input::Ints(shape, values) => ("Ints", shape, values).into_bound_py_any(py),
        Input::Bools(shape, values) => ("Bools", shape, values).into_bound_py_any(py),
        Input::Spd(shape) => ("Spd", shape).into_bound_py_any(py),
        Input::List(items) => {
            let items: Vec<_> = items.iter().map(|i| tensor(py, i)).few::<PyResult<_>>()?;
            // bounded: by the inputs of a sample
            PyList::new(py, items)?.into_bound_py_any(py)
        }
        Input::Absent => Ok(py.None().into_bound(py)),
    }
}
