//! The crate as a Rust program meets it: names at the root, operators, errors, optimizers.

use gradtape::optimizer::{Moments, Rule};
use gradtape::{Error, ErrorKind, Formula, GradientTape, Optimizer, Result, Tensor, Term, Variable, ops};

const MOMENTS: Moments = Moments { beta_1: 0.9, beta_2: 0.999, epsilon: 1e-7, step: 1.0 };

#[test]
fn what_programs_hold_may_go_to_other_threads() {
    fn is_sent_and_shared<T: Send + Sync + 'static>() {}
    is_sent_and_shared::<Error>();
    is_sent_and_shared::<Tensor>();
    is_sent_and_shared::<Variable>();
    is_sent_and_shared::<GradientTape>();
    is_sent_and_shared::<Optimizer>();
}

#[test]
fn an_error_is_any_programs_error() {
    fn fails() -> std::result::Result<(), Box<dyn std::error::Error + Send + Sync>> {
        ops::add(&Tensor::from([1.0f32, 2.0]), &Tensor::from([1.0f32, 2.0, 3.0]))?;
        Ok(())
    }
    let error = fails().unwrap_err();
    assert_eq!(error.to_string(), "Incompatible shapes: [2] vs. [3] [Op:AddV2]");
    assert_eq!(error.downcast_ref::<Error>().unwrap().kind(), ErrorKind::InvalidArgument);
}

#[test]
fn operators_take_tensors_and_numbers_on_both_sides() {
    let (a, b) = (Tensor::from([4.0f32, 9.0]), Tensor::from([2.0f32, 3.0]));
    let values = |f: Formula| f.tensor().unwrap().to_vec::<f32>().unwrap();
    assert_eq!(values(&a + &b), [6.0, 12.0]);
    assert_eq!(values(&a - b.clone()), [2.0, 6.0]);
    assert_eq!(values(2.0 * &a / &b), [4.0, 6.0]);
    assert_eq!(values(-(a.sqrt() * 1.5 - 1.0)), [-2.0, -3.5]);
    assert_eq!(values(a.greater(5.0).select(&a, 0.0)), [0.0, 9.0]);
    assert_eq!(values(a.sum_all() - b.mean_all()), [10.5]);
    let matrix = Tensor::from([[1.0f32, 2.0], [3.0, 4.0]]);
    assert_eq!(values(matrix.dot(&matrix)), [7.0, 10.0, 15.0, 22.0]);
}

#[test]
fn a_formula_keeps_its_first_error_and_does_nothing_more() {
    let (a, b) = (Tensor::from([1.0f32, 2.0]), Tensor::from([1.0f32, 2.0, 3.0]));
    let wrong = (&a + &b) * Tensor::from([1i32]);
    let mut went_on = false;
    let text = wrong.map(|x| {
        went_on = true;
        Ok(x.clone())
    });
    assert_eq!(text.tensor().unwrap_err().to_string(), "Incompatible shapes: [2] vs. [3] [Op:AddV2]");
    assert!(!went_on);
}

#[test]
fn a_source_that_is_not_connected_is_named() {
    let (x, y) = (Variable::new(1.0f32.into()), Variable::new(1.0f32.into()));
    let tape = GradientTape::new(true, true);
    let square = tape.record(|| x.read().square()).unwrap().tensor().unwrap();
    let error = tape.gradient_of(&square, [&x, &y]).unwrap_err();
    assert_eq!((error.kind(), &*error.to_string()), (ErrorKind::Value, "the target does not depend on source 1"));
    let error = tape.jacobian_of(&square, [&y]).unwrap_err();
    assert_eq!(error.to_string(), "the target does not depend on source 0");
}

#[test]
fn every_rule_goes_down_a_parabola() {
    let rms = |momentum, centered| Rule::RmsProp { rho: 0.9, epsilon: 1e-7, momentum, centered };
    let rules = [
        Rule::Sgd,
        Rule::Momentum { momentum: 0.5 },
        Rule::Nesterov { momentum: 0.5 },
        rms(None, false),
        rms(Some(0.5), true),
        Rule::Adagrad { epsilon: 1e-7 },
        Rule::Adamax(MOMENTS),
        Rule::Nadam { moments: MOMENTS, product: 1.0 },
        Rule::Lion { beta_1: 0.9, beta_2: 0.99 },
        Rule::Ftrl { beta: 0.0, l1: 0.0, l2: 0.0, shrinkage: 0.0 },
    ];
    let all = rules.into_iter().map(|rule| Optimizer::new(rule, 0.1)).chain([Optimizer::adam(0.1)]);
    for mut optimizer in all {
        let w = Variable::new(Tensor::from([3.0f64, -2.0]));
        for _ in 0..50 {
            optimizer.apply([(&w, w.read())]).unwrap();
        }
        let left = w.read().to_vec::<f64>().unwrap();
        assert!(left[0].abs() < 2.0 && left[1].abs() < 1.9, "{optimizer:?}: {left:?}");
        assert_eq!(optimizer.iterations(), 50);
    }
}

#[test]
fn an_optimizer_keeps_the_state_of_each_variable() {
    let (a, b) = (Variable::new(0.0f64.into()), Variable::new(0.0f64.into()));
    let mut momentum = Optimizer::new(Rule::Momentum { momentum: 0.5 }, 1.0);
    let one = || Tensor::from(1.0f64);
    momentum.apply([(&a, one())]).unwrap();
    momentum.apply([(&a, one()), (&b, one())]).unwrap();
    // -1, then -1 - 0.5; the other has done one step.
    assert_eq!((a.read().item::<f64>(), b.read().item::<f64>()), (-2.5, -1.0));
    momentum.set_learning_rate(0.0);
    momentum.apply([(&b, one())]).unwrap();
    assert_eq!(b.read().item::<f64>(), -1.5);
}

/// Two steps with the gradients 1 and 1, by the definition of the rule.
#[test]
fn nadam_carries_its_product_from_step_to_step() {
    let w = Variable::new(0.0f64.into());
    let mut nadam = Optimizer::new(Rule::Nadam { moments: MOMENTS, product: 1.0 }, 0.1);
    let (mut want, mut m, mut v, mut p) = (0.0f64, 0.0f64, 0.0f64, 1.0f64);
    // Keras's constants are float32, but for those of the product.
    let [first, second, decay] = [0.9f32, 0.999, 0.96].map(f64::from);
    let u = |step: f64| first * (1.0 - 0.5 * decay.powf(step));
    for step in [1.0, 2.0] {
        nadam.apply([(&w, Tensor::from(1.0f64))]).unwrap();
        p *= 0.9 * (1.0 - 0.5 * 0.96f64.powf(step));
        (m, v) = (first * m + 1.0 - first, second * v + 1.0 - second);
        let (now, ahead) = ((1.0 - u(step)) / (1.0 - p), u(step + 1.0) / (1.0 - p * u(step + 1.0)));
        want -= 0.1 * (ahead * m + now) / ((v / (1.0 - second.powf(step))).sqrt() + 1e-7);
    }
    assert!((w.read().item::<f64>() - want).abs() < 1e-12, "{:?} {want}", w.read());
}

#[test]
fn weight_decay_pulls_towards_zero() {
    let w = Variable::new(2.0f64.into());
    let mut decaying = Optimizer::sgd(0.1).with_weight_decay(0.5);
    decaying.apply([(&w, Tensor::from(0.0f64))]).unwrap();
    assert!((w.read().item::<f64>() - 1.9).abs() < 1e-12);
}

#[test]
fn a_custom_gradient_has_a_gradient_itself() -> Result<()> {
    let x = Tensor::from(2.0f64);
    let cube = |x: &Tensor| {
        let kept = x.clone();
        ops::custom_gradient(&[x], move || {
            let y = (kept.square() * &kept).tensor()?;
            // Ten times the truth, so that it cannot be mistaken for it.
            Ok((y, move |g: &Tensor| Ok(vec![(g * 30.0 * kept.square()).tensor()?])))
        })
    };
    let outer = GradientTape::default();
    let first = outer.record(|| {
        let inner = GradientTape::default();
        outer.watch(&x)?;
        let y = inner.record(|| inner.watch(&x).and_then(|()| cube(&x)))??;
        inner.gradient_of(&y, [&x])
    })??;
    let [second] = outer.gradient_of(&first[0], [&x])?;
    assert_eq!((first[0].item::<f64>(), second.item::<f64>()), (120.0, 120.0));
    Ok(())
}

#[test]
fn a_custom_gradient_answers_for_each_input() {
    let (a, b) = (Tensor::from(2.0f64), Tensor::from(3.0f64));
    let tape = GradientTape::default();
    let y = tape.record(|| {
        tape.watch(&a)?;
        ops::custom_gradient(&[&a, &b], || Ok((ops::multiply(&a, &b)?, |g: &Tensor| Ok(vec![g.clone()]))))
    });
    let error = tape.gradient_of(&y.unwrap().unwrap(), [&a]).unwrap_err();
    assert_eq!(error.to_string(), "a custom gradient gave 1 tensors for 2 inputs");
}
