//! Optimizer steps against the rules written out in double precision, element by element.

use gradtape::dtype::DType;
use gradtape::error::ErrorKind;
use gradtape::optimizer::{Moments, Parameter, Rule, Step};
use gradtape::tensor::Tensor;
use gradtape::variable::Variable;

const BETA: Moments = Moments { beta_1: 0.9, beta_2: 0.999, epsilon: 1e-7, step: 1.0 };

fn rules() -> Vec<Rule> {
    let rms = |momentum, centered| Rule::RmsProp { rho: 0.9, epsilon: 1e-7, momentum, centered };
    vec![
        Rule::Sgd,
        Rule::Momentum { momentum: 0.9 },
        Rule::Nesterov { momentum: 0.9 },
        Rule::Adam(BETA),
        Rule::AmsGrad(BETA),
        rms(None, false),
        rms(Some(0.8), false),
        rms(None, true),
        rms(Some(0.8), true),
        Rule::Adagrad { epsilon: 1e-7 },
        Rule::Adadelta { rho: 0.9, epsilon: 1e-3 },
        Rule::Adamax(BETA),
        Rule::Nadam { moments: BETA, product: 0.4 },
        Rule::Lion { beta_1: 0.9, beta_2: 0.99 },
        Rule::Ftrl { beta: 0.5, l1: 0.3, l2: 0.1, shrinkage: 0.2 },
    ]
}

/// The definition: the new parameter, and the slots changed in place.
fn defined(step: &Step, w: f64, g: f64, s: &mut [f64]) -> f64 {
    let lr = step.learning_rate;
    let w = w - lr * step.weight_decay * w;
    match step.rule {
        Rule::Sgd => w - lr * g,
        Rule::Momentum { momentum } => {
            s[0] = single(momentum) * s[0] - lr * g;
            w + s[0]
        }
        Rule::Nesterov { momentum } => {
            s[0] = single(momentum) * s[0] - lr * g;
            w + single(momentum) * s[0] - lr * g
        }
        Rule::Adam(b) | Rule::AmsGrad(b) => {
            s[0] = b.beta_1 * s[0] + (1.0 - b.beta_1) * g;
            s[1] = b.beta_2 * s[1] + (1.0 - b.beta_2) * g * g;
            if s.len() == 3 {
                s[2] = s[2].max(s[1]);
            }
            let alpha = lr * (1.0 - single(b.beta_2).powf(b.step)).sqrt() / (1.0 - single(b.beta_1).powf(b.step));
            w - alpha * s[0] / (s[s.len() - 1].sqrt() + b.epsilon)
        }
        Rule::RmsProp { rho, epsilon, momentum, centered } => {
            s[0] = rho * s[0] + (1.0 - rho) * g * g;
            let mut variance = s[0];
            if centered {
                let a = s.len() - 1;
                s[a] = rho * s[a] + (1.0 - rho) * g;
                variance -= s[a] * s[a];
            }
            let change = lr * g / (variance + epsilon).sqrt();
            match momentum {
                None => w - change,
                Some(momentum) => {
                    s[1] = momentum * s[1] + change;
                    w - s[1]
                }
            }
        }
        Rule::Adagrad { epsilon } => {
            s[0] += g * g;
            w - lr * g / (s[0] + epsilon).sqrt()
        }
        Rule::Adadelta { rho, epsilon } => {
            s[0] = rho * s[0] + (1.0 - rho) * g * g;
            let change = ((s[1] + epsilon) / (s[0] + epsilon)).sqrt() * g;
            s[1] = rho * s[1] + (1.0 - rho) * change * change;
            w - lr * change
        }
        Rule::Adamax(b) => {
            s[0] = b.beta_1 * s[0] + (1.0 - b.beta_1) * g;
            s[1] = (b.beta_2 * s[1]).max(g.abs());
            w - lr * s[0] / (1.0 - single(b.beta_1).powf(b.step)) / (s[1] + b.epsilon)
        }
        Rule::Nadam { moments: b, product } => {
            let (beta_1, beta_2) = (single(b.beta_1), single(b.beta_2));
            let u = |step: f64| beta_1 * (1.0 - single(0.96).powf(step) / 2.0);
            s[0] = beta_1 * s[0] + (1.0 - beta_1) * g;
            s[1] = beta_2 * s[1] + (1.0 - beta_2) * g * g;
            let next = u(b.step + 1.0);
            let mean = next * s[0] / (1.0 - product * next) + (1.0 - u(b.step)) * g / (1.0 - product);
            w - lr * mean / ((s[1] / (1.0 - beta_2.powf(b.step))).sqrt() + b.epsilon)
        }
        Rule::Lion { beta_1, beta_2 } => {
            let (beta_1, beta_2) = (single(beta_1), single(beta_2));
            let way = beta_1 * s[0] + (1.0 - beta_1) * g;
            s[0] = beta_2 * s[0] + (1.0 - beta_2) * g;
            w - if way == 0.0 { 0.0 } else { lr * way.signum() }
        }
        Rule::Ftrl { beta, l1, l2, shrinkage } => {
            let b = s[0] + g * g;
            s[1] += g + 2.0 * shrinkage * w - (b.sqrt() - s[0].sqrt()) / lr * w;
            s[0] = b;
            (s[1].clamp(-l1, l1) - s[1]) / (b.sqrt() / lr + 2.0 * (l2 + beta / (2.0 * lr)))
        }
    }
}

/// What Keras casts to the dtype of the variable, which makes it a float32 first.
fn single(number: f64) -> f64 {
    f64::from(number as f32)
}

/// Numbers between -1 and 1, never the same twice.
fn noise(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

fn tensor(values: &[f64], dtype: DType) -> Tensor {
    Tensor::new(Tensor::vector(values).array().cast(dtype).unwrap())
}

fn with_step(rule: Rule, number: f64) -> Rule {
    match rule {
        Rule::Adam(b) => Rule::Adam(Moments { step: number, ..b }),
        Rule::AmsGrad(b) => Rule::AmsGrad(Moments { step: number, ..b }),
        Rule::Adamax(b) => Rule::Adamax(Moments { step: number, ..b }),
        Rule::Nadam { moments, product } => Rule::Nadam { moments: Moments { step: number, ..moments }, product },
        other => other,
    }
}

fn check(rule: Rule, dtype: DType, count: usize, tolerance: f64) {
    let start = noise(count, 1);
    let w = Variable::new(tensor(&start, dtype));
    let slots: Vec<_> = (0..rule.slots()).map(|_| Variable::new(tensor(&vec![0.0; count], dtype))).collect();
    let mut expected = w.read().to_vec::<f64>().unwrap();
    let mut state = vec![vec![0.0; rule.slots()]; count];
    for number in 1..=5 {
        let gradient = tensor(&noise(count, 10 + number), dtype);
        let step = Step { rule: with_step(rule, number as f64), learning_rate: 0.1, weight_decay: 0.01 };
        for ((e, g), s) in expected.iter_mut().zip(gradient.to_vec::<f64>().unwrap()).zip(&mut state) {
            *e = defined(&step, *e, g, s);
        }
        step.apply(&[Parameter {
            variable: w.clone(),
            gradient: gradient.into(),
            slots: slots.clone().into(),
            decays: true,
        }])
        .unwrap();
    }
    for (got, want) in w.read().to_vec::<f64>().unwrap().into_iter().zip(expected) {
        assert!((got - want).abs() <= tolerance, "{rule:?} {dtype}: {got} for {want}");
    }
}

#[test]
fn every_rule_follows_its_definition_in_every_dtype() {
    for rule in rules() {
        for count in [1, 7, 64, 1003] {
            check(rule, DType::Float64, count, 1e-9);
            check(rule, DType::Float32, count, 2e-4);
        }
        if !matches!(rule, Rule::RmsProp { centered: true, .. }) {
            check(rule, DType::Float16, 33, 0.05);
            check(rule, DType::BFloat16, 33, 0.3);
        }
    }
}

#[test]
fn a_value_that_is_held_elsewhere_stays_and_another_is_changed_where_it_is() {
    let w = Variable::new(tensor(&[1.0; 100], DType::Float32));
    let step = Step { rule: Rule::Sgd, learning_rate: 1.0, weight_decay: 0.0 };
    let parameter = || Parameter {
        variable: w.clone(),
        gradient: tensor(&[1.0; 100], DType::Float32).into(),
        slots: Default::default(),
        decays: true,
    };
    let before = w.read();
    step.apply(&[parameter()]).unwrap();
    assert_eq!((before.to_vec::<f32>().unwrap()[0], w.read().to_vec::<f32>().unwrap()[0]), (1.0, 0.0));
    let address = w.peek().array().as_ptr();
    step.apply(&[parameter()]).unwrap();
    assert_eq!((w.peek().array().as_ptr(), w.read().to_vec::<f32>().unwrap()[99]), (address, -1.0));
}

#[test]
fn weight_decay_leaves_out_what_is_not_to_decay() {
    let w = Variable::new(tensor(&[1.0], DType::Float64));
    let step = Step { rule: Rule::Sgd, learning_rate: 0.5, weight_decay: 0.5 };
    for (decays, value) in [(false, 1.0), (true, 0.75)] {
        let gradient = tensor(&[0.0], DType::Float64);
        step.apply(&[Parameter { variable: w.clone(), gradient: gradient.into(), slots: Default::default(), decays }])
            .unwrap();
        assert_eq!(w.read().to_vec::<f64>().unwrap(), [value]);
    }
}

#[test]
fn a_gradient_of_another_floating_dtype_is_cast() {
    let w = Variable::new(tensor(&[1.0], DType::Float64));
    let step = Step { rule: Rule::Sgd, learning_rate: 1.0, weight_decay: 0.0 };
    let gradient = tensor(&[0.25], DType::Float16);
    step.apply(&[Parameter {
        variable: w.clone(),
        gradient: gradient.into(),
        slots: Default::default(),
        decays: true,
    }])
    .unwrap();
    assert_eq!(w.read().to_vec::<f64>().unwrap(), [0.75]);
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_changes() {
    let good = Variable::new(tensor(&[1.0, 2.0], DType::Float32));
    let momentum = Rule::Momentum { momentum: 0.9 };
    let slot = |count: usize, dtype| Variable::new(tensor(&vec![0.0; count], dtype));
    let gradient = |count: usize, dtype| tensor(&vec![1.0; count], dtype);
    let (f32, i32) = (DType::Float32, DType::Int32);
    let bad = [
        (good.clone(), gradient(3, f32), vec![slot(2, f32)], ErrorKind::InvalidArgument),
        (good.clone(), gradient(2, i32), vec![slot(2, f32)], ErrorKind::InvalidArgument),
        (slot(2, i32), gradient(2, f32), vec![slot(2, i32)], ErrorKind::InvalidArgument),
        (good.clone(), gradient(2, f32), vec![slot(3, f32)], ErrorKind::InvalidArgument),
        (good.clone(), gradient(2, f32), vec![slot(2, DType::Float64)], ErrorKind::Value),
        (good.clone(), gradient(2, f32), vec![], ErrorKind::Value),
        (good.clone(), gradient(2, f32), vec![good.clone()], ErrorKind::Value),
    ];
    for (variable, gradient, slots, kind) in bad {
        let first = Parameter {
            variable: good.clone(),
            gradient: tensor(&[1.0, 1.0], f32).into(),
            slots: vec![slot(2, f32)].into(),
            decays: true,
        };
        let second = Parameter { variable, gradient: gradient.into(), slots: slots.into(), decays: true };
        let step = Step { rule: momentum, learning_rate: 0.1, weight_decay: 0.0 };
        assert_eq!(step.apply(&[first, second]).unwrap_err().kind(), kind);
        assert_eq!(good.read().to_vec::<f32>().unwrap(), [1.0, 2.0]);
    }
}
