"""Constraints on weights, applied after each update: maps to the nearest allowed weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from . import lookup
from .arguments import Argument, Declared, Number, argument, config_of
from .lookup import Registry

if TYPE_CHECKING:
    from .._typing import TensorLike

_registry = Registry("constraint", of_classes=True)
get, deserialize = _registry.find, _registry.deserialize


def serialize(constraint: Any, use_legacy_format: bool = False) -> Any:
    """The class name and the configuration of a constraint."""
    return lookup.serialize(constraint, use_legacy_format)


_EPSILON = 1e-7  # keeps a zero norm from dividing by zero


class Constraint:
    """Base of the constraints; a subclass defines `__call__(w)` and `get_config`.

    >>> import gradtape as tf
    >>> tf.keras.constraints.NonNeg()(tf.constant([-1.0, 2.0])).numpy().tolist()
    [0.0, 2.0]
    """

    def __call__(self, w: TensorLike) -> Any:
        raise NotImplementedError("Constraint subclasses must implement `__call__()`.")

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal constraint."""
        return config_of(self)

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Constraint:
        """The constraint with these arguments."""
        return cls(**config)


@_registry.add("nonneg")
class NonNeg(Constraint):
    """Negative weights become zero."""

    def __call__(self, w: TensorLike) -> _core.Tensor:
        return _core.maximum(w, 0.0)


class Axes(Argument[Any, Any]):
    """An axis or several: those along which a norm is taken."""


@_registry.add("maxnorm")
class MaxNorm(Constraint, Declared):
    """Scales weights whose norm along `axis` exceeds `max_value` down to it."""

    max_value: Number = argument(default=2)
    axis: Axes = argument(default=0)

    def __call__(self, w: TensorLike) -> Any:
        norms = _norms(w, self.axis)
        return w * (_core.clip_by_value(norms, 0.0, self.max_value) / (_EPSILON + norms))


@_registry.add()
class MinMaxNorm(Constraint, Declared):
    """Scales weights so that their norm along `axis` comes between two values.

    `rate` below 1 goes only that part of the way.

    >>> import gradtape as tf
    >>> constraint = tf.keras.constraints.MinMaxNorm(min_value=1.0, max_value=2.5)
    >>> constraint(tf.constant([[3.0], [4.0]])).numpy().round(3).tolist()
    [[1.5], [2.0]]
    """

    min_value: Number = argument(default=0.0)
    max_value: Number = argument(default=1.0)
    rate: Number = argument(default=1.0)
    axis: Axes = argument(default=0)

    def __call__(self, w: Any) -> _core.Tensor:
        norms = _norms(w, self.axis)
        near = _core.clip_by_value(norms, self.min_value, self.max_value)
        wanted = self.rate * near + (1 - self.rate) * norms
        return w * (wanted / (_EPSILON + norms))


@_registry.add("unitnorm")
class UnitNorm(Constraint, Declared):
    """Scales weights to the norm 1 along `axis`."""

    axis: Axes = argument(default=0)

    def __call__(self, w: TensorLike) -> Any:
        return w / (_EPSILON + _norms(w, self.axis))


@_registry.add()
class RadialConstraint(Constraint):
    """Makes square filters `[size, size, channels, filters]` the same all around their centre.

    A ring takes the value that it has on the diagonal. `ValueError` for what is no such filter.

    >>> import gradtape as tf
    >>> w = tf.reshape(tf.range(9.0), [3, 3, 1, 1])
    >>> tf.keras.constraints.RadialConstraint()(w)[:, :, 0, 0].numpy().tolist()
    [[4.0, 4.0, 4.0], [4.0, 0.0, 4.0], [4.0, 4.0, 4.0]]
    """

    def __call__(self, w: TensorLike) -> _core.Tensor:
        w = _core.convert_to_tensor(w)
        if w.shape.rank != 4 or w.shape[0] != w.shape[1]:
            raise ValueError(
                "The weight tensor must have rank 4, and its first two dimensions must be equal. "
                f"Received weight tensor with shape: {w.shape}"
            )
        size = w.shape[0]
        far = np.abs(2 * np.arange(size) - (size - 1)) // 2  # from the middle
        rings = np.maximum.outer(far, far)
        # The middle is the entry before it on the diagonal, as Keras counts, rings are behind it.
        places = rings + size // 2 - np.where(rings == 0, 1, size % 2)
        return _core.gather_nd(w, np.stack([places, places], axis=-1))


def _norms(w: TensorLike, axis: int) -> _core.Tensor:
    return _core.sqrt(_core.reduce_sum(_core.square(w), axis=axis, keepdims=True))


non_neg, max_norm, unit_norm = NonNeg, MaxNorm, UnitNorm
min_max_norm, radial_constraint = MinMaxNorm, RadialConstraint
