//! Optimizer rules: how a parameter and its state change with a gradient, in one pass over each.
//!
//! A rule is a formula for one element; the loop around it is the same for all. Arithmetic is done in the parameter's
//! dtype, that of 16-bit floats in `f32` and rounded at the end. Invariants: everything is checked before anything
//! changes; tapes take no notice; values that somebody else holds are copied, others written where they are; other threads
//! find a parameter and its slots all before a step or all after it.

mod further;
mod keeper;
mod rows;
mod rules;

pub use keeper::Optimizer;

use rows::Reached;
use smallvec::{SmallVec, smallvec};

use crate::array::{Array, Spec};
use crate::dtype::{DType, DTypes, Element};
use crate::error::{Error, Result};
use crate::ops;
use crate::shape::Shape;
use crate::slices::Gradient;
use crate::tensor::Tensor;
use crate::variable::Variable;

/// A rule with its own settings. `g` is the gradient, `w` the parameter, `lr` the learning rate; slots in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// `w -= lr * g`.
    Sgd,
    /// Slot m: `m = momentum * m - lr * g`, `w += m`.
    Momentum {
        /// How much of the last change stays.
        momentum: f64,
    },
    /// Slot m, as before, and `w += momentum * m - lr * g`.
    Nesterov {
        /// How much of the last change stays.
        momentum: f64,
    },
    /// Slots m, v: `m += (1 - beta_1) (g - m)`, `v += (1 - beta_2) (g^2 - v)`,
    /// `w -= lr * sqrt(1 - beta_2^step) / (1 - beta_1^step) * m / (sqrt(v) + epsilon)`.
    Adam(Moments),
    /// Slots m, v, and the largest v so far, which replaces v in the denominator.
    AmsGrad(Moments),
    /// Slots v, m if `momentum` is given, a if `centered`: `v = rho * v + (1 - rho) * g^2`,
    /// `a = rho * a + (1 - rho) * g`, `change = lr * g / sqrt(v - a^2 + epsilon)`, `m = momentum * m + change`,
    /// `w -= m` (or `change`).
    RmsProp {
        /// How slowly the average of squares changes.
        rho: f64,
        /// Keeps the root away from zero.
        epsilon: f64,
        /// How much of the last change stays.
        momentum: Option<f64>,
        /// Whether the square of the mean gradient is subtracted.
        centered: bool,
    },
    /// Slot acc: `acc += g^2`, `w -= lr * g / sqrt(acc + epsilon)`.
    Adagrad {
        /// Keeps the root away from zero.
        epsilon: f64,
    },
    /// Slots a, d: `a = rho * a + (1 - rho) * g^2`, `change = sqrt(d + epsilon) / sqrt(a + epsilon) * g`,
    /// `d = rho * d + (1 - rho) * change^2`, `w -= lr * change`.
    Adadelta {
        /// How slowly the averages of squares change.
        rho: f64,
        /// Keeps the roots away from zero.
        epsilon: f64,
    },
    /// Slots m, u: m as Adam's, `u = max(beta_2 * u, |g|)`, `w -= lr / (1 - beta_1^step) * m / (u + epsilon)`.
    Adamax(Moments),
    /// Slots m, v as Adam's: `w -= lr * (ahead * m + now * g) / (sqrt(v / (1 - beta_2^step)) + epsilon)`. With
    /// `u(t) = beta_1 * (1 - 0.96^t / 2)` and the product p of all u up to this step, `now = (1 - u(step)) / (1 - p)`
    /// and `ahead = u(step + 1) / (1 - p * u(step + 1))`.
    Nadam {
        /// The settings that it shares with Adam.
        moments: Moments,
        /// The product p.
        product: f64,
    },
    /// Slot m: `w -= lr * sign(beta_1 * m + (1 - beta_1) * g)`, then `m = beta_2 * m + (1 - beta_2) * g`.
    Lion {
        /// How much of the mean takes part in the sign.
        beta_1: f64,
        /// How slowly the mean changes.
        beta_2: f64,
    },
    /// Slots a, z: with `b = a + g^2`, `z += g + 2 * shrinkage * w - (sqrt(b) - sqrt(a)) / lr * w`, and then
    /// `w = (clip(z, -l1, l1) - z) / ((sqrt(b) + beta) / lr + 2 * l2)`, `a = b`.
    Ftrl {
        /// Added to the root of `b`.
        beta: f64,
        /// Below which magnitude of z the parameter is zero.
        l1: f64,
        /// Pulls the parameter to zero.
        l2: f64,
        /// Is added to the gradient as if it were of a penalty.
        shrinkage: f64,
    },
}

/// The settings of Adam and its variants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// How slowly the mean changes.
    pub beta_1: f64,
    /// How slowly the mean square changes.
    pub beta_2: f64,
    /// Keeps the denominator away from zero.
    pub epsilon: f64,
    /// The number of this step, from 1.
    pub step: f64,
}

/// One step of an optimizer.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// How far to go.
    pub learning_rate: f64,
    /// `w` loses `learning_rate * weight_decay` of itself first.
    pub weight_decay: f64,
}

/// The state variables of one parameter.
pub type Slots = SmallVec<[Variable; 3]>;

/// A parameter with what a step needs for it.
#[derive(Debug)]
pub struct Parameter {
    /// What is trained.
    pub variable: Variable,
    /// Its gradient; another floating dtype is cast, and rows of one place are added up first, as are their squares.
    pub gradient: Gradient,
    /// The rule's state, of the same shape and dtype, in the order that [`Rule`] gives.
    pub slots: Slots,
    /// Whether weight decay applies.
    pub decays: bool,
}

impl Rule {
    /// The rule in step `number`.
    fn in_step(self, number: f64) -> Rule {
        match self {
            Rule::Adam(moments) => Rule::Adam(Moments { step: number, ..moments }),
            Rule::AmsGrad(moments) => Rule::AmsGrad(Moments { step: number, ..moments }),
            Rule::Adamax(moments) => Rule::Adamax(Moments { step: number, ..moments }),
            Rule::Nadam { moments, product } => Rule::Nadam { moments: Moments { step: number, ..moments }, product },
            other => other,
        }
    }

    /// Whether an element with gradient and state zero stays as it is.
    fn rests(&self) -> bool {
        match self {
            Rule::Sgd | Rule::Momentum { .. } | Rule::Nesterov { .. } | Rule::Lion { .. } => true,
            Rule::Adam(moments) | Rule::AmsGrad(moments) | Rule::Adamax(moments) | Rule::Nadam { moments, .. } => {
                moments.epsilon > 0.0
            }
            Rule::RmsProp { epsilon, .. } | Rule::Adagrad { epsilon } | Rule::Adadelta { epsilon, .. } => {
                *epsilon > 0.0
            }
            Rule::Ftrl { .. } => false,
        }
    }

    /// How large an element of a gradient counts as, which is added up for rows of one place.
    fn size(&self, values: &Tensor) -> Result<Tensor> {
        match self {
            Rule::Adamax(_) => ops::abs(values),
            _ => ops::square(values),
        }
    }

    /// How many slots the rule keeps for each parameter.
    pub fn slots(&self) -> usize {
        match self {
            Rule::Sgd => 0,
            Rule::Momentum { .. } | Rule::Nesterov { .. } | Rule::Adagrad { .. } | Rule::Lion { .. } => 1,
            Rule::Adam(_) | Rule::Adamax(_) | Rule::Nadam { .. } | Rule::Adadelta { .. } | Rule::Ftrl { .. } => 2,
            Rule::AmsGrad(_) => 3,
            Rule::RmsProp { momentum, centered, .. } => 1 + usize::from(momentum.is_some()) + usize::from(*centered),
        }
    }
}

impl Step {
    /// Changes all parameters and slots, or none of them if something does not fit.
    ///
    /// Errors: `InvalidArgument` for shapes that differ and for dtypes other than real floats, `Value` for a wrong number
    /// of slots or a variable that is used twice for one parameter.
    ///
    /// ```
    /// use gradtape::optimizer::{Parameter, Rule, Step};
    /// use gradtape::tensor::Tensor;
    /// use gradtape::variable::Variable;
    ///
    /// let w = Variable::new(Tensor::vector(&[1.0f32, 2.0]));
    /// let gradient = Tensor::vector(&[0.5f32, -1.0]);
    /// let step = Step { rule: Rule::Sgd, learning_rate: 0.1, weight_decay: 0.0 };
    /// step.apply(&[Parameter { variable: w.clone(), gradient: gradient.into(), slots: Default::default(), decays: true }])?;
    /// assert_eq!(w.read().to_vec::<f32>()?, [0.95, 2.1]);
    /// # Ok::<(), gradtape::error::Error>(())
    /// ```
    pub fn apply(&self, parameters: &[Parameter]) -> Result<()> {
        let ready = parameters.iter().map(|p| self.checked(p)).collect::<Result<SmallVec<[_; 4]>>>()?;
        for (parameter, ready) in parameters.iter().zip(&ready) {
            let decay = if parameter.decays { self.weight_decay } else { 0.0 };
            let mut variables: SmallVec<[&Variable; 4]> = smallvec![&parameter.variable];
            variables.extend(&parameter.slots);
            Variable::modify_all(&variables, |arrays| {
                // A variable of any shape may have got another one since it was checked.
                arrays.iter().try_for_each(|array| require_shape(array.shape(), &ready.shape))?;
                let places = ready.reached.as_ref().map(|reached| reached.places(&parameter.slots));
                rules::update(self, ready, places, decay, arrays);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// As [`Step::apply`], where `iterations`, an `int64` scalar, counts the steps: it is raised by one, and its new value
    /// is the number of this step. Steps that share it are done one after another.
    pub fn apply_counted(mut self, parameters: &[Parameter], iterations: &Variable) -> Result<()> {
        iterations.update(|count| {
            let spec = count.spec();
            if spec.dtype != DType::Int64 || spec.shape.rank() != 0 {
                let text = format!("iterations must be an int64 scalar, not {} {}", spec.dtype, spec.shape);
                return Err(Error::value(text));
            }
            let number = count.item::<i64>().wrapping_add(1);
            self.rule = self.rule.in_step(number as f64);
            self.apply(parameters)?;
            Ok(Tensor::scalar(number))
        })
    }

    /// The gradient as a contiguous array of the parameter's dtype, if everything about the parameter fits. The memory of
    /// the parameter and its slots is made ready for writing.
    fn checked(&self, parameter: &Parameter) -> Result<Ready> {
        let value = parameter.variable.unshare()?;
        let values = match &parameter.gradient {
            Gradient::Dense(whole) => whole,
            Gradient::Slices(slices) => &slices.values,
        };
        if !DTypes::FLOATING.has(value.dtype) || !values.dtype().is_floating() {
            let text = format!("cannot update a variable of {} with a gradient of {}", value.dtype, values.dtype());
            return Err(Error::invalid("ApplyUpdate", text));
        }
        self.check_slots(parameter, &value)?;
        match &parameter.gradient {
            Gradient::Dense(whole) => {
                require_shape(&value.shape, whole.shape())?;
                let gradient = whole.array().cast(value.dtype)?.contiguous()?;
                Ok(Ready { shape: value.shape, gradient, sizes: None, reached: None })
            }
            Gradient::Slices(slices) => {
                let (reached, gradient, sizes) = Reached::of(self, parameter, slices, &value)?;
                Ok(Ready { shape: value.shape, gradient, sizes, reached: Some(reached) })
            }
        }
    }

    fn check_slots(&self, parameter: &Parameter, value: &Spec) -> Result<()> {
        if parameter.slots.len() != self.rule.slots() {
            let text = format!("{:?} needs {} slots, not {}", self.rule, self.rule.slots(), parameter.slots.len());
            return Err(Error::value(text));
        }
        let mut keys: SmallVec<[u64; 4]> = smallvec![parameter.variable.key()];
        for slot in &parameter.slots {
            let state = slot.unshare()?;
            require_shape(&value.shape, &state.shape)?;
            if state.dtype != value.dtype || keys.contains(&slot.key()) {
                let text = format!("the slot '{}' is not a state of '{}'", slot.name(), parameter.variable.name());
                return Err(Error::value(text));
            }
            keys.push(slot.key());
        }
        Ok(())
    }
}

/// A gradient that was checked.
struct Ready {
    /// That of the parameter.
    shape: Shape,
    /// All of it, or the rows that `reached` places.
    gradient: Array,
    /// The sums of the sizes of rows for one place, where some have the same.
    sizes: Option<Array>,
    reached: Option<Reached>,
}

impl Ready {
    fn sizes<E: Element>(&self) -> Option<&[E]> {
        self.sizes.as_ref().map(Array::slice)
    }
}

fn require_shape(want: &Shape, got: &Shape) -> Result<()> {
    if want == got {
        return Ok(());
    }
    let text =
        format!("Cannot update variable with shape {want} using a Tensor with shape {got}, shapes must be equal.");
    Err(Error::invalid("ApplyUpdate", text))
}
