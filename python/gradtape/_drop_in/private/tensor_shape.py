"""`tensorflow.python.framework.tensor_shape`: what it has besides public things."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._legacy.dimension import Dimension


def as_shape(shape: Any) -> _core.TensorShape:
    """The shape as a `TensorShape`."""
    return shape if isinstance(shape, _core.TensorShape) else _core.TensorShape(shape)


def as_dimension(value: Any) -> Any:
    """The length as a `Dimension`."""
    return value if isinstance(value, Dimension) else Dimension(value)


def unknown_shape(rank: int | None = None, **kwargs: Any) -> _core.TensorShape:
    """A shape whose lengths are open, or which is open altogether."""
    return _core.TensorShape(None if rank is None else [None] * rank)
