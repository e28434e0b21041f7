//! Optimizer steps with gradients that are rows: the same bits as with the dense gradient, and rows that nothing has
//! reached are passed by.

use gradtape::array::Array;
use gradtape::dtype::DType;
use gradtape::error::ErrorKind;
use gradtape::optimizer::{Moments, Parameter, Rule, Slots, Step};
use gradtape::shape::Shape;
use gradtape::slices::{Gradient, IndexedSlices};
use gradtape::tensor::Tensor;
use gradtape::variable::Variable;

const BETA: Moments = Moments { beta_1: 0.9, beta_2: 0.999, epsilon: 1e-7, step: 1.0 };
const ROWS: usize = 7;
const WIDTH: usize = 3;

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
    ]
}

/// A tensor of rows of `WIDTH` numbers that differ.
fn table(rows: usize, seed: usize, dtype: DType) -> Tensor {
    let value = |i: usize| ((i * 37 + seed * 11) % 23) as f64 / 8.0 - 1.3;
    let values: Vec<f64> = (0..rows * WIDTH).map(value).collect();
    let array = Tensor::vector(&values).array().cast(dtype).unwrap();
    Tensor::new(array.reshape(Shape::new(&[rows, WIDTH])).unwrap())
}

fn slices(places: &[i64], seed: usize, dtype: DType) -> IndexedSlices {
    let values = table(places.len(), seed, dtype);
    IndexedSlices { values, indices: Tensor::vector(places), shape: Shape::new(&[ROWS, WIDTH]) }
}

fn numbers(variable: &Variable) -> Vec<f64> {
    variable.peek().to_vec::<f64>().unwrap()
}

/// A parameter with its state.
struct Trained {
    w: Variable,
    slots: Slots,
}

impl Trained {
    fn new(rule: Rule, dtype: DType) -> Trained {
        let zeros = || Variable::new(Tensor::new(Array::zeros(dtype, Shape::new(&[ROWS, WIDTH])).unwrap()));
        let w = Variable::new(table(ROWS, 1, dtype));
        Trained { w, slots: (0..rule.slots()).map(|_| zeros()).collect() }
    }

    fn parameter(&self, gradient: Gradient, decays: bool) -> Parameter {
        Parameter { variable: self.w.clone(), gradient, slots: self.slots.clone(), decays }
    }

    fn state(&self) -> Vec<Vec<f64>> {
        std::iter::once(&self.w).chain(&self.slots).map(numbers).collect()
    }
}

fn in_step(rule: Rule, number: f64) -> Rule {
    match rule {
        Rule::Adam(b) => Rule::Adam(Moments { step: number, ..b }),
        Rule::AmsGrad(b) => Rule::AmsGrad(Moments { step: number, ..b }),
        other => other,
    }
}

/// Steps with rows and with the same gradients as tensors.
fn compare(rule: Rule, dtype: DType, weight_decay: f64, decays: bool) {
    let (by_rows, whole) = (Trained::new(rule, dtype), Trained::new(rule, dtype));
    let named: &[&[i64]] = &[&[4, 1], &[6, 4, 2], &[], &[0], &[5, 4, 3, 2, 1, 0]];
    for (number, places) in named.iter().enumerate() {
        let step = Step { rule: in_step(rule, number as f64 + 1.0), learning_rate: 0.1, weight_decay };
        let rows = slices(places, number, dtype);
        let dense = rows.dense().unwrap();
        step.apply(&[by_rows.parameter(rows.into(), decays)]).unwrap();
        step.apply(&[whole.parameter(dense.into(), decays)]).unwrap();
        // As text: what is not a number is that in both.
        let (found, expected) = (format!("{:?}", by_rows.state()), format!("{:?}", whole.state()));
        assert_eq!(found, expected, "{rule:?} {dtype} step {number}");
        // What somebody else does to the state counts too.
        if let (3, Some(at)) = (number, rule.slots().checked_sub(1)) {
            for trained in [&by_rows, &whole] {
                trained.slots[at].assign(&table(ROWS, 9, dtype)).unwrap();
                trained.slots[at].update(|t| gradtape::ops::multiply(t, t)).unwrap();
            }
        }
    }
}

#[test]
fn rows_give_the_same_bits_as_the_dense_gradient() {
    for rule in rules() {
        for dtype in [DType::Float32, DType::Float64, DType::Float16, DType::BFloat16] {
            compare(rule, dtype, 0.0, true);
            compare(rule, dtype, 0.01, true);
            compare(rule, dtype, 0.01, false);
        }
    }
}

#[test]
fn rows_of_one_place_are_added_up_first() {
    for rule in [Rule::Sgd, Rule::Momentum { momentum: 0.9 }, Rule::Nesterov { momentum: 0.9 }] {
        let (twice, once) = (Trained::new(rule, DType::Float32), Trained::new(rule, DType::Float32));
        let step = Step { rule, learning_rate: 0.1, weight_decay: 0.0 };
        let rows = slices(&[4, 1, 4, 4], 2, DType::Float32);
        step.apply(&[once.parameter(rows.dense().unwrap().into(), true)]).unwrap();
        step.apply(&[twice.parameter(rows.into(), true)]).unwrap();
        assert_eq!(twice.state(), once.state(), "{rule:?}");
    }
}

/// By hand: what each slot holds in row 4 after gradients of 3 and 4 for it, whose sum is 7 and whose squares are 25.
#[test]
fn squares_of_rows_of_one_place_are_added_up_not_their_sum_squared() {
    let rms = |momentum, centered| Rule::RmsProp { rho: 0.9, epsilon: 1e-7, momentum, centered };
    let (mean, squares) = (0.1 * 7.0, 0.001 * 25.0);
    let expected: [(Rule, &[f64]); 5] = [
        (Rule::Adam(BETA), &[mean, squares]),
        (Rule::AmsGrad(BETA), &[mean, squares, squares]),
        (rms(None, false), &[2.5]),
        (rms(None, true), &[2.5, mean]),
        (Rule::Adagrad { epsilon: 1e-7 }, &[25.0]),
    ];
    for (rule, slots) in expected {
        let trained = Trained::new(rule, DType::Float64);
        let values = Tensor::vector(&[[3.0; WIDTH], [4.0; WIDTH]].concat());
        let values = Tensor::new(values.array().reshape(Shape::new(&[2, WIDTH])).unwrap());
        let rows = IndexedSlices { values, indices: Tensor::vector(&[4i64, 4]), shape: Shape::new(&[ROWS, WIDTH]) };
        let step = Step { rule, learning_rate: 0.1, weight_decay: 0.0 };
        step.apply(&[trained.parameter(rows.into(), true)]).unwrap();
        let found: Vec<f64> = trained.state()[1..].iter().map(|slot| slot[4 * WIDTH]).collect();
        assert!(found.iter().zip(slots).all(|(f, e)| (f - e).abs() < 1e-12), "{rule:?}: {found:?} for {slots:?}");
        assert_eq!(found.len(), slots.len());
    }
}

#[test]
fn rows_that_nothing_has_reached_are_passed_by() {
    for rule in rules() {
        let trained = Trained::new(rule, DType::Float32);
        let step = Step { rule, learning_rate: 0.1, weight_decay: 0.0 };
        // A signalling NaN: any arithmetic with it would give another.
        let odd = trained.w.peek().to_vec::<f32>().unwrap();
        let signalling = |i: usize| if i / WIDTH == 3 { f32::from_bits(0x7f80_0001) } else { odd[i] };
        let marked: Vec<f32> = (0..ROWS * WIDTH).map(signalling).collect();
        let marked = Tensor::vector(&marked).array().reshape(Shape::new(&[ROWS, WIDTH])).unwrap();
        trained.w.assign(&Tensor::new(marked)).unwrap();
        for places in [&[4, 1], &[6, 4]] {
            step.apply(&[trained.parameter(slices(places, 2, DType::Float32).into(), true)]).unwrap();
        }
        let left = trained.w.peek();
        let left = left.array().slice::<f32>();
        assert!(left[3 * WIDTH..4 * WIDTH].iter().all(|x| x.to_bits() == 0x7f80_0001), "{rule:?}");
    }
}

#[test]
fn what_is_no_row_is_refused_and_nothing_changes() {
    let trained = Trained::new(Rule::Sgd, DType::Float32);
    let before = trained.state();
    let good = || slices(&[1], 1, DType::Float32);
    let bad = [
        slices(&[0, 7], 1, DType::Float32),
        slices(&[-1], 1, DType::Float32),
        IndexedSlices { indices: Tensor::vector(&[0i64, 1]), ..good() },
        IndexedSlices { indices: Tensor::vector(&[0.0f32]), ..good() },
        IndexedSlices { shape: Shape::new(&[ROWS + 1, WIDTH]), ..good() },
        IndexedSlices { values: Tensor::vector(&[1.0f32]), ..good() },
        slices(&[1], 1, DType::Int32),
    ];
    let step = Step { rule: Rule::Sgd, learning_rate: 0.1, weight_decay: 0.0 };
    for rows in bad {
        let parameters = [trained.parameter(good().into(), true), trained.parameter(rows.into(), true)];
        assert_eq!(step.apply(&parameters).unwrap_err().kind(), ErrorKind::InvalidArgument);
        assert_eq!(trained.state(), before);
    }
}

#[test]
fn a_table_without_rows_or_columns_is_left_as_it_is() {
    for shape in [[0, 3], [3, 0]] {
        let zeros = |shape: &[usize]| Tensor::new(Array::zeros(DType::Float32, Shape::new(shape)).unwrap());
        let (w, m) = (Variable::new(zeros(&shape)), Variable::new(zeros(&shape)));
        let indices = Tensor::vector::<i64>(&[]);
        let rows = IndexedSlices { values: zeros(&[0, shape[1]]), indices, shape: Shape::new(&shape) };
        let step = Step { rule: Rule::Momentum { momentum: 0.9 }, learning_rate: 0.1, weight_decay: 0.0 };
        let slots = std::iter::once(m).collect();
        step.apply(&[Parameter { variable: w, gradient: rows.into(), slots, decays: true }]).unwrap();
    }
}
