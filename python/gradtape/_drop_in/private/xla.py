"""`tensorflow.compiler.tf2xla.python.xla`: parts of arrays at places that are computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core

if TYPE_CHECKING:
    from ..._typing import TensorLike


def dynamic_slice(x: TensorLike, starts: TensorLike, sizes: Sequence[int]) -> _core.Tensor:
    """The part of these sizes that begins at `starts`, moved so that it lies within `x`.

    >>> from gradtape._drop_in.private import xla
    >>> xla.dynamic_slice([1, 2, 3, 4], [3], [2]).numpy().tolist()
    [3, 4]
    """
    x = _core.convert_to_tensor(x)
    sizes = [int(size) for size in sizes]
    return _core.slice(x, _within(x, starts, sizes), sizes)


def dynamic_update_slice(
    operand: TensorLike, update: TensorLike, start_indices: TensorLike
) -> _core.Tensor:
    """`operand` with `update` in place of the part of its size that begins there.

    >>> from gradtape._drop_in.private import xla
    >>> xla.dynamic_update_slice([1, 2, 3, 4], [8, 9], [1]).numpy().tolist()
    [1, 8, 9, 4]
    """
    operand = _core.convert_to_tensor(operand)
    update = _core.convert_to_tensor(update, operand.dtype)
    starts = _within(operand, start_indices, update.shape.as_list())
    places = np.indices(update.shape.as_list()).reshape(len(starts), -1).T + starts
    return _core.tensor_scatter_nd_update(operand, places, _core.reshape(update, [-1]))


def _within(x: _core.Tensor, starts: TensorLike, sizes: list[int]) -> Any:
    latest = np.asarray(x.shape.as_list(), np.int64) - sizes
    return np.clip(np.asarray(_core.convert_to_tensor(starts).numpy(), np.int64), 0, latest)


def replica_id() -> _core.Tensor:
    """0: there is one replica."""
    return _core.constant(0)
