"""Blocks of tensors, and tensors put together from elements at places."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..promotion import tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import IntsLike, ShapeLike, TensorLike

_UPDATES: dict[str | None, Callable[..., Any]] = {
    None: _core.tensor_scatter_nd_update,
    "add": _core.tensor_scatter_nd_add,
    "max": _core.tensor_scatter_nd_max,
    "min": _core.tensor_scatter_nd_min,
}


@operation
def scatter(indices: TensorLike, values: TensorLike, shape: ShapeLike) -> _core.Tensor:
    """Zeros of `shape` to which `values` are added at `indices`, a row for each.

    >>> tf.keras.ops.scatter([[0], [2], [0]], [1, 2, 3], (3,)).numpy().tolist()
    [4, 0, 2]
    """
    return _core.scatter_nd(tensor(indices), tensor(values), shape)


@operation
def scatter_update(
    inputs: TensorLike, indices: TensorLike, updates: TensorLike, reduction: str | None = None
) -> _core.Tensor:
    """`inputs` with `updates` at `indices`, or combined with what is there.

    `reduction` is None, "add", "mul", "max" or "min".

    >>> tf.keras.ops.scatter_update([1, 2, 3], [[0], [2]], [9, 8]).numpy().tolist()
    [9, 2, 8]
    """
    kind = None if reduction is None else str(reduction).lower()
    found = tensor(inputs)
    places, given = tensor(indices), tensor(updates, found.dtype)
    if kind == "mul":
        return _multiplied(found, places, given)
    if kind not in _UPDATES:
        raise ValueError(f"`reduction` must be None, add, mul, max or min. Received: {reduction}")
    return _UPDATES[kind](found, places, given)


def _multiplied(found: _core.Tensor, places: _core.Tensor, given: _core.Tensor) -> _core.Tensor:
    """One update after the other, since a place may occur again."""
    depth = places.shape[-1] if places.shape.rank else 0
    slices = found.shape.as_list()[depth:]
    rows = _core.reshape(places, [-1, depth])
    updates = _core.reshape(given, [rows.shape[0], *slices])
    for at, by in zip(_core.unstack(rows), _core.unstack(updates), strict=True):
        there = _core.gather_nd(found, at)
        found = _core.tensor_scatter_nd_update(found, [at], [there * by])
    return found


@operation
def slice(inputs: TensorLike, start_indices: IntsLike, shape: IntsLike) -> _core.Tensor:
    """The block of `shape` that begins at `start_indices`.

    >>> tf.keras.ops.slice([[1, 2], [3, 4]], (0, 1), (2, 1)).numpy().tolist()
    [[2], [4]]
    """
    return _core.slice(tensor(inputs), start_indices, shape)


@operation
def slice_update(inputs: TensorLike, start_indices: IntsLike, updates: TensorLike) -> _core.Tensor:
    """`inputs` with `updates` as the block that begins at `start_indices`.

    A block that would reach over the end begins as late as it can.

    >>> tf.keras.ops.slice_update([1, 2, 3, 4], [1], [8, 9]).numpy().tolist()
    [1, 8, 9, 4]
    """
    found = tensor(inputs)
    given = tensor(updates, found.dtype)
    sizes, room = given.shape.as_list(), found.shape.as_list()
    starts = [int(at) for at in np.asarray(tensor(start_indices)).reshape(-1)]
    if not len(sizes) == len(room) == len(starts):
        raise ValueError(
            f"A block of shape {sizes} that begins at {starts} does not fit into shape {room}."
        )
    if any(size > most for size, most in zip(sizes, room, strict=True)):
        raise ValueError(f"A block of shape {sizes} is larger than {room}.")
    if not sizes:
        return given
    firsts = [min(max(at, 0), most - n) for at, n, most in zip(starts, sizes, room, strict=True)]
    ranges = [np.arange(at, at + n) for at, n in zip(firsts, sizes, strict=True)]
    places = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).astype(np.int64)
    return _core.tensor_scatter_nd_update(found, places, given)
