"""Elementwise functions whose rules in Keras 2's backend are their own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ... import _core

if TYPE_CHECKING:
    from ..._typing import AxisLike, TensorLike


def sqrt(x: TensorLike) -> _core.Tensor:
    """The square root; 0 for negative numbers.

    >>> import gradtape as tf
    >>> tf.keras.backend.sqrt([4.0, -1.0]).numpy().tolist()
    [2.0, 0.0]
    """
    return _core.sqrt(_core.maximum(_core.convert_to_tensor(x), 0))


def pow(x: TensorLike, a: TensorLike) -> _core.Tensor:  # noqa: A001
    """`x ** a`."""
    return _core.pow(x, a)


def clip(x: TensorLike, min_value: Any = None, max_value: Any = None) -> _core.Tensor:
    """Elements below `min_value` or above `max_value` moved there; None is no bound.

    >>> import gradtape as tf
    >>> tf.keras.backend.clip([-2.0, 0.5, 2.0], -1.0, 1.0).numpy().tolist()
    [-1.0, 0.5, 1.0]
    """
    if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)):
        max_value = max(min_value, max_value)
    low = -math.inf if min_value is None else min_value
    return _core.clip_by_value(x, low, math.inf if max_value is None else max_value)


def hard_sigmoid(x: TensorLike) -> _core.Tensor:
    """`0.2 * x + 0.5`, cut off at 0 and 1: Keras 2's."""
    return _core.clip_by_value(0.2 * _core.convert_to_tensor(x) + 0.5, 0.0, 1.0)


def l2_normalize(x: TensorLike, axis: AxisLike = None) -> _core.Tensor:
    """`x` divided by its Euclidean norm along `axis`."""
    return _core.l2_normalize(x, axis)
