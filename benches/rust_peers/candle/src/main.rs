//! candle's side of the comparison.

#[path = "../../timing.rs"]
mod timing;

use candle_core::{Device, Result, Tensor, Var};
use candle_nn::{Optimizer, SGD};
use timing::{LONG, RATE, SIZES, numbers, row};

fn tensor(shape: &[usize], seed: u32) -> Result<Tensor> {
    Tensor::from_vec(numbers(shape.iter().product(), seed), shape, &Device::Cpu)
}

fn main() -> Result<()> {
    let [batch, pixels, hidden, classes] = SIZES;
    let (x, y) = (tensor(&[batch, pixels], 1)?, tensor(&[batch, classes], 2)?);
    let parameter = |shape: &[usize], seed| Var::from_tensor(&(tensor(shape, seed)? * 0.1)?);
    let (w1, b1) = (parameter(&[pixels, hidden], 3)?, parameter(&[hidden], 4)?);
    let (w2, b2) = (parameter(&[hidden, classes], 5)?, parameter(&[classes], 6)?);
    let mut sgd = SGD::new(vec![w1.clone(), b1.clone(), w2.clone(), b2.clone()], RATE)?;
    let mut step = || {
        let hidden = x.matmul(&w1)?.broadcast_add(&b1)?.relu()?;
        let loss = (hidden.matmul(&w2)?.broadcast_add(&b2)? - &y)?.sqr()?.mean_all()?;
        sgd.backward_step(&loss)?;
        Result::Ok(loss)
    };
    step()?;
    row("perceptron_step", 100, || step().expect("the first step went well"));

    let (a, b) = (tensor(&[LONG], 7)?, tensor(&[LONG], 8)?);
    let long = || ((&a * &b)? + &a)?.tanh();
    long()?;
    row("elementwise", 5, || long().expect("the first one went well"));
    Ok(())
}
