"""Linear algebra."""

from ._core import (
    adjoint as adjoint,
)
from ._core import (
    band_part as band_part,
)
from ._core import (
    cholesky as cholesky,
)
from ._core import (
    cholesky_solve as cholesky_solve,
)
from ._core import (
    cross as cross,
)
from ._core import (
    det as det,
)
from ._core import (
    diag as diag,
)
from ._core import (
    diag_part as diag_part,
)
from ._core import (
    eigh as eigh,
)
from ._core import (
    eigvalsh as eigvalsh,
)
from ._core import (
    expm as expm,
)
from ._core import (
    eye as eye,
)
from ._core import (
    inv as inv,
)
from ._core import (
    l2_normalize as l2_normalize,
)
from ._core import (
    logdet as logdet,
)
from ._core import (
    logm as logm,
)
from ._core import (
    lstsq as lstsq,
)
from ._core import (
    lu as lu,
)
from ._core import (
    matmul as matmul,
)
from ._core import (
    matrix_rank as matrix_rank,
)
from ._core import (
    matrix_transpose as matrix_transpose,
)
from ._core import (
    matvec as matvec,
)
from ._core import (
    norm as norm,
)
from ._core import (
    normalize as normalize,
)
from ._core import (
    pinv as pinv,
)
from ._core import (
    qr as qr,
)
from ._core import (
    set_diag as set_diag,
)
from ._core import (
    slogdet as slogdet,
)
from ._core import (
    solve as solve,
)
from ._core import (
    sqrtm as sqrtm,
)
from ._core import (
    svd as svd,
)
from ._core import (
    tensor_diag as tensor_diag,
)
from ._core import (
    tensor_diag_part as tensor_diag_part,
)
from ._core import (
    tensordot as tensordot,
)
from ._core import (
    trace as trace,
)
from ._core import (
    triangular_solve as triangular_solve,
)
from .clipping import global_norm as global_norm
from .variadic import einsum as einsum
