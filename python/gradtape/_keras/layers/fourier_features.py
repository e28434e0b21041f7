"""`RandomFourierFeatures`: random waves whose products approximate a kernel (Rahimi and Recht)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from .. import initializers
from ..arguments import Argument, argument
from ..base_layer.layer import Layer
from ..base_layer.options import BareOptions, Count
from ..lookup import serialize

if TYPE_CHECKING:
    from ..._typing import ShapeLike

_KERNELS = ("gaussian", "laplacian")
_ORDER = ("output_dim", "kernel_initializer", "scale", "trainable", "name")


class Kernel(Argument[Any, Any]):
    """ "gaussian", "laplacian", or what draws the directions of the waves."""

    def convert(self, owner: Any, value: Any) -> Any:
        if isinstance(value, str) and value.lower() not in _KERNELS:
            raise ValueError(
                f"Unsupported `kernel_initializer`: {value} Expected one of: {_KERNELS}"
            )
        return value if isinstance(value, str) else initializers.get(value)

    def serialize(self, value: Any) -> Any:
        return value if isinstance(value, str) else serialize(value)


class Scale(Argument[float | None, float | None]):
    """A number above 0, or None for what suits the kernel."""

    def convert(self, owner: Any, value: float | None) -> float | None:
        if value is not None and value <= 0.0:
            raise ValueError(
                f"When provided, `scale` should be a positive float. Received: {value}"
            )
        return value


class RandomFourierFeatures(Layer, BareOptions, defaults={"trainable": False}, first=_ORDER):
    """`cos(inputs @ kernel / scale + bias)` with `output_dim` random directions.

    The scale is trained if `trainable`; the other weights are not.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.experimental.RandomFourierFeatures(16, scale=2.0)
    >>> layer(tf.ones([3, 4])).shape, layer.unscaled_kernel.shape
    (TensorShape([3, 16]), TensorShape([4, 16]))
    """

    output_dim: Count = argument()
    kernel_initializer: Kernel = argument(default="gaussian")
    scale: Scale = argument(default=None)

    def build(self, input_shape: Any) -> None:
        if input_shape.rank != 2 or input_shape[1] is None:
            raise ValueError(
                "The rank of the input tensor should be 2, and its last dimension known. "
                f"Received input of shape {input_shape}."
            )
        width = input_shape[1]
        shape = [width, self.output_dim]
        start = self._directions(shape)
        self.unscaled_kernel = self.add_weight(
            "unscaled_kernel", shape, initializer=start, trainable=False
        )
        angles = initializers.RandomUniform(0.0, 2 * math.pi)
        self.bias = self.add_weight("bias", [self.output_dim], initializer=angles, trainable=False)
        if self.scale is None:
            self.scale = math.sqrt(width / 2.0) if self._is("gaussian") else 1.0
        self.kernel_scale = self.add_weight(
            "kernel_scale", [1], initializer=initializers.Constant(self.scale), constraint="non_neg"
        )

    def _is(self, kernel: str) -> bool:
        given = self.kernel_initializer
        return isinstance(given, str) and given.lower() == kernel

    def _directions(self, shape: ShapeLike) -> Any:
        if self._is("gaussian"):
            return initializers.RandomNormal(stddev=1.0)
        if self._is("laplacian"):
            draws = np.random.uniform(size=_core.TensorShape(shape).as_list())
            return initializers.Constant(np.tan(np.pi * (draws - 0.5)))
        return self.kernel_initializer

    def call(self, inputs: _core.Tensor) -> _core.Tensor:
        kernel = self.unscaled_kernel / self.kernel_scale
        return _core.cos(_core.matmul(_core.cast(inputs, _core.float32), kernel) + self.bias)
