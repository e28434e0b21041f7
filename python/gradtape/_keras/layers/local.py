"""Convolutions whose filters differ from place to place, as Keras 2 has them."""

from __future__ import annotations

import math
from typing import Any

from ... import _core
from ..arguments import Argument, Flag, argument
from ..base_layer.input_spec import InputSpec
from ..base_layer.inputs import as_floats
from ..base_layer.layer import Layer
from ..base_layer.options import Activation, Count, KernelAndBias, weight_of
from .spatial import DataFormat, Padding, Sizes


class Manner(Argument[int, int]):
    """1, 2 or 3: how Keras stores the weights; here they are those of the first."""


_ORDER = (
    *("filters", "kernel_size", "strides", "padding", "data_format", "activation", "use_bias"),
    *("kernel_initializer", "bias_initializer", "kernel_regularizer", "bias_regularizer"),
    *("activity_regularizer", "kernel_constraint", "bias_constraint", "implementation"),
)


class _LocallyConnected(Layer, KernelAndBias, first=_ORDER):
    """A filter for each place of the outputs."""

    _computes_narrow = True
    _axes = 2
    _paddings = ("valid", "same")
    filters: Count = argument()
    kernel_size: Sizes = argument()
    strides: Sizes = argument(default=1)
    padding: Padding = argument(default="valid")
    data_format: DataFormat = argument(default=None)
    activation: Activation = argument(default=None)
    use_bias: Flag = argument(default=True)
    implementation: Manner = argument(default=1)

    def _initialize(self) -> None:
        self.input_spec = InputSpec(ndim=self._axes + 2)
        if self.padding != "valid" and self.implementation == 1:
            raise ValueError(
                f"Invalid border mode for {type(self).__name__} (only 'valid' is supported if "
                f"implementation is 1): {self.padding}"
            )

    def build(self, input_shape: Any) -> None:
        sizes = input_shape.as_list()
        if self.data_format == "channels_first":
            sizes = [sizes[0], *sizes[2:], sizes[1]]
        if None in sizes[1:]:
            raise ValueError(f"All axes but the first have to be known. Found shape: {input_shape}")
        along = zip(sizes[1:-1], self._borders(sizes), self.kernel_size, self.strides, strict=True)
        places = [(size + sum(b) - window) // stride + 1 for size, b, window, stride in along]
        if min(places) <= 0:
            raise ValueError(f"The kernel is larger than the input of shape {input_shape}.")
        width = math.prod(self.kernel_size) * sizes[-1]
        self.kernel = weight_of(self, "kernel", [math.prod(places), width, self.filters])
        self.bias = weight_of(self, "bias", [*places, self.filters]) if self.use_bias else None

    def _borders(self, sizes: list[Any]) -> list[tuple[int, int]]:
        """What "same" puts around each axis."""
        if self.padding == "valid":
            return [(0, 0)] * self._axes
        found = []
        for size, window, stride in zip(sizes[1:-1], self.kernel_size, self.strides, strict=True):
            rest = max((-(-size // stride) - 1) * stride + window - size, 0)
            found.append((rest // 2, rest - rest // 2))
        return found

    def call(self, inputs: Any) -> _core.Tensor:
        inputs = as_floats(inputs, self._input_dtype)
        if self.data_format == "channels_first":
            inputs = _core.transpose(inputs, [0, *range(2, self._axes + 2), 1])
        borders = self._borders(inputs.shape.as_list())
        if self.padding == "same":
            inputs = _core.pad(inputs, [(0, 0), *borders, (0, 0)])
        first = self.data_format == "channels_first"
        outputs = local_convolution(inputs, self.kernel, self.kernel_size, self.strides, first)
        bias: Any = self.bias
        if first:
            outputs = _core.transpose(outputs, [0, self._axes + 1, *range(1, self._axes + 1)])
            # Its numbers one after the other, wherever its axes are, as Keras takes them.
            bias = None if bias is None else _core.reshape(bias, outputs.shape[1:])
        if bias is not None:
            outputs = outputs + bias
        return self.activation(outputs)


class LocallyConnected1D(_LocallyConnected):
    """`filters` filters along sequences `[batch, length, channels]`, others at each place.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.LocallyConnected1D(4, 3)
    >>> layer(tf.ones([2, 8, 5])).shape, layer.kernel.shape
    (TensorShape([2, 6, 4]), TensorShape([6, 15, 4]))
    """

    _axes = 1


class LocallyConnected2D(_LocallyConnected):
    """The same over images `[batch, height, width, channels]`."""


def local_convolution(
    inputs: Any,
    kernel: Any,
    kernel_size: tuple[int, ...],
    strides: tuple[int, ...],
    channels_first: bool = False,
) -> _core.Tensor:
    """Each window of the inputs times the kernel of its place; channels are last.

    `kernel` is `[places, elements of a window, filters]`; whether channels come first among the
    elements is the only thing that `channels_first` says.
    """
    shape = inputs.shape.as_list()
    parts, sizes = inputs, []
    for axis, (window, stride) in enumerate(zip(kernel_size, strides, strict=True)):
        count = (shape[axis + 1] - window) // stride + 1
        sizes.append(count)
        starts = _core.range(count) * stride
        places = _core.expand_dims(starts, 1) + _core.range(window)
        parts = _core.gather(parts, places, axis=1 + 2 * axis)
    axes = len(sizes)
    # [batch, places, window, places, window, channels] -> places, batch, windows and channels
    windows, channels = [*range(2, 2 * axes + 1, 2)], [2 * axes + 1]
    elements = channels + windows if channels_first else windows + channels
    order = [*range(1, 2 * axes, 2), 0, *elements]
    flat = _core.reshape(_core.transpose(parts, order), [math.prod(sizes), -1, kernel.shape[1]])
    outputs = _core.reshape(_core.matmul(flat, kernel), [*sizes, -1, kernel.shape[-1]])
    return _core.transpose(outputs, [axes, *range(axes), axes + 1])
