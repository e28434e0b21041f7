//! The naive twin of `gemm`, and random layouts on which both must agree.

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use super::product::Ring;
use super::*;
use crate::kernels::math::isa::Baseline;
use crate::kernels::random::{Philox, Words};

/// The specification.
fn naive<T: Ring>(size: Size, out: &mut MatrixMut<T>, a: Matrix<T>, b: Matrix<T>, accumulate: bool) {
    for (i, j) in (0..size.m).flat_map(|i| (0..size.n).map(move |j| (i, j))) {
        let mut sum = if accumulate { out.data[out.at(i, j)] } else { T::ZERO };
        for p in 0..size.k {
            sum = T::multiply_add::<Baseline>(sum, a.data[a.at(i, p)], b.data[b.at(p, j)]);
        }
        let place = out.at(i, j);
        out.data[place] = sum;
    }
}

/// Integers of -8..8 as elements: every order of summation gives the same.
trait Whole: Gemm + PartialEq + std::fmt::Debug {
    fn whole(word: u32) -> Self;
}
macro_rules! whole {
    ($($t:ty, $real:ty, $make:expr;)*) => {$(
        impl Whole for $t {
            fn whole(word: u32) -> $t {
                #[allow(clippy::redundant_closure_call)]
                ($make)((word % 16) as $real - 8.0 as $real, (word / 16 % 16) as $real)
            }
        }
    )*};
}
whole! {
    f32, f32, |x, _| x;
    f64, f64, |x, _| x;
    Complex32, f32, Complex32::new;
    Complex64, f64, Complex64::new;
    i64, i64, |x, _| x;
    f16, f32, |x, _| f16::from_f32(x);
    bf16, f32, |x, _| bf16::from_f32(x);
}
impl Whole for u8 {
    fn whole(word: u32) -> u8 {
        word as u8
    }
}

fn values<T: Whole>(words: &mut Words, len: usize) -> Vec<T> {
    (0..len).map(|_| T::whole(words.word())).collect()
}

fn below(words: &mut Words, bound: usize) -> usize {
    words.word() as usize % bound
}

/// Strides, offset and length of storage: row- or column-major, with gaps, either axis perhaps backwards.
fn layout(words: &mut Words, rows: usize, columns: usize) -> ([isize; 2], usize, usize) {
    let gap = 1 + below(words, 2);
    let (mut strides, len) = if words.word().is_multiple_of(2) {
        ([(columns * gap) as isize + 1, gap as isize], rows * (columns * gap + 1))
    } else {
        ([gap as isize, (rows * gap) as isize + 1], columns * (rows * gap + 1))
    };
    let mut offset = 0;
    for (stride, extent) in strides.iter_mut().zip([rows, columns]) {
        if words.word().is_multiple_of(4) && extent > 0 {
            offset += *stride as usize * (extent - 1);
            *stride = -*stride;
        }
    }
    (strides, offset, len + 1)
}

fn one_case<T: Whole + Ring>(words: &mut Words, sizes: &[usize]) {
    let [m, n, k] = [(); 3].map(|()| sizes[below(words, sizes.len())]);
    let size = Size { m, n, k };
    let ((sa, oa, la), (sb, ob, lb)) = (layout(words, m, k), layout(words, k, n));
    let (so, oo, lo) = layout(words, m, n);
    let (a, b) = (values::<T>(words, la), values::<T>(words, lb));
    let a = Matrix { data: &a, offset: oa, strides: sa };
    let b = Matrix { data: &b, offset: ob, strides: sb };
    let before = values::<T>(words, lo);
    for (accumulate, threads) in [(false, 1), (true, 1), (false, 2)] {
        let (mut got, mut want) = (before.clone(), before.clone());
        let out = |data| MatrixMut { data, offset: oo, strides: so };
        gemm(size, out(&mut got), a, b, accumulate, threads).unwrap();
        naive(size, &mut out(&mut want), a, b, accumulate);
        assert_eq!(got, want, "{size:?} {accumulate} {sa:?} {sb:?} {so:?}");
    }
}

#[test]
fn every_layout_gives_what_the_naive_loops_give() {
    let mut words = Philox::from_seeds(1, 2).words();
    for _ in 0..60 {
        one_case::<f32>(&mut words, &[0, 1, 2, 7, 16, 33]);
        one_case::<f64>(&mut words, &[0, 1, 2, 7, 16, 33]);
        one_case::<Complex32>(&mut words, &[0, 1, 5, 9, 20]);
        one_case::<Complex64>(&mut words, &[0, 1, 5, 9, 20]);
        one_case::<i64>(&mut words, &[0, 1, 3, 17]);
        one_case::<u8>(&mut words, &[0, 1, 3, 17]);
    }
    for _ in 0..3 {
        one_case::<f32>(&mut words, &[130, 150, 170]); // with threads
    }
}

/// Products of small integers fit a half's mantissa where the naive twin, which rounds each step, needs no rounding.
#[test]
fn halves_are_multiplied_in_single_precision() {
    let mut words = Philox::from_seeds(3, 4).words();
    for _ in 0..20 {
        one_case_of_halves::<f16>(&mut words, f16::from_f32);
        one_case_of_halves::<bf16>(&mut words, bf16::from_f32);
    }
}

fn one_case_of_halves<T: Whole + Into<f32>>(words: &mut Words, round: fn(f32) -> T) {
    let [m, n, k] = [(); 3].map(|()| below(words, 40));
    let (a, b) = (values::<T>(words, m * k), values::<T>(words, k * n));
    let mut out = vec![round(f32::NAN); m * n];
    let (a, b) = (Matrix::rows(&a, k), Matrix::rows(&b, n));
    gemm(Size { m, n, k }, MatrixMut::rows(&mut out, n), a, b, false, 1).unwrap();
    let wide = |x: Matrix<T>| x.data.iter().map(|&x| x.into()).collect::<Vec<f32>>();
    let (wa, wb, mut want) = (wide(a), wide(b), vec![0.0; m * n]);
    let (wa, wb) = (Matrix::rows(&wa, k), Matrix::rows(&wb, n));
    naive(Size { m, n, k }, &mut MatrixMut::rows(&mut want, n), wa, wb, false);
    assert_eq!(out, want.into_iter().map(round).collect::<Vec<T>>());
}

#[test]
fn the_old_output_is_not_read() {
    for size in [Size { m: 2, n: 3, k: 0 }, Size { m: 2, n: 3, k: 2 }, Size { m: 20, n: 30, k: 9 }] {
        let (a, b) = (vec![1.0f32; size.m * size.k], vec![1.0; size.k * size.n]);
        let mut out = vec![f32::NAN; size.m * size.n];
        let (a, b) = (Matrix::rows(&a, size.k), Matrix::rows(&b, size.n));
        gemm(size, MatrixMut::rows(&mut out, size.n), a, b, false, 1).unwrap();
        assert!(out.iter().all(|&x| x == size.k as f32), "{size:?}");
    }
}

#[test]
fn a_batch_is_its_products_one_by_one() {
    let mut words = Philox::from_seeds(5, 6).words();
    for round in 0..80 {
        let dims = [1 + below(&mut words, 3), below(&mut words, 4), 1 + below(&mut words, 3)];
        let [m, n, k] = [(); 3].map(|()| [1, 2, 40][below(&mut words, 3)]);
        let size = Size { m, n, k };
        let steps = |words: &mut Words, each: usize| {
            let full = [dims[1] * dims[2] * each, dims[2] * each, each];
            full.map(|step| if words.word().is_multiple_of(2) { 0 } else { step as isize })
        };
        let (sa, sb) = (steps(&mut words, m * k), steps(&mut words, k * n));
        let batch = Batch { dims: &dims, a: &sa, b: &sb };
        let count: usize = dims.iter().product();
        let a = values::<f32>(&mut words, count.max(1) * m * k);
        let b = values::<f32>(&mut words, count.max(1) * k * n);
        let (a, b) = (Matrix::rows(&a, k), Matrix::rows(&b, n));
        let mut got = values(&mut words, count * m * n);
        let mut want = got.clone();
        let accumulate = round % 3 == 0;
        gemm_batched(batch, size, &mut got, a, b, accumulate, 1 + round % 2).unwrap();
        for (i, out) in want.chunks_mut(m * n).enumerate() {
            let (a, b) = (a.stepped(&dims, &sa, i), b.stepped(&dims, &sb, i));
            naive(size, &mut MatrixMut::rows(out, n), a, b, accumulate);
        }
        assert_eq!(got, want, "{dims:?} {size:?} {sa:?} {sb:?}");
    }
}

#[test]
fn a_stack_of_left_factors_is_one_product() {
    let data = [0.0; 60];
    let tall = |a: [isize; 2], b: [isize; 2], m: usize| {
        let size = Size { m, n: 4, k: 5 };
        let (batch, size, a) = merged(Batch { dims: &[2, 3], a: &a, b: &b }, size, Matrix::rows(&data, 5));
        (batch.dims.len(), size.m, a.strides[0])
    };
    assert_eq!(tall([30, 10], [0, 0], 2), (0, 12, 5));
    assert_eq!(tall([0, 10], [0, 0], 2), (1, 6, 5));
    assert_eq!(tall([30, 10], [0, 20], 2), (2, 2, 5));
    assert_eq!(tall([3, 1], [0, 0], 1), (0, 6, 1));
}

#[test]
#[should_panic(expected = "left factor")]
fn a_matrix_that_leaves_its_slice_is_refused() {
    let size = Size { m: 2, n: 1, k: 2 };
    gemm(size, MatrixMut::rows(&mut [0; 2], 1), Matrix::rows(&[1; 3], 2), Matrix::rows(&[1; 2], 1), false, 1).unwrap();
}

#[test]
#[should_panic(expected = "output")]
fn an_output_that_overlaps_itself_is_refused() {
    let out = MatrixMut { data: &mut [0; 4], offset: 0, strides: [1, 1] };
    gemm(Size { m: 2, n: 2, k: 1 }, out, Matrix::rows(&[1; 2], 1), Matrix::rows(&[1; 2], 2), false, 1).unwrap();
}

#[test]
fn blocks_cover_a_product_in_the_order_of_its_sums() {
    for [m, n, k] in [[1, 1, 1 << 20], [700, 3, 900], [600, 600, 600], [2, 5000, 40]] {
        let size = Size { m, n, k };
        let (mut done, mut last) = (0, [0; 3]);
        size.blocks(1 << 20, |start, block| {
            assert!(block.multiply_adds() <= 1 << 20, "{size:?} {block:?}");
            assert!(start >= last && (start[2] == 0 || start[..2] == last[..2]), "{start:?} after {last:?}");
            (done, last) = (done + block.multiply_adds(), start);
            Ok(())
        })
        .unwrap();
        assert_eq!(done, size.multiply_adds());
    }
}

#[test]
fn a_product_in_several_blocks_is_the_product() {
    let size = Size { m: 300, n: 400, k: 600 };
    assert!(size.multiply_adds() > i32::GRAIN);
    let (a, b): (Vec<i32>, Vec<i32>) = ((0..180_000).collect(), (0..240_000).rev().collect());
    let (a, b) = (Matrix::rows(&a, 600), Matrix::rows(&b, 400));
    let mut out = vec![1; 120_000];
    gemm(size, MatrixMut::rows(&mut out, 400), a, b, true, 1).unwrap();
    for (i, j) in [(0, 0), (299, 399), (255, 256), (256, 255)] {
        let sum = (0..600).fold(1i32, |sum, p| sum.wrapping_add(a.get(i, p).wrapping_mul(b.get(p, j))));
        assert_eq!(out[i * 400 + j], sum, "{i} {j}");
    }
}

#[test]
fn every_order_gives_what_the_naive_loops_give() {
    let mut words = Philox::from_seeds(5, 6).words();
    for (m, n, k) in
        [(1, 1, 1), (1, 70, 33), (2, 3, 17), (5, 33, 400), (9, 1, 100), (15, 4, 40), (16, 2, 2), (40, 9, 900)]
    {
        let size = Size { m, n, k };
        let (a, b) = (values::<f32>(&mut words, m * k), values::<f32>(&mut words, k * n));
        for transposed in [[false, false], [true, false], [false, true], [true, true]] {
            let a = if transposed[0] { Matrix::rows(&a, m).transposed() } else { Matrix::rows(&a, k) };
            let b = if transposed[1] { Matrix::rows(&b, k).transposed() } else { Matrix::rows(&b, n) };
            let (mut got, mut want) = (vec![9.5; m * n], vec![0.0; m * n]);
            gemm_in_order(Order::of(size, transposed), size, &mut got, a, b, 2).unwrap();
            naive(size, &mut MatrixMut::rows(&mut want, n), a, b, false);
            assert_eq!(got, want, "{size:?} {transposed:?}");
        }
    }
}
