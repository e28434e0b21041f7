//! burn's side of the comparison, on its processor backend `ndarray`.

#[path = "../../timing.rs"]
mod timing;

use burn::backend::{Autodiff, NdArray};
use burn::module::{Module, Param};
use burn::optim::{GradientsParams, Optimizer, SgdConfig};
use burn::tensor::activation::relu;
use burn::tensor::backend::Backend;
use burn::tensor::{Tensor, TensorData};
use timing::{LONG, RATE, SIZES, numbers, row};

type Traced = Autodiff<NdArray<f32>>;

#[derive(Module, Debug)]
struct Network<B: Backend> {
    w1: Param<Tensor<B, 2>>,
    b1: Param<Tensor<B, 1>>,
    w2: Param<Tensor<B, 2>>,
    b2: Param<Tensor<B, 1>>,
}

impl<B: Backend> Network<B> {
    fn scores(&self, x: Tensor<B, 2>) -> Tensor<B, 2> {
        let hidden = relu(x.matmul(self.w1.val()) + self.b1.val().unsqueeze());
        hidden.matmul(self.w2.val()) + self.b2.val().unsqueeze()
    }
}

fn tensor<B: Backend, const D: usize>(shape: [usize; D], seed: u32) -> Tensor<B, D> {
    let data = TensorData::new(numbers(shape.iter().product(), seed), shape);
    Tensor::from_data(data, &Default::default())
}

fn main() {
    let [batch, pixels, hidden, classes] = SIZES;
    let (x, y) = (tensor::<Traced, 2>([batch, pixels], 1), tensor::<Traced, 2>([batch, classes], 2));
    let mut network = Some(Network::<Traced> {
        w1: Param::from_tensor(tensor([pixels, hidden], 3) * 0.1),
        b1: Param::from_tensor(tensor([hidden], 4) * 0.1),
        w2: Param::from_tensor(tensor([hidden, classes], 5) * 0.1),
        b2: Param::from_tensor(tensor([classes], 6) * 0.1),
    });
    let mut sgd = SgdConfig::new().init();
    row("perceptron_step", 100, || {
        let before = network.take().expect("put back after each step");
        let loss = (before.scores(x.clone()) - y.clone()).square().mean();
        let gradients = GradientsParams::from_grads(loss.backward(), &before);
        network = Some(sgd.step(RATE, before, gradients));
        loss
    });

    let (a, b) = (tensor::<NdArray<f32>, 1>([LONG], 7), tensor::<NdArray<f32>, 1>([LONG], 8));
    row("elementwise", 5, || (a.clone() * b.clone() + a.clone()).tanh());
}
