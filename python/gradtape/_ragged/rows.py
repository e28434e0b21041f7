"""Rows as integers: where each starts, how long it is, which row a value belongs to.

Invariant: row splits are a vector that starts with 0 and never falls; row `i` is the values from
`splits[i]` to `splits[i + 1]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.occurrences import occurrences
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from .._typing import Array, TensorLike

Ints = "np.ndarray[Any, np.dtype[np.int64]]"


def integers(given: TensorLike, name: str) -> tuple[Any, _core.DType]:
    """A vector of int64, and the dtype that it was given with."""
    tensor = _core.convert_to_tensor(given, dtype_hint=_core.int64)
    if tensor.dtype not in (_core.int32, _core.int64):
        raise ValueError(f"{name} must have dtype int32 or int64, got {tensor.dtype!r}")
    if tensor.shape.rank != 1:
        raise ValueError(f"Shape {tensor.shape} must have rank 1")
    return np.asarray(tensor.numpy(), np.int64), tensor.dtype


def invalid(text: str) -> InvalidArgumentError:
    """TensorFlow's error for a wrong partition."""
    return InvalidArgumentError(None, None, text)


def check_splits(splits: Array, count: int | None) -> None:
    """Raises unless `splits` cut `count` values into rows."""
    if splits.size == 0:
        raise invalid("Arguments to from_row_splits do not form a valid RaggedTensor: empty")
    if splits[0] != 0:
        raise invalid("Arguments to from_row_splits do not form a valid RaggedTensor:zero")
    if (np.diff(splits) < 0).any():
        raise invalid("Arguments to from_row_splits do not form a valid RaggedTensor:monotonic")
    if count is not None and splits[-1] != count:
        raise invalid(
            "Arguments to from_row_splits do not form a valid RaggedTensor: "
            f"row_splits[-1] is {splits[-1]}, and there are {count} values"
        )


def splits_of_lengths(lengths: Array) -> Array:
    """Row splits of rows of these lengths."""
    if (lengths < 0).any():
        raise invalid("Arguments to from_row_lengths do not form a valid RaggedTensor: negative")
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def splits_of_rowids(rowids: Array, nrows: int | None) -> Array:
    """Row splits of values that belong to these rows."""
    least = int(rowids.max()) + 1 if rowids.size else 0
    rows = least if nrows is None else nrows
    if rowids.size and (rowids[0] < 0 or (np.diff(rowids) < 0).any()):
        raise invalid("Arguments to from_value_rowids do not form a valid RaggedTensor: unsorted")
    if rows < least:
        raise invalid("Arguments to from_value_rowids do not form a valid RaggedTensor: nrows")
    return splits_of_lengths(occurrences(rowids, rows))


def rowids_of(splits: Array) -> Array:
    """The row of each value."""
    return np.repeat(np.arange(len(splits) - 1), np.diff(splits))


def positions(starts: Array, lengths: Array) -> Array:
    """`starts[i], starts[i] + 1, ...`, `lengths[i]` of them, for each `i` in turn."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(starts - (ends - lengths), lengths)
