"""Linear algebra."""

from .._autodiff.clipping import global_norm as global_norm
from .._core import (
    adjoint as adjoint,
    band_part as band_part,
    banded_triangular_solve as banded_triangular_solve,
    cholesky as cholesky,
    cross as cross,
    det as det,
    diag as diag,
    diag_part as diag_part,
    eig as eig,
    eigh as eigh,
    eigvals as eigvals,
    eigvalsh as eigvalsh,
    expm as expm,
    eye as eye,
    inv as inv,
    l2_normalize as l2_normalize,
    logdet as logdet,
    logm as logm,
    lu as lu,
    lu_matrix_inverse as lu_matrix_inverse,
    lu_reconstruct as lu_reconstruct,
    lu_solve as lu_solve,
    matmul as matmul,
    matrix_rank as matrix_rank,
    matrix_transpose as matrix_transpose,
    matvec as matvec,
    norm as norm,
    normalize as normalize,
    pinv as pinv,
    qr as qr,
    set_diag as set_diag,
    slogdet as slogdet,
    solve as solve,
    sqrtm as sqrtm,
    svd as svd,
    tensor_diag as tensor_diag,
    tensor_diag_part as tensor_diag_part,
    tensordot as tensordot,
    trace as trace,
)
from .._linalg.least_squares import lstsq as lstsq
from .._linalg.solving import (
    cholesky_solve as cholesky_solve,
    triangular_solve as triangular_solve,
)
from .._linalg.tridiagonal import (
    eigh_tridiagonal as eigh_tridiagonal,
    tridiagonal_matmul as tridiagonal_matmul,
    tridiagonal_solve as tridiagonal_solve,
)
from .._operators.combined import (
    LinearOperatorBlockDiag as LinearOperatorBlockDiag,
    LinearOperatorBlockLowerTriangular as LinearOperatorBlockLowerTriangular,
    LinearOperatorComposition as LinearOperatorComposition,
    LinearOperatorKronecker as LinearOperatorKronecker,
    LinearOperatorLowRankUpdate as LinearOperatorLowRankUpdate,
)
from .._operators.derived import (
    LinearOperatorAdjoint as LinearOperatorAdjoint,
    LinearOperatorInversion as LinearOperatorInversion,
)
from .._operators.operator import (
    LinearOperator as LinearOperator,
)
from .._operators.simple import (
    LinearOperatorDiag as LinearOperatorDiag,
    LinearOperatorFullMatrix as LinearOperatorFullMatrix,
    LinearOperatorHouseholder as LinearOperatorHouseholder,
    LinearOperatorIdentity as LinearOperatorIdentity,
    LinearOperatorLowerTriangular as LinearOperatorLowerTriangular,
    LinearOperatorPermutation as LinearOperatorPermutation,
    LinearOperatorScaledIdentity as LinearOperatorScaledIdentity,
    LinearOperatorZeros as LinearOperatorZeros,
)
from .._operators.structured import (
    LinearOperatorCirculant as LinearOperatorCirculant,
    LinearOperatorCirculant2D as LinearOperatorCirculant2D,
    LinearOperatorCirculant3D as LinearOperatorCirculant3D,
    LinearOperatorToeplitz as LinearOperatorToeplitz,
    LinearOperatorTridiag as LinearOperatorTridiag,
)
from .._ops.variadic import einsum as einsum
from . import experimental as experimental
