"""Counts as sparse tensors, crossed features, and sums of rows that indices pick."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._structure.occurrences import occurrences
from .conversion import invalid
from .tensor import SparseTensor, lengths, places

if TYPE_CHECKING:
    from .._typing import Array, IntLike, TensorLike


def _parts(given: Any) -> tuple[list[list[int]], Any, list[int]]:
    """Rows of a dense, sparse or ragged matrix: places of their values, the values, the shape."""
    if isinstance(given, SparseTensor):
        where, shape = places(given), lengths(given)
        values = given.values
    elif hasattr(given, "row_splits"):  # a ragged tensor, whose room is below this one
        ends = given.row_splits.numpy().tolist()
        each = [list(range(start, end)) for start, end in pairwise(ends)]
        return each, given.flat_values, [len(each), max(map(len, each), default=0)]
    else:
        values = _core.convert_to_tensor(given)
        shape = values.shape.as_list()
        where = np.argwhere(np.ones(shape, bool))
        values = _core.reshape(values, [-1])
    if len(shape) == 1:
        return [list(range(len(where)))], values, shape
    rows: list[list[int]] = [[] for _ in range(shape[0])]
    for place, row in enumerate(where[:, 0].tolist()):
        rows[row].append(place)
    return rows, values, shape


def bincount(
    values: TensorLike | SparseTensor,
    weights: TensorLike | None = None,
    axis: int = 0,
    minlength: IntLike | None = None,
    maxlength: IntLike | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each integer occurs (`axis=0`), in each row (`axis=-1`), as a sparse tensor.

    With `weights`, of the form of `values`, their sums; with `binary_output` 1 for each.
    Numbers from `maxlength` on are left out.

    >>> tf.sparse.bincount([[1, 1, 3]], axis=-1).values.numpy().tolist()
    [2, 1]
    """
    if axis not in (0, -1):
        raise ValueError(
            f"Unsupported value for argument axis={axis}. Only 0 and -1 are supported."
        )
    rows, numbers, shape = _parts(values)
    if axis == 0 and len(shape) > 1:
        rows, shape = [list(range(numbers.shape[0]))], [numbers.shape[0]]
    ids = np.asarray(numbers.numpy())
    if ids.size and ids.min() < 0:
        raise invalid("Input must be non-negative [Op:SparseCountSparseOutput]")
    heavy = None if weights is None else _parts(weights)[1]
    width = max(int(ids.max(initial=-1)) + 1, int(minlength or 0))
    width = width if maxlength is None else int(maxlength)
    cells = [(r, ids[p], p) for r, row in enumerate(rows) for p in row if ids[p] < width]
    keys = sorted({(r, int(i)) for r, i, _ in cells})
    place = {key: n for n, key in enumerate(keys)}
    group = np.array([place[r, int(i)] for r, i, _ in cells], np.int64)
    chosen, dtype = [p for *_, p in cells], numbers.dtype
    counts = _counts(group, chosen, heavy, len(keys), binary_output, dtype)
    where = np.array(keys, np.int64).reshape(-1, 2)
    if len(shape) == 1:
        return SparseTensor(where[:, 1:], counts, [width])
    return SparseTensor(where, counts, [len(rows), width])


def _counts(
    group: Array,
    chosen: list[int],
    weights: _core.Tensor | None,
    count: int,
    binary: bool,
    dtype: _core.DType,
) -> _core.Tensor:
    if binary:
        return _core.ones([count], dtype if weights is None else weights.dtype)
    if weights is None:
        return _core.constant(occurrences(group, count), dtype)
    return _core.unsorted_segment_sum(_core.gather(weights, chosen), group, count)


def segment_sum(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> _core.Tensor:
    """The rows of `data` that `indices` pick, summed by segments, which never fall.

    >>> tf.sparse.segment_sum([[1.0], [2.0], [3.0]], [0, 2], [0, 0]).numpy().tolist()
    [[4.0]]
    """
    rows, ids, count = _picked(data, indices, segment_ids, num_segments)
    return _core.unsorted_segment_sum(rows, ids, count)


def segment_mean(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> _core.Tensor:
    """As `segment_sum`, divided by the number of rows.

    >>> tf.sparse.segment_mean([[1.0], [2.0], [3.0]], [0, 2], [0, 0]).numpy().tolist()
    [[2.0]]
    """
    rows, ids, count = _picked(data, indices, segment_ids, num_segments)
    return _core.unsorted_segment_mean(rows, ids, count)


def segment_sqrt_n(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> _core.Tensor:
    """As `segment_sum`, divided by the square root of the number of rows.

    >>> tf.sparse.segment_sqrt_n([[1.0]] * 4, [0, 1, 2, 3], [0, 0, 0, 0]).numpy().tolist()
    [[2.0]]
    """
    rows, ids, count = _picked(data, indices, segment_ids, num_segments)
    return _core.unsorted_segment_sqrt_n(rows, ids, count)


def _picked(
    data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: Any
) -> tuple[Any, Any, int]:
    values = _core.convert_to_tensor(data)
    at, ids = (np.asarray(_core.convert_to_tensor(x).numpy()) for x in (indices, segment_ids))
    if at.shape != ids.shape:
        raise invalid("segment_ids and indices should have same size. [Op:SparseSegmentSum]")
    if (np.diff(ids) < 0).any():
        raise invalid("segment ids are not increasing [Op:SparseSegmentSum]")
    least = int(ids[-1]) + 1 if ids.size else 0
    count = least if num_segments is None else int(num_segments)
    if count < least:
        raise invalid(f"segment ids must be < num_segments, which is {count} [Op:SparseSegmentSum]")
    return _core.gather(values, at.astype(np.int64)), ids, count
