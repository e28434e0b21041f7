"""What a weight of a layer begins with."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._module import deferred
from ..._runtime.versions import is_keras_2_asked_for


def by_place_of_weight(args: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `add_weight`, some of which are given by place.

    `TypeError` for too many, `ValueError` for one that is given twice.

    >>> from gradtape._keras.base_layer.first_values import by_place_of_weight
    >>> by_place_of_weight(((2,), "ones"), {"name": "w", "shape": None, "initializer": None})
    {'name': 'w', 'shape': (2,), 'initializer': 'ones'}
    """
    of_keras_2 = args[0] is None or isinstance(args[0], str)
    order = tuple(named) if of_keras_2 else ("shape", "initializer", "dtype")
    if len(args) > len(order):
        raise TypeError(
            f"add_weight() takes at most {len(order)} positional arguments but {len(args)} were "
            "given."
        )
    for name in order[: len(args)]:
        if named[name] is not None:
            raise ValueError(f"`{name}` was passed both positionally and as a keyword argument.")
    return {**named, **dict(zip(order, args, strict=False))}


def first_initializer(layer: Any, name: str | None, given: Any, dtype: _core.DType) -> Any:
    """The initializer that is given, or the one for the dtype.

    Where a checkpoint's value waits for the weight nothing is drawn for it in Keras 2, which the
    random numbers that follow show.
    """
    if is_keras_2_asked_for() and deferred.is_awaited(layer, name):
        return "zeros"
    if given is not None:
        return given
    return "glorot_uniform" if dtype.is_floating else "zeros"
