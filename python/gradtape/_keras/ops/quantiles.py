"""Medians and quantiles, from the elements in rising order along axes.

Gradients go to the elements that a result is computed from.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._numpy.arranging import axis_of
from ..promotion import alike, tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import Array, AxisLike, TensorLike

_METHODS = ("linear", "lower", "higher", "midpoint", "nearest")


def _rows(x: _core.Tensor, axis: Any) -> tuple[_core.Tensor, list[int], list[int]]:
    """The axes to reduce as one last axis; the shapes of results without and with them."""
    rank, sizes = x.shape.rank, x.shape.as_list()
    given = range(rank) if axis is None else np.atleast_1d(np.asarray(axis)).tolist()
    gone = sorted({axis_of(i, rank) for i in given})
    kept = [i for i in range(rank) if i not in gone]
    shape = [sizes[i] for i in kept]
    rows = _core.reshape(_core.transpose(x, kept + gone), [*shape, _product(sizes, gone)])
    return rows, shape, [1 if i in gone else sizes[i] for i in range(rank)]


def _product(sizes: list[int], axes: list[int]) -> int:
    return math.prod(sizes[i] for i in axes)


def _quantiles(
    x: TensorLike, q: TensorLike, axis: AxisLike, method: str, keepdims: bool, passes: bool
) -> _core.Tensor:
    if method not in _METHODS:
        raise ValueError(f"Invalid method: {method!r}. Method must be in {set(_METHODS)}.")
    (found,) = alike(tensor(x), least=float)
    shares = np.asarray(tensor(q, "float64"))
    if shares.ndim > 1 or not bool(np.all((shares >= 0) & (shares <= 1))):
        raise ValueError("`q` must be one number or a list of them, from 0 to 1 (100 percent).")
    rows, shape, whole = _rows(found, axis)
    if rows.shape[-1] == 0:
        raise ValueError("There are no quantiles of nothing.")
    nan = rows != rows
    last = np.sum(~np.asarray(nan), axis=-1, keepdims=True) - 1 if passes else rows.shape[-1] - 1
    places = np.maximum(last, 0) * shares.reshape(-1)  # [..., q], or [q] for all rows
    if passes:
        rows = _core.where(nan, _core.cast(math.inf, rows.dtype), rows)
    result = _between(_core.sort(rows), places, method)
    unknown = last < 0 if passes else _core.reduce_any(nan, -1, True)
    result = _core.where(unknown, _core.cast(math.nan, result.dtype), result)
    first = [len(shape), *range(len(shape))]
    given = whole if keepdims else shape
    if shares.ndim == 0:
        return _core.reshape(result, given)
    return _core.reshape(_core.transpose(result, first), [shares.size, *given])


def _between(rows: _core.Tensor, places: Array, method: str) -> _core.Tensor:
    """The elements at places that need not be whole numbers."""
    if method == "nearest":
        return _at(rows, np.round(places))
    low, high = _at(rows, np.floor(places)), _at(rows, np.ceil(places))
    if method in ("lower", "higher"):
        return low if method == "lower" else high
    if method == "midpoint":
        return 0.5 * (low + high)
    share = _core.cast(places - np.floor(places), rows.dtype)
    return low * (1 - share) + high * share


def _at(rows: _core.Tensor, places: Array) -> _core.Tensor:
    where = places.astype(np.int32)
    if where.ndim == 1:
        return _core.gather(rows, where, axis=-1)
    return _core.gather(rows, where, batch_dims=rows.shape.rank - 1)


@operation
def quantile(
    x: TensorLike, q: TensorLike, axis: AxisLike = None, method: str = "linear",
    keepdims: bool = False,
) -> _core.Tensor:  # fmt: skip
    """What a share `q` of the elements is not above; several shares make a first axis.

    Between two elements `method` says what is taken: "linear", "lower", "higher", "midpoint" or
    "nearest". Errors: `ValueError` for shares outside of 0 ... 1.

    >>> tf.keras.ops.quantile([1.0, 2.0, 4.0], [0.5, 0.75]).numpy().tolist()
    [2.0, 3.0]
    """
    return _quantiles(x, q, axis, method, keepdims, False)


@operation
def nanquantile(
    x: TensorLike, q: TensorLike, axis: AxisLike = None, method: str = "linear",
    keepdims: bool = False,
) -> _core.Tensor:  # fmt: skip
    """As `quantile`, of what is not NaN.

    >>> float(tf.keras.ops.nanquantile([1.0, np.nan, 3.0], 0.5))
    2.0
    """
    return _quantiles(x, q, axis, method, keepdims, True)


def _percent(q: TensorLike) -> Any:
    return np.asarray(tensor(q, "float64")) / 100.0


@operation
def percentile(
    x: TensorLike, q: TensorLike, axis: AxisLike = None, method: str = "linear",
    keepdims: bool = False,
) -> _core.Tensor:  # fmt: skip
    """As `quantile`, with shares in percent.

    >>> float(tf.keras.ops.percentile([1.0, 2.0, 4.0], 75))
    3.0
    """
    return _quantiles(x, _percent(q), axis, method, keepdims, False)


@operation
def nanpercentile(
    x: TensorLike, q: TensorLike, axis: AxisLike = None, method: str = "linear",
    keepdims: bool = False,
) -> _core.Tensor:  # fmt: skip
    """As `percentile`, of what is not NaN.

    >>> float(tf.keras.ops.nanpercentile([1.0, np.nan, 3.0], 50))
    2.0
    """
    return _quantiles(x, _percent(q), axis, method, keepdims, True)


@operation
def median(x: TensorLike, axis: AxisLike = None, keepdims: bool = False) -> _core.Tensor:
    """The middle element, or the mean of the two in the middle.

    >>> float(tf.keras.ops.median([4, 1, 3, 2]))
    2.5
    """
    return _quantiles(x, 0.5, axis, "linear", keepdims, False)


@operation
def nanmedian(x: TensorLike, axis: AxisLike = None, keepdims: bool = False) -> _core.Tensor:
    """As `median`, of what is not NaN.

    >>> float(tf.keras.ops.nanmedian([4.0, np.nan, 3.0]))
    3.5
    """
    return _quantiles(x, 0.5, axis, "linear", keepdims, True)
