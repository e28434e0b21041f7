//! Products of two matrices of `f32` whose sums run in TensorFlow's order, so that its rounding errors are ours.
//!
//! Deep networks, and losses that come near a kink, make visible numbers of the last bit of a sum. The orders were found
//! with sums whose results say which numbers were added first (P. Xie et al., "FPRev", 2024), in TensorFlow 2.21 with
//! AVX-512. Invariant: the order depends on the sizes, and on which factor is transposed, alone.

use super::dots::{Sum, scalar_products};
use super::product::plain;
use super::{Matrix, MatrixMut, Size, gemm_in_parts};
use crate::error::Result;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;

/// Numbers that are added up before their sum is added to that of those before.
const PART: usize = 384;

/// With fewer rows and a transposed right factor, all is scalar products.
const FEW_ROWS: usize = 16;

/// How the `k` numbers that make up an element are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after the other.
    Running,
    /// One after the other in parts of at most [`PART`], whose sums are added one after the other.
    InParts,
    /// In sums that run side by side. Both factors are read along `k`, and must be contiguous there.
    SideBySide(Sum),
}

impl Order {
    /// That of a product whose left and right factors may be transposed.
    #[inline]
    pub fn of(size: Size, transposed: [bool; 2]) -> Order {
        match (size.m, size.n, transposed) {
            (2..FEW_ROWS, _, [false, true]) => Order::SideBySide(Sum::Lanes),
            (1, _, [_, false]) | (2.., 1, [true, _]) => Order::Running,
            (1, _, [_, true]) | (2.., 1, [false, _]) => Order::SideBySide(Sum::Neighbours),
            _ => Order::InParts,
        }
    }
}

/// `out = a b` in that order; `out` is row-major without gaps. Where a factor is not laid out for it, in parts.
///
/// Errors and panics: as [`super::gemm`].
pub fn gemm_in_order(
    order: Order,
    size: Size,
    out: &mut [f32],
    a: Matrix<f32>,
    b: Matrix<f32>,
    threads: usize,
) -> Result<()> {
    let Size { m, n, k } = size;
    if out.is_empty() || k == 0 {
        out.fill(0.0);
        return Ok(());
    }
    let along_k = a.strides[1] == 1 && b.strides[0] == 1;
    match order {
        Order::Running if m == 1 && b.strides[1] == 1 => running(size, out, a, b),
        Order::Running if n == 1 && a.strides[0] == 1 => {
            running(Size { m: 1, n: m, k }, out, b.transposed(), a.transposed())
        }
        Order::SideBySide(sum) if along_k && n == 1 => scalar_products(sum, k, out, (b.transposed(), 1), (a, m)),
        Order::SideBySide(sum) if along_k => scalar_products(sum, k, out, (a, m), (b.transposed(), n)),
        Order::InParts if k <= THIN => thin(size, out, a, b),
        _ => gemm_in_parts(size, MatrixMut::rows(out, n), a, b, false, part, threads),
    }
}

/// Up to so many numbers are added in another order by the crate.
const THIN: usize = 2;

fn thin(size: Size, out: &mut [f32], a: Matrix<f32>, b: Matrix<f32>) -> Result<()> {
    let Size { n, k, .. } = size;
    let lines = b.packed(k, n, |x| x)?;
    let rows = Grain::READ.lines(out.len(), n);
    parallel::for_each_chunk(out, rows * n, |at, out| {
        let size = Size { m: out.len() / n, ..size };
        plain(size, MatrixMut::rows(out, n), a.from(at / n, 0), Matrix::rows(&lines, n), false);
    })
}

/// The product with a row.
fn running(size: Size, out: &mut [f32], a: Matrix<f32>, b: Matrix<f32>) -> Result<()> {
    let columns = Grain::PRODUCTS.lines(size.multiply_adds(), size.k.max(1));
    parallel::for_each_chunk(out, columns, |at, out| {
        let size = Size { n: out.len(), ..size };
        plain(size, MatrixMut::rows(out, size.n), a, b.from(0, at), false);
    })
}

/// The length of the next part where so many numbers are left: the last two share what they have.
fn part(left: usize) -> usize {
    match left {
        ..=PART => left,
        _ if left < 2 * PART => left.div_ceil(2),
        _ => PART,
    }
}
