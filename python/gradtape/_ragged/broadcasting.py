"""A dense tensor beside a ragged one: laid along the flat values, axis by axis as NumPy broadcasts.

Invariant: the axes are matched from the last one on; one of length 1 is repeated, and a longer one
beside a ragged axis needs that all rows have its length.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from . import rows
from .indexing import take_rows


def beside(ragged: Any, dense: _core.Tensor) -> _core.Tensor:
    """`dense` as it stands beside the flat values of `ragged`.

    `InvalidArgumentError` where the shapes do not go together; `ragged` has at least the rank of
    `dense` (`deepened` sees to it).
    """
    depth = ragged.ragged_rank + 1
    shape = dense.shape.as_list()
    inner = len(ragged.shape) - depth
    outer = [1] * (depth + inner - len(shape)) + shape[: max(len(shape) - inner, 0)]
    rest = shape[len(shape) - inner :] if len(shape) > inner else shape
    if all(size == 1 for size in outer):
        return _core.reshape(dense, rest)
    places = []
    for axis, (size, place) in enumerate(zip(outer, _places(ragged), strict=True)):
        _require_rows_of(ragged, axis, size)
        places.append(np.zeros_like(place) if size == 1 else place)
    whole = _core.reshape(dense, [*outer, *rest])
    return _core.gather_nd(whole, _core.constant(np.stack(places, 1)))


def _places(ragged: Any) -> list[Any]:
    """For each flat value its place on the first axis, and in the row on each ragged one."""
    found: list[Any] = []
    at = np.arange(int(ragged.flat_values.shape[0]))
    for splits in reversed(ragged.nested_row_splits):
        ends = np.asarray(splits)
        row = rows.rowids_of(ends)[at]
        found.insert(0, at - ends[row])
        at = row
    return [at, *found]


def _require_rows_of(ragged: Any, axis: int, size: int) -> None:
    """That all rows on an axis have this length, unless it is 1."""
    if axis == 0:
        lengths = np.array([len(ragged)])
    else:
        lengths = np.diff(np.asarray(ragged.nested_row_splits[axis - 1]))
    if size != 1 and not np.all(lengths == size):
        raise rows.invalid(
            f"Incompatible shapes: axis {axis} has rows of {lengths.tolist()} beside {size}"
        )


def deepened(ragged: Any, shape: list[int]) -> Any:
    """The ragged tensor with as many axes as a dense one, and as many rows if it has a single one.

    New axes come in front.
    """
    while len(ragged.shape) < len(shape):
        ends = np.array([0, len(ragged)])
        ragged = type(ragged)(ragged, ends, ragged._splits_dtype, len(ragged))
    if len(ragged.shape) == len(shape) and len(ragged) == 1 and shape[0] > 1:
        return take_rows(ragged, np.zeros(shape[0], np.int64))
    return ragged
