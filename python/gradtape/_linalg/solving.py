"""Solutions by triangular matrices, where the batches of matrices and right sides broadcast.

The core's functions want both of one rank, as TensorFlow's `solve` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


def triangular_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> _core.Tensor:
    """`x` with `matrix x = rhs` for triangular matrices, of which one triangle is read.

    A zero on the diagonal gives infinities or NaN. Errors: `InvalidArgumentError` for shapes that
    do not fit.

    >>> tf.linalg.triangular_solve([[2., 9.], [0., 4.]], [[2.], [4.]]).numpy().tolist()
    [[1.0], [1.0]]
    """
    return _core.triangular_solve(*_of_one_batch(matrix, rhs), lower, adjoint, name)


def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> _core.Tensor:
    """`x` with `A x = rhs`, given the Cholesky factor `chol` of `A`.

    >>> tf.linalg.cholesky_solve([[2.]], [[8.]]).numpy().tolist()
    [[2.0]]
    """
    return _core.cholesky_solve(*_of_one_batch(chol, rhs), name)


def _of_one_batch(matrix: TensorLike, rhs: TensorLike) -> tuple[_core.Tensor, _core.Tensor]:
    """Both as tensors with the batch axes that they have together."""
    left = _core.convert_to_tensor(matrix)
    right = _core.convert_to_tensor(rhs, dtype_hint=left.dtype)
    batches = [tuple(each.shape.as_list()[:-2]) for each in (left, right)]
    if batches[0] == batches[1] or min(left.shape.rank, right.shape.rank) < 2:
        return left, right
    try:
        batch = np.broadcast_shapes(*batches)
    except ValueError:  # the operation says what is wrong
        return left, right
    return (
        _core.broadcast_to(left, [*batch, *left.shape[-2:]]),
        _core.broadcast_to(right, [*batch, *right.shape[-2:]]),
    )
