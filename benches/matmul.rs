//! Matrix products, from a vector's to 1024 x 1024, and with a transposed factor as a gradient needs them.
//!
//! Criterion's elements per second are floating point operations per second: two for each multiplication.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gradtape::ops;
use gradtape::tensor::Tensor;

/// Rows, inner size, columns.
const SIZES: [(usize, usize, usize); 7] =
    [(4, 4, 4), (16, 16, 16), (64, 64, 64), (128, 784, 256), (1, 1024, 1024), (256, 256, 256), (1024, 1024, 1024)];

/// A matrix of small float32 numbers.
fn matrix(rows: usize, columns: usize) -> Tensor {
    let values: Vec<f32> = (0..rows * columns).map(|i| (i % 17) as f32 / 17.0 - 0.5).collect();
    Tensor::from_slice(&[rows, columns], &values)
}

fn matmul(c: &mut Criterion) {
    let mut group = c.benchmark_group("matmul");
    for (m, k, n) in SIZES {
        let (a, b, b_transposed) = (matrix(m, k), matrix(k, n), matrix(n, k));
        let shape = format!("{m}x{k}x{n}");
        group.throughput(Throughput::Elements(2 * (m * k * n) as u64));
        group.bench_function(BenchmarkId::new("plain", &shape), |bench| {
            bench.iter(|| ops::matmul(black_box(&a), black_box(&b), false, false))
        });
        group.bench_function(BenchmarkId::new("transposed", &shape), |bench| {
            bench.iter(|| ops::matmul(black_box(&a), black_box(&b_transposed), false, true))
        });
    }
    group.finish();
}

criterion_group!(benches, matmul);
criterion_main!(benches);
