"""Indexing as NumPy does it: by lists and arrays of places and of truth values, along any axis.

Places along several axes belong together and broadcast; their common shape stands where they
stood, or in front where slices stand between them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core

Items = list[Any]


def is_advanced(key: Any) -> bool:
    """Whether a key has an array in it, so that it is more than slices and integers."""
    items = key if isinstance(key, tuple) else (key,)
    return any(_is_array(item) for item in items)


def _is_array(item: Any) -> bool:
    if isinstance(item, list):
        return True
    return (_core.is_tensor(item) or isinstance(item, np.ndarray)) and len(item.shape) > 0


def chosen(x: _core.Tensor, key: Any) -> _core.Tensor:
    """`x[key]`, for a key that `is_advanced`.

    Errors: `IndexError` for more indices than axes, `InvalidArgumentError` for places out of range.
    """
    items = _complete(_spelled_out(key if isinstance(key, tuple) else (key,)), x.shape.rank)
    places = [isinstance(item, _core.Tensor) for item in items]
    view = x[tuple(slice(None) if there else item for item, there in zip(items, places))]
    axes = [axis for axis, there in enumerate(places) if there]
    picked = [_from_front(items[axis], view.shape[axis]) for axis in axes]
    if len(axes) == 1:
        return _core.gather(view, picked[0], axis=axes[0])
    return _together(view, axes, picked)


def _spelled_out(items: tuple[Any, ...]) -> Items:
    """The items; integers and arrays as tensors of places, truth values as the true places."""
    found: Items = []
    for item in items:
        if isinstance(item, slice) or item is None or item is Ellipsis:
            found.append(item)
            continue
        tensor = _core.convert_to_tensor(np.asarray(item) if isinstance(item, list) else item)
        if tensor.dtype is _core.bool:
            found.extend(_core.unstack(_core.where(tensor), axis=1))
        else:
            found.append(_core.cast(tensor, _core.int64))
    return found


def _complete(items: Items, rank: int) -> Items:
    """The items with slices for the axes that they leave out."""
    used = sum(item is not None and item is not Ellipsis for item in items)
    if used > rank:
        raise IndexError(f"too many indices for tensor: it has {rank} axes, but {used} are indexed")
    rest = [slice(None)] * (rank - used)
    for place, item in enumerate(items):
        if item is Ellipsis:
            return items[:place] + rest + items[place + 1 :]
    return items + rest


def _from_front(places: _core.Tensor, count: int) -> _core.Tensor:
    return _core.where(places < 0, places + count, places)


def _together(view: _core.Tensor, axes: list[int], picked: Items) -> _core.Tensor:
    """The elements at places along several axes."""
    shape = np.broadcast_shapes(*[tuple(x.shape.as_list()) for x in picked])
    at = _core.stack([_core.broadcast_to(x, [*shape]) for x in picked], -1)
    others = [axis for axis in range(view.shape.rank) if axis not in axes]
    found = _core.gather_nd(_core.transpose(view, axes + others), at)
    if axes[-1] - axes[0] >= len(axes):  # slices stand between them
        return found
    new, front = len(shape), axes[0]
    order = [*range(new, new + front), *range(new), *range(new + front, found.shape.rank)]
    return _core.transpose(found, order)
