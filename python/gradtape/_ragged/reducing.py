"""Ragged tensors reduced along their axes: sums, means, extremes, softmax.

A ragged axis is reduced as segments, so gradients are those of segment reductions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from . import rows
from .rearranging import expanded
from .tensor import RaggedTensor

if TYPE_CHECKING:
    from .._typing import AxisLike

_SEGMENTS = {
    "reduce_sum": _core.unsorted_segment_sum,
    "reduce_prod": _core.unsorted_segment_prod,
    "reduce_max": _core.unsorted_segment_max,
    "reduce_min": _core.unsorted_segment_min,
}
REDUCTIONS = (*_SEGMENTS, "reduce_any", "reduce_all", "reduce_mean")


def reduction(name: str) -> Callable[..., Any]:
    return lambda input_tensor, axis=None, keepdims=False: _reduced(
        name, input_tensor, axis, keepdims
    )


def _reduced(name: str, x: Any, axis: Any, keepdims: bool) -> Any:
    """A reduction over one axis, over several one after the other, or over all."""
    if name == "reduce_mean" and x.dtype.is_integer:  # a fraction, as the sum over the number is
        x = x.with_flat_values(_core.truediv(x.flat_values, _ones_of(x).flat_values))
    if axis is None:
        flat = getattr(_core, name)(x.flat_values)
        return _core.reshape(flat, [1] * len(x.shape)) if keepdims else flat
    axes = [int(a) % len(x.shape) for a in np.ravel(axis)]
    if name == "reduce_mean" and len(axes) > 1:
        total = _reduced("reduce_sum", x, axes, keepdims)
        return total / _reduced("reduce_sum", _ones_of(x), axes, keepdims)
    for one in sorted(axes, reverse=True):
        if not isinstance(x, RaggedTensor):
            x = getattr(_core, name)(x, one, keepdims)
            continue
        x = _over(name, x, one)
        if keepdims:
            x = expanded(x, one)
    return x


def _ones_of(x: RaggedTensor) -> RaggedTensor:
    return x.with_flat_values(_core.ones_like(x.flat_values))


def _over(name: str, x: RaggedTensor, axis: int) -> Any:
    inner = x.values
    if axis == 1:
        return _by_segment(name, inner, x.value_rowids(), len(x))
    if axis > 1:
        if isinstance(inner, RaggedTensor):
            return x.with_values(_over(name, inner, axis - 1))
        return x.with_values(getattr(_core, name)(inner, axis - 1))
    columns = np.arange(int(x._splits[-1])) - x._splits[:-1][rows.rowids_of(x._splits)]
    count = int(np.diff(x._splits).max(initial=0))
    return _by_segment(name, inner, _core.constant(columns, _core.int64), count)


def _by_segment(name: str, values: Any, ids: _core.Tensor, count: int) -> Any:
    """The rows of `values` that have the same number, reduced together."""
    if isinstance(values, RaggedTensor):
        return _ragged_segments(name, values, ids, count)
    if name in ("reduce_any", "reduce_all"):
        how = "reduce_max" if name == "reduce_any" else "reduce_min"
        found = _SEGMENTS[how](_core.cast(values, _core.int32), ids, count)
        return _core.greater(found, 0)  # no entry: the least and the largest integer
    if name == "reduce_mean":
        total, number = (
            _core.unsorted_segment_sum(part, ids, count)
            for part in (values, _core.ones_like(values))
        )
        return total / number
    return _SEGMENTS[name](values, ids, count)


def _ragged_segments(
    name: str, values: RaggedTensor, ids: _core.Tensor, count: int
) -> RaggedTensor:
    """The same for rows that differ in length: each place of a row with those of its segment."""
    numbers = np.asarray(ids.numpy())
    lengths = np.diff(values._splits)
    longest = np.zeros(count, np.int64)
    np.maximum.at(longest, numbers, lengths)
    splits = rows.splits_of_lengths(longest)
    row = rows.rowids_of(values._splits)
    places = splits[numbers[row]] + np.arange(len(row)) - values._splits[:-1][row]
    found = _by_segment(name, values.values, _core.constant(places, _core.int64), int(splits[-1]))
    return RaggedTensor(found, splits, values._splits_dtype)


def variance(input_tensor: Any, axis: AxisLike = None, keepdims: bool = False) -> Any:
    mean = _reduced("reduce_mean", input_tensor, axis, keepdims)
    of_squares = _reduced("reduce_mean", input_tensor * input_tensor, axis, keepdims)
    return of_squares - mean * mean


def deviation(
    input_tensor: RaggedTensor, axis: int | None = None, keepdims: bool = False
) -> _core.Tensor:
    return _core.sqrt(variance(input_tensor, axis, keepdims))


def softmax(logits: RaggedTensor, axis: AxisLike = None) -> RaggedTensor:
    if axis not in (None, -1, len(logits.shape) - 1):
        raise rows.invalid("softmax of a RaggedTensor goes along its last axis")
    inner = logits.values
    if isinstance(inner, RaggedTensor):
        return logits.with_values(softmax(inner))
    if inner.shape.rank > 1:
        return logits.with_values(_core.softmax(inner))
    ids, count = logits.value_rowids(), len(logits)
    largest = _core.stop_gradient(_core.unsorted_segment_max(inner, ids, count))
    powers = _core.exp(inner - _core.gather(largest, ids))
    totals = _by_segment("reduce_sum", powers, ids, count)
    return logits.with_values(powers / _core.gather(totals, ids))
