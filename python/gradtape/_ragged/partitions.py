"""Ragged tensors whose rows are dealt out, added up, or counted by numbers of segments.

Values are handed to functions of the core with another number for each, so gradients are theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from . import rows
from .indexing import take_rows
from .tensor import RaggedTensor

if TYPE_CHECKING:
    from .._typing import Array, IntLike, TensorLike

SEGMENTS = ["max", "mean", "min", "prod", "sqrt_n", "sum"]


def added(inputs: list[Any]) -> Any:
    total = inputs[0]
    for one in inputs[1:]:
        total = total + one
    return total


def dealt(
    data: TensorLike | RaggedTensor, partitions: TensorLike | RaggedTensor, num_partitions: Any
) -> list[Any]:
    """The rows of each number; values, where each has a number of its own."""
    if isinstance(partitions, RaggedTensor):
        if not isinstance(data, RaggedTensor) or not _have_equal_rows(data, partitions):
            raise rows.invalid("data and partitions must have the same rows")
        return dealt(data.values, partitions.values, num_partitions)
    if not isinstance(data, RaggedTensor):
        return list(_core.dynamic_partition(data, partitions, num_partitions))
    numbers = np.asarray(_core.convert_to_tensor(partitions).numpy())
    return [take_rows(data, np.flatnonzero(numbers == one)) for one in range(int(num_partitions))]


def _have_equal_rows(one: RaggedTensor, other: RaggedTensor) -> bool:
    return bool(np.array_equal(one._splits, other._splits))


def segments(name: str) -> Callable[..., Any]:
    """`tf.math.unsorted_segment_<name>` of ragged data: place by place within the rows."""
    function = getattr(_core, f"unsorted_segment_{name}")

    def combined(data: Any, segment_ids: Any, num_segments: IntLike) -> Any:
        if isinstance(segment_ids, RaggedTensor):
            if not isinstance(data, RaggedTensor) or not _have_equal_rows(data, segment_ids):
                raise rows.invalid("data and segment_ids must have the same rows")
            return combined(data.values, segment_ids.values, num_segments)
        if not isinstance(data, RaggedTensor):
            return function(data, segment_ids, num_segments)
        ids = np.asarray(_core.convert_to_tensor(segment_ids).numpy())
        splits, places = _places(data, ids, int(num_segments))
        inner = combined(data.values, _core.constant(places), int(splits[-1]))
        return RaggedTensor(inner, splits, data._splits_dtype)

    return combined


def _places(data: RaggedTensor, ids: Array, count: int) -> tuple[Array, Array]:
    """The rows of the answer, each as long as the longest of its segment; where values go there."""
    if ids.shape != (len(data),):
        raise rows.invalid("segment_ids must have one number for each row")
    if (ids >= count).any():
        raise rows.invalid(f"segment_ids are not all below num_segments, {count}")
    lengths = np.diff(data._splits)
    longest = np.zeros(count, np.int64)
    kept = ids >= 0  # as in dense segments, what has a number below 0 is left out
    np.maximum.at(longest, ids[kept], lengths[kept])
    splits = rows.splits_of_lengths(longest)
    within = np.arange(int(lengths.sum())) - np.repeat(data._splits[:-1], lengths)
    first = np.where(kept, splits[np.where(kept, ids, 0)], -1)
    return splits, np.where(np.repeat(kept, lengths), np.repeat(first, lengths) + within, -1)


def counted(
    arr: RaggedTensor,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = _core.int32,
    axis: int | None = None,
    binary_output: bool = False,
) -> Any:
    """How often each integer occurs in all rows; in each of them with the axis -1."""
    flat = arr.flat_values
    heavy = weights.flat_values if isinstance(weights, RaggedTensor) else weights
    if axis != -1:
        return _core.bincount(flat, heavy, minlength, maxlength, dtype, None, binary_output)
    width = max(int(flat.numpy().max(initial=-1)) + 1, int(minlength or 0))
    width = width if maxlength is None else min(width, int(maxlength))
    found = []
    for start, end in zip(arr._splits[:-1].tolist(), arr._splits[1:].tolist(), strict=True):
        of_row = None if heavy is None else heavy[start:end]
        row = flat[start:end]
        found.append(_core.bincount(row, of_row, width, width, dtype, None, binary_output))
    return _core.stack(found) if found else _core.zeros([0, width], dtype)
