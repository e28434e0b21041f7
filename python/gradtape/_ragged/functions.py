"""`tf.ragged`: functions that make and rearrange ragged tensors."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from . import rows
from .indexing import take_rows
from .tensor import RaggedTensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._typing import DTypeLike, IntLike, TensorLike


def constant(
    pylist: Any,
    dtype: DTypeLike = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = _core.int64,
) -> Any:
    """Nested lists, tuples or arrays as a ragged tensor; a scalar or a flat list as a tensor.

    `ragged_rank` says how many dimensions are ragged (by default all but the first), `inner_shape`
    the shape of the values. `ValueError` for lists that are not nested equally deep.

    >>> tf.ragged.constant([[1, 2], [], [3]])
    <tf.RaggedTensor [[1, 2], [], [3]]>
    """
    depth, least = _depth(pylist)
    if ragged_rank is None:
        inner = 1 if inner_shape is None else len(tuple(inner_shape)) + 1
        ragged_rank = max(0, (depth if depth is not None else least) - inner)
    if depth is not None and depth == 0:
        return _core.constant(pylist, dtype)
    if ragged_rank == 0:
        return _core.constant(pylist, dtype)
    wanted = None if inner_shape is None else tuple(inner_shape)
    flat, lengths = list(pylist), []
    for _ in builtins.range(ragged_rank):
        lengths.append([len(row) for row in flat])
        flat = [entry for row in flat for entry in row]
    values = _flat_values(flat, dtype, wanted)
    for counts in reversed(lengths):
        splits = rows.splits_of_lengths(np.array(counts, np.int64))
        values = RaggedTensor(values, splits, _core.as_dtype(row_splits_dtype))
    return values


def _flat_values(flat: list[Any], dtype: DTypeLike, inner_shape: Any) -> Any:
    if not flat:
        return _core.zeros([0, *(inner_shape or ())], dtype or _core.float32)
    values = _core.constant(flat, dtype)
    return values if inner_shape is None else _core.reshape(values, [len(flat), *inner_shape])


def _depth(value: Any) -> tuple[int | None, int]:
    """How deep scalars are nested (None without any), and how deep lists are."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.ndim, value.ndim
    if not isinstance(value, (list, tuple, np.ndarray)):
        return 0, 0
    found = [_depth(entry) for entry in value]
    scalars = {depth for depth, _ in found if depth is not None}
    least = 1 + max((n for _, n in found), default=0)
    if len(scalars) > 1 or (scalars and least - 1 > max(scalars)):
        raise ValueError("all scalar values must have the same nesting depth")
    return (scalars.pop() + 1 if scalars else None), least


_WIDTH = [_core.int32, _core.int64, _core.float32, _core.float64]


def range(  # noqa: A001  TensorFlow's name
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: TensorLike = 1,
    dtype: DTypeLike = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = _core.int64,
) -> RaggedTensor:
    """A row `range(start, limit, delta)` for each entry of the three, which broadcast.

    >>> tf.ragged.range([3, 0, 2])
    <tf.RaggedTensor [[0, 1, 2], [], [0, 1]]>
    """
    first, last = (0, starts) if limits is None else (starts, limits)
    parts = [_core.convert_to_tensor(x, dtype) for x in (first, last, deltas)]
    kind = max((p.dtype for p in parts), key=_WIDTH.index).as_numpy_dtype
    begin, end, step = np.broadcast_arrays(*(np.atleast_1d(p.numpy().astype(kind)) for p in parts))
    if (step == 0).any():
        raise rows.invalid("Requires delta != 0")
    made = [np.arange(a, b, d, dtype=kind) for a, b, d in zip(begin, end, step, strict=True)]
    flat = np.concatenate([np.zeros(0, kind), *made])
    splits = rows.splits_of_lengths(np.array([len(m) for m in made], np.int64))
    return RaggedTensor(_core.constant(flat), splits, _core.as_dtype(row_splits_dtype))


def stack(
    values: Sequence[TensorLike | RaggedTensor], axis: int = 0, name: str | None = None
) -> Any:
    """Tensors or ragged tensors stacked along a new axis of a ragged tensor: as rows for 0.

    `ValueError` for an empty list or an axis that there is not.

    >>> tf.ragged.stack([tf.constant([1, 2]), tf.constant([3])])
    <tf.RaggedTensor [[1, 2], [3]]>
    """
    given = [values] if isinstance(values, RaggedTensor) else values
    parts = [v if isinstance(v, RaggedTensor) else _core.convert_to_tensor(v) for v in given]
    if not parts:
        raise ValueError("rt_inputs may not be empty.")
    rank = len(parts[0].shape) + 1
    if not -rank <= axis < rank:
        raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
    return _stacked(parts, axis % rank)


def _stacked(parts: list[Any], axis: int) -> Any:
    if all(not isinstance(p, RaggedTensor) and p.shape.rank == 0 for p in parts):
        return _core.stack(parts)
    if axis and not any(isinstance(p, RaggedTensor) for p in parts) and _alike(parts):
        return _core.stack(parts, axis)
    if axis:
        return _stacked_within([_as_ragged(p) for p in parts], axis)
    if any(p.shape.rank != 1 for p in parts):
        parts = [_as_ragged(p) for p in parts]
    lengths = np.array([p.shape[0] for p in parts], np.int64)
    ragged = next((p for p in parts if isinstance(p, RaggedTensor)), None)
    dtype = _core.int32 if ragged is None else ragged.row_splits.dtype
    return RaggedTensor(concatenated(parts), rows.splits_of_lengths(lengths), dtype)


def _as_ragged(part: Any) -> Any:
    plain = isinstance(part, RaggedTensor) or part.shape.rank < 2
    return part if plain else RaggedTensor.from_tensor(part)


def _stacked_within(parts: list[Any], axis: int) -> Any:
    """Stacked within the rows: along the first axis of each row, or further in."""
    if not isinstance(parts[0], RaggedTensor):
        return _core.stack(parts, axis)
    if any(len(p) != len(parts[0]) for p in parts):
        raise rows.invalid("Input tensors have incompatible shapes: the numbers of rows differ.")
    if axis == 1:
        count, many = len(parts[0]), len(parts)
        order = np.arange(count * many).reshape(many, count).T.ravel()
        return RaggedTensor(take_rows(concatenated(parts), order), np.arange(count + 1) * many)
    if any(not np.array_equal(p._splits, parts[0]._splits) for p in parts):
        raise rows.invalid("Inputs must have identical ragged splits")
    return parts[0].with_values(_stacked_within([p._values for p in parts], axis - 1))


def concatenated(parts: list[Any]) -> Any:
    """Tensors or ragged tensors one behind the other; dense ones of rank 2 become ragged."""
    if any(isinstance(p, RaggedTensor) for p in parts) or _inner_shapes_differ(parts):
        ragged = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in parts]
        lengths = np.concatenate([np.diff(p._splits) for p in ragged])
        return RaggedTensor(
            concatenated([p._values for p in ragged]), rows.splits_of_lengths(lengths)
        )
    return _core.concat(parts, 0)


def _alike(parts: list[Any]) -> bool:
    return len({tuple(p.shape.as_list()) for p in parts}) == 1


def _inner_shapes_differ(parts: list[Any]) -> bool:
    return len({tuple(p.shape.as_list()[1:]) for p in parts}) > 1


def boolean_mask(
    data: TensorLike | RaggedTensor, mask: TensorLike | RaggedTensor, name: str | None = None
) -> Any:
    """The values of `data` where `mask` is true, in rows as `mask` has them.

    >>> tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])
    <tf.RaggedTensor [[1, 3], [6]]>
    """
    chosen = mask if isinstance(mask, RaggedTensor) else _core.convert_to_tensor(mask)
    given = data if isinstance(data, RaggedTensor) else _core.convert_to_tensor(data)
    if chosen.dtype != _core.bool:
        raise ValueError(f"mask must be of dtype bool, got {chosen.dtype!r}")
    if len(chosen.shape) == 0:
        raise ValueError("mask cannot be scalar.")
    if isinstance(chosen, RaggedTensor) or len(chosen.shape) > 1:
        return _masked_rows(given, chosen)
    if isinstance(given, RaggedTensor):
        return take_rows(given, np.flatnonzero(chosen.numpy()))
    return _core.boolean_mask(given, chosen)


def _masked_rows(data: Any, mask: Any) -> RaggedTensor:
    given = data if isinstance(data, RaggedTensor) else RaggedTensor.from_tensor(data)
    chosen = mask if isinstance(mask, RaggedTensor) else RaggedTensor.from_tensor(mask)
    if not np.array_equal(given._splits, chosen._splits):
        raise rows.invalid("Inputs must have identical ragged splits")
    inner = boolean_mask(given._values, chosen._values)
    if isinstance(chosen._values, RaggedTensor):
        return given.with_values(inner)
    kept = np.concatenate([[0], np.cumsum(chosen._values.numpy())])
    return RaggedTensor(inner, kept[chosen._splits])


def row_splits_to_segment_ids(
    splits: TensorLike, name: str | None = None, out_type: DTypeLike = None
) -> _core.Tensor:
    """The row of each value.

    >>> tf.ragged.row_splits_to_segment_ids([0, 2, 2, 3]).numpy().tolist()
    [0, 0, 2]
    """
    numbers, dtype = rows.integers(splits, "splits")
    return _core.constant(rows.rowids_of(numbers), out_type or dtype)


def segment_ids_to_row_splits(
    segment_ids: TensorLike,
    num_segments: IntLike | None = None,
    out_type: DTypeLike = None,
    name: str | None = None,
) -> _core.Tensor:
    """Where rows start and end, from the row of each value.

    >>> tf.ragged.segment_ids_to_row_splits([0, 0, 2]).numpy().tolist()
    [0, 2, 2, 3]
    """
    numbers, dtype = rows.integers(segment_ids, "segment_ids")
    count = None if num_segments is None else int(num_segments)
    return _core.constant(rows.splits_of_rowids(numbers, count), out_type or dtype)


def stack_dynamic_partitions(
    data: TensorLike, partitions: Any, num_partitions: Any, name: str | None = None
) -> RaggedTensor:
    """The entries of `data` in `num_partitions` rows, each in the row that `partitions` names.

    >>> tf.ragged.stack_dynamic_partitions(["a", "b", "c"], [1, 0, 1], 2)
    <tf.RaggedTensor [[b'b'], [b'a', b'c']]>
    """
    found = _core.dynamic_partition(data, partitions, int(num_partitions))
    lengths = np.array([part.shape[0] for part in found], np.int64)
    return RaggedTensor(_core.concat(found, 0), rows.splits_of_lengths(lengths), _core.int32)
