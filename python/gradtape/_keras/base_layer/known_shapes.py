"""Shapes that layers know, and those that they are told.

`layer.input_shape` and `layer.output_shape` are as Keras 2 has them: a program's own attribute of
that name takes their place, and so does a declared argument.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ... import _core
from ..._structure import nest


def as_shapes(shape: Any) -> Any:
    """A shape in any form, or a structure of them, as `TensorShape`s.

    >>> from gradtape._keras.base_layer.known_shapes import as_shapes
    >>> as_shapes((None, 4)), as_shapes([(None, 4), [None, 3]])
    (TensorShape([None, 4]), [TensorShape([None, 4]), TensorShape([None, 3])])
    """
    if isinstance(shape, dict):
        return {name: as_shapes(one) for name, one in shape.items()}
    if isinstance(shape, (list, tuple)):
        if any(isinstance(one, (list, tuple, dict, _core.TensorShape)) for one in shape):
            return [as_shapes(one) for one in shape]
        return _core.TensorShape(shape)
    return shape


def of_any_shape(build: Callable[..., None]) -> Callable[..., None]:
    """A `build` that a program may call with lists and tuples."""

    @functools.wraps(build)
    def building(layer: Any, *shapes: Any, **named: Any) -> None:
        build(layer, *map(as_shapes, shapes), **as_shapes(named))

    return building


class KnownShape:
    """The shape at one end of a layer: of its first symbolic call, else of its first call."""

    def __init__(self, end: str) -> None:
        self._end = end

    def __get__(self, layer: Any, owner: Any = None) -> Any:
        if layer is None:
            return self
        known = getattr(layer, f"_{self._end}_shape")
        if layer._calls or known is None:
            ends = getattr(layer, self._end)  # or the error that there is none
            return nest.map_structure(lambda tensor: tuple(tensor.shape.as_list()), ends)
        return nest.map_structure(_as_tuple, known)


def _as_tuple(shape: _core.TensorShape) -> tuple[Any, ...]:
    return () if shape is None else tuple(shape.as_list())
