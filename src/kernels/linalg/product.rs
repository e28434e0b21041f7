//! Matrix products inside of factorisations, which have no way to return an interrupt.

use crate::interrupt;
use crate::kernels::matmul;
use crate::kernels::matmul::{Gemm, Matrix, MatrixMut, Size};

/// As [`matmul::gemm`]; the product is left out, or done in part, where the user has asked to stop. [`interrupt::asked`]
/// says so then.
pub(super) fn gemm<T: Gemm>(
    size: Size,
    out: MatrixMut<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    accumulate: bool,
    threads: usize,
) {
    if !interrupt::asked() {
        matmul::gemm(size, out, a, b, accumulate, threads).unwrap_or_else(interrupt::remember);
    }
}
