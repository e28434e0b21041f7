"""`tensor[key]` where a part of the key has no value yet, as in `table[:, :tf.shape(x)[1]]`.

Where the tensor has one, a constant or what a variable holds now, this is done as TensorFlow does:
the parts of the key are gathered to lists of begins, ends and strides, those with symbolic entries
are stacked, and `strided_slice` takes them. Both become layers of the model.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import _core

_SYMBOL = "__tensor_function__"  # the method that symbolic tensors have
_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


class Bounds(NamedTuple):
    """A slice, as a structure in which symbolic tensors are found."""

    start: Any
    stop: Any
    step: Any


def opened(key: Any) -> Any:
    """A key with `Bounds` for those of its slices that have symbolic bounds."""
    if type(key) is tuple:
        return tuple(map(opened, key))
    if not isinstance(key, slice):
        return key
    bounds = Bounds(key.start, key.stop, key.step)
    return bounds if any(hasattr(type(bound), _SYMBOL) for bound in bounds) else key


def has_bounds(key: Any) -> bool:
    """Whether `opened` has found such a slice."""
    parts = key if type(key) is tuple else (key,)
    return any(isinstance(part, Bounds) for part in parts)


def getitem(tensor: Any, key: Any) -> Any:
    """`tensor[key]` for a key that was `opened`."""
    if isinstance(key, Bounds):
        return tensor[slice(*key)]
    return tensor[tuple(slice(*part) if isinstance(part, Bounds) else part for part in key)]


def indexed(tensor: Any, key: Any) -> Any:
    """The symbolic tensor of `tensor[key]`; a symbolic key of booleans selects."""
    if getattr(key, "dtype", None) in (_core.bool, "bool"):
        return _core.boolean_mask(tensor, key)
    parts = key if isinstance(key, (list, tuple)) else [key]
    bounds: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
    masks: dict[str, Any] = dict.fromkeys(_MASKS, 0)
    for place, part in enumerate(parts):
        *entries, names = _part(part)
        for name in names:
            masks[name] |= 1 << place
        for bound, entry in zip(bounds, entries, strict=True):
            bound.append(entry)
    return _core.strided_slice(tensor, *map(_stacked, bounds), **masks)


def _part(part: Any) -> tuple[Any, Any, Any, list[str]]:
    """Begin, end and stride of one axis, and the masks in which it is told."""
    if part is None:
        return 0, 0, 1, ["new_axis_mask"]
    if part is ...:
        return 0, 0, 1, ["ellipsis_mask"]
    if not isinstance(part, slice):
        return part, part + 1, 1, ["shrink_axis_mask"]
    ends = {"begin_mask": part.start, "end_mask": part.stop}
    begin, end = (0 if bound is None else bound for bound in ends.values())
    stride = 1 if part.step is None else part.step
    return begin, end, stride, [name for name, bound in ends.items() if bound is None]


def _stacked(bounds: list[Any]) -> Any:
    known = all(isinstance(bound, int) for bound in bounds)
    return bounds if known else _core.stack(bounds)
