//! Every row of the operation table against finite differences: first and second order, and the rule for batches of
//! cotangents against one row at a time. What is 1 % off is noticed.

use gradtape::dtype::DType;
use gradtape::error::Result;
use gradtape::gradient_tape::{GradientTape, Watched};
use gradtape::ops;
use gradtape::tensor::Tensor;
use rows::{Case, agree, cases, difference, directions, dot, gradients, watched};

mod rows;

/// Compares gradients of order 1 and 2 with differences; `scale` falsifies the gradient.
fn check(case: &Case, symmetric: bool, scale: f64) -> std::result::Result<(), String> {
    let x = case.variables();
    let loss = |x: &[Tensor]| case.loss(x);
    let gradient = |x: &[Tensor]| gradients(x, &loss);
    let d = directions(&x, 3, symmetric);
    let text = |e: gradtape::error::Error| format!("{e}");
    let first = gradient(&x).map_err(text)?;
    let numeric = difference(&x, &d, &|x| Ok(case.loss(x)?.item())).map_err(text)?;
    agree("first order", scale * dot(&first, &d), numeric)?;
    let u = directions(&x, 5, symmetric);
    let along = |x: &[Tensor]| -> Result<Tensor> {
        let g = gradient(x)?;
        let mut total = Tensor::scalar(0.0f64);
        for (g, u) in g.iter().zip(&u) {
            total = ops::add(&total, &ops::reduce_sum(&ops::multiply(g, u)?, None, false)?)?;
        }
        Ok(total)
    };
    let second = gradients(&x, &along).map_err(text)?;
    let numeric = difference(&x, &d, &|x| Ok(along(x)?.item())).map_err(text)?;
    agree("second order", scale * dot(&second, &d), numeric)
}

#[test]
fn every_gradient_agrees_with_finite_differences_to_second_order() {
    let mut failures = Vec::new();
    for (case, symmetric) in cases() {
        if let Err(text) = check(&case, symmetric, 1.0) {
            failures.push(format!("{} {:?}: {text}", case.def.name, case.args));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_gradient_that_is_off_by_one_percent_is_noticed() {
    let mut unnoticed = Vec::new();
    for (case, symmetric) in cases() {
        let x = case.variables();
        let d = directions(&x, 3, symmetric);
        let size = gradients(&x, &|x| case.loss(x)).map(|g| dot(&g, &d)).unwrap_or(1.0);
        if size.abs() > 1e-3 && check(&case, symmetric, 1.01).is_ok() {
            unnoticed.push(format!("{} {:?}", case.def.name, case.args));
        }
    }
    assert!(unnoticed.is_empty(), "unnoticed:\n{}", unnoticed.join("\n"));
}

/// The jacobian of the outputs, once in one sweep and once row by row.
fn compare_jacobians(case: &Case) -> std::result::Result<(), String> {
    let x = case.variables();
    let text = |e: gradtape::error::Error| format!("{e}");
    let tape = GradientTape::new(true, true);
    let ys = tape
        .record(|| {
            x.iter().try_for_each(|x| tape.watch(x))?;
            case.call(&x)
        })
        .and_then(|y| y)
        .map_err(text)?;
    for y in ys.iter().filter(|y| y.dtype() == DType::Float64) {
        let whole = tape.jacobian(&Watched::from(y), &watched(&x)).map_err(text)?;
        for k in 0..y.shape().elements() {
            let mut one = vec![0.0; y.shape().elements()];
            one[k] = 1.0;
            let seed = Some(Tensor::from_slice(y.shape(), &one));
            let row = tape.gradient(&[Watched::from(y)], &watched(&x), &[seed]).map_err(text)?;
            for (i, (row, whole)) in row.iter().zip(&whole).enumerate() {
                let (Some(row), Some(whole)) = (row, whole) else {
                    if row.is_some() != whole.is_some() {
                        return Err(format!("input {i}: connected in one way only"));
                    }
                    continue;
                };
                let (row, n) = (row.to_vec::<f64>().unwrap(), row.shape().elements());
                let part = &whole.to_vec::<f64>().unwrap()[k * n..(k + 1) * n];
                if row.iter().zip(part).any(|(a, b)| (a - b).abs() > 1e-9 * (1.0 + a.abs())) {
                    return Err(format!("input {i}, row {k}: {row:?} one by one, {part:?} at once"));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn jacobians_in_one_sweep_equal_gradients_row_by_row() {
    let mut failures = Vec::new();
    for (case, _) in cases() {
        if let Err(text) = compare_jacobians(&case) {
            failures.push(format!("{} {:?}: {text}", case.def.name, case.args));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
