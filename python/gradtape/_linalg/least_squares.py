"""Least squares: through the normal equations, or by singular values for any rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import _core

if TYPE_CHECKING:
    from .._typing import TensorLike


def lstsq(
    matrix: TensorLike,
    rhs: TensorLike,
    l2_regularizer: TensorLike = 0.0,
    fast: bool = True,
    name: str | None = None,
) -> _core.Tensor:
    """`x` that makes `|matrix x - rhs|**2 + l2_regularizer |x|**2` least.

    The smallest such `x` where there are several. `fast` goes through the normal equations: an
    `InvalidArgumentError` where these are singular. Otherwise the rank of the matrix may be any,
    and there is no `l2_regularizer`.

    >>> tf.linalg.lstsq([[1.], [1.]], [[1.], [3.]]).numpy().tolist()
    [[2.0]]
    >>> tf.linalg.lstsq([[1., 1.]], [[4.]], fast=False).numpy().round(3).tolist()
    [[2.0], [2.0]]
    """
    if fast:
        return _core.lstsq(matrix, rhs, l2_regularizer, True, name)
    left = _core.convert_to_tensor(matrix)
    right = _core.convert_to_tensor(rhs, dtype_hint=left.dtype)
    if min(left.shape.rank, right.shape.rank) < 2:
        return _core.lstsq(left, right, 0.0, True, name)  # which says what is wrong
    rounding = float(np.finfo(left.dtype.as_numpy_dtype).eps)
    return _core.matmul(_core.pinv(left, rounding * max(left.shape[-2:])), right)
