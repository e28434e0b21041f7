//! A gradient of the program's own: a step function that trains as if it were a slope.
//!
//!     cargo run --release --example custom_gradient
//!
//! The sign of a number has the derivative 0, so that nothing learns through it. Here it passes the cotangent on between
//! -1 and 1 (a "straight-through" estimate), and weights that are -1 or 1 are found by gradient descent.

use gradtape::{DType, GradientTape, Optimizer, Result, Tensor, Term, Variable, ops};

/// -1 or 1; the gradient is that of the number itself, cut to -1 .. 1.
fn binary(x: &Tensor) -> Result<Tensor> {
    ops::custom_gradient(&[x], || {
        let inside = ops::cast(&x.abs().less_equal(1.0).tensor()?, x.dtype())?;
        let y = ((x.greater_equal(0.0)).cast(x.dtype()) * 2.0 - 1.0).tensor()?;
        Ok((y, move |g: &Tensor| Ok(vec![(g * &inside).tensor()?])))
    })
}

/// Finds the signs behind `y = x . signs`; `step` makes weights of numbers.
fn fit(signs: &[f32], step: impl Fn(&Tensor) -> Result<Tensor>) -> Result<Vec<f32>> {
    let n = signs.len() as i64;
    let x = ops::random_normal(&[200, n], 0.0, 1.0, DType::Float32, Some(1))?;
    let y = ops::matvec(&x, &Tensor::from(signs), false)?;
    let w = Variable::new(ops::random_normal(&[n], 0.0, 0.1, DType::Float32, Some(2))?);
    let mut descent = Optimizer::sgd(0.02);
    for _ in 0..100 {
        let tape = GradientTape::default();
        let loss = tape.record(|| {
            let guess = ops::matvec(&x, &step(&w.read())?, false)?;
            (guess - &y).square().mean_all().tensor()
        })??;
        let [dw] = tape.gradient_of(&loss, [&w])?;
        descent.apply([(&w, dw)])?;
    }
    step(&w.read())?.to_vec()
}

const SIGNS: [f32; 8] = [1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0];

fn main() -> Result<()> {
    println!("wanted:                    {SIGNS:?}");
    println!("with our gradient:         {:?}", fit(&SIGNS, binary)?);
    println!("with that of the function: {:?}", fit(&SIGNS, |w| w.sign().tensor())?);
    Ok(())
}

#[test]
fn signs_are_learnt_only_through_our_gradient() {
    assert_eq!(fit(&SIGNS, binary).unwrap(), SIGNS);
    assert_ne!(fit(&SIGNS, |w| w.sign().tensor()).unwrap(), SIGNS);
}

#[test]
fn the_gradient_is_cut_off() {
    let x = Tensor::from([-2.0f32, -0.5, 0.5, 2.0]);
    let tape = GradientTape::default();
    let y = tape.record(|| tape.watch(&x).and_then(|()| binary(&x))).unwrap().unwrap();
    let [dx] = tape.gradient_of(&y, [&x]).unwrap();
    assert_eq!(y.to_vec::<f32>().unwrap(), [-1.0, -1.0, 1.0, 1.0]);
    assert_eq!(dx.to_vec::<f32>().unwrap(), [0.0, 1.0, 1.0, 0.0]);
}
