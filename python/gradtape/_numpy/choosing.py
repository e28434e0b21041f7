"""NumPy's functions that pick elements: by places, conditions, diagonals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .arranging import axis_of, moveaxis, ravel
from .promotion import array_of, arrays_of, named

if TYPE_CHECKING:
    from .._typing import AxisLike, DTypeLike, TensorLike


def take(
    a: TensorLike, indices: TensorLike, axis: AxisLike = None, out: Any = None, mode: str = "clip"
) -> _core.Tensor:
    """The slices of `a` at `indices` along `axis`; of all its elements if that is None.

    Indices out of range are moved to the nearest end (`clip`) or go round (`wrap`). Errors:
    `ValueError` for another `mode` or for `out`.

    >>> tf.experimental.numpy.take([1, 2, 3], [0, 9]).numpy().tolist()
    [1, 3]
    """
    if out is not None or mode not in ("clip", "wrap"):
        raise ValueError(f"The {mode!r} mode to take is not supported.")
    x, along = (ravel(a), 0) if axis is None else (array_of(a), axis)
    return _core.gather(x, _in_range(array_of(indices), x.shape[along], mode), axis=along)


def _in_range(places: _core.Tensor, count: int, mode: str) -> _core.Tensor:
    if mode == "wrap":
        return _core.floormod(places, _core.cast(count, places.dtype))
    return _core.clip_by_value(places, 0, max(count - 1, 0))


def take_along_axis(arr: TensorLike, indices: TensorLike, axis: AxisLike) -> _core.Tensor:
    """For each place of `indices`, the element of `arr` that it names along `axis`.

    The other axes broadcast. Errors: `ValueError` for different numbers of axes.

    >>> tf.experimental.numpy.take_along_axis([[1, 2], [3, 4]], [[1], [0]], 1).numpy().tolist()
    [[2], [3]]
    """
    x, places = array_of(arr), array_of(indices)
    if axis is None:
        return take_along_axis(ravel(x), places, 0)
    if x.shape.rank != places.shape.rank:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    along = axis_of(axis, x.shape.rank)
    x, places = moveaxis(x, along, -1), moveaxis(places, along, -1)
    batch = np.broadcast_shapes(*[tuple(t.shape.as_list()[:-1]) for t in (x, places)])
    x = _core.broadcast_to(x, [*batch, x.shape[-1]])
    places = _core.broadcast_to(places, [*batch, places.shape[-1]])
    places = _core.where(places < 0, places + x.shape[-1], places)
    return moveaxis(_core.gather(x, places, batch_dims=x.shape.rank - 1), -1, along)


def compress(condition: TensorLike, a: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """The slices of `a` along `axis` for which `condition`, which may be shorter, is true.

    >>> tf.experimental.numpy.compress([True, False, True], [[1, 2], [3, 4]]).numpy().tolist()
    [1, 3]
    """
    x, along = (ravel(a), 0) if axis is None else (array_of(a), axis)
    chosen = _core.where(_core.cast(array_of(condition), _core.bool))[:, 0]
    return _core.gather(x, chosen, axis=along)


def nonzero(a: TensorLike) -> list[_core.Tensor]:
    """The places of the elements that are not 0: a vector of indices for each axis.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.nonzero([[1, 0], [3, 4]])]
    [[0, 1, 1], [0, 0, 1]]
    """
    x = array_of(a)
    if x.shape.rank == 0:
        x = _core.reshape(x, [1])
    return _core.unstack(_core.where(_core.cast(x, _core.bool)), axis=1)


def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None) -> Any:
    """`x` where the condition holds, `y` elsewhere; with neither the places where it holds.

    Errors: `ValueError` for one alone.

    >>> tf.experimental.numpy.where([True, False], 1, 2.5).numpy().tolist()
    [1.0, 2.5]
    """
    holds = _core.cast(array_of(condition), _core.bool)
    if x is None and y is None:
        return nonzero(holds)
    if x is None or y is None:
        raise ValueError("Both x and y must be ndarrays, or both must be None.")
    yes, no = arrays_of(x, y)
    return _core.where(holds, yes, no)


def select(condlist: Any, choicelist: Any, default: Any = 0) -> _core.Tensor:
    """For each place the choice of the first condition that holds there, or `default`.

    Errors: `ValueError` for lists of different lengths.

    >>> tf.experimental.numpy.select([[True, False]], [[1, 2]], 9).numpy().tolist()
    [1, 9]
    """
    if len(condlist) != len(choicelist):
        raise ValueError(f"{len(condlist)} conditions, but {len(choicelist)} choices")
    *choices, found = arrays_of(*choicelist, default)
    for holds, choice in reversed([*zip(condlist, choices)]):
        found = where(holds, choice, found)
    return found


# --- diagonals ------------------------------------------------------------------------------------


def diag(v: TensorLike, k: int = 0) -> _core.Tensor:
    """A matrix with the vector `v` as diagonal `k`; of a matrix, its diagonal `k`.

    Errors: `ValueError` for another number of axes.

    >>> tf.experimental.numpy.diag([1, 2], 1).numpy().tolist()
    [[0, 1, 0], [0, 0, 2], [0, 0, 0]]
    """
    x = array_of(v)
    if x.shape.rank not in (1, 2):
        raise ValueError(f"diag takes a vector or a matrix, not shape {x.shape}")
    return _core.diag(x, k) if x.shape.rank == 1 else diagonal(x, k)


def diagflat(v: Any, k: int = 0) -> _core.Tensor:
    """A matrix with all elements of `v` as diagonal `k`.

    >>> tf.experimental.numpy.diagflat([[1], [2]]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    return _core.diag(ravel(v), k)


def diagonal(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> _core.Tensor:
    """Diagonal `offset` of the matrices of two axes, as the last axis; empty if there is none.

    >>> tf.experimental.numpy.diagonal([[1, 2], [3, 4]]).numpy().tolist()
    [1, 4]
    """
    x = moveaxis(a, (axis1, axis2), (-2, -1))
    rows, columns = x.shape[-2:]
    if not -rows < offset < columns:
        return _core.zeros([*x.shape[:-2], 0], x.dtype)
    return _core.diag_part(x, offset)


def trace(
    a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike = None
) -> _core.Tensor:
    """The sum along diagonal `offset`.

    >>> int(tf.experimental.numpy.trace([[1, 2], [3, 4]]))
    5
    """
    x = array_of(a)
    x = x if dtype is None else _core.cast(x, named(dtype))
    return _core.reduce_sum(diagonal(x, offset, axis1, axis2), -1)


def tril(m: TensorLike, k: int = 0) -> _core.Tensor:
    """`m` with zeros above diagonal `k`.

    >>> tf.experimental.numpy.tril([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 0], [3, 4]]
    """
    x = array_of(m)
    return _core.where(_above(x) <= k, x, _core.zeros_like(x))


def triu(m: TensorLike, k: int = 0) -> _core.Tensor:
    """`m` with zeros below diagonal `k`.

    >>> tf.experimental.numpy.triu([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 2], [0, 4]]
    """
    x = array_of(m)
    return _core.where(_above(x) >= k, x, _core.zeros_like(x))


def _above(x: _core.Tensor) -> _core.Tensor:
    """How far each element of the matrices is above the main diagonal."""
    rows, columns = x.shape[-2:]
    return _core.range(columns) - _core.expand_dims(_core.range(rows), 1)
