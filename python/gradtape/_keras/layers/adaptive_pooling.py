"""Pooling to a given size, whatever that of the inputs is."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..arguments import Argument, argument
from ..base_layer.layer import Layer
from ..base_layer.options import LayerOptions
from .spatial import DataFormat

_SHAPES = {1: "tuple of 1 integer", 2: "(height, width) tuple", 3: "(depth, height, width) tuple"}


class OutputSize(Argument[Any, tuple[int, ...]]):
    """A size for all spatial axes, or one for each."""

    def convert(self, owner: Any, value: Any) -> tuple[int, ...]:
        count = owner._axes
        if isinstance(value, int):
            return (value,) * count
        if not isinstance(value, (tuple, list)) or (len(value) != count and count > 1):
            raise TypeError(
                f"`{self.name}` must be an integer or {_SHAPES[count]}. Received: {value} of type "
                f"{type(value)}"
            )
        if len(value) != count:
            raise ValueError(
                f"For {count}D input, `{self.name}` tuple must have length {count}. Received: "
                f"{value}"
            )
        return tuple(value)


class _AdaptivePooling(Layer, LayerOptions):
    """As many windows along each axis as are asked for; they overlap where they do not fit."""

    _computes_narrow = True
    _axes = 2
    _function: str

    output_size: OutputSize = argument()
    data_format: DataFormat = argument(default=None)

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        from ..ops import pooling  # at call time: few programs need `keras.ops`

        return getattr(pooling, self._function)(inputs, self.output_size, self.data_format)


class _Average(_AdaptivePooling):
    """The mean of each window."""

    _function = "adaptive_average_pool"


class _Largest(_AdaptivePooling):
    """The largest of each window."""

    _function = "adaptive_max_pool"


class AdaptiveAveragePooling1D(_Average):
    """The mean of `output_size` windows of sequences `[batch, length, channels]`."""

    _axes = 1


class AdaptiveAveragePooling2D(_Average):
    """The mean of windows of images `[batch, height, width, channels]`, `output_size` of them.

    >>> import gradtape as tf
    >>> tf.keras.layers.AdaptiveAveragePooling2D((2, 3))(tf.ones([1, 5, 7, 4])).shape
    TensorShape([1, 2, 3, 4])
    """


class AdaptiveAveragePooling3D(_Average):
    """The mean of windows of volumes `[batch, depth, height, width, channels]`."""

    _axes = 3


class AdaptiveMaxPooling1D(_Largest):
    """The largest of `output_size` windows of sequences `[batch, length, channels]`."""

    _axes = 1


class AdaptiveMaxPooling2D(_Largest):
    """The largest of windows of images `[batch, height, width, channels]`, `output_size` of them.

    >>> import gradtape as tf
    >>> x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.keras.layers.AdaptiveMaxPooling2D(2)(x).numpy().ravel().tolist()
    [4.0, 5.0, 7.0, 8.0]
    """


class AdaptiveMaxPooling3D(_Largest):
    """The largest of windows of volumes `[batch, depth, height, width, channels]`."""

    _axes = 3
