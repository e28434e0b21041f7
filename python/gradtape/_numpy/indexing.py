"""Indexing as NumPy does it: by sequences and arrays of places and of truth values, along any axis.

Places along several axes belong together and broadcast; their common shape stands where they
stood, or in front where slices stand between them. Integers take their axes away before, as in
TensorFlow, where NumPy counts them among the places.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core

Items = list[Any]
# A tuple is one here where it stands within a key: `x[:, (0, 2)]`.
_SEQUENCES = list | tuple | range


def is_advanced(key: Any) -> bool:
    """Whether a key has an array in it, so that it is more than slices and integers."""
    items = key if isinstance(key, tuple) else (key,)
    return any(_is_array(item) for item in items)


def _is_array(item: Any) -> bool:
    if isinstance(item, _SEQUENCES):
        return True
    return (_core.is_tensor(item) or isinstance(item, np.ndarray)) and len(item.shape) > 0


def _is_place(item: Any) -> bool:
    """Whether an item is one integer, which takes its axis away before any array picks."""
    return not (item is None or item is Ellipsis or isinstance(item, slice) or _is_array(item))


def chosen(x: _core.Tensor, key: Any) -> _core.Tensor:
    """`x[key]`, for a key that `is_advanced`.

    Errors: `IndexError` for more indices than axes, `InvalidArgumentError` for places out of range.
    """
    items = _complete(_spelled_out(key if isinstance(key, tuple) else (key,)), x.shape.rank)
    view = x[tuple(slice(None) if _is_array(item) else item for item in items)]
    items = [item for item in items if not _is_place(item)]  # those have no axis in the view
    places = [_is_array(item) for item in items]
    axes = [axis for axis, there in enumerate(places) if there]
    picked = [_from_front(items[axis], view.shape[axis]) for axis in axes]
    if len(axes) == 1:
        return _core.gather(view, picked[0], axis=axes[0])
    return _together(view, axes, picked)


def _spelled_out(items: tuple[Any, ...]) -> Items:
    """The items; integers and arrays as tensors of places, truth values as the true places."""
    found: Items = []
    for item in items:
        if isinstance(item, slice) or item is None or item is Ellipsis or _is_place(item):
            found.append(item)
            continue
        tensor = _core.convert_to_tensor(np.asarray(item) if isinstance(item, _SEQUENCES) else item)
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
