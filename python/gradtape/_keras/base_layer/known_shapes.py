"""`layer.input_shape` and `layer.output_shape`, as Keras 2 has them.

A program's own attribute of that name takes their place, and so does a declared argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._structure import nest

if TYPE_CHECKING:
    from ... import _core


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
