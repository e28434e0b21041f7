"""Penalties on weights: a regularizer maps a weight to a scalar that is added to the loss."""

from __future__ import annotations

from typing import Any

from .. import _core
from .lookup import Registry, serialize as serialize

_registry = Registry("regularizer")
get = _registry.find


class Regularizer:
    """Base of the regularizers; a subclass defines `__call__(x)` and `get_config`.

    >>> import gradtape as tf
    >>> float(tf.keras.regularizers.L2(0.5)(tf.constant([1.0, 2.0])))
    2.5
    """

    def __call__(self, x: Any) -> Any:
        raise NotImplementedError("Regularizer subclasses must implement `__call__()`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal regularizer."""
        return {}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Regularizer:
        """The regularizer with these arguments."""
        return cls(**config)


@_registry.add()
class L1(Regularizer):
    """`l1 * sum(|x|)`."""

    def __init__(self, l1: float = 0.01) -> None:
        self.l1 = l1

    def __call__(self, x: Any) -> Any:
        return self.l1 * _core.reduce_sum(_core.abs(x))

    def get_config(self) -> dict[str, Any]:
        return {"l1": self.l1}


@_registry.add()
class L2(Regularizer):
    """`l2 * sum(x * x)`."""

    def __init__(self, l2: float = 0.01) -> None:
        self.l2 = l2

    def __call__(self, x: Any) -> Any:
        return self.l2 * _core.reduce_sum(_core.square(x))

    def get_config(self) -> dict[str, Any]:
        return {"l2": self.l2}


@_registry.add("l1_l2")
class L1L2(Regularizer):
    """`l1 * sum(|x|) + l2 * sum(x * x)`."""

    def __init__(self, l1: float = 0.0, l2: float = 0.0) -> None:
        self.l1, self.l2 = l1 or 0.0, l2 or 0.0

    def __call__(self, x: Any) -> Any:
        return L1(self.l1)(x) + L2(self.l2)(x)

    def get_config(self) -> dict[str, Any]:
        return {"l1": self.l1, "l2": self.l2}


l1, l2, l1_l2 = L1, L2, L1L2
