//! The tape as a user of the Rust crate meets it.

use gradtape::gradient_tape::{GradientTape, Watched};
use gradtape::ops;
use gradtape::tensor::Tensor;
use gradtape::variable::Variable;

fn gradient(tape: &GradientTape, y: &Tensor, x: &Tensor) -> Option<Tensor> {
    tape.gradient(&[Watched::from(y)], &[Watched::from(x)], &[]).unwrap().pop().unwrap()
}

#[test]
fn the_gradient_of_a_square_is_twice_the_input() {
    let x = Tensor::scalar(3.0f32);
    let tape = GradientTape::new(false, true);
    let y = tape
        .record(|| {
            tape.watch(&x).unwrap();
            ops::multiply(&x, &x).unwrap()
        })
        .unwrap();
    assert_eq!(gradient(&tape, &y, &x).unwrap().item::<f32>(), 6.0);
    assert!(tape.gradient(&[Watched::from(&y)], &[Watched::from(&x)], &[]).is_err());
}

#[test]
fn nested_tapes_give_second_derivatives() {
    let x = Variable::new(Tensor::scalar(1.0f32));
    let outer = GradientTape::new(false, true);
    let first = outer
        .record(|| {
            let inner = GradientTape::new(false, true);
            let y = inner
                .record(|| {
                    let x = x.read();
                    ops::multiply(&ops::multiply(&x, &x).unwrap(), &x).unwrap()
                })
                .unwrap();
            inner.gradient(&[Watched::from(&y)], &[Watched::from(&x)], &[]).unwrap().pop().unwrap().unwrap()
        })
        .unwrap();
    let second = outer.gradient(&[Watched::from(&first)], &[Watched::from(&x)], &[]).unwrap();
    assert_eq!(first.item::<f32>(), 3.0);
    assert_eq!(second[0].as_ref().unwrap().item::<f32>(), 6.0);
}

#[test]
fn the_jacobian_of_an_elementwise_function_is_diagonal() {
    let x = Tensor::vector(&[1.0f64, 2.0, 3.0]);
    let tape = GradientTape::new(false, true);
    let y = tape
        .record(|| {
            tape.watch(&x).unwrap();
            ops::square(&x).unwrap()
        })
        .unwrap();
    let j = tape.jacobian(&Watched::from(&y), &[Watched::from(&x)]).unwrap().pop().unwrap().unwrap();
    assert_eq!(j.to_vec::<f64>().unwrap(), [2.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 6.0]);
}

#[test]
fn dead_ends_are_forgotten_while_recording_goes_on() {
    let x = Tensor::scalar(1.0f32);
    let tape = GradientTape::new(true, true);
    let y = tape
        .record(|| {
            tape.watch(&x).unwrap();
            let mut y = ops::exp(&x).unwrap();
            for i in 0..100_000 {
                let dead = ops::multiply(&ops::exp(&y).unwrap(), &y).unwrap();
                drop(dead);
                if i % 20_000 == 0 {
                    y = ops::negative(&y).unwrap();
                }
            }
            y
        })
        .unwrap();
    assert!(tape.size().0 < 10_000, "{:?}", tape.size());
    let g = gradient(&tape, &y, &x).unwrap().item::<f32>();
    assert!((g + std::f32::consts::E).abs() < 1e-6, "{g}");
}

#[test]
fn a_chain_of_a_million_operations_neither_recurses_nor_overflows() {
    let x = Tensor::scalar(1.0f32);
    let tape = GradientTape::new(false, true);
    let y = tape
        .record(|| {
            tape.watch(&x).unwrap();
            (0..1_000_000).fold(x.clone(), |y, _| ops::negative(&y).unwrap())
        })
        .unwrap();
    assert_eq!(gradient(&tape, &y, &x).unwrap().item::<f32>(), 1.0);
}

#[test]
fn an_operation_with_several_outputs_keeps_what_it_saved_until_it_is_visited() {
    let x = Tensor::vector(&[1.0f64, 5.0, 3.0]);
    let tape = GradientTape::new(false, true);
    let y = tape
        .record(|| {
            tape.watch(&x).unwrap();
            let [values, _] = ops::top_k(&x, 2, gradtape::dtype::DType::Int32).unwrap();
            ops::square(&values).unwrap()
        })
        .unwrap();
    assert_eq!(gradient(&tape, &y, &x).unwrap().to_vec::<f64>().unwrap(), [0.0, 10.0, 6.0]);
}
