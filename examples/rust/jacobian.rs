//! Jacobian and Hessian: Newton's method for the point where two curves meet, and the curvature of a valley.
//!
//!     cargo run --release --example jacobian

use gradtape::{GradientTape, Result, Tensor, Term, ops};

/// The circle of radius 2 less 4, and the curve `e^x + y = 1`: zero where both meet.
fn curves(p: &Tensor) -> Result<Tensor> {
    let [x, y] = both(p)?;
    ops::stack(&[(x.square() + y.square() - 4.0).tensor()?, (x.exp() + &y - 1.0).tensor()?], 0)
}

/// Rosenbrock's valley, whose floor is at (1, 1).
fn valley(p: &Tensor) -> Result<Tensor> {
    let [x, y] = both(p)?;
    ((1.0 - &x).square() + 100.0 * (&y - x.square()).square()).tensor()
}

/// The two numbers of a vector.
fn both(p: &Tensor) -> Result<[Tensor; 2]> {
    let at = |i: i32| ops::gather(p, &Tensor::scalar(i), None, 0);
    Ok([at(0)?, at(1)?])
}

/// The value and the jacobian of `f` at `p`.
fn jacobian(f: impl Fn(&Tensor) -> Result<Tensor>, p: &Tensor) -> Result<(Tensor, Tensor)> {
    let tape = GradientTape::default();
    let y = tape.record(|| tape.watch(p).and_then(|()| f(p)))??;
    let [j] = tape.jacobian_of(&y, [p])?;
    Ok((y, j))
}

/// The matrix of second derivatives: the jacobian of a gradient, from two nested tapes.
fn hessian(f: impl Fn(&Tensor) -> Result<Tensor>, p: &Tensor) -> Result<Tensor> {
    let gradient = |p: &Tensor| {
        let tape = GradientTape::default();
        let y = tape.record(|| tape.watch(p).and_then(|()| f(p)))??;
        let [dy] = tape.gradient_of(&y, [p])?;
        Ok(dy)
    };
    Ok(jacobian(gradient, p)?.1)
}

/// Where `curves` is zero, near `p`.
fn meet(mut p: Tensor) -> Result<Tensor> {
    for step in 0..8 {
        let (y, j) = jacobian(curves, &p)?;
        println!("step {step}: p = {:.6?}, f(p) = {:.1?}", p.to_vec::<f64>()?, y.to_vec::<f64>()?);
        let change = ops::solve(&j, &ops::expand_dims(&y, 1)?)?;
        p = (&p - ops::reshape(&change, &[2])?).tensor()?;
    }
    Ok(p)
}

fn main() -> Result<()> {
    meet(Tensor::from([1.0, -1.7]))?;
    let h = hessian(valley, &Tensor::from([1.0, 1.0]))?;
    println!("Hessian of the valley at its floor: {:?}", h.to_vec::<f64>()?);
    Ok(())
}

#[test]
fn newton_finds_where_the_curves_meet() {
    let p = meet(Tensor::from([1.0, -1.7])).unwrap();
    let y = curves(&p).unwrap().to_vec::<f64>().unwrap();
    assert!(y.iter().all(|y| y.abs() < 1e-12), "{y:?}");
}

#[test]
fn the_hessian_is_that_of_the_formula() {
    let h = hessian(valley, &Tensor::from([1.0, 1.0])).unwrap();
    assert_eq!(h.to_vec::<f64>().unwrap(), [802.0, -400.0, -400.0, 200.0]);
}
