"""Pooling by a ratio that is no whole number (Graham, 2014, "Fractional max-pooling").

Rows and columns fall into regions of two lengths that follow each other at random. TensorFlow's
rules are kept; what it draws for a seed is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from ..errors import InvalidArgumentError, UnimplementedError

if TYPE_CHECKING:
    from .._typing import Array, TensorLike


class FractionalMaxPool(NamedTuple):
    """The largest of each region, and where the regions of rows and columns begin and end."""

    output: _core.Tensor
    row_pooling_sequence: _core.Tensor
    col_pooling_sequence: _core.Tensor


class FractionalAvgPool(NamedTuple):
    """The mean of each region, and where the regions of rows and columns begin and end."""

    output: _core.Tensor
    row_pooling_sequence: _core.Tensor
    col_pooling_sequence: _core.Tensor


def fractional_max_pool(
    value: TensorLike, pooling_ratio: Any, pseudo_random: bool = False, overlapping: bool = False,
    seed: int = 0, name: str | None = None,
) -> FractionalMaxPool:  # fmt: skip
    """The largest element of regions whose mean length is `pooling_ratio`.

    `value` is `[batch, height, width, channels]`; `pooling_ratio` one number, two for rows and
    columns, or four of which the first and last are 1, none smaller than 1. The output has
    `height / ratio` rows, rounded down. Regions are drawn at random, or evenly from a random start
    if `pseudo_random`; with `overlapping` each reaches over the first of the next one. `seed` 0
    draws anew each time. Of equal largest elements each gets its share of the gradient.

    `InvalidArgumentError` for a ratio below 1 or above the size, `UnimplementedError` for one of
    the batch or the channels, `ValueError` for another rank.

    >>> x = tf.reshape(tf.range(36.0), [1, 6, 6, 1])
    >>> pooled = tf.nn.fractional_max_pool(x, 1.5)
    >>> pooled.output.shape.as_list(), pooled.output[0, -1, -1, 0].numpy().item()
    ([1, 4, 4, 1], 35.0)
    """
    x, rows, columns = _regions("max", value, pooling_ratio, pseudo_random, seed)
    for axis, ends in ((1, rows), (2, columns)):
        x = _core.reduce_max(_core.gather(x, _members(ends, overlapping), axis=axis), axis + 1)
    return FractionalMaxPool(x, _core.constant(rows), _core.constant(columns))


def fractional_avg_pool(
    value: TensorLike, pooling_ratio: Any, pseudo_random: bool = False, overlapping: bool = False,
    seed: int = 0, name: str | None = None,
) -> FractionalAvgPool:  # fmt: skip
    """The mean of regions whose mean length is `pooling_ratio`; all else as in
    `fractional_max_pool`.

    >>> x = tf.ones([1, 6, 6, 1])
    >>> tf.nn.fractional_avg_pool(x, [1.0, 1.5, 3.0, 1.0]).output.shape.as_list()
    [1, 4, 2, 1]
    """
    x, rows, columns = _regions("average", value, pooling_ratio, pseudo_random, seed)
    for axis, ends in ((1, rows), (2, columns)):
        weights = _core.cast(_shares(ends, overlapping), x.dtype)
        x = _core.einsum("ok,bkwc->bowc" if axis == 1 else "ok,bhkc->bhoc", [weights, x])
    return FractionalAvgPool(x, _core.constant(rows), _core.constant(columns))


def _regions(
    what: str, value: TensorLike, pooling_ratio: Any, pseudo_random: bool, seed: int
) -> tuple[_core.Tensor, Array, Array]:
    """The images, and where the regions of rows and of columns begin and end."""
    x = _core.convert_to_tensor(value)
    if x.shape.rank != 4:
        raise ValueError(
            f"fractional pooling takes images [n, height, width, channels], not {x.shape}"
        )
    ratios = _ratios(pooling_ratio)
    if ratios[0] != 1 or ratios[3] != 1:
        raise UnimplementedError(
            None, None,
            f"Fractional {what} pooling is not yet supported on the batch nor channel dimension.",
        )  # fmt: skip
    points = iter(_core.random_uniform([2, max(x.shape) + 1], seed=seed or None).numpy())
    rows, columns = (
        _drawn(size, ratio, axis, pseudo_random, next(points))
        for axis, size, ratio in zip((1, 2), x.shape.as_list()[1:3], ratios[1:3], strict=True)
    )
    return x, rows, columns


def _ratios(given: float | Sequence[float]) -> list[float]:
    """A ratio for each axis."""
    listed = np.asarray(given, float).ravel().tolist()
    if len(listed) == 1:
        listed *= 2
    return [1.0, *listed, 1.0] if len(listed) == 2 else listed


def _drawn(size: int, ratio: float, axis: int, pseudo_random: bool, points: Array) -> Array:
    """The ends of the regions of an axis, from 0 to its size."""
    if not 1 <= ratio <= size:
        problem = "less than 1" if ratio < 1 else "higher than input dimension size"
        raise InvalidArgumentError(
            None, None, f"Pooling ratio is {problem} for dimension {axis}. Input dim size: {size} "
            f"pooling ratio: {ratio:g}",
        )  # fmt: skip
    count = int(size / ratio)
    return (_even if pseudo_random else _shuffled)(size, count, points)


def _shuffled(size: int, count: int, points: Array) -> Array:
    """Regions of two neighbouring lengths, in random order."""
    lengths = np.full(count, size // count)
    lengths[np.argsort(points[:count])[: size % count]] += 1
    return np.concatenate([[0], np.cumsum(lengths)])


def _even(size: int, count: int, points: Array) -> Array:
    """Regions that follow a line from a random start, so that short and long ones alternate."""
    step = size / count
    whole = np.floor(step)
    start = points[0] * min((whole + 2) / step - 1, (size + 1 - whole) / step - (count - 1))
    ends = np.floor(step * (np.arange(count) + start)) - np.floor(step * start)
    return np.concatenate([ends, [size]]).astype(np.int64)


def _members(ends: Array, overlapping: bool) -> Array:
    """The places of each region, `[regions, longest]`; the last is repeated in shorter ones."""
    last = np.minimum(ends[1:] + overlapping, ends[-1]) - 1
    reach = int((last - ends[:-1]).max(initial=0)) + 1
    return np.minimum(ends[:-1, None] + np.arange(reach), last[:, None])


def _shares(ends: Array, overlapping: bool) -> Array:
    """What each place counts in each region, `[regions, size]`."""
    places = np.arange(ends[-1])
    inside = (places >= ends[:-1, None]) & (places < ends[1:, None] + overlapping)
    return inside / inside.sum(axis=1, keepdims=True)
