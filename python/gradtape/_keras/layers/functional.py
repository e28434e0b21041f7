"""Keras's functions that stand for a layer and its call: `add([a, b])` for `Add()([a, b])`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import merging

if TYPE_CHECKING:
    from ... import _core
    from ..._typing import AxisLike


def add(inputs: Sequence[Any], **kwargs: Any) -> _core.Tensor:
    """The sum of the inputs, as the layer `Add`.

    >>> import gradtape as tf
    >>> tf.keras.layers.add([tf.constant([1.0]), tf.constant([2.0])]).numpy().tolist()
    [3.0]
    """
    return merging.Add(**kwargs)(inputs)


def subtract(inputs: Sequence[Any], **kwargs: Any) -> Any:
    """The first input minus the second, as the layer `Subtract`."""
    return merging.Subtract(**kwargs)(inputs)


def multiply(inputs: Sequence[Any], **kwargs: Any) -> Any:
    """The product of the inputs, as the layer `Multiply`."""
    return merging.Multiply(**kwargs)(inputs)


def average(inputs: Sequence[Any], **kwargs: Any) -> Any:
    """The mean of the inputs, as the layer `Average`."""
    return merging.Average(**kwargs)(inputs)


def maximum(inputs: Sequence[Any], **kwargs: Any) -> Any:
    """The largest of the inputs, as the layer `Maximum`."""
    return merging.Maximum(**kwargs)(inputs)


def minimum(inputs: Sequence[Any], **kwargs: Any) -> Any:
    """The smallest of the inputs, as the layer `Minimum`."""
    return merging.Minimum(**kwargs)(inputs)


def concatenate(inputs: Sequence[Any], axis: int = -1, **kwargs: Any) -> Any:
    """The inputs one after another along `axis`, as the layer `Concatenate`."""
    return merging.Concatenate(axis=axis, **kwargs)(inputs)


def dot(
    inputs: Sequence[Any], axes: AxisLike = -1, normalize: bool = False, **kwargs: Any
) -> _core.Tensor:
    """Products of two batches, as the layer `Dot`."""
    return merging.Dot(axes, normalize=normalize, **kwargs)(inputs)
