"""Ragged tensors put together, taken apart, and in another order.

Values are taken in another order by `gather`, so gradients are its.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from . import rows
from .functions import concatenated, stack
from .indexing import take_rows
from .tensor import RaggedTensor, map_flat_values, spread

if TYPE_CHECKING:
    from .._typing import AxisLike, TensorLike


def _as_ragged(x: Any) -> Any:
    if isinstance(x, RaggedTensor):
        return x
    tensor = _core.convert_to_tensor(x)
    return RaggedTensor.from_tensor(tensor) if tensor.shape.rank > 1 else tensor


def concat(values: Any, axis: int) -> RaggedTensor:
    parts = [_as_ragged(value) for value in values]
    place = int(axis) % max(len(part.shape) for part in parts)
    return _joined(parts, place)


def _joined(parts: list[Any], axis: int) -> Any:
    if axis == 0:
        return concatenated(parts)
    if not any(isinstance(part, RaggedTensor) for part in parts):
        return _core.concat(parts, axis)
    ragged = [_as_ragged(part) for part in parts]
    if len({len(part) for part in ragged}) > 1:
        raise rows.invalid("Input tensors have incompatible shapes: the numbers of rows differ.")
    if axis > 1:
        return ragged[0].with_values(_joined([part.values for part in ragged], axis - 1))
    return _side_by_side(ragged)


def _side_by_side(parts: list[RaggedTensor]) -> RaggedTensor:
    """Each row of the first, then that of the next: all values are taken in another order."""
    count, ends = len(parts[0]), np.cumsum([0, *(int(part._splits[-1]) for part in parts)])
    lengths = np.stack([np.diff(part._splits) for part in parts], 1).ravel()
    starts = np.stack([part._splits[:-1] + end for part, end in zip(parts, ends)], 1).ravel()
    first = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    order = first + np.arange(int(lengths.sum()))
    together = concatenated([part.values for part in parts])
    if isinstance(together, RaggedTensor):
        values = take_rows(together, order)
    else:
        values = _core.gather(together, order)
    splits = rows.splits_of_lengths(lengths.reshape(count, len(parts)).sum(1))
    return RaggedTensor(values, splits, parts[0]._splits_dtype)


def stacked(values: Any, axis: int = 0) -> RaggedTensor:
    parts = [_as_ragged(value) for value in values]
    place = int(axis) if axis >= 0 else int(axis) + len(parts[0].shape) + 1
    if place == 0:
        return stack(parts)
    return _joined([expanded(part, place) for part in parts], place)


def expanded(input: Any, axis: int) -> Any:
    """A new axis of length 1."""
    if not isinstance(input, RaggedTensor):
        return _core.expand_dims(input, axis)
    place = int(axis) if axis >= 0 else int(axis) + len(input.shape) + 1
    dtype = input._splits_dtype
    if place == 0:
        return RaggedTensor(input, np.array([0, len(input)]), dtype, len(input))
    if place == 1:
        return RaggedTensor(input, np.arange(len(input) + 1), dtype, 1)
    return input.with_values(expanded(input.values, place - 1))


def squeezed(input: RaggedTensor, axis: int) -> RaggedTensor:
    """Without an axis of length 1."""
    place = int(np.ravel(axis)[0]) % len(input.shape)
    if place > 1:
        inner = input.values
        if isinstance(inner, RaggedTensor):
            return input.with_values(squeezed(inner, place - 1))
        return input.with_values(_core.squeeze(inner, [place - 1]))
    if (len(input) if place == 0 else input._uniform) != 1:
        raise rows.invalid(f"Can not squeeze dim[{place}] of a RaggedTensor, which is not 1.")
    return input.values if place == 1 else input[0]


def gathered(
    params: TensorLike | RaggedTensor,
    indices: TensorLike | RaggedTensor,
    validate_indices: bool | None = None,
    axis: AxisLike = None,
    batch_dims: int = 0,
) -> Any:
    if isinstance(indices, RaggedTensor):
        inner = gathered(params, indices.values, None, axis, batch_dims)
        return indices.with_values(inner)
    if not isinstance(params, RaggedTensor):
        return _core.gather(params, indices, axis=axis, batch_dims=batch_dims)
    if axis not in (None, 0) or batch_dims:
        raise rows.invalid("gather from a RaggedTensor goes along its first axis")
    where = np.asarray(_core.convert_to_tensor(indices).numpy())
    if ((where < 0) | (where >= len(params))).any():
        raise rows.invalid(f"indices are not in [0, {len(params)})")
    if where.ndim == 0:
        return params[int(where)]
    found = take_rows(params, where.ravel())
    for size in where.shape[:0:-1]:  # the indices' own axes before the rows
        count = len(found) // size if size else 0
        found = RaggedTensor(found, np.arange(count + 1) * size, params._splits_dtype, int(size))
    return found


def gathered_at_places(
    params: TensorLike | RaggedTensor,
    indices: TensorLike | RaggedTensor,
    batch_dims: int = 0,
    bad_indices_policy: str = "",
) -> Any:
    """`gather_nd`: the values, or rows, at the places that the last axis of `indices` names."""
    if batch_dims:
        raise rows.invalid("gather_nd of ragged tensors has no batch dimensions")
    if isinstance(indices, RaggedTensor):
        return indices.with_values(gathered_at_places(params, indices.values))
    if not isinstance(params, RaggedTensor):
        return _core.gather_nd(params, indices)
    where = np.asarray(_core.convert_to_tensor(indices).numpy())
    found = _at_places(params, where.reshape(-1, where.shape[-1]))
    if where.ndim == 2:
        return found
    if isinstance(found, RaggedTensor):
        raise rows.invalid("gather_nd of rows takes a matrix of indices")
    return _core.reshape(found, [*where.shape[:-1], *found.shape[1:]])


def _at_places(part: Any, where: np.ndarray) -> Any:
    place = where[:, 0]
    for column in where.T[1:]:
        if not isinstance(part, RaggedTensor):
            break
        lengths = np.diff(part._splits)[place]
        if ((column < 0) | (column >= lengths)).any():
            raise rows.invalid("indices are not within their rows")
        place, part = part._splits[:-1][place] + column, part.values
        where = where[:, 1:]
    if isinstance(part, RaggedTensor):
        return gathered(part, place)
    return _core.gather_nd(part, np.concatenate([place[:, None], where[:, 1:]], 1))


def turned(tensor: RaggedTensor, axis: Any) -> RaggedTensor:
    axes = {int(a) % len(tensor.shape) for a in np.ravel(axis)}
    if 0 in axes:
        tensor = take_rows(tensor, np.arange(len(tensor))[::-1])
    if 1 in axes:
        starts = np.repeat(tensor._splits[:-1] + tensor._splits[1:], np.diff(tensor._splits))
        order = starts - 1 - np.arange(int(tensor._splits[-1]))
        inner = tensor.values
        turned = isinstance(inner, RaggedTensor)
        tensor = tensor.with_values(
            take_rows(inner, order) if turned else _core.gather(inner, order)
        )
    later = [a - 1 for a in axes if a > 1]
    return tensor.with_values(_core.reverse(tensor.values, later)) if later else tensor


def chosen(
    condition: RaggedTensor, x: RaggedTensor | None = None, y: RaggedTensor | None = None
) -> Any:
    if x is None:
        return _places(condition)
    ragged = [part for part in (condition, x, y) if isinstance(part, RaggedTensor)]
    parts = [spread(ragged[0], part)[1] for part in (x, y)]
    return map_flat_values(_core.where, condition, *parts)


def _places(condition: RaggedTensor) -> _core.Tensor:
    flat = condition.flat_values
    whole = condition.with_flat_values(_core.reshape(_core.range(flat.shape[0]), [-1]))
    found = whole.to_sparse()
    return _core.boolean_mask(found.indices, flat)


def tiled(input: RaggedTensor, multiples: Any) -> RaggedTensor:
    """Repeated along its axes."""
    counts = [int(n) for n in np.ravel(multiples)]
    found = input
    for axis, count in enumerate(counts[:2]):
        if count != 1:
            found = _joined([found] * count, axis)
    if all(count == 1 for count in counts[2:]):
        return found
    inner, rest = found.values, [1, *counts[2:]]
    deeper = isinstance(inner, RaggedTensor)
    return found.with_values(tiled(inner, rest) if deeper else _core.tile(inner, rest))


def split(
    value: RaggedTensor, num_or_size_splits: Any, axis: int = 0, num: Any = None
) -> list[Any]:
    if axis != 0:
        raise rows.invalid("a RaggedTensor is split along its first axis")
    sizes = num_or_size_splits
    if np.ndim(sizes) == 0:
        sizes = [len(value) // int(sizes)] * int(sizes)
    ends = np.cumsum([0, *np.ravel(sizes)])
    return [value[a:b] for a, b in zip(ends[:-1].tolist(), ends[1:].tolist())]


def cumulated(
    x: RaggedTensor, axis: int = 0, exclusive: bool = False, reverse: bool = False
) -> RaggedTensor:
    place = int(axis) % len(x.shape)
    if place != 1 or isinstance(x.values, RaggedTensor):
        raise rows.invalid("cumsum of a RaggedTensor goes along its only ragged axis")
    parts = [_core.cumsum(row, 0, exclusive, reverse) for row in x]
    return x.with_values(_core.concat(parts, 0)) if parts else x


def size_of(input: RaggedTensor, out_type: _core.DType = _core.int32) -> _core.Tensor:
    return _core.size(input.flat_values, out_type=out_type)


def rank_of(input: RaggedTensor) -> _core.Tensor:
    return _core.constant(len(input.shape), _core.int32)


def unstacked(value: RaggedTensor, num: Any = None, axis: int = 0) -> list[_core.Tensor]:
    return [value[place] for place in range(len(value))]


def flattened(tensor: RaggedTensor, shape: Any) -> _core.Tensor:
    """All values in a row; `InvalidArgumentError` for another shape than `[-1]`."""
    if [int(size) for size in np.ravel(shape)] != [-1]:
        raise rows.invalid(f"a RaggedTensor is reshaped to [-1] alone, not to {shape}")
    return _core.reshape(tensor.flat_values, [-1])
