//! An optimizer that keeps the state of what it trains: how Rust programs use the rules.

use rustc_hash::FxHashMap;

use super::{Moments, Parameter, Rule, Slots, Step};
use crate::array::Array;
use crate::error::Result;
use crate::shape::Few;
use crate::slices::Gradient;
use crate::tensor::Tensor;
use crate::variable::Variable;

/// A rule with a learning rate, and its state for each variable that it has changed.
///
/// ```
/// use gradtape::{GradientTape, Optimizer, Tensor, Term, Variable};
///
/// let x = Variable::new(Tensor::scalar(5.0f64));
/// let mut adam = Optimizer::adam(0.1);
/// for _ in 0..300 {
///     let tape = GradientTape::default();
///     let y = tape.record(|| (x.read() - 2.0).square())?.tensor()?;
///     let [dx] = tape.gradient_of(&y, [&x])?;
///     adam.apply([(&x, dx)])?;
/// }
/// assert!((x.read().item::<f64>() - 2.0).abs() < 1e-3);
/// # Ok::<(), gradtape::Error>(())
/// ```
#[derive(Debug)]
pub struct Optimizer {
    step: Step,
    iterations: Variable,
    /// By the keys of the variables.
    slots: FxHashMap<u64, Slots>,
}

impl Optimizer {
    /// An optimizer of this rule, with no weight decay. The number of the step, and Nadam's product, which begins with that
    /// of the rule (1 for none), are its own affair from then on.
    pub fn new(rule: Rule, learning_rate: f64) -> Optimizer {
        let step = Step { rule, learning_rate, weight_decay: 0.0 };
        Optimizer { step, iterations: Variable::new(Tensor::scalar(0i64)), slots: FxHashMap::default() }
    }

    /// Gradient descent.
    pub fn sgd(learning_rate: f64) -> Optimizer {
        Optimizer::new(Rule::Sgd, learning_rate)
    }

    /// Adam, with Keras's settings.
    pub fn adam(learning_rate: f64) -> Optimizer {
        let moments = Moments { beta_1: 0.9, beta_2: 0.999, epsilon: 1e-7, step: 1.0 };
        Optimizer::new(Rule::Adam(moments), learning_rate)
    }

    /// The same with weight decay, of every variable: see [`Step::weight_decay`].
    #[must_use]
    pub fn with_weight_decay(mut self, weight_decay: f64) -> Optimizer {
        self.step.weight_decay = weight_decay;
        self
    }

    /// How far a step goes.
    pub fn learning_rate(&self) -> f64 {
        self.step.learning_rate
    }

    /// How far a step goes from now on.
    pub fn set_learning_rate(&mut self, learning_rate: f64) {
        self.step.learning_rate = learning_rate;
    }

    /// The number of steps done.
    pub fn iterations(&self) -> i64 {
        self.iterations.peek().item()
    }

    /// One step: changes every variable with its gradient, or none of them if something does not fit.
    ///
    /// Errors: as [`Step::apply`].
    pub fn apply<'a, G: Into<Gradient>>(
        &mut self,
        gradients: impl IntoIterator<Item = (&'a Variable, G)>,
    ) -> Result<()> {
        let parameters = gradients.into_iter().map(|(variable, gradient)| {
            let slots = self.slots_of(variable)?;
            Ok(Parameter { variable: variable.clone(), gradient: gradient.into(), slots, decays: true })
        });
        let parameters = crate::memory::try_collect_ok(parameters)?;
        let mut step = self.step;
        step.rule = self.rule_of_next_step();
        step.apply_counted(&parameters, &self.iterations)?;
        self.step = step;
        Ok(())
    }

    /// The rule with what it carries from step to step.
    fn rule_of_next_step(&self) -> Rule {
        match self.step.rule {
            Rule::Nadam { moments, product } => {
                let decay = 0.96f64.powf((self.iterations() + 1) as f64);
                Rule::Nadam { moments, product: product * moments.beta_1 * (1.0 - 0.5 * decay) }
            }
            other => other,
        }
    }

    fn slots_of(&mut self, variable: &Variable) -> Result<Slots> {
        if let Some(slots) = self.slots.get(&variable.key()) {
            return Ok(slots.clone());
        }
        let (rule, value) = (self.step.rule, variable.peek());
        let slot = |i| {
            let start = Array::scalar(start(rule, i)).cast(value.dtype())?.broadcast_to(value.shape())?;
            Ok(Variable::with(Tensor::new(start), "slot", false, None))
        };
        let slots: Slots = (0..rule.slots()).map(slot).few::<Result<_>>()?;
        self.slots.insert(variable.key(), slots.clone());
        Ok(slots)
    }
}

/// What slot `i` starts with: Keras's accumulators of squares with a little, all else with nothing.
fn start(rule: Rule, i: usize) -> f64 {
    if matches!(rule, Rule::Adagrad { .. } | Rule::Ftrl { .. }) && i == 0 { 0.1 } else { 0.0 }
}
