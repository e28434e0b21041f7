//! `apply_update`: one optimizer step for a list of variables, from the Python optimizers.
//!
//! The table in [`rule_of`] is the contract: which hyperparameters a rule's name needs, and (in [`Rule`]) its slots.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::convert::to_tensor;
use super::forks::change;
use super::tensor::PyTensor;
use super::variable::PyVariable;
use crate::dtype::DType;
use crate::memory::try_with_capacity;
use crate::optimizer::{Moments, Parameter, Rule, Slots, Step};
use crate::slices::{Gradient, IndexedSlices};
use crate::variable::Variable;
use crate::{ops, tape};

/// How much longer a step takes than an operation on as many elements.
const LENGTH: usize = 4;

/// Changes `variables` and `slots` by one step of a rule; all of them, or none if something does not fit.
///
/// `slots[k]` holds the k-th slot of every variable. `hyper` maps names to numbers or scalar variables; weight decay leaves
/// out the variables whose places are in `undecayed`. `iterations`, an int64 scalar variable, counts the steps: it is raised
/// by one, and its new value is the number of this step.
#[pyfunction]
#[pyo3(signature = (rule, variables, grads, slots, hyper, iterations, undecayed = None))]
#[expect(clippy::too_many_arguments, reason = "one call per step, from one place")]
pub fn apply_update(
    py: Python<'_>,
    rule: &str,
    variables: &Bound<'_, PyList>,
    grads: &Bound<'_, PyList>,
    slots: &Bound<'_, PyList>,
    hyper: &Bound<'_, PyDict>,
    iterations: &Bound<'_, PyAny>,
    undecayed: Option<Vec<usize>>,
) -> PyResult<()> {
    let iterations = variable_of(iterations)?;
    let step = Step {
        rule: rule_of(rule, hyper)?,
        learning_rate: number(hyper, "learning_rate")?,
        weight_decay: number(hyper, "weight_decay")?,
    };
    let mut parameters = try_with_capacity(variables.len())?;
    require_length(variables.len(), grads.len())?;
    for (variable, gradient) in variables.iter().zip(grads) {
        let (variable, gradient) = (variable_of(&variable)?, gradient_of(&gradient)?);
        parameters.push(Parameter { variable, gradient, slots: Slots::new(), decays: true });
    }
    for slot in slots {
        let slot = slot.cast_into::<PyList>()?;
        require_length(variables.len(), slot.len())?;
        for (parameter, state) in parameters.iter_mut().zip(slot) {
            parameter.slots.push(variable_of(&state)?);
        }
    }
    for place in undecayed.unwrap_or_default() {
        match parameters.get_mut(place) {
            Some(parameter) => parameter.decays = false,
            None => return Err(PyValueError::new_err(format!("undecayed names {place}, where no variable is"))),
        }
    }
    let size = parameters.iter().map(|p| reach(&p.gradient)).fold(0, usize::saturating_add);
    change(py, size.saturating_mul(LENGTH), || {
        step.apply_counted(&parameters, &iterations)?;
        if tape::recording() {
            tape::pass_by("ApplyGradients", &[], &[]);
        }
        Ok(())
    })
}

/// A tensor, or an `IndexedSlices`.
fn gradient_of(object: &Bound<'_, PyAny>) -> PyResult<Gradient> {
    if object.is_instance_of::<PyTensor>() {
        return Ok(to_tensor(object, None)?.into());
    }
    let class = object.py().import("gradtape._autodiff.indexed_slices")?.getattr("IndexedSlices")?;
    if !object.is_instance(&class)? || object.getattr("dense_shape")?.is_none() {
        return Ok(to_tensor(object, None)?.into());
    }
    let part = |name: &str| to_tensor(&object.getattr(name)?, None);
    let lengths = part("dense_shape")?.to_vec::<i64>()?;
    let shape = ops::shape_of("ApplyUpdate", &lengths)?;
    Ok(IndexedSlices { values: part("values")?, indices: part("indices")?, shape }.into())
}

/// How many elements a step passes over, or may.
fn reach(gradient: &Gradient) -> usize {
    match gradient {
        Gradient::Dense(whole) => whole.shape().elements(),
        Gradient::Slices(slices) => slices.shape.elements(),
    }
}

fn rule_of(name: &str, hyper: &Bound<'_, PyDict>) -> PyResult<Rule> {
    let get = |key| number(hyper, key);
    // Which step it is, is found out when it is made.
    let moments = || {
        Ok::<_, PyErr>(Moments { beta_1: get("beta_1")?, beta_2: get("beta_2")?, epsilon: get("epsilon")?, step: 1.0 })
    };
    let rms = |momentum: Option<f64>, centered| {
        Ok::<_, PyErr>(Rule::RmsProp { rho: get("rho")?, epsilon: get("epsilon")?, momentum, centered })
    };
    match name {
        "sgd" => Ok(Rule::Sgd),
        "momentum" => Ok(Rule::Momentum { momentum: get("momentum")? }),
        "nesterov" => Ok(Rule::Nesterov { momentum: get("momentum")? }),
        "adam" => Ok(Rule::Adam(moments()?)),
        "amsgrad" => Ok(Rule::AmsGrad(moments()?)),
        "rmsprop" => rms(None, false),
        "rmsprop_momentum" => rms(Some(get("momentum")?), false),
        "rmsprop_centered" => rms(None, true),
        "rmsprop_centered_momentum" => rms(Some(get("momentum")?), true),
        "adagrad" => Ok(Rule::Adagrad { epsilon: get("epsilon")? }),
        "adadelta" => Ok(Rule::Adadelta { rho: get("rho")?, epsilon: get("epsilon")? }),
        "adamax" => Ok(Rule::Adamax(moments()?)),
        "nadam" => Ok(Rule::Nadam { moments: moments()?, product: get("product")? }),
        "lion" => Ok(Rule::Lion { beta_1: get("beta_1")?, beta_2: get("beta_2")? }),
        "ftrl" => Ok(Rule::Ftrl { beta: get("beta")?, l1: get("l1")?, l2: get("l2")?, shrinkage: get("shrinkage")? }),
        other => Err(PyValueError::new_err(format!("there is no update rule {other:?}"))),
    }
}

fn number(hyper: &Bound<'_, PyDict>, key: &str) -> PyResult<f64> {
    match hyper.get_item(key)? {
        Some(value) => match value.cast::<PyVariable>().map(|variable| variable.get().variable.peek()) {
            Ok(held) if held.shape().elements() == 1 && held.dtype() != DType::String => Ok(held.item()),
            _ => value.extract(),
        },
        None => Err(PyValueError::new_err(format!("the hyperparameter {key:?} is missing"))),
    }
}

fn variable_of(object: &Bound<'_, PyAny>) -> PyResult<Variable> {
    match object.cast::<PyVariable>() {
        Ok(variable) => Ok(variable.get().variable.clone()),
        Err(_) => Err(PyTypeError::new_err(format!("expected a variable, got {}", object.get_type().name()?))),
    }
}

fn require_length(want: usize, got: usize) -> PyResult<()> {
    if want == got {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("there are {want} variables, but a list of {got}")))
}
