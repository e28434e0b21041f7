//! gradtape's side of the comparison.

#[path = "../../timing.rs"]
mod timing;

use gradtape::{GradientTape, Optimizer, Result, Tensor, Term, Variable};
use timing::{LONG, RATE, SIZES, numbers, row};

fn tensor(shape: &[usize], seed: u32) -> Tensor {
    Tensor::from_slice(shape, &numbers(shape.iter().product(), seed))
}

fn main() -> Result<()> {
    let [batch, pixels, hidden, classes] = SIZES;
    let (x, y) = (tensor(&[batch, pixels], 1), tensor(&[batch, classes], 2));
    let layers =
        [tensor(&[pixels, hidden], 3), tensor(&[hidden], 4), tensor(&[hidden, classes], 5), tensor(&[classes], 6)];
    let layers = layers.map(|t| Variable::new((t * 0.1).tensor().expect("numbers")));
    let mut sgd = Optimizer::sgd(RATE);
    let mut step = || {
        let tape = GradientTape::default();
        let loss = tape.record(|| {
            let [w1, b1, w2, b2] = layers.each_ref().map(Variable::read);
            ((x.dot(w1) + b1).relu().dot(w2) + b2 - &y).square().mean_all()
        })?;
        let loss = loss.tensor()?;
        let gradients = tape.gradient_of(&loss, layers.each_ref())?;
        sgd.apply(layers.iter().zip(gradients))?;
        Ok::<_, gradtape::Error>(loss)
    };
    step()?;
    row("perceptron_step", 100, || step().expect("the first step went well"));

    let (a, b) = (tensor(&[LONG], 7), tensor(&[LONG], 8));
    row("elementwise", 5, || (&a * &b + &a).tanh().tensor().expect("memory"));
    Ok(())
}
