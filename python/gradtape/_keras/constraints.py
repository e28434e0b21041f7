"""Constraints on weights, applied after each update: maps to the nearest allowed weight."""

from __future__ import annotations

from typing import Any

from .. import _core
from .lookup import Registry, serialize as serialize

_registry = Registry("constraint")
get = _registry.find

_EPSILON = 1e-7  # keeps a zero norm from dividing by zero


class Constraint:
    """Base of the constraints; a subclass defines `__call__(w)` and `get_config`.

    >>> import gradtape as tf
    >>> tf.keras.constraints.NonNeg()(tf.constant([-1.0, 2.0])).numpy().tolist()
    [0.0, 2.0]
    """

    def __call__(self, w: Any) -> Any:
        raise NotImplementedError("Constraint subclasses must implement `__call__()`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal constraint."""
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Constraint:
        """The constraint with these arguments."""
        return cls(**config)


@_registry.add()
class NonNeg(Constraint):
    """Negative weights become zero."""

    def __call__(self, w: Any) -> Any:
        return _core.maximum(w, 0.0)


@_registry.add()
class MaxNorm(Constraint):
    """Scales weights whose norm along `axis` exceeds `max_value` down to it."""

    def __init__(self, max_value: float = 2, axis: int = 0) -> None:
        self.max_value, self.axis = max_value, axis

    def __call__(self, w: Any) -> Any:
        norms = _norms(w, self.axis)
        return w * (_core.clip_by_value(norms, 0.0, self.max_value) / (_EPSILON + norms))

    def get_config(self) -> dict[str, Any]:
        return {"max_value": self.max_value, "axis": self.axis}


@_registry.add()
class UnitNorm(Constraint):
    """Scales weights to the norm 1 along `axis`."""

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, w: Any) -> Any:
        return w / (_EPSILON + _norms(w, self.axis))

    def get_config(self) -> dict[str, Any]:
        return {"axis": self.axis}


def _norms(w: Any, axis: int) -> Any:
    return _core.sqrt(_core.reduce_sum(_core.square(w), axis=axis, keepdims=True))


non_neg, max_norm, unit_norm = NonNeg, MaxNorm, UnitNorm
