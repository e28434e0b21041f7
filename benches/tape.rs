//! What the tape costs: nanoseconds for one scalar operation without a tape, recorded, and there and back.
//!
//! A chain of multiplications and additions of scalars. The time that criterion gives for an element is that of one
//! operation; "there and back" is its recording and its part of the backward sweep.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gradtape::gradient_tape::GradientTape;
use gradtape::ops;
use gradtape::tensor::Tensor;

const OPS: u64 = 1000;

/// A watched number and the chain's two constants.
struct Chain {
    x: Tensor,
    a: Tensor,
    b: Tensor,
}

impl Chain {
    fn new() -> Chain {
        Chain { x: Tensor::scalar(1.5f32), a: Tensor::scalar(0.99f32), b: Tensor::scalar(0.01f32) }
    }

    fn run(&self) -> Tensor {
        let mut y = self.x.clone();
        for _ in 0..OPS / 2 {
            y = ops::multiply(&y, &self.a).expect("equal dtypes");
            y = ops::add(&y, &self.b).expect("equal dtypes");
        }
        y
    }

    fn record(&self) -> (GradientTape, Tensor) {
        let tape = GradientTape::default();
        let y = tape.record(|| {
            tape.watch(&self.x).expect("the tape is recording");
            self.run()
        });
        (tape, y.expect("the tape was fresh"))
    }

    fn gradient(&self) -> Option<Tensor> {
        let (tape, y) = self.record();
        let found = tape.gradient(&[(&y).into()], &[(&self.x).into()], &[]);
        found.expect("the tape has its gradient left").pop().flatten()
    }
}

fn chain(c: &mut Criterion) {
    let chain = Chain::new();
    assert!(chain.gradient().is_some(), "the chain is connected");
    let mut group = c.benchmark_group("tape");
    group.throughput(Throughput::Elements(OPS));
    group.bench_function("no tape", |b| b.iter(|| black_box(chain.run())));
    group.bench_function("recorded", |b| b.iter(|| black_box(chain.record())));
    group.bench_function("there and back", |b| b.iter(|| black_box(chain.gradient())));
    group.finish();
}

fn empty(c: &mut Criterion) {
    c.bench_function("tape/made and dropped", |b| b.iter(|| GradientTape::default().record(|| ())));
}

criterion_group!(benches, chain, empty);
criterion_main!(benches);
