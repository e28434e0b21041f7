//! Elementwise operations and a reduction, from a scalar to a million float32 elements.
//!
//! Small sizes show what an operation costs by itself, the largest what the loop and the memory behind it do.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gradtape::ops;
use gradtape::tensor::Tensor;

const SIZES: [usize; 4] = [1, 64, 4096, 1 << 20];

/// Numbers between -3 and 3, without a pattern that a branch predictor could learn.
fn numbers(n: usize) -> Tensor {
    let values: Vec<f32> = (0..n as u32).map(|i| (i.wrapping_mul(2654435761) >> 8) as f32 / (1 << 24) as f32).collect();
    Tensor::vector(&values.iter().map(|v| 6.0 * v - 3.0).collect::<Vec<f32>>())
}

fn elementwise(c: &mut Criterion) {
    let mut group = c.benchmark_group("elementwise");
    for n in SIZES {
        let (x, y) = (numbers(n), numbers(n));
        let row = Tensor::scalar(0.5f32);
        let id = |name| BenchmarkId::new(name, n);
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(id("add"), |b| b.iter(|| ops::add(black_box(&x), black_box(&y))));
        group.bench_function(id("multiply by a scalar"), |b| b.iter(|| ops::multiply(black_box(&x), black_box(&row))));
        group.bench_function(id("exp"), |b| b.iter(|| ops::exp(black_box(&x))));
        group.bench_function(id("tanh"), |b| b.iter(|| ops::tanh(black_box(&x))));
        group.bench_function(id("reduce_sum"), |b| b.iter(|| ops::reduce_sum(black_box(&x), None, false)));
    }
    group.finish();
}

criterion_group!(benches, elementwise);
criterion_main!(benches);
