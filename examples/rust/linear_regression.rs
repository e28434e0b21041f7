//! Linear regression: the line through noisy points, found by gradient descent.
//!
//!     cargo run --release --example linear_regression

use gradtape::{DType, GradientTape, Optimizer, Result, Tensor, Term, Variable, ops};

/// `y = 3 x + 2` and some noise, at `n` places.
fn points(n: i64) -> Result<(Tensor, Tensor)> {
    let x = ops::random_normal(&[n], 0.0, 1.0, DType::Float32, Some(1))?;
    let noise = ops::random_normal(&[n], 0.0, 0.1, DType::Float32, Some(2))?;
    let y = (3.0 * &x + 2.0 + noise).tensor()?;
    Ok((x, y))
}

/// Slope and intercept.
fn fit(x: &Tensor, y: &Tensor, steps: usize) -> Result<(f32, f32)> {
    let (w, b) = (Variable::new(0.0f32.into()), Variable::new(0.0f32.into()));
    let mut descent = Optimizer::sgd(0.1);
    for step in 0..steps {
        let tape = GradientTape::default();
        let loss = tape.record(|| (w.read() * x + b.read() - y).square().mean_all())?.tensor()?;
        let [dw, db] = tape.gradient_of(&loss, [&w, &b])?;
        descent.apply([(&w, dw), (&b, db)])?;
        if step % 20 == 0 {
            println!("step {step:3}: loss {:.4}", loss.item::<f32>());
        }
    }
    Ok((w.read().item(), b.read().item()))
}

fn main() -> Result<()> {
    let (x, y) = points(1000)?;
    let (slope, intercept) = fit(&x, &y, 100)?;
    println!("y = {slope:.3} x + {intercept:.3}");
    Ok(())
}

#[test]
fn the_line_is_found() {
    let (x, y) = points(1000).unwrap();
    let (slope, intercept) = fit(&x, &y, 100).unwrap();
    assert!((slope - 3.0).abs() < 0.02 && (intercept - 2.0).abs() < 0.02, "{slope} {intercept}");
}
