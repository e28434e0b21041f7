//! Gradients that are offered as soon as they are final: in which order, that nothing is added to them afterwards, and
//! that an offer may be refused.

use gradtape::error::{Error, ErrorKind, Result};
use gradtape::gradient_tape::{GradientTape, Watched};
use gradtape::ops;
use gradtape::slices::Gradient;
use gradtape::tensor::Tensor;
use gradtape::variable::Variable;

fn numbers(g: &Gradient) -> Vec<f32> {
    g.clone().dense().unwrap().to_vec::<f32>().unwrap()
}

/// What is offered for `target` in turn; each must be what the backward pass gives in the end.
fn offers(tape: &GradientTape, target: &Tensor, sources: &[Watched]) -> Vec<(usize, Vec<f32>)> {
    let mut offered: Vec<(usize, Vec<f32>)> = Vec::new();
    let mut offer = |i: usize, g: &Gradient| {
        offered.push((i, numbers(g)));
        Ok(())
    };
    let found = tape.gradient_offered(&[Watched::from(target)], sources, &[], &mut offer).unwrap();
    for (i, g) in &offered {
        assert_eq!(*g, numbers(found[*i].as_ref().unwrap()), "source {i}");
    }
    let connected = found.iter().filter(|g| g.is_some()).count();
    assert_eq!(offered.len(), connected);
    offered
}

fn variable(values: &[f32]) -> Variable {
    Variable::new(Tensor::vector(values))
}

#[test]
fn the_last_layer_comes_first() {
    for persistent in [false, true] {
        let (a, b, c) = (variable(&[2.0]), variable(&[3.0]), variable(&[5.0]));
        let tape = GradientTape::new(persistent, true);
        let y = tape.record(|| -> Result<Tensor> {
            let first = ops::multiply(&a.read(), &Tensor::vector(&[1.0f32]))?;
            let second = ops::multiply(&first, &b.read())?;
            ops::multiply(&second, &c.read())
        });
        let y = y.unwrap().unwrap();
        let sources = [Watched::from(&a), Watched::from(&b), Watched::from(&c)];
        let offered = offers(&tape, &y, &sources);
        assert_eq!(offered, [(2, vec![6.0]), (1, vec![10.0]), (0, vec![15.0])]);
    }
}

#[test]
fn a_source_that_is_used_again_waits_for_its_first_use() {
    let (a, b) = (variable(&[2.0]), variable(&[3.0]));
    let tape = GradientTape::default();
    let y = tape.record(|| ops::multiply(&ops::multiply(&a.read(), &b.read())?, &ops::square(&a.read())?));
    let y = y.unwrap().unwrap();
    let offered = offers(&tape, &y, &[Watched::from(&a), Watched::from(&b)]);
    // a³ b: both are final with the first product.
    assert_eq!(offered, [(0, vec![36.0]), (1, vec![8.0])]);
}

#[test]
fn results_strangers_and_twins() {
    let (a, stranger) = (variable(&[2.0]), variable(&[1.0]));
    let tape = GradientTape::default();
    let (middle, y) = tape
        .record(|| {
            let middle = ops::square(&a.read()).unwrap();
            let y = ops::square(&middle).unwrap();
            (middle, y)
        })
        .unwrap();
    let sources = [Watched::from(&a), Watched::from(&stranger), Watched::from(&middle), Watched::from(&a)];
    let offered = offers(&tape, &y, &sources);
    assert_eq!(offered, [(2, vec![8.0]), (0, vec![32.0]), (3, vec![32.0])]);
}

#[test]
fn rows_are_offered_as_rows() {
    let table = variable(&[1.0, 2.0, 3.0]);
    let tape = GradientTape::default();
    let rows = |i: &[i32]| ops::gather(&table.read(), &Tensor::vector(i), None, 0);
    let y = tape.record(|| ops::multiply(&rows(&[2, 0])?, &rows(&[1, 1])?)).unwrap().unwrap();
    let offered = offers(&tape, &y, &[Watched::from(&table)]);
    assert_eq!(offered, [(0, vec![2.0, 4.0, 2.0])]);
}

#[test]
fn a_small_part_of_a_long_tape() {
    let (a, b) = (variable(&[2.0]), variable(&[3.0]));
    let tape = GradientTape::new(true, true);
    let y = tape.record(|| {
        let y = ops::multiply(&a.read(), &b.read()).unwrap();
        (0..100).fold(y.clone(), |sum, _| ops::square(&ops::multiply(&sum, &a.read()).unwrap()).unwrap());
        y
    });
    let offered = offers(&tape, &y.unwrap(), &[Watched::from(&a), Watched::from(&b)]);
    assert_eq!(offered, [(0, vec![3.0]), (1, vec![2.0])]);
}

#[test]
fn an_offer_may_be_refused() {
    let (a, b) = (variable(&[2.0]), variable(&[3.0]));
    let tape = GradientTape::default();
    let y = tape.record(|| ops::multiply(&ops::square(&a.read())?, &b.read())).unwrap().unwrap();
    let mut calls = 0;
    let mut offer = |_: usize, _: &Gradient| {
        calls += 1;
        Err(Error::new(ErrorKind::Runtime, "no"))
    };
    let sources = [Watched::from(&a), Watched::from(&b)];
    let refused = tape.gradient_offered(&[Watched::from(&y)], &sources, &[], &mut offer);
    assert!(refused.unwrap_err().to_string().contains("no"));
    assert_eq!(calls, 1);
}
