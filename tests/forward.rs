//! Forward mode for every row of the operation table: derivatives along a direction against finite differences, against
//! the gradients, and nested with tapes and with itself. What is 1 % off is noticed.

use gradtape::array::Array;
use gradtape::dtype::DType;
use gradtape::error::{ErrorKind, Result};
use gradtape::forward::ForwardAccumulator;
use gradtape::gradient_tape::{GradientTape, Watched};
use gradtape::ops;
use gradtape::shape::Shape;
use gradtape::tensor::Tensor;
use gradtape::variable::Variable;
use rows::{Case, agree, cases, directions, dot, gradients, moved, watched};

mod rows;

/// What `f` returns at `x`, and its derivatives along `t`; zeros where not connected.
fn along(
    x: &[Tensor],
    t: &[Tensor],
    f: &dyn Fn(&[Tensor]) -> Result<Vec<Tensor>>,
) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
    let forward = ForwardAccumulator::default();
    x.iter().zip(t).try_for_each(|(x, t)| forward.watch(&Watched::from(x), t.clone()))?;
    let mut ys = forward.record(|| f(x))??;
    ys.retain(|y| y.dtype() == DType::Float64);
    let tangents = ys.iter().map(|y| forward.jvp(&Watched::from(y)).map_or_else(|| ops::zeros_of(y), Ok));
    let tangents = tangents.collect::<Result<_>>()?;
    Ok((ys, tangents))
}

fn floats(ys: &[Tensor]) -> Vec<f64> {
    ys.iter().filter(|y| y.dtype() == DType::Float64).flat_map(|y| y.to_vec::<f64>().unwrap()).collect()
}

/// Compares the derivatives along a direction, of every element, with differences; `scale` falsifies them.
fn check_along(case: &Case, symmetric: bool, scale: f64) -> std::result::Result<(), String> {
    let (x, text) = (case.variables(), |e: gradtape::error::Error| format!("{e}"));
    let t = directions(&x, 7, symmetric);
    let at = |h: f64| -> std::result::Result<Vec<f64>, String> {
        let [up, down] = [h, -h].map(|h| case.call(&moved(&x, &t, h)).map(|ys| floats(&ys)).map_err(text));
        Ok(up?.iter().zip(down?).map(|(up, down)| (up - down) / (2.0 * h)).collect())
    };
    let found = floats(&along(&x, &t, &|x| case.call(x)).map_err(text)?.1);
    let (coarse, fine) = (at(2e-4)?, at(1e-4)?);
    for (i, ((coarse, fine), found)) in coarse.iter().zip(&fine).zip(&found).enumerate() {
        let numeric = (fine + (fine - coarse) / 3.0, (fine - coarse).abs());
        agree(&format!("element {i} along a direction"), scale * found, numeric)?;
    }
    Ok(())
}

#[test]
fn every_derivative_along_a_direction_agrees_with_finite_differences() {
    let (mut failures, mut unnoticed, mut tried) = (Vec::new(), Vec::new(), 0);
    for (case, symmetric) in cases() {
        let what = || format!("{} {:?}", case.def.name, case.args);
        if let Err(text) = check_along(&case, symmetric, 1.0) {
            failures.push(format!("{}: {text}", what()));
        }
        let x = case.variables();
        let t = directions(&x, 7, symmetric);
        let large = along(&x, &t, &|x| case.call(x)).is_ok_and(|(_, t)| floats(&t).iter().any(|d| d.abs() > 1e-3));
        tried += usize::from(large);
        if large && check_along(&case, symmetric, 1.01).is_ok() {
            unnoticed.push(what());
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(unnoticed.is_empty(), "unnoticed:\n{}", unnoticed.join("\n"));
    assert!(tried > 300, "only {tried} cases have a derivative");
}

/// The second derivative of the loss along `t` and `u`, found in four ways.
fn second(case: &Case, x: &[Tensor], t: &[Tensor], u: &[Tensor]) -> Result<[f64; 4]> {
    let loss = |x: &[Tensor]| case.loss(x);
    let slope = |x: &[Tensor], t: &[Tensor]| along(x, t, &|x| Ok(vec![loss(x)?])).map(|(_, mut d)| d.swap_remove(0));
    let reverse = |x: &[Tensor]| gradients(x, &loss);
    let twice_reverse = gradients(x, &|x| {
        let mut sum = Tensor::scalar(0.0f64);
        for (g, t) in reverse(x)?.iter().zip(t) {
            sum = ops::add(&sum, &ops::reduce_sum(&ops::multiply(g, t)?, None, false)?)?;
        }
        Ok(sum)
    })?;
    let forward_over_reverse = along(x, u, &reverse)?.1;
    let reverse_over_forward = gradients(x, &|x| slope(x, t))?;
    let twice_forward = along(x, u, &|x| Ok(vec![slope(x, t)?]))?.1;
    let one = twice_forward[0].item::<f64>();
    Ok([dot(&twice_reverse, u), dot(&forward_over_reverse, t), dot(&reverse_over_forward, u), one])
}

#[test]
fn second_derivatives_are_the_same_in_every_order_of_modes() {
    let (mut failures, mut tried) = (Vec::new(), 0);
    for (case, symmetric) in cases() {
        let x = case.variables();
        let (t, u) = (directions(&x, 7, symmetric), directions(&x, 9, symmetric));
        let what = || format!("{} {:?}", case.def.name, case.args);
        match second(&case, &x, &t, &u) {
            Err(error) => failures.push(format!("{}: {error}", what())),
            Ok([first, others @ ..]) => {
                tried += usize::from(first.abs() > 1e-3);
                if others.iter().any(|d| (d - first).abs() > 1e-8 * (1.0 + first.abs())) {
                    failures.push(format!("{}: {first} and {others:?}", what()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(tried > 150, "only {tried} cases have a second derivative");
}

#[test]
fn what_is_nested_sees_what_was_started_before_it_and_nothing_else() -> Result<()> {
    let x = Tensor::scalar(2.0f64);
    let (outer, inner) = (ForwardAccumulator::default(), ForwardAccumulator::default());
    let (of_x, one) = (Watched::from(&x), Tensor::scalar(1.0f64));
    [&outer, &inner].into_iter().try_for_each(|forward| forward.watch(&of_x, one.clone()))?;
    let tape = GradientTape::new(true, true);
    let y = outer.record(|| inner.record(|| tape.record(|| tape.watch(&x).and_then(|()| ops::exp(&x)))))????;
    let [first, same] = [&outer, &inner].map(|forward| forward.jvp(&Watched::from(&y)).expect("connected"));
    let e = 2f64.exp();
    assert!([&first, &same].iter().all(|d| (d.item::<f64>() - e).abs() < 1e-12));
    let second = outer.jvp(&Watched::from(&same)).expect("the outer one saw what the inner one did");
    assert!((second.item::<f64>() - e).abs() < 1e-12);
    assert!(inner.jvp(&Watched::from(&first)).is_none(), "but not the other way");
    let unseen = tape.gradient(&[Watched::from(&first)], &watched(std::slice::from_ref(&x)), &[])?;
    assert!(unseen[0].is_none(), "nor did the tape within");
    Ok(())
}

#[test]
fn a_variable_has_its_tangent_whatever_it_holds() -> Result<()> {
    let v = Variable::new(Tensor::scalar(3.0f64));
    let forward = ForwardAccumulator::default();
    forward.watch(&Watched::from(&v), Tensor::scalar(1.0f64))?;
    let square = || ops::square(&v.read());
    let (before, after) = forward.record(|| -> Result<_> {
        let before = square()?;
        v.assign(&Tensor::scalar(5.0f64))?;
        Ok((before, square()?))
    })??;
    let slope = |y: &Tensor| forward.jvp(&Watched::from(y)).map(|t| t.item::<f64>());
    assert_eq!((slope(&before), slope(&after), slope(&square()?)), (Some(6.0), Some(10.0), None));
    assert_eq!(forward.jvp(&Watched::from(&v)).map(|t| t.item::<f64>()), Some(1.0));
    Ok(())
}

#[test]
fn errors_name_what_was_wrong_and_leave_nothing_behind() -> Result<()> {
    let x = Tensor::from_slice(&[2, 2], &[1.0f64, 2.0, 3.0, 4.0]);
    let forward = ForwardAccumulator::default();
    let of_x = Watched::from(&x);
    for wrong in [Tensor::scalar(1.0f64), Tensor::from_slice(&[2, 2], &[1.0f32; 4])] {
        assert_eq!(forward.watch(&of_x, wrong).unwrap_err().kind(), ErrorKind::Value);
    }
    forward.watch(&of_x, ops::ones_of(&x)?)?;
    let refused = forward.record(|| (ops::bitcast(&x, DType::Float32).err(), forward.start().err()))?;
    assert_eq!(refused.0.map(|e| e.kind()), Some(ErrorKind::Lookup));
    assert_eq!(refused.1.map(|e| e.kind()), Some(ErrorKind::Value));
    assert!(!gradtape::tape::recording());
    Ok(())
}

#[test]
fn tangents_of_dead_tensors_are_let_go() -> Result<()> {
    const BYTES: usize = 1 << 10;
    let mut x = Tensor::new(Array::zeros(DType::Float64, Shape::new(&[BYTES / 8]))?);
    let forward = ForwardAccumulator::default();
    forward.watch(&Watched::from(&x), ops::ones_of(&x)?)?;
    forward.record(|| {
        let before = gradtape::memory::live_bytes();
        for _ in 0..4000 {
            x = ops::sin(&x)?;
        }
        let grown = gradtape::memory::live_bytes() - before;
        assert!(grown < 2500 * BYTES, "{grown}");
        Ok(())
    })?
}
