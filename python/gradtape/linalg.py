"""Linear algebra."""

from ._core import (
    adjoint as adjoint,
    band_part as band_part,
    cross as cross,
    diag as diag,
    diag_part as diag_part,
    einsum as einsum,
    eye as eye,
    matmul as matmul,
    matrix_transpose as matrix_transpose,
    matvec as matvec,
    set_diag as set_diag,
    tensor_diag as tensor_diag,
    tensor_diag_part as tensor_diag_part,
    tensordot as tensordot,
    trace as trace,
)
