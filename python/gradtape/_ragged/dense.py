"""From ragged to dense: short rows are filled up.

Invariant: one `gather` for each ragged dimension, from the values and one default behind them, so
gradients flow back to the values alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.composites import Composite
from . import rows

if TYPE_CHECKING:
    from .._typing import Array, ShapeLike


def to_tensor(ragged: Any, default_value: Any, shape: ShapeLike) -> _core.Tensor:
    """`ragged` as a tensor of its bounding shape, or of `shape` where that has a length.

    `ValueError` for a `default_value` of another dtype or a `shape` of another rank.
    """
    default = _default(ragged, default_value)
    sizes = _sizes(ragged, shape)
    return _filled(ragged, default, sizes)


def _default(ragged: Any, value: Any) -> _core.Tensor:
    flat = ragged.flat_values
    if value is None:
        return _core.zeros([], flat.dtype)
    default = _core.convert_to_tensor(value, dtype_hint=flat.dtype)
    if default.dtype != flat.dtype:
        raise ValueError(
            f"dtype of default_value, {default.dtype.name}, must match that of the values, "
            f"{flat.dtype.name}"
        )
    return default


def _sizes(ragged: Any, shape: ShapeLike) -> list[int | None]:
    rank = len(ragged.shape)
    if shape is None:
        return [None] * rank
    wanted = _core.TensorShape(shape)
    if wanted.rank is None:
        return [None] * rank
    if wanted.rank != rank:
        raise ValueError(f"shape {wanted} must have rank {rank}, as the ragged tensor has")
    return [None if n is None or n < 0 else int(n) for n in wanted.as_list()]


def _filled(ragged: Any, default: _core.Tensor, sizes: list[int | None]) -> _core.Tensor:
    values = ragged._values
    if isinstance(values, Composite):
        values = _filled(values, default, [None, *sizes[2:]])
    else:
        values = _cut(values, default, sizes[2:])
    at = _places(ragged._splits, sizes[0], sizes[1], values.shape[0])
    blank = _core.broadcast_to(default, [1, *values.shape.as_list()[1:]])
    return _core.gather(_core.concat([values, blank], 0), at)


def _places(splits: Array, nrows: int | None, width: int | None, blank: int) -> Array:
    """Which value stands where in the filled matrix; `blank` where there is none."""
    lengths = np.diff(splits)
    rows_wanted = len(lengths) if nrows is None else nrows
    wide = int(lengths.max(initial=0)) if width is None else width
    place = np.full((rows_wanted, wide), blank, np.int64)
    starts, kept = splits[:-1][:rows_wanted], np.minimum(lengths, wide)[:rows_wanted]
    row = np.repeat(np.arange(len(kept)), kept)
    place[row, rows.positions(np.zeros(len(kept), np.int64), kept)] = rows.positions(starts, kept)
    return place


def _cut(values: _core.Tensor, default: _core.Tensor, sizes: list[int | None]) -> _core.Tensor:
    """Inner dimensions, which are not ragged, cut or filled to `sizes`."""
    for axis, size in enumerate(sizes, 1):
        have = values.shape[axis]
        if size is not None and size != have:
            at = np.where(np.arange(size) < have, np.arange(size), have)
            edge = [*values.shape.as_list()[:axis], 1, *values.shape.as_list()[axis + 1 :]]
            blank = _core.broadcast_to(default, edge)
            values = _core.gather(_core.concat([values, blank], axis), at, axis=axis)
    return values
