//! Matrix products inside of factorisations.

use crate::error::Result;
use crate::interrupt;
use crate::kernels::matmul;
use crate::kernels::matmul::{Gemm, Matrix, MatrixMut, Size};

/// As [`matmul::gemm`], after the question whether to go on.
pub(super) fn gemm<T: Gemm>(
    size: Size,
    out: MatrixMut<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    accumulate: bool,
    threads: usize,
) -> Result<()> {
    interrupt::check()?;
    matmul::gemm(size, out, a, b, accumulate, threads)
}
